"""`cq chat` as a person or a script runs it: lines in, turns out."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

import cq
from cq.cli.chat import Chat
from cq.cli.main import app
from cq.errors import InputError

CLEAR = "Place a red block on top of the blue tower."
ABSENT = "remove the orange block"


@pytest.fixture
def chat(towers):
    """Run `cq chat` with lines on standard input: what it prints."""

    def call(lines, *args):
        result = CliRunner().invoke(app, ["chat", *map(str, args)], input="\n".join(lines))
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.output

    return call


def test_a_person_is_asked_answers_and_sees_the_build(chat, towers):
    said = chat([CLEAR, ABSENT, "1", "/world", "", "/quit", "never read"], "--world", towers)
    direct = cq.Dialogue(towers)
    direct.say(CLEAR)
    question = direct.say(ABSENT).question
    assert "builder> Done: placed 1 red block" in said
    assert f"builder> {question.text}" in said.replace("\n", " ")
    for i, option in enumerate(question.options, start=1):
        assert f"  {i} {option.text}" in said
    direct.answer(1)
    assert f"builder> {direct.said[-1][1]}" in said.replace("\n", " ")
    # The world is drawn at the beginning and where it is asked for; a turn tells what it changed.
    assert said.count("level 1 (ground)") == 2
    for turn in direct.turns:
        if turn.build is not None:
            assert f"  1. {turn.build.actions[0]}" in said
    assert "never read" not in said


def test_json_lines_are_the_turns(chat, towers):
    lines = chat([ABSENT, "/undo", CLEAR, "/nothing"], "--world", towers, "--json").splitlines()
    asked, world, built, error = map(json.loads, lines)
    turn = cq.ask(ABSENT, towers)
    assert (asked["action"], asked["question"]["text"]) == ("ask", turn.question.text)
    assert [one["text"] for one in asked["question"]["options"]] == list(turn.question.offered)
    assert asked["assumptions"] == asked["guess"]["assumptions"] == list(turn.assumptions)
    assert asked["guess"]["probability"] == pytest.approx(turn.guess.probability, abs=1e-4)
    assert asked["reasons"] == list(turn.reasons)
    assert cq.World.parse(world["world"]) == cq.World.parse(towers)
    assert built["action"] == "build"
    assert cq.World.parse(built["build"]["world"]).grid.any()
    assert error["error"].startswith("no command /nothing")


def test_undo_shows_the_open_question_again(chat, towers):
    lines = chat([ABSENT, "1", "/undo"], "--world", towers, "--json").splitlines()
    asked, _, again = map(json.loads, lines)
    assert again.items() >= asked.items()
    assert cq.World.parse(again["world"]) == cq.World.parse(towers)


def test_a_saved_chat_goes_on(chat, towers, tmp_path):
    file = tmp_path / "dialogue.json"
    chat([CLEAR, ABSENT], "--world", towers, "--save", file)
    saved = json.loads(file.read_text())
    dialogue = cq.Dialogue.from_dict(saved)
    resumed = chat(["1"], "--resume", file, "--json")
    assert json.loads(resumed)["action"] == dialogue.answer(1).action
    assert dialogue.said[-1][1] in chat(["1"], "--resume", file).replace("\n", " ")
    assert "saved" in chat([f"/save {tmp_path / 'b.json'}"], "--resume", file)
    assert json.loads((tmp_path / "b.json").read_text()) == saved
    assert "/save needs a file" in chat(["/save"], "--resume", file)


@pytest.mark.parametrize("end", [KeyboardInterrupt, BrokenPipeError])
def test_a_chat_that_is_interrupted_is_saved(towers, tmp_path, monkeypatch, end):
    said = iter([f"{CLEAR}\n"])

    def readline() -> str:
        for line in said:
            return line
        raise end

    monkeypatch.setattr("cq.cli.chat.sys.stdin", SimpleNamespace(isatty=lambda: False, readline=readline))
    talk = cq.Dialogue(towers)
    with pytest.raises(end):
        Chat(talk, tmp_path / "talk.json", False).run()
    assert talk.turns
    assert json.loads((tmp_path / "talk.json").read_text()) == talk.to_dict()


def test_mistakes_are_one_line_and_the_chat_goes_on(chat, towers):
    said = chat(["?!", "/undo", "/help", CLEAR], "--world", towers, "--max-questions", 0)
    assert "instruction '?!' holds no words" in said
    assert "nothing is left to undo" in said
    assert "/world draws the world" in said
    assert "builder> Done" in said


def test_a_number_is_no_answer_to_a_question_without_options(chat, towers):
    said = chat(["Put a block on top of the red tower", "1"], "--world", towers, "--json").splitlines()
    asked, answered = map(json.loads, said)
    assert asked["action"] == "ask"
    assert bool(asked["question"]["options"]) != ("answer in words" in answered.get("error", ""))


def test_talk_between_instructions_builds_nothing(chat, towers):
    said = chat([CLEAR, "What is the weather like today?"], "--world", towers, "--json").splitlines()
    assert [json.loads(line)["action"] for line in said] == ["build", "refuse"]


def test_bad_options_are_refused(chat, towers, tmp_path):
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "other.json").write_text('{"version": 1}')
    for options, message in [
        (("--resume", tmp_path / "none.json"), "no saved dialogue at"),
        (("--resume", tmp_path / "broken.json"), "broken.json' is not valid JSON|cannot read"),
        (
            ("--resume", tmp_path / "other.json"),
            r"start is missing; give it \(version 1, of an older cq",
        ),
        (("--resume", tmp_path / "other.json", "--world", towers), "give --resume without others"),
        (("--resume", tmp_path / "other.json", "--on-unsure", "refuse"), "give --resume without others"),
        (("--cost-of-asking", 2), "cost_of_asking 2"),
    ]:
        with pytest.raises((InputError, cq.MissingFileError), match=message):
            chat([], *options)


def test_the_other_commands_read_a_dialogue(towers, tmp_path):
    transcript = "<Architect> Remove the blocks\n<Builder> Which ones should go?"
    (tmp_path / "said.txt").write_text(transcript)
    run = CliRunner()
    for command in ("ask", "classify", "rank", "build"):
        line = [command, "the blue ones", "-w", str(towers), "--json", "--dialogue"]
        as_text, as_file = (run.invoke(app, [*line, x]) for x in (transcript, str(tmp_path / "said.txt")))
        assert as_text.exit_code == 0, as_text.output
        # The last bits of a float may differ from call to call.
        assert _rounded(as_text.output) == _rounded(as_file.output)
    assert json.loads(run.invoke(app, ["classify", *line[1:], transcript]).output)["p_unclear"] == (
        pytest.approx(cq.classify("the blue ones", towers, transcript).p_unclear, abs=1e-6)
    )
    wrong = run.invoke(app, [*line, "Which ones?"])
    assert isinstance(wrong.exception, InputError)
    assert "neither a readable text file nor a transcript" in str(wrong.exception)


def _rounded(output):
    return json.loads(output, parse_float=lambda number: round(float(number), 5))


def test_commands_work_without_a_slash_and_leave_the_question_open(chat, towers):
    said = chat([ABSENT, "help", "1", "Undo", "1", "undo", "undo", "quit", "never read"], "--world", towers)
    question = cq.ask(ABSENT, towers).question
    # Asked once, and shown again by the two "undo" of its answer.
    assert said.replace("\n", " ").count(question.text) == 3
    assert said.count("/quit ends") == 2
    assert "refuse" not in said
    assert "never read" not in said


def test_a_question_that_a_new_order_drops_is_shown(chat):
    world = json.dumps([[5, 63, 3, "yellow"], [-4, 63, 4, "yellow"]])
    said = chat(["Break the yellow one", "Put a red block in the middle"], "--world", world)
    question = cq.Dialogue(world).say("Break the yellow one").question
    assert f"(dropped: {question.text})" in said.replace("\n", " ")
    answered = chat(["Break the yellow one", "why?", "1"], "--world", world)
    assert "dropped" not in answered
