"""The model cards of a saved pipeline and of its parts, in the format of model hubs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

FIELDS = ("license", "library_name", "language", "base_model", "tags")
"""The order of the fields in a card's header."""


@dataclass(frozen=True)
class TrainingSource:
    """What a part was trained on: the `rows` in words, the training `command`, and whether the rows are those
    of the recorded set (`recorded`), whose limits the card then states.
    """

    rows: str
    command: str
    recorded: bool


def pipeline_card(backbone: str) -> str:
    """The card of a pipeline over a backbone, given by name."""
    tags = ("text-classification", "text-ranking", "instruction-following")
    return _header(backbone, tags, library_name="cq") + PIPELINE.format(backbone=backbone)


def clarity_card(
    info: dict[str, Any], backbone: str, networks: int, threshold: float, share: float, source: TrainingSource
) -> str:
    """The card of the clarity classifier. `share` is the share of unclear rows in training."""
    return _header(backbone, ("text-classification",)) + CLARITY.format(
        backbone=backbone,
        rows=info["rows"],
        networks=networks,
        threshold=threshold,
        share=share,
        source=source,
        limits=CLARITY_RECORDED if source.recorded else "",
        **info["out_of_fold"],
    )


def ranking_card(info: dict[str, Any], backbone: str, source: TrainingSource) -> str:
    """The card of the ranker."""
    scores = info["out_of_fold"]
    return _header(backbone, ("text-ranking",)) + RANKING.format(
        backbone=backbone,
        rows=info["rows"],
        bank=info["bank"],
        judged=JUDGED_ALONE if info["judged_alone"] else "",
        cross=CROSS_ENCODER.format(weight=info["cross_weight"]) if info["cross_weight"] else "",
        mrr=scores["mrr"],
        mrr20=scores["mrr@20"],
        source=source,
        limits=RANKING_RECORDED if source.recorded else "",
    )


def building_card(info: dict[str, Any], backbone: str, source: TrainingSource) -> str:
    """The card of the builder."""
    return _header(backbone, ("instruction-following",)) + BUILDING.format(
        backbone=backbone,
        rows=info["rows"],
        source=source,
        limits=BUILDING_RECORDED if source.recorded else "",
        **info["out_of_fold"],
    )


def _header(backbone: str, tags: Sequence[str], library_name: str | None = None) -> str:
    """The YAML block at the top of a card."""
    from huggingface_hub import ModelCardData

    data = ModelCardData(
        license="mit", library_name=library_name, language="en", base_model=backbone, tags=list(tags)
    )
    return f"---\n{data.to_yaml(original_order=list(FIELDS))}\n---\n"


PIPELINE = """# A cq pipeline

Decides when to ask, what to ask and what to build, given an instruction in a voxel world. It holds a clarity
classifier, a ranker of clarifying questions and a builder, all over one backbone ({backbone}). Their cards:
[clarity](clarity/README.md), [ranking](ranking/README.md), [building](building/README.md).

```python
import cq

pipeline = cq.Pipeline.from_pretrained("this folder")
pipeline.classify(["Build a wall"], [cq.World.parse(None)])
```
"""

CLARITY = """# cq clarity classifier

Predicts how likely a person is to ask a clarifying question before acting on an instruction in a voxel world.

- **Model**: two models, whose logits are weighed by logistic regression. Both read facts of
  what the instruction may mean in its world (the features in `config.json`): how much of it is read, how far
  its outcomes agree, what it leaves open, why readings cannot be carried out, and what its phrases fit.
  The first is an ensemble of {networks} small networks, which also read the mean token vectors of all
  transformer layers of the frozen backbone ({backbone}; the embedding layer is left out). The second
  is logistic regression over hashed n-grams of words and characters, in which one word stands for all
  colours, one for all numbers and one for all directions.
- **Trained on**: {rows:,} rows of {source.rows}.
- **Output**: the probability that the instruction is unclear. Above {threshold:.3f} it counts as unclear.
  The weights of both models and the threshold (the best for macro-F1) were chosen on rows that the models
  had not seen. Features and recipes were compared on other groupings of the same rows into folds.
- **Out of fold** (five folds grouped by normalised instruction): macro-F1 {macro_f1:.4f}, average
  precision {average_precision:.4f}, expected calibration error {calibration_error:.4f}.
- **Limits**: English; six colours; one zone of 9 × 11 × 11 cells. {share:.0%} of the training rows are
  unclear; elsewhere the probabilities may be off. Where no yellow block stands, “yellow” is read as
  orange, because the recordings of the IGLU sets use it so.{limits}

Reproduce: `{source.command}`.
"""
CLARITY_RECORDED = """ The truth is the label of one person. A third of the unclear rows
  repeat eight wordings, so that scores vary by 0.05 with the choice of folds."""

