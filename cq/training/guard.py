"""Training the guard's judge on items by many writers. Every fifth is measured by a judge of the others."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, Literal

import torch
from pydantic import Field, TypeAdapter, ValidationError
from torch import nn

from cq.encoder.backbone import Backbone
from cq.errors import InputError, fault_in
from cq.files.json_input import json_lines
from cq.guard.judge import LAYERS, VERDICTS, Judge, Network, pieces_of, states_of
from cq.guard.mentions import Argument, Mention, Turn, mentions
from cq.guard.support import is_requested
from cq.guard.tools import Tool
from cq.guard.words import plain
from cq.utterances import check_characters


@dataclass(frozen=True)
class Item:
    """A talk about the value of an argument. `label` is one of `VERDICTS`."""

    writer: str
    turns: tuple[Turn, ...]
    argument: Argument
    value: Any
    label: str

    @cached_property
    def mentions(self) -> list[Mention]:
        return mentions(self.turns, self.argument, self.value)


@dataclass(frozen=True)
class _Row:
    """An item as JSON."""

    writer: str
    turns: Annotated[list[tuple[Literal["user", "assistant"], str]], Field(min_length=1)]
    argument: str
    schema: dict[str, Any]
    value: Any
    label: Literal["told", "denied", "corrected", "not told"]


_ROWS = TypeAdapter(_Row)


@dataclass(frozen=True)
class Case:
    """An item as numbers: the states (t, layers × width) and the marks (t, 4) of its word pieces."""

    states: torch.Tensor
    marks: torch.Tensor

    @property
    def is_mentioned(self) -> bool:
        """Whether any word piece mentions the value."""
        return bool((self.marks[:, 1] == 1).any())


@dataclass(frozen=True)
class JudgeTrainingConfig:
    """The configuration of the networks' training."""

    epochs: int = 18
    rows: int = 64
    rate: float = 2e-3
    decay: float = 0.05
    dropout: float = 0.2
    networks: int = 5
    smoothing: float = 0.05
    lost: float = 0.0
    """The share of told values in requests of held-out writers that may be taken as not told. At 0.02, two of
    the 40 complete calls of `eval loop guard` were asked about.
    """


def read_items(paths: Iterable[Path]) -> list[Item]:
    """Items from JSON Lines. Raises `InputError`, which names the line, for a row that is not an item."""
    found = []
    for path in sorted(paths):
        with path.open("rb") as file:
            for where, row in json_lines(file, path.name):
                try:
                    found.append(_item(row))
                except ValidationError as error:
                    raise InputError(f"{where} is not an item: {fault_in(error.errors()[0])}") from None
                except InputError as error:
                    raise InputError(f"{where} is not an item: {error}") from None
    return found


def _item(value: dict[str, Any]) -> Item:
    check_characters(json.dumps(value, ensure_ascii=False), "the text")
    row = _ROWS.validate_python(value)
    turns = tuple(Turn(speaker, plain(text)) for speaker, text in row.turns)
    argument = _argument(row.argument, json.dumps(row.schema))
    return Item(row.writer, turns, argument, row.value, row.label)


@lru_cache(maxsize=1024)  # Many items are about one argument.
def _argument(name: str, schema: str) -> Argument:
    """An argument with its schema in plain form, as the guard reads it."""
    tool = Tool.parse({"name": "item", "parameters": {"properties": {name: json.loads(schema)}}})
    return Argument(name, tool.properties[name])


def train_judge(
    items: Sequence[Item],
    encoder: Backbone,
    config: JudgeTrainingConfig = JudgeTrainingConfig(),
    measure: bool = True,
) -> tuple[Judge, dict[str, Any]]:
    """The judge of all items. With `measure`, also the figures on every fifth writer by a judge of the
    others, which `Judge.not_told` is chosen on. Raises `InputError` for items of which none mentions its
    value.
    """
    cases = cases_of(items, encoder)
    writers = sorted({row.writer for row in items})
    info: dict[str, Any] = {"rows": len(items), "writers": len(writers)}
    not_told = 1.0
    if measure and len(writers) > 1:
        held_out = set(writers[::5])
        others = _fit([row for row in items if row.writer not in held_out], cases, encoder, config)
        own = [row for row in items if row.writer in held_out]
        likely = chances_of(others, [cases[id(row)] for row in own])
        not_told = _calibrated(own, likely, config.lost)
        info |= {"measured": len(held_out), "out_of_fold": _figures(own, likely)}
    judge = _fit(items, cases, encoder, config)
    judge.not_told = not_told
    return judge, info


