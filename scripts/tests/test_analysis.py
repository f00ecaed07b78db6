"""Analyses of games: notation of other programs is read, errors are marked, all outputs are well formed."""

import json
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

from common import SITKE, run

import pgn
from game import BadMove, Game, read_position

# A king and two rooks: Black lets a mate in one stand, White misses it once.
ENDING = "7k/8/5K2/8/8/8/1R6/R7[] w - - 0 1"
GAME = f"""[Event "test"]
[White "A \\"quoted\\" name"]
[Black "B"]
[FEN "{ENDING}"]
[Result "1-0"]

{{before the game}} 1. Rb7 {{a {{comment}} Kg8 (1... K@a1 2. Kf7 (2. Ra2)) 2. Rbb1?! $6 Kh8 ; to the end
3. Ra7 {{+1.00/5}} 1-0
"""


class Notation(unittest.TestCase):
    """pgn.py and game.py."""

    def test_comments_variations_and_glyphs_are_skipped(self):
        words, result = pgn.read_words(GAME.split("\n\n")[1])
        self.assertEqual((words, result), (["Rb7", "Kg8", "Rbb1?!", "Kh8", "Ra7"], "1-0"))

    def test_promotions_of_cute_chess_are_read(self):
        game = Game("k7/2K3P1/8/4P3/8/8/8/1R6[] w - - 0 1")
        for text, move in {
            "e5=F": "e5e5f",
            "d6=F": "e5d6f",
            "e5f6=F": "e5f6f",
            "e5e5f": "e5e5f",
            "Ra1#": "b1a1",
            "Rb1a1": "b1a1",
            "e6": "e5e6",
        }.items():
            self.assertEqual(game.read(text), move, text)
        for text in ("f6=F", "Ra9", "e7", "K@a1", "Nf3", ""):
            self.assertRaises(BadMove, game.read, text)

    def test_positions_have_all_fields(self):
        placement = ENDING.split()[0]
        for line, fields in (("w", "w - - 0 1"), ("b - - bm h8g8;", "b - - 0 1"), ("b - - 3 9", "b - - 3 9"), ("w - - ce -5;", "w - - 0 1")):
            self.assertEqual(read_position(f"{placement} {line}"), f"{placement} {fields}")
        for line in ("", "x", f"{placement[1:]} w"):
            self.assertRaises(ValueError, read_position, line)

    def test_moves_are_numbered_as_the_position_says(self):
        for color, moves, words in (("w", "a1a2 h8g8 a2a1", "9. Ra2 Kg8 10. Ra1"), ("b", "h8g8 a1a2 g8h8", "9... Kg8 10. Ra2 Kh8")):
            game = Game(f"7k/8/8/5K2/8/8/8/R7[] {color} - - 4 9", moves.split())
            self.assertIn(f"\n\n{words} *", pgn.write({}, game, "*"))

    def test_what_is_written_is_read(self):
        moves = "K@g2 K@b7 N@f3 N@c6 N@d2 N@e7 S@e3 S@d6 S@c2 S@f7 F@e2 F@d7 R@d1 R@e8 R@h1 R@a8 d1e1 e8g8".split()
        text = pgn.write({"White": 'a "b" \\c'}, Game(moves=moves), "*", {3: pgn.comment("x}y"), 19: pgn.comment("end")})
        self.assertIn("9. Rde1 Rg8 {end} *", text.replace("\n", " "))
        self.assertLessEqual(max(map(len, text.splitlines()[10:])), 80)
        (record,) = pgn.read_all(text)
        self.assertEqual((record.game.moves, record.tags["White"]), (moves, 'a "b" \\c'))
        self.assertEqual(next(pgn.read_all(" ".join(moves))).game.moves, moves)

    def test_saved_games_are_read(self):
        text = "sitke game 1\nrules: sittuyin\nlevel: 5\nmoves:\nK@g2 K@b7\nR@a1\n"
        (record,) = pgn.read_all(text)
        self.assertEqual(record.game.moves, ["K@g2", "K@b7", "R@a1"])
        with self.assertRaisesRegex(ValueError, "only games by the rules"):
            next(pgn.read_all(text.replace("sittuyin", "dice")))


class Analysis(unittest.TestCase):
    """Runs of analyse_pgn.py."""

    def test_all_outputs(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            files = {what: folder / f"out.{what}" for what in ("json", "annotate", "svg", "html")}
            game = folder / "game.pgn"
            game.write_text(GAME + "\n" + GAME)
            outputs = [word for what, path in files.items() for word in (f"--{what}", path)]
            done = run("analyse_pgn.py", game, "--sitke", SITKE, "--nodes", 3000, *outputs)
            self.assertEqual(done.returncode, 0, done.stderr)
            first, second = json.loads(files["json"].read_text())
            self.assertEqual(first["plies"], second["plies"])
            plies = first["plies"]
            self.assertEqual([ply.get("san") for ply in plies], [None, "Rb7", "Kg8", "Rbb1", "Kh8", "Ra7"])
            self.assertTrue(all(ply["expected"] > 0.9 for ply in plies[:3]), plies)
            self.assertGreater(plies[0]["mate"], 0)
            text = files["annotate"].read_text()
            self.assertEqual([record.game.moves for record in pgn.read_all(text)], 2 * [[ply["uci"] for ply in plies[1:]]])
            self.assertIn("[%eval #", text)
            self.assertIn('[White "A \\"quoted\\" name"]', text)
            self.assertTrue(xml.parse(files["svg"]).getroot().tag.endswith("svg"))
            self.assertEqual(files["html"].read_text().count("<h1>"), 2)

    def test_blunders_are_marked_and_drawn(self):
        with tempfile.TemporaryDirectory() as name:
            page = Path(name) / "game.html"
            # White's rook is given away.
            # Some editors begin files with a mark.
            game = '\ufeff[FEN "7k/8/8/8/3r4/8/8/R3K3[] w - - 0 1"]\n\n1. Ra4 Rxa4 *\n'
            done = run("analyse_pgn.py", "-", "--sitke", f"env {SITKE}", "--nodes", 3000, "--html", page, input=game)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("1.Ra4??", done.stdout)
            text = page.read_text()
            self.assertEqual(text.count("<div class='error'>"), 1, text)
            self.assertIn('class="plan"', text)

    def test_outputs_that_cannot_be_written_are_refused_at_once(self):
        done = run("analyse_pgn.py", "-", "--sitke", SITKE, "--json", "/none/game.json", input="1. K@g2 *")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("/none/game.json", done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_bad_games_are_refused(self):
        for game, words in (("1. Nf3 *", "ply 1: 'Nf3'"), ("", "no game"), ('[FEN "x"]\n\n*', "not a position")):
            done = run("analyse_pgn.py", "-", "--sitke", SITKE, input=game)
            self.assertEqual(done.returncode, 1)
            self.assertIn(words, done.stderr)
            self.assertNotIn("Traceback", done.stderr)


class Help(unittest.TestCase):
    """Each script explains itself."""

    def test_help(self):
        for script in ("match.py", "analyse_pgn.py", "pychess_bridge.py", "oracle.py", "oracle_presets.py"):
            done = run(script, "--help")
            self.assertEqual(done.returncode, 0, script)
            self.assertIn("usage: ", done.stdout)

    def test_completions_and_manual(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([SITKE, "manual", folder], check=True)
            page = (Path(folder) / "man6/sitke.6").read_text()
            self.assertIn(".TH sitke 6", page)
            self.assertTrue((Path(folder) / "completions/sitke.bash").exists())


if __name__ == "__main__":
    unittest.main()
