"""The arena: what agents see, what architects say, and that a study survives a kill."""

from __future__ import annotations

import json
import os
import random
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from forked import killed
from hypothesis import given
from hypothesis import strategies as st

from cq import InputError, World, arena
from cq.arena.architects import GAVE_UP, TOLD, UNKNOWN, WRONG, changed
from cq.arena.episode import NO_MORE, Episode, History, Move, to_json
from cq.arena.measures import COVERAGES, PRICES

START = World.parse([(0, 63, 0, "red"), (3, 63, 3, "blue")])
RED, BLUE = (World.parse([*START.blocks(), (x, 64, z, colour)]) for x, z, colour in ((0, 0, 3), (3, 3, 3)))


def episode(number: int = 0, meant: World = BLUE, **more: object) -> Episode:
    """An order that fits two blocks; the blue one is meant."""
    given = {"answers": {"which": ("the blue one",)}, "needed": ("Which one do you mean?",), "is_open": True}
    return Episode(f"toy:{number}", "Put a red block on the block", (meant,), START, **(given | more))


def asker(shown: Episode, history: History) -> Move:
    """Asks which block is meant once, and builds on the red one where it hears nothing."""
    told = " ".join(one.answer for one in history)
    if not told and shown.terms.budget:
        return arena.Ask("Which one do you mean?", ("the red one", "the blue one"), "which")
    return arena.Build(BLUE if "blue" in told else RED, 0.5)


def guesser(shown: Episode, history: History) -> Move:
    return arena.Build(RED, 0.9)


def nagger(shown: Episode, history: History) -> Move:
    return arena.Ask("Which one?")


def broken(shown: Episode, history: History) -> Move:
    raise ValueError("no idea")


def played(agent: object, protocol: str = "asking", **more: object) -> dict[str, object]:
    return arena.play(episode(), agent, arena.WrittenArchitect, protocol, **more)


def test_an_agent_sees_nothing_of_what_was_meant() -> None:
    seen: list[Episode] = []

    def watcher(shown: Episode, history: History) -> Move:
        seen.append(shown)
        return arena.Refuse()

    played(watcher, "silent")
    (shown,) = seen
    hidden = (shown.meant, shown.answers, shown.replies, shown.needed, shown.then, shown.is_open)
    assert not any(hidden)
    assert "blue one" not in json.dumps(to_json(shown))


def test_the_three_protocols_hide_and_tell_what_they_say() -> None:
    told, silent, asking = (played(asker, one) for one in arena.PROTOCOLS)
    assert [one["exact"] for one in (told, silent, asking)] == [True, False, True]
    assert [len(one["orders"][0]["asked"]) for one in (told, silent, asking)] == [0, 0, 1]


def test_who_asks_without_end_is_told_once_that_nothing_is_left() -> None:
    asked = played(nagger, budget=2)["orders"][0]["asked"]
    assert [one["answer"] for one in asked] == ["the blue one", "the blue one", NO_MORE]
    row = arena.frame([{"agent": "x", **played(nagger, budget=2)}]).iloc[0]
    assert (row["questions"], row["over_budget"], row["repeated"], row["failed"]) == (2, 1, 1, True)


@pytest.mark.parametrize(
    "agent", [broken, lambda *_: "build", lambda *_: arena.Build(World(np.ones((1, 1, 1), np.int8)))]
)
def test_an_agent_that_fails_has_refused(agent: object) -> None:
    found = played(agent)
    assert found["orders"][0]["move"]["failed"]
    assert not found["exact"]


def test_requests_that_follow_are_given_in_the_world_that_was_built() -> None:
    worlds: list[World | None] = []

    def builder(shown: Episode, history: History) -> Move:
        worlds.append(shown.world)
        return arena.Build((RED, BLUE)[len(worlds) - 1])

    found = arena.play(episode(then=("Move it to the other block",)), builder, arena.WrittenArchitect)
    assert np.array_equal(worlds[1].grid, RED.grid)
    assert found["exact"]


def test_texts_are_outcomes_where_there_is_no_world() -> None:
    one = arena.episode_of({"request": "Book it", "meant": "Book flight 7", "answers": {"which": "flight 7"}})
    found = arena.play(one, lambda *_: arena.Build("book  flight 7"), arena.WrittenArchitect)
    assert found["exact"]


# --- architects ---


def test_the_own_architect_tells_what_is_true() -> None:
    answers = arena.OwnArchitect(episode(), random.Random(0))
    assert "red" in answers.answer(arena.Ask("Which colour should the new block have?")).text.lower()


