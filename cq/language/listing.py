"""The rules, the classes of words and the classes of programs as markdown, for the documentation."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import cq.language.rules  # noqa: F401
from cq.language.grammar import GRAMMAR
from cq.language.json_form import classes_below
from cq.language.program import Command, Limit, Meaning, Place

KINDS: dict[str, type] = {"Commands": Command, "Places": Place, "Limits of references": Limit}
"""The classes of programs that have a common base; the others are parts of these."""
_MARKS = {"<!-- rules -->": "rules", "<!-- words -->": "words", "<!-- classes -->": "classes"}


def with_listings(markdown: str) -> str:
    """A page with its marks replaced by their listings."""
    listings = {"rules": rules_listed, "words": words_listed, "classes": classes_listed}
    for mark, name in _MARKS.items():
        if mark in markdown:
            markdown = markdown.replace(mark, listings[name]())
    return markdown


def rules_listed() -> str:
    """The patterns of each category: first the classes of programs by kind, then the other categories."""
    patterns: dict[str, dict[str, float]] = {}
    for rule in GRAMMAR.rules:
        if not rule.category.startswith("@"):
            patterns.setdefault(rule.category, {})[rule.name.removeprefix(f"{rule.category}: ")] = rule.cost
    parts = []
    for title, classes in _by_kind():
        parts.append(f"### {title}")
        parts += [
            _details(kind.__name__, patterns.pop(kind.__name__))
            for kind in classes
            if kind.__name__ in patterns
        ]
    parts.append("### Parts of these")
    parts += [_details(name, patterns[name]) for name in sorted(patterns)]
    return "\n\n".join(parts)


def words_listed() -> str:
    """The phrases of each class of words."""
    phrases: dict[str, list[str]] = {}
    for rule in GRAMMAR.rules:
        if rule.category.startswith("@"):
            phrases.setdefault(rule.category, []).append(
                " ".join(symbol.word or symbol.category for symbol in rule.symbols)
            )
    rows = (f"`{name}`: {', '.join(dict.fromkeys(said))}" for name, said in sorted(phrases.items()))
    return _folded(f"{len(phrases)} classes of words", "\n".join(f"- {row}" for row in rows))


def classes_listed() -> str:
    """The classes of programs with their meanings and fields."""
    parts = []
    for title, classes in _by_kind():
        parts += [
            f"### {title}",
            "| class | meaning | fields |\n|---|---|---|\n" + "\n".join(map(_row, classes)),
        ]
    return "\n\n".join(parts)


def _by_kind() -> Iterator[tuple[str, list[type]]]:
    listed: set[type] = set()
    for title, base in KINDS.items():
        listed |= {*classes_below(base)}
        yield title, list(classes_below(base))
    yield "References, things and sizes", [kind for kind in classes_below(Meaning) if kind not in listed]


def _row(kind: type) -> str:
    about = " ".join((inspect.getdoc(kind) or "").split()).split(". ")[0].rstrip(".")
    names = ", ".join(f"`{name}`" for name in kind.__annotations__)
    return f"| `{kind.__name__}` | {_cell(about)}. | {names} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _details(name: str, patterns: dict[str, float]) -> str:
    lines = (f"{pattern}{f'    (costs {cost:g})' if cost else ''}" for pattern, cost in patterns.items())
    return _folded(f"{name}: {len(patterns)} patterns", "```text\n" + "\n".join(lines) + "\n```")


def _folded(title: str, text: str) -> str:
    return f'<details markdown="1"><summary>{title}</summary>\n\n{text}\n\n</details>'
