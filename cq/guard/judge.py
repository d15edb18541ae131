"""The judge: whether a talk tells, denies, corrects or does not tell the value of an argument.

A small network over the frozen states of the bundled encoder. Each word piece of the talk carries its
speaker, whether it mentions the value or another one, and the distance to the next mention.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import nn

from cq.guard.meaning import backbone
from cq.guard.mentions import Argument, Mention, Turn
from cq.modeling.artifacts import WEIGHTS, load_artifact, save_artifact

if TYPE_CHECKING:
    from cq.encoder.backbone import Backbone

VERDICTS = ("told", "denied", "corrected", "not told")
KIND = "guard"
LAYERS = (2, 5)
"""The layers of the encoder that are read."""
WIDTH, HEADS, DEPTH = 96, 4, 1
_FAR = 12
"""Word pieces from which on a mention is far."""
_SPEAKERS = ("argument", "user", "assistant", "found")
_MOST = 220
"""Word pieces of a talk that are read; the encoder has places for 512."""


class Network(nn.Module):
    """States (n, t, layers × width) and marks (n, t, 4) of word pieces → logits (n, 4) of the verdicts.

    The marks are the speaker; 0 for nothing, 1 for the value, 2 for another value; the distance to the
    value; and whether it is the last turn. `padding` (n, t) is true where there is no word piece.
    """

    def __init__(self, states: int, width: int = WIDTH, dropout: float = 0.0) -> None:
        super().__init__()
        self.project = nn.Linear(states, width)
        sizes = (len(_SPEAKERS), 3, 2 * _FAR + 2, 2)
        self.embed = nn.ModuleList(nn.Embedding(size, width) for size in sizes)
        layer = nn.TransformerEncoderLayer(
            width, HEADS, 2 * width, dropout, batch_first=True, norm_first=True
        )
        self.near = nn.Linear(2, width)
        self.layers = nn.TransformerEncoder(layer, DEPTH, enable_nested_tensor=False)
        self.drop = nn.Dropout(dropout)
        self.head = nn.Linear(2 * width, len(VERDICTS))

    def forward(self, states: torch.Tensor, marks: torch.Tensor, padding: torch.Tensor) -> torch.Tensor:
        x = self.project(states) + self.near(_nearness(states, marks, padding))
        x = x + sum(embedding(marks[..., i]) for i, embedding in enumerate(self.embed))
        x = self.layers(self.drop(x), src_key_padding_mask=padding)
        at = ((marks[..., 1] == 1) & ~padding).float()[..., None]
        mentioned = (x * at).sum(1) / at.sum(1).clamp(min=1)
        most = x.masked_fill(padding[..., None], -1e4).max(1).values
        logits: torch.Tensor = self.head(self.drop(torch.cat([mentioned, most], -1)))
        return logits


def _nearness(states: torch.Tensor, marks: torch.Tensor, padding: torch.Tensor) -> torch.Tensor:
    """How near each word piece is to a word of the argument (n, t, 2): the greatest cosine, and its distance
    to the nearest piece of the talk.
    """
    unit = nn.functional.normalize(states, dim=-1)
    is_about = (marks[..., 0] == 0) & ~padding
    cosines = (unit @ unit.transpose(1, 2)).masked_fill(~is_about[:, None], 0.0).amax(-1)
    talk = cosines.masked_fill(is_about | padding, 0.0)
    return torch.stack([talk, talk - talk.amax(-1, keepdim=True)], -1) * 4


class Judge:
    """Networks trained from different starts; their probabilities are averaged.

    A value that a request mentions is told unless "not told" is likelier than `not_told`: people ask in
    questions too, and few of the values that they tell may be lost.
    """

    def __init__(self, networks: Sequence[Network], encoder: Backbone, not_told: float = 1.0) -> None:
        self.networks, self.encoder = tuple(network.eval() for network in networks), encoder
        self.not_told = not_told

    def chances(self, talk: Sequence[Turn], argument: Argument, found: Sequence[Mention]) -> dict[str, float]:
        """The probability of each of `VERDICTS` for a value whose mentions are all given."""
        ids, about, marks = pieces_of(self.encoder, talk, argument, found)
        states = torch.cat([_states(self.encoder, ids), _states(self.encoder, about)[1:-1]])
        padding = torch.zeros(1, len(states), dtype=torch.bool)
        (likely,) = self.probabilities(states[None], marks[None], padding).tolist()
        return dict(zip(VERDICTS, likely, strict=True))

    @torch.inference_mode()
    def probabilities(self, states: torch.Tensor, marks: torch.Tensor, padding: torch.Tensor) -> torch.Tensor:
        """The mean probabilities (n, 4) of the networks; for the inputs, see `Network`."""
        return torch.stack([network(states, marks, padding) for network in self.networks]).softmax(-1).mean(0)

    def save(self, folder: Path, info: dict[str, Any]) -> None:
        """Write the weights at half precision. Raises `OSError`."""
        tensors = {
            f"{i}.{name}": value.numpy().astype(np.float16)
            for i, network in enumerate(self.networks)
            for name, value in network.state_dict().items()
        }
        config = {"kind": KIND, "backbone": self.encoder.name, "networks": len(self.networks)}
        save_artifact(folder, {**config, "not_told": self.not_told, **info}, tensors)

    @classmethod
    def load(cls, folder: Path, encoder: Backbone) -> Judge:
        """Raises `MissingFileError` or `InputError` for missing, damaged or foreign weights."""
        config, tensors = load_artifact(folder, KIND, encoder.name)
        networks = []
        for i in range(config.count("networks")):
            prefix = f"{i}."
            state = {
                name.removeprefix(prefix): torch.from_numpy(value.astype(np.float32))
                for name, value in tensors.items()
                if name.startswith(prefix)
            }
            network = Network(len(LAYERS) * encoder.width)
            network.load_state_dict(state)
            networks.append(network)
        return cls(networks, encoder, config.number("not_told"))


def pieces_of(
    encoder: Backbone, talk: Sequence[Turn], argument: Argument, found: Sequence[Mention]
) -> tuple[tuple[int, ...], tuple[int, ...], torch.Tensor]:
    """The ids of a talk, the ids of the argument behind it, and the marks of all."""
    ids, rows = _talk_pieces(encoder, talk, found)
    about = encoder.encoder.tokenize([argument.about[:200]])[0]
    places = np.flatnonzero([row[1] == 1 for row in rows])
    for at, row in enumerate(rows):
        nearest = min((at - place for place in places), key=abs, default=_FAR + 1)
        row[2] = min(max(int(nearest), -_FAR), _FAR) + _FAR if len(places) else 2 * _FAR + 1
    return tuple(ids), tuple(about), torch.tensor([*rows, *([[0, 0, 2 * _FAR + 1, 0]] * (len(about) - 2))])


def _talk_pieces(
    encoder: Backbone, talk: Sequence[Turn], found: Sequence[Mention]
) -> tuple[list[int], list[list[int]]]:
    """Ids and marks of the turns with a mention, of their neighbours, and of the last turn."""
    near = {
        mention.turn + step for mention in found for step in ((-1, 0, 1, 2) if mention.is_value else (0,))
    }
    segments = [
        (turn.speaker, text, mark, number == len(talk) - 1)
        for number, turn in enumerate(talk)
        if number in near or number == len(talk) - 1
        for text, mark in [
            *_marked(turn.text, [mention for mention in found if mention.turn == number]),
            (None, 0),
        ]
    ]
    tokens = iter(encoder.encoder.tokenize([text for _, text, _, _ in segments if text is not None]))
    first, last = encoder.encoder.tokenize([""])[0]
    ids, rows = [first], [[1, 0, 0, 0]]
    for speaker, text, mark, is_last in segments:
        pieces = [last] if text is None else next(tokens)[1:-1]
        ids += pieces
        # No training item has words of tools, so they get the assistant's mark.
        by = _SPEAKERS.index("user" if speaker == "user" else "assistant")
        rows += [[by, mark, 0, int(is_last)] for _ in pieces]
    if len(ids) > _MOST:
        marked = [at for at, row in enumerate(rows) if row[1] == 1]
        start = max(0, min((marked[-1] if marked else 0) - _MOST // 2, len(ids) - _MOST))
        ids, rows = ids[start : start + _MOST], rows[start : start + _MOST]
    return ids, rows


def _marked(text: str, found: Sequence[Mention]) -> list[tuple[str, int]]:
    """The pieces of a turn with their marks. Where mentions overlap, the value takes precedence."""
    marks = np.zeros(len(text) + 1, dtype=int)
    for mention in sorted(found, key=lambda mention: mention.is_value):
        marks[slice(*mention.span)] = 1 if mention.is_value else 2
    bounds = [0, *(np.flatnonzero(np.diff(marks[:-1])) + 1).tolist(), len(text)]
    pairs = pairwise(bounds)
    return [(text[start:end], int(marks[start])) for start, end in pairs if start < end]


def states_of(encoder: Backbone, ids: Sequence[tuple[int, ...]]) -> torch.Tensor:
    """The states (n, t, layers × width) of n texts of t word pieces."""
    states = encoder.encoder.states([list(text_ids) for text_ids in ids], LAYERS)
    return states.permute(0, 2, 1, 3).flatten(2).clone()


@lru_cache(maxsize=512)
def _states(encoder: Backbone, ids: tuple[int, ...]) -> torch.Tensor:
    """The states of one text; a talk is read once for all arguments."""
    return states_of(encoder, [ids])[0]


@lru_cache(maxsize=1)
def bundled() -> Judge:
    """The judge in the package, loaded on first use."""
    return Judge.load(WEIGHTS / KIND, backbone())
