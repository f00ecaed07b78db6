#!/usr/bin/env python3
"""Analyses games with sitke: every ply from the first drop on, with errors marked.

Reads a PGN, a game that `sitke play` saved, or a bare list of moves in coordinates or algebraic notation; '-'
is standard input. Prints a table, and writes what is asked for:

  analyse_pgn.py game.pgn --html game.html --annotate annotated.pgn

An error is a move that lets the mover's expected score fall by 0.05 (?!), 0.10 (?) or 0.15 points (??).
"""

import argparse
import html
import json
import shlex
import subprocess
import sys

import graph
import pgn
from elo import expected
from game import Game
from uci import Engine, EngineError, find_sitke

MARKS = ((0.15, "??"), (0.10, "?"), (0.05, "?!"))
GLYPHS = {"?!": "$6", "?": "$2", "??": "$4"}
POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


def analyse(record, engine, limits, progress):
    """The plies of a game, the first position as ply 0: evaluation after each move, its loss and mark."""
    game = record.game
    engine.new_game()
    plies = [None] * (len(game) + 1)
    # From the end, so that the hash table knows what followed.
    for ply in range(len(game), -1, -1):
        progress(ply)
        current = Game(game.start, game.moves[:ply])
        # A draw that was due, but not taken, ended nothing.
        ending = current.outcome(current.legal()) if ply == len(game) else None
        plies[ply] = evaluate(current, ending, engine, limits)
    for ply, (number, uci, san) in enumerate(zip(game.numbers(), game.moves, game.san()), 1):
        before, after = plies[ply - 1], plies[ply]
        change = after["expected"] - before["expected"]
        loss = 0.0 if uci == before["best"] else max(0.0, change if number.endswith("...") else -change)
        mark = next((mark for least, mark in MARKS if loss >= least), "")
        after.update(number=number, uci=uci, san=san, loss=round(loss, 3), mark=mark)
    return plies


def evaluate(game, ending, engine, limits):
    """The evaluation of the current position, scores seen by White; `ending` if it ends the game."""
    entry = {"fen": game.fen(), "cp": None, "mate": None, "depth": 0, "best": None, "pv": [], "mark": "", "loss": 0.0}
    if ending:
        return {**entry, "expected": POINTS[ending[0]], "ending": ending[1]}
    answer = engine.search(game, limits, patience=600)
    score = answer.info["score"]
    sign = 1 if game.is_whites_turn else -1
    if score.kind == "mate":
        points = 1.0 if score.value > 0 else 0.0
    elif answer.info["wdl"]:
        points = (answer.info["wdl"][0] + answer.info["wdl"][1] / 2) / 1000
    else:
        points = expected(score.value)
    entry.update(
        {score.kind: sign * score.value},
        expected=round(points if sign > 0 else 1 - points, 3),
        depth=answer.info["depth"],
        best=answer.move,
        pv=Game(game.start, game.moves + answer.info["pv"]).san()[len(game) :],
    )
    return entry


def score_text(entry):
    """An evaluation for people: +0.35, #4, or how the game ended."""
    if "ending" in entry:
        return entry["ending"]
    return f"#{entry['mate']}" if entry["mate"] is not None else f"{entry['cp'] / 100:+.2f}"


def best_text(plies, ply):
    """The line that was better than the move at `ply`."""
    return " ".join(plies[ply - 1]["pv"][:8])


def table(plies):
    """The plies as lines of text."""
    for ply, entry in enumerate(plies):
        if ply:
            better = f"   better {best_text(plies, ply)}" if entry["mark"] else ""
            move = f"{entry['number']}{entry['san']}{entry['mark']}"
            yield f"{ply:4}  {move:14} {score_text(entry):>7}  {entry['expected']:4.0%}{better}"


def annotated(record, plies):
    """The game as PGN with evaluations and marks."""
    comments = {}
    for ply, entry in enumerate(plies[1:], 1):
        text = f"[%eval {score_text(entry).removeprefix('+')}]" if "ending" not in entry else entry["ending"]
        if entry["mark"]:
            text += f" better {best_text(plies, ply)}"
        comments[ply] = f"{GLYPHS[entry['mark']]} {pgn.comment(text)}" if entry["mark"] else pgn.comment(text)
    tags = {name: value for name, value in record.tags.items() if name not in ("Result", "FEN", "SetUp", "Variant")}
    return pgn.write(tags, record.game, record.result, comments)


def title(record):
    """The players and the result."""
    names = [record.tags.get(name, "?") for name in ("White", "Black")]
    return "Sittuyin" if names == ["?", "?"] else f"{names[0]} (red) against {names[1]} (black), {record.result}"


def setup_plies(game):
    """How many plies of the game placed pieces."""
    return max((ply for ply, move in enumerate(game.moves, 1) if "@" in move), default=0)


def picture(record, plies):
    """The evaluation graph."""
    return graph.draw(plies, setup_plies(record.game), title(record))


