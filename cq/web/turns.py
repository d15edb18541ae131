"""The order of waiting visitors: the one for whom the models worked least lately is next.

Least attained service: a visitor with few requests goes before one who floods the server or sends slow
requests, and waits at most for the running call.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

HALF_LIFE = 10.0
"""Seconds after which work counts half."""
FORGOTTEN = 0.001
"""Seconds of work that no longer count."""


class Visitor(NamedTuple):
    """A waiting client: an address, and the session, "" where it names none."""

    address: str
    session: str = ""


class Turns:
    """`at_once` turns, given to visitors. For one event loop.

    Addresses take turns, and within an address its sessions: behind a proxy all may have one address.
    Requests of one session are served in order. A new session counts as the one of its address with the least
    work, so that new sessions gain nothing.
    """

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: dict[asyncio.Future[None], Visitor] = {}
        self._work: dict[str | Visitor, tuple[float, float]] = {}

    async def take(self, visitor: Visitor) -> Turn:
        """Wait for a turn. The caller must end it."""
        mine = asyncio.get_running_loop().create_future()
        self._waiting[mine] = visitor
        self._give()
        try:
            await mine
        except asyncio.CancelledError:
            self._waiting.pop(mine, None)
            if not mine.cancelled():  # It was given in the same step of the event loop.
                self._free += 1
                self._give()
            raise
        return Turn(self, visitor)

    def end(self, turn: Turn) -> None:
        """Count its work, and give the turn to the next."""
        now = time.monotonic()
        for_address, for_session = _Work(self._work, now).of(turn.visitor)
        self._work[turn.visitor.address] = (for_address + turn.seconds, now)
        self._work[turn.visitor] = (for_session + turn.seconds, now)
        for owner in [owner for owner, kept in self._work.items() if _left(kept, now) < FORGOTTEN]:
            del self._work[owner]
        self._free += 1
        self._give()

    def is_behind(self, turn: Turn) -> bool:
        """Whether a visitor with less work than this turn's waits."""
        work = _Work(self._work, time.monotonic())
        address, session = work.of(turn.visitor)
        for waiting in {*self._waiting.values()} - {turn.visitor}:
            for_address, for_session = work.of(waiting)
            if waiting.address == turn.visitor.address:
                if for_session < session + turn.seconds:
                    return True
            elif for_address < address + turn.seconds:
                return True
        return False

    def _give(self) -> None:
        """Give the free turns. Among visitors with equal work, the first to come is first."""
        # All are weighed at one moment: otherwise work, which decays, would put the last one first.
        work = _Work(self._work, time.monotonic())
        while self._free and self._waiting:
            chosen = min(self._waiting, key=lambda future: work.of(self._waiting[future]))
            del self._waiting[chosen]
            if not chosen.cancelled():
                self._free -= 1
                chosen.set_result(None)


class _Work:
    """Seconds of work for each address and session at one moment; older work counts less."""

    def __init__(self, kept: Mapping[str | Visitor, tuple[float, float]], now: float) -> None:
        self._all = {owner: _left(work, now) for owner, work in kept.items()}
        self._least: dict[str, float] = {}
        for owner, seconds in self._all.items():
            if isinstance(owner, Visitor):
                self._least[owner.address] = min(seconds, self._least.get(owner.address, seconds))

    def of(self, visitor: Visitor) -> tuple[float, float]:
        """The work for the address of a visitor, and for its session."""
        least = self._least.get(visitor.address, 0.0)
        return self._all.get(visitor.address, 0.0), self._all.get(visitor, least)


def _left(work: tuple[float, float], now: float) -> float:
    """The part of some seconds of work at a time that still counts."""
    seconds, when = work
    return seconds * math.pow(2.0, (when - now) / HALF_LIFE)


class Turn:
    """A turn of a visitor."""

    def __init__(self, turns: Turns, visitor: Visitor) -> None:
        self.visitor = visitor
        self._turns, self._loop, self._since = turns, asyncio.get_running_loop(), time.monotonic()

    @property
    def seconds(self) -> float:
        """Its duration so far."""
        return time.monotonic() - self._since

    def end(self) -> None:
        """End it, from any thread."""
        with suppress(RuntimeError):  # The event loop is closed.
            self._loop.call_soon_threadsafe(self._turns.end, self)
