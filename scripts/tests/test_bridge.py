"""fairyfishnet's own code gives jobs to the engines behind pychess_bridge.py.

The other engine is a stand-in, or the command in $FAIRY_STOCKFISH.
"""

import configparser
import logging
import os
import shlex
import subprocess
import sys
import tempfile
import unittest

from common import SCRIPTS, SITKE, fake

from fairyfishnet import config, engine, worker
from game import START, Game

MOVES = "K@g2 K@b7 N@f3 N@c6 N@d2 N@e7 S@e3 S@d6 S@c2 S@f7 F@e2 F@d7 R@d1 R@e8 R@h1 R@a8 d3d4"
MATED = "R6k/8/6K1/8/8/8/8/8[] b - - 0 1"
CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def command():
    """The bridge as fairyfishnet is told to start it."""
    fairy = os.environ.get("FAIRY_STOCKFISH", fake("fairy"))
    words = [sys.executable, str(SCRIPTS / "pychess_bridge.py"), "--sitke", SITKE, "--fairy-stockfish", fairy]
    return shlex.join(words)


class Bridge(unittest.TestCase):
    """One worker of fairyfishnet without its server."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.conf = configparser.ConfigParser()
        settings = {"StockfishCommand": command(), "EngineDir": folder.name, "Key": "none"}
        self.conf.read_dict({"Fishnet": settings})
        self.worker = worker.Worker(self.conf, 1, 16, None)
        self.addCleanup(self.worker.kill_stockfish)

    def do(self, work, **job):
        """Does a job. What fairyfishnet cannot parse, it logs as a warning."""
        with self.assertLogs(level=logging.WARNING) as logs:
            logging.warning("the test begins")
            self.worker.job = {"work": {"id": "1", **work}, "variant": "sittuyin", "nnue": False, **job}
            done = self.worker.work()[1]
        # The searches of the test are that short.
        warnings = [line for line in logs.output[1:] if "Very low time reported" not in line]
        self.assertEqual(warnings, [])
        return done

    def test_the_command_is_accepted(self):
        self.assertEqual(config.validate_stockfish_command(command(), self.conf), command())

    def test_move_jobs(self):
        for moves in ("", MOVES):
            legal = Game(START, moves.split()).legal()
            for level in (1, 4):
                done = self.do({"type": "move", "level": level}, position=START, moves=moves)
                self.assertIn(done["move"]["bestmove"], legal)
                self.assertEqual(done["move"]["fen"], Game(START, moves.split()).fen())

    def test_other_variants_go_to_the_other_engine(self):
        for _ in range(2):
            done = self.do({"type": "move", "level": 1}, position=CHESS, moves="", variant="chess")
            self.assertIn("KQkq", done["move"]["fen"])
            done = self.do({"type": "move", "level": 1}, position=START, moves="")
            self.assertIn("@", done["move"]["bestmove"])

    def test_analysis_jobs(self):
        done = self.do({"type": "analysis"}, position=START, moves=MOVES, nodes=2000)
        self.assertEqual(len(done["analysis"]), 18)
        for row in done["analysis"]:
            self.assertTrue({"score", "depth", "nodes", "time", "pv", "bestmove"} <= row.keys(), row)
        self.assertEqual(done["stockfish"]["name"], self.worker.stockfish_info["name"])

    def test_analysis_of_a_finished_game(self):
        done = self.do({"type": "analysis"}, position=MATED, moves="", nodes=2000)
        self.assertEqual(done["analysis"][0]["score"], {"mate": 0})

    def test_custom_variant_files_do_not_disturb(self):
        process = engine.open_process(command())
        self.addCleanup(engine.kill_process, process)
        with self.assertNoLogs(level=logging.WARNING):
            engine.uci(process)
            engine.setoption(process, "VariantPath", "none.ini")
            engine.setoption(process, "EvalFile", "sittuyin-000000000000.nnue")
            engine.set_variant_options(process, "sittuyin", False, False)
            engine.isready(process)

    def test_bytes_that_are_no_text_do_not_disturb(self):
        with subprocess.Popen(shlex.split(command()), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            process.stdin.write(b"\xff\nuci\n")
            process.stdin.flush()
            self.assertIn(b"uciok\n", process.stdout)
            process.stdin.close()
            self.assertEqual(process.wait(20), 0)

    def test_an_engine_that_ends_ends_it(self):
        words = [sys.executable, str(SCRIPTS / "pychess_bridge.py"), "--sitke", SITKE, "--fairy-stockfish", "echo gone"]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            self.assertEqual(process.wait(20), 0)
            self.assertEqual(process.stdout.read(), b"gone\n")

    def test_the_end_of_input_ends_it(self):
        for end in ("", "quit\n"):
            subprocess.run(shlex.split(command()), input=f"uci\n{end}", text=True, check=True, timeout=20, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    unittest.main()
