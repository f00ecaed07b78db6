#!/usr/bin/env python3
"""Compares the engine with pyffish (Fairy-Stockfish) along random games.

In every position the legal moves, the FEN and the end of the game must be the same. Each reached
position is also given to the engine in the FEN dialects of other programs, which must read the same.
The games begin with the set-up, in thinned-out positions and in endings, so that promotions, bare
kings, counts, repetitions and all the draws occur. Exits with 1 and prints FEN, moves and both
answers at the first difference.
"""

import argparse
import collections
import functools
import itertools
import multiprocessing
import random
import re
import subprocess
import sys

import pyffish

VARIANT = "sittuyin"
SETUP = "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNNkfrrssnn] w - - 0 1"
# Every way a game can end; a run that does not meet them all has compared too little.
ENDS = ("checkmate", "stalemate", "promotion stalemate", "repetition", "50 moves", "counting")
# Plies of the limits of a count, and the most pieces of an ending beside the kings.
LIMITS = (32, 88, 128)
ENDING_PIECES = 7
# Games given to one engine process.
BATCH = 100

LISTED = re.compile(r"([a-h][1-8][a-h][1-8]f?|[KFSRN]@[a-h][1-8]): 1$")

Expected = collections.namedtuple("Expected", "moves fen outcome")


def board_text(board):
    """The first field of a FEN for a list of 64 letters, a8 first, '1' for an empty square."""
    ranks = ["".join(board[i : i + 8]) for i in range(0, 64, 8)]
    return re.sub("1+", lambda run: str(len(run[0])), "/".join(ranks))


def squares(fen):
    """The 64 letters of a FEN's board, a8 first."""
    board = fen.split("[")[0].replace("/", "")
    return list(re.sub("[2-8]", lambda digit: "1" * int(digit[0]), board))


def is_playable(fen):
    """Whether the kings are apart and the waiting one cannot be taken."""
    board = squares(fen)
    (rank, file), (other_rank, other_file) = (divmod(board.index(king), 8) for king in "Kk")
    if max(abs(file - other_file), abs(rank - other_rank)) == 1:
        return False
    waiting = fen.replace(" w ", " b ") if " w " in fen else fen.replace(" b ", " w ")
    return not pyffish.gives_check(VARIANT, waiting, [])


def scattered(dice, pieces, fixed=()):
    """A board with the pieces anywhere, but for those whose square is fixed."""
    board = ["1"] * 64
    for piece, square in fixed:
        board[square] = piece
    empty = [square for square in range(64) if board[square] == "1"]
    for piece, square in zip(pieces, dice.sample(empty, len(pieces))):
        board[square] = piece
    return board


def ending(dice):
    """A random ending; half of the time one side has a bare king, perhaps counted already."""
    pieces = dice.choices("PFSNR", k=dice.randrange(1, ENDING_PIECES))
    is_bare = dice.random() < 0.5
    pieces = [p if is_bare or dice.random() < 0.5 else p.lower() for p in pieces]
    board = scattered(dice, ["K", "k", *pieces])
    is_counted = is_bare and "P" not in pieces and dice.random() < 0.5
    limit = dice.choice(LIMITS) if is_counted else 0
    counters = f"{limit} {dice.randrange(limit)}" if limit else f"- {dice.randrange(100)}"
    fen = f"{board_text(board)}[] {dice.choice('wb')} - {counters} 60"
    return fen if dice.random() < 0.5 else colors_exchanged(fen)


def colors_exchanged(fen):
    """The position with all the pieces of the other colour, pawns left to walk the other way."""
    board, rest = fen.split(" ", 1)
    return f"{board.swapcase()} {rest}"


def cornered(dice):
    """A king in the corner among many enemies, near mate or stalemate; perhaps with a pawn that is
    stopped, so that only promotions are left to it, which it may decline (3.9 c.7)."""
    fixed = [("k", 0), ("K", dice.choice((2, 10, 17, 18)))]
    if dice.random() < 0.7:
        square = dice.randrange(24, 56)
        fixed += [("p", square), ("P", square + 8)]
    board = scattered(dice, dice.choices("RRNSF", k=dice.randrange(1, 4)), fixed)
    return f"{board_text(board)}[] {dice.choice('wb')} - - 0 60"


def thinned(dice):
    """A position after a random set-up, most pieces taken off."""
    moves = []
    for _ in range(16):
        moves.append(dice.choice(pyffish.legal_moves(VARIANT, SETUP, moves)))
    board = squares(pyffish.get_fen(VARIANT, SETUP, moves))
    board = [p if p in "Kk1" or dice.random() < 0.4 else "1" for p in board]
    return f"{board_text(board)}[] {dice.choice('wb')} - - {dice.randrange(90)} 60"


def start(dice):
    """The first position of a game, and how many plies to play from it."""
    while True:
        kind, plies = dice.choice(((ending, 60), (thinned, 60), (cornered, 3), (cornered, 3), (None, 80)))
        if kind is None:
            return SETUP, plies
        fen = kind(dice)
        if is_playable(fen):
            return fen, plies


def outcome(fen, moves, legal, side):
    """How the game stands for pyffish: 'play on', 'draw' or '... wins'."""
    if legal:
        is_drawn, _ = pyffish.is_optional_game_end(VARIANT, fen, moves)
        return "draw" if is_drawn else "play on"
    if pyffish.game_result(VARIANT, fen, moves) == 0:
        return "draw"
    return "black wins" if side == "w" else "white wins"


