"""Functions behind the guard ask before they run."""

from __future__ import annotations

import builtins
import enum
from datetime import date

import pytest

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


def test_it_works_without_pydantic(monkeypatch):
    real = builtins.__import__

    def without_pydantic(name, *given, **more):
        if name.startswith("pydantic"):
            raise ImportError(name)
        return real(name, *given, **more)

    monkeypatch.setattr(builtins, "__import__", without_pydantic)
    guard, call = guarded()
    assert guard.tools["reserve"].parameters["required"] == ["restaurant", "day"]
    with pytest.raises(NeedsAnswer, match="whole number"):
        call("Lido", "2026-05-02", guests="many")
