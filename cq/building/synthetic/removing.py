"""Sentences that take blocks away, or change their colour."""

from __future__ import annotations

from cq.building.synthetic.scene import TOWERS, UP, Made, Scene, a, all_of, is_line, moved, name


def remove_one(scene: Scene) -> Made:
    found = scene.some()
    if not found or (found.base != found.top and scene.rng.random() < 0.5):
        return None
    cells = [moved(found.base, UP, i) for i in range(found.top[0] - found.base[0] + 1)]
    return f"{scene.remove} {found.phrase}", all_of(cells, 0)


def remove_all(scene: Scene) -> Made:
    cells = scene.cells_of(scene.colour)
    every = scene.rng.choice(("all the", "all of the", "every one of the", "all", "the"))
    return (
        (f"{scene.remove} {every} {name(scene.colour)} blocks", all_of(cells, 0)) if len(cells) > 1 else None
    )


def remove_but(scene: Scene) -> Made:
    kept, cells = scene.cells_of(scene.colour), scene.cells_of(0)
    if not kept or len(kept) == len(cells):
        return None
    but = f"the {name(scene.colour)} {'one' if len(kept) == 1 else 'ones'}"
    text = f"{scene.remove} all the blocks except {but}"
    return text, all_of([cell for cell in cells if cell not in kept], 0)


def remove_top(scene: Scene) -> Made:
    towers = [(c, scene.cells_of(c)) for c in range(1, 7)]
    towers = [(c, cells) for c, cells in towers if is_line(cells, UP) and len(cells) > scene.count]
    if not towers:
        return None
    colour, cells = scene.rng.choice(towers)
    top = scene.rng.random() < 0.8
    what = f"{'top' if top else 'bottom'} {scene.number + ' blocks' if scene.count > 1 else 'block'}"
    gone = cells[-scene.count :] if top else cells[: scene.count]
    return f"{scene.remove} the {what} of the {name(colour)} {scene.rng.choice(TOWERS)}", all_of(gone, 0)


def recolour(scene: Scene) -> Made:
    found = scene.some()
    if not found or found.base != found.top or scene.grid[found.base] == scene.colour:
        return None
    into = scene.rng.choice((f"to {name(scene.colour)}", f"into {a(scene.colour)} block"))
    return f"change {found.phrase} {into}", {found.base: scene.colour}
