#!/usr/bin/env python3
"""Compares the legal moves of the rule sets with pyffish (Fairy-Stockfish) in random positions.

Mini Burmese Chess is described to pyffish as a custom variant and must agree completely, as must the
rule sets that share the default's moves. The historical rule sets promote in ways that pyffish cannot
be told; of them everything but the promotions must agree, in positions where no move stalemates.
Exits with 1 at the first difference.
"""

import argparse
import random
import re
import subprocess
import sys

import pyffish

VARIANTS = """
[mini-burmese:chess]
castling = false
doubleStep = false
enPassantRegion = -
queen = -
customPiece1 = q:R3B3
customPiece2 = g:mWDA
pieceDrops = true
mustDrop = true
dropRegionWhite = *1 *2 *3
dropRegionBlack = *8 *7 *6
promotionRegionWhite = *7
promotionRegionBlack = *2
promotionPieceTypes = qrbng
stalemateValue = loss
startFen = ***2***/*6*/*3ppp*/*ppp3*/*3PPP*/*PPP3*/*6*/***2***[KQRBNGkqrbng] w - - 0 1

[no-promotion:sittuyin]
sittuyinPromotion = false
promotionPieceTypes = -
promotedPieceType = -
mandatoryPawnPromotion = false

[no-promotion-free-rooks:no-promotion]
sittuyinRookDrop = false
"""
# The rule set, the variant of pyffish, whether promotions and whether the set-up are compared.
PAIRS = (
    ("sittuyin", "sittuyin", True, True),
    ("sittuyin-cutechess", "sittuyin", True, True),
    ("sittuyin-federation", "sittuyin", True, True),
    ("mini-burmese", "mini-burmese", True, True),
    ("sittuyin-winther", "no-promotion", False, False),
    ("sittuyin-winther-enter", "no-promotion", False, False),
    ("sittuyin-winther-federation", "no-promotion", False, True),
    ("sittuyin-chesmayne", "no-promotion", False, False),
    ("sittuyin-friedlander", "no-promotion-free-rooks", False, True),
    ("sittuyin-wikipedia", "no-promotion", False, False),
    ("sittuyin-murray", "no-promotion", False, False),
)
MINI = "***2***/*6*/*3ppp*/*ppp3*/*3PPP*/*PPP3*/*6*/***2***"
SITTUYIN = "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8"
LISTED = re.compile(r"(\S+): 1$")


def squares(board):
    """The 64 letters of a FEN's board, a8 first; '1' is an empty square, '*' none."""
    return list(re.sub("[2-8]", lambda digit: "1" * int(digit[0]), board.replace("/", "")))


def board_text(board):
    """The board of a FEN for 64 letters."""
    ranks = ["".join(board[i : i + 8]) for i in range(0, 64, 8)]
    return re.sub("1+", lambda run: str(len(run[0])), "/".join(ranks))


def setup_position(dice, is_mini):
    """The start with some pieces placed, as many on both sides."""
    board = squares(MINI if is_mini else SITTUYIN)
    pieces = dice.sample("KQRBNG" if is_mini else "KFRRSSNN", 6 if is_mini else 8)
    placed = dice.randrange(len(pieces))
    for piece in pieces[:placed]:
        for letter, ranks in ((piece, (5, 6, 7)), (piece.lower(), (0, 1, 2))):
            first = {"R": 7, "r": 0}.get(letter)
            rows = ranks if is_mini or first is None else (first,)
            empty = [row * 8 + file for row in rows for file in range(8) if board[row * 8 + file] == "1"]
            board[dice.choice(empty)] = letter
    rest = "".join(pieces[placed:])
    return f"{board_text(board)}[{rest}{rest.lower()}] {dice.choice('wb')} - - 0 5"


