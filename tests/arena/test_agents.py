"""The agents of this library in one study, which is stopped at half, goes on, and is reported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cq import InputError, arena
from cq.arena.episode import Episode
from cq.arena.names import agent_of, architect_of

TOWERS: list[list[Any]] = [[-3, 63, 0, "red"], [-3, 64, 0, "red"], [3, 63, 0, "blue"], [3, 64, 0, "blue"]]
OPEN, CLOSED = (
    arena.episode_of(
        {
            "id": f"towers:{said}",
            "request": said,
            "world": TOWERS,
            "meant": [*TOWERS, [x, 65, 0, "green"]],
            "is_open": is_open,
        }
    )
    for said, x, is_open in (
        ("Put a green block on the tower", 3, True),
        ("Put a green block on the red tower", -3, False),
    )
)


def model(messages: list[dict[str, str]]) -> str:
    """A language model that asks once, and puts a green block on the tower that it hears of, or the red."""
    told = json.loads(messages[1]["content"])
    if told["questions_left"] and not told["history"]:
        return 'I am not sure. {"ask": "Which tower do you mean?"}'
    x = 3 if any("blue" in one["answer"].lower() for one in told["history"]) else -3
    return json.dumps({"build": [*told["world"], [x, 65, 0, "green"]], "doubt": 0.4})


def recording(folder: Path) -> str:
    """The agent that plays what the model said, without the model."""
    study = arena.Study([OPEN, CLOSED], {"model": arena.ModelAgent(model)})
    arena.run(study, folder / "model.jsonl")
    return f"recorded:{folder / 'model.jsonl'}#model"


def test_five_agents_are_compared_in_one_study_that_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("pipeline", "never", "always", "random")
    agents: dict[str, Any] = {**{name: name for name in names}, "model": recording(tmp_path)}
    study = arena.Study([OPEN, CLOSED], agents, ["silent", "asking"])
    whole = arena.run(study, tmp_path / "whole.jsonl")
    assert len(whole) == 2 * 5 * 2

    some = {name: agents[name] for name in ("never", "model")}
    study = arena.Study([OPEN, CLOSED], some, ["silent", "asking"])
    played, play = list[str](), arena.Study.play

    def stopping(self: arena.Study, game: Any) -> dict[str, Any]:
        played.append(game.agent)
        if len(played) == 4:
            raise KeyboardInterrupt
        return play(self, game)

    with monkeypatch.context() as patch:
        patch.setattr(arena.Study, "play", stopping)
        with pytest.raises(KeyboardInterrupt):
            arena.run(study, tmp_path / "stopped.jsonl")
    assert not (tmp_path / "stopped.jsonl").exists()
    arena.run(study, tmp_path / "stopped.jsonl")
    lines = (tmp_path / "whole.jsonl").read_bytes().splitlines()
    lines = [line for line in lines if json.loads(line)["agent"] in some]
    assert (tmp_path / "stopped.jsonl").read_bytes().splitlines() == lines

    table = arena.summary(arena.frame(whole))
    asking = table[table["protocol"] == "asking"].set_index("agent")
    assert asking["questions"].drop("random").to_dict() == {
        "pipeline": 0.5,  # It asks where two towers fit.
        "never": 0,
        "always": 3,
        "model": 1,
    }
    assert asking.loc["pipeline", "exact"] == asking.loc["model", "exact"] == 1
    assert asking.loc["pipeline", "redundant"] == 0
    assert asking.loc["model", "redundant"] == 0.5
    assert asking.loc["never", "exact"] == 0.5
    assert asking["utility"].idxmax() == "pipeline"
    assert set(table[table["protocol"] == "silent"]["questions"]) == {0}
    pytest.importorskip("matplotlib")
    page = arena.html(whole)
    assert all(f"<td>{name}</td>" in page for name in agents)


def test_who_asks_at_random_asks_the_same_each_time() -> None:
    games = [
        [arena.play(OPEN, agent_of("random"), arena.OwnArchitect, seed=seed) for seed in range(4)]
        for _ in range(2)
    ]
    assert games[0] == games[1]
    assert len({len(one["orders"][0]["asked"]) for one in games[0]}) > 1
    with pytest.raises(InputError, match="probability"):
        arena.AsksAtRandom(share=2)


def test_what_was_asked_without_a_question_mark_leaves_no_question_over() -> None:
    agent = agent_of("pipeline")
    for question in ("Tower, that is the thing", "Which tower?"):
        history = (arena.Exchange(question, "Put it on one of the towers"),)
        assert not isinstance(agent(OPEN.shown(arena.Terms("told")), history), arena.Ask)


def test_a_person_answers_with_the_number_of_an_option(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "2")

    def asker(shown: Episode, history: arena.episode.History) -> arena.episode.Move:
        return arena.Refuse() if history else arena.Ask("Which?", ("the red tower", "the blue tower"))

    found = arena.play(OPEN, asker, arena.Person)
    assert found["orders"][0]["asked"][0]["answer"] == "the blue tower"
    assert "the blue tower" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["nobody", "no.such.module:agent", "unreliable:x,own", "unreliable:2:0,own"])
def test_unknown_names_are_refused(name: str) -> None:
    with pytest.raises(InputError):
        architect_of(name)
    with pytest.raises(InputError):
        agent_of(name)


def test_a_language_model_is_named_for_litellm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cq.llm.chat", lambda name: lambda messages: f'{{"refuse": "{name} is busy"}}')
    found = arena.play(OPEN, agent_of("llm:openai/gpt-5"), architect_of("llm:openai/gpt-5"))
    assert found["orders"][0]["move"] == {"refuse": "openai/gpt-5 is busy"}
