"""Drawings of a state: in the terminal, and as SVG."""

from __future__ import annotations

import math
from html import escape

from cq.env.cerealbar.deck import card_of
from cq.env.cerealbar.game_map import OBJECTS, GameMap
from cq.env.cerealbar.hexes import CELLS, SIZE, centre
from cq.env.cerealbar.rules import State

SIGNS = {
    "cube": "■", "diamond": "◆", "heart": "♥", "plus": "✚", "star": "★", "torus": "◯", "triangle": "▲"
}  # fmt: skip
_TERRAIN_SIGNS = " .:~~^^"
_OBJECT_SIGNS = " tpiAWThhhhh"
_ARROWS = "↗→↘↙←↖"
_FILLS = ("#ddd", "#b7d99c", "#d9c49a", "#8fc3e8", "#5c9fd6", "#f3f3ee", "#dcdcd2")
_INK = {"orange": "#e07b00", "yellow": "#b59a00", "pink": "#e0509a", "green": "#2b8a3e", "black": "#222"}
_RADIUS = 12.0
_HEIGHT, _WIDTH = 1.5 * _RADIUS, _RADIUS * math.sqrt(3)
_PAGE = (_WIDTH * (SIZE + 1), _HEIGHT * (SIZE - 1) + 2 * _RADIUS + 24)


def draw_text(state: State) -> str:
    """The board in lines, north first, three characters a cell: a card as its colour's first letter (k is
    black; a capital if it is selected), its number and its shape's sign; the
    leader as L and the follower as F with an arrow; trees t, plants p, lampposts i, tents A, the windmill W,
    the tower T, huts h with a letter of their colour; grass ., paths :, water ~ and hills ^.
    """
    lines = []
    for y in reversed(range(SIZE)):
        cells = (_sign(state, y * SIZE + x).ljust(3) for x in range(SIZE))
        lines.append((" " * (2 * (y % 2)) + " ".join(cells)).rstrip())
    return "\n".join([*lines, _status(state)]) + "\n"


def _status(state: State) -> str:
    queue = f"; instruction: {state.queue[0]}" if state.queue else ""
    return (
        f"{state.player.name.lower()}'s turn, {state.steps} steps; {state.turns} turns left; "
        f"score {state.score}{queue}"
    )


def _sign(state: State, cell: int) -> str:
    for letter, pose in (("L", state.leader), ("F", state.follower)):
        if pose // 6 == cell:
            return letter + _ARROWS[pose % 6]
    if state.cards[cell]:
        card = card_of(state.cards[cell])
        letter = "k" if card.colour == "black" else card.colour[0]
        return (letter.upper() if cell in state.selected else letter) + str(card.number) + SIGNS[card.shape]
    thing = state.map.objects[cell]
    if not thing:
        return _TERRAIN_SIGNS[state.map.terrain[cell]]
    name = OBJECTS[thing]
    return _OBJECT_SIGNS[thing] + ("k" if name.startswith("black") else name[0] if "hut" in name else "")


def draw_svg(state: State, title: str = "A game of CerealBar") -> str:
    """The board as an SVG picture, north up. Selected cards have a blue edge, a red one if they cannot become
    a set; the leader is a dark arrow and the follower a light one.
    """
    parts = [f'{svg_head(title)}<rect width="100%" height="100%" fill="#fff"/>', *draw_map(state.map)]
    status = escape(_status(state))
    parts += [
        *draw_pieces(state),
        f'<text x="{_PAGE[0] / 2:.0f}" y="{_PAGE[1] - 7:.0f}" font-size="11">{status}</text>',
    ]
    return "\n".join([*parts, "</svg>", ""])


def svg_head(title: str) -> str:
    """The opening tag of a picture, and its title."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_PAGE[0]:.0f} {_PAGE[1]:.0f}" '
        f'font-family="sans-serif" text-anchor="middle"><title>{escape(title)}</title>'
    )


def draw_map(game_map: GameMap) -> list[str]:
    """The parts of a picture that stay the same for a whole game."""
    return [_hexagon(game_map, cell) + _thing(game_map, cell) for cell in range(CELLS)]


def draw_pieces(state: State) -> list[str]:
    """The parts of a picture that lie on the map: the cards, then the leader and the follower."""
    parts = [_card(state, cell) for cell in range(CELLS) if state.cards[cell]]
    for pose, fill in ((state.leader, "#30343b"), (state.follower, "#ff8f3c")):
        x, y = _place(pose // 6)
        parts.append(
            f'<path transform="translate({x:.1f} {y:.1f}) rotate({30 + 60 * (pose % 6)})" '
            f'd="M0-10 7 8 0 4-7 8Z" fill="{fill}" stroke="#fff"/>'
        )
    return parts


def _place(cell: int) -> tuple[float, float]:
    """The centre of a cell in the picture."""
    x, y = centre(cell)
    return (x + 0.75) * _WIDTH, _RADIUS + (SIZE - 1) * _HEIGHT - y * _WIDTH


def _hexagon(game_map: GameMap, cell: int) -> str:
    x, y = _place(cell)
    corners = " ".join(
        f"{x + _RADIUS * math.sin(math.radians(turn)):.1f},{y + _RADIUS * math.cos(math.radians(turn)):.1f}"
        for turn in range(0, 360, 60)
    )
    fill = _FILLS[game_map.terrain[cell]]
    return f'<polygon points="{corners}" fill="{fill}" stroke="#fff" stroke-width=".5"/>'


def _thing(game_map: GameMap, cell: int) -> str:
    thing = game_map.objects[cell]
    if not thing:
        return ""
    (x, y), name = _place(cell), OBJECTS[thing]
    if name in ("tree", "plant"):
        fill, size = ("#3f7d3a", 8) if name == "tree" else ("#79a84b", 5)
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size}" fill="{fill}"/>'
    if name == "lamppost":
        lamp = f'<circle cx="{x:.1f}" cy="{y - 6:.1f}" r="3.5" fill="#ffe066" stroke="#555"/>'
        return f'<path d="M{x:.1f} {y + 8:.1f}v-13" stroke="#555" stroke-width="2"/>{lamp}'
    colour, _, kind = name.rpartition(" ")
    fill = {"tent": "#c9b37e", "windmill": "#a58b6f", "tower": "#8d8d95"}.get(kind) or _INK.get(
        colour, colour
    )
    letter = "" if kind == "hut" else kind[0].upper()
    return (
        f'<path d="M{x - 7:.1f} {y + 7:.1f}v-8l7-7 7 7v8z" fill="{fill}" stroke="#333"/>'
        f'<text x="{x:.1f}" y="{y + 6:.1f}" font-size="8" fill="#fff">{letter}</text>'
    )


def _card(state: State, cell: int) -> str:
    (x, y), card = _place(cell), card_of(state.cards[cell])
    edge, line = (
        ("#888", 0.6) if cell not in state.selected else ("#d00" if state.is_invalid else "#06f", 2.5)
    )
    signs = SIGNS[card.shape] * card.number
    return (
        f'<rect x="{x - 9.5:.1f}" y="{y - 6.5:.1f}" width="19" height="13" rx="2" fill="#fff" '
        f'stroke="{edge}" stroke-width="{line}"/><text x="{x:.1f}" y="{y + 3:.1f}" font-size="8" '
        f'textLength="{5.5 * card.number}" fill="{_INK.get(card.colour, card.colour)}">{signs}</text>'
    )
