"""Train a part on the single-turn set: `python -m pipelines.train clarity|ranking|building --data PATH`.

Fits on all rows, after judging the same recipe out of fold, and writes the part with its model card.
Everything is deterministic: the same data, versions and number of threads give the same weights.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console

from cq.building import NetworkBuilder
from cq.building.confidence import Confidence
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig
from cq.building.training.cross_validation import fold_networks, out_of_fold_predictions
from cq.building.training.fit import fit_network
from cq.building.training.recorded_builds import recorded_builds
from cq.clarity import ClarityClassifier
from cq.clarity.examples import clarity_examples
from cq.clarity.training import (
    ClarityTrainingConfig,
    count_networks,
    fit_classifier,
    predict_out_of_fold,
)
from cq.data import load_question_bank, load_singleturn
from cq.data.user_table import is_user_table
from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.files import write_text
from cq.metrics import (
    average_precision,
    changed_f1,
    corpus_changed_f1,
    expected_calibration_error,
    grid_f1,
    macro_f1,
    mean_reciprocal_rank,
)
from cq.modeling.artifacts import CARD, WEIGHTS
from cq.modeling.artifacts import CONFIG as PART_CONFIG
from cq.modeling.cards import TrainingSource, building_card, clarity_card, pipeline_card, ranking_card
from cq.modeling.checkpoints import CheckpointStore
from cq.pipeline import CONFIG, PARTS
from cq.ranking import QuestionBank, QuestionRanker
from cq.ranking.cross_encoder import CrossEncoder, CrossEncoderStage
from cq.ranking.cross_encoder.pairs import Logits
from cq.ranking.index import Anchors, QuestionIndex
from cq.ranking.training.cross_encoder import (
    candidate_logits,
    fit_cross_encoder,
    out_of_fold_cross_encoder_logits,
)
from cq.ranking.training.examples import RankingExample, encode_examples, ranking_examples
from cq.ranking.training.fusion import Fusion
from cq.ranking.training.listwise import CrossEncoderTrainingConfig
from cq.ranking.training.networks import (
    RankingTrainingConfig,
    fit_networks,
    out_of_fold_logits,
    rank_candidates,
)
from pipelines.progress import progress_bar

REMEMBERED = 40_000
"""Texts whose vectors are kept: all recorded ones in all their frames."""

app = typer.Typer(help=__doc__, add_completion=False, no_args_is_help=True)
console = Console()

Data = Annotated[
    Path | None,
    typer.Option(help="The single-turn folder or zip, by default in CQ_DATA; or a table of your own."),
]
Out = Annotated[Path, typer.Option(help="Folder of the pipeline to write the part into.")]
BackboneName = Annotated[str | None, typer.Option(help="Another encoder: a folder or a hub's model id.")]

Work = Annotated[Path, typer.Option(help="Folder of finished networks; a killed job goes on here.")]
Epochs = Annotated[int, typer.Option(min=1, help="Passes over the rows.")]


@app.command()
def clarity(
    data: Data = None,
    out: Out = WEIGHTS,
    backbone: BackboneName = None,
    work: Work = Path("runs/clarity"),
    epochs: Epochs = ClarityTrainingConfig.epochs,
) -> None:
    """Fit the clarity classifier."""
    began = time.perf_counter()
    dataset = load_singleturn(data)
    encoder = Backbone.load(backbone)
    _check_out(out, "clarity", encoder.name, data)
    console.print(f"encoding {len(dataset):,} instructions with {encoder.name} …")
    examples = clarity_examples(dataset, encoder)
    unclear = examples.targets.unclear
    config = ClarityTrainingConfig(num_grounding_features=examples.num_grounding_features, epochs=epochs)
    total = count_networks(len(np.unique(examples.folds)), config)
    with _store(work, total) as store:
        predictions = predict_out_of_fold(examples.x, examples.targets, examples.folds, config, store)
        model = fit_classifier(examples.x, examples.targets, examples.folds, config, store)
    info = {
        "rows": len(dataset),
        "out_of_fold": {
            "macro_f1": round(macro_f1(unclear, predictions.unclear), 4),
            "average_precision": round(average_precision(unclear, predictions.p_unclear), 4),
            "calibration_error": round(expected_calibration_error(unclear, predictions.p_unclear), 4),
        },
    }
    ClarityClassifier(model, encoder).save_pretrained(out / "clarity", info)
    source = _training_source("clarity", data, backbone, epochs, ClarityTrainingConfig.epochs)
    write_text(
        out / "clarity" / CARD,
        clarity_card(info, encoder.name, config.num_networks, model.threshold, float(unclear.mean()), source),
    )
    _finish(out, encoder.name, "clarity", info, began)


@app.command()
def ranking(
    data: Data = None,
    out: Out = WEIGHTS,
    backbone: BackboneName = None,
    work: Work = Path("runs/ranking"),
    epochs: Epochs = RankingTrainingConfig.epochs,
    cross: Annotated[
        bool, typer.Option(help="Also train the cross-encoder, which takes most of the time.")
    ] = True,
    cross_encoder: Annotated[
        str | None,
        typer.Option(
            help="A CrossEncoder to use as it is: a folder or a hub's model id. Ours is not trained."
        ),
    ] = None,
) -> None:
    """Fit the ranker."""
    began = time.perf_counter()
    examples = ranking_examples(load_singleturn(data))
    bank = QuestionBank.parse(load_question_bank(data))
    encoder = Backbone.load(backbone)
    _check_out(out, "ranking", encoder.name, data)
    console.print(f"reading {len(examples):,} rows with a question, and a bank of {len(bank):,} …")
    anchors = Anchors.fit(encoder, bank.questions)
    encoded = encode_examples(examples, bank, QuestionIndex(bank.questions, anchors), encoder)
    config = RankingTrainingConfig(epochs=epochs)
    folds = len(np.unique(encoded.folds))
    trained = cross and cross_encoder is None
    total = config.num_networks * (folds + 1) + trained * (2 * folds + 1)
    with _store(work, total) as store:
        logits = out_of_fold_logits(encoded, config, store)
        networks = fit_networks(encoded, config, store)
        stage = None
        if cross or cross_encoder is not None:
            cross_logits, model = _cross_encoder(examples, bank, encoder, cross_encoder, store, work)
            fusion = Fusion(logits, cross_logits, encoded.positives, encoded.folds)
            logits, stage = fusion.logits(), CrossEncoderStage(model, fusion.weight())
    rankings, positives = rank_candidates(examples, logits), [example.positive for example in examples]
    info = {
        "rows": len(examples),
        "bank": len(bank),
        "cross_weight": stage.weight if stage else 0.0,
        "out_of_fold": {
            "mrr": round(mean_reciprocal_rank(rankings, positives), 4),
            "mrr@20": round(mean_reciprocal_rank(rankings, positives, cutoff=20), 4),
        },
    }
    ranker = QuestionRanker(networks, anchors.statistics, encoder, stage)
    ranker.save_pretrained(out / "ranking", info)
    options = "" if cross else " --no-cross"
    if cross_encoder is not None:
        options = (
            f" --cross-encoder {Path(cross_encoder).name if Path(cross_encoder).is_dir() else cross_encoder}"
        )
    source = _training_source("ranking", data, backbone, epochs, RankingTrainingConfig.epochs, options)
    write_text(out / "ranking" / CARD, ranking_card(info, encoder.name, config.num_networks, source))
    _finish(out, encoder.name, "ranking", info, began)


def _cross_encoder(
    examples: Sequence[RankingExample],
    bank: QuestionBank,
    encoder: Backbone,
    source: str | None,
    store: CheckpointStore,
    work: Path,
) -> tuple[list[Logits], CrossEncoder]:
    """The logits of every example's candidates by a cross-encoder that has not seen its fold, and the
    cross-encoder to use: trained, or read from `source`, which has seen none of the examples.
    """
    if source is not None:
        model = CrossEncoder.from_pretrained(source)
        return [candidate_logits(model, example, bank) for example in examples], model
    config, bert, checkpoints = CrossEncoderTrainingConfig(), encoder.bert(), work / "checkpoints"
    logits = out_of_fold_cross_encoder_logits(examples, bank, bert, config, store, checkpoints)
    return logits, fit_cross_encoder(examples, bank, bert, config, store, checkpoints)


@app.command()
def building(
    data: Data = None,
    out: Out = WEIGHTS,
    backbone: BackboneName = None,
    work: Work = Path("runs/building"),
    epochs: Epochs = BuilderTrainingConfig.epochs,
    synthetic_tasks: Annotated[
        int, typer.Option(min=16, help="Synthetic tasks per epoch.")
    ] = BuilderTrainingConfig.num_synthetic_tasks,
) -> None:
    """Fit the builder: first on synthetic tasks, then on the rows."""
    began = time.perf_counter()
    rows = recorded_builds(load_singleturn(data))
    encoder = Backbone.load(backbone)
    _check_out(out, "building", encoder.name, data)
    embedder = TokenEmbedder(encoder, REMEMBERED)
    config = BuilderTrainingConfig(
        num_synthetic_tasks=synthetic_tasks,
        epochs=epochs,
        synthetic_per_epoch=synthetic_tasks * 3 // 16,
        num_synthetic_sessions=synthetic_tasks * 3 // 16,
    )
    with _store(work, config.total_epochs * (len({row.fold for row in rows}) + 1)) as store:
        networks = fold_networks(rows, embedder, config, store)
        judged = out_of_fold_predictions(rows, networks, embedder)
        network = fit_network(rows, embedder, config, store)
    clear = np.array([row.clear for row in rows])
    starts, targets = np.stack([row.start for row in rows]), np.stack([row.target for row in rows])
    built = np.stack([one.grid for one in judged])
    scores = corpus_changed_f1(built[clear], targets[clear], starts[clear])
    info = {
        "rows": len(rows),
        "out_of_fold": {
            "changed_f1_weighted": round(scores.weighted, 4),
            "changed_f1": round(scores.plain, 4),
            "grid_f1": round(float(grid_f1(built[clear], targets[clear]).mean()), 4),
        },
    }
    confidence = Confidence.fit(judged, changed_f1(built, targets, starts))
    NetworkBuilder([network], confidence, encoder).save_pretrained(out / "building", info)
    is_default = synthetic_tasks == BuilderTrainingConfig.num_synthetic_tasks
    options = "" if is_default else f" --synthetic-tasks {synthetic_tasks}"
    source = _training_source("building", data, backbone, epochs, BuilderTrainingConfig.epochs, options)
    write_text(out / "building" / CARD, building_card(info, encoder.name, source))
    _finish(out, encoder.name, "building", info, began)


@contextmanager
def _store(work: Path, total: int) -> Iterator[CheckpointStore]:
    """The checkpoint store in a folder, with a progress bar over the `total` of its checkpoints."""
    console.print(f"finished networks are stored in {work}; after a crash the same command continues there")
    with progress_bar("networks, or their epochs", total) as bar:
        yield CheckpointStore(work, on_finished=bar.update)


def _check_out(out: Path, part: str, backbone: str, data: Path | None) -> None:
    """Refuse, before the work, to put a part beside others that were trained on another backbone, and to
    replace a bundled one by what a table of one's own teaches.
    """
    if out.resolve() == WEIGHTS.resolve() and data is not None and is_user_table(data):
        raise InputError(f"{str(out)!r} holds the bundled weights; give a folder of your own with --out")
    for other in (out / name / PART_CONFIG for name in PARTS if name != part):
        there = json.loads(other.read_text(encoding="utf-8"))["backbone"] if other.exists() else backbone
        if there != backbone:
            raise InputError(
                f"{str(other.parent)!r} was trained on {there!r}, and a pipeline has one backbone; give "
                f"another --out for {part} on {backbone!r}"
            )


def _training_source(
    part: str, data: Path | None, backbone: str | None, epochs: int, usual: int, options: str = ""
) -> TrainingSource:
    """What the part was trained on and by which command; of the paths only their last names."""
    own = data.name if data is not None and is_user_table(data) else None
    rows = f"`{own}`" if own else "the IGLU single-turn set (microsoft/iglu-datasets, MIT)"
    if backbone is not None:
        options += f" --backbone {Path(backbone).name if Path(backbone).is_dir() else backbone}"
    options += "" if epochs == usual else f" --epochs {epochs}"
    options += "" if own is None else " --out weights"
    return TrainingSource(
        rows, f"python -m pipelines.train {part} --data {own or 'PATH'}{options}", own is None
    )


def _finish(out: Path, backbone: str, part: str, info: dict[str, Any], began: float) -> None:
    write_text(out / CONFIG, json.dumps({"backbone": backbone}) + "\n")
    console.print(info["out_of_fold"])
    console.print(f"wrote {out / part} in {time.perf_counter() - began:.0f} s")
    if missing := [name for name in PARTS if not (out / name / PART_CONFIG).exists()]:
        console.print(f"to load the pipeline, train {' and '.join(missing)} too, or copy from {WEIGHTS}")
    else:
        write_text(out / CARD, pipeline_card(backbone))


if __name__ == "__main__":
    from cq.cli.runner import run

    run(app)
