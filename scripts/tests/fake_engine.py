#!/usr/bin/env python3
"""An engine for tests: random legal moves, and one planted fault after some moves.

Usage: fake_engine.py [illegal|late|silent|crash|fairy]. As `fairy` it claims the variants that fairyfishnet
demands of Fairy-Stockfish, and plays a fixed chess move.
"""

import random
import sys
import time

sys.path.insert(0, sys.path[0] + "/..")
from game import START, Game  # noqa: E402

FAULT_AT = 5
FAIRY = """3check antichess asean ataxx atomic cambodian capablanca capahouse chess crazyhouse dobutsu dragon duck
grand hoppelpoppel horde janggi kingofthehill kyotoshogi makpong makruk manchu minishogi minixiangqi placement
racingkings seirawan shako shatranj shogi shouse sittuyin spartan torishogi xiangqi""".split()


def say(*lines):
    """Writes lines at once."""
    print(*lines, sep="\n", flush=True)


def plant(fault):
    """Commits the fault instead of moving, if it does not move."""
    if fault == "crash":
        sys.exit()
    if fault in ("silent", "late"):
        time.sleep(1.2 if fault == "late" else 1000)


def main():
    """Answers until `quit`."""
    fault = sys.argv[1] if len(sys.argv) > 1 else ""
    variants = ["sittuyin"] if fault != "fairy" else list(FAIRY)
    game, moves = Game(), 0
    for line in sys.stdin:
        words = line.split()
        if words == ["uci"]:
            listed = " ".join(f"var {variant}" for variant in variants)
            say(f"id name fake {fault}", "id author the tests")
            say(f"option name UCI_Variant type combo default {variants[0]} {listed}")
            say("option name Hash type spin default 1 min 1 max 64", "uciok")
        elif words == ["isready"]:
            say("readyok")
        elif words[:3] == ["setoption", "name", "VariantPath"]:
            variants.append("fishnet-smoke")
        elif words == ["d"]:
            say("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        elif words[:1] == ["position"] and fault != "fairy":
            fen, _, played = line.removeprefix("position fen ").partition(" moves ")
            game = Game(START if words[1] == "startpos" else fen.strip(), played.split())
        elif words[:1] == ["go"]:
            moves += 1
            if moves == FAULT_AT:
                plant(fault)
            dice = random.Random(" ".join(game.moves))
            move = "e2e4" if fault == "fairy" else dice.choice(sorted(game.legal()))
            if fault == "illegal" and moves == FAULT_AT:
                move = "a1a8"
            say(f"info depth 1 score cp 0 nodes 1 time 0 pv {move}", f"bestmove {move}")
        elif words == ["quit"]:
            break


if __name__ == "__main__":
    main()
