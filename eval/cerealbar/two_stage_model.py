"""The two-stage model of Suhr et al. 2019: a plan of an instruction and the map, then actions of the plan.

Section 4 and appendix D. A LingUNet (Misra et al. 2018) maps the cells around the follower and the
instruction, read by an LSTM, to four distributions over cells. An LSTM reads these near the follower, step by
step, and generates actions. `python -m eval cerealbar two-stage` trains both.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import nn
from torch.nn import functional
from torch.nn.utils import rnn

from cq.env.cerealbar.deck import CARDS, COLOURS, SHAPES
from cq.env.cerealbar.game_map import OBJECTS, TERRAINS
from cq.env.cerealbar.hexes import CELLS, SIZE
from cq.env.cerealbar.rules import Action, Player, State, defined
from cq.errors import InputError, excerpt
from cq.files import replacing
from cq.modeling.artifacts import reporting_damage

CHANNELS = ("visited", "goal", "avoid", "impassable")
"""The distributions: visited is one over cells, the others are a chance for each cell."""
WINDOW, CROP = 24, 5
"""Rows and columns that the stages see; the follower is in the middle, at n // 2."""
LEVELS, WIDTH, READ, HEARD, START = 3, 24, 4, 96, len(Action)
"""Of the LingUNet; channels of its maps, and of those by words; the instruction's vector; no action yet."""
_AHEAD = np.array([(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)])
"""By heading: the step in axial coordinates, in which all rows are alike."""
TERRAIN, OBJECT, CARD, SELECTED, LEADER = 0, 1, 2, 5, 6
OFFSETS = np.cumsum([0, len(TERRAINS) - 1, len(OBJECTS) - 1, len(COLOURS), len(SHAPES), 3, 1, 6]).tolist()
"""Properties (from `CARD` on a card's colour, shape and number), and the number of the values before each."""
_FACES = np.array([(0, 0, 0)] + [(COLOURS.index(c) + 1, SHAPES.index(s) + 1, n) for c, s, n in CARDS])


