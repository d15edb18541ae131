"""The door: `Pipeline` takes what the functions take, `cq.use` chooses it, and parts of one's own fit in."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from toy_cross_encoder import tiny_config, tiny_tokenizer

import cq
import cq.building
from cq.building import Build
from cq.clarity import Clarity
from cq.pipeline.default import default_pipeline
from cq.ranking import RankedQuestion
from cq.reading.grounded import GroundedInstruction
from cq.world import SHAPE

CLEAR = "Place a red block on top of the blue tower."
UNCLEAR = "place some blocks next to it"
TEXTS = [CLEAR, UNCLEAR, CLEAR]
BANK = ["What colour should it be?", "How many blocks?", "Where should they go?"]


@pytest.fixture(scope="module")
def pipeline() -> cq.Pipeline:
    return default_pipeline()


@pytest.fixture
def _default_afterwards():
    """The bundled pipeline is the default again after the test."""
    kept = default_pipeline()
    yield
    cq.use(kept)


def key(result: object) -> object:
    """What two equal results share to the last bit."""
    if isinstance(result, list):
        return [key(one) for one in result]
    if isinstance(result, cq.Turn):
        parts = (result.clarity, result.question, result.build, result.questions)
        return result.action, result.reasons, *map(key, parts)
    if isinstance(result, cq.Build):
        return result.grid.tobytes(), result.actions, result.plan.tobytes(), result.confidence
    return result


def results(owner: object, instruction: object, world: object) -> list[object]:
    """What the four methods of a pipeline, or the functions of `cq`, give."""
    return [
        key(owner.classify(instruction, world)),
        key(owner.rank(BANK, instruction, world)),
        key(owner.build(instruction, world)),
        key(owner.ask(instruction, world, BANK)),
    ]


def test_a_pipeline_gives_what_the_functions_give(pipeline, towers):
    for text in (CLEAR, UNCLEAR):
        assert results(pipeline, text, towers) == results(cq, text, towers)
    assert results(pipeline, TEXTS, towers) == results(cq, TEXTS, towers)
    cost = {"cost_of_asking": 0.9}
    assert pipeline.classify(UNCLEAR, towers, **cost) == cq.classify(UNCLEAR, towers, **cost)
    assert key(pipeline.ask(UNCLEAR, towers, **cost)) == key(cq.ask(UNCLEAR, towers, **cost))
    assert pipeline.rank(None, UNCLEAR, towers, 2) == cq.rank(None, UNCLEAR, towers, 2)
    with pytest.raises(cq.InputError, match="top_k is 0"):
        pipeline.rank(BANK, UNCLEAR, towers, top_k=0)


@pytest.mark.parametrize("many", [tuple, np.array, pd.Series], ids=["tuple", "array", "Series"])
def test_many_instructions_in_any_container(pipeline, towers, many):
    owner = pipeline if many is tuple else cq
    assert results(owner, many(TEXTS), towers) == results(pipeline, TEXTS, [towers] * 3)


def test_one_world_in_any_form(pipeline, towers):
    world, texts = cq.World.parse(towers), [CLEAR, "Remove the blue tower."]
    expected = results(pipeline, texts, [world, world])
    without_pose = results(pipeline, texts, [world.grid] * 2)
    for form in (world, towers, str(towers), json.loads(towers.read_text()), np.stack([world.grid] * 2)):
        assert results(pipeline, texts, form) in (expected, without_pose)
        assert cq.classify(texts, form) in (expected[0], without_pose[0])
    alone = results(cq, CLEAR, world.grid)
    for form in (world.blocks(), world.grid, world.grid.tolist()):
        assert results(pipeline, texts, form) == without_pose
        assert results(pipeline, CLEAR, form) == alone


def test_single_input_gives_one_result_and_lists_give_lists(pipeline, towers):
    assert isinstance(pipeline.classify(CLEAR), cq.Clarity)
    assert isinstance(pipeline.classify([CLEAR])[0], cq.Clarity)
    assert isinstance(pipeline.rank(BANK, CLEAR)[0], cq.RankedQuestion)
    assert isinstance(pipeline.rank(BANK, [CLEAR])[0][0], cq.RankedQuestion)
    assert isinstance(pipeline.build(CLEAR), cq.Build)
    assert isinstance(pipeline.ask([CLEAR], towers)[0], cq.Turn)
    assert pipeline.classify([]) == pipeline.rank(BANK, []) == pipeline.build([]) == pipeline.ask([]) == []


@pytest.mark.parametrize(
    "bank",
    [
        pd.Series(BANK),
        pd.DataFrame({"question": BANK}),
        pd.DataFrame({"ClarifyingQuestion": BANK, "qid": ["q_0", "q_1", "q_2"]}),
        np.array(BANK),
        cq.QuestionBank.parse(BANK),
    ],
    ids=lambda bank: type(bank).__name__,
)
def test_a_bank_in_any_form(pipeline, towers, bank):
    expected = pipeline.rank(BANK, UNCLEAR, towers)
    assert pipeline.rank(bank, UNCLEAR, towers) == cq.rank(bank, UNCLEAR, towers) == expected
    assert cq.ask(UNCLEAR, towers, bank).questions == expected


@pytest.mark.parametrize(
    ("texts", "worlds", "message"),
    [
        ([CLEAR, UNCLEAR], [None], "2 instructions need one world or as many worlds in a list; got 1"),
        ([CLEAR, ""], None, "item 1: instruction"),
        ([CLEAR, UNCLEAR, CLEAR], [None, None, "/nowhere.json"], "item 2: no world file"),
    ],
)
def test_bad_input_is_refused_by_every_method(pipeline, texts, worlds, message):
    for method in (pipeline.classify, pipeline.build, pipeline.ask, lambda t, w: pipeline.rank(BANK, t, w)):
        with pytest.raises(cq.InputError, match=message):
            method(texts, worlds)


class AlwaysAsks:
    """A classifier of one's own: short instructions are unclear."""

    def classify(self, instructions, cost_of_asking=None):
        threshold = cost_of_asking or 0.5
        p = [1.0 if len(one.text.split()) < 4 else 0.0 for one in instructions]
        return [
            Clarity(value <= threshold, value, threshold, one.reasons)
            for value, one in zip(p, instructions, strict=True)
        ]


