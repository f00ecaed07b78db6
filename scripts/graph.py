"""The course of a game as an SVG picture: White's expected score after each ply."""

import xml.etree.ElementTree as xml

WIDTH, HEIGHT = 760, 240
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 26, 28
PAPER, GRID, TEXT = "#fbf4e4", "#d9c9a8", "#6b5334"
RED, BLACK = "#d0382b", "#33302e"
MARKS = {"?!": "#d9a400", "?": "#e07b00", "??": "#7a1fa2"}


def draw(plies, setup, title):
    """The picture of `plies`, each with its share of the points expected for White (`expected`) and its
    `mark`; the first `setup` plies placed pieces."""
    svg = xml.Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=str(WIDTH),
        height=str(HEIGHT),
        role="img",
    )
    style = {"font-family": "sans-serif", "font-size": "12", "fill": TEXT}

    def add(kind, content=None, parent=svg, **attributes):
        element = xml.SubElement(parent, kind, {name.replace("_", "-"): str(value) for name, value in attributes.items()})
        element.text = content
        return element

    last = max(len(plies) - 1, 1)

    def x_of(ply):
        return round(LEFT + (WIDTH - LEFT - RIGHT) * ply / last, 1)

    def y_of(share):
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share), 1)

    add("title", title)
    add("rect", width=WIDTH, height=HEIGHT, fill=PAPER)
    texts = xml.SubElement(svg, "g", style)
    add("text", title, texts, x=LEFT, y=17)
    middle, floor = y_of(0.5), y_of(0)
    if setup:
        add("rect", x=LEFT, y=TOP, width=x_of(min(setup, last)) - LEFT, height=floor - TOP, fill=GRID, fill_opacity=0.45)
        add("text", "set-up", texts, x=LEFT + 6, y=floor - 6)
    for share in (0, 0.25, 0.5, 0.75, 1):
        add("line", x1=LEFT, y1=y_of(share), x2=WIDTH - RIGHT, y2=y_of(share), stroke=GRID)
        add("text", f"{share:.0%}", texts, x=LEFT - 6, y=y_of(share) + 4, text_anchor="end")
    for ply in range(0, last + 1, max(10, (last // 10 + 9) // 10 * 10)):
        add("text", str(ply), texts, x=x_of(ply), y=HEIGHT - 10, text_anchor="middle")
    points = [(x_of(ply), y_of(entry["expected"])) for ply, entry in enumerate(plies)]
    # Above the middle White is ahead, below it Black.
    for color, keep in ((RED, min), (BLACK, max)):
        area = [(LEFT, middle), *((x, keep(y, middle)) for x, y in points), (points[-1][0], middle)]
        add("polygon", points=path(area), fill=color, fill_opacity=0.45)
    add("polyline", points=path(points), fill="none", stroke=TEXT, stroke_width=1.6, stroke_linejoin="round")
    for (x, y), entry in zip(points, plies):
        if entry["mark"]:
            dot = add("circle", cx=x, cy=y, r=4, fill=MARKS[entry["mark"]], stroke=PAPER)
            add("title", f"{entry['number']} {entry['san']}{entry['mark']}", dot)
    legend = (("?!", "inaccuracy"), ("?", "mistake"), ("??", "blunder"))
    for place, (mark, name) in enumerate(legend):
        x = WIDTH - RIGHT - 290 + 105 * place
        add("circle", cx=x, cy=13, r=4, fill=MARKS[mark])
        add("text", f"{name} {mark}", texts, x=x + 8, y=17)
    return xml.tostring(svg, encoding="unicode") + "\n"


def path(points):
    """Points as SVG writes them."""
    return " ".join(f"{x:g},{y:g}" for x, y in points)
