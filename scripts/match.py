#!/usr/bin/env python3
"""Plays games between two UCI engines, with pyffish as an arbiter that shares no code with sitke.

Each opening is played twice with colours reversed. Settings are words as cutechess-cli has them:

  match.py --engine cmd=target/release/sitke name=new --engine cmd=./old name=old
           --each tc=10+0.1 option.Hash=16 --openings book.epd --games 200 --pgn games.pgn

cmd, name, option.NAME; the control of each move: tc=[MOVES/]SECONDS[+INCREMENT], movetime=MILLISECONDS,
nodes=N, depth=N; margin=MILLISECONDS, by which a clock may be exceeded. A match whose PGN exists goes on
where it stopped. Exits with 1 if an engine lost a game by an illegal move, its clock, a crash or silence.
"""

import argparse
import collections
import datetime
import multiprocessing
import os
import random
import shlex
import signal
import sys

import elo
import pgn
import referee
from game import START, Game, read_positions
from uci import Engine, EngineError

# What the tag Termination says of games that were not played to their end.
FAULTS = {"rules infraction": "illegal moves", "time forfeit": "losses on time", "abandoned": "crashes or silence"}
HALF_POINTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}

Task = collections.namedtuple("Task", "number opening players limits")
Played = collections.namedtuple("Played", "number tags result text")


def play(task):
    """Plays a game."""
    game = Game(task.opening)
    white, black = task.players
    started = datetime.datetime.now(datetime.timezone.utc)
    comments = {}
    ending = referee.play(game, white, black, task.limits, comments)
    comments[len(game) + 1] = pgn.comment(ending.reason)
    tags = {
        "Event": f"{white.name} and {black.name}",
        "Date": started.strftime("%Y.%m.%d"),
        "Round": round_of(task.number),
        **settings(task),
        "PlyCount": len(game),
        "Termination": ending.termination,
    }
    return Played(task.number, tags, ending.result, pgn.write(tags, game, ending.result, comments))


def settings(task):
    """The tags by which a game is known as one of this match."""
    white, black = task.players
    limits = [f"{name} {value}" for name, value in task.limits._asdict().items() if value]
    return {
        "White": white.name,
        "Black": black.name,
        "WhiteControl": white.settings(),
        "BlackControl": black.settings(),
        "Adjudication": ", ".join(limits) or "none",
        "FEN": task.opening,
    }


def round_of(number):
    """The tag Round of a game: pair and game in the pair, from 1."""
    return f"{number // 2 + 1}.{number % 2 + 1}"


class Table:
    """The results so far, seen by the first engine."""

    def __init__(self, players, sprt):
        self.players = players
        self.sprt = sprt
        self.points = {}
        self.faults = collections.Counter()

    def add(self, number, tags, result):
        """Counts a game."""
        points = HALF_POINTS[result]
        self.points[number] = points if number % 2 == 0 else 2 - points
        if fault := FAULTS.get(tags.get("Termination")):
            self.faults[tags["White" if result == "0-1" else "Black"], fault] += 1

    def pairs(self):
        """The pairs by the first engine's half points, 0 to 4."""
        pairs = [0] * 5
        for number in self.points:
            if number % 2 == 0 and number + 1 in self.points:
                pairs[self.points[number] + self.points[number + 1]] += 1
        return pairs

    def verdict(self):
        """What the sequential test says: the accepted hypothesis, or None while it goes on."""
        if not self.sprt:
            return None
        low, high = elo.bounds(0.05, 0.05)
        ratio = elo.llr(self.pairs(), *self.sprt)
        return "H0" if ratio <= low else "H1" if ratio >= high else None

    def line(self):
        """All in one line."""
        count = collections.Counter(self.points.values())
        words = [f"{len(self.points)} games, {self.players[0].name}: +{count[2]} -{count[0]} ={count[1]}"]
        pairs = self.pairs()
        words.append(f"pairs {pairs}")
        if estimate := elo.estimate(pairs):
            words.append(f"Elo {estimate.elo:+.0f} ± {estimate.error:.0f}")
        if self.sprt:
            low, high = elo.bounds(0.05, 0.05)
            words.append(f"LLR {elo.llr(pairs, *self.sprt):.2f} ({low:.2f}, {high:.2f})")
        return ", ".join(words)


def read_player(words, common):
    """The player of `key=value` words. Raises ValueError."""
    settings = {"options": {}}
    for word in [*common, *words]:
        key, sign, value = word.partition("=")
        if not sign:
            raise ValueError(f"'{word}' is not of the form key=value")
        if key.startswith("option."):
            settings["options"][key.removeprefix("option.")] = value
        elif key in ("cmd", "name", "tc"):
            settings[key] = value
        elif key in ("movetime", "nodes", "depth", "margin"):
            settings[key] = int(value)
        else:
            raise ValueError(f"there is no setting '{key}'")
    words = shlex.split(settings.get("cmd", ""))
    if not words:
        raise ValueError("an engine needs cmd=COMMAND")
    player = referee.Player(**settings)
    player.name = player.name or os.path.basename(words[0])
    return player


