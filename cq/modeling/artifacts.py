"""How a trained part is saved: a folder with `config.json` and `model.safetensors`, never a pickle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.errors import CqError, InputError, MissingFileError
from cq.files import replacing, write_text
from cq.files.json_input import read_json
from cq.modeling.manifest import check_part, update_part
from cq.modeling.part_config import PartConfig

CONFIG, TENSORS = "config.json", "model.safetensors"
FORMAT = 2
"""Raised whenever names of tensors or configuration keys change."""
WEIGHTS = Path(__file__).parent.with_name("weights")
"""The trained parts that the package carries."""

Tensors = dict[str, npt.NDArray[Any]]


def save_artifact(folder: Path, config: dict[str, Any], tensors: Tensors) -> None:
    """Write a part, and its digests if the folder above is a saved pipeline. Each file is written atomically.
    The old configuration is deleted first, so that it is never read with new tensors.
    """
    from safetensors.numpy import save_file

    (folder / CONFIG).unlink(missing_ok=True)
    with replacing(folder / TENSORS) as temporary:
        save_file({name: np.ascontiguousarray(t) for name, t in tensors.items()}, temporary)
    write_text(folder / CONFIG, json.dumps({"format": FORMAT} | config, indent=1, ensure_ascii=False) + "\n")
    update_part(folder.parent, folder.name)


def load_artifact(
    folder: Path, kind: str, backbone: str, features: object = None
) -> tuple[PartConfig, Tensors]:
    """Read a part and check its digests, and that the caller can use it with the backbone of this name, and
    with the names of these features.

    Raises `MissingFileError` if files are missing; `InputError` if they are damaged, of another kind or
    format, or were trained on another backbone or on other features.
    """
    from safetensors.numpy import load_file

    for name in (CONFIG, TENSORS):
        if not (folder / name).is_file():
            raise MissingFileError(
                f"no trained weights: {str(folder / name)!r} is missing; train this part (`cq "
                f"train`), copy the installed one ({str(WEIGHTS / folder.name)!r}), or reinstall "
                "the package if these are the bundled weights"
            )
    check_part(folder.parent, folder.name)
    with reporting_damage(folder):
        config: dict[str, Any] = {} | json.loads((folder / CONFIG).read_bytes())
        tensors = load_file(folder / TENSORS)
    found = (config.get("kind"), config.get("format"))
    if found != (kind, FORMAT):
        raise InputError(
            f"{str(folder)!r} holds {found[0]!r} of format {found[1]}; this version reads {kind!r} of format "
            f"{FORMAT}: train again"
        )
    if config.get("backbone") != backbone:
        raise InputError(
            f"the weights in {str(folder)!r} were trained on {config.get('backbone')!r}, not on "
            f"{backbone!r}; load that backbone, or train again"
        )
    if features is not None and config.get("features") != features:
        raise InputError(
            f"the weights in {str(folder)!r} were trained on other features than this version computes; "
            f"train again with cq train {folder.name}"
        )
    return PartConfig(folder, config), tensors


def part_kind(folder: Path) -> str | None:
    """What the configuration in a folder calls its part, None if it cannot be read."""
    try:
        return str(read_json(folder / CONFIG, "configuration")["kind"])
    except (CqError, TypeError, KeyError):
        return None


@contextmanager
def reporting_damage(folder: Path) -> Iterator[None]:
    """Turn the errors of tensors and settings that are missing or do not fit into an `InputError`."""
    try:
        yield
    except CqError:
        raise
    except Exception as error:
        # Readers of tensors and tokenizers raise errors of many types, some of them bare `Exception`s.
        raise InputError(
            f"the weights in {str(folder)!r} are damaged ({str(error).partition(chr(10))[0]}); "
            "train or install again"
        ) from None
