"""Sentences that remove blocks or change their colour."""

from __future__ import annotations

from cq.building.directions import UP
from cq.building.synthetic.scene import (
    TOWER_NOUNS,
    Sentence,
    SyntheticScene,
    colour_name,
    fill,
    is_line,
    shifted,
    with_article,
)


def remove_one(scene: SyntheticScene) -> Sentence:
    """Like "remove the northernmost blue block"."""
    named = scene.named_object()
    if not named or (named.base != named.top and scene.rng.random() < 0.5):
        return None
    cells = [shifted(named.base, UP, i) for i in range(named.top[0] - named.base[0] + 1)]
    return f"{scene.remove_verb} {named.phrase}", fill(cells, 0)


def remove_all(scene: SyntheticScene) -> Sentence:
    """Like "delete all the red blocks"."""
    cells = scene.blocks_of(scene.colour)
    every = scene.rng.choice(("all the", "all of the", "every one of the", "all", "the"))
    if len(cells) < 2:
        return None
    return f"{scene.remove_verb} {every} {colour_name(scene.colour)} blocks", fill(cells, 0)


def remove_but(scene: SyntheticScene) -> Sentence:
    """Like "remove all the blocks except the red ones"."""
    kept, cells = scene.blocks_of(scene.colour), scene.all_blocks()
    if not kept or len(kept) == len(cells):
        return None
    but = f"the {colour_name(scene.colour)} {'one' if len(kept) == 1 else 'ones'}"
    text = f"{scene.remove_verb} all the blocks except {but}"
    return text, fill([cell for cell in cells if cell not in kept], 0)


def remove_top(scene: SyntheticScene) -> Sentence:
    """Like "take away the top two blocks of the blue tower"."""
    towers = [(c, scene.blocks_of(c)) for c in range(1, 7)]
    towers = [(c, cells) for c, cells in towers if is_line(cells, UP) and len(cells) > scene.count]
    if not towers:
        return None
    colour, cells = scene.rng.choice(towers)
    top = scene.rng.random() < 0.8
    what = f"{'top' if top else 'bottom'} {scene.number_word + ' blocks' if scene.count > 1 else 'block'}"
    gone = cells[-scene.count :] if top else cells[: scene.count]
    text = f"{scene.remove_verb} the {what} of the {colour_name(colour)} {scene.rng.choice(TOWER_NOUNS)}"
    return text, fill(gone, 0)


def recolour(scene: SyntheticScene) -> Sentence:
    """Like "change the red block to green"."""
    named = scene.named_object()
    if not named or named.base != named.top or scene.grid[named.base] == scene.colour:
        return None
    into = scene.rng.choice((f"to {colour_name(scene.colour)}", f"into {with_article(scene.colour)} block"))
    return f"change {named.phrase} {into}", {named.base: scene.colour}
