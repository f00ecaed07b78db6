#!/usr/bin/env python3
"""Lets fairyfishnet, the analysis client of pychess.org, give Sittuyin to sitke and all else to
Fairy-Stockfish. It is the engine for fairyfishnet:

  [Fishnet]
  StockfishCommand = python3 pychess_bridge.py --sitke ./sitke --fairy-stockfish ./fairy-stockfish

fairyfishnet demands the options and variants of Fairy-Stockfish, so that is what `uci` is answered with.
Options go to both engines; the chosen variant says which of them gets everything else.
"""

import argparse
import shlex
import subprocess
import sys
import threading

from uci import find_sitke

SITTUYIN = "sittuyin"
# Answers of sitke to the handshake, which Fairy-Stockfish answers for both.
HANDSHAKE = ("id ", "option ", "uciok")
# Options that only one of them has: variants from files and other variants' networks.
FAIRY_ONLY = ("variantpath", "evalfile", "use nnue")


class Engine:
    """A running engine, whose lines are passed on."""

    def __init__(self, command, output, is_hidden=lambda line: False):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.is_hidden = is_hidden
        self.output = output
        threading.Thread(target=self.pass_on, daemon=True).start()

    def pass_on(self):
        """Passes whole lines on; an engine that ends, ends the bridge, so that the client starts anew."""
        for line in self.process.stdout:
            if not self.is_hidden(line.decode(errors="replace")):
                self.output(line)
        self.output(None)

    def send(self, line):
        """Sends a line; an engine that has ended is noticed where its output ends."""
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            pass


class Bridge:
    """Two engines that look like one."""

    def __init__(self, sitke, fairy):
        self.ended = threading.Event()
        self.writing = threading.Lock()
        self.sitke = Engine(sitke, self.write, lambda line: line.startswith(HANDSHAKE))
        self.fairy = Engine(fairy, self.write)
        self.active = self.fairy

    def write(self, line):
        """Writes a line of either engine; None when one has ended."""
        if line is None:
            self.ended.set()
            return
        with self.writing:
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()

    def handle(self, line):
        """Passes a command to whom it concerns."""
        words = line.lower().split()
        if words[:1] == ["setoption"]:
            name, _, value = " ".join(words[2:]).partition(" value ")
            if name == "uci_variant":
                self.active = self.sitke if value == SITTUYIN else self.fairy
                self.active.send(line)
            else:
                self.fairy.send(line)
                if name not in FAIRY_ONLY:
                    self.sitke.send(line)
        elif words[:1] in (["uci"], ["quit"]):
            self.sitke.send(line)
            self.fairy.send(line)
        else:
            self.active.send(line)

    def read(self):
        """Handles all commands until `quit` or the end of input."""
        sys.stdin.reconfigure(errors="replace")
        try:
            for line in sys.stdin:
                self.handle(line.strip())
                if line.strip() == "quit":
                    break
            self.handle("quit")
        finally:
            self.ended.set()


def main():
    """Runs until either side ends."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sitke", default=find_sitke(), metavar="COMMAND", help="plays Sittuyin (%(default)s)")
    parser.add_argument("--fairy-stockfish", required=True, metavar="COMMAND", help="plays all other variants")
    arguments = parser.parse_args()
    try:
        bridge = Bridge(arguments.sitke, arguments.fairy_stockfish)
    except OSError as error:
        sys.exit(f"error: cannot start an engine: {error}")
    threading.Thread(target=bridge.read, daemon=True).start()
    bridge.ended.wait()
    for engine in (bridge.sitke, bridge.fairy):
        try:
            engine.process.stdin.close()
            engine.process.wait(2)
        except (OSError, subprocess.TimeoutExpired):
            engine.process.kill()


if __name__ == "__main__":
    main()
