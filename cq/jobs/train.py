"""Train a part on the single-turn set or a table: `cq train clarity|ranking|building --data PATH`,
the reader on pairs of wordings and their meaning: `cq train reading PAIRS`,
the judge of the guard on items of what was said: `cq train guard ITEMS`,
and fit when the dialogue asks: `cq train dialogue`.

Each command judges its training configuration out of fold, fits on all rows, and writes the part with its
model card. Everything is deterministic: the same data, versions and number of threads give the same weights.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cq.building.training.config import BuilderTrainingConfig
from cq.clarity.training import ClarityTrainingConfig
from cq.data import load_question_bank, load_singleturn, stack_grids
from cq.dialogue import understood
from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.files import check_folder, real_path, write_text
from cq.guard.judge import KIND
from cq.jobs.training_job import FREE_BYTES, TrainingJob, card_options, console
from cq.modeling.artifacts import WEIGHTS, replacing_part
from cq.modeling.cards import model_card
from cq.modeling.manifest import CARD
from cq.ranking.saved import load_cross_encoder
from cq.ranking.training.fit_linear import RankingTrainingConfig
from cq.reading.pairs import pairs_by_writer
from cq.training.building import train_building
from cq.training.clarity import train_clarity
from cq.training.guard import read_items, train_judge
from cq.training.ranking import train_ranking
from cq.training.reading import ReaderTrainingConfig, train_reading
from cq.world import World

app = typer.Typer(help=__doc__, add_completion=False, no_args_is_help=True)

Data = Annotated[
    Path | None,
    typer.Option(help="The single-turn folder or zip, by default in CQ_DATA; or a table of your own."),
]
Out = Annotated[Path, typer.Option(help="Folder of the pipeline to write the part into.")]
OUT = Path("weights")
BackboneName = Annotated[str | None, typer.Option(help="Another encoder: a folder or a hub's model id.")]
Work = Annotated[Path, typer.Option(help="Folder of checkpoints, from which a killed job continues.")]
Epochs = Annotated[int, typer.Option(min=1, help="Passes over the rows.")]


@app.command()
def clarity(
    context: typer.Context,
    data: Data = None,
    out: Out = OUT,
    backbone: BackboneName = None,
    work: Work = Path("runs/clarity"),
    epochs: Epochs = ClarityTrainingConfig.epochs,
) -> None:
    """Fit the clarity classifier."""
    dataset = load_singleturn(data)
    job = TrainingJob("clarity", data, out, backbone, work, card_options(context))
    console.print(f"encoding {len(dataset):,} instructions with {job.backbone.name} …")
    trained = train_clarity(dataset, job.backbone, epochs, job.store)
    job.finish(
        trained,
        networks=ClarityTrainingConfig.num_networks,
        threshold=trained.part.model.threshold,
        share=sum(dataset["label"]) / len(dataset),
    )


@app.command()
def ranking(
    context: typer.Context,
    data: Data = None,
    out: Out = OUT,
    backbone: BackboneName = None,
    work: Work = Path("runs/ranking"),
    epochs: Epochs = RankingTrainingConfig.epochs,
    train_cross_encoder: Annotated[
        bool,
        typer.Option(
            "--train-cross-encoder/--no-cross-encoder",
            help="Also train the cross-encoder, which takes most of the time.",
        ),
    ] = True,
    cross_encoder: Annotated[
        str | None,
        typer.Option(help="A CrossEncoder to use instead of training ours: a folder or a hub's model id."),
    ] = None,
    tune_cross_encoder: Annotated[
        bool,
        typer.Option("--tune-cross-encoder", help="Tune that CrossEncoder on the rows, by its own trainer."),
    ] = False,
    keep_cross_encoder: Annotated[
        Path | None,
        typer.Option(help="A pipeline whose cross-encoder, with its weight, is kept: takes a minute."),
    ] = None,
) -> None:
    """Fit the ranker."""
    kept = keep_cross_encoder
    if kept is not None and cross_encoder is not None:
        raise InputError("--cross-encoder and --keep-cross-encoder exclude each other; give one of them")
    if tune_cross_encoder and cross_encoder is None:
        raise InputError("--tune-cross-encoder tunes the model that --cross-encoder names; give it too")
    dataset, questions = load_singleturn(data), load_question_bank(data)
    job = TrainingJob("ranking", data, out, backbone, work, card_options(context))
    console.print(f"reading the rows with a question, and a bank of {len(questions):,} …")
    trained = train_ranking(
        dataset,
        questions,
        job.backbone,
        epochs,
        job.store,
        train_cross_encoder=train_cross_encoder,
        cross_encoder=cross_encoder,
        tune=tune_cross_encoder,
        kept=None if kept is None else load_cross_encoder(kept / "ranking", job.backbone),
    )
    job.finish(trained)


@app.command()
def building(
    context: typer.Context,
    data: Data = None,
    out: Out = OUT,
    backbone: BackboneName = None,
    work: Work = Path("runs/building"),
    epochs: Epochs = BuilderTrainingConfig.epochs,
    synthetic_tasks: Annotated[
        int, typer.Option(min=16, help="Synthetic tasks per epoch.")
    ] = BuilderTrainingConfig.num_synthetic_tasks,
    short: Annotated[
        bool,
        typer.Option("--short", help="Train half as long on the rows, as for the folds."),
    ] = False,
    initial: Annotated[
        Path | None,
        typer.Option(help="Fine-tune the builder of this folder instead of training a new one.", exists=True),
    ] = None,
) -> None:
    """Fit the builder: first on synthetic tasks and dialogues, then on the rows. The networks of the folds,
    for the figures and the confidence, are trained half as long on the rows.
    """
    dataset = load_singleturn(data)
    job = TrainingJob("building", data, out, backbone, work, card_options(context))
    config = BuilderTrainingConfig(
        num_synthetic_tasks=synthetic_tasks,
        num_language_tasks=synthetic_tasks * 3 // 4,
        epochs=epochs,
        synthetic_per_epoch=synthetic_tasks // 8,
        num_synthetic_sessions=synthetic_tasks * 3 // 16,
    )
    job.finish(train_building(dataset, job.backbone, config, job.store, short=short, initial=initial))


@app.command()
def reading(
    context: typer.Context,
    pairs: Annotated[
        list[Path],
        typer.Argument(help="Pairs as JSON Lines, one file a writer.", exists=True),
    ],
    held_out: Annotated[
        list[str],
        typer.Option(help="Writers for the judge alone: names of files, or how they start."),
    ],
    measured: Annotated[
        list[str] | None, typer.Option(help="Writers of whom nothing is seen, for python -m eval reading.")
    ] = None,
    data: Data = None,
    out: Out = OUT,
    backbone: BackboneName = None,
    work: Work = Path("runs/reading"),
    rounds: Annotated[
        int, typer.Option(min=1, help="Rounds, each kept as a checkpoint.")
    ] = ReaderTrainingConfig.rounds,
    rows: Annotated[int, typer.Option(min=32, help="Examples of a round.")] = ReaderTrainingConfig.rows,
) -> None:
    """Train the network that reads everyday words, and the judge that chooses between it and the grammar."""
    writers = pairs_by_writer(pairs)
    job = TrainingJob("reading", data, out, backbone, work, card_options(context))
    recorded = load_singleturn(data)
    worlds = map(World.parse, stack_grids(recorded, "start"))
    known = zip(recorded["instruction"], worlds, strict=True)
    config = ReaderTrainingConfig(rounds=rounds, rows=rows, samples=rows * 5 // 2)
    with job.store(rounds) as store:
        trained = train_reading(writers, held_out, measured or (), known, job.backbone, config, store)
    job.finish(trained)


@app.command()
def guard(
    items: Annotated[list[Path], typer.Argument(help="Items as JSON Lines, one file a writer.", exists=True)],
    out: Out = OUT,
    held_out: Annotated[
        bool,
        typer.Option("--held-out/--no-held-out", help="Measure every fifth writer by a judge of the others."),
    ] = True,
) -> None:
    """Train the judge of the guard: whether a talk tells, denies or corrects a value, or does not tell it."""
    check_folder(out / KIND, free=FREE_BYTES)
    encoder = Backbone.load()
    judge, info = train_judge(read_items(items), encoder, measure=held_out)
    command = "cq train guard pipelines/guard/items/*.jsonl --out cq/weights"
    card = model_card(KIND, encoder.name, info=info, networks=len(judge.networks), command=command)
    with replacing_part(out / KIND) as new:
        write_text(new / CARD, card)
        judge.save(new, info)
    console.print(info.get("out_of_fold", "not measured: that takes --held-out and items by two writers"))
    console.print(f"wrote {out / KIND}")
    if real_path(out) != real_path(WEIGHTS):
        console.print(f"to use it, copy it to {WEIGHTS / KIND}, and run: cq weights --update")


@app.command()
def dialogue(
    played: Annotated[
        list[Path], typer.Argument(help="Counts of played dialogues, by python -m eval loop --fit FILE.")
    ],
    out: Out = OUT,
) -> None:
    """Fit how often answers are understood, by the kind of question, on dialogues that were played: what an
    answer is expected to add counts by that.
    """
    counts = understood.fit(played, out)
    for kind in counts:
        console.print(
            f"{kind}: {understood.how_often_understood(kind, counts):.2f} of {counts[kind][1]} answers"
        )
