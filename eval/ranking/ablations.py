"""What each group of features is worth: the same model, trained without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from cq.encoder.backbone import Backbone
from cq.modeling.checkpoints import CheckpointStore
from cq.ranking import QuestionBank
from cq.ranking.clauses import question_feature_names
from cq.ranking.features import UNCORRECTED_SUFFIX, pair_feature_names
from cq.ranking.index import LEXICAL, QuestionIndex
from cq.ranking.match_features import match_feature_names
from cq.ranking.slot_features import slot_feature_names
from cq.ranking.training.examples import EncodedExamples, RankingExample, encode_examples
from cq.ranking.training.linear import RankingTrainingConfig, out_of_fold_logits
from cq.world import World


def ablations(
    examples: Sequence[RankingExample],
    bank: QuestionBank,
    index: QuestionIndex,
    encoded: EncodedExamples,
    backbone: Backbone,
    store: CheckpointStore,
) -> list[tuple[str, list[npt.NDArray[np.float64]]]]:
    """Names of what is left out or kept, and the out-of-fold logits of a model trained that way."""
    names = pair_feature_names()
    matches, slots = set(match_feature_names()), set(slot_feature_names())
    uncorrected = {name for name in names if name.endswith(UNCORRECTED_SUFFIX)}
    lexical = {name for name in names if name.startswith(tuple(LEXICAL))}
    tokens = set(names) - matches - lexical - slots
    questions = set(question_feature_names())
    in_empty_world = [replace(example, world=World.parse()) for example in examples]
    changed = {
        "linear model on BM25 features alone": _without(encoded, matches | slots | tokens | questions),
        "linear model on late interaction alone": _without(encoded, matches | slots | lexical | questions),
        "linear model on match features alone": _without(encoded, slots | tokens | lexical | questions),
        "linear model without match features": _without(encoded, matches),
        "linear model without slots": _without(encoded, slots),
        "linear model without uncorrected scores": _without(encoded, uncorrected),
        "linear model without late interaction": _without(encoded, tokens),
        "linear model without question features": _without(encoded, questions),
        "linear model without the world": encode_examples(in_empty_world, bank, index, backbone),
    }
    return [
        (name, out_of_fold_logits(changed_examples, RankingTrainingConfig(), store))
        for name, changed_examples in tqdm(changed.items(), desc="ablations", disable=None)
    ]


def _without(examples: EncodedExamples, names: set[str]) -> EncodedExamples:
    pair = np.array([name not in names for name in pair_feature_names()])
    question = np.array([name not in names for name in question_feature_names()])
    return replace(
        examples,
        features=[replace(f, pair=f.pair * pair, question=f.question * question) for f in examples.features],
    )
