"""What was told, denied, corrected or only mentioned decides, in domains that no training item is of."""

from __future__ import annotations

import json

import pytest
from conftest import ROOT
from typer.testing import CliRunner

import cq
from cq.cli.main import app
from cq.guard.answers import read_answer
from cq.guard.judge import VERDICTS, Judge
from cq.guard.meaning import backbone
from cq.guard.support import is_requested
from cq.guard.tools import MISSING, fits
from cq.modeling.artifacts import TENSORS, WEIGHTS
from cq.modeling.manifest import CARD, Manifest
from cq.training.guard import JudgeTrainingConfig, read_items, train_judge

ORDER = {
    "name": "order",
    "description": "Order food at a restaurant.",
    "parameters": {
        "type": "object",
        "properties": {
            "n": {"type": "integer", "description": "the number of guests"},
            "area": {"enum": ["inside", "terrace", "garden"]},
            "breakfast": {"type": "boolean"},
            "dish": {"type": "string"},
            "when": {"type": "string", "format": "date-time"},
        },
    },
}
FERRY = {
    "name": "book_ferry",
    "description": "Book a crossing on the ferry.",
    "parameters": {
        "type": "object",
        "properties": {
            "passengers": {"type": "integer", "description": "the number of passengers"},
            "deck": {"enum": ["upper", "lower", "open"], "description": "the deck"},
            "cabin": {"type": "boolean", "description": "whether a cabin is booked"},
            "port": {"type": "string", "description": "the port of arrival"},
            "day": {"type": "string", "format": "date", "description": "the day"},
        },
    },
}
LIBRARY = {
    "name": "lend_books",
    "description": "Lend books of the library.",
    "parameters": {
        "type": "object",
        "properties": {
            "books": {"type": "integer", "description": "how many books"},
            "branch": {"enum": ["north", "harbour", "castle"], "description": "the branch of the library"},
            "renewal": {"type": "boolean", "description": "whether the loan is renewed"},
            "author": {"type": "string", "description": "the author"},
            "time": {"type": "string", "pattern": "^\\d\\d:\\d\\d$", "description": "when they are fetched"},
        },
    },
}
FLOWERS = {
    "name": "order_flowers",
    "description": "Order flowers for a wedding.",
    "parameters": {
        "type": "object",
        "properties": {
            "bouquets": {"type": "integer", "description": "the number of bouquets"},
            "flower": {"enum": ["roses", "lilies", "tulips"], "description": "the kind of flower"},
            "ribbon": {"type": "boolean", "description": "whether a ribbon is tied around"},
            "greeting": {"type": "string", "description": "the words on the card"},
            "date": {"type": "string", "format": "date", "description": "the day of the wedding"},
        },
    },
}
CLINIC = {
    "name": "report_absence",
    "description": "Report that somebody is absent from the ward, or take a shift back.",
    "parameters": {
        "type": "object",
        "properties": {
            "nurse": {"type": "string", "description": "who is absent"},
            "from": {"type": "string", "format": "date", "description": "the first day of the absence"},
            "reason": {"enum": ["illness", "training", "leave"], "description": "the kind of absence"},
            "shift": {"type": "string", "description": "the shift that is taken back"},
        },
    },
}


@pytest.fixture(scope="module")
def items():
    """The items of training."""
    return read_items((ROOT / "pipelines/guard/items").glob("*.jsonl"))


def test_the_items_of_training_are_those_of_the_card(items):
    card = (ROOT / "pipelines/guard/CARD.md").read_text(encoding="utf-8")
    for label in VERDICTS:
        assert f"| {label} | {sum(one.label == label for one in items)} |" in card
    assert f"{len({one.writer for one in items})} writers | {len(items):,} |" in card
    assert all(fits(one.value, one.argument.schema) for one in items if "pattern" not in one.argument.schema)


def test_measured_writers_are_not_trained_on(items):
    trained = {item.writer for item in items}
    for name, writers in (("said", 9), ("asked", 2)):
        measured = {item.writer for item in read_items([ROOT / f"tests/guard/{name}.jsonl"])}
        assert len(measured) == writers
        assert not measured & trained


def test_how_sure_the_judge_must_be_is_chosen_on_writers_it_was_not_trained_on(tmp_path):
    folder = ROOT / "pipelines/guard/items"
    items = [
        item
        for name in ("w15_hire_shopkeeper", "w29_events_bride")
        for item in read_items([folder / f"{name}.jsonl"])[:24]
    ]
    encoder = backbone()
    config = JudgeTrainingConfig(epochs=1, networks=1, lost=0.2)
    judge, info = train_judge(items, encoder, config)
    assert info["measured"] == 1
    assert 0 < judge.not_told < 1
    judge.save(tmp_path / "guard", info)
    assert Judge.load(tmp_path / "guard", encoder).not_told == judge.not_told
    held_out = [item for item in items if item.writer.startswith("w15")]
    others = train_judge([item for item in items if item not in held_out], encoder, config, measure=False)[0]
    told = [
        others.chances(item.turns, item.argument, item.mentions)["not told"]
        for item in held_out
        if item.label == "told" and is_requested(item.turns, item.mentions)
    ]
    assert sum(chance > judge.not_told for chance in told) <= 0.2 * len(told)


