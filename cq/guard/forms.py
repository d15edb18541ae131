"""Calls and histories in the forms of other frameworks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cq.errors import InputError, excerpt
from cq.files.json_input import unique_keys
from cq.utterances import check_characters

Turns = tuple[tuple[str, str], ...]
History = Iterable[Any]

_WRAPPED = ("function", "functionCall", "function_call", "toolUse", "params")
_NAME = ("name", "tool_name", "toolName", "tool")
_ARGUMENTS = ("arguments", "args", "input", "parameters", "tool_input", "tool_kwargs")
_ROLE = ("role", "part_kind", "type", "speaker")
_CONTENT = ("content", "parts", "text", "output", "message", "refusal")
_SILENT = ("tool_calls", "function_call", "summary", *_ARGUMENTS)
_USER = ("human", "humanmessagechunk", "user-prompt")
"""Other names of the user."""
_THOUGHTS = ("thinking", "redacted_thinking", "reasoning")
"""A model's own thoughts, which tell nobody anything."""


def read_call(action: Any) -> tuple[str, Mapping[str, Any]]:
    """The name and the arguments of a call: a pair, or a mapping or an object in the form of OpenAI,
    Anthropic, MCP, Gemini, LangChain or Pydantic AI. Arguments may be JSON; none are "", null or an empty
    list. Their values are those of `python_value`.

    Raises `InputError` for other forms, and for arguments under an unknown key.
    """
    if isinstance(action, Sequence) and not isinstance(action, str) and len(action) == 2:
        name, given = action
    else:
        inner = _first(action, _WRAPPED)
        call = action if inner is None or isinstance(inner, str) else inner
        name, given = _first(call, _NAME), _first(call, _ARGUMENTS)
        if isinstance(call, Mapping) and not any(key in call for key in _ARGUMENTS):
            odd = [
                key for key, value in call.items() if value and isinstance(value, Mapping) and key[:1] != "_"
            ]
            if odd:
                raise InputError(f"call {excerpt(name)} has no arguments but {odd[0]!r}; name it 'arguments'")
    if not isinstance(name, str):
        raise InputError(f"action {excerpt(action)} is not a call: give {{'name': …, 'arguments': {{…}}}}")
    return name, python_value(_arguments(given))


def python_value(value: Any) -> Any:
    """An argument, with Python's values in place of those of NumPy and pandas; pandas' missing ones are null.

    Raises `InputError` for a text with a lone surrogate, and for an integer that has no place in a question.
    """
    if isinstance(value, Mapping):
        return {python_value(key): python_value(inner) for key, inner in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [python_value(inner) for inner in value]
    if isinstance(value, str):
        check_characters(value, "the text")
    if isinstance(value, int) and value.bit_length() > 4096:
        raise InputError(f"an argument is {excerpt(value)}; give a smaller number")
    return None if type(value).__name__ in ("NAType", "NaTType") else value


def read_turns(history: History | None) -> Turns:
    """The turns, oldest first, as pairs (speaker, text): from such pairs, or from messages with a role
    and content in the forms of the same frameworks. Messages without text, such as calls, are left out.

    Raises `InputError` for other forms.
    """
    if isinstance(history, str | Mapping):
        raise InputError(f"history {excerpt(history)} is not a list of messages; put it into one")
    turns = tuple(turn for message in history or () for turn in _turns(message) if turn[1].strip())
    for _, text in turns:
        check_characters(text, "the turn")
    return turns


def _arguments(given: Any) -> Mapping[str, Any]:
    if isinstance(given, str):
        return _arguments(_parsed(given) if given.strip() else None)
    if given is None or (isinstance(given, list | tuple) and not given):
        return {}
    if not isinstance(given, Mapping):
        raise InputError(f"the arguments {excerpt(given)} are not an object; give names with values")
    return given


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=unique_keys)
    except RecursionError:
        raise InputError(f"the arguments {excerpt(text)} are nested too deeply to be read") from None
    except ValueError as error:
        raise InputError(f"the arguments {excerpt(text)} are not JSON: {error}") from None


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number of JSON")


def _turns(message: Any) -> Iterator[tuple[str, str]]:
    parts = _first(message, ("parts",))
    if isinstance(parts, Sequence) and any(_first(part, ("part_kind",)) for part in parts):
        for part in parts:
            yield from _turns(part)
        return
    if isinstance(message, Sequence) and not isinstance(message, str) and len(message) == 2:
        role, content = message
    else:
        role, content = _first(message, _ROLE), _first(message, _CONTENT)
        if content is None and not _has(message, (*_CONTENT, *_SILENT)):
            role = None
    role = getattr(role, "value", role)
    if not isinstance(role, str):
        raise InputError(f"turn {excerpt(message)} of the history is neither (speaker, text) nor a message")
    if role not in _THOUGHTS:
        speaker = role.casefold()
        yield "user" if speaker in _USER else speaker, _text(content)


def _text(content: Any) -> str:
    """The text in content: itself, the text of its parts, or a tool's result as JSON."""
    if content is None or isinstance(content, str):
        return content or ""
    if isinstance(content, list | tuple):
        return "\n".join(filter(None, map(_text, content)))
    kind, inner = _first(content, ("type", "kind", "part_kind")), _first(content, _CONTENT)
    if kind in _THOUGHTS:
        return ""
    if inner is not None:
        return _text(inner)
    if isinstance(content, Mapping) and kind is None:
        return json.dumps(content, ensure_ascii=False, default=str)
    if kind is None:
        raise InputError(f"content {excerpt(content)} in the history is neither text nor a list of parts")
    return ""


def _first(value: Any, keys: Iterable[str]) -> Any:
    """The first field of a mapping or an object that is not empty."""
    found = (value.get(key) if isinstance(value, Mapping) else getattr(value, key, None) for key in keys)
    return next((entry for entry in found if entry not in (None, "", {}) and not callable(entry)), None)


def _has(value: Any, keys: Iterable[str]) -> bool:
    return any(key in value if isinstance(value, Mapping) else hasattr(value, key) for key in keys)
