"""What to ask in other domains: ten banks of 21 questions, each with something that somebody says.

The banks (`eval/ranking/other_domains`) were written for this project, with no look at any ranking of them.
Each text is ranked over the bank of its domain, without a world. The last columns show the fit: of the
question that belongs to the text, and the largest one in each bank of another domain, where nothing fits.
Below the table stand the constants of `cq.ranking.general`, fitted on these banks, and the calibration error
of each domain with the constants of the nine others.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from scipy.special import expit

import cq
from cq.encoder.backbone import l2_normalize
from cq.metrics import expected_calibration_error
from cq.pipeline.default import default_pipeline
from cq.ranking import QuestionBank
from cq.ranking.first_stage import BM25
from eval.options import Out
from eval.output import show

Array = npt.NDArray[Any]

FOLDER = Path(__file__).with_name("other_domains")
SEED = 0


def load_banks(folder: Path = FOLDER) -> dict[str, list[tuple[str, str]]]:
    """Domain → pairs of what is said and the question that belongs to it."""
    banks = {}
    for path in sorted(folder.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            banks[path.stem] = [(row["said"], row["question"]) for row in csv.DictReader(file)]
    return banks


def main(
    banks: Annotated[Path, typer.Option(help="A folder of CSV files, columns said and question.")] = FOLDER,
    out: Out = None,
) -> None:
    loaded = load_banks(banks)
    parsed = {domain: QuestionBank.parse([q for _, q in pairs]) for domain, pairs in loaded.items()}
    table, reciprocal = {}, []
    for domain, pairs in loaded.items():
        said = [text for text, _ in pairs]
        ranked = cq.rank(parsed[domain], said)
        right = [
            next(one for one in of_one if one.question == question)
            for of_one, (_, question) in zip(ranked, pairs, strict=True)
        ]
        ranks = _baselines(said, parsed[domain]) | {"cq": np.array([one.rank for one in right])}
        reciprocal.append({name: 1 / values for name, values in ranks.items()})
        others = [cq.rank(bank, said) for name, bank in parsed.items() if name != domain]
        largest = [max(one.p_relevant or 0.0 for one in of_one) for ranked in others for of_one in ranked]
        table[domain] = _row(reciprocal[-1]) | {
            "fit, right question": round(float(np.median([one.p_relevant or 0.0 for one in right])), 2),
            "largest fit, other banks": round(float(np.median(largest)), 2),
        }
    whole = {name: np.concatenate([one[name] for one in reciprocal]) for name in reciprocal[0]}
    table[f"all {len(whole['cq'])}"] = _row(whole)
    calibration = _calibration(loaded)
    show({"Other domains, MRR / first rank right": table}, out, calibration=calibration)
    typer.echo(f"slope, offset, calibration error: {calibration}")


def _baselines(said: list[str], bank: QuestionBank) -> dict[str, Array]:
    """The rank, from 1, of each text's question, which has its place in the bank, by simpler systems. Equal
    scores keep the order of the bank.
    """
    backbone = default_pipeline().backbone
    asked, questions = l2_normalize(backbone.encode(said)), l2_normalize(backbone.encode(bank.questions))
    bm25 = BM25(bank.questions)
    return {
        "BM25": ranks_of_own(np.stack([bm25.scores(text) for text in said])),
        "cosine": ranks_of_own(asked @ questions.T),
    }


def ranks_of_own(scores: Array) -> Array:
    """Of each row of scores (n, n) the rank of the entry on the diagonal."""
    own = np.diag(scores)[:, None]
    earlier = np.tril(np.ones_like(scores, dtype=bool), -1)
    ranks: Array = 1 + (scores > own).sum(1) + ((scores == own) & earlier).sum(1)
    return ranks


def _row(reciprocal: dict[str, Array]) -> dict[str, Any]:
    return {name: f"{values.mean():.3f} / {(values == 1).mean():.2f}" for name, values in reciprocal.items()}


def _calibration(banks: dict[str, list[tuple[str, str]]]) -> tuple[float, float, float]:
    """Slope and offset of all banks, and the calibration error with those of the other domains. Half of the
    weight is on pairs that belong together, a quarter on others of one domain, a quarter on others of two.
    """
    backbone = default_pipeline().backbone
    pairs = [pair for of_one in banks.values() for pair in of_one]
    domains = np.repeat(np.arange(len(banks)), [len(of_one) for of_one in banks.values()])
    said, questions = (l2_normalize(backbone.encode([pair[i] for pair in pairs])) for i in (0, 1))
    cosines = said @ questions.T
    p = np.zeros_like(cosines, dtype=float)
    for domain in np.unique(domains):
        p[domains == domain] = expit(
            np.polyval(_fit(cosines, domains, domains != domain), cosines[domains == domain])
        )
    drawn = np.random.default_rng(SEED).choice(p.size, 100_000, p=_weights(domains, domains >= 0).ravel())
    belongs = np.eye(len(pairs), dtype=int).ravel()
    slope, offset = _fit(cosines, domains, domains >= 0)
    return slope, offset, round(expected_calibration_error(belongs[drawn], p.ravel()[drawn]), 3)


def _fit(cosines: Array, domains: Array, kept: Array) -> tuple[float, float]:
    from sklearn.linear_model import LogisticRegression

    weights = _weights(domains, kept).ravel()
    x, y = cosines.reshape(-1, 1)[weights > 0], np.eye(len(domains), dtype=int).ravel()[weights > 0]
    model = LogisticRegression(C=1e4).fit(x, y, sample_weight=weights[weights > 0] * 1e4)
    return round(float(model.coef_[0, 0]), 1), round(float(model.intercept_[0]), 1)


def _weights(domains: Array, kept: Array) -> Array:
    """The weight of each pair of kept rows: (n, n), with the sum 1."""
    inside = np.outer(kept, kept)
    same, own = domains[:, None] == domains[None], np.eye(len(domains), dtype=bool)
    weights = np.zeros(inside.shape)
    for chosen, share in ((own, 0.5), (same & ~own, 0.25), (~same, 0.25)):
        weights[inside & chosen] = share / (inside & chosen).sum()
    weights /= weights.sum()
    return weights
