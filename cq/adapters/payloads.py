"""The answers of a user's interface to a question, as words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from cq.errors import InputError, excerpt

NO_ANSWER = "I don't know"
_FIELDS = ("answer", "message", "text", "content", "response", "value", "args", "option", "label")
"""Fields for the words of a form or a message, the likeliest first."""
_KINDS: dict[Any, Literal["go on", "stop", "edit"]] = {
    "approve": "go on", "accept": "go on", "reject": "stop", "ignore": "stop", "edit": "edit",
}  # fmt: skip


@dataclass(frozen=True)
class Payload:
    """A returned payload: an answer, or to go on unchanged, to stop, or other arguments for the call."""

    kind: Literal["answer", "go on", "stop", "edit"]
    text: str = ""
    """The answer in words, or the reason to stop."""
    call: Mapping[str, Any] = field(default_factory=dict)
    """The edited call: perhaps a `name`, and `args`."""


def read_payload(sent: Any, options: Sequence[str], counts: bool) -> Payload:
    """A decision in the form of LangChain (`{"decisions": [{"type": …}]}`) or of its older inbox (`[{"type":
    …, "args": …}]`), or an answer as `words` reads it. Raises `InputError` for anything else.
    """
    if isinstance(sent, Mapping) and isinstance(sent.get("decisions"), list | tuple):
        if len(sent["decisions"]) != 1:
            raise InputError(f"answer {excerpt(sent)} has not one decision; give one for one question")
        sent = sent["decisions"]
    if isinstance(sent, list | tuple) and len(sent) == 1 and isinstance(sent[0], Mapping):
        sent = sent[0]
    kind = sent.get("type") if isinstance(sent, Mapping) else None
    decision = _KINDS.get(kind) if isinstance(kind, str) else None
    if decision == "edit":
        call = sent.get("edited_action", sent.get("args"))
        if not isinstance(call, Mapping) or not isinstance(call.get("args"), Mapping):
            raise InputError(f"edit {excerpt(sent)} has no arguments; give edited_action with name and args")
        return Payload("edit", call=call)
    if decision is not None:
        why = sent.get("message") or sent.get("args")
        return Payload(decision, why if isinstance(why, str) else "")
    return Payload("answer", words(sent, options, counts))


def words(sent: Any, options: Sequence[str], counts: bool) -> str:
    """The words of an answer: a text, the number of an option from 1, yes or no as a boolean, several of
    them, a form or a message with them in a field, or None for no answer. `counts`: a number is the answer.

    Raises `InputError` for a value without any of these: its repr is not an answer.
    """
    if sent is None:
        return NO_ANSWER
    if isinstance(sent, bool):
        return "yes" if sent else "no"
    if isinstance(sent, str):
        number = sent.strip()
        return _option(number, options, counts) if number.isdecimal() and len(number) < 4 else sent
    if isinstance(sent, int | float):
        return _option(f"{sent:g}" if isinstance(sent, float) else str(sent), options, counts)
    if isinstance(sent, list | tuple) and sent:
        return " and ".join(words(part, options, counts) for part in sent)
    fields = sent if isinstance(sent, Mapping) else {key: getattr(sent, key, None) for key in _FIELDS}
    found = [fields[key] for key in _FIELDS if fields.get(key) is not None and not callable(fields[key])]
    if not found and len(fields) == 1:
        found = list(fields.values())
    if not found:
        raise InputError(f"answer {excerpt(sent)} holds no words; answer with a text")
    return words(found[0], options, counts)


def _option(number: str, options: Sequence[str], counts: bool) -> str:
    if counts or not options:
        return number
    if not number.isdecimal() or not 1 <= int(number) <= len(options):
        raise InputError(
            f"answer {number} is not an option of the question; it has {len(options)}, counted from 1"
        )
    return options[int(number) - 1]
