"""A tiny BERT, toy examples and pairs, for tests of the cross-encoder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import torch

from cq.encoder.encoder import Encoder
from cq.ranking import QuestionBank, bundled_bank
from cq.ranking.cross_encoder.stage import query_text
from cq.ranking.training.examples import RankingExample
from cq.ranking.training.listwise import CrossEncoderTrainingConfig
from cq.world import World

TOY = CrossEncoderTrainingConfig(epochs=2, batch_size=2, hard_negatives=2, easy_negatives=1)
LONGER = replace(TOY, epochs=20)
WORLD = World.parse([(0, 63, 0, "red"), (1, 63, 0, "red"), (0, 63, 2, "blue")])
TEXT = "Place two green blocks on the red tower"
CUT = [
    (" ".join(["block red"] * many), " ".join(["which tower"] * others))
    for many in (1, 20, 60)
    for others in (1, 30, 60)
]
PAIRS = [(query_text(TEXT, WORLD), question) for question in bundled_bank().questions[:20]] + CUT
VOCABULARY = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    *"place two red green blue block tower which where to the on".split(),
]


def save_tiny_bert(folder: Path) -> Path:
    """A BERT of three layers that knows a dozen words, as a Hugging Face folder."""
    from transformers import BertModel

    torch.manual_seed(0)
    BertModel(tiny_config(3)).save_pretrained(folder)
    tiny_tokenizer().save_pretrained(folder)
    return folder


def tiny_config(layers: int, **more: float):
    from transformers import BertConfig

    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_attention_heads": 2}
    return BertConfig(vocab_size=len(VOCABULARY), num_hidden_layers=layers, **sizes, **more)


def tiny_tokenizer():
    from transformers import BertTokenizerFast

    return BertTokenizerFast(vocab={word: i for i, word in enumerate(VOCABULARY)})


def random_head(encoder: Encoder) -> dict[str, torch.Tensor]:
    rng = torch.Generator().manual_seed(1)
    return {"head.weight": torch.randn(1, encoder.width, generator=rng), "head.bias": torch.zeros(1)}


def toy_examples(folds: int = 2) -> tuple[list[RankingExample], QuestionBank]:
    bank = QuestionBank.parse(
        [f"which {a} tower to the {b} block" for a in ("red", "blue") for b in ("red", "green", "two")]
    )
    return [
        RankingExample(f"place {qid} on the red tower", WORLD, qid, bank.qids, i % folds)
        for i, qid in enumerate(bank.qids)
    ], bank
