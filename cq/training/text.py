"""Fitting a classifier and a ranker on the words of a corpus's requests, with figures out of fold.

Requests with the same words share a fold (`cq.data.fold`), so no wording is on both sides of a split.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.clarity.details import SAME, DetailMemory
from cq.clarity.features import ClarityFeatures
from cq.clarity.general import GeneralModel, bundled_general
from cq.clarity.grades import GradeModel
from cq.clarity.request_features import request_features
from cq.clarity.text_classifier import TextClassifier, TextModel, check_classes
from cq.corpora import Corpus, Request
from cq.data import fold, normalise
from cq.encoder.backbone import PACKAGE, Backbone, l2_normalize
from cq.errors import InputError
from cq.metrics import average_precision, balanced_accuracy, bootstrap_interval, macro_f1, roc_auc
from cq.ranking import QuestionBank
from cq.ranking.text_ranker import (
    OF_ONE,
    STAYS,
    Memory,
    Numbers,
    Reading,
    TextRanker,
    fit_weights,
    request_vector,
)
from cq.reading.grounded import GroundedInstruction, ground
from cq.training.trained import Trained
from cq.world import World

REQUESTS_PER_CHUNK = 128
"""Requests whose hidden states are in memory at a time."""
CANDIDATES = 200
"""The first questions of each request by meaning and words, compared with the relevant ones."""
WALKS = 60
"""The approximate number of requests on which the walk is chosen."""
LAST = 10.0
"""More than the difference of any two cosines."""
FEWEST_WITH_DETAILS = 20
"""The least requests with missing details for which details are named."""
SAMPLES = 300
"""Bootstrap samples of the intervals; more take longer than the fit."""
CUTOFFS = (5, 10, 20, 30)
"""Cutoffs of the recalls."""

Array = npt.NDArray[Any]


def train_text_clarity(corpus: Corpus, backbone: Backbone) -> Trained[TextClassifier]:
    """A classifier fitted on all requests. Its figures are macro-F1, balanced accuracy, average precision and
    the area under the ROC curve out of fold, with the bounds of 95 % intervals, beside those of a constant
    classifier (`_majority`); for graded requests the weighted F1 of the grades, and for requests with missing
    details the share of named details, weighted by importance (`details_named`): a detail is named if a name
    has a cosine of 0.6 or more to its description.

    Raises `InputError` unless each class has requests in three folds or more.
    """
    from sklearn.metrics import f1_score

    unclear = np.array([int(request.is_unclear) for request in corpus])
    folds, groups = _folds(corpus.requests)
    check_classes(unclear, folds, 3)
    x = ClarityFeatures.concatenate([request_features(some) for some in _chunks(corpus.requests, backbone)])
    general = _general_for(corpus, backbone)
    needs = np.array([int(request.need) for request in corpus])
    details = _Details(corpus, x, backbone)
    p, decided, majority = np.zeros(len(x)), np.zeros(len(x), dtype=bool), np.zeros(len(x), dtype=bool)
    grades, usual, named = needs.copy(), needs.copy(), np.zeros(len(x))
    for k in np.unique(folds):
        held = folds == k
        model = TextModel.fit(x[~held], unclear[~held], folds[~held], general)
        p[held] = model.probabilities(x[held])
        decided[held] = p[held] > model.threshold
        majority[held] = unclear[~held].mean() > 0.5
        if corpus.is_graded:
            grades[held] = GradeModel.fit(x[~held], needs[~held])(x[held])
            usual[held] = np.bincount(needs[~held]).argmax()
        named[held] = details.named_shares(~held, held)
    figures = {
        **_figures("macro_f1", macro_f1, unclear, decided, groups=groups),
        "macro_f1_majority": round(macro_f1(unclear, majority), 4),
        **_figures("balanced_accuracy", balanced_accuracy, unclear, decided, groups=groups),
        **_figures("average_precision", average_precision, unclear, p, groups=groups),
        "average_precision_majority": round(float(unclear.mean()), 4),
        **_figures("roc_auc", roc_auc, unclear, p, groups=groups),
    }
    if corpus.is_graded:
        weighted = partial(f1_score, average="weighted")
        figures |= _figures("grade_f1", weighted, needs, grades, groups=groups)
        figures["grade_f1_majority"] = round(float(weighted(needs, usual)), 4)
    if details.memory is not None:
        lacking = details.lacking
        figures |= _figures("details_named", np.mean, named[lacking], groups=groups[lacking])
    grade_model = GradeModel.fit(x, needs) if corpus.is_graded else None
    model = TextModel.fit(x, unclear, folds, general)
    classifier = TextClassifier(model, backbone, details.memory, grade_model)
    return Trained(classifier, {"rows": len(corpus), "out_of_fold": figures})


class _Details:
    """The missing details of the requests of a corpus, if they are known."""

    def __init__(self, corpus: Corpus, x: ClarityFeatures, backbone: Backbone) -> None:
        self.memory: DetailMemory | None = None
        self.lacking = np.array([bool(request.details) for request in corpus])
        if self.lacking.sum() < FEWEST_WITH_DETAILS:
            return
        place: dict[str, int] = {}
        lacked = [
            (place.setdefault(detail.description, len(place)), i, detail.importance)
            for i, request in enumerate(corpus)
            for detail in request.details
        ]
        vectors = l2_normalize(backbone.encode(list(place)))
        requests = x.words[:, -backbone.width :]
        self.memory = DetailMemory(requests, tuple(place), vectors, np.array(lacked, dtype=np.int64))

    def named_shares(self, known: Array, held: Array) -> Array:
        """The share of the details of each held-out request that are named from the known ones."""
        if self.memory is None:
            return np.zeros(int(held.sum()))
        what, who, importance = self.memory.lacked.T
        memory = replace(self.memory, lacked=self.memory.lacked[known[who]])
        shares = []
        for i in np.flatnonzero(held).tolist():
            wanted, weight = memory.vectors[what[who == i]], importance[who == i]
            names = memory.vectors[memory.places(memory.requests[i])]
            is_named = (wanted @ names.T).max(1, initial=-1) >= SAME
            shares.append(weight[is_named].sum() / max(weight.sum(), 1))
        return np.array(shares)


def _general_for(corpus: Corpus, backbone: Backbone) -> GeneralModel | None:
    """The bundled model of requests of any domain, if it reads this backbone and is not trained on them."""
    if backbone.name != PACKAGE or corpus.name in bundled_general().trained_on:
        return None
    return bundled_general()


def check_ranking(corpus: Corpus) -> None:
    """Raise `InputError` unless a ranker can be fitted: two questions, and relevant ones in three folds."""
    if len(corpus.bank) < 2:
        raise InputError(
            f"the bank of {corpus.name!r} has {len(corpus.bank)} questions; ranking needs at least two, "
            'so give some, or fit tasks=("clarity",) alone'
        )
    asked = [request for request in corpus if request.relevant]
    if len(np.unique(_folds(asked)[0])) < 3:
        raise InputError(
            f"{len(asked)} requests have relevant questions, too few; ranking needs some in three folds "
            "(`cq.data.fold`)"
        )


def train_text_ranking(corpus: Corpus, backbone: Backbone) -> Trained[TextRanker]:
    """A ranker fitted on the requests with relevant questions. Its figures are the mean reciprocal rank of
    the first relevant question and the recall of all of them in the first 5, 10, 20 and 30, over the whole
    bank, out of fold, with the bounds of 95 % intervals; beside those of BM25, of the cosine alone, and
    of the most frequent questions (`_majority`). Where each question belongs to one request, the questions of
    other requests are surely wrong: `_cosine_new` is the cosine with all of these put last.

    Raises `InputError` for an empty bank, a single question, or requests in fewer than three folds.
    """
    check_ranking(corpus)
    asked = [request for request in corpus if request.relevant]
    folds, groups = _folds(asked)
    bank = QuestionBank.parse(dict(corpus.bank))
    rows = _Rows(asked, bank, backbone)
    scores: dict[str, list[Array]] = {}
    order = np.zeros(len(asked), dtype=int)
    held_logits: list[tuple[Numbers, Array]] = []
    for k in np.unique(folds):
        weights, stay = rows.fitted(folds, folds != k)
        memory = rows.memory.of(folds != k)
        for i in np.flatnonzero(folds == k).tolist():
            order[i] = len(held_logits)
            features = rows.features(i, memory)
            logits = rows.reading.walked(features @ weights, stay)
            held_logits.append((logits, rows.relevant[i]))
            for name, by in (
                ("", logits),
                ("_bm25", features[:, 1]),
                ("_cosine", features[:, 0]),
                ("_cosine_new", features[:, 0] - LAST * (features[:, 4] > 0)),
                ("_majority", features[:, 4]),
            ):
                scores.setdefault(name, []).append(_scores(by, rows.relevant[i]))
    figures: dict[str, float] = {}
    # With as many places as questions, recall is 1 for every order.
    names = ["mrr", *(f"recall@{k}" for k in CUTOFFS if k < len(bank))]
    table = {name: np.stack(values)[order] for name, values in scores.items()}
    for column, name in enumerate(names):
        figures |= _figures(name, np.mean, table[""][:, column], groups=groups)
        figures |= {
            f"{name}{rival}": round(float(table[rival][:, column].mean()), 4) for rival in table if rival
        }
    weights, stay = rows.fitted(folds, np.ones(len(asked), dtype=bool))
    ranker = TextRanker(bank, rows.memory, weights, stay, _calibrated(held_logits), backbone)
    return Trained(ranker, {"rows": len(asked), "bank": len(bank), "out_of_fold": figures})


class _Rows:
    """Requests with relevant questions, and the bank, read once."""

    def __init__(self, requests: Sequence[Request], bank: QuestionBank, backbone: Backbone) -> None:
        texts = list(dict.fromkeys(bank.questions))
        place = {text: i for i, text in enumerate(texts)}
        self.texts = [request.text for request in requests]
        self.relevant = [np.unique([place[bank[qid]] for qid in request.relevant]) for request in requests]
        pairs = [(question, i) for i, of_row in enumerate(self.relevant) for question in of_row]
        chunks = _chunks(requests, backbone)
        vectors = l2_normalize(
            np.stack([request_vector(instruction) for chunk in chunks for instruction in chunk])
        )
        self.memory = Memory(vectors, tuple(texts), np.array(pairs, dtype=np.int64))
        self.reading = Reading(bank, backbone)

    def features(self, i: int, memory: Memory) -> Numbers:
        """The features of all questions for a request."""
        return self.reading.features(self.texts[i], self.memory.vectors[i], memory)

    def fitted(self, folds: Array, kept: Array) -> tuple[Numbers, float]:
        """Weights, fitted on some requests or `OF_ONE`, and whether to walk, with the highest mean recall.
        Each row uses only the other folds' requests.
        """
        found, relevant, whole = [], [], []
        for k in np.unique(folds[kept]):
            memory = self.memory.of(kept & (folds != k))
            for i in np.flatnonzero(kept & (folds == k)).tolist():
                features = self.features(i, memory)
                first = np.argsort(-features[:, 0] - features[:, 1] / 10, kind="stable")[:CANDIDATES]
                known = np.argsort(-features[:, 3], kind="stable")[: CANDIDATES // 2]
                candidates = np.union1d(np.union1d(first, known), self.relevant[i])
                found.append(features[candidates])
                relevant.append(np.searchsorted(candidates, self.relevant[i]))
                whole.append((features, i))
        some = whole[:: max(len(whole) // WALKS, 1)]

        def recall(choice: tuple[Numbers, float]) -> float:
            rows = ((self.reading.walked(features @ choice[0], choice[1]), i) for features, i in some)
            return float(np.mean([_scores(logits, self.relevant[i])[1:].mean() for logits, i in rows]))

        choices = [(weights, stay) for weights in (fit_weights(found, relevant), OF_ONE) for stay in STAYS]
        return max(choices, key=recall)


def _chunks(requests: Sequence[Request], backbone: Backbone) -> list[list[GroundedInstruction]]:
    return [
        ground([request.text for request in some], [World.parse(None)] * len(some), backbone)
        for first in range(0, len(requests), REQUESTS_PER_CHUNK)
        if (some := requests[first : first + REQUESTS_PER_CHUNK])
    ]


def _folds(requests: Sequence[Request]) -> tuple[Array, Array]:
    """The fold of each request, and the group of those with the same words."""
    groups = [normalise(request.text) or request.text for request in requests]
    return np.array([fold(group) if normalise(group) else 0 for group in groups], dtype=int), np.array(groups)


def _scores(by: Array, relevant: Array) -> Array:
    """The reciprocal rank of the first relevant question, and the recalls; ties are in the bank's order."""
    places = np.flatnonzero(np.isin(np.argsort(-by, kind="stable"), relevant))
    recalls = [(places < k).mean() for k in CUTOFFS]
    return np.array([1 / (places[0] + 1), *recalls])


def _calibrated(rows: Sequence[tuple[Numbers, Array]]) -> tuple[float, float]:
    """Slope and offset of the logit that a question is relevant, with equal weight of both classes."""
    from sklearn.linear_model import LogisticRegression

    logits = np.concatenate([of_row for of_row, _ in rows])
    asked = np.concatenate([np.isin(np.arange(len(of_row)), places) for of_row, places in rows])
    model = LogisticRegression(C=1e4, class_weight="balanced").fit(logits[:, None], asked)
    return float(model.coef_[0, 0]), float(model.intercept_[0])


def _figures(name: str, statistic: Callable[..., Any], *columns: Array, groups: Array) -> dict[str, float]:
    found = bootstrap_interval(statistic, *columns, groups=groups, samples=SAMPLES)
    bounds = {name: found.estimate, f"{name}_low": found.low, f"{name}_high": found.high}
    return {key: round(float(value), 4) for key, value in bounds.items()}