def choose(dice, moves, legal):
    """A random move; promotions, and returns to where the piece came from, are favoured."""
    promotions = [move for move in legal if move.endswith("f")]
    if promotions and dice.random() < 0.3:
        return dice.choice(promotions)
    if len(moves) >= 2 and dice.random() < 0.3:
        back = moves[-2][2:4] + moves[-2][:2]
        if back in legal:
            return back
    return dice.choice(legal)


def play(seed, number):
    """A random game: its first FEN, its moves, and what is expected before each move and at the end."""
    dice = random.Random(f"{seed} {number}")
    (fen, plies), moves, expected = start(dice), [], []
    while True:
        legal = pyffish.legal_moves(VARIANT, fen, moves)
        current = pyffish.get_fen(VARIANT, fen, moves)
        result = outcome(fen, moves, legal, current.split()[1])
        expected.append(Expected(set(legal), current, result))
        if result != "play on" or len(moves) == plies:
            is_over, _ = pyffish.is_immediate_game_end(VARIANT, fen, moves)
            assert not is_over, "this game has no immediate ends"
            return fen, moves, expected
        moves.append(choose(dice, moves, legal))


def dialects(fen):
    """The FEN as other programs write it, with the same meaning."""
    board, side, _, limit, count, number = fen.split()
    bare, hand = board[:-1].split("[")
    limit = limit.replace("-", "0")
    yield f"{bare}[{hand or '-'}] {side} - {limit} {count} {number}"
    yield f"{bare}[{hand[::-1]}] {side} - {limit} {count} {number}"
    yield f"{bare}/{hand} {side} - {limit} {count} {number}" if hand else f"{bare} {side} - {limit} {count} {number}"


def commands(games):
    """All the engine is asked about the games, as UCI."""
    for fen, moves, expected in games:
        for ply in range(len(expected)):
            yield f"position fen {fen} moves {' '.join(moves[:ply])}\ngo perft 1\nd\n"
        for dialect in dialects(expected[-1].fen):
            yield f"position fen {dialect}\nd\n"
    yield "quit\n"


def ask(engine, games):
    """The engine's answers to the commands, in order: moves, FEN and outcome."""
    run = subprocess.run([engine], input="".join(commands(games)), stdout=subprocess.PIPE, text=True, check=True)
    moves = set()
    for line in run.stdout.splitlines():
        if listed := LISTED.match(line):
            moves.add(listed[1])
        elif line.startswith("Fen: "):
            fen = line[5:]
        elif line.startswith("Outcome: "):
            yield Expected(moves, fen, line[9:])
            moves = set()


def difference(expected, answer):
    """What differs, or None."""
    if expected.moves != answer.moves:
        missing, extra = expected.moves - answer.moves, answer.moves - expected.moves
        return f"moves missing: {sorted(missing)}, moves too many: {sorted(extra)}"
    if expected.fen != answer.fen:
        return f"FEN {answer.fen}, expected {expected.fen}"
    if expected.outcome != re.sub(r" \(.*", "", answer.outcome):
        return f"outcome '{answer.outcome}', expected '{expected.outcome}'"
    return None


def report(fen, moves, fault):
    """Prints a difference and ends the run."""
    print(f"FEN    {fen}\nmoves  {' '.join(moves)}\nengine {fault}")
    sys.exit("the engine and pyffish differ")


def compare(engine, games, tally):
    """Compares a batch of games, counting what occurred."""
    answers = ask(engine, games)
    for fen, moves, expected in games:
        for ply, wanted in enumerate(expected):
            answer = next(answers, None) or report(fen, moves[:ply], "does not answer")
            if fault := difference(wanted, answer):
                report(fen, moves[:ply], fault)
            tally["positions"] += 1
            tally["promotions"] += any(move.endswith("f") for move in wanted.moves)
            tally["drops"] += any("@" in move for move in wanted.moves)
        tally[re.sub(r".*\(|\)", "", answer.outcome)] += 1
        for dialect in dialects(expected[-1].fen):
            answer = next(answers, None) or report(dialect, [], "does not answer")
            if answer.fen != expected[-1].fen:
                report(dialect, [], f"FEN {answer.fen}")
            tally["dialects"] += 1


def main():
    """Plays and compares until enough positions are done."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("engine", nargs="?", default="target/release/sitke", help="the engine to test (%(default)s)")
    parser.add_argument("--positions", type=int, default=20_000, help="compare at least so many positions (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games (%(default)s)")
    parser.add_argument("--jobs", type=int, help="processes that play the games (one a core)")
    arguments = parser.parse_args()

    tally = collections.Counter()
    with multiprocessing.Pool(arguments.jobs) as pool:
        for first in itertools.count(0, BATCH):
            games = pool.map(functools.partial(play, arguments.seed), range(first, first + BATCH), chunksize=1)
            compare(arguments.engine, games, tally)
            if sys.stderr.isatty():
                print(f"\r{tally['positions']} of {arguments.positions} positions", end="", file=sys.stderr)
            if tally["positions"] >= arguments.positions:
                break
    if sys.stderr.isatty():
        print(file=sys.stderr)

    print(", ".join(f"{count} {what}" for what, count in tally.most_common()))
    unseen = [end for end in ENDS if not tally[end]]
    if unseen:
        sys.exit(f"no game ended so: {', '.join(unseen)}")
    print(f"oracle: {tally['positions']} passed, 0 failed")


if __name__ == "__main__":
    main()