def tasks(players, openings, games, limits):
    """All games of the match in order."""
    for number in range(games):
        opening = openings[number // 2 % len(openings)]
        yield Task(number, opening, players if number % 2 == 0 else players[::-1], limits)


def take_up(path, table, games):
    """Counts the games that the file already has, and returns their numbers. Raises ValueError if they
    are not of this match."""
    if not path or not os.path.exists(path):
        return set()
    rounds = {round_of(task.number): task for task in games}
    with open(path, encoding="utf-8") as text:
        for tags, result in pgn.read_tags(text.read()):
            task = rounds.get(tags.get("Round"))
            if result == "*":
                continue  # it was cut off, and is played again
            if task is None:
                raise ValueError(f"{path} has round {tags.get('Round')}, which is not among {len(games)} games")
            for name, value in settings(task).items():
                if tags.get(name) != value:
                    raise ValueError(f"{path} has another match: {name} is '{tags.get(name)}', not '{value}'")
            table.add(task.number, tags, result)
    return set(table.points)


def leave_signals():
    """Lets the main process alone be interrupted; it ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def run(games, table, arguments):
    """Plays what is left to play, until the sequential test has decided."""
    done = take_up(arguments.pgn, table, games)
    if done:
        print(f"goes on after {table.line()}")
    left = [] if table.verdict() else [task for task in games if task.number not in done]
    # An engine that never starts is a mistake of the user's; one that fails to start later loses.
    for player in table.players if left else ():
        Engine(player.cmd, player.options).close()
    with (
        open(arguments.pgn or os.devnull, "a", encoding="utf-8") as file,
        multiprocessing.Pool(arguments.concurrency, leave_signals) as pool,
    ):
        for played in pool.imap_unordered(play, left):
            file.write("\n" + played.text)
            file.flush()
            table.add(played.number, played.tags, played.result)
            if played.tags["Termination"] in FAULTS:
                print(f"\n{round_of(played.number)}: {played.text.strip().splitlines()[-1]}")
            if sys.stderr.isatty():
                print(f"\r\033[K{table.line()}", end="", flush=True, file=sys.stderr)
            elif len(table.points) % arguments.report == 0:
                print(table.line(), flush=True)
            if table.verdict():
                break
    if sys.stderr.isatty():
        print(file=sys.stderr)


def positive(text):
    """A number of the command line that is at least 1."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def parse():
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", nargs="+", action="append", required=True, metavar="KEY=VALUE", help="a player; give two")
    parser.add_argument("--each", nargs="+", default=[], metavar="KEY=VALUE", help="settings of both")
    parser.add_argument("--openings", metavar="EPD", help="first positions (the start of the game)")
    parser.add_argument("--games", type=positive, default=100, help="games to play (%(default)s)")
    parser.add_argument("--concurrency", type=positive, default=1, help="games at a time (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the order of the openings (%(default)s)")
    parser.add_argument("--pgn", metavar="FILE", help="where the games are kept, and read to go on")
    parser.add_argument("--sprt", nargs=2, type=float, metavar=("ELO0", "ELO1"), help="stop when one of both is refuted at 5 %%")
    parser.add_argument("--resign", nargs=2, type=positive, metavar=("MOVES", "CP"), help="who is so far behind in so many moves loses")
    parser.add_argument("--draw", nargs=3, type=int, metavar=("FIRST", "MOVES", "CP"), help="level scores from move FIRST on draw")
    parser.add_argument("--max-moves", type=int, default=0, help="longer games are drawn")
    parser.add_argument("--report", type=positive, default=10, help="games between reports that are no terminal's (%(default)s)")
    arguments = parser.parse_args()
    try:
        if len(arguments.engine) != 2:
            raise ValueError("a match needs two engines")
        players = [read_player(words, arguments.each) for words in arguments.engine]
        if players[0].name == players[1].name:
            raise ValueError("the engines need different names")
        openings = read_positions(arguments.openings) if arguments.openings else [START]
        if not openings:
            raise ValueError(f"{arguments.openings} has no positions")
    except (ValueError, OSError) as error:
        parser.error(str(error))
    random.Random(arguments.seed).shuffle(openings)
    return arguments, players, openings


def main():
    """Plays the match."""
    arguments, players, openings = parse()
    limits = referee.Limits(arguments.resign, arguments.draw, arguments.max_moves)
    games = list(tasks(players, openings, arguments.games, limits))
    table = Table(players, arguments.sprt)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        run(games, table, arguments)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on")
    except (EngineError, OSError, ValueError) as error:
        sys.exit(f"error: {error}")
    print(table.line())
    if verdict := table.verdict():
        print(f"{verdict} is accepted: {arguments.sprt[verdict == 'H1']:+g} Elo rather than {arguments.sprt[verdict == 'H0']:+g}")
    for (name, fault), count in table.faults.items():
        print(f"{name}: {count} {fault}")
    sys.exit(1 if table.faults else 0)


if __name__ == "__main__":
    main()
