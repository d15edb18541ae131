"""The grammar: sequences of symbols, each with the meaning that it makes (see `cq.language.declaring`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache, cached_property
from typing import Any

from cq.language import program


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
