"""Training the cross-encoder with sentence-transformers, list-wise (ListNet, Cao et al. 2007)."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from cq.encoder.bert import BertEncoder
from cq.errors import InputError
from cq.modeling.checkpoints import CheckpointStore, State
from cq.modeling.fingerprint import fingerprint
from cq.ranking.bank import QuestionBank
from cq.ranking.cross_encoder.model import CrossEncoder
from cq.ranking.cross_encoder.pairs import Logits
from cq.ranking.cross_encoder.stage import cross_logits
from cq.ranking.training.examples import RankingExample
from cq.ranking.training.listwise import (
    CrossEncoderTrainingConfig,
    ListExample,
    listwise_examples,
    positive_pairs,
)
from cq.ranking.training.side_effects import no_progress_bars, preserve_random_state

if TYPE_CHECKING:
    import sentence_transformers

POSITIVE_LABEL = 20.0
"""Label of the positive; negatives have 0. ListNet's target is the softmax of the labels, which gives the
positive 1 − 3e-8.
"""

SAVE_STEPS = 50


def fit_cross_encoder(
    examples: Sequence[RankingExample],
    bank: QuestionBank,
    encoder: BertEncoder,
    config: CrossEncoderTrainingConfig,
    store: CheckpointStore | None = None,
    checkpoints: Path | None = None,
) -> CrossEncoder:
    """Fit on all examples. A finished model is stored in `store`, an unfinished one in a folder under
    `checkpoints`, where a killed job continues and ends with the same weights.

    Raises `InputError` if the encoder has no layers beyond the frozen ones.
    """
    frozen = _frozen_layers(encoder, config)
    key = fingerprint("cross-encoder", encoder.digest(), config, frozen, positive_pairs(examples, bank))

    def make() -> State:
        folder = None if checkpoints is None else checkpoints / key
        return _train(listwise_examples(examples, bank, config), encoder, config, frozen, folder)

    delta = (store or CheckpointStore()).get_or_create(key, make)
    return CrossEncoder.from_delta(encoder, delta)


def out_of_fold_cross_encoder_logits(
    examples: Sequence[RankingExample],
    bank: QuestionBank,
    encoder: BertEncoder,
    config: CrossEncoderTrainingConfig,
    store: CheckpointStore | None = None,
    checkpoints: Path | None = None,
) -> list[Logits]:
    """Each example's logits, in the order of its candidates, by a cross-encoder without its fold."""
    found: dict[int, Logits] = {}
    for fold in sorted({row.fold for row in examples}):
        found |= held_out_logits(fold, examples, bank, encoder, config, store, checkpoints)
    return [found[i] for i in range(len(examples))]


def held_out_logits(
    fold: int,
    examples: Sequence[RankingExample],
    bank: QuestionBank,
    encoder: BertEncoder,
    config: CrossEncoderTrainingConfig,
    store: CheckpointStore | None = None,
    checkpoints: Path | None = None,
) -> dict[int, Logits]:
    """For one fold: example index → logits. Several processes can share the work and a store."""
    store = store or CheckpointStore()
    held = [i for i, row in enumerate(examples) if row.fold == fold]
    others = [row for row in examples if row.fold != fold]

    def make() -> State:
        model = fit_cross_encoder(others, bank, encoder, config, store, checkpoints)
        return {str(i): torch.from_numpy(candidate_logits(model, examples[i], bank)) for i in held}

    pools = [(row.fold, [bank[qid] for qid in row.candidates]) for row in examples]
    frozen = _frozen_layers(encoder, config)
    pairs = positive_pairs(examples, bank)
    key = fingerprint("cross-encoder logits", encoder.digest(), config, frozen, pairs, pools, fold)
    state = store.get_or_create(key, make)
    return {i: state[str(i)].numpy() for i in held}


def candidate_logits(model: CrossEncoder, example: RankingExample, bank: QuestionBank) -> Logits:
    """The logits of an example's candidates, in their order."""
    questions = [bank[qid] for qid in example.candidates]
    return cross_logits(model, example.instruction, example.world, questions)


