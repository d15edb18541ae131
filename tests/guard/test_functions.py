"""Functions behind the guard ask before they run."""

from __future__ import annotations

import asyncio
import enum
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Annotated, Any

import numpy as np
import pandas as pd
import pytest
from pydantic import AfterValidator, BaseModel

import cq
from cq.guard import NeedsAnswer, Refused


class Area(enum.Enum):
    INSIDE = "inside"
    TERRACE = "terrace"


def reserve(restaurant: str, day: date, area: Area = Area.INSIDE, guests: int = 2) -> tuple:
    """Reserve a table."""
    return restaurant, day, area, guests


def guarded(**options):
    guard = cq.Guard(similarity=lambda texts, other: 0.0, **options)
    return guard, guard.tool(reserve)


def test_what_is_told_runs_with_the_types_of_the_signature():
    guard, call = guarded()
    with guard.request("A table at Lido on 2 May 2026 on the terrace"):
        assert call("Lido", date(2026, 5, 2), Area.TERRACE) == ("Lido", date(2026, 5, 2), Area.TERRACE, 2)
    assert call.__name__ == "reserve"


def test_it_stops_and_goes_on_with_each_answer():
    guard, call = guarded()
    with guard.request("A table at Lido"), pytest.raises(NeedsAnswer) as first:
        call("Lido", area="roof")
    assert first.value.question.text == "What is the day?"
    with pytest.raises(NeedsAnswer, match="one of inside, terrace") as second:
        first.value.answer("2026-05-02")
    assert second.value.answer("2") == ("Lido", date(2026, 5, 2), Area.TERRACE, 2)
    with pytest.raises(Refused, match="taken it back"):
        second.value.answer("cancel")


def test_without_a_request_the_signature_alone_is_checked():
    _, call = guarded()
    assert call("Anywhere", "2026-05-02")[0] == "Anywhere"
    with pytest.raises(NeedsAnswer):
        call("Anywhere")


def test_requests_end_with_their_block():
    guard, call = guarded()
    with guard.request("A table at Lido on 2026-05-02"), pytest.raises(NeedsAnswer):
        call("Elsewhere", "2026-05-02")
    assert call("Elsewhere", "2026-05-02")[0] == "Elsewhere"


def test_candidates_reach_the_function():
    guard, call = guarded()
    both = [({"restaurant": f"Lido {side}", "day": "2026-05-02"}, 0.5) for side in ("North", "South")]
    with (
        guard.request("A table at Lido on 2026-05-02", candidates=both),
        pytest.raises(NeedsAnswer) as waiting,
    ):
        call("Lido North", "2026-05-02")
    assert waiting.value.question.options == ("Lido North", "Lido South")
    assert waiting.value.answer("South")[0] == "Lido South"


class Shop:
    """A class whose methods stand behind a guard that all of its objects share."""

    guard = cq.Guard(similarity=lambda texts, other: 0.0)

    def __init__(self, name="Lido"):
        self.name = name

    @guard.tool
    def order(self, dish: str, n: int = 1) -> tuple:
        """Order a dish."""
        return self.name, dish, n

    @guard.tool
    async def fetch(self, dish: str) -> tuple:
        """Fetch a dish."""
        return self.name, dish

    @guard.tool
    @staticmethod
    def price(dish: str) -> str:
        """The price of a dish."""
        return dish

    @classmethod
    @guard.tool
    def open(cls, name: str) -> str:
        """Open a shop."""
        return cls(name).name


def test_methods_are_tools_without_the_object_they_belong_to():
    """openai/openai-agents-python #94: `self` must not reach the schema."""
    assert list(Shop.guard.tools["order"].properties) == ["dish", "n"]
    assert Shop.guard.tools["order"].parameters["required"] == ["dish"]
    assert Shop("A").order("soup") == ("A", "soup", 1)
    assert Shop("B").order(dish="soup", n=2) == ("B", "soup", 2)
    assert asyncio.run(Shop("C").fetch("soup")) == ("C", "soup")
    assert Shop.price("soup") == Shop().price("soup") == "soup"
    assert Shop.open("D") == "D"


