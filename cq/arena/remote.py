"""Agents behind an address: by HTTP, or by the Agent2Agent protocol."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from cq.agent.protocol import ASK, BUILD, ZONE, format_round, format_structure, parse_structure
from cq.arena.episode import NO_MORE, Ask, Build, Episode, History, Move, Refuse, to_json
from cq.arena.moves import move_from_json
from cq.arena.play import UnreachableError
from cq.errors import InputError, needing
from cq.files.json_input import parse_json

SECONDS = 60.0
"""The time limit of an answer."""


class HttpAgent:
    """An agent that gets `cq.arena.episode.to_json` by POST, and answers with a move as JSON
    (`move_from_json`). `url` is its address. It needs httpx.

    Raises `UnreachableError` without an answer, and `InputError` for an answer that is not a move.
    """

    def __init__(self, url: str, seconds: float = SECONDS) -> None:
        try:
            import httpx
        except ImportError:
            raise InputError("httpx not installed; run: pip install httpx") from None
        self.url, self._client, self._error = url, httpx.Client(timeout=seconds), httpx.HTTPError

    def __call__(self, episode: Episode, history: History) -> Move:
        """Its move."""
        try:
            answer = self._client.post(self.url, json=to_json(episode, history))
        except self._error as error:
            raise UnreachableError(
                f"{self.url!r} does not answer: {error}; start it, and run again"
            ) from None
        if answer.status_code != 200:
            raise InputError(f"{self.url!r} answers with status {answer.status_code}: {answer.text[:200]}")
        return move_from_json(parse_json(answer.content, repr(self.url)), episode.world)


class A2aAgent:
    """An agent of the Agent2Agent protocol (extra `agent`), such as `cq agent` serves. `url` is its address.

    In the zone of Build What I Mean it uses that benchmark's messages, elsewhere the JSON of
    `HttpAgent`, as text. Every episode is its own conversation. `client` is an optional
    `httpx.AsyncClient`. Errors are those of `HttpAgent`.
    """

    def __init__(self, url: str, seconds: float = SECONDS, client: Any = None) -> None:
        with needing("agent", "a2a not installed"):
            import a2a.client  # noqa: F401
        self.url, self.seconds, self._client, self._number = url, seconds, client, 0

    def __call__(self, episode: Episode, history: History) -> Move:
        """Its move."""
        asked = history if episode.terms.protocol != "told" else [x for x in history if x.answer == NO_MORE]
        if not asked:
            self._number += 1  # A repeated episode is another conversation.
        conversation = f"{episode.id} {self._number}"
        if episode.world is None or episode.world.zone != ZONE:
            said = self._said(json.dumps(to_json(episode, history)), conversation)
            return move_from_json(parse_json(said, repr(self.url)), episode.world)
        message = f"Answer: {history[-1].answer}" if asked else _opening(episode, history)
        return _move(self._said(message, conversation))

    def _said(self, message: str, conversation: str) -> str:
        try:
            return asyncio.run(self._sent(message, conversation))
        except Exception as error:
            raise UnreachableError(
                f"{self.url!r} does not answer: {error}; start it, and run again"
            ) from None

    async def _sent(self, message: str, conversation: str) -> str:
        import httpx
        from a2a.client import ClientConfig, create_client
        from a2a.helpers import get_stream_response_text, new_text_message
        from a2a.types import Role, SendMessageRequest

        said = ""
        http = self._client or httpx.AsyncClient(timeout=self.seconds)
        client = await create_client(self.url, ClientConfig(httpx_client=http, streaming=False))
        sent = new_text_message(message, context_id=conversation, role=Role.ROLE_USER)
        async for response in client.send_message(SendMessageRequest(message=sent)):
            said = get_stream_response_text(response)
        if self._client is None:
            await http.aclose()
        return said


def _opening(episode: Episode, told: History) -> str:
    """The opening of a round, with the facts told beforehand."""
    assert episode.world is not None
    said = " ".join([episode.request, *(exchange.answer for exchange in told)])
    return format_round(format_structure(episode.world), said)


def _move(said: str) -> Move:
    """The move in a message of the benchmark."""
    if said.startswith(ASK):
        return Ask(said.removeprefix(f"{ASK};"))
    if said.startswith(BUILD):
        return Build(parse_structure(said.removeprefix(f"{BUILD};")))
    return Refuse(said)
