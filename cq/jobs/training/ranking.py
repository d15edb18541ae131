"""Train the ranker: its linear model, its cross-encoder, and the weight of the latter."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from cq.data import load_question_bank, load_singleturn
from cq.errors import InputError
from cq.jobs.training.job import (
    OUT,
    BackboneName,
    Data,
    Epochs,
    Out,
    TrainingJob,
    Work,
    changed_option,
    console,
    last_name,
)
from cq.ranking.saved import load_cross_encoder
from cq.ranking.training.linear import RankingTrainingConfig
from cq.training.ranking import train_ranking


def ranking(
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
    keep_cross_encoder: Annotated[
        Path | None,
        typer.Option(help="A pipeline whose cross-encoder, with its weight, is kept: takes a minute."),
    ] = None,
) -> None:
    """Fit the ranker."""
    if keep_cross_encoder is not None and cross_encoder is not None:
        raise InputError("--cross-encoder and --keep-cross-encoder exclude each other; give one of them")
    dataset, questions = load_singleturn(data), load_question_bank(data)
    options = changed_option("epochs", epochs, RankingTrainingConfig.epochs)
    options += "" if train_cross_encoder else " --no-cross-encoder"
    options += "" if cross_encoder is None else f" --cross-encoder {last_name(cross_encoder)}"
    options += (
        "" if keep_cross_encoder is None else f" --keep-cross-encoder {last_name(str(keep_cross_encoder))}"
    )
    job = TrainingJob("ranking", data, out, backbone, options)
    console.print(f"reading the rows with a question, and a bank of {len(questions):,} …")
    kept = (
        None
        if keep_cross_encoder is None
        else load_cross_encoder(keep_cross_encoder / "ranking", job.backbone)
    )
    trained = train_ranking(
        dataset,
        questions,
        job.backbone,
        epochs,
        partial(job.store, work),
        train_cross_encoder=train_cross_encoder,
        cross_encoder=cross_encoder,
        kept=kept,
    )
    trained.part.save_pretrained(out / "ranking", trained.info)
    job.finish(trained.info)
