"""Dialogues as pairs and as transcripts: they are the same, and what is no dialogue is one clear error."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cq.data import Task
from cq.dialogue import parse_dialogue, to_transcript
from cq.errors import InputError
from cq.language.arguments import Instructions
from cq.utterances import find_mark

texts = st.text(min_size=1).map(str.strip).filter(lambda text: text and find_mark(text) is None)
dialogues = st.lists(st.tuples(st.sampled_from(["architect", "builder"]), texts), max_size=6)

TURNS = (("architect", "Put one down."), ("builder", "Which colour?"), ("architect", "Blue,\nif you can."))


@given(dialogues)
def test_a_transcript_reads_back_to_the_same_dialogue(turns):
    assert parse_dialogue(to_transcript(turns)) == tuple(turns) == parse_dialogue(turns)


@given(st.text())
def test_any_text_is_a_dialogue_or_an_input_error(text):
    try:
        turns = parse_dialogue(text)
    except InputError:
        return
    assert parse_dialogue(to_transcript(turns)) == turns


def test_a_transcript_has_a_mark_before_each_utterance():
    text = "<Architect> Put one down.\n<Builder> Which colour?\n<Architect> Blue,\nif you can."
    assert to_transcript(TURNS) == text
    assert parse_dialogue(text) == TURNS


@pytest.mark.parametrize("nothing", [None, "", " \n", [], ()])
def test_nothing_said_is_an_empty_dialogue(nothing):
    assert parse_dialogue(nothing) == ()
    assert to_transcript(nothing) == ""


def test_utterances_run_together_and_names_in_any_case_are_read():
    text = "<architect>Put one down. <BUILDER> Which colour?<Architect>  Blue,\nif you can.  "
    assert parse_dialogue(text) == TURNS
    assert parse_dialogue([["Architect", " Put one down. "], *TURNS[1:]]) == TURNS


def test_turns_may_be_dicts_as_in_the_minecraft_dialogues():
    dicts = [{"speaker": speaker, "text": text} for speaker, text in TURNS]
    assert parse_dialogue(dicts) == parse_dialogue([*dicts[:1], *TURNS[1:]]) == TURNS
    many = Instructions.parse(["One.", "Two."], dialogue=[dicts[:1], None])
    assert many.dialogues == (TURNS[:1], ())
    with pytest.raises(InputError, match="2 instructions need a list of as many dialogues; got one"):
        Instructions.parse(["One.", "Two."], dialogue=dicts[:2])


def test_the_dialog_of_a_task_is_read_as_it_is():
    task = Task(
        "<Architect> And one more.", np.zeros((9, 11, 11), int), "<Architect> Put one down.\n<Builder> OK"
    )
    assert parse_dialogue(task.dialog) == (("architect", "Put one down."), ("builder", "OK"))


@pytest.mark.parametrize(
    ("dialogue", "message"),
    [
        ([("judge", "Stop.")], "turn 0 of the dialogue: speaker 'judge' is not one of architect, builder"),
        ("<Judge> Stop.", "speaker 'Judge' is not one of architect, builder"),
        ([(None, "Stop.")], "speaker None is not one of"),
        ([("builder", 7)], "text of turn 0 of the dialogue is int '7'; it must be text"),
        ([("builder", " ")], "text of turn 0 of the dialogue is empty"),
        ("<Architect> One. <Builder>", "text of turn 1 of the dialogue is empty"),
        ([("builder", "Hm. <Architect> One.")], "holds the mark <Architect>; give each utterance as a turn"),
        ("One. <Builder> Which?", "begins with 'One.', which has no speaker"),
        (["Stop."], r"turn 0 of the dialogue is 'Stop.'; a turn is \(speaker, text\)"),
        ([{"speaker": "builder"}], "turn 0 of the dialogue is .*a dict with the keys speaker and text"),
        ([{"speaker": "judge", "text": "Stop."}], "speaker 'judge' is not one of"),
        ([{"speaker": "builder", "text": None}], "text of turn 0 of the dialogue is NoneType"),
        (7, "dialogue is int '7'; give a list"),
        ([("architect", "One.")] * 10_000, "has 10,000 turns; fewer than 10,000 can be read"),
        ("<Architect> One. " * 20_000, "has 20,000 turns"),
    ],
)
def test_what_is_no_dialogue_is_one_clear_error(dialogue, message):
    with pytest.raises(InputError, match=message):
        parse_dialogue(dialogue)


def test_a_dialogue_may_be_long():
    assert len(parse_dialogue([("architect", "One.")] * 9_999)) == 9_999
