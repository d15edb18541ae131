"""The space of dialogs in observations, which vectors of environments in several processes can share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector.utils.shared_memory import (
    create_shared_memory,
    read_from_shared_memory,
    write_to_shared_memory,
)


class Dialogs(spaces.Text):
    """Texts. Gymnasium decodes those of its own `Text` in shared memory once, before any is written: all
    observations would have 20,000 line breaks. These are decoded when they are looked at.
    """


class SharedTexts(Sequence[str]):
    """The texts of some environments in shared memory, as they are now; a copy holds them as a tuple."""

    def __init__(self, memory: Any, number: int) -> None:
        self._memory, self._number = memory, number

    def __len__(self) -> int:
        return self._number

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...

    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        rows = _rows(self._memory, self._number)
        return tuple(map(_text, rows[index])) if isinstance(index, slice) else _text(rows[index])

    def __eq__(self, other: object) -> bool:
        return tuple(self) == (tuple(other) if isinstance(other, SharedTexts) else other)

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, _: Any) -> tuple[str, ...]:
        return tuple(self)

    def __repr__(self) -> str:
        return repr(tuple(self))


@create_shared_memory.register
def _(space: Dialogs, n: int = 1, ctx: Any = None) -> Any:
    """For each text its length, and its characters."""
    return ctx.Array("i", n * (1 + space.max_length))


@read_from_shared_memory.register  # type: ignore[arg-type]
def _(space: Dialogs, shared_memory: Any, n: int = 1) -> SharedTexts:
    return SharedTexts(shared_memory, n)


@write_to_shared_memory.register
def _(space: Dialogs, index: int, value: str, shared_memory: Any) -> None:
    row = np.frombuffer(shared_memory.get_obj(), dtype=np.int32).reshape(-1, 1 + space.max_length)[index]
    codes = np.frombuffer(value.encode("utf-32-le"), dtype=np.int32)
    row[1 : 1 + len(codes)] = codes
    row[0] = len(codes)


def _rows(memory: Any, number: int) -> npt.NDArray[np.int32]:
    return np.frombuffer(memory.get_obj(), dtype=np.int32).reshape(number, -1)


def _text(row: npt.NDArray[np.int32]) -> str:
    return row[1 : 1 + row[0]].tobytes().decode("utf-32-le")
