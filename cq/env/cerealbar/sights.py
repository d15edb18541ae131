"""What players see of a state, as arrays: all of it, or what lies before a player's eyes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from cq.env.cerealbar.deck import CARDS, with_cards
from cq.env.cerealbar.game_map import OBJECTS, TERRAINS
from cq.env.cerealbar.hexes import CELLS, HEADINGS, NEIGHBOURS, SIZE, centre
from cq.env.cerealbar.rules import Player, State, defined
from cq.env.observations import as_shown, text_space

View = Literal["full", "first person"]
FIELD_OF_VIEW = 96.5
"""Degrees. CB2 gives it for its follower; the first game's is in Unity alone."""
SIGHT = 20 / 3.46 + 0.5
"""Cells that a player sees far, as CB2's fog has it."""
_CENTRES = np.array([centre(cell) for cell in range(CELLS)])
_PLACES = np.array([(p // 6 % SIZE, p // (6 * SIZE), p % 6) for p in range(6 * CELLS)], np.int8)
"""By pose: [x, y, heading]."""
_NONE, _WAITING = bytes(CELLS), (False,) * 5
MOST = np.iinfo(np.int32).max


def observation_space() -> spaces.Dict:
    """The space of `observe`."""
    grid = (SIZE, SIZE)
    return spaces.Dict(
        {
            "terrain": spaces.Box(0, len(TERRAINS) - 1, grid, np.uint8),
            "objects": spaces.Box(0, len(OBJECTS) - 1, grid, np.uint8),
            "cards": spaces.Box(0, len(CARDS), grid, np.uint8),
            "selected": spaces.Box(0, 2, grid, np.uint8),
            "players": spaces.Box(-1, SIZE - 1, (2, 3), np.int8),
            "turn": spaces.Box(0, MOST, (4,), np.int32),
            "action_mask": spaces.Box(0, 1, (5,), np.int8),
            "instruction": text_space(),
        }
    )


def observe(state: State, player: Player, view: View) -> dict[str, Any]:
    """What a player sees. Grids are uint8 (25, 25), [y, x], with 0 where nothing is or is seen.

    `terrain` and `objects` are indices of `TERRAINS` and `OBJECTS`, `cards` codes of cards; `selected` is 1,
    or 2 where the leader sees that the selection cannot become a set. `players` is int8 (2, 3), [x, y,
    heading] of the leader and the follower, −1 if unseen. `turn` is int32 (4,): whose turn (0 leader, 1
    follower), steps, turns and score. `action_mask` is int8 (5,), all 0 in the other's turn. `instruction` is
    the follower's current one; the leader sees the whole queue, a line each.
    """
    selected = _NONE
    if state.selected:
        kind = 2 if player == Player.LEADER and state.is_invalid else 1
        selected = with_cards(_NONE, [(cell, kind) for cell in state.selected])
    codes = bytearray(state.map.terrain + state.map.objects + state.cards + selected)
    grids = np.frombuffer(codes, np.uint8).reshape(4, SIZE, SIZE)
    players = _PLACES[[state.leader, state.follower]]
    if view == "first person":
        seen = visible_cells(state.follower if player else state.leader)
        grids *= seen
        other = 1 - player
        if not seen[players[other, 1], players[other, 0]]:
            players[other] = -1
    mask = defined(state) if state.player == player else _WAITING
    queue = state.queue if player == Player.LEADER else state.queue[:1]
    return {
        "terrain": grids[0],
        "objects": grids[1],
        "cards": grids[2],
        "selected": grids[3],
        "players": players,
        "turn": np.array((int(state.player), state.steps, max(state.turns, 0), state.score), np.int32),
        "action_mask": np.array(mask, np.int8),
        "instruction": as_shown("\n".join(queue)),
    }


@lru_cache(maxsize=CELLS * len(HEADINGS))
def visible_cells(pose: int) -> npt.NDArray[np.uint8]:
    """1 for the cells that a player at a pose sees, uint8 (25, 25), [y, x]: its own, the two beside it, and
    those in the field of view up to `SIGHT`. Nothing hides what is behind it.
    """
    own, heading = divmod(pose, 6)
    right, up = (_CENTRES - _CENTRES[own]).T
    turned = (np.degrees(np.arctan2(right, up)) - 30 - 60 * heading + 180) % 360 - 180
    seen = ((np.hypot(right, up) <= SIGHT) & (abs(turned) <= FIELD_OF_VIEW / 2)).astype(np.uint8)
    beside = [NEIGHBOURS[own * 6 + (heading + side) % 6] for side in (1, 5)]
    seen[[own, *(cell for cell in beside if cell >= 0)]] = 1
    seen.flags.writeable = False
    grid: npt.NDArray[np.uint8] = seen.reshape(SIZE, SIZE)
    return grid
