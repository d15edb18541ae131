"""The model cards written beside the trained parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Origin:
    """What a part was trained on, and how: `rows` in words, the `command`, and whether the rows are those of
    the recorded set, whose limits we know.
    """

    rows: str
    command: str
    recorded: bool


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
- **Trained on**: {rows:,} rows of {of.rows}.
- **Output**: probability that the instruction is unclear; above {threshold:.3f} it is called unclear.
  Scaling and threshold (the best for macro-F1) were chosen on rows the networks had not seen.
- **Out of fold** (five folds grouped by normalised instruction): macro-F1 {macro_f1:.4f}, average
  precision {average_precision:.4f}, expected calibration error {calibration_error:.4f}.
- **Limits**: English; six colours; one zone of 9 × 11 × 11 cells. {share:.0%} of the rows are unclear:
  elsewhere the probabilities may be off. “Yellow” is taken for orange where no yellow block stands, as
  recordings of the IGLU sets demand.{limits}

Reproduce: `{of.command}`.
"""
CLARITY_RECORDED = """ One person's label is its truth. A third of the unclear rows repeat eight wordings,
  so figures move by 0.05 with how a fold falls."""

RANKING = """Orders clarifying questions for an unclear instruction in a voxel world.

- **Model**: for each candidate question, words in common (BM25 over words, pairs of words and runs of
  letters), late interaction of word pieces at three layers of the frozen backbone ({backbone}), all
  measured against what the question gets from reference instructions written for this project; and what
  clauses of the question and phrases of the instruction have to do with each other in this world (all
  named in `config.json`). On them {networks} small networks, trained list-wise, their logits averaged.
{cross}- **Trained on**: {rows:,} rows of {of.rows}, with the question a
  person asked, among the {bank:,} questions of its bank.
- **Output**: a probability per question that it is the one asked; they sum to 1 over the candidates.
- **Out of fold** (five folds grouped by normalised instruction), over each row's candidate pool: mean
  reciprocal rank {mrr:.4f}, with ranks over 20 counted as 0 {mrr20:.4f}.
- **Limits**: English; one question is taken for right though others would do as well, so figures have a
  ceiling{limits}.

Reproduce: `{of.command}`.
"""
RANKING_RECORDED = ": a third of the rows repeat eight wordings with a different question each time"

CROSS = """- **Cross-encoder**: instruction, blocks by colour and question read as one text by the backbone,
  its upper layers trained, for the questions the networks put first; its logits count {weight:.2f} times.
"""


def clarity_card(
    info: dict[str, Any], backbone: str, networks: int, threshold: float, share: float, of: Origin
) -> str:
    """Model card of the clarity classifier, in the hub's markdown."""
    head = HEADER.format(backbone=backbone, tags="text-classification", title="cq clarity classifier")
    return head + CLARITY.format(
        backbone=backbone,
        rows=info["rows"],
        networks=networks,
        threshold=threshold,
        share=share,
        of=of,
        limits=CLARITY_RECORDED if of.recorded else "",
        **info["out_of_fold"],
    )


def ranking_card(info: dict[str, Any], backbone: str, networks: int, of: Origin) -> str:
    """Model card of the ranker, in the hub's markdown."""
    figures = info["out_of_fold"]
    head = HEADER.format(backbone=backbone, tags="text-ranking", title="cq question ranker")
    return head + RANKING.format(
        backbone=backbone,
        rows=info["rows"],
        bank=info["bank"],
        networks=networks,
        cross=CROSS.format(weight=info["cross_weight"]) if info["cross_weight"] else "",
        mrr=figures["mrr"],
        mrr20=figures["mrr@20"],
        of=of,
        limits=RANKING_RECORDED if of.recorded else "",
    )


BUILDING = """Says what a person would build from an instruction in a voxel world.

- **Model**: word pieces, as two layers of the frozen backbone ({backbone}) see them, and the blocks of the
  world are read together by a transformer. Stage one plans: for every cell the chance that a block of each
  colour is placed there, for every block the chance that it is broken. Stage two acts in view of what is
  left of the plan, one block at a time.
- **Trained on**: made-up tasks of this project, then {rows:,} rows of {of.rows},
  turned, mirrored and recoloured along with their words.
- **Output**: actions, the grid they lead to, the plan as probabilities of each cell's content, and the
  changed F1 to be expected, fitted on rows that the networks had not seen.
- **Out of fold** (five folds grouped by normalised instruction), clear rows: changed F1
  {changed_f1_weighted:.4f} weighted by changed cells, {changed_f1:.4f} plain; whole-grid F1, free of place
  and turn, {grid_f1:.4f}.
- **Limits**: English; six colours; one zone of 9 × 11 × 11 cells; at most 40 actions.{limits}

Reproduce: `{of.command}`.
"""
BUILDING_RECORDED = " People agree with\n  each other to 0.73."


def building_card(info: dict[str, Any], backbone: str, of: Origin) -> str:
    """Model card of the builder, in the hub's markdown."""
    head = HEADER.format(backbone=backbone, tags="instruction-following", title="cq builder")
    limits = BUILDING_RECORDED if of.recorded else ""
    return head + BUILDING.format(
        backbone=backbone, rows=info["rows"], of=of, limits=limits, **info["out_of_fold"]
    )
