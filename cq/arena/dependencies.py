"""The dependencies of an agent or an architect: the files of its code, and the state of its objects."""

from __future__ import annotations

import ast
import importlib.util
import sys
import sysconfig
import types
import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import numpy as np

from cq.errors import InputError, reporting
from cq.files.digests import file_digest, fingerprint
from cq.jobs.weights_digest import installed_version

_INSTALLED = tuple(
    {Path(sysconfig.get_path(scheme)).resolve() for scheme in ("stdlib", "platstdlib", "purelib", "platlib")}
)
_loaded: dict[str, str] = {}
"""Digests of the files of modules that this process has loaded, from their first use."""


def code_files(modules: Iterable[str], package: str = "") -> dict[str, str]:
    """The files of modules and of their imports, also inside functions and by a literal name
    (`import_module("mine")`), with their digests. An installed module counts with its files only in the
    `package`, else with its version, and `cq` counts elsewhere (`code_digest`).

    Files that code opens, and imports by a computed name, are not seen.

    Raises `InputError` for a file that cannot be read, or has changed since this process loaded it: the old
    code would run.
    """
    found: dict[str, str] = {}
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        path = _source(name, package)
        if path is None:
            found |= _versions(name)
        if path is None or str(path) in found:
            continue
        with reporting(f"cannot read {str(path)!r}", "mend it", OSError, ValueError, SyntaxError):
            found[str(path)] = digest = file_digest(path)
            if path.suffix == ".py":
                waiting += _imports(name, path)
        if name in sys.modules and _loaded.setdefault(str(path), digest) != digest:
            raise InputError(f"{str(path)!r} has changed since it was loaded; start again in a new process")
    return dict(sorted(found.items()))


def _versions(name: str) -> dict[str, str]:
    """The versions of the distributions that may provide an installed module."""
    top = name.partition(".")[0]
    names = () if top == "cq" else _distributions().get(top, ())
    return {
        f"the package {distribution}": version
        for distribution in names
        if (version := installed_version(distribution))
    }


@lru_cache(maxsize=1)
def _distributions() -> Mapping[str, list[str]]:
    return packages_distributions()


def state(value: Any) -> tuple[set[str], list[Any]]:
    """The modules that define an object and all its contents, and the values of the contents, down to those
    of which only the type is known. Equal states are equal in every process; code outside of files, such as
    a notebook's, equals no other.
    """
    found = list(_state(value, {}))
    return {part.__module__ for part in found if _is_code(part) and part.__module__}, [
        _name(part) if _is_code(part) else part for part in found
    ]


def _state(value: Any, seen: dict[int, Any]) -> Iterator[Any]:
    """Flat: fingerprints of plain values, and functions and classes as they are."""
    if _is_plain(value):
        yield fingerprint(value)
        return
    if id(value) in seen:
        return
    seen[id(value)] = value  # Kept, so that no other value gets its id.
    held: Iterable[Any] = ()
    if isinstance(value, types.ModuleType):
        yield value.__name__
    elif _is_code(value):
        yield value
        if isinstance(value, types.FunctionType):
            held = (value.__defaults__, value.__kwdefaults__, *_enclosed(value))
    elif isinstance(value, types.MethodType):
        held = (value.__func__, value.__self__)
    elif isinstance(value, partial):
        held = (value.func, value.args, value.keywords)
    elif isinstance(value, Mapping):
        held = value.items()
    elif isinstance(value, (list, tuple)):
        held = value
    elif isinstance(value, (set, frozenset)):
        yield sorted(map(str, value))
    else:
        yield type(value)
        is_network = hasattr(value, "state_dict") and hasattr(value, "forward")
        held = (fingerprint(value),) if is_network else _attributes(value)
    for part in held:
        yield from _state(part, seen)


def _is_plain(value: Any) -> bool:
    is_array = isinstance(value, np.ndarray) and not value.dtype.hasobject
    plain = value is None or isinstance(value, (bool, int, float, str, bytes, np.generic))
    return plain or is_array or (hasattr(value, "detach") and not isinstance(value, type))


def _is_code(value: Any) -> bool:
    return isinstance(value, (types.FunctionType, type))


def _name(code: Any) -> str:
    """The name of a function or a class; its module without packages, which depend on the search path."""
    name = f"{(code.__module__ or '').rpartition('.')[2]}:{code.__qualname__}"
    module = sys.modules.get(code.__module__)
    is_known = module is not None and (module.__spec__ is not None or hasattr(module, "__file__"))
    return name if is_known else f"{name} {uuid.uuid4().hex}"


def _enclosed(function: types.FunctionType) -> Iterator[Any]:
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # It is empty.
            yield cell.cell_contents


def _attributes(value: Any) -> Iterator[tuple[str, Any]]:
    yield from getattr(value, "__dict__", {}).items()
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            with suppress(AttributeError):
                yield name, getattr(value, name)


def _source(name: str, package: str) -> Path | None:
    """The file of a module; None where it has none, is missing, or does not count."""
    top = name.partition(".")[0]
    first = _file(top)
    is_installed = top in sys.builtin_module_names or (
        first is not None and any(first.is_relative_to(folder) for folder in _INSTALLED)
    )
    return None if top == "cq" or (is_installed and top != package) else _file(name)


def _file(name: str) -> Path | None:
    module = sys.modules.get(name)
    origin: str | None = getattr(module, "__file__", None)
    if module is None:
        with suppress(ImportError, AttributeError, ValueError):
            spec = importlib.util.find_spec(name)
            origin = spec.origin if spec is not None and spec.has_location else None
    return None if origin is None else Path(origin).resolve()


def _imports(module: str, path: Path) -> Iterator[str]:
    """The modules that a file may import, and the packages in which it lies."""
    parts = module.split(".")
    yield from (".".join(parts[:end]) for end in range(1, len(parts)))
    package = module if path.stem == "__init__" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            with suppress(ImportError):  # The package is not one, or the level is too high.
                of = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
                yield from (of, *(f"{of}.{alias.name}" for alias in node.names))
        elif isinstance(node, ast.Call) and _name_of(node.func) in ("import_module", "__import__"):
            for text in ast.walk(node):
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    with suppress(ImportError, ValueError):
                        yield importlib.util.resolve_name(text.value, package)


def _name_of(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
