"""A question about one argument, in words from its schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cq.guard.schemas import Schema, name_of
from cq.guard.tools import MISSING, Path

YES_NO = ("yes", "no")
_CLAUSES = ("how", "what", "where", "when", "who", "which", "why", "whether", "if")
_FORMATS = {
    "date": "a date such as 2026-03-14",
    "time": "a time such as 18:30:00",
    "date-time": "a date and time such as 2026-03-14T18:30:00",
    "email": "an e-mail address",
}


@dataclass(frozen=True)
class Question:
    """A question's text, and options to choose from (none: any text). `path` leads to the argument."""

    text: str
    options: tuple[str, ...]
    path: Path


def label(path: Path, schema: Schema) -> str:
    """The name of an argument for people: its description if short, else its title, else its name."""
    about = str(schema.get("description") or "").strip().split(". ")[0].rstrip(".")
    if not about or len(about.split()) > 14:
        name = " ".join(str(key).replace("_", " ") for key in path if isinstance(key, str)) or "value"
        title = str(schema.get("title") or "").strip()
        about = name if title.casefold() == name.casefold() else title or name
    if about[1:2].islower() or about[1:2] == " ":
        about = about[0].lower() + about[1:]
    first = about.split()[0]
    return about if first in ("a", "an", "the", "your", *_CLAUSES) else f"the {about}"


def said(value: Any, schema: Schema | None = None) -> str:
    """A value in people's words; by its name, if the schema has names."""
    if schema is not None and "enumNames" in schema:
        value = name_of(value, schema)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is MISSING or value is None:
        return "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(said, value))
    return f"{value:g}" if isinstance(value, float) and abs(value) < 1e6 else str(value)


def expected(schema: Schema) -> str:
    """The values that a schema takes, in words: "a whole number from 1 to 9"."""
    if "enum" in schema:
        return f"one of {', '.join(said(option, schema) for option in schema['enum'])}"
    kind = schema.get("type")
    if kind in ("integer", "number"):
        limits = [
            ("from ", "minimum"),
            ("to ", "maximum"),
            ("above ", "exclusiveMinimum"),
            ("below ", "exclusiveMaximum"),
        ]
        given = [f"{word}{said(schema[name])}" for word, name in limits if name in schema]
        return " ".join(["a whole number" if kind == "integer" else "a number", *given])
    if kind == "boolean":
        return "yes or no"
    if kind == "array":
        return "a list, with commas between"
    if schema.get("format") in _FORMATS:
        return _FORMATS[schema["format"]]
    return f"a text of the form {schema['pattern']}" if "pattern" in schema else "a text"


def options(schema: Schema, likely: tuple[Any, ...] = ()) -> tuple[str, ...]:
    """Options to choose from: the likely values, else all values of the schema."""
    listed = tuple(schema.get("enum", ())) or ((True, False) if schema.get("type") == "boolean" else ())
    return tuple(
        dict.fromkeys(said(option, schema) for option in (likely if len(likely) > 1 else listed or likely))
    )


def ask_missing(path: Path, schema: Schema) -> Question:
    return Question(_ask(path, schema), options(schema), path)


def ask_which(path: Path, schema: Schema, values: tuple[Any, ...]) -> Question:
    choice = options(schema, values)
    listed = f"{', '.join(choice[:-1])} or {choice[-1]}"
    return Question(f"{_ask(path, {**schema, 'type': ''}).rstrip('?.')}: {listed}?", choice, path)


def ask_wrong(path: Path, schema: Schema, value: Any, likely: tuple[Any, ...]) -> Question:
    need = f"{label(path, schema)} must be {expected(schema)}"
    return Question(
        f"“{said(value)}” does not fit: {need}. {_ask(path, schema)}", options(schema, likely), path
    )


def ask_unknown(path: Path, tool: str, value: Any) -> Question:
    name = label(path, {}).removeprefix("the ")
    text = f"{tool.replace('_', ' ').capitalize()} takes no {name} ({said(value)}). Go on without it?"
    return Question(text, YES_NO, path)


def ask_again(question: Question, answer: str, schema: Schema) -> Question:
    """The same question after an answer that does not fit. Any answer is a text: where one is needed, the
    answer does not say it, but denies, asks or tells something else.
    """
    given, need = answer.strip()[:60], "yes or no" if question.options == YES_NO else expected(schema)
    why = f"I cannot take “{given}”; it must be {need}."
    if need == "a text":
        why = f"“{given}” does not say {label(question.path, schema)}. Please say it, and nothing else."
    return Question(f"{why} {question.text}", question.options, question.path)


def _ask(path: Path, schema: Schema) -> str:
    name = label(path, schema)
    if name.split()[0] in _CLAUSES:
        return f"Please tell me {name}."
    if schema.get("type") == "boolean":
        name = name.removeprefix("the ")
        return f"{name[0].upper()}{name[1:]}: yes or no?"
    return f"What is {name}?"
