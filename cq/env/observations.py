"""The observation spaces: the agent's view of the body, the grid and the task."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from cq.env.dialogs import Dialogs
from cq.env.older_controls import COLOURS_BY_SLOT, STANDING
from cq.env.physics import STOCK, Physics
from cq.env.raycaster import check_size, look
from cq.types import Floats
from cq.world import SHAPE

UNKNOWN = "\N{REPLACEMENT CHARACTER}"
_RANGES = ((0x20, 0x7F), (0xA0, 0x250), (0x2010, 0x203A), (0x20A0, 0x20C0), (0x2190, 0x2200))
CHARACTERS = "\n\t" + "".join(chr(i) for start, stop in _RANGES for i in range(start, stop)) + UNKNOWN
"""The characters that a dialog in an observation may have: Latin letters, punctuation, currencies, arrows."""

LONGEST = 20_000
"""Characters of a dialog in an observation; of a longer one, the end is kept."""

_KNOWN = frozenset(CHARACTERS)


class Observer(ABC):
    """One layout of observations: its Gymnasium `space`, and the observation of a moment."""

    space: spaces.Dict

    @abstractmethod
    def observe(self, body: Physics, dialog: str, target: npt.NDArray[Any]) -> dict[str, Any]:
        """The observation of a moment. `target` is int32 (9, 11, 11). All arrays are new."""

    @abstractmethod
    def target(self, target: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
        """The target grid in the layout's colour ids."""


class GridworldObserver(Observer):
    """The later environment's: `inventory` float32 (6,), `compass` float32 (1,), yaw − 180, and `dialog`.

    `vector_state` adds `agentPos` float32 (5,), [x, y, z, pitch, yaw], and `grid` int32 (9, 11, 11);
    `target_in_obs` adds `target_grid`; `pov` (height, width) adds the view, uint8 (height, width, 3). `text`
    False leaves the dialog out.
    """

    def __init__(
        self, *, vector_state: bool, target_in_obs: bool, pov: tuple[int, int] | None, text: bool
    ) -> None:
        self._vector_state, self._target_in_obs = vector_state, target_in_obs
        self._pov, self._text = pov, text
        held: dict[str, spaces.Space[Any]] = {
            "inventory": spaces.Box(0.0, float(STOCK), (6,), np.float32),
            "compass": spaces.Box(-180.0, 180.0, (1,), np.float32),
        }
        if text:
            held["dialog"] = text_space()
        if vector_state:
            held["agentPos"] = spaces.Box(
                np.array([-8, -2, -8, -90, 0], dtype=np.float32),
                np.array([8, 12, 8, 90, 360], dtype=np.float32),
                dtype=np.float32,
            )
            held["grid"] = spaces.Box(-1, 7, SHAPE, np.int32)
        if target_in_obs:
            held["target_grid"] = spaces.Box(-1, 7, SHAPE, np.int32)
        if pov:
            held["pov"] = picture_space(*pov)
        self.space = spaces.Dict(held)

    def observe(self, body: Physics, dialog: str, target: npt.NDArray[Any]) -> dict[str, Any]:
        yaw = body.yaw
        shown: dict[str, Any] = {
            "inventory": _stock(body.inventory),
            "compass": np.array((yaw - 180,), dtype=np.float32),
        }
        if self._text:
            shown["dialog"] = dialog
        if self._vector_state:
            shown["agentPos"] = np.array((*body.position, body.pitch, yaw), dtype=np.float32)
            shown["grid"] = body.grid.copy()
        if self._target_in_obs:
            shown["target_grid"] = target.copy()
        if self._pov:
            shown["pov"] = view(body, *self._pov)
        return shown

    def target(self, target: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
        return target.astype(np.int32)


class OlderObserver(Observer):
    """The older environment's (iglu), in Minecraft's frame: blocks have their corners at integers, pitch is
    downwards, yaw −180 to 180 with 0 the south and −90 the east. Inventory and grid have the colours in the
    order blue, yellow, green, orange, purple, red, 0 is air.

    `pov`, `inventory` float32 (6,), `compass` {`angle`} and `chat`; unless `visual`, also `agentPos` float32
    (5,), [x, y, z, pitch, yaw] with y that of the feet above the floor, and `grid` int32 (9, 11, 11). `text`
    False leaves the chat out.
    """

    def __init__(self, *, visual: bool, pov: tuple[int, int] | None, text: bool) -> None:
        self._visual, self._pov, self._text = visual, pov, text
        held: dict[str, spaces.Space[Any]] = {"pov": picture_space(*pov)} if pov else {}
        held["inventory"] = spaces.Box(0.0, float(STOCK), (6,), np.float32)
        held["compass"] = spaces.Dict({"angle": spaces.Box(-180.0, 180.0, (), np.float32)})
        if text:
            held["chat"] = text_space()
        if not visual:
            bounds = np.array([100, 100, 100, 180, 180], dtype=np.float32)
            held["agentPos"] = spaces.Box(
                bounds * np.array([-1, 0, -1, -1, -1], dtype=np.float32), bounds, dtype=np.float32
            )
            held["grid"] = spaces.Box(-1, 6, SHAPE, np.int32)
        self.space = spaces.Dict(held)
        self._slots = np.argsort(COLOURS_BY_SLOT).astype(np.int32)
        self._order = [colour - 1 for colour in COLOURS_BY_SLOT[1:]]

    def observe(self, body: Physics, dialog: str, target: npt.NDArray[Any]) -> dict[str, Any]:
        shown: dict[str, Any] = {"pov": view(body, *self._pov)} if self._pov else {}
        yaw = (body.yaw % 360) - 180
        shown["inventory"] = _stock(body.inventory)[self._order]
        shown["compass"] = {"angle": np.array(yaw, dtype=np.float32)}
        if self._text:
            shown["chat"] = dialog
        if not self._visual:
            x, y, z = body.position
            feet = max(0.0, y - STANDING)
            shown["agentPos"] = np.array((x + 0.5, feet, z + 0.5, -body.pitch, yaw), dtype=np.float32)
            shown["grid"] = self.target(body.grid)
        return shown

    def target(self, target: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
        return np.asarray(self._slots[target])


def text_space() -> spaces.Text:
    """The space of dialogs."""
    return Dialogs(max_length=LONGEST, min_length=0, charset=CHARACTERS)


def as_shown(dialog: str) -> str:
    """A dialog as observations have it: other characters replaced by �, and cut from the front if it is
    too long.
    """
    if not _KNOWN.issuperset(dialog):
        dialog = "".join(c if c in _KNOWN else UNKNOWN for c in dialog)
    return dialog[-LONGEST:]


def picture_space(height: int, width: int) -> spaces.Box:
    """The space of views. Raises `InputError` for an impossible size."""
    check_size(height, width)
    return spaces.Box(0, 255, (height, width, 3), np.uint8)


def view(body: Physics, height: int, width: int) -> npt.NDArray[np.uint8]:
    """The view of the body: uint8 (height, width, 3)."""
    return look(body.grid, body.position, body.yaw, body.pitch, height=height, width=width)


def _stock(inventory: list[int]) -> Floats:
    # A world with more than 20 blocks of a colour leaves a debt, which is shown as none left.
    stock = np.array(inventory, dtype=np.float32)
    return stock if min(inventory) >= 0 else stock.clip(0)
