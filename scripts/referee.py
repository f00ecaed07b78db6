"""One game between two engines: clocks, legality, and how it ends."""

import collections
import contextlib
import dataclasses
import re

import pgn
from uci import Engine, EngineError, Silent

# Seconds that an engine without a clock may think.
PATIENCE = 120
CLOCK = re.compile(r"(?:(\d+)/)?(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?$")

Ending = collections.namedtuple("Ending", "result termination reason")  # termination as PGN names it
# When games end early: `resign` is (moves, centipawns), `draw` is (first move, moves, centipawns).
Limits = collections.namedtuple("Limits", "resign draw max_moves", defaults=(None, None, 0))


@dataclasses.dataclass
class Player:
    """An engine with its settings."""

    cmd: str
    name: str = ""
    options: dict = dataclasses.field(default_factory=dict)
    tc: str = ""
    movetime: int = 0
    nodes: int = 0
    depth: int = 0
    margin: int = 20

    def __post_init__(self):
        if self.tc and not CLOCK.match(self.tc):
            raise ValueError(f"'{self.tc}' is not of the form [MOVES/]SECONDS[+INCREMENT]")
        if min(self.movetime, self.nodes, self.depth, self.margin) < 0:
            raise ValueError("movetime, nodes, depth and margin cannot be negative")
        if not self.control():
            raise ValueError("an engine needs one of tc, movetime, nodes and depth")

    def control(self):
        """What limits its moves, in a word."""
        limits = [f"{name}={value}" for name in ("movetime", "nodes", "depth") if (value := getattr(self, name))]
        return ",".join([self.tc] * bool(self.tc) + limits)

    def settings(self):
        """Its control and options, as a tag keeps them: 10+0.1 Hash=16."""
        return " ".join([self.control(), *(f"{name}={value}" for name, value in sorted(self.options.items()))])


class Clock:
    """The time that a player has left, in seconds."""

    def __init__(self, player):
        self.player = player
        moves, seconds, increment = CLOCK.match(player.tc).groups() if player.tc else (0, 0, 0)
        self.moves, self.base, self.increment = int(moves or 0), float(seconds), float(increment or 0)
        self.left, self.played = self.base, 0

    def limit(self):
        """Seconds that the next move may take at most; None without a clock."""
        if self.player.tc:
            return self.left
        return self.player.movetime / 1000 or None

    def punch(self, seconds):
        """Takes the time of a move off. False if it was too long."""
        limit = self.limit()
        if limit is not None and seconds > limit + self.player.margin / 1000:
            return False
        self.played += 1
        self.left = max(self.left - seconds, 0) + self.increment
        if self.moves and self.played % self.moves == 0:
            self.left += self.base
        return True


def go_words(player, clocks):
    """The words after `go` for `player`; `clocks` are White's and Black's."""
    words = []
    if player.tc:
        for color, clock in zip("wb", clocks):
            words += [f"{color}time {clock.left * 1000:.0f}", f"{color}inc {clock.increment * 1000:.0f}"]
        mine = next(clock for clock in clocks if clock.player is player)
        if mine.moves:
            words.append(f"movestogo {mine.moves - mine.played % mine.moves}")
    words += [f"{name} {value}" for name in ("movetime", "nodes", "depth") if (value := getattr(player, name))]
    return " ".join(words)


class Adjudicator:
    """Ends games early whose result the engines' scores foretell."""

    def __init__(self, limits):
        self.limits = limits
        self.scores = []

    def verdict(self, score, is_white):
        """The ending after a move with `score` from the mover's side; None to play on."""
        self.scores.append(centipawns(score))
        plies = len(self.scores)
        if self.limits.resign:
            moves, most = self.limits.resign
            own = self.scores[::-2][:moves]
            if len(own) == moves and all(value is not None and value <= -most for value in own):
                return Ending("0-1" if is_white else "1-0", "adjudication", "resignation")
        if self.limits.draw:
            first, moves, most = self.limits.draw
            last = self.scores[-2 * moves :]
            if plies >= 2 * max(first, moves) and all(value is not None and abs(value) <= most for value in last):
                return Ending("1/2-1/2", "adjudication", "level scores")
        if self.limits.max_moves and plies >= 2 * self.limits.max_moves:
            return Ending("1/2-1/2", "adjudication", "too many moves")
        return None


def centipawns(score):
    """A score as a number, mates far out; None without a score."""
    if score is None or score.kind == "cp":
        return score and score.value
    return 100_000 if score.value > 0 else -100_000


def play(game, white, black, limits, comments):
    """Plays `game` to its ending; what the engines say of their moves goes to `comments`."""
    adjudicator = Adjudicator(limits)
    clocks = (Clock(white), Clock(black))
    engines = []
    with contextlib.ExitStack() as running:
        for player, loss in ((white, "0-1"), (black, "1-0")):
            try:
                engines.append(running.enter_context(Engine(player.cmd, player.options)))
            except EngineError as error:
                return Ending(loss, "abandoned", f"{player.name}: {error}")
        while True:
            legal = game.legal()
            if outcome := game.outcome(legal):
                return Ending(outcome[0], "normal", outcome[1])
            is_white = game.is_whites_turn
            player, clock, engine = (white, clocks[0], engines[0]) if is_white else (black, clocks[1], engines[1])
            answer, fault = move(game, engine, player, clock, go_words(player, clocks), legal)
            if fault:
                return Ending("0-1" if is_white else "1-0", *fault)
            game.moves.append(answer.move)
            comments[len(game)] = pgn.comment(describe(answer))
            if ending := adjudicator.verdict(answer.info.get("score"), is_white):
                return ending


def move(game, engine, player, clock, words, legal):
    """The answer of `player`'s engine, or None and the fault that loses the game."""
    limit = clock.limit()
    patience = PATIENCE if limit is None else limit + player.margin / 1000 + 0.5
    try:
        answer = engine.search(game, words, patience)
    except EngineError as error:
        is_late = limit is not None and isinstance(error, Silent)
        return None, ("time forfeit" if is_late else "abandoned", f"{player.name}: {error}")
    if not clock.punch(answer.seconds):
        return None, ("time forfeit", f"{player.name} is {(answer.seconds - limit) * 1000:.0f} ms late")
    if answer.move not in legal:
        return None, ("rules infraction", f"{player.name} plays the illegal move {answer.move}")
    return answer, None


def describe(answer):
    """Score, depth and time as Cute Chess comments moves: +0.34/12 0.105s."""
    if not answer.info:
        return f"{answer.seconds:.3f}s"
    kind, value = answer.info["score"]
    score = f"{value / 100:+.2f}" if kind == "cp" else f"{'-' if value <= 0 else '+'}M{abs(value)}"
    return f"{score}/{answer.info['depth']} {answer.seconds:.3f}s"
