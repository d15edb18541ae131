"""The cross-encoder on the backbone: an instruction is read once, then each question after it.

The tokens of a question attend to those of the instruction before it, which do not see the question, as in a
prefix language model (Raffel et al. 2020); questions do not see each other. A dozen questions about one
instruction cost a third of a dozen pairs. The head reads the mean of the question's last states.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from torch import nn

from cq.deadlines import check_deadline
from cq.encoder.encoder import Encoder, autocast, in_fast_dtype
from cq.errors import InputError
from cq.ranking.cross_encoder.pairs import Logits, Pair

if TYPE_CHECKING:
    from transformers import PreTrainedModel

    from cq.encoder.bert import Bert

MAX_TOKENS_EACH = 64
"""The most tokens of an instruction, and of a question."""

QUESTIONS_AT_A_TIME = 32
"""The most questions behind one copy of their instruction."""

LAYER_PREFIX = "encoder.layer."
"""Prefix of the names of a layer's parameters in a BERT; its index follows."""

INSTRUCTION, PADDING = 0, -1
"""Owners of tokens that belong to no question."""

QuestionList = tuple[str, Sequence[str]]
"""An instruction, and questions about it."""


class PrefixCrossEncoder(nn.Module):
    """Pairs of texts → one logit each: the backbone's model, a BERT, with its layers from the index `frozen`
    on trained, and a head. Only these are its parameters; the rest belongs to the backbone.
    """

    def __init__(self, encoder: Encoder, frozen: int, dropout: float = 0.0) -> None:
        """Untrained. Raises `InputError` if the encoder is not a BERT."""
        super().__init__()
        base: Any = encoder.model
        if base.config.model_type != "bert":
            raise InputError(
                "the cross-encoder needs the layers of a BERT, and the backbone is none; give a BERT"
            )
        shared = [base.embeddings, *base.encoder.layer[:frozen]]
        bert = copy.deepcopy(base, {id(part): part for part in shared})
        self._encoder = encoder
        # Not a submodule, so that only the trained part is saved and has dropout.
        object.__setattr__(self, "_bert", bert)
        self.layers = nn.ModuleDict({str(i): bert.encoder.layer[i] for i in range(frozen, encoder.depth)})
        self.layers.requires_grad_(True)
        self.head = nn.Linear(encoder.width, 1)
        for module in self.layers.modules():
            if isinstance(module, nn.Dropout):
                module.p = dropout

    @classmethod
    def from_delta(cls, encoder: Encoder, delta: Mapping[str, torch.Tensor]) -> PrefixCrossEncoder:
        """The cross-encoder that `delta` describes. Raises `KeyError` if a name is unknown or the head is
        missing, `RuntimeError` if a shape misfits.
        """
        trained = {int(name.split(".")[2]) for name in delta if name.startswith(LAYER_PREFIX)}
        # This leaves the caller's random state unchanged.
        with torch.random.fork_rng(devices=[]):
            made = cls(encoder, min(trained, default=encoder.depth))
        own = made.delta()
        if unknown := set(delta) - set(own):
            raise KeyError(f"{min(unknown)} is not a parameter of the cross-encoder")
        head = {name: delta[name] for name in own if not name.startswith(LAYER_PREFIX)}
        named = {
            name.replace(LAYER_PREFIX, "layers."): tensor for name, tensor in {**own, **delta, **head}.items()
        }
        made.load_state_dict(named)
        return made.eval()

    def delta(self) -> dict[str, torch.Tensor]:
        """The trained tensors, layers by their names in a BERT."""
        state = self.state_dict().items()
        return {name.replace("layers.", LAYER_PREFIX): value.detach().clone() for name, value in state}

    def forward(self, lists: Sequence[QuestionList]) -> torch.Tensor:
        """The logits of all questions of some lists, in order."""
        return self._scored(self._bert, lists)

    def logits(self, pairs: Sequence[Pair], fast: bool = False) -> Logits:
        """Raw logits (n,) of n pairs. If `fast`, in bfloat16 where this is faster on this processor; the
        logits differ by 0.01 on average.
        """
        bert = self._fast_bert if fast else self._bert
        found = [np.empty(0)]
        with torch.inference_mode(), autocast(fast):
            for text, same in groupby(pairs, key=lambda pair: pair[0]):
                questions = [question for _, question in same]
                for first in range(0, len(questions), QUESTIONS_AT_A_TIME):
                    check_deadline()
                    some = questions[first : first + QUESTIONS_AT_A_TIME]
                    found.append(self._scored(bert, [(text, some)]).double().numpy())
        return np.concatenate(found)

    @cached_property
    def _fast_bert(self) -> Bert | PreTrainedModel:
        return in_fast_dtype(self._bert)

    def _scored(self, bert: Bert | PreTrainedModel, lists: Sequence[QuestionList]) -> torch.Tensor:
        batch = _batch(self._encoder, lists)
        seen, seeing = batch.owners[:, None, :], batch.owners[:, :, None]
        mask = (seen == INSTRUCTION) | (seen == seeing)
        states = bert(batch.ids, attention_mask=mask[:, None], position_ids=batch.positions).last_hidden_state
        of_questions = states.float()[batch.owners > INSTRUCTION]
        means = torch.segment_reduce(of_questions, "mean", lengths=batch.lengths)
        logits: torch.Tensor = self.head(means)[:, 0]
        return logits


class _Batch(NamedTuple):
    """Lists of questions as the encoder's input, one a row: `ids`, `positions` and `owners` (rows,
    tokens). The owner is `INSTRUCTION`, the number of the question from 1, or `PADDING`. `lengths` are the
    tokens of all questions.
    """

    ids: torch.Tensor
    positions: torch.Tensor
    owners: torch.Tensor
    lengths: torch.Tensor


def _batch(encoder: Encoder, lists: Sequence[QuestionList]) -> _Batch:
    most = min(MAX_TOKENS_EACH, encoder.max_tokens // 2)
    rows, lengths = [], []
    for text, questions in lists:
        # The last id is the end mark.
        first, *others = (
            ids if len(ids) <= most else [*ids[: most - 1], ids[-1]]
            for ids in encoder.tokenize([text, *questions])
        )
        # The start mark occurs once, before the instruction.
        parts = [first, *(ids[1:] for ids in others)]
        starts = [0, *[len(first)] * len(others)]
        tokens = [
            (token, start + place, owner)
            for owner, (part, start) in enumerate(zip(parts, starts, strict=True))
            for place, token in enumerate(part)
        ]
        rows.append(torch.tensor(tokens))
        lengths += [len(part) for part in parts[1:]]
    padded = nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=PADDING)
    ids, positions, owners = padded.unbind(-1)
    return _Batch(ids.clamp(min=0), positions.clamp(min=0), owners, torch.tensor(lengths))
