"""The folder of a sentence-transformers `CrossEncoder`, read without that library if it holds a
`BertForSequenceClassification`, as those of the ms-marco-MiniLM models do.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.encoder.loading import is_plain_bert
from cq.errors import InputError
from cq.files.json_input import read_json

if TYPE_CHECKING:
    import torch

CLASSIFIER = "BertForSequenceClassification"

Config = dict[str, Any]
Parts = tuple[Config, "dict[str, torch.Tensor]", str, int, bool]
"""Configuration, parameters by name, tokenizer file, word pieces at most, whether it has token types."""


def read_folder(folder: Path) -> Parts | None:
    """The parts of a folder; None if it holds another model. Raises `InputError` if several logits come
    out.
    """
    config = _json(folder, "config.json") or {}
    if not (
        is_plain_bert(config)
        and all((folder / name).is_file() for name in ("tokenizer.json", "model.safetensors"))
        and _is_classifier(folder, config)
    ):
        return None
    from safetensors.torch import load_file

    stored = load_file(folder / "model.safetensors")
    tensors = {name.removeprefix("bert."): tensor.float() for name, tensor in stored.items()}
    tensors |= {f"head.{kind}": tensors.pop(f"classifier.{kind}") for kind in ("weight", "bias")}
    if len(tensors["head.weight"]) != 1:
        raise InputError(
            f"the cross-encoder in {str(folder)!r} gives {len(tensors['head.weight'])} logits a pair; "
            "ranking needs one of a single logit"
        )
    names = _json(folder, "tokenizer_config.json") or {}
    most = (_json(folder, "sentence_bert_config.json") or {}).get("max_seq_length") or names.get(
        "model_max_length", config["max_position_embeddings"]
    )
    types = "token_type_ids" in names.get("model_input_names", ["token_type_ids"])
    tokenizer = (folder / "tokenizer.json").read_text(encoding="utf-8")
    return config, tensors, tokenizer, int(min(most, config["max_position_embeddings"])), types


def _is_classifier(folder: Path, config: Config) -> bool:
    """Whether it is a `BertForSequenceClassification` alone, and reads pairs without a prompt."""
    modules = _json(folder, "modules.json") or [{"type": "Transformer"}]
    prompts = _json(folder, "config_sentence_transformers.json") or {}
    types = [module["type"].rpartition(".")[2] for module in modules]
    return (
        not prompts.get("default_prompt_name")
        and types == ["Transformer"]
        and config.get("architectures") == [CLASSIFIER]
    )


def _json(folder: Path, name: str) -> Any:
    path = folder / name
    return read_json(path, "configuration") if path.is_file() else None