def _train(
    examples: Sequence[ListExample],
    encoder: BertEncoder,
    config: CrossEncoderTrainingConfig,
    frozen: int,
    folder: Path | None,
) -> State:
    """What was trained, by the names of `CrossEncoder.from_delta`."""
    import datasets
    from sentence_transformers.cross_encoder import CrossEncoderTrainer, CrossEncoderTrainingArguments
    from sentence_transformers.cross_encoder.losses import ListNetLoss
    from sentence_transformers.cross_encoder.model_card import CrossEncoderModelCardCallback
    from transformers import PrinterCallback

    with tempfile.TemporaryDirectory() as temporary, preserve_random_state(), no_progress_bars():
        model = _untrained(encoder, config.seed, Path(temporary) / "base")
        _freeze(model, frozen)
        arguments = CrossEncoderTrainingArguments(
            output_dir=str(folder or Path(temporary) / "run"),
            # One pass over the concatenated epochs, which differ in negatives and colours.
            num_train_epochs=1,
            per_device_train_batch_size=config.batch_size,
            batch_sampler=in_order,
            learning_rate=config.learning_rate,
            learning_rate_mapping={r"2\.linear\.": config.head_learning_rate},
            weight_decay=config.weight_decay,
            warmup_steps=config.warmup_ratio,
            max_grad_norm=1.0,
            seed=config.seed,
            use_cpu=True,
            bf16=True,
            dataloader_pin_memory=False,
            save_strategy="no" if folder is None else "steps",
            save_steps=SAVE_STEPS,
            save_total_limit=1,
            logging_strategy="no",
            report_to="none",
            disable_tqdm=True,
        )
        trainer = CrossEncoderTrainer(
            model=model,
            args=arguments,
            train_dataset=datasets.Dataset.from_dict(
                {
                    "query": [example.query for example in examples],
                    "docs": [example.docs for example in examples],
                    "labels": [[POSITIVE_LABEL] + [0.0] * (len(example.docs) - 1) for example in examples],
                }
            ),
            # -1: a step is one pass forward.
            loss=ListNetLoss(model, mini_batch_size=-1),
        )
        # One collects a model card, the other prints: the job has a card and a progress bar of its own.
        trainer.remove_callback(CrossEncoderModelCardCallback)
        trainer.remove_callback(PrinterCallback)
        last = None if folder is None else _last_checkpoint(folder)
        trainer.train(resume_from_checkpoint=None if last is None else str(last))
        delta = _trained(model)
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)
    return delta


def in_order(dataset: Any, batch_size: int, drop_last: bool, **_: object) -> torch.utils.data.BatchSampler:
    """A batch sampler that keeps the order of the examples."""
    return torch.utils.data.BatchSampler(
        torch.utils.data.SequentialSampler(dataset), batch_size=batch_size, drop_last=drop_last
    )


def _untrained(encoder: BertEncoder, seed: int, folder: Path) -> sentence_transformers.CrossEncoder:
    """The encoder with a new head, saved to `folder` and loaded from it, so that training and inference
    share the format, the tokenizer and its settings.
    """
    import sentence_transformers

    torch.manual_seed(seed)
    head = torch.nn.Linear(encoder.width, 1)
    delta = {"head.weight": head.weight.detach(), "head.bias": head.bias.detach()}
    CrossEncoder.from_delta(encoder, delta).save_pretrained(folder)
    return sentence_transformers.CrossEncoder(
        str(folder),
        device="cpu",
        local_files_only=True,
        # With dropout, torch's own attention has only a slow path on CPUs: half the speed.
        model_kwargs={"attn_implementation": "eager"},
    )


def _freeze(model: sentence_transformers.CrossEncoder, frozen: int) -> None:
    """Keep embeddings and lower layers as they are, without dropout, so that only the upper layers learn."""
    bert = model.transformers_model
    for part in (bert.embeddings, *bert.encoder.layer[:frozen], bert.pooler):
        part.requires_grad_(False)
        for module in part.modules():
            if isinstance(module, torch.nn.Dropout):
                module.p = 0.0


def _last_checkpoint(folder: Path) -> Path | None:
    """The last checkpoint that was written to its end; others are removed."""
    for path in folder.glob("checkpoint-*"):
        try:
            # The trainer writes its state last.
            json.loads((path / "trainer_state.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            shutil.rmtree(path)
    whole = folder.glob("checkpoint-*")
    return max(whole, key=lambda path: int(path.name.rpartition("-")[2]), default=None)


def _trained(model: sentence_transformers.CrossEncoder) -> State:
    named = dict(model.transformers_model.named_parameters())
    named |= {f"head.{name}": value for name, value in model[2].linear.named_parameters()}
    return {name: value.detach().clone() for name, value in named.items() if value.requires_grad}


def _frozen_layers(encoder: BertEncoder, config: CrossEncoderTrainingConfig) -> int:
    layers = len(encoder.layers)
    frozen = layers // 3 if config.frozen_layers is None else config.frozen_layers
    if not 0 <= frozen < layers:
        raise InputError(
            f"frozen_layers is {frozen}, and the encoder has {layers} layers; leave one or more to be trained"
        )
    return frozen