GUESTS = {
    "writer": "a",
    "turns": [["user", "a table for 5 people"]],
    "argument": "n",
    "schema": {"type": "integer", "description": "the number of guests"},
    "value": 5,
    "label": "told",
}


def written(folder, *rows):
    path = folder / "x.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def trained(items, *options):
    """What the command prints that trains on items, and writes the judge beside them."""
    done = CliRunner().invoke(app, ["train", "guard", str(items), "--out", str(items.parent), *options])
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("label", "so", "label is 'so'; it must be 'told', 'denied', 'corrected' or 'not told'"),
        ("label", ["told"], r"label is \['told'\]"),
        ("writer", 5, "writer is 5"),
        ("writer", ["a"], r"writer is \['a'\]"),
        ("argument", None, "argument is None"),
        ("schema", 5, "schema is 5; it must be an object"),
        ("schema", "integer", "schema is 'integer'"),
        ("schema", {"enum": 5}, "5 is not of type 'array'"),
        ("schema", {"$ref": "#/nowhere"}, "refer to '/nowhere'"),
        ("turns", 5, "turns is 5"),
        ("turns", [], r"turns is \[\]"),
        ("turns", [["user"]], r"turns\[0\]\[1\] is missing"),
        ("turns", [["guest", "for 5"]], r"turns\[0\]\[0\] is 'guest'; it must be 'user' or 'assistant'"),
        ("turns", [["user", "for \ud800 5"]], "lone surrogate"),
        ("value", "\ud800", "lone surrogate"),
    ],
)
def test_an_item_that_is_none_is_named(tmp_path, field, value, said):
    with pytest.raises(cq.InputError, match=f"line 2 of 'x.jsonl' is not an item: .*{said}"):
        read_items([written(tmp_path, GUESTS, {**GUESTS, field: value})])


def test_a_field_that_is_missing_is_named(tmp_path):
    path = written(tmp_path, {key: value for key, value in GUESTS.items() if key != "schema"})
    with pytest.raises(cq.InputError, match=r"line 1 of 'x\.jsonl' is not an item: schema is missing"):
        read_items([path])


def test_words_for_an_enum_that_are_no_list_count_for_nothing(tmp_path):
    schema = {"enum": [4, 5], "enumNames": 5}
    (item,) = read_items([written(tmp_path, {**GUESTS, "schema": schema})])
    assert [mention.is_value for mention in item.mentions] == [True]


@pytest.mark.parametrize("options", [(), ("--no-held-out",)])
@pytest.mark.parametrize(
    ("rows", "measured"),
    [
        ([GUESTS, {**GUESTS, "value": 4, "label": "not told"}], False),
        ([GUESTS, {**GUESTS, "writer": "b"}], True),
        # The held-out writer tells no value.
        ([{**GUESTS, "label": "denied"}, {**GUESTS, "writer": "b"}], True),
    ],
)
def test_the_command_ends_with_a_judge_that_can_be_read(tmp_path, rows, measured, options):
    measured = measured and not options
    printed = trained(written(tmp_path, *rows), *options)
    card = (tmp_path / "guard" / CARD).read_text(encoding="utf-8")
    assert ("**Right on 1 writers" in card, "**Not measured**" in card) == (measured, not measured)
    assert ("'right'" in printed, "not measured" in printed) == (measured, not measured)
    # In one line, however long the path is: it can be copied.
    assert f"copy it to {WEIGHTS / 'guard'}, and run: cq weights --update\n" in printed
    judge = Judge.load(tmp_path / "guard", backbone())
    if not any(row["label"] == "told" for row in rows if row["writer"] == "a") or not measured:
        assert judge.not_told == 1.0


@pytest.mark.parametrize(
    "rows", [[], [{**GUESTS, "value": 7}], [GUESTS, {**GUESTS, "writer": "b", "value": 7}]]
)
def test_items_of_which_none_mentions_its_value_are_refused(tmp_path, rows):
    """All of them, or all that are not held out."""
    config = JudgeTrainingConfig(epochs=2, networks=1)
    with pytest.raises(cq.InputError, match="items to train on has a turn that mentions its value; give"):
        train_judge(read_items([written(tmp_path, *rows)]), backbone(), config)