def board(sitke, game, ply, pv):
    """sitke's drawing of the position before the move at `ply`, with the better line."""
    moves = " ".join(game.moves[: ply - 1])
    command = [*shlex.split(sitke), "board", game.start, "--svg", "--moves", moves, "--pv", " ".join(pv)]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


PAGE = """<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font-family: sans-serif; max-width: 800px; margin: 2em auto; color: #33302e; background: #fffdf8 }}
svg {{ max-width: 100% }}
.error {{ display: flex; gap: 1em; align-items: center; margin: 1em 0 }}
.error svg {{ width: 300px; height: auto; flex: none }}
.moves {{ columns: 4; font-size: 90% }} .moves div {{ break-inside: avoid }} .score {{ color: #8a7a60 }}
</style>
{games}</html>
"""


def page(analyses, sitke):
    """Games as a page: graph, moves, and a board for each mistake and blunder."""
    parts = []
    for record, plies in analyses:
        parts.append(f"<h1>{html.escape(title(record))}</h1>\n{picture(record, plies)}<div class='moves'>")
        for entry in plies[1:]:
            move = html.escape(f"{entry['number']} {entry['san']}{entry['mark']}")
            text = f"<b>{move}</b>" if entry["mark"] else move
            parts.append(f"<div>{text} <span class='score'>{html.escape(score_text(entry))}</span></div>")
        parts.append("</div>")
        for ply, entry in enumerate(plies):
            if entry["mark"] in ("?", "??"):
                before = plies[ply - 1]
                drawing = board(sitke, record.game, ply, before["pv"][:3])
                words = (
                    f"<b>{entry['number']} {entry['san']}{entry['mark']}</b> "
                    f"({score_text(before)} before, {score_text(entry)} after)<br>Better was {best_text(plies, ply)}"
                )
                parts.append(f"<div class='error'>{drawing}<p>{words}</p></div>")
    return PAGE.format(title=html.escape(title(analyses[0][0])), games="\n".join(parts))


def as_data(record, plies):
    """An analysis for JSON."""
    return {"tags": record.tags, "start": record.game.start, "result": record.result, "plies": plies}


def show_progress(number, total):
    """A function that shows how many plies of a game are left, on a terminal."""

    def show(ply):
        if sys.stderr.isatty():
            print(f"\r\033[Kgame {number} of {total}, {ply} plies left", end="" if ply else "\n", file=sys.stderr, flush=True)

    return show


def parse():
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", help="PGN file, saved game or list of moves; '-' is standard input")
    parser.add_argument("--sitke", default=find_sitke(), help="the engine (%(default)s)")
    parser.add_argument("--nodes", type=int, default=200_000, help="nodes a ply (%(default)s)")
    parser.add_argument("--movetime", type=int, help="milliseconds a ply instead")
    parser.add_argument("--threads", type=int, default=1, help="search threads (%(default)s)")
    parser.add_argument("--hash", type=int, default=64, help="hash table in MiB (%(default)s)")
    parser.add_argument("--json", metavar="FILE", help="write everything as JSON")
    parser.add_argument("--annotate", metavar="FILE", help="write an annotated PGN")
    parser.add_argument("--svg", metavar="FILE", help="write the evaluation graph of the first game")
    parser.add_argument("--html", metavar="FILE", help="write a page with graphs and boards")
    return parser.parse_args()


def main():
    """Analyses and writes."""
    arguments = parse()
    try:
        with open(0 if arguments.games == "-" else arguments.games, encoding="utf-8-sig", errors="replace") as file:
            records = list(pgn.read_all(file.read()))
        if not records:
            raise ValueError("there is no game")
        limits = f"movetime {arguments.movetime}" if arguments.movetime else f"nodes {arguments.nodes}"
        options = {"Threads": arguments.threads, "Hash": arguments.hash, "UCI_ShowWDL": "true"}
        for path in filter(None, (arguments.json, arguments.annotate, arguments.svg, arguments.html)):
            # What cannot be written is known before the long work; what was in the file stays till then.
            with open(path, "a", encoding="utf-8"):
                pass
        analyses = []
        with Engine(arguments.sitke, options) as engine:
            for number, record in enumerate(records, 1):
                plies = analyse(record, engine, limits, show_progress(number, len(records)))
                analyses.append((record, plies))
                print(title(record), *table(plies), sep="\n", flush=True)
        outputs = {
            arguments.json: lambda: json.dumps([as_data(*one) for one in analyses], indent=1) + "\n",
            arguments.annotate: lambda: "".join(annotated(*one) for one in analyses),
            arguments.svg: lambda: picture(*analyses[0]),
            arguments.html: lambda: page(analyses, arguments.sitke),
        }
        for path, make in outputs.items():
            if path:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(make())
    except (ValueError, OSError, subprocess.SubprocessError, EngineError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
