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
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache, cached_property
from typing import Any, cast, get_args, get_type_hints

from cq.language import program
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


@dataclass(frozen=True)
class Symbol:
    """One step of a sequence: a word, or a constituent of a category and the use of its value.

    `into` is "" (dropped), "self", a field, or a field and "+".
    """

    word: str = ""
    category: str = ""
    into: str = ""


@dataclass(frozen=True, eq=False)
class Rule:
    """One sequence of symbols that makes a value of a category."""

    name: str
    category: str
    makes: Callable[..., Any] | None
    symbols: tuple[Symbol, ...]
    fixed: dict[str, Any] = field(default_factory=dict)
    value: Any = None
    cost: float = 0.0
    says: bool = True

    def build(self, values: Sequence[Any]) -> Any:
        """The value for the values of all its constituents, in order; None if they do not go together."""
        makes = self.makes
        if makes is None:
            return values[self.slots[0][0]] if self.slots else self.value
        given = dict(self.given)
        base = None
        for i, name, adds in self.slots:
            if adds:
                given[name] = (*given[name], values[i])
            elif name == "self":
                base = values[i]
            else:
                given[name] = values[i]
        if base is None:
            return new(makes, given) if self.is_plain else makes(**given)
        if not given:
            return base
        held = vars(base)
        defaults = defaults_of(base.__class__)
        for name, value in given.items():
            before = held[name]
            if type(before) is tuple:
                if name in self.fixed:
                    if before not in (defaults[name], value):
                        return None
                else:
                    given[name] = (*value, *before) if type(value) is tuple else value
            elif before != defaults[name] and (name not in self.fixed or before != value):
                return None
        return new(type(base), held | given)

    @cached_property
    def given(self) -> dict[str, Any]:
        """The fields before the constituents fill theirs: those that are fixed, and in a new value of a
        class the defaults of the others.
        """
        added: dict[str, Any] = {name: () for _, name, adds in self.slots if adds}
        is_new = self.is_plain and all(name != "self" for _, name, _ in self.slots)
        return (defaults_of(self.makes) if is_new else {}) | added | self.fixed

    @cached_property
    def slots(self) -> tuple[tuple[int, str, bool], ...]:
        """For each slot the index of its constituent, the field, and whether it adds to the field."""
        children = [symbol for symbol in self.symbols if symbol.category]
        return tuple(
            (i, symbol.into.rstrip("+"), symbol.into.endswith("+"))
            for i, symbol in enumerate(children)
            if symbol.into
        )

    @cached_property
    def is_plain(self) -> bool:
        """Whether it makes a value of a class, all of whose fields it names or that have defaults."""
        return is_dataclass(self.makes)


class Node:
    """A node of the tree in which all rules share their first symbols. There are many, and most have one arc:
    empty tables are shared, which spares the garbage collector most of its work.
    """

    __slots__ = ("by_category", "by_word", "done")

    def __init__(self) -> None:
        self.by_word: dict[str, Node] = _NO_ARCS
        self.by_category: dict[str, Node] = _NO_ARCS
        self.done: tuple[Rule, ...] = ()

    def behind(self, symbol: Symbol) -> Node:
        """The node after a symbol, made if there is none yet."""
        arcs = self.by_word if symbol.word else self.by_category
        key = symbol.word or symbol.category
        if key in arcs:
            return arcs[key]
        following = Node()
        if arcs:
            arcs[key] = following
        elif symbol.word:
            self.by_word = {key: following}
        else:
            self.by_category = {key: following}
        return following


_NO_ARCS: dict[str, Node] = {}


class Grammar:
    """All rules, as a tree of their symbols. `vocabulary` has the words of the rules, with their
    categories.
    """

    def __init__(self) -> None:
        self.root = Node()
        self.rules: list[Rule] = []
        self.vocabulary: dict[str, set[str]] = {}
        self._parts: dict[str, set[str]] = {}
        """The categories of the constituents of each category's rules."""
        self._leading: dict[tuple[str, int], frozenset[str]] = {}

    def add(self, rule: Rule) -> None:
        """Add a rule."""
        node = self.root
        parts = self._parts.setdefault(rule.category, set())
        for symbol in rule.symbols:
            node = node.behind(symbol)
            if symbol.word:
                self.vocabulary.setdefault(symbol.word, set()).add(rule.category)
            else:
                parts.add(symbol.category)
        node.done = (*node.done, rule)
        self.rules.append(rule)

    def leading_to(self, goal: str) -> frozenset[str]:
        """The categories of which a constituent of a goal can consist: the rules of others need not be
        tried.
        """
        found = self._leading.get((goal, len(self.rules)))
        if found is None:
            made_by: dict[str, list[str]] = {}
            for made in self._parts:
                for category in categories_of(made):
                    made_by.setdefault(category, []).append(made)
            wanted, todo = {goal}, [goal]
            while todo:
                for made in made_by.get(todo.pop(), ()):
                    new_ones = {made, *self._parts[made]} - wanted
                    wanted |= new_ones
                    todo += new_ones
            found = self._leading[goal, len(self.rules)] = frozenset(wanted)
        return found


GRAMMAR = Grammar()


def new(makes: Any, held: dict[str, Any]) -> Any:
    """A value of a frozen dataclass with all its fields given, made a few times faster than by its
    constructor.
    """
    value = object.__new__(makes)
    vars(value).update(held)
    return value


@cache
def defaults_of(makes: Any) -> dict[str, Any]:
    """The default of each field of a class that has one."""
    return {
        attribute.name: None if attribute.default is MISSING else attribute.default
        for attribute in fields(makes)
    }


@cache
def default_of(makes: type, name: str) -> Any:
    """The default of a field of a class; None if it has none."""
    found = next(attribute for attribute in fields(makes) if attribute.name == name)
    return None if found.default is MISSING else found.default


@cache
def fields_of(makes: type) -> tuple[str, ...]:
    """The names of the fields of a class."""
    return tuple(attribute.name for attribute in fields(makes))


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


@cache
def categories_of(name: str) -> tuple[str, ...]:
    """A category and those that take its values too: Beside is a Place."""
    made = getattr(program, name, None)
    if not (isinstance(made, type) and issubclass(made, program.Meaning)):
        return (name,)
    return tuple(
        base.__name__
        for base in made.__mro__
        if issubclass(base, program.Meaning) and base is not program.Meaning
    )