def test_a_part_in_a_pipeline_gets_its_digests(tmp_path):
    """A card that is written after the digests would be taken for damage."""
    Manifest("x").write(tmp_path)
    trained(written(tmp_path, GUESTS))
    Manifest.read(tmp_path).check(tmp_path, "guard")
    assert len(Manifest.read(tmp_path).files) == 3


def test_the_judge_is_small_and_learns(tmp_path):
    """A judge of a few items is right on them, is read again as it was written, and stays under 2 MB."""
    items = read_items([ROOT / "pipelines/guard/items/w15_hire_shopkeeper.jsonl"])[:24]
    encoder = backbone()
    judge, info = train_judge(items, encoder, JudgeTrainingConfig(epochs=2, networks=1), measure=False)
    judge.save(tmp_path / "guard", info)
    again = Judge.load(tmp_path / "guard", encoder)
    for one in items[:6]:
        found = one.mentions
        assert again.chances(one.turns, one.argument, found) == pytest.approx(
            judge.chances(one.turns, one.argument, found), abs=0.01
        )
    assert (WEIGHTS / "guard" / TENSORS).stat().st_size < 2_000_000


def decide(tool, talk, **arguments):
    """The action on a call after a talk, of which the last turn is the request."""
    turns = [
        ("assistant", turn[3:]) if turn.startswith("A: ") else ("user", turn) for turn in talk.split(" / ")
    ]
    guard = cq.Guard([tool], similarity=lambda texts, other: 1.0 if "tool" in other else 0.2)
    return guard.decide(turns[-1][1], (tool["name"], arguments), history=turns[:-1])


ASKED = [
    # Negation.
    (ORDER, "Order food without breakfast", {"breakfast": True}),
    (ORDER, "not on the terrace", {"area": "terrace"}),
    (FERRY, "A crossing without a cabin", {"cabin": True}),
    (FERRY, "not on the upper deck", {"deck": "upper"}),
    (LIBRARY, "Lend me books, no renewal", {"renewal": True}),
    (LIBRARY, "not at the castle", {"branch": "castle"}),
    (FLOWERS, "Flowers without a ribbon", {"ribbon": True}),
    (FLOWERS, "anything but lilies", {"flower": "lilies"}),
    # Denial and correction.
    (ORDER, "A table / A: For 4 guests? / no", {"n": 4}),
    (ORDER, "for four, no, five", {"n": 4}),
    (FERRY, "A crossing / A: For 3 passengers? / no", {"passengers": 3}),
    (FERRY, "for two passengers, no, three", {"passengers": 2}),
    (LIBRARY, "six books, sorry, seven", {"books": 6}),
    (FLOWERS, "roses, no, tulips", {"flower": "roses"}),
    (FLOWERS, "Flowers / A: Ten bouquets? / no, twelve", {"bouquets": 10}),
    # The assistant's own words.
    (ORDER, "A table / A: For 4 guests? / Is there parking?", {"n": 4}),
    (FERRY, "A crossing / A: To the port of Bergen? / What does it cost?", {"port": "Bergen"}),
    (LIBRARY, "A book / A: Shall it be the north branch? / Hold on", {"branch": "north"}),
    # Nothing for a free text.
    (ORDER, "Order / A: Which dish? / what do you mean?", {"dish": "what do you mean?"}),
    (ORDER, "Order / A: Which dish? / I don't know yet", {"dish": "I don't know yet"}),
    (ORDER, "Order / A: Which dish? / -", {"dish": "-"}),
    (FERRY, "Ferry / A: Which port? / which ports are there?", {"port": "which ports are there?"}),
    (LIBRARY, "A book / A: Which author? / hmm, not sure yet", {"author": "hmm, not sure yet"}),
    (FLOWERS, "Flowers / A: What is the greeting? / let me think", {"greeting": "let me think"}),
    # Numbers, dates and times.
    (ORDER, "a table", {"n": 1}),
    (FERRY, "a crossing", {"passengers": 1}),
    (ORDER, "a table on March 14 at 7:30 PM", {"when": "2026-03-14T07:30:00"}),
    (FERRY, "a crossing on 04/05/2026", {"day": "2026-04-05"}),
    (FERRY, "a crossing on 04/05/2026", {"day": "2026-05-04"}),
    (LIBRARY, "I fetch the books at 6:15 pm", {"time": "06:15"}),
]
TOLD = [
    (ORDER, "Order food with breakfast", {"breakfast": True}),
    (ORDER, "Order food without breakfast", {"breakfast": False}),
    (ORDER, "on the terrace", {"area": "terrace"}),
    (ORDER, "A table / A: For 4 guests? / yes", {"n": 4}),
    (ORDER, "for four, no, five", {"n": 5}),
    (ORDER, "a table for a hundred people", {"n": 100}),
    (ORDER, "a table on March 14 at 7:30 PM", {"when": "2026-03-14T19:30:00"}),
    (ORDER, "Order / A: Which dish? / lasagne", {"dish": "lasagne"}),
    (FERRY, "A crossing with a cabin", {"cabin": True}),
    (FERRY, "A crossing without a cabin", {"cabin": False}),
    (FERRY, "A crossing / A: For 3 passengers? / yes please", {"passengers": 3}),
    (FERRY, "for two passengers, no, three", {"passengers": 3}),
    (FERRY, "a crossing on 14/05/2026", {"day": "2026-05-14"}),
    (LIBRARY, "six books, sorry, seven", {"books": 7}),
    (LIBRARY, "Lend me two dozen books", {"books": 24}),
    (LIBRARY, "A book / A: Which author? / Ursula Le Guin", {"author": "Ursula Le Guin"}),
    (LIBRARY, "I fetch the books at a quarter past six in the evening", {"time": "18:15"}),
    (FLOWERS, "roses, no, tulips", {"flower": "tulips"}),
    (FLOWERS, "Flowers / A: Ten bouquets? / no, twelve", {"bouquets": 12}),
    (FLOWERS, "A ribbon around the bouquets, please", {"ribbon": True}),
    # Orders that sound like a denial.
    (CLINIC, "Nurse Okoro is absent from 3 June 2026, illness", {"nurse": "Okoro", "from": "2026-06-03"}),
    (CLINIC, "I can't work from 3 June 2026, illness", {"from": "2026-06-03", "reason": "illness"}),
    (CLINIC, "Report that Lindgren is missing", {"nurse": "Lindgren"}),
    (CLINIC, "What is in shift N-14? / A: Nobody is on it. / Then delete it", {"shift": "N-14"}),
    (CLINIC, "Cancel shift N-14, I have no time", {"shift": "N-14"}),
]


