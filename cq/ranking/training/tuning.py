"""Tuning any `CrossEncoder` of sentence-transformers by its own trainer, on the lists of the bundled one."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from cq.encoder.encoder import quiet_transformers
from cq.errors import MissingFileError, install
from cq.files import replacing
from cq.files.digests import fingerprint
from cq.ranking.bank import QuestionBank
from cq.ranking.cross_encoder.model import CrossEncoder
from cq.ranking.cross_encoder.pairs import Logits
from cq.ranking.training.cross_encoder import candidate_logits
from cq.ranking.training.examples import RankingExample
from cq.ranking.training.listwise import CrossEncoderTrainingConfig, listwise_examples

POSITIVE = 20.0
"""The label of the right question; the others have 0. `ListNetLoss` takes the softmax of the labels as its
target, which is then all but 1 for the right one."""

STEPS_KEPT = 50
"""Steps between two checkpoints."""


def tune_cross_encoder(
    source: str | os.PathLike[str],
    examples: Sequence[RankingExample],
    bank: QuestionBank,
    config: CrossEncoderTrainingConfig,
    work: Path | None = None,
) -> CrossEncoder:
    """The cross-encoder of a folder or a model id, tuned list-wise (ListNet, Cao et al. 2007) on all
    examples. Checkpoints are kept in `work`, where a killed job continues; a finished one is read from there.

    Raises `MissingFileError` without the extra `train`, and what `CrossEncoder` raises.
    """
    with ExitStack() as stack:
        work = work or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        lists = [
            example
            for epoch in range(config.epochs)
            for example in listwise_examples(examples, bank, config, epoch)
        ]
        model = CrossEncoder(source)
        # The key uses its parameters, as another model may be in the same folder later.
        key = fingerprint(
            "tuned cross-encoder", model.wrapped, config, [(example.query, example.docs) for example in lists]
        )
        finished, steps = work / f"{key}-tuned", work / f"{key}-steps"
        if finished.is_dir():
            return CrossEncoder(finished)
        with quiet_transformers():
            trainer = _trainer(model, lists, config, steps)
            trainer.train(resume_from_checkpoint=any(steps.glob("checkpoint-*")) or None)
        with replacing(finished, Path.mkdir) as temporary:
            model.save_pretrained(temporary)
        shutil.rmtree(steps, ignore_errors=True)
        return model


def out_of_fold_tuned_logits(
    source: str | os.PathLike[str],
    examples: Sequence[RankingExample],
    bank: QuestionBank,
    config: CrossEncoderTrainingConfig,
    work: Path | None = None,
) -> list[Logits]:
    """Each example's logits, in the order of its candidates, by one tuned without its fold."""
    found: dict[int, Logits] = {}
    for fold in sorted({row.fold for row in examples}):
        others = [row for row in examples if row.fold != fold]
        model = tune_cross_encoder(source, others, bank, config, work)
        found |= {i: candidate_logits(model, row, bank) for i, row in enumerate(examples) if row.fold == fold}
    return [found[i] for i in range(len(examples))]


def _trainer(
    model: CrossEncoder, lists: Sequence[Any], config: CrossEncoderTrainingConfig, steps: Path
) -> Any:
    """The trainer over the lists in order; those of one batch are about equally long."""
    import datasets
    from sentence_transformers.cross_encoder import CrossEncoderTrainer, CrossEncoderTrainingArguments
    from sentence_transformers.cross_encoder.losses import ListNetLoss

    try:
        arguments = CrossEncoderTrainingArguments(
            output_dir=str(steps),
            num_train_epochs=1,
            per_device_train_batch_size=config.batch_size,
            batch_sampler=_in_order,
            learning_rate=config.learning_rate,
            weight_decay=config.weight_decay,
            warmup_steps=round(config.warmup_ratio * len(lists) / config.batch_size),
            max_grad_norm=1.0,
            seed=config.seed,
            save_steps=STEPS_KEPT,
            save_total_limit=1,
            use_cpu=True,
            dataloader_pin_memory=False,
            report_to="none",
            disable_tqdm=True,
        )
    except ImportError:
        raise MissingFileError(f"accelerate is not installed; {install('train')}") from None
    rows = {
        "query": [example.query for example in lists],
        "docs": [example.docs for example in lists],
        "labels": [[POSITIVE, *[0.0] * (len(example.docs) - 1)] for example in lists],
    }
    return CrossEncoderTrainer(
        model=model.wrapped,
        args=arguments,
        train_dataset=datasets.Dataset.from_dict(rows),
        loss=ListNetLoss(model.wrapped, mini_batch_size=-1),
    )


def _in_order(dataset: Any, batch_size: int, drop_last: bool, **_: Any) -> Any:
    from torch.utils.data import BatchSampler, SequentialSampler

    return BatchSampler(SequentialSampler(dataset), batch_size=batch_size, drop_last=drop_last)
