"""Saving a trained part: a folder with `config.json` and `model.safetensors`, never a pickle."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.errors import CqError, InputError, MissingFileError, excerpt, reporting
from cq.files import flush, real_path, replacing, temporary_beside, writing
from cq.files.json_input import read_json
from cq.modeling.manifest import MANIFEST, Manifest, update_part
from cq.modeling.probabilities import check_finite

CONFIG, TENSORS = "config.json", "model.safetensors"
FORMAT = 2
"""Raised whenever names of tensors or configuration keys change."""
WEIGHTS = Path(__file__).parent.with_name("weights")
"""The trained parts in the package."""

Tensors = dict[str, npt.NDArray[Any]]


class PartConfig:
    """The `values` of the configuration in `folder`. Each method raises `InputError` for a missing or invalid
    value.
    """

    def __init__(self, folder: Path, values: Mapping[str, Any]) -> None:
        self.folder, self.values = folder, values

    def given(self, name: str, fits: Callable[[Any], bool] | None = None, expected: str = "") -> Any:
        """Any value, or one that `fits`; `expected` describes valid values."""
        where = f"the configuration in {str(self.folder)!r}"
        if name not in self.values:
            raise InputError(f"{where} lacks {name!r}; train again")
        value = self.values[name]
        if fits is not None and not fits(value):
            raise InputError(f"{where} has {name} {excerpt(value)}; it must be {expected}: train again")
        return value

    def section(self, name: str) -> PartConfig | None:
        """A configuration inside this one, or None."""
        value = self.given(name, lambda x: x is None or isinstance(x, dict), "an object or null")
        return None if value is None else PartConfig(self.folder, value)

    def count(self, name: str) -> int:
        """An integer of 1 or more."""
        return int(self.given(name, _is_count, "a whole number of 1 or more"))

    def number(self, name: str) -> float:
        """A finite number."""
        return float(self.given(name, _is_finite, "a finite number"))

    def numbers(self, name: str, length: int) -> tuple[float, ...]:
        """`length` finite numbers."""

        def fit(values: Any) -> bool:
            return isinstance(values, list) and len(values) == length and all(map(_is_finite, values))

        return tuple(map(float, self.given(name, fit, f"{length} finite numbers")))


def _is_count(value: Any) -> bool:
    return type(value) is int and 1 <= value <= 10**9


def _is_finite(value: Any) -> bool:
    # Integers beyond the range of floats raise OverflowError in math.isfinite.
    return type(value) in (int, float) and abs(value) < 1e308 and not math.isnan(value)


def save_artifact(folder: Path, config: dict[str, Any], tensors: Tensors) -> None:
    """Write a part, and its digests if the folder above is a saved pipeline. A full disk leaves the old one.
    The old configuration is deleted before the first file is moved into place, so that it is never read with
    new tensors.
    """
    from safetensors.numpy import save_file

    text = json.dumps({"format": FORMAT} | config, indent=1, ensure_ascii=False) + "\n"
    with replacing(folder / CONFIG) as new_config, replacing(folder / TENSORS) as new_tensors:
        new_config.write_text(text, encoding="utf-8")
        save_file({name: np.ascontiguousarray(t) for name, t in tensors.items()}, new_tensors)
        for path in (new_config, new_tensors):
            flush(path)
        (folder / CONFIG).unlink(missing_ok=True)
    update_part(folder.parent, folder.name)


@contextmanager
def replacing_part(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder to write a whole part into, with its card; on success it takes the place of
    `folder`, and its digests are recorded. If the block raises, or the disk is full, the old part stays.
    """
    real = real_path(folder)
    with (
        writing(folder),
        temporary_beside(real, Path.mkdir) as new,
        temporary_beside(real, Path.mkdir) as old,
    ):
        yield new
        for path in new.rglob("*"):
            flush(path)
        if real.exists():
            os.replace(real, old / real.name)
        os.replace(new, real)
    update_part(folder.parent, folder.name)


def load_artifact(
    folder: Path, kind: str, backbone: str, features: object = None
) -> tuple[PartConfig, Tensors]:
    """Read a part and check its digests, and that the caller can use it with the backbone of this name, and
    with the names of these features.

    Raises `MissingFileError` if files are missing; `InputError` if they are damaged, contain a number that is
    not finite, are of another kind or format, or were trained on another backbone or on other features.
    """
    from safetensors.numpy import load_file

    for path in (folder / CONFIG, folder / TENSORS):
        if not path.is_file():
            raise MissingFileError(
                f"no trained weights: {str(path)!r} is missing; train this part (`cq train`), copy the "
                f"installed one ({str(WEIGHTS / folder.name)!r}), or reinstall the package if these are the "
                "bundled weights"
            )
    check_digests(folder)
    with reporting_damage(folder):
        config: dict[str, Any] = {} | json.loads((folder / CONFIG).read_bytes())
        tensors = load_file(folder / TENSORS)
        for name, values in tensors.items():
            check_finite(values, name)
    found = {name: config.get(name) for name in ("kind", "format", "backbone", "features")}
    if (found["kind"], found["format"]) != (kind, FORMAT):
        fault = f"are {found['kind']!r} of format {found['format']}; this version reads {kind!r} of {FORMAT}"
    elif found["backbone"] != backbone:
        fault = f"were trained on {found['backbone']!r}, not on {backbone!r}; load that backbone"
    elif features is not None and found["features"] != features:
        fault = "were trained on other features than this version computes"
    else:
        return PartConfig(folder, config), tensors
    raise InputError(f"the weights in {str(folder)!r} {fault}, or train again with cq train {folder.name}")


def check_digests(folder: Path) -> None:
    """Raise `InputError` unless the files of a part match the digests of the pipeline that the folder above
    is, if it is one.
    """
    if (folder.parent / MANIFEST).is_file():
        Manifest.read(folder.parent).check(folder.parent, folder.name)


def bundled_json(part: str, name: str) -> Any:
    """The value in a JSON file of a part of the bundled weights, with its recorded digest checked.

    Raises `MissingFileError` or `InputError`.
    """
    check_digests(WEIGHTS / part)
    return read_json(WEIGHTS / part / name, "bundled weights")


def part_kind(folder: Path) -> str | None:
    """The name of the part in a folder's configuration, None if it cannot be read."""
    try:
        return str(read_json(folder / CONFIG, "configuration")["kind"])
    except (CqError, TypeError, KeyError):
        return None


def part_backbone(folder: Path) -> str:
    """The name of the backbone that the part in a folder was trained on. Raises `MissingFileError` or
    `InputError`.
    """
    with reporting_damage(folder):
        return str(read_json(folder / CONFIG, "configuration")["backbone"])


def reporting_damage(folder: Path) -> AbstractContextManager[None]:
    """Turn the errors of missing or misfitting tensors and settings into an `InputError`."""
    # Readers of tensors and tokenizers raise errors of many types, some of them bare `Exception`s.
    return reporting(f"the weights in {str(folder)!r} are damaged", "train or install again", Exception)
