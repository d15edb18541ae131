"""What to ask, with every choice made by inner folds alone, on folds drawn anew several times.

Each recipe trains the linear model on some groups of features, with or without the questions of the Minecraft
dialogues' training games, and questions about pieces left out of synthetic instructions. For every held fold,
the recipe is chosen by its reciprocal rank on another fold, which its model has not seen either. Grouped: all
rows of one wording are in one fold. Random: a fifth of the rows, drawn anew, is judged by the others; most of
its wordings stand on the other side too. Brackets are the least and the largest value over the regroupings.
The cross-encoder is left out, see `python -m eval ranking-fusion`. Trained models are kept in `--work`, so
that a killed run resumes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple

import numpy as np
import numpy.typing as npt
import typer
from tqdm import tqdm

from cq.cli.tables import print_table
from cq.data import load_minecraft_discourse, load_question_bank, load_singleturn, normalise
from cq.encoder.backbone import Backbone
from cq.language.questions import AMBIGUITY_KINDS
from cq.modeling.checkpoints import CheckpointStore
from cq.ranking import QuestionBank
from cq.ranking.clauses import KIND_PREFIX, question_feature_names
from cq.ranking.features import UNCORRECTED_SUFFIX, RankingFeatures, pair_feature_names
from cq.ranking.index import QuestionIndex
from cq.ranking.linear import LinearModel
from cq.ranking.reading import Anchors
from cq.ranking.slot_features import slot_feature_names
from cq.ranking.training.examples import (
    EncodedExamples,
    RankingExample,
    encode_examples,
    ranking_examples,
)
from cq.ranking.training.linear import RankingTrainingConfig, fit_linear_model
from eval.clarity.nested import grouped_folds, random_folds
from eval.options import RANKING_WORK, Data, Out, Work
from eval.output import write_json
from eval.ranking.left_out import left_out_examples
from eval.ranking.minecraft import minecraft_examples
from eval.ranking.scores import reciprocal_rank, seen_questions, spread

Array = npt.NDArray[Any]

FOLDS = 5
LEFT_OUT = 600
"""Synthetic instructions from which a piece is left out."""
CHOSEN = "recipe chosen by the fold kept aside"
SLOTS = frozenset([*slot_feature_names(), *(f"{KIND_PREFIX}{kind}" for kind in AMBIGUITY_KINDS)])
UNCORRECTED = frozenset(name for name in pair_feature_names() if name.endswith(UNCORRECTED_SUFFIX))


@dataclass(frozen=True)
class Recipe:
    """The features that it leaves out, and whether it also trains on the Minecraft dialogues' questions, and
    on those about pieces left out of synthetic instructions.
    """

    without: frozenset[str] = frozenset()
    minecraft: bool = False
    left_out: bool = False


RECIPES = {
    "features of 0.1.0": Recipe(SLOTS | UNCORRECTED),
    "… + slots": Recipe(UNCORRECTED),
    "… + slots + uncorrected scores (cq)": Recipe(),
    "… + Minecraft questions": Recipe(minecraft=True),
    "cq + questions about left-out pieces": Recipe(left_out=True),
    "cq + both": Recipe(minecraft=True, left_out=True),
}


class _Rows(NamedTuple):
    """The encoded rows: with their pools, the same with one list of all questions, and Minecraft's."""

    pools: EncodedExamples
    lists: EncodedExamples
    minecraft: EncodedExamples
    minecraft_training: EncodedExamples
    left_out: EncodedExamples


def main(
    data: Data = None,
    work: Work = RANKING_WORK,
    regroupings: Annotated[int, typer.Option(help="How often grouped folds are drawn anew.")] = 3,
    random: Annotated[int, typer.Option(help="How often rows are divided at random.")] = 5,
    recipes: Annotated[str, typer.Option(help="Numbers of the recipes to compare, from 1.")] = "1,2,3,4",
    out: Out = None,
) -> None:
    examples, bank = ranking_examples(load_singleturn(data)), QuestionBank.parse(load_question_bank(data))
    chosen = [list(RECIPES.items())[int(number) - 1] for number in recipes.split(",")]
    rows, store = _encode(examples, bank), CheckpointStore(work)
    groups = np.array([normalise(example.instruction) for example in examples])
    results: dict[str, Any] = {}
    for kind, times in (("grouped", regroupings), ("random", random)):
        runs, choices = [], Counter[str]()
        for seed in tqdm(range(times), desc=kind, disable=None):
            folds = grouped_folds(groups, seed) if kind == "grouped" else random_folds(len(examples), seed)
            held = range(FOLDS) if kind == "grouped" else range(1)
            asked_elsewhere = seen_questions(
                [replace(one, fold=int(k)) for one, k in zip(examples, folds, strict=True)], bank
            )
            runs.append(_judge(rows, dict(chosen), store, folds, held, asked_elsewhere, choices))
            tqdm.write(f"  {kind} {seed}: {runs[-1]}")
        if runs:
            table = {name: spread([run[name] for run in runs]) for name in runs[0]}
            print_table(f"What to ask, {kind} rows, {times} times, MRR", table)
            results[kind] = {"table": table, "runs": runs, "chosen": dict(choices)}
            typer.echo(f"chosen: {dict(choices)}")
            write_json(out, results)


