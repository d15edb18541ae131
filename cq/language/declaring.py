"""Rules: named, typed pieces of English, each beside the meaning that it makes.

    rule(Beside, "[{gap} free cells] {side} of {landmark}", "to the {side} of {landmark}")
    rule("Nominal", "{colours+} {self}", makes=Ref)
    words("make", "place|put|build")

They are written in the notation of `cq.language.notation`, or by these calls where they are computed. A rule
makes a value of a category: a class of `cq.language.program`, or a name such as "Nominal". In its patterns

- `word` is that word, `(a|b c)` one of several, `[…]` may be missing, `@make` a word of a class (`words`);
- `{field}` is a constituent whose value goes into a field of the class; `{field:Category}` names its
  category, or several (`{field:A|B}`); otherwise it is that of the field (`FIELD_CATEGORIES`, or annotated);
- `{field+}` adds to a field that holds a tuple, in front of what is there;
- `{self}` is a constituent of the same category (or `{self:Category}`) whose other fields are kept.

Values by keyword are fixed fields. A slot that no rule fills stays open. A rule costs 0 unless it says so: 1
for a loose use of words, 2 for a guess. Rules added by `hear` (`says=False`) only parse.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Sequence
from dataclasses import is_dataclass
from functools import cache
from typing import Any, cast, get_args, get_type_hints

from cq.language import program
from cq.language.grammar import GRAMMAR, Rule, Symbol, fields_of
from cq.language.inflection import forms_of
from cq.language.patterns import expanded, shown

FIELD_CATEGORIES = {
    "colours": "Colour",
    "colour": "Colour",
    "direction": "Direction",
    "side": "Direction",
    "sides": "Direction",
    "start": "Direction",
    "axis": "Direction",
    "heading": "Direction",
    "opens": "Direction",
    "faces": "Direction",
    "top": "Direction",
    "number": "Number",
    "count": "Number",
    "gap": "Number",
    "more": "Number",
    "dims": "Number",
    "x": "Integer",
    "z": "Integer",
    "level": "Number",
}
"""The category of a slot by the name of its field, where the field holds a word or a number."""
MOST_SEQUENCES = 96
"""Sequences that one pattern may stand for; more is a mistake in the pattern."""


def rule(
    category: type | str,
    *patterns: str,
    makes: Callable[..., Any] | None = None,
    cost: float = 0.0,
    says: bool = True,
    **fixed: Any,
) -> None:
    """Add the rules that patterns stand for (see the module)."""
    label = category if isinstance(category, str) else category.__name__
    if makes is None and isinstance(category, type):
        makes = category
    add(label, patterns, makes, fixed, None, cost, says)


def add(
    category: str,
    patterns: Sequence[str],
    makes: Callable[..., Any] | None,
    fixed: dict[str, Any],
    value: Any,
    cost: float,
    says: bool,
) -> None:
    """Add the rules that patterns stand for, which make a value or, without `makes`, mean a constant."""
    said: set[tuple[tuple[str, str], ...]] = set()  # Of sequences with the same slots the first is said.
    for pattern in patterns:
        # Alternatives within a pattern may come to the same: "(on|at) [all] [the]" holds "on" twice.
        sequences = expanded(pattern)
        if len(sequences) > MOST_SEQUENCES:
            raise ValueError(
                f"pattern {pattern!r} stands for {len(sequences)} sequences; use a class of words"
            )
        for sequence in sequences:
            symbols = tuple(_symbol(part, category, makes) for part in sequence)
            _check(pattern, makes, [s.into.rstrip("+") for s in symbols if s.into] + list(fixed))
            slots = tuple((symbol.into, symbol.category) for symbol in symbols if symbol.into)
            named = f"{category}: {pattern}"
            GRAMMAR.add(Rule(named, category, makes, symbols, fixed, value, cost, says and slots not in said))
            said.add(slots)


def hear(
    category: type | str,
    *patterns: str,
    makes: Callable[..., Any] | None = None,
    cost: float = 0.0,
    **fixed: Any,
) -> None:
    """Add rules that only parse: nothing is said by them (see `rule`)."""
    rule(category, *patterns, makes=makes, cost=cost, says=False, **fixed)


def _check(pattern: str, makes: Any, named: list[str]) -> None:
    """Raises `ValueError` for a slot or fixed field that the class does not have."""
    if makes is None:
        known = {"self"}
    elif is_dataclass(makes):
        known = {"self", *fields_of(cast(type, makes))}
    else:
        return
    if wrong := [name for name in named if name not in known]:
        raise ValueError(
            f"pattern {pattern!r} names {wrong[0]!r}, which is not a field; fields are {sorted(known)}"
        )


def lex(category: str, value: Any, *phrases: str, cost: float = 0.0, says: bool = True) -> None:
    """Let phrases mean a value of a category. The first one is said, if any is."""
    for i, phrase in enumerate(phrases):
        symbols = tuple(_shared(shown(word), "", "") for word in phrase.split())
        named = f"{category}: {phrase}"
        GRAMMAR.add(Rule(named, category, None, symbols, _NOTHING, value, cost, says and not i))


_NOTHING: dict[str, Any] = {}

_OWNERS: dict[str, str] = {}
"""The module of each class of words."""

_PHRASES: set[tuple[str, str]] = set()
"""The phrases of all classes of words; one that is listed twice counts once."""


def words(name: str, *phrases: str, cost: float = 0.0, says: bool = True, owner: str = "") -> None:
    """Add phrases to a class of words, which patterns name as `@name`; `|` separates phrases.

    Raises `ValueError` if another module has a class of this name: the words of both would be mixed.
    """
    module = owner or str(sys._getframe(1).f_globals["__name__"])
    if _OWNERS.setdefault(name, module) != module:
        raise ValueError(
            f"class of words {name!r} is that of {_OWNERS[name]}; give the one of {module} another name"
        )
    for phrase in itertools.chain.from_iterable(text.split("|") for text in phrases):
        if (name, phrase.strip()) in _PHRASES:
            continue
        _PHRASES.add((name, phrase.strip()))
        lex(f"@{name}", phrase.strip(), phrase.strip(), cost=cost, says=says)


def verbs(name: str, listed: str, owner: str = "") -> None:
    """Add verbs in all forms to a class of words; of a phrase ("get rid of") the first word is inflected.

    Only the base form is said.
    """
    owner = owner or str(sys._getframe(1).f_globals["__name__"])
    for phrase in listed.split("|"):
        first, _, rest = phrase.strip().partition(" ")
        for form in dict.fromkeys(forms_of(first)):
            words(name, f"{form} {rest}".strip(), says=form == first, owner=owner)


@cache
def _symbol(part: str, label: str, makes: Callable[..., Any] | None) -> Symbol:
    if part.startswith("@"):
        return _shared("", part, "")
    if not part.startswith("{"):
        return _shared(shown(part), "", "")
    into, _, category = part[1:-1].partition(":")
    name = into.rstrip("+")
    if not category:
        category = label if into == "self" else FIELD_CATEGORIES.get(name) or _annotated(makes, name)
    return _shared("", category, into)


_shared = cache(Symbol)
"""The one symbol of these fields."""


@cache
def _hints(makes: Any) -> dict[str, Any]:
    return get_type_hints(makes, vars(program)) if is_dataclass(makes) else {}


def _annotated(makes: Any, name: str) -> str:
    """The category of a slot by the class in the annotation of its field."""
    hint = _hints(makes).get(name)
    classes = [kind for kind in (hint, *get_args(hint)) if isinstance(kind, type) and kind is not type(None)]
    found = [kind.__name__ for kind in classes if issubclass(kind, program.Meaning)]
    if len(found) != 1:
        raise ValueError(f"slot {name!r} of {makes} needs a category: {{{name}:Category}}")
    return found[0]
