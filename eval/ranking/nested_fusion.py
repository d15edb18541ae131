"""What the cross-encoder adds to the linear model, on folds drawn anew and on rows divided at random.

Both are trained without the judged fold. Grouped: the weight of the cross-encoder is chosen on the other
folds, by models that have not seen them either. Random: it is chosen on another fifth of the rows, by models
that have seen neither. Divisions are those of `ranking-nested`. Finished trainings are kept in `--work`, so
that a killed run resumes: each takes 3 minutes of one core.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

import numpy as np
import numpy.typing as npt
import typer
from tqdm import tqdm

from cq.cli.tables import print_table
from cq.data import load_minecraft_discourse, load_question_bank, load_singleturn, normalise
from cq.encoder.backbone import Backbone
from cq.modeling.checkpoints import CheckpointStore
from cq.ranking import QuestionBank
from cq.ranking.cross_encoder import CrossEncoderStage
from cq.ranking.cross_encoder.pairs import Logits, fuse
from cq.ranking.index import QuestionIndex
from cq.ranking.linear import LinearModel
from cq.ranking.ranker import best_first
from cq.ranking.reading import Anchors
from cq.ranking.training.cross_encoder import fit_cross_encoder
from cq.ranking.training.examples import EncodedExamples, RankingExample, encode_examples, ranking_examples
from cq.ranking.training.fusion import WEIGHTS
from cq.ranking.training.linear import RankingTrainingConfig, fit_linear_model
from cq.ranking.training.listwise import CrossEncoderTrainingConfig
from eval.clarity.nested import grouped_folds, random_folds
from eval.options import RANKING_WORK, Data, Out, Work
from eval.output import write_json
from eval.ranking.minecraft import minecraft_examples
from eval.ranking.nested import FOLDS
from eval.ranking.scores import reciprocal_rank, seen_questions, spread

Array = npt.NDArray[Any]


class _Set(NamedTuple):
    """Rows with their features, and the bank of their candidates."""

    examples: list[RankingExample]
    encoded: EncodedExamples
    bank: QuestionBank


class ScoredRow(NamedTuple):
    """Of one row: the linear model's logits, the first places, and the cross-encoder's logits there."""

    linear: Logits
    first: Array
    cross: Logits
    positive: int

    def reciprocal_rank(self, weight: float) -> float:
        return reciprocal_rank(fuse(self.linear, self.cross, self.first, weight), self.positive)


def main(
    data: Data = None,
    work: Work = RANKING_WORK,
    regroupings: Annotated[int, typer.Option(help="How often grouped folds are drawn anew.")] = 1,
    random: Annotated[int, typer.Option(help="How often rows are divided at random.")] = 2,
    out: Out = None,
) -> None:
    examples, bank = ranking_examples(load_singleturn(data)), QuestionBank.parse(load_question_bank(data))
    backbone = Backbone.load()
    anchors = Anchors.fit(backbone, bank.questions)
    index = QuestionIndex(bank.questions, anchors)
    lists = [replace(one, candidates=bank.qids) for one in examples]
    asked, questions = minecraft_examples(load_minecraft_discourse(), "validation")
    asked_index = QuestionIndex(questions.questions, anchors)
    sets = {
        "pools": _Set(examples, encode_examples(examples, bank, index, backbone), bank),
        "one list": _Set(lists, encode_examples(lists, bank, index, backbone), bank),
        "Minecraft": _Set(asked, encode_examples(asked, questions, asked_index, backbone), questions),
    }
    judge = _Judge(sets, backbone, CheckpointStore(work))
    groups = np.array([normalise(example.instruction) for example in examples])
    results: dict[str, Any] = {}
    for kind, times in (("grouped", regroupings), ("random", random)):
        runs = []
        for seed in tqdm(range(times), desc=kind, disable=None):
            drawn = grouped_folds(groups, seed) if kind == "grouped" else random_folds(len(examples), seed)
            runs.append(judge.grouped(drawn) if kind == "grouped" else judge.random(drawn))
            tqdm.write(f"  {kind} {seed}: {runs[-1]}")
            results[kind] = runs
            write_json(out, results)
        if runs:
            print_table(
                f"What to ask, {kind} rows, {times} times, MRR",
                {name: spread([run[name] for run in runs]) for name in runs[0]},
            )


class _Judge:
    def __init__(self, sets: dict[str, _Set], backbone: Backbone, store: CheckpointStore) -> None:
        self.sets, self._backbone, self._store = sets, backbone, store

    def grouped(self, folds: Array) -> dict[str, dict[str, float]]:
        """Every fold is judged by models without it."""
        scored = [self._scored(folds != k, dict.fromkeys(self.sets, folds == k)) for k in range(FOLDS)]
        weights = [
            best_weight([row for k, one in enumerate(scored) if k != held for row in one["pools"]])
            for held in range(FOLDS)
        ]
        return self._figures(folds, scored, weights)

    def random(self, folds: Array) -> dict[str, dict[str, float]]:
        """The first fold is judged."""
        aside = self._scored((folds != 0) & (folds != 1), {"pools": folds == 1})
        scored = [self._scored(folds != 0, dict.fromkeys(self.sets, folds == 0))]
        return self._figures(folds, scored, [best_weight(aside["pools"])])

    def _figures(
        self, folds: Array, scored: Sequence[dict[str, list[ScoredRow]]], weights: Sequence[float]
    ) -> dict[str, dict[str, float]]:
        refolded = [
            replace(one, fold=int(k)) for one, k in zip(self.sets["pools"].examples, folds, strict=True)
        ]
        seen = seen_questions(refolded, self.sets["pools"].bank)

        def figures(weights: Sequence[float]) -> dict[str, float]:
            ranks = {
                name: [
                    np.array([row.reciprocal_rank(w) for row in one[name]])
                    for one, w in zip(scored, weights, strict=True)
                ]
                for name in self.sets
            }
            asked = np.concatenate([seen[folds == k] for k in range(len(scored))])
            pools = np.concatenate(ranks["pools"])
            return {
                "pools": float(pools.mean()),
                "asked elsewhere": float(pools[asked].mean()),
                "one list": float(np.concatenate(ranks["one list"]).mean()),
                "Minecraft": float(np.concatenate(ranks["Minecraft"]).mean()),
                "weight": float(np.mean(weights)),
            }

        return {"linear model": figures([0.0] * len(weights)), "+ cross-encoder (cq)": figures(weights)}

    def _scored(self, training: Array, judged: dict[str, Array]) -> dict[str, list[ScoredRow]]:
        """The rows of some sets, by models of the training rows. All rows of Minecraft are judged."""
        pools = self.sets["pools"]
        rows = [one for one, kept in zip(pools.examples, training, strict=True) if kept]
        linear = fit_linear_model(pools.encoded[training], RankingTrainingConfig(), self._store)
        model = fit_cross_encoder(
            rows, pools.bank, self._backbone.bert(), CrossEncoderTrainingConfig(), self._store
        )
        stage, found = CrossEncoderStage(model, 1.0), {}
        for name, some in judged.items():
            chosen = np.flatnonzero(np.ones(len(self.sets[name].examples)) if name == "Minecraft" else some)
            found[name] = [_score(self.sets[name], int(i), linear, stage) for i in chosen]
        return found


def _score(rows: _Set, i: int, linear: LinearModel, stage: CrossEncoderStage) -> ScoredRow:
    example, logits = rows.examples[i], linear(rows.encoded.features[i])
    first = best_first(logits, np.arange(len(logits)))[: stage.top_k]
    questions = [rows.bank[example.candidates[j]] for j in first]
    (cross,) = stage.read([(example.instruction, example.world, questions)])
    return ScoredRow(logits, first, cross, int(rows.encoded.positives[i]))


def best_weight(rows: Sequence[ScoredRow]) -> float:
    means = [np.mean([row.reciprocal_rank(weight) for row in rows]) for weight in WEIGHTS]
    return WEIGHTS[int(np.argmax(means))]
