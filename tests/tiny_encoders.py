"""Tiny encoders with random parameters, saved as any Hugging Face folder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import torch

from cq.ranking import bundled_bank
from cq.ranking.hubness import anchor_instructions

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
TEXTS = [
    "Place a red block.",
    "go",
    "Destroy the two green blocks on top of the tower and build a wall of nine.",
]


def save_tokenizer(folder: Path) -> int:
    """A tokenizer of whole words, those of the bundled texts; the number of its ids."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    texts = " ".join([*TEXTS, *bundled_bank(), *anchor_instructions()]).casefold()
    words = [*SPECIAL, *sorted(set(re.findall(r"\w+|[^\w\s]+", texts)))]
    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    names = {f"{name.strip('[]').lower()}_token": name for name in SPECIAL}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names).save_pretrained(folder)
    return len(words)


def save_bert(
    folder: Path, layers: int, *, width: int = 16, dtype: torch.dtype = torch.float32, **config: Any
) -> Path:
    """A random BERT of some layers, with its tokenizer."""
    from transformers import BertConfig, BertModel

    settings = {
        "vocab_size": save_tokenizer(folder),
        "hidden_size": width,
        "num_hidden_layers": layers,
        "num_attention_heads": 2,
        "intermediate_size": 2 * width,
        "initializer_range": 0.5,
    }
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(layers)
        model = BertModel(BertConfig(**settings | config)).to(dtype)
    model.save_pretrained(folder)
    return folder


def save_sentence_transformer(folder: Path, transformer: Path) -> Path:
    """A SentenceTransformer over a saved encoder, with mean pooling."""
    from sentence_transformers import SentenceTransformer

    SentenceTransformer(str(transformer)).save_pretrained(str(folder))
    return folder
