"""A pipeline fitted on requests of another domain, by their words alone."""

from __future__ import annotations

import itertools
from copy import copy

import numpy as np
import pandas as pd
import pytest

import cq
from cq.clarity.general import OTHER_LANGUAGE, REASONS
from cq.clarity.general import QUESTIONS as QUESTIONS_OF_REASONS
from cq.corpora import Corpus, Request, table
from cq.data import fold, normalise
from cq.pipeline.default import default_pipeline
from cq.pipeline.text_turns import GENERATED

THINGS = "invoice contract parcel password phone printer router subscription".split()
QUESTIONS = {thing: f"Which {thing} do you mean?" for thing in THINGS}


def tickets() -> pd.DataFrame:
    """Tickets of our own: clear where they have a number."""
    rows = []
    for thing, (i, verb) in itertools.product(THINGS, enumerate(["Cancel", "Check", "Change", "Send"])):
        rows.append({"text": f"{verb} my {thing}", "need": "yes", "question": QUESTIONS[thing]})
        rows.append({"text": f"{verb} {thing} number {i}4711", "need": "no", "question": ""})
    return pd.DataFrame([row for row in rows if fold(normalise(row["text"])) < 3])


@pytest.fixture(scope="module", autouse=True)
def _small_fits():
    """Few trees and bootstrap samples; the tickets are of three folds, which is the least."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("cq.clarity.grades.TREES", 20)
        patched.setattr("cq.training.text.SAMPLES", 30)
        yield


@pytest.fixture(scope="module")
def fitted() -> tuple[cq.Pipeline, dict[str, dict[str, float]]]:
    pipeline = copy(default_pipeline())
    return pipeline, pipeline.fit(tickets())


def test_the_figures_have_intervals_and_rivals(fitted):
    clarity, ranking = fitted[1]["clarity"], fitted[1]["ranking"]
    assert clarity["macro_f1_low"] <= clarity["macro_f1"] <= clarity["macro_f1_high"]
    assert clarity["macro_f1_low"] > 0.9 > clarity["macro_f1_majority"]
    for name in ("mrr", "recall@5"):
        assert ranking[f"{name}_low"] <= ranking[name] <= ranking[f"{name}_high"]
        assert {f"{name}_bm25", f"{name}_cosine", f"{name}_majority"} <= set(ranking)
    assert ranking["mrr"] > 0.95 > ranking["mrr_majority"]


def test_recall_at_as_many_places_as_questions_is_no_figure(fitted):
    assert len(QUESTIONS) == 8
    assert not [
        name for name in fitted[1]["ranking"] if name.startswith(("recall@10", "recall@20", "recall@30"))
    ]


def test_a_bank_that_cannot_be_ranked_is_refused_before_anything_is_trained(bundled, monkeypatch):
    monkeypatch.setattr("cq.training.text.train_text_clarity", lambda *_: pytest.fail("it was trained"))
    with pytest.raises(cq.InputError, match="ranking needs at least two"):
        bundled.fit(tickets().assign(question="Which one?"))


def test_it_asks_from_the_bank_and_then_gives_the_completed_request(fitted):
    pipeline, _ = fitted
    turn = pipeline.ask("Extend my contract")
    assert (turn.action, turn.clarity.domain, turn.clarity.in_domain) == ("ask", "text", True)
    assert turn.question.text == QUESTIONS["contract"]
    assert [one.qid for one in turn.questions[:1]] == ["q_1"]
    assert not any("building" in reason for reason in (*turn.reasons, *turn.clarity.reasons))
    clear = pipeline.ask("Extend contract number 54711")
    assert (clear.action, clear.reply, clear.question) == ("reply", "Extend contract number 54711", None)


def test_a_dialogue_takes_the_answer_into_account(fitted):
    dialogue = cq.Dialogue(pipeline=fitted[0])
    turn = dialogue.say("Extend my contract")
    assert dialogue.question_is_open
    turn = dialogue.answer("contract number 54711")
    assert turn.action == "reply"
    assert turn.reply == "Extend my contract. contract number 54711."
    assert not dialogue.question_is_open
    again = cq.Dialogue.from_dict(dialogue.to_dict(), fitted[0])
    assert again.transcript == dialogue.transcript
    assert dialogue.say("Extend my phone").question.text == QUESTIONS["phone"]


def test_nothing_is_asked_twice_nor_beyond_the_limit(fitted):
    dialogue = cq.Dialogue(pipeline=fitted[0])
    asked, turn = [], dialogue.say("Extend my contract")
    while turn.action == "ask":
        asked.append(turn.question.text)
        turn = dialogue.answer("my own one")
    assert len(asked) == len(set(asked)) <= 3
    assert turn.action == "reply"
    assert fitted[0].ask("Extend my contract", max_questions=0).action == "reply"


def test_it_is_saved_as_any_other(fitted, tmp_path):
    pipeline, _ = fitted
    pipeline.save_pretrained(tmp_path)
    again = cq.Pipeline.from_pretrained(tmp_path)
    texts = ["Extend my contract", "Repair printer number 74711", "Where is my parcel"]
    before, after = pipeline.ask(texts), again.ask(texts)
    assert [one.action for one in before] == [one.action for one in after]
    assert [one.clarity.p_unclear for one in before] == pytest.approx(
        [one.clarity.p_unclear for one in after], abs=1e-2
    )
    one, other = (p.rank(None, texts[0]) for p in (pipeline, again))
    assert [q.qid for q in one] == [q.qid for q in other]
    assert sum(q.score for q in one) == pytest.approx(1)
    assert all(0 <= q.p_relevant <= 1 for q in one)


def test_after_an_answer_the_next_question_is_about_something_else(fitted):
    bank = ["Which contract do you mean?", "Which contract is it that you mean?", "Until when?"]
    dialogue = [("architect", "Extend my contract"), ("builder", bank[0])]
    turn = fitted[0].ask("my own one", qbank=bank, dialogue=dialogue, cost_of_asking=0.001)
    assert turn.question.text == "Until when?"


def test_details_that_like_requests_lacked_are_named(bundled, tmp_path):
    lacks = {"trip": "travel dates", "table": "number of guests", "letter": "name of the recipient"}
    verbs = ["Plan", "Book", "Prepare", "Find", "Order", "Choose", "Make"]
    rows = [
        {
            "text": text,
            "need": not clear,
            "details": [] if clear else [{"description": lacks[thing], "importance": 3}],
        }
        for thing in lacks
        for verb, end, clear in itertools.product(verbs, ("for me", "please"), (True, False))
        if fold(text := f"{verb} a {thing}{' number 7' if clear else ''} {end}") < 3
    ]
    pipeline = bundled
    figures = pipeline.fit(pd.DataFrame(rows), tasks="clarity")["clarity"]
    assert figures["details_named"] > 0.9
    assert pipeline.classify("Arrange a trip").reasons[0] == "travel dates"
    pipeline.save_pretrained(tmp_path)
    again = cq.Pipeline.from_pretrained(tmp_path)
    assert again.classify("Arrange a trip").reasons == pipeline.classify("Arrange a trip").reasons


def test_few_rows_keep_what_the_bundled_classifier_knows(bundled):
    complete = [
        "Send 40 euros to Ana on Friday",
        "Book a table for two at 7 pm",
        "Print five copies of a.pdf",
    ]
    complete += ["Set an alarm for 6:30", "Translate 'good night' into Korean", "What is 17 times 23?"]
    vague = ["Send some money", "Book a table", "Print it", "Set an alarm", "Translate this", "Do the sum"]
    frame = pd.DataFrame({"text": [*complete, *vague], "need": ["no"] * 6 + ["yes"] * 6})
    pipeline = bundled
    pipeline.fit(frame, tasks="clarity")
    assert pipeline.classifier.model.calibration.slopes[2] > 0
    assert pipeline.classify("Order a cake").p_unclear > pipeline.classify("Is 7919 prime?").p_unclear


def test_without_a_bank_it_asks_for_the_kind_of_detail_that_may_be_missing():
    said, asked = [("architect", "Book a table")], []
    while (turn := cq.ask(said[-1][1], dialogue=said[:-1])).action == "ask":
        assert turn.clarity.domain == "text"
        assert turn.questions == []
        assert turn.question.text in QUESTIONS_OF_REASONS.values()
        assert turn.reasons[-1] == GENERATED
        asked.append(turn.question.text)
        said += [("builder", turn.question.text), ("architect", "I do not mind")]
    assert turn.action == "reply"
    assert turn.reply.startswith("Book a table")
    assert 1 <= len(asked) == len(set(asked)) <= 3
    assert cq.ask("Book a table", max_questions=0).action == "reply"
    clear = "Write a poem about autumn in four lines of eight syllables each"
    assert cq.ask(clear).reply == clear


def test_every_reason_has_a_question():
    assert set(QUESTIONS_OF_REASONS) == {*REASONS.values(), OTHER_LANGUAGE}
    assert cq.ask("Wann kommt mein Paket endlich an").question.text == "Could you say it in English?"


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "thanks",
        "What can you do?",
        "Build a red tower",
        "Make it taller",
        "Bulid a twoer",
        "Place it",
        "Build something nice",
    ],
)
def test_without_a_bank_talk_and_blocks_are_taken_as_in_a_world(text):
    turns = cq.ask(text), cq.ask(text, cq.World.parse(None))
    one, other = ((turn.action, turn.reply, turn.question, turn.reasons) for turn in turns)
    assert one == other


def test_another_bank_may_be_given(fitted):
    bank = {"a": "Do you like tea?", "b": "Which contract?", "c": "Which contract?"}
    found = fitted[0].rank(bank, "Extend my contract")
    assert [one.qid for one in found] == ["b", "c", "a"]
    assert found[0].score == found[1].score
    assert fitted[0].ask("Extend my contract", qbank=bank).question.text == "Which contract?"


def test_a_frame_of_tickets_in_the_columns_of_instructions_is_no_building_either(bundled):
    pipeline = bundled
    frame = tickets().rename(columns={"text": "instruction"})
    frame["clear"] = np.where(frame.pop("need") == "yes", "no", "yes")
    pipeline.fit(frame, tasks="clarity")
    assert pipeline.classify("Extend my contract").domain == "text"
    with pytest.raises(cq.InputError, match="bundled bank is about blocks"):
        pipeline.ask("Extend my contract")


def corpus(needs, bank=(), texts=None) -> Corpus:
    texts = texts or [f"ticket {word}" for word in map(str, range(len(needs)))]
    return table(pd.DataFrame({"text": texts, "need": needs}), bank=bank)


@pytest.mark.parametrize(
    ("data", "tasks", "message"),
    [
        (corpus(["yes"] * 9), "clarity", "0 requests are clear and 9 unclear; fitting needs both"),
        (corpus(["yes", "no"]), "clarity", "1 clear and 1 unclear requests are too few"),
        (corpus(["yes", "no"]), "ranking", "the bank of 'table' has 0 questions"),
        (corpus(["yes", "no"], ["Who?", "When?"]), "ranking", "0 requests have relevant questions, too few"),
        (corpus(["yes", "no"]), "building", "a corpus of requests has no builds"),
    ],
)
def test_what_cannot_be_learned_is_refused(bundled, data, tasks, message):
    pipeline = bundled
    classifier = pipeline.classifier
    with pytest.raises(cq.InputError, match=message):
        pipeline.fit(data, tasks=tasks)
    assert pipeline.classifier is classifier


def test_texts_without_words_and_grades_are_fitted(bundled):
    rows = [Request(str(i), f"?{'!?' * (i % 7)} {'x' * (i % 5)}", 1 + i % 4) for i in range(20)]
    pipeline = bundled
    figures = pipeline.fit(Corpus("odd", tuple(rows), {}), tasks="clarity")["clarity"]
    assert figures["grade_f1_low"] <= figures["grade_f1"] <= figures["grade_f1_high"]
    assert pipeline.classify("x xx").grade in (1, 2, 3, 4)