def _encode(examples: Sequence[RankingExample], bank: QuestionBank) -> _Rows:
    backbone = Backbone.load()
    anchors = Anchors.fit(backbone, bank.questions)
    index, games = QuestionIndex(bank.questions, anchors), load_minecraft_discourse()

    def encoded(asked: Sequence[RankingExample], questions: QuestionBank) -> EncodedExamples:
        return encode_examples(asked, questions, QuestionIndex(questions.questions, anchors), backbone)

    return _Rows(
        encode_examples(examples, bank, index, backbone),
        encode_examples([replace(one, candidates=bank.qids) for one in examples], bank, index, backbone),
        encoded(*minecraft_examples(games, "validation")),
        encoded(*minecraft_examples(games, "train")),
        encoded(*left_out_examples(LEFT_OUT)),
    )


def _judge(
    rows: _Rows,
    recipes: Mapping[str, Recipe],
    store: CheckpointStore,
    folds: Array,
    held_folds: Sequence[int],
    asked_elsewhere: Array,
    choices: Counter[str],
) -> dict[str, dict[str, float]]:
    """The figures of every recipe, and of the one chosen without the held fold."""
    per_row = {name: np.full((2, len(folds)), np.nan) for name in (*recipes, CHOSEN)}
    minecraft: dict[str, list[float]] = {name: [] for name in per_row}
    for k in held_folds:
        held, inner = folds == k, {}
        for name, recipe in recipes.items():
            if len(recipes) > 1:
                aside = folds == (k + 1) % FOLDS
                model = _fit(rows, recipe, ~held & ~aside, store)
                inner[name] = _reciprocal_ranks(model, rows.pools[aside], recipe).mean()
            model = _fit(rows, recipe, ~held, store)
            for part, examples in enumerate((rows.pools, rows.lists)):
                per_row[name][part, held] = _reciprocal_ranks(model, examples[held], recipe)
            minecraft[name].append(float(_reciprocal_ranks(model, rows.minecraft, recipe).mean()))
        best = max(inner, key=lambda name: inner[name]) if inner else next(iter(recipes))
        choices[best] += 1
        per_row[CHOSEN][:, held] = per_row[best][:, held]
        minecraft[CHOSEN].append(minecraft[best][-1])
    judged = np.isin(folds, list(held_folds))
    return {
        name: {
            "pools": float(pools[judged].mean()),
            "asked elsewhere": float(pools[judged & asked_elsewhere].mean()),
            "one list": float(lists[judged].mean()),
            "Minecraft": float(np.mean(minecraft[name])),
        }
        for name, (pools, lists) in per_row.items()
    }


def _fit(rows: _Rows, recipe: Recipe, kept: Array, store: CheckpointStore) -> LinearModel:
    """The model of the recipe, trained on the kept rows."""
    examples = _with_features(rows.pools[kept], recipe)
    sources = [(recipe.minecraft, rows.minecraft_training), (recipe.left_out, rows.left_out)]
    for added in (_with_features(source, recipe) for used, source in sources if used):
        examples = EncodedExamples(
            [*examples.features, *added.features],
            np.concatenate([examples.positives, added.positives]),
            np.concatenate([examples.folds, added.folds]),
        )
    return fit_linear_model(examples, RankingTrainingConfig(), store)


def _reciprocal_ranks(model: LinearModel, examples: EncodedExamples, recipe: Recipe) -> Array:
    """Of each example's question."""
    examples = _with_features(examples, recipe)
    pairs = zip(examples.features, examples.positives, strict=True)
    return np.array([reciprocal_rank(model(features), positive) for features, positive in pairs])


def _with_features(examples: EncodedExamples, recipe: Recipe) -> EncodedExamples:
    """The examples with the left-out features set to 0."""
    if not recipe.without:
        return examples
    pair, question = (
        np.array([name not in recipe.without for name in names], dtype=np.float32)
        for names in (pair_feature_names(), question_feature_names())
    )
    features = [RankingFeatures(one.pair * pair, one.question * question) for one in examples.features]
    return replace(examples, features=features)
