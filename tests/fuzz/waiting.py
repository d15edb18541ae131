"""A generator of visitors who wait for one turn."""

from __future__ import annotations

import asyncio
import random

from fuzz.generators import generator

from cq.web.turns import Turns, Visitor


def is_fair(case: list[tuple[Visitor, float, bool]]) -> None:
    """Each visitor that stays gets a turn, once; within a session first come, first served; and none of an
    address waits while all those of another, for which as much was worked, are answered.
    """
    order: list[int] = []

    async def visit(queue: Turns, number: int) -> None:
        turn = await queue.take(case[number][0])
        order.append(number)
        turn._since -= case[number][1]  # It lasted so long.
        turn.end()

    async def all_at_once() -> None:
        queue = Turns(1)
        first = await queue.take(Visitor("first"))
        tasks = []
        for number in range(len(case)):
            tasks.append(asyncio.ensure_future(visit(queue, number)))
            await asyncio.sleep(0)
        for task, (_, _, leaves) in zip(tasks, case, strict=True):
            if leaves:
                task.cancel()
        first.end()
        await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 10)
        last = await asyncio.wait_for(queue.take(Visitor("last")), 10)
        last.end()

    asyncio.run(all_at_once())
    stays = [number for number, (_, _, leaves) in enumerate(case) if not leaves]
    assert sorted(order) == stays, order
    for visitor in {one for one, _, _ in case}:
        mine = [number for number in order if case[number][0] == visitor]
        assert mine == sorted(mine), (visitor, mine)
    if len({seconds for _, seconds, _ in case}) == 1:
        addresses = {case[number][0].address for number in stays}
        assert {case[number][0].address for number in order[: len(addresses)]} == addresses, order


@generator(is_fair, 30)
def waiting_visitors(rng: random.Random) -> list[tuple[Visitor, float, bool]]:
    """Visitors with how long each is worked for, and whether they leave before."""
    alike = rng.random() < 0.5
    return [
        (
            Visitor(rng.choice("abc"), rng.choice(["", "", "one", "two"])),
            1.0 if alike else rng.choice([0.01, 0.5, 3.0]),
            rng.random() < 0.15,
        )
        for _ in range(rng.randint(1, 12))
    ]
