"""Who is answered next: addresses take turns, their sessions too, and one session is served in order."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.web import turns
from cq.web.turns import Turns, Visitor


class Clock:
    """A clock that goes on by a little at each look, as a real one does."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def monotonic(self) -> float:
        self.now += 1e-4
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(turns, "time", clock)
    return clock


def served(
    visitors: list[Visitor], clock: Clock, lasts: float = 1.0, worked: tuple[Visitor, ...] = ()
) -> list[int]:
    """The numbers of the visitors in the order in which they get the one turn that there is, if `worked` had
    one before, and somebody else has it while all of them come.
    """
    order: list[int] = []

    async def visit(queue: Turns, number: int) -> None:
        turn = await queue.take(visitors[number])
        order.append(number)
        clock.now += lasts
        turn.end()

    async def all_at_once() -> None:
        queue = Turns(1)
        for one in worked:
            turn = await queue.take(one)
            clock.now += lasts
            turn.end()
            await asyncio.sleep(0)
        first = await queue.take(Visitor("first"))
        waiting = []
        for number in range(len(visitors)):
            waiting.append(asyncio.ensure_future(visit(queue, number)))
            await asyncio.sleep(0)
        first.end()
        await asyncio.gather(*waiting)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, all_at_once()).result()
    return order


A, B, C = (Visitor("proxy", one) for one in "abc")
LAN = Visitor("lan")


@pytest.mark.parametrize("worked", [(), (Visitor("proxy"),), (Visitor("proxy"), LAN)])
def test_within_an_address_who_comes_first_is_served_first(clock, worked):
    assert served([Visitor("proxy")] * 6, clock, worked=worked) == [0, 1, 2, 3, 4, 5]


def test_within_a_session_who_comes_first_is_served_first(clock):
    assert served([A] * 6, clock, worked=(A, B)) == [0, 1, 2, 3, 4, 5]


def test_sessions_of_one_address_take_turns(clock):
    assert served([A, A, A, A, B, C], clock, worked=(A, B, C)) == [0, 4, 5, 1, 2, 3]


def test_addresses_go_before_sessions(clock):
    """Many sessions of one address get no more of the server than one address."""
    assert served([A, B, C, A, B, C, LAN, LAN], clock, worked=(A, LAN)).index(6) <= 2


def test_a_new_session_gains_nothing_by_being_new(clock):
    flood = [Visitor("proxy", f"new {i}") for i in range(6)]
    assert served([*flood[:3], A, *flood[3:]], clock, worked=(A,)).index(3) == 3
    assert served([A, *flood], clock, worked=(A,))[0] == 0


@settings(deadline=None, max_examples=50)
@given(
    st.lists(st.sampled_from([A, B, C, LAN, Visitor("lan", "d")]), min_size=2, max_size=12), st.floats(0, 30)
)
def test_nobody_overtakes_within_a_session(visitors, lasts):
    clock = Clock()
    turns.time = clock
    order = served(visitors, clock, lasts)
    assert sorted(order) == list(range(len(visitors)))
    for one in {*visitors}:
        own = [number for number in order if visitors[number] == one]
        assert own == sorted(own)


def test_what_is_long_ago_is_forgotten(clock):
    async def visit() -> None:
        queue = Turns(1)
        for number in range(500):
            turn = await queue.take(Visitor(f"address {number % 7}", str(number)))
            clock.now += 1
            turn.end()
            await asyncio.sleep(0)
        assert len(queue._work) < 300

    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, visit()).result()
