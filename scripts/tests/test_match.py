"""Matches: planted faults are found, games are kept and taken up, the statistics are right."""

import shlex
import tempfile
import unittest
from pathlib import Path

from common import SCRIPTS, SITKE, fake, run

import elo
import pgn
from game import Game, read_positions


def match(file, *words, second=SITKE, games=2):
    """A match with short limits; returns exit status and what was printed."""
    done = run(
        "match.py", "--engine", f"cmd={SITKE}", "name=first", "margin=5000", "--engine", f"cmd={second}", "name=second",
        "--games", games, "--pgn", file, "--max-moves", 12, "--each", *(words or ["nodes=1"]),
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


class Match(unittest.TestCase):
    """Runs of match.py."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "games.pgn"

    def tags(self):
        """The tags of the games played."""
        return [tags for tags, _ in pgn.read_tags(self.file.read_text())]

    def check_fault(self, fault, words, limit):
        status, text = match(self.file, limit, second=fake(fault))
        self.assertEqual(status, 1, text)
        self.assertIn("+2 -0 =0", text)
        self.assertIn(f"second: 2 {words}", text)
        return [tags["Termination"] for tags in self.tags()]

    def test_illegal_moves_lose(self):
        self.assertEqual(self.check_fault("illegal", "illegal moves", "nodes=1"), ["rules infraction"] * 2)
        self.assertIn("second plays the illegal move a1a8", self.file.read_text().replace("\n", " "))

    def test_exceeded_clocks_lose(self):
        for limit in ("tc=1", "movetime=1000"):
            self.file.unlink(missing_ok=True)
            self.assertEqual(self.check_fault("late", "losses on time", limit), ["time forfeit"] * 2)

    def test_silence_on_the_clock_loses(self):
        self.assertEqual(self.check_fault("silent", "losses on time", "tc=1"), ["time forfeit"] * 2)

    def test_crashes_lose(self):
        for limit in ("nodes=1", "tc=5"):
            self.file.unlink(missing_ok=True)
            self.assertEqual(self.check_fault("crash", "crashes", limit), ["abandoned"] * 2)

    def test_engines_that_start_no_more_lose(self):
        once = shlex.join(["sh", "-c", f"mkdir {self.file}.started && exec {fake()}"])
        status, text = match(self.file, second=once)
        self.assertEqual(status, 1, text)
        self.assertIn("second: 2 crashes", text)

    def test_sound_engines_have_no_faults(self):
        status, text = match(self.file, "tc=4/0.5+0.01", "margin=1000")
        self.assertEqual(status, 0, text)
        self.assertIn("2 games", text)

    def test_openings_are_read(self):
        for name in ("complete", "halfway"):
            positions = read_positions(SCRIPTS / f"openings/{name}.epd")
            self.assertGreater(len(positions), 2000)
            self.assertTrue(all(fen.endswith("w - - 0 1") for fen in positions))

    def test_a_match_is_taken_up(self):
        match(self.file, games=3)
        first = self.file.read_text()
        # The last game is cut off and is played again.
        cut = first[: first.rindex("{")]
        self.file.write_text(cut)
        status, text = match(self.file, games=4)
        self.assertEqual(status, 0)
        self.assertIn("goes on after 2 games", text)
        self.assertTrue(self.file.read_text().startswith(cut))
        self.assertEqual([tags["Round"] for tags in self.tags()], ["1.1", "1.2", "2.1", "2.1", "2.2"])
        for words in (["nodes=2"], ["nodes=1", "option.Hash=2"], ["nodes=1", "--resign", "3", "500"]):
            status, text = match(self.file, *words, games=4)
            self.assertEqual(status, 1)
            self.assertIn("has another match", text)
        status, text = match(self.file, games=1)
        self.assertEqual(status, 1)
        self.assertIn("has round 1.2, which is not among 1 games", text)

    def test_games_replay(self):
        match(self.file, games=4)
        records = list(pgn.read_all(self.file.read_text()))
        self.assertEqual([len(record.game) for record in records], [24] * 4)
        for record in records:
            replayed = Game(record.game.start)
            for san in record.game.san():
                replayed.play(san)
            self.assertEqual(replayed.fen(), record.game.fen())

    def test_bad_settings_are_refused(self):
        for words in (
            ["nodes=x"], ["nodes=-5"], ["speed=1"], ["option.Hash=1"], ["tc=fast"],
            ["nodes=1", "option.Nothing=1"],
            ["nodes=1", "--report", "0"], ["nodes=1", "--games", "0"], ["nodes=1", "--resign", "0", "1"],
        ):  # fmt: skip
            self.check_refused(words, *match(self.file, *words))
        for command in ("", "none", "'"):
            self.check_refused(command, *match(self.file, second=command))

    def check_refused(self, case, status, text):
        self.assertNotEqual(status, 0, case)
        self.assertIn("error: ", text, case)
        self.assertNotIn("Traceback", text)


class Statistics(unittest.TestCase):
    """elo.py against known values."""

    def test_estimate(self):
        self.assertEqual(elo.estimate([0, 0, 0, 0, 0]), None)
        even = elo.estimate([10, 20, 40, 20, 10])
        self.assertAlmostEqual(even.elo, 0)
        # Variance 0.075 a pair: 1.96 * sqrt(0.075 / 100) around a half.
        self.assertAlmostEqual(even.error, elo.elo(0.5 + 0.05368), places=1)
        self.assertAlmostEqual(elo.elo(0.75), 190.85, places=2)
        self.assertAlmostEqual(elo.expected(elo.elo(0.6)), 0.6)

    def test_sequential_test(self):
        low, high = elo.bounds(0.05, 0.05)
        self.assertAlmostEqual(high, 2.944, places=3)
        self.assertAlmostEqual(low, -high)
        better = [20, 60, 140, 100, 40]
        self.assertGreater(elo.llr(better, 0, 10), high)
        self.assertLess(elo.llr(better[::-1], 0, 10), low)
        self.assertAlmostEqual(elo.llr([10, 20, 40, 20, 10], -5, 5), 0)
        self.assertLess(elo.llr([0, 0, 0, 2, 0], 0, 100), 1, "two pairs prove nothing")


if __name__ == "__main__":
    unittest.main()