RANKING = """# cq question ranker

Orders clarifying questions for an unclear instruction in a voxel world.

- **Model**: each candidate question gets features (named in `config.json`): words in common with the
  instruction (BM25 over words, word pairs and character n-grams) and late interaction of tokens at three
  layers of the frozen backbone ({backbone}), as they are and relative to the question's scores for reference
  instructions that we wrote; how its clauses match the instruction's phrases in this world; and slots: what
  it asks for, mentions and claims, against what the instruction says and leaves open, and what stands in its
  way. A linear model reads them: list-wise logistic regression.
{cross}- **Trained on**: {rows:,} rows of {source.rows}, each with the question that a person asked, among the
  {bank:,} questions of its bank.
- **Output**: for each question a score, its share among the candidates (the softmax of the logits; the
  scores sum to 1), and its fit: the probability that it is worth asking, whatever else is in the bank. The
  fit is logistic regression on the features that do not look at other candidates. It assumes that one of
  ten questions is worth asking. It was trained on the questions that people asked against all others of
  their rows.
- **Other domains**: texts that are no building instruction and banks that are not about blocks are ranked by
  the cosine of sentence vectors, which was not trained here.
- **Out of fold** (five folds grouped by normalised instruction), over each row's candidates: mean
  reciprocal rank {mrr:.4f}; with ranks above 20 counted as 0, {mrr20:.4f}.{judged}
- **Limits**: English. Only one question per row counts as right although others may be as good, which
  limits the scores{limits}.

Reproduce: `{source.command}`.
"""
JUDGED_ALONE = """ These are of the linear model alone: the
  cross-encoder and its weight were kept from an earlier ranker, which was trained on the same rows."""
RANKING_RECORDED = ": a third of the rows repeat eight wordings, each time with a different question"

CROSS_ENCODER = """- **Cross-encoder**: the backbone with its upper layers fine-tuned. It reads the
  instruction with the number of blocks of each colour once, and after it each question that the linear model
  ranks among the first; the instruction does not see the question. Its logits have the weight
  {weight:.2f}; all other candidates get the minimum of its logits.
- **Chosen**: the weight of the cross-encoder among the multiples of 0.25, by the mean reciprocal rank of
  models that had not seen the row. The features, how the cross-encoder reads and how many questions it reads
  were compared on folds of the same rows; `python -m eval ranking nested` and `ranking-fusion` judge them on
  folds drawn anew.
"""

BUILDING = """# cq builder

Predicts what a person would build from an instruction in a voxel world.

- **Model**: a transformer reads tokens, as two layers of the frozen backbone ({backbone}) represent them,
  together with the blocks of the world. Stage one plans: for every cell the probability that a block of
  each colour is placed there, and for every block the probability that it is broken. Stage two acts, one
  block at a time, given what remains of the plan.
  One grammar reads the instruction; where every word is read and nearly all outcomes are one build, it is
  chosen, and no network is asked.
- **Trained on**: synthetic tasks of this project in basic sentences; synthetic tasks in the whole language
  and the training split of the Minecraft Dialogue Corpus; then {rows:,} rows of {source.rows}; then states
  that the builder itself brings about (example aggregation). Augmented by rotations, reflections and
  permutations of colours, in worlds and words alike. A share of tasks and rows has questions with true
  answers, which we generate from the target.
- **Output**: the actions, the grid that results, the plan as probabilities of each cell's content, and
  the expected changed F1, fitted on rows that the networks had not seen.
- **Out of fold** (five folds grouped by normalised instruction; networks trained half as long on the rows
  as this one), clear rows: changed F1 {changed_f1_weighted:.4f} weighted by changed cells,
  {changed_f1:.4f} unweighted; whole-grid F1 under any shift and rotation {grid_f1:.4f}.
- **Limits**: English; six colours; one zone of 9 × 11 × 11 cells; at most 40 actions.{limits}

Reproduce: `{source.command}`.
"""
BUILDING_RECORDED = " People reach 0.73\n  when they build the same instructions."
