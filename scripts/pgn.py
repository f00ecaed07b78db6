"""Games as text: portable game notation."""

import collections
import re

from game import START, VARIANT, Game, read_position

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")

# How a file of `sitke play` begins.
SAVED = "sitke game 1\n"

TAG = re.compile(r'^\s*\[(\w+)\s+"((?:\\.|[^"\\])*)"\]\s*$', re.MULTILINE)
# What stands between moves: comments, annotation glyphs, move numbers, dots.
NOISE = re.compile(r"\{[^}]*\}|;[^\n]*|\$\d+|\b\d+\.+(?=\s|\S)|\.\.\.")
VARIATION = re.compile(r"\([^()]*\)")

Record = collections.namedtuple("Record", "tags game result")


def read_all(text):
    """The games of a PGN file, or the one of a bare list of moves or a file that `sitke play` saved. A last
    game that was cut off before its result has the result '*'.

    Raises ValueError if a move or position is bad.
    """
    if text.startswith(SAVED):
        yield read_saved(text)
        return
    for tags, moves in sections(text):
        words, result = read_words(moves)
        yield Record(tags, replay(tags.get("FEN"), words), result)


def read_saved(text):
    """The game of a file that `sitke play` saved.

    Raises ValueError if it has other rules, or a bad move or position.
    """
    head, _, moves = text.partition("\nmoves:\n")
    settings = dict(line.split(": ", 1) for line in head.splitlines()[1:] if ": " in line)
    if settings.get("rules") != VARIANT or "house rules" in settings:
        raise ValueError(f"only games by the rules of '{VARIANT}' can be read")
    return Record({}, replay(settings.get("start"), moves.split()), "*")


def replay(fen, words):
    """The game of `words` from a position, or from the start without one.

    Raises ValueError if a move or the position is bad.
    """
    game = Game(read_position(fen) if fen else START)
    for word in words:
        game.play(word)
    return game


def read_tags(text):
    """Tags and result of each game, without its moves."""
    for tags, moves in sections(text):
        yield tags, read_words(moves)[1]


def sections(text):
    """Tags and text of the moves of each game."""
    tags, end = {}, 0
    for tag in TAG.finditer(text):
        moves = text[end : tag.start()].strip()
        if moves:
            yield tags, moves
            tags = {}
        tags[tag[1]] = tag[2].replace('\\"', '"').replace("\\\\", "\\")
        end = tag.end()
    if tags or text[end:].strip():
        yield tags, text[end:]


def read_words(moves):
    """The words that are moves, and the result."""
    moves = NOISE.sub(" ", moves)
    while VARIATION.search(moves):
        moves = VARIATION.sub(" ", moves)
    words = moves.split()
    result = words.pop() if words and words[-1] in RESULTS else "*"
    return words, result


def write(tags, game, result, comments=None):
    """A game as PGN. `comments` has text for some plies; what stands under the number of plies plus one
    comes at the end."""
    comments = comments or {}
    tags = {
        "Event": "?",
        "Site": "?",
        "Date": "????.??.??",
        "Round": "?",
        "White": "?",
        "Black": "?",
        "Result": result,
        **tags,
        "Variant": VARIANT,
        "SetUp": "1",
        "FEN": game.start,
    }
    escaped = {name: str(value).replace("\\", "\\\\").replace('"', '\\"') for name, value in tags.items()}
    lines = [f'[{name} "{value}"]' for name, value in escaped.items()]
    words = []
    for ply, (number, san) in enumerate(zip(game.numbers(), game.san()), 1):
        if ply == 1 or not number.endswith("..."):
            words.append(number)
        words.append(san)
        if ply in comments:
            words.append(comments[ply])
    words += [comments[len(game) + 1]] if len(game) + 1 in comments else []
    words.append(result)
    return "\n".join(lines) + f"\n\n{wrapped(words)}\n\n"


def wrapped(words):
    """The words in lines of 80 letters; comments stay whole."""
    text, room = "", 80
    for word in words:
        if len(word) >= room:
            text, room = f"{text}\n", 80
        text += f" {word}" if room < 80 else word
        room -= len(word) + 1
    return text


def comment(text):
    """A comment for `write`."""
    return "{" + text.replace("{", "(").replace("}", ")") + "}"