@given(st.integers(0, 1000), st.floats(0, 0.5), st.floats(0, 0.5))
def test_an_unreliable_architect_says_of_itself_what_it_did(seed: int, wrong: float, unknown: float) -> None:
    made = arena.Unreliable(arena.WrittenArchitect, wrong, unknown, patience=2)
    ask = arena.Ask("Which one do you mean?", ("the red one", "the blue one"), "which")
    answers = made(episode(), random.Random(seed))
    for _ in range(2):
        text, kind = answers.answer(ask)
        assert kind in (TOLD, WRONG, UNKNOWN)
        assert (text == "the blue one") == (kind == TOLD)
        assert (text == "the red one") == (kind == WRONG)
    assert answers.answer(ask).kind == GAVE_UP


def test_wrong_answers_come_as_often_as_is_said() -> None:
    made = arena.Unreliable(arena.WrittenArchitect, 0.3, 0.2)
    ask = arena.Ask("Which one?", ("the red one", "the blue one"), "which")
    kinds = [made(episode(), random.Random(seed)).answer(ask).kind for seed in range(1000)]
    assert abs(kinds.count(WRONG) - 300) < 60
    assert abs(kinds.count(UNKNOWN) - 200) < 60


@pytest.mark.parametrize(
    ("text", "other"),
    [("Two red ones.", "three green ones."), ("on the left", "on the right"), ("there", "there")],
)
def test_what_is_wrong_differs_in_colour_number_or_side(text: str, other: str) -> None:
    assert changed(text) == other


@pytest.mark.parametrize("numbers", [(0.8, 0.3, None), (-0.1, 0, None), (0, 0, -1)])
def test_impossible_probabilities_are_refused(numbers: tuple[float, float, int | None]) -> None:
    with pytest.raises(InputError):
        arena.Unreliable(arena.WrittenArchitect, *numbers)


# --- moves as JSON, and models ---


@pytest.mark.parametrize(
    "move",
    [
        arena.Ask("Which?", ("a", "b"), "which"),
        arena.Build(BLUE, 0.25),
        arena.Refuse("no"),
        arena.Refuse("no", True),
    ],
)
def test_moves_read_back_from_json(move: Move) -> None:
    again = arena.move_from_json(json.loads(json.dumps(arena.move_to_json(move))), START)
    assert again == move


@pytest.mark.parametrize(
    "said",
    ["", "Sure!", "[1]", '{"build": 7}', '{"build": [[99, 63, 0, "red"]]}', '{"ask": ""}', "{" * 5000, "{}"],
)
def test_a_model_that_rambles_is_asked_twice_and_has_refused(said: str) -> None:
    calls: list[list[dict[str, str]]] = []

    def model(messages: list[dict[str, str]]) -> str:
        calls.append(messages)
        return said

    found = played(arena.ModelAgent(model))
    assert found["orders"][0]["move"]["failed"]
    assert len(calls) == 2


def scripted(messages: list[dict[str, str]]) -> str:
    """A language model that asks once, and then builds what it heard."""
    told = json.loads(messages[1]["content"])
    if not told["history"] and told["questions_left"]:
        return 'I should ask. {"ask": "Which one do you mean?"}'
    meant = BLUE if told["history"] else RED
    return json.dumps({"build": [[x, y, z, c] for x, y, z, c in meant.blocks()], "doubt": 0.2})


def test_a_recorded_model_replays_without_the_model() -> None:
    found = [
        {"agent": "model", **arena.play(episode(), arena.ModelAgent(scripted), arena.WrittenArchitect, one)}
        for one in arena.PROTOCOLS
    ]
    assert [one["exact"] for one in found] == [True, False, True]
    recorded = arena.Recorded(found)
    again = [
        {"agent": "model", **arena.play(episode(), recorded, arena.WrittenArchitect, one)}
        for one in arena.PROTOCOLS
    ]
    assert again == found
    assert arena.play(episode(9), recorded, arena.WrittenArchitect)["orders"][0]["move"]["failed"]


def test_a_model_as_architect_is_told_what_was_meant() -> None:
    heard: list[str] = []

    def model(messages: list[dict[str, str]]) -> str:
        heard.append(messages[1]["content"])
        return "the blue one"

    assert arena.play(episode(), asker, arena.ModelArchitect(model))["exact"]
    assert [3, 64, 3, "red"] in json.loads(heard[0])["meant"]


# --- measures ---