class Alphabetical:
    """A ranker of one's own."""

    def rank(self, bank, instructions, *, top_k=None):
        pairs = sorted(bank.items(), key=lambda pair: pair[1])[:top_k]
        ranked = [RankedQuestion(i, *pair, 1 / len(pairs)) for i, pair in enumerate(pairs, start=1)]
        return [ranked for _ in instructions]


class BuildsNothing:
    """A builder of one's own. It never gets an empty list."""

    def build(self, instructions):
        assert instructions
        grids = np.stack([one.world.grid for one in instructions])
        return [Build(grid, (), np.zeros((7, *SHAPE), np.float32), 0.0) for grid in grids]


@pytest.mark.usefixtures("_default_afterwards")
def test_custom_parts_replace_the_bundled_ones(pipeline, towers, tmp_path):
    own = cq.Pipeline(pipeline.backbone, AlwaysAsks(), Alphabetical(), BuildsNothing())
    world = cq.World.parse(towers)
    turns = own.ask(["remove the tower", CLEAR], towers, BANK)
    assert [turn.clarity.is_clear for turn in turns] == [False, True]
    assert [q.question for q in turns[0].questions] == sorted(BANK)
    assert np.array_equal(turns[1].build.grid, world.grid)
    assert own.ask("remove it", towers, BANK).build is None
    assert own.ask("remove it", towers, cost_of_asking=0.9).clarity.threshold == 0.9
    assert [q.rank for q in own.rank(BANK, CLEAR, top_k=2)] == [1, 2]
    assert cq.use(own) is own
    assert cq.classify("remove it") == own.classify("remove it")
    assert cq.rank(BANK) == own.rank(BANK, "remove it")
    with pytest.raises(cq.InputError, match="the clarity part is a AlwaysAsks; only a ClarityClassifier"):
        own.save_pretrained(tmp_path / "own")
    with pytest.raises(cq.InputError, match="Alphabetical has no cross-encoder"):
        cq.Pipeline(pipeline.backbone, AlwaysAsks(), Alphabetical(), BuildsNothing(), cross_encoder="x")


