"""Programs as short sequences of typed tokens: the annotations of the classes tell which token may follow.

An object is its class ("<Remove"; left out where the annotation allows one class alone), its fields in order,
and ">". A field is its name (".number") before its value ("#3", "^north", "red", an object), or one token
with its value where that is a free text, true, false or null ("noun=tower"). A tuple repeats its field.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, Literal, get_args, get_origin

from cq.language import program as programs
from cq.language.json_form import DIRECTIONS, classes_below, from_dict, hints_of, kinds_of, to_dict
from cq.language.program import Command, Meaning, Program
from cq.world.palette import COLOURS

PAD, START, END = "<pad>", "<s>", "</s>"
NUMBERS = range(-11, 31)
"""Numbers that a program may hold here."""
FIRST = {"Ref": "noun", "Thing": "shape"}
"""The field that tells the kind of an object comes first, also with its default value."""

Frame = tuple[str, int, bool]
"""An object that is being written: its class, the index of its last field (-1: none), whether its first field
is written."""
State = tuple[tuple[Frame, ...], tuple[str, str] | None]
"""The objects that are being written, and the (class, field) whose value comes next."""
START_STATE: State = ((), None)


@dataclass(frozen=True)
class _Slot:
    """The values that a field may hold: a tuple or one value, words, plain types and classes."""

    several: bool
    needed: bool
    default: Any
    words: tuple[str, ...]
    plain: frozenset[type]
    classes: tuple[str, ...]

    @property
    def is_named(self) -> bool:
        """Whether its value follows a token with its name."""
        return bool(self.classes or self.words or int in self.plain)

    @property
    def class_is_known(self) -> bool:
        return len(self.classes) == 1 and not self.words and int not in self.plain


@cache
def _slots(name: str) -> Mapping[str, _Slot]:
    makes: Any = getattr(programs, name)
    found = {}
    for field in fields(makes):
        kinds = kinds_of(hints_of(makes)[field.name])
        flat = [
            kind for each in kinds for kind in (kinds_of(get_args(each)[0]) if _is_tuple(each) else (each,))
        ]
        words = [word for kind in flat if get_origin(kind) is Literal for word in get_args(kind)]
        classes = [
            below.__name__
            for kind in flat
            if isinstance(kind, type) and issubclass(kind, Meaning)
            for below in classes_below(kind)  # type: ignore[arg-type]
        ]
        found[field.name] = _Slot(
            any(map(_is_tuple, kinds)),
            field.default is MISSING,
            field.default,
            tuple(words),
            frozenset(kind for kind in flat if kind in (int, bool, str)),
            tuple(dict.fromkeys(classes)),
        )
    return found


def _is_tuple(kind: Any) -> bool:
    return get_origin(kind) is tuple


def linear(program: Program) -> list[str]:
    """The tokens of a program, without `END`."""
    return [
        token for command in program for token in (f"<{type(command).__name__}", *_body(to_dict(command)))
    ]


def _body(data: Mapping[str, Any]) -> Iterator[str]:
    slots, first = _slots(data["type"]), FIRST.get(data["type"])
    for name, slot in slots.items():
        if name == first:
            yield f"{name}={data.get(name, slot.default)}"
        elif name in data:
            held = data[name]
            for value in held if isinstance(held, list) else [held]:
                yield from _field(name, slot, value)
    yield ">"


def _field(name: str, slot: _Slot, value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield f".{name}"
        if not slot.class_is_known:
            yield f"<{value['type']}"
        yield from _body(value)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from (f".{name}", f"#{value}")
    elif value in slot.words:
        yield from (f".{name}", value if value in COLOURS else f"^{value}")
    else:
        yield f"{name}={value}"


def program_of(tokens: Sequence[str]) -> Program:
    """The program of a sequence of tokens. Raises `InputError`, `ValueError` or `LookupError` if they are
    none.
    """
    left = iter(tokens)
    return tuple(from_dict(_object(token[1:], left), Command) for token in left)


def _object(name: str, tokens: Iterator[str]) -> dict[str, Any]:
    made: dict[str, Any] = {"type": name}
    for token in tokens:
        if token == ">":
            return made
        named, _, text = token.partition("=")
        field = named.removeprefix(".")
        slot = _slots(name)[field]
        value = (
            _value(slot, tokens)
            if token[0] == "."
            else {"True": True, "False": False, "None": None}.get(text, text)
        )
        if slot.several and value is not None:
            made.setdefault(field, []).append(value)
        else:
            made[field] = value
    raise ValueError(f"the object {name} does not end")


def _value(slot: _Slot, tokens: Iterator[str]) -> Any:
    if slot.class_is_known:
        return _object(slot.classes[0], tokens)
    token = next(tokens, "")
    if token[:1] == "#":
        return int(token[1:])
    return _object(token[1:], tokens) if token[:1] == "<" else token.removeprefix("^")


def vocabulary(found: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """All tokens of programs: those of the annotations, and the free texts in some sequences."""
    tokens = {token for sequence in found for token in sequence}
    for kind in classes_below(Meaning):
        tokens.add(f"<{kind.__name__}")
        tokens.update(f".{name}" for name, slot in _slots(kind.__name__).items() if slot.is_named)
    tokens.update((*COLOURS, *(f"^{direction}" for direction in DIRECTIONS), *(f"#{i}" for i in NUMBERS)))
    return (PAD, START, END, *sorted(tokens))


class Syntax:
    """The tokens of a vocabulary that may follow, so that each sequence is a program."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = tuple(tokens)
        self.ids = {token: i for i, token in enumerate(tokens)}
        self._told: dict[str, list[str]] = {}
        for token in tokens:
            if "=" in token and token[0] not in "<.#^":
                self._told.setdefault(token.partition("=")[0], []).append(token)
        self._numbers = [token for token in tokens if token[0] == "#"]
        self._allowed: dict[State, tuple[int, ...]] = {}

    def allowed(self, state: State) -> tuple[int, ...]:
        """The ids of the tokens that may come next."""
        if state not in self._allowed:
            self._allowed[state] = tuple(self.ids[token] for token in self._next(state) if token in self.ids)
        return self._allowed[state]

    def _next(self, state: State) -> Iterator[str]:
        stack, awaited = state
        if awaited is not None:
            slot = _slots(awaited[0])[awaited[1]]
            yield from (f"<{name}" for name in slot.classes)
            yield from (word if word in COLOURS else f"^{word}" for word in slot.words)
            yield from self._numbers if int in slot.plain else ()
        elif not stack:
            yield END
            yield from (f"<{kind.__name__}" for kind in classes_below(Command))
        else:
            yield from self._next_fields(*stack[-1])

    def _next_fields(self, name: str, at: int, told: bool) -> Iterator[str]:
        first = FIRST.get(name)
        if first is not None and not told:
            yield from self._told.get(first, ())
            return
        for i, (field, slot) in enumerate(_slots(name).items()):
            if field == first or i < at or (i == at and not slot.several):
                continue
            if slot.is_named:
                yield f".{field}"
            yield from self._told.get(field, ())
            if slot.needed and i > at:
                return
        yield ">"

    def after(self, state: State, token: int) -> State:
        """The state after one more token."""
        stack, awaited = state
        text = self.tokens[token]
        if awaited is not None and text[0] != "<":
            return stack, None
        if text[0] == "<":
            return (*stack, (text[1:], -1, False)), None
        if text == ">":
            return stack[:-1], None
        *outer, (name, _, told) = stack
        field = text.partition("=")[0].removeprefix(".")
        if field == FIRST.get(name):
            return (*outer, (name, -1, True)), None
        slot = _slots(name)[field]
        inside = (*outer, (name, list(_slots(name)).index(field), told))
        if text[0] != ".":
            return inside, None
        if slot.class_is_known:
            return (*inside, (slot.classes[0], -1, False)), None
        return inside, (name, field)
