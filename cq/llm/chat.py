"""Talking to a language model: any function of messages, or any vendor by LiteLLM (extra `llm`)."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from importlib.util import find_spec
from json import JSONDecoder
from typing import Any, TypeAlias, TypeVar

from cq.errors import InputError, MissingFileError, excerpt, install
from cq.reading.grounded import Budget

Messages: TypeAlias = list[dict[str, str]]
Chat: TypeAlias = Callable[[Messages], str]
"""A model: it gets messages with the keys `role` and `content`, and returns a text."""
T = TypeVar("T")

SECONDS = 60.0
"""The default time limit of a model for one text."""
LONGEST = 100_000
"""The most characters of a text that are read."""
MOST_STARTS = 100
"""The most braces of a text at which an object is looked for."""
TRIES = 2
"""Calls of a model for one result: the first, and one more with the error."""


def chat(model: str, **options: Any) -> Chat:
    """A model by its LiteLLM name, such as "openai/gpt-5" or "ollama/llama3"; `options` go to
    `litellm.completion`: `api_base` and `api_key` for a server of your own, `temperature`, `timeout`.

    Raises `MissingFileError` if LiteLLM is not installed.
    """
    if find_spec("litellm") is None:
        raise MissingFileError(f"LiteLLM is not installed; {install('llm')}")

    def answer(messages: Messages) -> str:
        import litellm

        given = {"timeout": SECONDS, "num_retries": 0, **options}
        return litellm.completion(model=model, messages=messages, **given).choices[0].message.content or ""

    return answer


def said_by(model: Chat, messages: Messages, budget: Budget, seconds: float) -> tuple[str | None, str]:
    """A model's text, or None and the reason: no call is left, it fails, or it takes too long."""
    if budget.left < 1:
        return None, "no call of a language model is left in this turn"
    budget.left -= 1
    done: queue.Queue[tuple[Any, str]] = queue.Queue()

    def run() -> None:
        try:
            done.put((model([dict(message) for message in messages]), ""))
        except Exception as error:  # Whatever a vendor's client raises, the turn goes on.
            done.put((None, f"the language model failed: {type(error).__name__}: {excerpt(str(error))}"))

    threading.Thread(target=run, daemon=True).start()
    try:
        said, failure = done.get(timeout=seconds)
    except queue.Empty:
        return None, f"the language model said nothing for {seconds:g} seconds"
    if said is None or isinstance(said, str):
        return said, failure or "the language model said nothing"
    return None, f"the language model gave a {type(said).__name__}, not text"


def object_from(
    model: Chat,
    messages: Messages,
    parse: Callable[[dict[str, Any], bool], T],
    budget: Budget,
    seconds: float,
) -> tuple[T | None, str]:
    """The result of `parse` for the JSON object in a model's text, or None and the reason.

    If `parse` raises `InputError`, the model is called once more with the error; the second argument of
    `parse` says that it is the last time.
    """
    why = ""
    for again in range(TRIES):
        said, failure = said_by(model, messages, budget, seconds)
        if said is None:
            return None, why or failure
        try:
            return parse(_object_in(said), again == TRIES - 1 or budget.left < 1), ""
        except InputError as error:
            why = f"what the language model gave is not valid: {error}"
            told = f"That cannot be used: {error}. Give the corrected JSON object, and nothing else."
            messages = [*messages, _message("assistant", said[:LONGEST]), _message("user", told)]
    return None, why


def asking(system: str, user: str) -> Messages:
    """The first messages of a talk."""
    return [_message("system", system), _message("user", user)]


def _message(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}


def _object_in(said: str) -> dict[str, Any]:
    """The first JSON object of a text. Raises `InputError` if there is none."""
    text, start = said[:LONGEST], -1
    for _ in range(MOST_STARTS):
        start = text.find("{", start + 1)
        if start < 0:
            break
        try:
            found, _end = JSONDecoder().raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            return found
    raise InputError(f"there is no JSON object in {excerpt(said)}")
