"""The model cards written beside the trained parts."""

from __future__ import annotations

from typing import Any

from cq.ranking import Fusion

HEADER = """---
license: mit
language: en
base_model: {backbone}
tags: [{tags}]
---
# {title}

"""

CLARITY = """Says how likely a person would ask back before acting on an instruction in a voxel world.

- **Model**: mean vectors of all layers of the frozen backbone ({backbone}), joined with what grounding
  the instruction's noun phrases in the world leaves open, counted (the features named in `config.json`);
  on them {networks} small networks, each a linear part beside one hidden layer, their logits averaged and
  Platt-scaled.
- **Trained on**: {rows:,} rows of the IGLU single-turn set (microsoft/iglu-datasets, MIT), labels of one
  person each.
- **Output**: probability that the instruction is unclear; above {threshold:.3f} it is called unclear.
  Scaling and threshold (the best for macro-F1) were chosen on rows the networks had not seen.
- **Out of fold** (five folds grouped by normalised instruction): macro-F1 {macro_f1:.3f}, average
  precision {average_precision:.3f}, expected calibration error {calibration_error:.3f}.
- **Limits**: English; six colours; one zone of 9 × 11 × 11 cells. One person's label is its truth, and
  13 % of the rows are unclear: elsewhere the probabilities may be off. A third of the unclear rows
  repeat eight wordings, so figures move by 0.05 with how a fold falls. “Yellow” is taken for orange
  where no yellow block stands, as the recordings demand.

Reproduce: `python -m pipelines.train clarity --data PATH`, `python -m eval.clarity --data PATH`.
"""

RANKING = """Orders clarifying questions for an unclear instruction.

- **Model**: BM25, then the cosine of mean-shifted sentence vectors of the frozen backbone ({backbone}),
  fused by logistic weights (BM25 {bm25:.2f}, cosine {second:.2f}, intercept {intercept:.2f}).
- **Trained on**: {rows:,} rows of the IGLU single-turn set (microsoft/iglu-datasets, MIT) with the
  question a person asked, among the {bank:,} questions of its bank. Two mean vectors and three numbers
  are all it learns.
- **Output**: a score per question, in [0, 1]: how likely it is the one asked among a hundred or so.
- **Out of fold** (five folds grouped by normalised instruction), over each row's candidate pool: mean
  reciprocal rank {mrr:.3f}, with ranks over 20 counted as 0 {mrr20:.3f}.
- **Limits**: does not look at the world; prefers questions that repeat the instruction's words.

Reproduce: `python -m pipelines.train ranking --data PATH`, `python -m eval.nlp_track --data PATH --folds`.
"""


def clarity_card(info: dict[str, Any], backbone: str, networks: int, threshold: float) -> str:
    """Model card of the clarity classifier, in the hub's markdown."""
    head = HEADER.format(backbone=backbone, tags="text-classification", title="cq clarity classifier")
    return head + CLARITY.format(
        backbone=backbone,
        rows=info["rows"],
        networks=networks,
        threshold=threshold,
        **info["out_of_fold"],
    )


def ranking_card(info: dict[str, Any], backbone: str, fusion: Fusion) -> str:
    """Model card of the ranker, in the hub's markdown."""
    figures = info["out_of_fold"]
    head = HEADER.format(backbone=backbone, tags="text-ranking", title="cq question ranker")
    return head + RANKING.format(
        backbone=backbone,
        rows=info["rows"],
        bank=info["bank"],
        bm25=fusion.bm25,
        second=fusion.second,
        intercept=fusion.intercept,
        mrr=figures["mrr"],
        mrr20=figures["mrr@20"],
    )