def games(*agents: tuple[str, object], count: int = 4) -> list[dict[str, object]]:
    """Half of the episodes are open; in the others the red block is meant."""
    found = []
    for number in range(count):
        closed = (
            {"meant": RED, "is_open": False, "answers": {"which": ("the red one",)}} if number % 2 else {}
        )
        for name, agent in agents:
            for protocol in arena.PROTOCOLS:
                one = replace(episode(number), **({**closed, "meant": (RED,)} if closed else {}))
                found.append({"agent": name, **arena.play(one, agent, arena.WrittenArchitect, protocol)})
    return found


def test_measures_are_what_they_say() -> None:
    table = arena.summary(arena.frame(games(("asker", asker), ("guesser", guesser))), 0.1)
    asking = table[table["protocol"] == "asking"].set_index("agent")
    assert asking.loc["asker", ["exact", "questions", "redundant"]].tolist() == [1, 1, 0.5]
    assert asking.loc["asker", "utility"] == pytest.approx(0.9)
    assert asking.loc["guesser", ["exact", "questions", "utility"]].tolist() == [0.5, 0, 0.5]
    assert asking.loc["asker", "harm_where_closed"] == 0
    assert np.isnan(asking.loc["guesser", "redundant"])
    assert asking.loc["asker", "help_at_coverage"] == 0.75
    assert np.isnan(asking.loc["guesser", "help_at_coverage"])


def test_recovery_counts_who_was_misled() -> None:
    liar = arena.Unreliable(arena.WrittenArchitect, wrong=1)
    rows = arena.frame([{"agent": "asker", **arena.play(episode(), asker, liar)}])
    assert arena.summary(rows).iloc[0]["recovery"] == 0


def test_utility_falls_and_help_rises() -> None:
    rows = arena.frame(games(("asker", asker))).set_index("id")
    asking, silent = (rows[rows["protocol"] == one] for one in ("asking", "silent"))
    utilities = [arena.utility(asking, price) for price in PRICES]
    assert utilities == sorted(utilities, reverse=True)
    helps = [arena.help_rate(asking, silent, one) for one in COVERAGES]
    assert helps == sorted(helps)


def test_the_report_stands_alone_and_comes_out_the_same(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    found = games(("asker", asker), ("a <b>", guesser))
    page = arena.html(found)
    assert page == arena.html(found)
    assert "<svg" in page
    assert "a &lt;b&gt;" in page
    assert "src=" not in page
    arena.write_report(found, tmp_path / "rows.csv")
    assert len((tmp_path / "rows.csv").read_text().splitlines()) == len(found) + 1
    with pytest.raises(InputError, match="html"):
        arena.write_report(found, tmp_path / "rows.doc")


# --- studies ---


def study(count: int = 6, **more: object) -> arena.Study:
    return arena.Study([episode(i) for i in range(count)], {"asker": asker, "guesser": guesser}, **more)


def test_a_study_that_is_killed_at_half_goes_on_to_the_same_file(tmp_path: Path) -> None:
    out = tmp_path / "killed.jsonl"

    def has_played() -> bool:
        return sum(path.read_bytes().count(b"\n") for path in tmp_path.glob(".*.cq-answers-*")) >= 10

    assert killed(lambda: slowly(out), has_played) == -9
    assert not out.exists()
    (log,) = tmp_path.glob(".*.cq-answers-*")
    with log.open("ab") as file:
        file.write(b'17 0123 {"agent": "as')  # As if the kill came in the middle of a line.
    calls.clear()
    arena.run(counted(), out)
    assert 0 < len(calls) < 36
    whole = tmp_path / "whole.jsonl"
    arena.run(counted(), whole)
    assert out.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["killed.jsonl", "whole.jsonl"]


calls: list[str] = []


def counting(shown: Episode, history: History) -> Move:
    calls.append(shown.id)
    time.sleep(float(os.environ.get("SECONDS_A_MOVE", "0")))
    return guesser(shown, history)


def counted() -> arena.Study:
    return arena.Study([episode(i) for i in range(12)], {"counting": counting})


def slowly(out: Path) -> None:
    """Play the study in a process that is killed."""
    os.environ["SECONDS_A_MOVE"] = "0.1"
    arena.run(counted(), out)


def test_processes_play_the_same(tmp_path: Path) -> None:
    agents = {"asker": "toy_agents:asker", "guesser": "toy_agents:guesser"}
    plays = arena.Study([episode(i) for i in range(4)], agents, seed=3)
    arena.run(plays, tmp_path / "one.jsonl")
    arena.run(plays, tmp_path / "two.jsonl", workers=2)
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


def test_a_study_of_nothing_or_of_two_alike_is_refused() -> None:
    with pytest.raises(InputError, match="at least one"):
        arena.Study([], {"asker": asker})
    with pytest.raises(InputError, match="toy:0"):
        arena.Study([episode(), episode()], {"asker": asker})
