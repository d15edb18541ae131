"""The folder of a sentence-transformers `CrossEncoder`: written, and read if it holds a BERT, without that
library.

Two layouts are read: a BERT with mean pooling and a dense head (modules Transformer, Pooling, Dense), which
is also the one written, and `BertForSequenceClassification`, that of the ms-marco-MiniLM models.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.encoder.loading import is_plain_bert
from cq.errors import InputError
from cq.files import replacing, write_text
from cq.json_input import read_json

if TYPE_CHECKING:
    import torch

MODULES = {
    "": "sentence_transformers.base.modules.transformer.Transformer",
    "1_Pooling": "sentence_transformers.sentence_transformer.modules.pooling.Pooling",
    "2_Dense": "sentence_transformers.base.modules.dense.Dense",
}
IDENTITY = "torch.nn.modules.linear.Identity"
CLASSIFIER = "BertForSequenceClassification"
POOLING_MODES = ("cls_token", "max_tokens", "mean_sqrt_len_tokens", "weightedmean_tokens", "lasttoken")

Config = dict[str, Any]
Parts = tuple[Config, "dict[str, torch.Tensor]", str, int, bool]
"""Configuration, parameters by name, tokenizer file, word pieces at most, whether it has token types."""


def write_folder(
    folder: Path, config: Config, tensors: Mapping[str, torch.Tensor], tokenizer: str, max_tokens: int
) -> None:
    """Write a BERT with mean pooling and a dense head; `tensors` are as in `BertScorer`."""
    import torch
    from safetensors.torch import save_file

    width = config["hidden_size"]
    bert = {name: tensor for name, tensor in tensors.items() if not name.startswith("head.")}
    # Nothing reads the pooler, but transformers warns if a BertModel's file lacks it.
    bert |= {"pooler.dense.weight": torch.zeros(width, width), "pooler.dense.bias": torch.zeros(width)}
    head = {f"linear.{kind}": tensors[f"head.{kind}"] for kind in ("weight", "bias")}
    for name in MODULES:
        (folder / name).mkdir(parents=True, exist_ok=True)
    for path, state in ((folder, bert), (folder / "2_Dense", head)):
        contiguous = {name: tensor.float().contiguous() for name, tensor in state.items()}
        with replacing(path / "model.safetensors") as temporary:
            save_file(contiguous, temporary, metadata={"format": "pt"})
    write_text(folder / "tokenizer.json", tokenizer)
    for name, content in _configs(config, max_tokens).items():
        write_text(folder / name, json.dumps(content, indent=2) + "\n")


def read_folder(folder: Path) -> Parts | None:
    """The parts of a folder of either layout; None if it is neither. Raises `InputError` if several
    logits come out.
    """
    config = _json(folder, "config.json") or {}
    simple = is_plain_bert(config) and all(
        (folder / name).is_file() for name in ("tokenizer.json", "model.safetensors")
    )
    head = _head(folder, config) if simple else None
    if head is None:
        return None
    from safetensors.torch import load_file

    stored = load_file(folder / "model.safetensors")
    tensors = {name.removeprefix("bert."): tensor.float() for name, tensor in stored.items()}
    pooled = head == "classifier"
    if pooled:
        tensors |= {f"head.{kind}": tensors.pop(f"classifier.{kind}") for kind in ("weight", "bias")}
    else:
        dense = load_file(folder / head / "model.safetensors")
        tensors = {name: tensor for name, tensor in tensors.items() if not name.startswith("pooler.")}
        tensors |= {f"head.{kind}": dense[f"linear.{kind}"].float() for kind in ("weight", "bias")}
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


def one_token_type(tokenizer: str) -> str:
    """The tokenizer file with token type 0 for both texts: the backbone was never trained with type 1."""
    content = json.loads(tokenizer)
    for piece in content["post_processor"]["pair"]:
        for part in piece.values():
            part["type_id"] = 0
    return json.dumps(content, ensure_ascii=False)


def _head(folder: Path, config: Config) -> str | None:
    """The folder of the dense head, or "classifier"; None where there is another head, or other modules."""
    modules = _json(folder, "modules.json")
    prompts = _json(folder, "config_sentence_transformers.json") or {}
    if prompts.get("default_prompt_name"):
        return None
    types = [module["type"].rpartition(".")[2] for module in modules or [{"type": "Transformer"}]]
    if types == ["Transformer"] and config.get("architectures") == [CLASSIFIER]:
        return "classifier"
    if modules is None or types != ["Transformer", "Pooling", "Dense"] or modules[0]["path"]:
        return None
    pooling, dense = (_json(folder / module["path"], "config.json") or {} for module in modules[1:])
    mean = pooling.get("pooling_mode", "mean") == "mean" and not any(
        pooling.get(f"pooling_mode_{mode}") for mode in POOLING_MODES
    )
    plain = (
        dense.get("activation_function") == IDENTITY
        and dense.get("bias", True)
        and not dense.get("use_residual")
        and dense.get("module_input_name", "sentence_embedding") == "sentence_embedding"
        and dense.get("module_output_name") == "scores"
    )
    return str(modules[2]["path"]) if mean and plain else None


def _configs(config: Config, max_tokens: int) -> dict[str, Any]:
    text = {"method": "forward", "method_output_name": "last_hidden_state"}
    special = ("unk", "sep", "pad", "cls", "mask")
    return {
        "config.json": config | {"architectures": ["BertModel"]},
        # BertTokenizer would give the second text type 1, whatever the tokenizer's file says.
        "tokenizer_config.json": {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "model_max_length": max_tokens,
            **{f"{name}_token": f"[{name.upper()}]" for name in special},
        },
        "modules.json": [
            {"idx": i, "name": str(i), "path": path, "type": kind}
            for i, (path, kind) in enumerate(MODULES.items())
        ],
        "config_sentence_transformers.json": {
            "activation_fn": IDENTITY,
            "default_prompt_name": None,
            "model_type": "CrossEncoder",
            "prompts": {},
        },
        "sentence_bert_config.json": {
            "transformer_task": "feature-extraction",
            "modality_config": {"text": text},
            "module_output_name": "token_embeddings",
        },
        "1_Pooling/config.json": {
            "embedding_dimension": config["hidden_size"],
            "pooling_mode": "mean",
            "include_prompt": True,
        },
        "2_Dense/config.json": {
            "in_features": config["hidden_size"],
            "out_features": 1,
            "bias": True,
            "activation_function": IDENTITY,
            "module_input_name": "sentence_embedding",
            "module_output_name": "scores",
        },
    }


def _json(folder: Path, name: str) -> Any:
    path = folder / name
    return read_json(path, "configuration") if path.is_file() else None