def _calibrated(items: Sequence[Item], likely: torch.Tensor, lost: float) -> float:
    """The probability of "not told" that a share `lost` of the told values in requests exceeds; 1, which none
    exceeds, if there are no such values.
    """
    told = [
        float(row_likely[VERDICTS.index("not told")])
        for row, row_likely in zip(items, likely, strict=True)
        if row.label == "told" and is_requested(row.turns, row.mentions)
    ]
    if not told:
        return 1.0
    exceeded = float(torch.tensor(told).quantile(1 - lost, interpolation="higher"))
    return math.ceil(exceeded * 1000) / 1000


def _figures(items: Sequence[Item], likely: torch.Tensor) -> dict[str, float]:
    """The share of items that are judged right, of all and of each label."""
    right: dict[str, list[bool]] = {"right": [], **{label: [] for label in VERDICTS}}
    for row, verdict in zip(items, likely.argmax(-1).tolist(), strict=True):
        for kind in ("right", row.label):
            right[kind].append(VERDICTS[verdict] == row.label)
    return {name: round(sum(some) / len(some), 3) for name, some in right.items() if some}


def cases_of(items: Sequence[Item], encoder: Backbone) -> dict[int, Case]:
    """The case of each item, by its `id`. Each text is read once, in batches of equal length."""
    pieces = [pieces_of(encoder, row.turns, row.argument, row.mentions) for row in items]
    texts = sorted({ids for talk, about, _ in pieces for ids in (talk, about)}, key=len)
    states: dict[tuple[int, ...], torch.Tensor] = {}
    for _, same in groupby(texts, key=len):
        group = list(same)
        for some in (group[first : first + 32] for first in range(0, len(group), 32)):
            states.update(zip(some, states_of(encoder, some), strict=True))
    return {
        id(row): Case(torch.cat([states[talk], states[about][1:-1]]), marks)
        for row, (talk, about, marks) in zip(items, pieces, strict=True)
    }


def chances_of(judge: Judge, cases: Sequence[Case]) -> torch.Tensor:
    """The probabilities (n, 4) of the verdicts on cases; a value without a mention is not told."""
    likely = torch.zeros(len(cases), len(VERDICTS))
    likely[:, VERDICTS.index("not told")] = 1.0
    mentioned = sorted(
        (i for i, case in enumerate(cases) if case.is_mentioned), key=lambda i: len(cases[i].marks)
    )
    for some in (mentioned[first : first + 64] for first in range(0, len(mentioned), 64)):
        likely[some] = judge.probabilities(*_batch([cases[i] for i in some]))
    return likely


def _fit(
    items: Sequence[Item], cases: dict[int, Case], encoder: Backbone, config: JudgeTrainingConfig
) -> Judge:
    kept = [row for row in items if cases[id(row)].is_mentioned]
    if not kept:
        raise InputError(
            f"none of {len(items)} items to train on has a turn that mentions its value; give some that do, "
            "by two writers or more if some are held out"
        )
    rows = [(cases[id(row)], VERDICTS.index(row.label)) for row in kept]
    networks = []
    for seed in range(config.networks):
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            networks.append(_network(rows, len(LAYERS) * encoder.width, config))
    return Judge(networks, encoder)


def _network(rows: Sequence[tuple[Case, int]], width: int, config: JudgeTrainingConfig) -> Network:
    network = Network(width, dropout=config.dropout).train()
    optimizer = torch.optim.AdamW(network.parameters(), lr=config.rate, weight_decay=config.decay)
    steps = config.epochs * -(-len(rows) // config.rows)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, config.rate, total_steps=steps)
    loss = nn.CrossEntropyLoss(label_smoothing=config.smoothing)
    for _ in range(config.epochs):
        for some in _batches([len(case.marks) for case, _ in rows], config.rows):
            states, marks, padding = _batch([rows[i][0] for i in some])
            logits = network(states, marks, padding)
            optimizer.zero_grad()
            loss(logits, torch.tensor([rows[i][1] for i in some])).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
    return network.eval().half().float()


def _batches(lengths: Sequence[int], size: int) -> list[list[int]]:
    """Indices of rows of about equal length, in random batches."""
    noise = torch.rand(len(lengths)) * 6
    order = (torch.tensor(lengths) + noise).argsort().tolist()
    batches = [order[first : first + size] for first in range(0, len(order), size)]
    return [batches[i] for i in torch.randperm(len(batches)).tolist()]


def _batch(cases: Sequence[Case]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    states = nn.utils.rnn.pad_sequence([case.states for case in cases], batch_first=True)
    marks = nn.utils.rnn.pad_sequence([case.marks for case in cases], batch_first=True)
    lengths = torch.tensor([len(case.states) for case in cases])
    return states, marks, torch.arange(states.shape[1])[None] >= lengths[:, None]