def thin_position(dice, is_mini):
    """Kings and up to eleven other pieces anywhere; pawns not where they cannot stand."""
    board = [letter if letter == "*" else "1" for letter in squares(MINI if is_mini else SITTUYIN)]
    letters = "PPQRBNG" if is_mini else "PPPFSNR"
    pieces = ["K", "k"] + [dice.choice(letters + letters.lower()) for _ in range(dice.randrange(12))]
    for piece in pieces:
        rows = range(8)
        if is_mini and piece in "Pp":
            rows = range(2, 7) if piece == "P" else range(1, 6)
        empty = [row * 8 + file for row in rows for file in range(8) if board[row * 8 + file] == "1"]
        board[dice.choice(empty)] = piece
    return f"{board_text(board)}[] {dice.choice('wb')} - - 0 60"


def is_playable(variant, fen):
    """Whether the kings are apart and the waiting one cannot be taken."""
    board = squares(fen.split("[")[0])
    if "K" in board and "k" in board:
        (rank, file), (other_rank, other_file) = (divmod(board.index(king), 8) for king in "Kk")
        if max(abs(file - other_file), abs(rank - other_rank)) <= 1:
            return False
    turned = fen.replace(" w ", " b ") if " w " in fen else fen.replace(" b ", " w ")
    return not pyffish.gives_check(variant, turned, [])


def stalemates(variant, fen, move):
    """Whether a move leaves the other side without a move, not in check."""
    return not pyffish.legal_moves(variant, fen, [move]) and not pyffish.gives_check(variant, fen, [move])


def positions(dice, rules, variant, with_promotions, with_setup, count):
    """Random positions in which the two can be compared, with the moves of pyffish."""
    is_mini = variant == "mini-burmese"
    while count:
        is_setup = with_setup and dice.random() < 0.3
        fen = (setup_position if is_setup else thin_position)(dice, is_mini)
        if not is_playable(variant, fen):
            continue
        moves = pyffish.legal_moves(variant, fen, [])
        if not with_promotions and not is_setup and (not moves or any(stalemates(variant, fen, m) for m in moves)):
            continue
        yield fen, set(moves)
        count -= 1


def ask(engine, rules, fens):
    """The engine's legal moves in every position."""
    commands = [f"setoption name UCI_Variant value {rules}"]
    for fen in fens:
        commands += [f"position fen {fen}", "go perft 1"]
    text = "\n".join(commands + ["quit", ""])
    run = subprocess.run([engine], input=text, stdout=subprocess.PIPE, text=True, check=True)
    moves = set()
    for line in run.stdout.splitlines():
        if "ERROR" in line:
            sys.exit(line)
        if listed := LISTED.match(line):
            moves.add(listed[1])
        elif line.startswith("Nodes searched"):
            yield moves
            moves = set()


def main():
    """Compares every pair."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("engine", nargs="?", default="target/release/sitke", help="the engine to test (%(default)s)")
    parser.add_argument("--positions", type=int, default=5_000, help="of each rule set (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the positions (%(default)s)")
    arguments = parser.parse_args()
    pyffish.load_variant_config(VARIANTS)
    for rules, variant, with_promotions, with_setup in PAIRS:
        dice = random.Random(f"{arguments.seed} {rules}")
        wanted = list(positions(dice, rules, variant, with_promotions, with_setup, arguments.positions))
        answers = ask(arguments.engine, rules, [fen for fen, _ in wanted])
        promoting = 0
        for fen, expected in wanted:
            found = next(answers)
            promoting += any(re.fullmatch("([a-h][1-8]){2}[a-z]", move) for move in found)
            if not with_promotions:
                found = {move for move in found if "," not in move and len(move) == 4}
            if found != expected:
                print(f"{rules}: {fen}\nmissing {sorted(expected - found)}, too many {sorted(found - expected)}")
                sys.exit("the engine and pyffish differ")
        what = "all moves" if with_promotions else "all moves but promotions"
        print(f"{rules}: {len(wanted)} positions, {what}; promotions possible in {promoting}")


if __name__ == "__main__":
    main()
