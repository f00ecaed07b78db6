"""Engines as processes that speak the Universal Chess Interface."""

import collections
import pathlib
import queue
import shlex
import subprocess
import threading
import time

# Seconds in which an engine must answer `uci`, `isready` and `quit`.
START = 30
READY = 30
QUIT = 2

Score = collections.namedtuple("Score", "kind value")  # kind is "cp" or "mate", seen by the side to move
Answer = collections.namedtuple("Answer", "move seconds info")


class EngineError(Exception):
    """The engine cannot be used: it does not start, has ended, or does not answer."""


class Silent(EngineError):
    """The engine does not answer in time."""


def find_sitke():
    """The command of sitke: as built, as it lies in a release, or as the system finds it."""
    root = pathlib.Path(__file__).resolve().parent.parent
    found = (path for path in (root / "target/release/sitke", root / "sitke") if path.is_file())
    return shlex.quote(str(next(found, "sitke")))


class Engine:
    """A running engine. Use it in a `with` statement, which ends it."""

    def __init__(self, command, options=None, variant="sittuyin"):
        self.command = command
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise EngineError(f"cannot start '{command}': {error.strerror}") from error
        self.lines = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self._shake_hands(options or {}, variant)
        except EngineError:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put((time.perf_counter(), line.decode(errors="replace").strip()))
        self.lines.put((time.perf_counter(), None))

    def _shake_hands(self, options, variant):
        self.send("uci")
        offered = {}
        while (line := self.receive(START)[1]) != "uciok":
            if line.startswith("option name "):
                offered[line[12:].split(" type ")[0].lower()] = line
        self.offered = offered
        variants = offered.get("uci_variant", "").split()
        if variants and variant not in variants:
            raise EngineError(f"'{self.command}' does not know the variant {variant}")
        if variants:
            self.send(f"setoption name UCI_Variant value {variant}")
        for name, value in options.items():
            if name.lower() not in offered:
                raise EngineError(f"'{self.command}' has no option '{name}'")
            self.send(f"setoption name {name} value {value}")
        self.new_game()

    def send(self, line):
        """Sends a command."""
        try:
            self.process.stdin.write(f"{line}\n".encode())
            self.process.stdin.flush()
        except OSError as error:
            raise EngineError(f"'{self.command}' has ended") from error

    def receive(self, seconds):
        """The next line and when it came. Raises Silent if none comes in time."""
        try:
            stamp, line = self.lines.get(timeout=max(seconds, 0.001))
        except queue.Empty:
            raise Silent(f"'{self.command}' does not answer") from None
        if line is None:
            raise EngineError(f"'{self.command}' has ended")
        return stamp, line

    def wait(self):
        """Waits until the engine has done what it was asked."""
        self.send("isready")
        while self.receive(READY)[1] != "readyok":
            pass

    def new_game(self):
        """Lets the engine forget what it has searched."""
        self.send("ucinewgame")
        self.wait()

    def search(self, game, limits, patience):
        """Searches the position of `game` within `limits`, the words after `go`.

        Raises Silent if there is no answer after `patience` seconds, EngineError if the engine has ended.
        """
        self.send(f"position fen {game.start} moves {' '.join(game.moves)}".removesuffix(" moves "))
        self.wait()
        started = time.perf_counter()
        self.send(f"go {limits}")
        info = {}
        while True:
            stamp, line = self.receive(started + patience - time.perf_counter())
            words = line.split()
            if words[:1] == ["info"]:
                told = read_info(words)
                # A bound only says something new of another move.
                if told and (told["exact"] or told["pv"][:1] != info.get("pv", [])[:1]):
                    info = told
            elif words[:1] == ["bestmove"]:
                return Answer((words + ["(none)"])[1], stamp - started, info)

    def close(self):
        """Ends the engine."""
        try:
            self.send("quit")
            self.process.wait(QUIT)
        except (EngineError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


def read_info(words):
    """Score and whether it is exact, depth, nodes, chances and best line of an `info` line; None if it has no
    score of the best line."""
    if "score" not in words or "string" in words:
        return None
    after = {name: words[place + 1 :] for place, name in enumerate(words)}
    try:
        if after.get("multipv", ["1"])[0] != "1":
            return None
        kind, value = after["score"][:2]
        return {
            "score": Score(kind, int(value)),
            "exact": not {"lowerbound", "upperbound"} & set(words),
            "depth": int(after.get("depth", ["0"])[0]),
            "nodes": int(after.get("nodes", ["0"])[0]),
            "wdl": [int(word) for word in after.get("wdl", [])[:3]],
            "pv": after.get("pv", []),
        }
    except (ValueError, IndexError):
        return None