def test_a_method_goes_on_with_its_object_after_an_answer():
    shop = Shop("A")
    with shop.guard.request("Order soup"), pytest.raises(NeedsAnswer, match="What is the n") as waiting:
        shop.order("soup", n=3)
    assert waiting.value.answer("two") == ("A", "soup", 2)


def test_bound_methods_are_tools():
    class Plain:
        def order(self, dish: str) -> tuple:
            return self, dish

    one, guard = Plain(), cq.Guard()
    assert guard.tool(one.order)("soup") == (one, "soup")
    assert list(guard.tools["order"].properties) == ["dish"]


def test_coroutine_functions_stay_such_and_are_awaited_after_an_answer():
    guard = cq.Guard(similarity=lambda texts, other: 0.0)

    @guard.tool
    async def heat(room: str, degrees: float) -> str:
        """Set the heating of a room."""
        await asyncio.sleep(0)
        return f"{room}: {degrees:g}"

    async def talk():
        with guard.request("Set the heating of the office to 19"):
            told = await heat("office", 19)
        with guard.request("Set the heating of the office"):
            waits = heat("office", degrees=23)
            assert inspect.isawaitable(waits)
            with pytest.raises(NeedsAnswer) as first:
                await waits
            with pytest.raises(NeedsAnswer, match="I cannot take") as second:
                await first.value.answer("warmer")
            with pytest.raises(Refused):
                await first.value.answer("cancel")
            return told, await second.value.answer("21")

    assert inspect.iscoroutinefunction(heat)
    assert asyncio.run(talk()) == ("office: 19", "office: 21")


def test_requests_of_tasks_that_run_at_once_do_not_mix():
    guard = cq.Guard(similarity=lambda texts, other: 0.0)

    @guard.tool
    async def heat(room: str) -> str:
        """Heat a room."""
        await asyncio.sleep(0)
        return room

    async def one(room):
        with guard.request(f"Heat the {room}"):
            await asyncio.sleep(0)
            return await heat(room)

    async def both():
        return await asyncio.gather(one("office"), one("kitchen"))

    assert asyncio.run(both()) == ["office", "kitchen"]


def invite(date: str, *names: str, table: int = 1, **notes: int):
    return date, names, table, notes


def weigh(item: str, /, grams: int, *, precise: bool = False):
    return item, grams, precise


def every(*days: date):
    return days


@pytest.mark.parametrize(
    ("function", "arguments", "result"),
    [
        (invite, {"date": "today", "names": ["Ann", "Bo"], "x": 3}, ("today", ("Ann", "Bo"), 1, {"x": 3})),
        (invite, {"date": "today"}, ("today", (), 1, {})),
        (weigh, {"item": "salt", "grams": 5}, ("salt", 5, False)),
        (every, {"days": ["2026-05-02"]}, (date(2026, 5, 2),)),
    ],
)
def test_what_the_schema_describes_can_be_called(function, arguments, result):
    """modelcontextprotocol/python-sdk #3514: a tool with `*args` had a schema that no call could satisfy."""
    guard = cq.Guard()
    call = guard.tool(function)
    assert guard.tools[function.__name__].problems(arguments) == []
    assert call(**arguments) == result


def test_functions_are_called_as_python_calls_them_too():
    guard = cq.Guard()
    assert guard.tool(invite)("today", "Ann", "Bo", table=2, x=3) == ("today", ("Ann", "Bo"), 2, {"x": 3})
    assert guard.tool(weigh)("salt", 5, precise=True) == ("salt", 5, True)
    with pytest.raises(TypeError, match="multiple values for argument 'grams'"):
        cq.Guard().tool(weigh)("salt", 5, grams=6)


