"""Training the cross-encoder list-wise (ListNet, Cao et al. 2007): a person's question against others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch
from torch.nn import functional as F

from cq.encoder.encoder import Encoder, autocast
from cq.errors import InputError
from cq.files.digests import fingerprint
from cq.modeling.checkpoints import CheckpointStore, State
from cq.modeling.trainer import ResumableTrainer
from cq.ranking.bank import QuestionBank
from cq.ranking.cross_encoder.model import CrossEncoder
from cq.ranking.cross_encoder.pairs import Logits
from cq.ranking.cross_encoder.prefix import PrefixCrossEncoder
from cq.ranking.cross_encoder.stage import cross_logits
from cq.ranking.training.examples import RankingExample
from cq.ranking.training.listwise import (
    CrossEncoderTrainingConfig,
    ListExample,
    listwise_examples,
    positive_pairs,
)


def fit_cross_encoder(
    examples: Sequence[RankingExample],
    bank: QuestionBank,
    encoder: Encoder,
    config: CrossEncoderTrainingConfig,
    store: CheckpointStore | None = None,
) -> PrefixCrossEncoder:
    """Fit on all examples. Each finished epoch is kept in `store`, from which a killed job continues to the
    same weights.

    Raises `InputError` if the encoder has no layers beyond the frozen ones.
    """
    frozen = _frozen_layers(encoder, config)
    key = fingerprint(
        "shared-prefix cross-encoder", encoder.digest(), config, frozen, positive_pairs(examples, bank)
    )

    def batches(epoch: int) -> tuple[int, Iterable[list[ListExample]]]:
        lists = listwise_examples(examples, bank, config, epoch)
        some = [lists[i : i + config.batch_size] for i in range(0, len(lists), config.batch_size)]
        return len(some), some

    def rate(done: int, total: int) -> float:
        """A linear rise, then a linear fall."""
        return min((done + 1) / (config.warmup_ratio * total), 1 - done / total)

    trainer = ResumableTrainer(
        lambda: PrefixCrossEncoder(encoder, frozen, config.dropout),
        lambda network: _optimizer(network, config),
        rate,
        batches,
        _loss,
        seed=config.seed,
    )
    return trainer.fit(config.epochs, key, store)


def out_of_fold_cross_encoder_logits(
    examples: Sequence[RankingExample],
    bank: QuestionBank,
    encoder: Encoder,
    config: CrossEncoderTrainingConfig,
    store: CheckpointStore | None = None,
) -> list[Logits]:
    """Each example's logits, in the order of its candidates, by a cross-encoder without its fold."""
    found: dict[int, Logits] = {}
    for fold in sorted({row.fold for row in examples}):
        found |= held_out_logits(fold, examples, bank, encoder, config, store)
    return [found[i] for i in range(len(examples))]


def held_out_logits(
    fold: int,
    examples: Sequence[RankingExample],
    bank: QuestionBank,
    encoder: Encoder,
    config: CrossEncoderTrainingConfig,
    store: CheckpointStore | None = None,
) -> dict[int, Logits]:
    """For one fold: example index → logits. Several processes can share the work and a store."""
    store = store or CheckpointStore()
    held = [i for i, row in enumerate(examples) if row.fold == fold]
    others = [row for row in examples if row.fold != fold]

    def make() -> State:
        model = fit_cross_encoder(others, bank, encoder, config, store)
        return {str(i): torch.from_numpy(candidate_logits(model, examples[i], bank)) for i in held}

    pools = [(row.fold, [bank[qid] for qid in row.candidates]) for row in examples]
    frozen = _frozen_layers(encoder, config)
    pairs = positive_pairs(examples, bank)
    key = fingerprint("shared-prefix logits", encoder.digest(), config, frozen, pairs, pools, fold)
    state = store.get_or_create(key, make)
    return {i: state[str(i)].numpy() for i in held}


def candidate_logits(
    model: CrossEncoder | PrefixCrossEncoder, example: RankingExample, bank: QuestionBank
) -> Logits:
    """The logits of an example's candidates, in their order."""
    questions = [bank[qid] for qid in example.candidates]
    return cross_logits(model, example.instruction, example.world, questions)


def _optimizer(network: PrefixCrossEncoder, config: CrossEncoderTrainingConfig) -> torch.optim.AdamW:
    return torch.optim.AdamW(
        [
            {"params": list(network.layers.parameters()), "lr": config.learning_rate},
            {"params": list(network.head.parameters()), "lr": config.head_learning_rate},
        ],
        weight_decay=config.weight_decay,
    )


def _loss(network: PrefixCrossEncoder, lists: list[ListExample]) -> torch.Tensor:
    """The mean cross-entropy of the first document of each list, all equally long."""
    with autocast(enabled=True):
        logits = network([(example.query, example.docs) for example in lists])
    target = torch.zeros(len(lists), dtype=torch.long)
    return F.cross_entropy(logits.float().view(len(lists), -1), target)


def _frozen_layers(encoder: Encoder, config: CrossEncoderTrainingConfig) -> int:
    layers = encoder.depth
    frozen = layers // 3 if config.frozen_layers is None else config.frozen_layers
    if not 0 <= frozen < layers:
        raise InputError(
            f"frozen_layers is {frozen}, and the encoder has {layers} layers; leave one or more to be trained"
        )
    return frozen
