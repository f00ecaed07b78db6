"""A game of Sittuyin, refereed by pyffish (Fairy-Stockfish), which shares no code with sitke."""

import itertools
import re

import pyffish

VARIANT = "sittuyin"
START = "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNNkfrrssnn] w - - 0 1"

# A side that cannot win has at most so many moves: a king's and a knight's. Each question costs pyffish
# milliseconds, so this one is asked late.
FEW_MOVES = 16

SAN = re.compile(r"([KFSNR]?)([a-h]?)([1-8]?)[x-]?([a-h][1-8])(=?[Ff])?$")


class BadMove(ValueError):
    """The text names no legal move, or more than one."""


def read_position(line):
    """The FEN of an EPD or FEN line, all six fields.

    Raises ValueError if it is none.
    """
    fields = line.split(";")[0].split() or [""]
    # FEN has two counters where EPD has operations.
    fields[4:] = itertools.takewhile(str.isdecimal, fields[4:6])
    fen = " ".join([*fields, *START.split()[len(fields) :]]).replace("[-]", "[]")
    if pyffish.validate_fen(fen, VARIANT) != pyffish.FEN_OK:
        raise ValueError(f"not a position: {line}")
    return fen


def read_positions(path):
    """The positions of an EPD file; empty lines and lines that begin with # are skipped."""
    with open(path, encoding="utf-8-sig") as lines:
        return [read_position(line) for line in map(str.strip, lines) if line and not line.startswith("#")]


class Game:
    """A first position and the moves since, in coordinates."""

    def __init__(self, fen=START, moves=()):
        self.start = fen
        self.moves = list(moves)

    def __len__(self):
        return len(self.moves)

    @property
    def is_whites_turn(self):
        """Whether White is to move."""
        return (self.start.split()[1] == "w") == (len(self.moves) % 2 == 0)

    def numbers(self):
        """What stands before each move in a record: `7.` before White's, `7...` before Black's."""
        _, color, *_, first = self.start.split()
        for ply in range(color == "b", len(self) + (color == "b")):
            yield f"{max(int(first), 1) + ply // 2}{'...' if ply % 2 else '.'}"

    def legal(self):
        """The legal moves."""
        return pyffish.legal_moves(VARIANT, self.start, self.moves)

    def fen(self):
        """The current position."""
        return pyffish.get_fen(VARIANT, self.start, self.moves)

    def san(self):
        """All moves in algebraic notation."""
        return pyffish.get_san_moves(VARIANT, self.start, self.moves)

    def outcome(self, legal):
        """How the game has ended, as result and reason, or None; `legal` are the legal moves."""
        if not legal:
            if pyffish.game_result(VARIANT, self.start, self.moves) == 0:
                return "1/2-1/2", "stalemate"
            return ("0-1", "Black mates") if self.is_whites_turn else ("1-0", "White mates")
        if pyffish.is_optional_game_end(VARIANT, self.start, self.moves)[0]:
            return "1/2-1/2", "draw by repetition, fifty moves or count"
        if len(legal) <= FEW_MOVES and all(pyffish.has_insufficient_material(VARIANT, self.start, self.moves)):
            return "1/2-1/2", "insufficient material"
        return None

    def play(self, text):
        """Plays a move in coordinates or algebraic notation, Cute Chess's too: a promotion may leave out
        where the pawn comes from.

        Raises BadMove.
        """
        self.moves.append(self.read(text))

    def read(self, text):
        """The legal move that `text` names, in coordinates. Raises BadMove."""
        legal = self.legal()
        bare = text.rstrip("+#!?")
        if bare in legal:
            return bare
        if named := SAN.match(bare):
            role, file, rank, to, promotion = named.groups()
            pieces = squares(self.fen())
            fitting = [
                move
                for move in legal
                if "@" not in move
                and pieces[move[:2]].upper() == (role or "P")
                and move[0].startswith(file)
                and move[1].startswith(rank)
                and move[2:4] == to
                and (len(move) == 5) == bool(promotion)
            ]
            in_place = f"{to}{to}f"
            if in_place in fitting and not file:
                return in_place
            if len(fitting) == 1:
                return fitting[0]
        raise BadMove(f"ply {len(self.moves) + 1}: '{text}' is not a legal move")


def squares(fen):
    """The piece letter of each occupied square of a FEN."""
    ranks = fen.split("[")[0].split()[0].split("/")
    pieces = {}
    for rank, row in zip("87654321", ranks):
        letters = re.sub(r"\d", lambda digit: " " * int(digit[0]), row.replace("~", ""))
        pieces.update((file + rank, letter) for file, letter in zip("abcdefgh", letters) if letter != " ")
    return pieces