class WithoutCost(AlwaysAsks):
    """A classifier that takes no cost of asking."""

    def classify(self, instructions):
        return AlwaysAsks.classify(self, instructions)


class ByName(AlwaysAsks):
    """A classifier that takes it by name alone."""

    def classify(self, instructions, *, cost_of_asking=None):
        return AlwaysAsks.classify(self, instructions, cost_of_asking)


class OtherName(AlwaysAsks):
    """A classifier that calls it by another name."""

    def classify(self, instructions, limit=None):
        return AlwaysAsks.classify(self, instructions, limit)


@pytest.mark.parametrize("classifier", [WithoutCost(), ByName(), OtherName(), AlwaysAsks()])
def test_a_classifier_of_ones_own_need_not_take_a_cost(pipeline, towers, classifier):
    own = cq.Pipeline(pipeline.backbone, classifier, Alphabetical(), BuildsNothing())
    assert own.classify("remove it", towers).threshold == 0.5
    assert not own.classify("remove it", towers, cost_of_asking=0.9).is_clear
    assert own.classify(CLEAR, towers, cost_of_asking=0.9).threshold == 0.9
    assert own.ask("remove it", towers, BANK, cost_of_asking=0.9).clarity.threshold == 0.9


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda right: right[:-1], r"ranked 2 of 3 questions where 3 were asked for"),
        (lambda right: [], r"ranked 0 of 3 questions"),
        (lambda right: [*right, right[0]], r"ranked 'q_\d' twice"),
        (lambda right: [replace(right[0], qid="q_9"), *right[1:]], "ranked 'q_9', which is not in the bank"),
        (lambda right: [one.qid for one in right], "ranked a str; it must give a RankedQuestion"),
    ],
)
def test_what_a_ranker_of_ones_own_gives_is_checked(pipeline, wrong, message):
    class Wrong(Alphabetical):
        def rank(self, bank, instructions, *, top_k=None):
            return [wrong(right) for right in Alphabetical.rank(self, bank, instructions, top_k=top_k)]

    own = cq.Pipeline(pipeline.backbone, AlwaysAsks(), Wrong(), BuildsNothing())
    with pytest.raises(cq.InputError, match=f"Wrong .*{message}"):
        own.rank(["Where?", "Which?", "How high?"], CLEAR)


def test_parts_share_the_grounding_of_an_instruction(pipeline, towers):
    seen = []

    class Watching(AlwaysAsks, Alphabetical, BuildsNothing):
        def classify(self, instructions, cost_of_asking=None):
            seen.append(instructions)
            return AlwaysAsks.classify(self, instructions, cost_of_asking)

        def rank(self, bank, instructions, *, top_k=None):
            seen.append(instructions)
            return Alphabetical.rank(self, bank, instructions, top_k=top_k)

        def build(self, instructions):
            seen.append(instructions)
            return BuildsNothing.build(self, instructions)

    watching = Watching()
    cq.Pipeline(pipeline.backbone, watching, watching, watching).ask(["remove it", CLEAR], towers)
    classified, built, ranked = seen
    assert all(isinstance(one, GroundedInstruction) for one in classified)
    assert built == classified  # What is asked about has a guess, too.
    assert ranked == [classified[0]]


