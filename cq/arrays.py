"""Arrays and numbers that a user gives: refused where NumPy would change or lose a value without a word."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from numbers import Integral, Real
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

from cq.errors import InputError, excerpt, shortened

LARGEST = 1e300
"""The greatest magnitude of a number that is scaled or summed, so that the result stays finite."""

_DEEPEST = 4
"""How deep lists are searched for masked cells: the axes of a batch of grids. A list may contain itself."""


def is_integer(value: object) -> TypeGuard[int]:
    """Whether this is an integer of Python or NumPy: no boolean, and no time span, which NumPy counts among
    its integers.
    """
    return isinstance(value, Integral) and not isinstance(value, (bool, np.timedelta64))


def is_real(value: object) -> TypeGuard[float]:
    """Whether this is a real number of Python or NumPy: no boolean and no time span. It may be infinite."""
    return isinstance(value, Real) and not isinstance(value, (bool, np.timedelta64))


def is_whole(value: object) -> TypeGuard[float]:
    """Whether this is a real number (see `is_real`) without a fraction: 2 or 2.0, and nothing infinite."""
    return is_integer(value) or (is_real(value) and math.isfinite(value) and value == int(value))


def is_sequence(value: object) -> bool:
    """Whether this is a list of values in an order: a sequence other than a text, or an array or a column."""
    if isinstance(value, Sequence):
        return not isinstance(value, (str, bytes))
    return hasattr(value, "__array__") and bool(getattr(value, "ndim", 0))


def as_list(values: Any, name: str, remedy: str) -> list[Any]:
    """The values of a sequence (see `is_sequence`), in Python's types if they are those of an array.

    Raises `InputError`, with the name of the argument and the remedy, for anything else and for masked cells.
    """
    if not is_sequence(values):
        raise InputError(f"{name} is {excerpt(values)}; {remedy}")
    if not isinstance(values, Sequence):
        return list(as_array(values, name, remedy).tolist())
    _refuse_masked(values, name)
    return list(values)


def as_array(values: Any, name: str, remedy: str) -> npt.NDArray[Any]:
    """The values as an array with one or more axes, of any type.

    Raises `InputError`, with the name of the argument and the remedy, for parts of several shapes, for a
    single value, and for masked cells: NumPy would take what lies under the mask.
    """
    _refuse_masked(values, name)
    try:
        array = np.asarray(values)
    except ValueError:
        raise InputError(f"{name} is {excerpt(values)}, whose parts have several shapes; {remedy}") from None
    except (TypeError, OverflowError, RuntimeError) as error:
        reason = shortened(str(error).partition("\n")[0], 200)
        raise InputError(f"{name} is {excerpt(values)}: {reason}; {remedy}") from None
    if not array.ndim:
        raise InputError(f"{name} is {excerpt(values)}; {remedy}")
    return array


def as_numbers(values: Any, name: str, remedy: str) -> npt.NDArray[Any]:
    """The values as an array of booleans, integers or floats, all of them finite; see `as_array`.

    Raises `InputError` also for missing, infinite and complex values, texts and times; the message names the
    first of them and its row.
    """
    given = as_array(values, name, remedy)
    array = given
    if given.dtype == object:
        array = np.array([as_float(value) for value in given.flat], np.float64).reshape(given.shape)
    right = np.isfinite(array) if array.dtype.kind in "biuf" else np.zeros(array.shape, bool)
    if not right.all():
        first = tuple(np.argwhere(~right)[0].tolist())
        raise InputError(f"{name} holds {shown(given[first])} {place(first)}; {remedy}")
    return array if array.dtype.kind in "biuf" else np.zeros(array.shape)


def check_integers(array: npt.NDArray[Any], name: str, low: int, high: int) -> None:
    """Raise `InputError`, with the name of the argument, unless an array has an integer type and its values
    are from `low` to `high`.
    """
    kind = array.dtype.kind
    if kind not in "iuO":
        raise InputError(
            f"{name} has dtype {array.dtype}; give integers, with .astype(int) if they are whole"
        )
    if kind == "O":
        # An array of objects may hold missing values, and integers of more than 64 bits.
        within = [is_integer(value) and low <= value <= high for value in array.flat]
        wrong = ~np.array(within, bool).reshape(array.shape)
    elif np.iinfo(array.dtype).min >= low and np.iinfo(array.dtype).max <= high:
        return
    else:
        wrong = (array < low) | (array > high)
    if wrong.any():
        first = tuple(np.argwhere(wrong)[0].tolist())
        raise InputError(
            f"{name} holds {shown(array[first])} {place(first)}; give integers from {low} to {high}"
        )
    if kind == "O":
        raise InputError(f"{name} has dtype object; give integers, with .astype(int)")


def shown(value: Any) -> str:
    """A value of an array, for messages: without the name of its NumPy type, unless it is a time."""
    is_time = isinstance(value, (np.datetime64, np.timedelta64))
    return excerpt(value.item() if isinstance(value, np.generic) and not is_time else value)


def place(index: tuple[int, ...]) -> str:
    """The place of a value in an array, for messages."""
    return f"in row {index[0]}" if len(index) == 1 else f"at {list(index)}"


def as_float(value: object) -> float:
    """The float of a number or a boolean; NaN for anything else, and for an integer beyond all floats."""
    if isinstance(value, (Real, Decimal, np.bool_)) and not isinstance(value, np.timedelta64):
        try:
            return float(value)
        except (ValueError, OverflowError):
            pass
    return float("nan")


def _refuse_masked(values: Any, name: str) -> None:
    found = _masked(values)
    # A masked constant alone is no array, which its reader says.
    if found:
        raise InputError(
            f"{name} has a masked cell {place(found)}; give it a value, as .filled(0) does, or leave it out"
        )


def _masked(values: Any, path: tuple[int, ...] = ()) -> tuple[int, ...] | None:
    """The index of the first masked cell of an array, or of nested lists that may hold some."""
    if isinstance(values, np.ma.MaskedArray):
        cells = np.argwhere(np.ma.getmaskarray(values))
        return (*path, *cells[0].tolist()) if len(cells) else None
    if isinstance(values, (list, tuple)) and len(path) < _DEEPEST:
        for index, value in enumerate(values):
            if isinstance(value, (list, tuple, np.ma.MaskedArray)):
                found = _masked(value, (*path, index))
                if found is not None:
                    return found
    return None