@cache
def cells_around(width: int) -> torch.Tensor:
    """By pose: the cells around it, int64 (3750, width²), turned such that it looks along the columns;
    `CELLS` is a cell outside the grid.
    """
    cells, span = np.arange(CELLS), np.arange(width) - width // 2
    places = np.stack([cells % SIZE - cells // SIZE // 2, cells // SIZE], 1)
    steps = [span[:, None, None] * _AHEAD[h] + span[None, :, None] * _AHEAD[(h + 1) % 6] for h in range(6)]
    axial = places[:, None, None] + np.stack(steps).reshape(1, 6, width**2, 2)
    x, y = axial[..., 0] + axial[..., 1] // 2, axial[..., 1]
    inside = (x >= 0) & (x < SIZE) & (y >= 0) & (y < SIZE)
    return torch.from_numpy(np.where(inside, y * SIZE + x, CELLS).reshape(-1, width**2))


def properties(state: State) -> torch.Tensor:
    """The properties of each cell as numbers, 0 for none: uint8 (7, 626). The last cell is off the grid."""
    codes = np.zeros((LEADER + 1, CELLS + 1), np.uint8)
    codes[TERRAIN, :CELLS], codes[OBJECT, :CELLS] = bytearray(state.map.terrain), bytearray(state.map.objects)
    codes[CARD:SELECTED, :CELLS] = _FACES[np.frombuffer(state.cards, np.uint8)].T
    codes[SELECTED, list(state.selected)] = 1
    codes[LEADER, state.leader // 6] = 1 + (state.leader - state.follower) % 6
    return torch.from_numpy(np.where(codes, codes + np.array(OFFSETS[:-1])[:, None], 0).astype(np.uint8))


def words_of(text: str) -> list[str]:
    """In lower case."""
    return "".join(letter if letter.isalnum() else " " for letter in text.lower()).split()


class Plan(NamedTuple):
    """Logits of channels (b, 4, 576), early goals (b, 576), implicit reasoning (b, 3); the cells (b, 576)."""

    logits: torch.Tensor
    early: torch.Tensor
    implicit: torch.Tensor
    cells: torch.Tensor


class LingUNet(nn.Module):
    """Convolutions down, kernels made of words at each level, and transposed convolutions up."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        down, up = [channels, *[WIDTH] * LEVELS], [*[2 * WIDTH] * (LEVELS - 1), WIDTH]
        self.first = nn.ModuleList(nn.Conv2d(down[i], WIDTH, 3, 1, 1) for i in range(LEVELS))
        self.second = nn.ModuleList(nn.Conv2d(WIDTH, WIDTH, 3, 2, 1) for _ in range(LEVELS))
        self.kernels = nn.ModuleList(nn.Linear(HEARD // LEVELS, WIDTH**2) for _ in range(LEVELS))
        self.back = nn.ModuleList(nn.ConvTranspose2d(up[i], WIDTH, 3, 1, 1) for i in range(1, LEVELS))
        ends = [(2 * WIDTH, len(CHANNELS)), *[(WIDTH, WIDTH)] * (LEVELS - 1)]
        self.larger = nn.ModuleList(nn.ConvTranspose2d(*end, 3, 2, 1, 1) for end in ends)
        self.implicit = nn.ModuleList(nn.Linear(WIDTH, 1, bias=False) for _ in range(LEVELS))

    def forward(self, maps: torch.Tensor, heard: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Maps (b, c, 24, 24) and vectors (b, 96) to logits (b, 4, 24, 24), and discriminator's (b, 3)."""
        spoken = []
        for level, part in enumerate(heard.chunk(LEVELS, 1)):
            maps = functional.relu(self.second[level](functional.relu(self.first[level](maps))))
            maps = maps if level == LEVELS - 1 else functional.instance_norm(maps)
            kernel = functional.normalize(self.kernels[level](part), dim=1).view(-1, WIDTH, WIDTH)
            told = torch.bmm(kernel, maps.flatten(2)).view_as(maps)
            spoken.append(told if level == LEVELS - 1 else functional.instance_norm(told))
        inner, grown = [spoken[0]], spoken[-1]
        for level in range(LEVELS - 1, 0, -1):
            grown = grown if level == LEVELS - 1 else torch.cat([grown, spoken[level]], 1)
            grown = functional.relu(self.larger[level](functional.relu(self.back[level - 1](grown))))
            inner.append(grown if level == LEVELS - 1 else functional.instance_norm(grown))
            grown = inner[-1]
        implicit = [layer(told.mean((2, 3))) for layer, told in zip(self.implicit, inner, strict=True)]
        return self.larger[0](torch.cat([grown, spoken[0]], 1)), torch.cat(implicit, 1)


class TwoStage(nn.Module):
    """Both stages. `without` names distributions that stage 2 does not see."""

    def __init__(self, words: Sequence[str], without: Sequence[str] = ()) -> None:
        super().__init__()
        self.config = {"words": list(words), "without": list(without)}
        self._numbers = {word: number for number, word in enumerate(words, 2)}
        self.words = nn.Embedding(len(words) + 2, 64, padding_idx=0)
        self.reader = nn.LSTM(64, HEARD // 2, batch_first=True, bidirectional=True)
        self.things = nn.Linear(OFFSETS[-1], WIDTH, bias=False)
        self.kernel = nn.Linear(HEARD, READ * WIDTH)
        self.early = nn.Linear(READ, 1)
        self.lingunet = LingUNet(WIDTH + READ)
        self.look = nn.Conv2d(len(CHANNELS), 8, 3, padding=1)
        self.think = nn.Linear(8 * CROP**2, 64)
        self.judge = nn.Linear(8 * CROP**2 + 64, 64)
        self.actions = nn.Embedding(len(Action) + 1, 32)
        self.walk = nn.LSTM(32 + 64, 128, batch_first=True)
        self.choose = nn.Linear(128 + 64, len(Action))

    def numbers(self, text: str) -> list[int]:
        """The numbers of a text's words; 1 is a word that is not known."""
        return [self._numbers.get(word, 1) for word in words_of(text)] or [1]

    def hear(self, words: torch.Tensor) -> torch.Tensor:
        """Vectors (b, 96) of numbers of words (b, n), filled up with 0."""
        packed = rnn.pack_padded_sequence(self.words(words), (words > 0).sum(1), True, False)
        return torch.cat([*self.reader(packed)[1][0]], 1)

    def see(self, things: torch.Tensor, heard: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Maps (b, 28, n) of properties (b, 7, n) as the words have them, and the early logits (b, n)."""
        seen = things.transpose(1, 2).long()
        binary = heard.new_zeros(*seen.shape[:2], OFFSETS[-1] + 1).scatter_(2, seen, 1.0)
        maps = self.things(binary[:, :, 1:]).transpose(1, 2)
        told = torch.bmm(self.kernel(heard).view(-1, READ, WIDTH), maps)
        return torch.cat([maps, told], 1), self.early(told.transpose(1, 2)).squeeze(2)

    def plan(self, things: torch.Tensor, poses: torch.Tensor, words: torch.Tensor) -> Plan:
        """Stage 1: properties (b, 7, 626), poses (b,), and numbers of words (b, n)."""
        heard, cells = self.hear(words), cells_around(WINDOW)[poses]
        maps, early = self.see(things.gather(2, cells[:, None].expand(-1, things.shape[1], -1)), heard)
        logits, implicit = self.lingunet(maps.view(len(poses), -1, WINDOW, WINDOW), heard)
        return Plan(logits.flatten(2), early, implicit, cells)

    def distributions(self, plan: Plan, things: torch.Tensor) -> torch.Tensor:
        """The distributions of a plan by cell, (b, 4, 626): 0 outside the grid and the window."""
        inside, cards = plan.cells < CELLS, (things[:, CARD] > 0).gather(1, plan.cells)
        visited = plan.logits[:, :1].masked_fill(~inside[:, None], -torch.inf).softmax(2)
        chances = plan.logits[:, 1:].sigmoid() * torch.stack([cards, cards, inside], 1)
        by_cell = visited.new_zeros(len(things), len(CHANNELS), CELLS + 1)
        return by_cell.scatter(2, plan.cells[:, None].repeat(1, 4, 1), torch.cat([visited, chances], 1))

    def forward(
        self, distributions: torch.Tensor, poses: torch.Tensor, before: torch.Tensor, memory: Any = None
    ) -> tuple[torch.Tensor, Any]:
        """Stage 2: logits of actions (b, t, 5), and memory, of poses and the actions before them, (b, t)."""
        kept = torch.tensor([[[name not in self.config["without"]] for name in CHANNELS]])
        near = cells_around(CROP)[poses].flatten(1)[:, None].expand(-1, len(CHANNELS), -1)
        crops = (distributions * kept).gather(2, near).view(len(poses), len(CHANNELS), -1, CROP, CROP)
        maps = functional.relu(self.look(crops.transpose(1, 2).flatten(0, 1)))
        maps = functional.instance_norm(maps).view(*poses.shape, -1)
        seen = functional.relu(self.judge(torch.cat([maps, functional.relu(self.think(maps))], 2)))
        walked, memory = self.walk(torch.cat([self.actions(before), seen], 2), memory)
        return self.choose(torch.cat([walked, seen], 2)), memory

    def save(self, path: Path) -> None:
        """Write the model to a file of safetensors, in half precision."""
        halves = {name: value.half().contiguous() for name, value in self.state_dict().items()}
        with replacing(path) as temporary:
            save_file(halves, temporary, {"two_stage": json.dumps(self.config)})

    @classmethod
    def load(cls, path: Path) -> TwoStage:
        """Read a saved model. Raises `InputError` for a file that is missing or damaged."""
        if not Path(path).is_file():
            raise InputError(f"{str(path)!r} is not a file; train it: python -m eval cerealbar two-stage")
        with reporting_damage(Path(path)), safe_open(path, "pt") as file:
            model = cls(**json.loads(file.metadata()["two_stage"]))
            model.load_state_dict({name: file.get_tensor(name).float() for name in file.keys()})  # noqa: SIM118
        return model.eval()


class TwoStageFollower:
    """Follows instructions by a model. It plans when it first acts on an instruction, and keeps the plan."""

    def __init__(self, model: TwoStage) -> None:
        self._model = model.eval()

    def begin(self, state: State, seed: int) -> None:
        self._number = -1

    @torch.inference_mode()
    def act(self, state: State) -> Action:
        if state.player != Player.FOLLOWER or not state.queue:
            raise InputError(f"no instruction to follow ({excerpt(state.queue)}); ask in the follower's turn")
        poses = torch.tensor([state.follower])
        if state.finished != self._number:
            things, words = properties(state)[None], torch.tensor([self._model.numbers(state.queue[0])])
            self._plan = self._model.distributions(self._model.plan(things, poses, words), things)
            self._number, self._before, self._memory = state.finished, torch.tensor([[START]]), None
        logits, self._memory = self._model(self._plan, poses[None], self._before, self._memory)
        allowed = logits[0].masked_fill(~torch.tensor(defined(state)), -torch.inf)
        self._before = allowed.argmax(1, keepdim=True)
        return Action(int(self._before))