@pytest.mark.parametrize(("tool", "talk", "arguments"), ASKED)
def test_what_is_denied_corrected_or_not_told_is_asked(tool, talk, arguments):
    assert decide(tool, talk, **arguments).action == "ask"


@pytest.mark.parametrize(("tool", "talk", "arguments"), TOLD)
def test_what_is_told_is_done(tool, talk, arguments):
    made = decide(tool, talk, **arguments)
    assert (made.action, made.assumption) == ("act", None)


@pytest.mark.parametrize(
    ("tool", "name", "answer", "value"),
    [
        (ORDER, "area", "not the terrace", MISSING),
        (ORDER, "area", "the garden", "garden"),
        (ORDER, "dish", "what do you mean?", MISSING),
        (ORDER, "dish", "I don't know yet", MISSING),
        (ORDER, "dish", "-", MISSING),
        (ORDER, "dish", "the mushroom risotto", "the mushroom risotto"),
        (ORDER, "n", "for four, no, five", 5),
        (ORDER, "n", "for a hundred people", 100),
        (ORDER, "when", "14 March 2026 at 7:30 PM", "2026-03-14T19:30:00"),
        (FERRY, "port", "where can I go?", MISSING),
        (FERRY, "port", "Stavanger", "Stavanger"),
        (FERRY, "deck", "not the lower one", MISSING),
        (FERRY, "day", "3 May 2026", "2026-05-03"),
        (FERRY, "day", "04/05/2026", MISSING),
        (LIBRARY, "books", "ten, no, eleven", 11),
        (LIBRARY, "author", "?!", MISSING),
        (FLOWERS, "flower", "no roses, tulips", "tulips"),
        (FLOWERS, "greeting", "why do you need that?", MISSING),
    ],
)
def test_an_answer_fills_only_what_it_tells(tool, name, answer, value):
    schema = tool["parameters"]["properties"][name]
    assert read_answer(answer, schema, asked=(name,)) == value


def test_of_two_options_the_one_that_is_not_denied_is_meant():
    schema = {"enum": ["inside", "terrace"], "description": "where to sit"}
    assert read_answer("not the terrace", schema, asked=("area",)) == "inside"


def test_a_denied_value_is_never_assumed():
    guard = cq.Guard([ORDER], max_questions=0)
    made = guard.decide("Order food without breakfast", ("order", {"breakfast": True}))
    assert (made.action, made.arguments) == ("act", {"breakfast": False})
    corrected = guard.decide("a table for four, no, five", ("order", {"n": 4}))
    assert corrected.arguments == {"n": 5}


def test_what_a_tool_has_found_tells():
    guard = cq.Guard([FERRY])
    history = [("user", "Which port is next?"), ("tool", "next port: Bergen")]
    assert (
        guard.decide("Book the ferry to it", ("book_ferry", {"port": "Bergen"}), history=history).action
        == "act"
    )


def test_the_same_talk_gets_the_same_verdict():
    first, again = (decide(ORDER, "for four, no, five", n=4) for _ in range(2))
    assert (first.p_wrong, first.reasons) == (again.p_wrong, again.reasons)
