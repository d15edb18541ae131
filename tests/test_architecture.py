"""The modules of the library import each other in layers, without circles, and by public names."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import ROOT


@dataclass(frozen=True)
class Import:
    """One import statement, wherever it stands: `source` imports `name` from the module `target` (None: the
    module itself).
    """

    source: str
    target: str
    name: str | None


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


FILES = {module_name(path): path for path in sorted((ROOT / "cq").rglob("*.py"))}


def imports_of(module: str) -> Iterator[Import]:
    """All imports of modules of `cq`, also those inside functions."""
    for node in ast.walk(ast.parse(FILES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in FILES:
                    yield Import(module, alias.name, None)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            for alias in node.names:
                submodule = f"{node.module}.{alias.name}"
                if submodule in FILES:
                    yield Import(module, submodule, None)
                elif node.module in FILES:
                    yield Import(module, node.module, alias.name)


IMPORTS = [one for module in FILES for one in imports_of(module)]


def package(module: str) -> str:
    """The package or top-level module of the library that a module belongs to: `world`, `api`, …"""
    return module.split(".")[1] if "." in module else "cq"


def find_circle(edges: dict[str, set[str]]) -> list[str] | None:
    """The modules of one import circle, in order, or None."""
    finished: set[str] = set()

    def visit(module: str, path: list[str]) -> list[str] | None:
        if module in path:
            return [*path[path.index(module) :], module]
        if module in finished:
            return None
        for target in sorted(edges.get(module, ())):
            if circle := visit(target, [*path, module]):
                return circle
        finished.add(module)
        return None

    return next((circle for module in edges if (circle := visit(module, []))), None)


def test_circles_are_found():
    assert find_circle({"a": {"b"}, "b": {"c"}, "c": set()}) is None
    assert find_circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]


def edges_between(name: Callable[[str], str], imports: Iterable[Import]) -> dict[str, set[str]]:
    """The imports as edges between modules or packages."""
    edges: dict[str, set[str]] = {}
    for one in imports:
        if name(one.source) != name(one.target):
            edges.setdefault(name(one.source), set()).add(name(one.target))
    return edges


def test_no_modules_import_each_other_in_a_circle():
    assert find_circle(edges_between(str, IMPORTS)) is None


def test_no_package_has_two_modules_of_one_name():
    files = [(package(module), path.stem) for module, path in FILES.items() if path.stem != "__init__"]
    assert [name for name, count in Counter(files).items() if count > 1] == []


def test_no_packages_import_each_other_in_a_circle():
    assert find_circle(edges_between(package, IMPORTS)) is None


FOUNDATION = {
    "arrays",
    "types",
    "errors",
    "deadlines",
    "settings",
    "files",
    "tables",
    "plain_text",
    "utterances",
}
WORLD = FOUNDATION | {"world"}
MODELS = WORLD | {"metrics", "language", "encoder", "modeling", "data"}
ALLOWED_IMPORTS: dict[str, set[str]] = {
    "errors": set(),
    "arrays": {"errors"},
    "types": set(),
    "deadlines": {"errors"},
    "settings": {"errors"},
    "files": {"errors"},
    "tables": {"errors", "files"},
    "plain_text": set(),
    "utterances": {"errors"},
    "world": FOUNDATION,
    "metrics": WORLD,
    "data": WORLD | {"metrics"},
    "corpora": FOUNDATION | {"data"},
    "modeling": FOUNDATION,
    "encoder": FOUNDATION | {"modeling"},
    "guard": {"errors", "files", "utterances", "encoder", "modeling", "language"},
    "language": WORLD | {"encoder", "modeling"},
    "semantics": WORLD | {"language", "metrics"},
    "reading": MODELS | {"semantics"},
    "clarity": MODELS | {"semantics", "reading"},
    "ranking": MODELS | {"semantics", "reading"},
    "building": MODELS | {"semantics", "reading"},
    "dialogue": MODELS | {"semantics", "reading", "clarity", "ranking", "building"},
}
"""Each package, and the packages that its modules may import besides their own. The others, such as `api`,
`pipeline` and `cli`, may import all."""


def is_allowed(one: Import) -> bool:
    source, target = package(one.source), package(one.target)
    return source not in ALLOWED_IMPORTS or source == target or target in ALLOWED_IMPORTS[source]


def test_packages_import_only_what_is_below_them():
    broken = {(one.source, one.target) for one in IMPORTS if not is_allowed(one)}
    assert not broken, sorted(broken)


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def test_packages_import_no_private_names_of_others():
    private = [
        one
        for one in IMPORTS
        if package(one.source) != package(one.target)
        and any(is_private(name) for name in (one.name or "", *one.target.split(".")))
    ]
    assert not private


@pytest.mark.parametrize("name", sorted(ALLOWED_IMPORTS))
def test_every_layer_exists(name):
    assert f"cq.{name}" in FILES


def test_what_make_check_runs_is_there():
    """pytest runs nothing if one of the paths is missing."""
    named = (
        (ROOT / "Makefile")
        .read_text(encoding="utf-8")
        .replace("\\\n", " ")
        .split("FAST := ")[1]
        .splitlines()[0]
    )
    assert [path for path in named.split() if not (ROOT / path).exists()] == []
