"""Who is answered next: of the addresses that wait, the one for which the least was worked lately.

Least attained service: a visitor who asks seldom goes before one who floods the server or sends what takes
long, and waits for the call that runs at most.
"""

from __future__ import annotations

import asyncio
import math
import time
from contextlib import suppress

HALF_LIFE = 10.0
"""Seconds after which work counts half."""
FORGOTTEN = 0.001
"""Seconds of work that count no more."""


class Turns:
    """`at_once` turns, given to addresses. For one event loop."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: dict[asyncio.Future[None], str] = {}
        self._work: dict[str, tuple[float, float]] = {}

    async def take(self, address: str) -> Turn:
        """Wait for a turn. Who takes it has to end it."""
        mine = asyncio.get_running_loop().create_future()
        self._waiting[mine] = address
        self._give()
        try:
            await mine
        except asyncio.CancelledError:
            self._waiting.pop(mine, None)
            if not mine.cancelled():  # It was given in the same step of the event loop.
                self._free += 1
                self._give()
            raise
        return Turn(self, address)

    def end(self, turn: Turn) -> None:
        """Count its work, and give the turn to the next."""
        self._work[turn.address] = (self._work_for(turn.address) + turn.seconds, time.monotonic())
        for one in [one for one in self._work if self._work_for(one) < FORGOTTEN]:
            del self._work[one]
        self._free += 1
        self._give()

    def is_behind(self, turn: Turn) -> bool:
        """Whether an address waits for which less was worked than for this one."""
        work = self._work_for(turn.address) + turn.seconds
        return any(self._work_for(one) < work for one in self._waiting.values() if one != turn.address)

    def _give(self) -> None:
        """Give the turns that are free. Of one address, what has come first goes first."""
        while self._free and self._waiting:
            chosen = min(self._waiting, key=lambda one: self._work_for(self._waiting[one]))
            del self._waiting[chosen]
            if not chosen.cancelled():
                self._free -= 1
                chosen.set_result(None)

    def _work_for(self, address: str) -> float:
        """Seconds of work for an address, those that are long ago counting less."""
        seconds, when = self._work.get(address, (0.0, 0.0))
        return seconds * math.pow(2.0, (when - time.monotonic()) / HALF_LIFE)


class Turn:
    """A turn of an address."""

    def __init__(self, turns: Turns, address: str) -> None:
        self.address = address
        self._turns, self._loop, self._since = turns, asyncio.get_running_loop(), time.monotonic()

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return time.monotonic() - self._since

    def end(self) -> None:
        """End it, from any thread."""
        with suppress(RuntimeError):  # The event loop is closed.
            self._loop.call_soon_threadsafe(self._turns.end, self)