def test_an_argument_that_the_function_does_not_take_is_asked_about():
    _, call = guarded()
    with pytest.raises(NeedsAnswer, match="takes no music") as waiting:
        call("Lido", "2026-05-02", music="loud")
    assert waiting.value.answer("yes")[0] == "Lido"


def test_null_for_an_argument_that_has_a_default_is_the_default():
    _, call = guarded()
    assert call("Lido", "2026-05-02", area=None, guests=None) == ("Lido", date(2026, 5, 2), Area.INSIDE, 2)


def test_functions_take_the_values_of_numpy_and_pandas():
    _, call = guarded()
    result = call("Lido", "2026-05-02", area=pd.NA, guests=np.int64(4))
    assert result == ("Lido", date(2026, 5, 2), Area.INSIDE, 4)
    assert type(result[-1]) is int


def test_arguments_nested_too_deeply_and_lone_surrogates_are_refused():
    def store(record: dict):
        return record

    call, deep = cq.Guard().tool(store), {}
    for _ in range(100_000):
        deep = {"x": deep}
    with pytest.raises(cq.InputError, match="an argument of store is not a value of JSON"):
        call(deep)
    with pytest.raises(cq.InputError, match="holds a lone surrogate"):
        call({"x": "\ud800"})


class Stop(BaseModel):
    """A model of pydantic as an argument."""

    city: str
    nights: int = 1


@dataclass
class Trip:
    """A dataclass that holds models."""

    stops: list[Stop]


@pytest.mark.parametrize("given", [{"city": "Rome"}, '{"city": "Rome"}', Stop(city="Rome")])
def test_a_function_gets_the_models_of_its_signature(given):
    """strands-agents/harness-sdk #4383: a function whose argument is a model got a plain dict."""

    async def visit(stop: Stop, trip: Trip | None = None) -> tuple:
        return stop, trip

    call = cq.Guard().tool(visit)
    assert asyncio.run(call(given)) == (Stop(city="Rome"), None)
    trip = {"stops": [{"city": "Rome", "nights": 2}]}
    assert asyncio.run(call(stop=given, trip=trip))[1] == Trip([Stop(city="Rome", nights=2)])


class Database:
    """No JSON value gives one."""


def query(database: Database): ...


def later(call: Callable[[int], int]): ...


def unknown(what: Unknown): ...  # noqa: F821


@pytest.mark.parametrize(
    "function", [query, later, unknown, partial(reserve, "Lido"), Database, 3, "reserve", max]
)
def test_what_has_no_schema_is_refused_by_name(function):
    with pytest.raises(cq.InputError, match=r"put a def around it|give each argument a type that JSON has"):
        cq.Guard().tool(function)


def bare(what): ...


def half(what: str, how=None): ...


def many(*what): ...


def options(**what): ...


@pytest.mark.parametrize(
    ("function", "names"), [(bare, "what"), (half, "how"), (many, "what"), (options, "what")]
)
def test_an_argument_without_a_type_is_refused_by_name(function, names):
    with pytest.raises(cq.InputError, match=f"{function.__name__} has no type for {names}, .*{names}: int"):
        cq.Guard().tool(function)


def test_any_value_may_be_asked_for_by_name():
    def keep(what: Any):
        return what

    assert cq.Guard().tool(keep)([1, "two"]) == [1, "two"]


def test_values_that_no_json_has_and_values_that_the_signature_refuses_are_named():
    def odd(n: Annotated[int, AfterValidator(refuse_even)]):
        return n

    guard = cq.Guard()
    call = guard.tool(odd)
    assert call(3) == 3
    with pytest.raises(cq.InputError, match="odd cannot be called: n is 2; it is even"):
        call(2)
    with pytest.raises(cq.InputError, match="an argument of odd is not a value of JSON"):
        call(object())


def refuse_even(n):
    if n % 2 == 0:
        raise ValueError("it is even")
    return n
