"""The packaged text encoder, or any that transformers can load: ids in, hidden states of every layer out."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from cq.deadlines import check_deadline
from cq.errors import InputError, MissingFileError
from cq.files.digests import fingerprint
from cq.files.json_input import read_json
from cq.modeling.artifacts import reporting_damage

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel

    from cq.encoder.bert import Bert

Tokenize = Callable[[list[str]], list[list[int]]]
"""Texts → the ids of each with its end marks, neither padded nor truncated."""

LOAD_ERRORS = (OSError, ValueError, KeyError, TypeError, RuntimeError, AttributeError)
"""Errors of transformers for a model that it cannot load."""


class Encoder:
    """A frozen encoder with its tokenizer. `model` takes ids and gives hidden states; `most` is how many ids
    the tokenizer allows, and `max_tokens` how many the model reads.
    """

    def __init__(self, model: Bert | PreTrainedModel, tokenize: Tokenize, most: int) -> None:
        self.model, self._tokenize, self._most = model, tokenize, most
        self.width, self.depth = int(model.config.hidden_size), int(model.config.num_hidden_layers)
        positions = getattr(model.config, "max_position_embeddings", None) or -1
        self.max_tokens = min(most, positions) if positions > 0 else most

    @classmethod
    def packaged(cls, folder: Path) -> Encoder:
        """The encoder of the folder of the packaged MiniLM, whose files the caller has checked. It needs no
        transformers, which takes longer to import than all the rest.
        """
        from tokenizers import Tokenizer

        from cq.encoder.bert import Bert

        model, tokenizer = Bert.load(folder), Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return cls(model, partial(_ids, tokenizer), model.config.max_position_embeddings)

    @classmethod
    def load(cls, source: str) -> Encoder:
        """The encoder of a folder or of a model id (which contacts the hub), at single precision.

        Raises `MissingFileError` if `source` looks like a path and is not a model folder, `InputError` if
        the hub or the folder's files cannot be read, or if parameters are missing.
        """
        folder = model_folder(source)
        if folder is not None:
            with reporting_damage(folder):
                folder = _transformer_folder(folder)
            if not (folder / "config.json").is_file():
                raise MissingFileError(f"{source!r} holds no config.json; give the folder of a saved encoder")
        from transformers import AutoModel, AutoTokenizer

        # Code that comes with a model is never run, nor offered to be run.
        options = {"local_files_only": folder is not None, "trust_remote_code": False}
        place = source if folder is None else str(folder)
        with quiet_transformers():
            try:
                model, info = AutoModel.from_pretrained(
                    place, dtype="float32", output_loading_info=True, **options
                )
                tokenizer = AutoTokenizer.from_pretrained(place, **options)
            except LOAD_ERRORS as error:
                reason = str(error).partition("\n")[0] or type(error).__name__
                raise InputError(f"cannot load the model {source!r}: {reason}") from None
        # No state depends on the pooler above the last layer.
        if missing := sorted(name for name in info["missing_keys"] if not name.startswith("pooler.")):
            raise InputError(f"the weights of {source!r} are damaged: {missing[0]} is missing; save it again")
        ids = partial(_ids_of_transformers, tokenizer)
        return cls(model.eval().requires_grad_(False), ids, int(tokenizer.model_max_length))

    def __reduce__(self) -> tuple[Any, ...]:
        # transformers leaves hooks on a model after its first run, which cannot be sent to another process.
        return _restored, (self.model.config, self.model.state_dict(), self._tokenize, self._most)

    def digest(self) -> str:
        """A fingerprint of all parameters that a state depends on."""
        state = self.model.state_dict().items()
        return fingerprint({name: value for name, value in state if not name.startswith("pooler.")})

    def tokenize(self, texts: list[str]) -> list[list[int]]:
        """Ids of each text with its end marks, neither padded nor truncated."""
        return self._tokenize(texts) if texts else []

    def states(self, ids: list[list[int]], layers: Sequence[int], fast: bool = False) -> torch.Tensor:
        """Hidden states (n, len(layers), t, width) of n texts of t tokens each at some layers, of which 0 is
        the embedding layer. If `fast`, products are computed in bfloat16 where this processor is faster with
        it.
        """
        import torch

        check_deadline()
        model = self.fast_model if fast else self.model
        with torch.inference_mode(), autocast(fast):
            # The packaged encoder stops at the highest layer needed.
            highest = {"highest": max(layers)} if isinstance(model.config, SimpleNamespace) else {}
            states = model(input_ids=torch.tensor(ids), output_hidden_states=True, **highest).hidden_states
            return torch.stack([states[layer].float() for layer in layers], dim=1)

    @cached_property
    def fast_model(self) -> Bert | PreTrainedModel:
        """The model with the weights of its products in bfloat16, if this processor is faster with it."""
        return in_fast_dtype(self.model)


def _ids(tokenizer: Any, texts: list[str]) -> list[list[int]]:
    """The ids of the library tokenizers."""
    return [encoding.ids for encoding in tokenizer.encode_batch(texts)]


def _ids_of_transformers(tokenizer: Any, texts: list[str]) -> list[list[int]]:
    ids: list[list[int]] = tokenizer(texts, verbose=False)["input_ids"]
    return ids


def _restored(config: Any, state: dict[str, torch.Tensor], tokenize: Tokenize, most: int) -> Encoder:
    import torch

    if isinstance(config, SimpleNamespace):
        from cq.encoder.bert import Bert

        return Encoder(Bert.of(vars(config), state), tokenize, most)
    from transformers import AutoModel

    with torch.random.fork_rng(devices=[]):
        model = AutoModel.from_config(config, dtype=torch.float32)
    model.load_state_dict(state)
    return Encoder(model.eval().requires_grad_(False), tokenize, most)


def fast_dtype() -> torch.dtype:
    """bfloat16 if this processor multiplies it faster than float32, else float32."""
    import torch

    supported = getattr(torch.cpu, "_is_avx512_bf16_supported", None)
    return torch.bfloat16 if supported is not None and supported() else torch.float32


def autocast(enabled: bool) -> torch.autocast:
    """Products of matrices in `fast_dtype`, if enabled. Sums and normalizations stay at single precision."""
    import torch

    return torch.autocast("cpu", torch.bfloat16, enabled=enabled and fast_dtype() is torch.bfloat16)


def in_fast_dtype(model: Bert | PreTrainedModel) -> Bert | PreTrainedModel:
    """The model for `autocast(True)`, which need not convert its weights each time; it shares the embeddings
    of the one given.
    """
    import torch

    if fast_dtype() is torch.float32:
        return model
    embeddings = model.get_input_embeddings()
    converted = copy.deepcopy(model, {id(embeddings): embeddings})
    for module in converted.modules():
        if isinstance(module, torch.nn.Linear):
            module.to(fast_dtype())
    return converted


@contextmanager
def quiet_transformers() -> Iterator[None]:
    """Hide the bars and reports that transformers prints while it reads or writes a model."""
    from transformers.utils import logging

    shown, level = logging.is_progress_bar_enabled(), logging.get_verbosity()
    logging.disable_progress_bar()
    logging.set_verbosity_error()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if shown:
            logging.enable_progress_bar()


def model_folder(source: str | os.PathLike[str]) -> Path | None:
    """The folder that `source` names; None for a hub's model id.

    Raises `MissingFileError` if it looks like a path and is not a folder.
    """
    folder, name = Path(source).expanduser(), str(source)
    if folder.is_dir():
        return folder
    if name.startswith((".", "/", "~")) or name.count("/") > 1:
        raise MissingFileError(f"no model folder at {name!r}; give a folder or a model id")
    return None


def _transformer_folder(folder: Path) -> Path:
    """The folder itself, or the part of a saved SentenceTransformer that holds its transformer."""
    modules = folder / "modules.json"
    if (folder / "config.json").is_file() or not modules.is_file():
        return folder
    for module in read_json(modules, "list of modules"):
        if module["type"].endswith(".Transformer"):
            return folder / str(module["path"])
    return folder