def test_a_saved_pipeline_gives_equal_outputs(pipeline, tmp_path, towers):
    pipeline.save_pretrained(tmp_path)
    cards = ["README.md", *(f"{part}/README.md" for part in ("clarity", "ranking", "building"))]
    assert all((tmp_path / card).read_text().startswith("---\nlicense: mit") for card in cards)
    again = cq.Pipeline.from_pretrained(tmp_path)
    worlds = [cq.World.parse(towers)] * 2
    assert again.classify([CLEAR, UNCLEAR], worlds) == pipeline.classify([CLEAR, UNCLEAR], worlds)
    bank = cq.QuestionBank.parse(BANK)
    assert again.rank(bank, [UNCLEAR], worlds[:1]) == pipeline.rank(bank, [UNCLEAR], worlds[:1])
    with pytest.raises(cq.MissingFileError, match=r"pipeline\.json' is missing"):
        cq.Pipeline.from_pretrained(tmp_path / "nowhere")
    (tmp_path / "pipeline.json").write_text("{")
    with pytest.raises(cq.InputError, match="is damaged"):
        cq.Pipeline.from_pretrained(tmp_path)


@pytest.mark.usefixtures("_default_afterwards")
def test_use_takes_a_folder_a_pipeline_or_none(pipeline, tmp_path, towers):
    pipeline.save_pretrained(tmp_path)
    for folder in (tmp_path, str(tmp_path)):
        used = cq.use(folder)
        assert used is default_pipeline()
        assert used is not pipeline
        assert results(cq, UNCLEAR, towers) == results(pipeline, UNCLEAR, towers)
    assert cq.use(pipeline) is pipeline is default_pipeline()
    with pytest.raises(cq.MissingFileError, match=r"pipeline\.json' is missing"):
        cq.use(tmp_path / "nowhere")
    assert default_pipeline() is pipeline
    bundled = cq.use(None)
    assert bundled is default_pipeline()
    assert bundled is not pipeline
    assert cq.classify(UNCLEAR, towers) == pipeline.classify(UNCLEAR, towers)


@pytest.mark.parametrize(
    ("part", "results", "message"),
    [
        ("classify", [], "Part gave 0 results for 1 instructions"),
        ("classify", [True], "Part gave a bool for an instruction; it must give a Clarity"),
        ("rank", [], "Part gave 0 results for 1 instructions"),
        ("build", [], "Part gave 0 results for 1 instructions"),
        ("build", None, "Part gave a NoneType for 1 instructions"),
    ],
)
def test_results_of_custom_parts_are_checked(bundled, part, results, message):
    class Part:
        def __init__(self):
            setattr(self, part, lambda *_, **__: results)

    parts = {"classify": bundled.classifier, "rank": bundled.ranker, "build": bundled.builder}
    pipeline = cq.Pipeline(bundled.backbone, *(parts | {part: Part()}).values())
    call = {
        "classify": pipeline.classify,
        "rank": lambda text: pipeline.rank(None, text),
        "build": pipeline.build,
    }
    with pytest.raises(cq.InputError, match=message):
        call[part]("Build a wall")


def test_objects_that_are_no_parts_are_refused(bundled):
    for part in (object(), cq.building.LanguageBuilder):
        with pytest.raises(cq.InputError, match="cannot build; give an object with a method 'build'"):
            cq.Pipeline(bundled.backbone, bundled.classifier, bundled.ranker, part)


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), -1, "x", True])
def test_bad_cross_encoder_weights_are_refused(bundled, weight, tmp_path):
    from transformers import BertForSequenceClassification

    config = tiny_config(1, num_labels=1)
    BertForSequenceClassification(config).save_pretrained(tmp_path)
    tiny_tokenizer().save_pretrained(tmp_path)
    parts = bundled.backbone, bundled.classifier, bundled.ranker, bundled.builder
    with pytest.raises(cq.InputError, match="is not a finite number of 0 or more"):
        cq.Pipeline(*parts, cross_encoder=tmp_path, cross_encoder_weight=weight)


def test_what_is_no_folder_is_refused(pipeline, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(cq.InputError, match="file' is a file; give a folder"):
        pipeline.save_pretrained(tmp_path / "file")
    for call in (cq.use, cq.Pipeline.from_pretrained, lambda n: cq.Pipeline.from_pretrained(cross_encoder=n)):
        with pytest.raises(cq.InputError, match=r"5 is (int; give the path|not a cross-encoder)"):
            call(5)
