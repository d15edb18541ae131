"""What a few dozen rows of one's own teach the classifier (`Pipeline.fit(..., adapt=True)`).

The classifier is trained without a fold. Of this fold, rows are drawn so that another share of them is
unclear: somebody else asks more often. Some rows adapt it, the others judge it before and after. Means over
all folds and ten draws for each.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from sklearn.metrics import log_loss

from cq.clarity.adaptation import adapt
from cq.clarity.examples import ClarityExamples, clarity_examples
from cq.clarity.model import ClarityModel
from cq.data import load_singleturn
from cq.encoder.backbone import Backbone
from cq.metrics import macro_f1
from cq.modeling.checkpoints import CheckpointStore
from eval.clarity.baselines import networks_of
from eval.options import CLARITY_WORK, Data, Out, Work
from eval.output import show

ROWS = (20, 40, 80)
DRAWS = 10
Array = npt.NDArray[Any]


def main(
    data: Data = None,
    work: Work = CLARITY_WORK,
    share: Annotated[float, typer.Option(help="Share of unclear rows, of others 0.13.")] = 0.5,
    out: Out = None,
) -> None:
    examples = clarity_examples(load_singleturn(data), Backbone.load())
    models = networks_of(examples, CheckpointStore(work)).models
    table = {str(rows): _figures(examples, models, rows, share) for rows in ROWS}
    show({"Rows of one's own": table}, out)


def _figures(
    examples: ClarityExamples, models: dict[int, ClarityModel], rows: int, share: float
) -> dict[str, str]:
    found = []
    for k, model in models.items():
        for seed in range(DRAWS):
            own = _draw(examples.unclear, examples.folds == k, share, seed)
            adapted = adapt(model, examples.x[own[:rows]], examples.unclear[own[:rows]])
            judged = own[rows:]
            unclear = examples.unclear[judged]
            both = [(one, one.probabilities(examples.x[judged])) for one in (model, adapted)]
            found.append(
                [macro_f1(unclear, p > one.threshold) for one, p in both]
                + [float(log_loss(unclear, p)) for _, p in both]
            )
    names = ("macro-F1 before", "macro-F1 after", "log-loss before", "log-loss after")
    means = np.mean(found, axis=0)
    return {name: f"{mean:.3f}" for name, mean in zip(names, means, strict=True)}


def _draw(unclear: Array, of_fold: Array, share: float, seed: int) -> Array:
    """Rows of a fold in random order, of which a share is unclear."""
    rng = np.random.default_rng(seed)
    asked = rng.permutation(np.flatnonzero(of_fold & (unclear > 0)))
    clear = rng.permutation(np.flatnonzero(of_fold & (unclear == 0)))
    count = min(len(asked) / share, len(clear) / (1 - share))
    kept = [asked[: int(share * count)], clear[: int((1 - share) * count)]]
    drawn: Array = rng.permutation(np.concatenate(kept))
    return drawn
