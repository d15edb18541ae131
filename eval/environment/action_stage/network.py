"""Stage two: a recurrent network that takes one primitive action after another (Suhr et al. 2019, 4.2).

At each step it reads what it sees of the four distributions (`view`) and its last action.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional as F

from cq.env.physics import Physics
from cq.modeling.trainer import TrainingConfig, train_network
from eval.environment.action_stage.distributions import Distributions
from eval.environment.action_stage.trajectories import apply, followed
from eval.environment.action_stage.view import (
    BREAK,
    JUMP,
    LEFT,
    NUM_ACTIONS,
    STATE_WIDTH,
    STOP,
    VIEW_WIDTH,
    view,
)

HIDDEN, DROPOUT = 192, 0.1
START = NUM_ACTIONS
"""Stands for the last action before the first."""

ACTING, ACTING_WEIGHT = (*range(JUMP, LEFT), BREAK, STOP), 3.0
"""Jumps, placing, breaking and the stop: rare among steps and turns, and what counts."""

TEMPERATURE = 0.5
"""Of the softmax that actions are drawn from: the likeliest action alone would turn in circles."""

PATIENCE = 80
"""Actions without a change of blocks, after which a body is taken to turn in circles, and stops."""


class ActionNetwork(nn.Module):
    """Views and last actions → the next action."""

    def __init__(self) -> None:
        super().__init__()
        self.view = nn.Linear(VIEW_WIDTH, HIDDEN)
        self.last_action = nn.Embedding(NUM_ACTIONS + 1, HIDDEN)
        self.inner = nn.Linear(HIDDEN, HIDDEN)
        self.recurrence = nn.GRU(HIDDEN, HIDDEN, batch_first=True)
        self.head = nn.Linear(2 * HIDDEN + STATE_WIDTH, NUM_ACTIONS)
        self.dropout = nn.Dropout(DROPOUT)

    def forward(
        self, views: torch.Tensor, last: torch.Tensor, state: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits (b, t, 19) for views (b, t, VIEW_WIDTH) and last actions (b, t), and the state (1, b, ·)
        afterwards.
        """
        seen = F.gelu(self.view(self.dropout(views)) + self.last_action(last))
        seen = self.dropout(F.gelu(self.inner(seen)))
        remembered, state = self.recurrence(seen, state)
        # What the present look would do is told to the last layer directly: it says when to act.
        return self.head(torch.cat([seen, remembered, views[..., -STATE_WIDTH:]], -1)), state


@dataclass(frozen=True)
class ActionExample:
    """Views (t, VIEW_WIDTH) in half precision, possible actions (t, 19), actions (t,), and which of them are
    to be learned (t,).
    """

    views: npt.NDArray[np.float16]
    possible: npt.NDArray[np.bool_]
    actions: npt.NDArray[np.int64]
    learned: npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Rollout:
    """The actions that the network took from a state, and the body at the end."""

    actions: tuple[int, ...]
    body: Physics


def action_example(
    body: Physics, wanted: Distributions, actions: Sequence[int], learned_from: int = 0
) -> ActionExample:
    """What is seen before each action; those from `learned_from` on are to be learned."""
    seen = [view(state, wanted) for state in followed(body, actions)]
    views, possible = (np.stack(each) for each in zip(*seen, strict=True))
    taken = np.array(actions)
    # A rare action that is masked cannot be learned.
    learned = (np.arange(len(actions)) >= learned_from) & possible[np.arange(len(actions)), taken]
    return ActionExample(views.astype(np.float16), possible, taken, learned)


def train_actions(
    examples: Sequence[ActionExample],
    config: TrainingConfig,
    initial: ActionNetwork | None = None,
    seed: int = 0,
) -> ActionNetwork:
    """A network that imitates the examples, from a trained one if `initial` is given."""

    def create() -> ActionNetwork:
        network = ActionNetwork()
        if initial is not None:
            network.load_state_dict(initial.state_dict())
        return network

    def loss(network: ActionNetwork, rows: torch.Tensor) -> torch.Tensor:
        batch = [examples[i] for i in rows.tolist()]
        length = max(len(one.actions) for one in batch)
        views, possible, actions, learned = (
            torch.from_numpy(np.stack([_padded(getattr(one, name), length) for one in batch]))
            for name in ("views", "possible", "actions", "learned")
        )
        last = torch.cat([torch.full((len(batch), 1), START), actions[:, :-1]], 1)
        logits, _ = network(views.float(), last)
        logits = logits.masked_fill(~possible, -1e4)
        each = F.cross_entropy(logits.flatten(0, 1), actions.flatten(), reduction="none")
        weights = torch.where(torch.isin(actions, torch.tensor(ACTING)), ACTING_WEIGHT, 1.0)
        weights = (weights * learned).flatten()
        return (each * weights).sum() / weights.sum()

    return train_network(create, loss, len(examples), config, seed)


def roll_out(
    network: ActionNetwork,
    bodies: Sequence[Physics],
    wanted: Sequence[Distributions],
    max_steps: int,
    temperature: float = TEMPERATURE,
    seed: int = 0,
) -> list[Rollout]:
    """Actions drawn from each state, until the network stops, changes nothing for long, or after `max_steps`.
    At temperature 0 they are the likeliest ones. The bodies are left alone.
    """
    bodies = [body.copy() for body in bodies]
    taken: list[list[int]] = [[] for _ in bodies]
    waited = [0] * len(bodies)
    state = torch.zeros(1, len(bodies), HIDDEN)
    going = list(range(len(bodies)))
    rng = np.random.default_rng(seed)
    for _ in range(max_steps):
        if not going:
            break
        seen = [view(bodies[i], wanted[i]) for i in going]
        views = torch.from_numpy(np.stack([features for features, _ in seen]))[:, None]
        possible = torch.from_numpy(np.stack([actions for _, actions in seen]))
        last = torch.tensor([[taken[i][-1] if taken[i] else START] for i in going])
        with torch.inference_mode():
            logits, after = network(views, last, state[:, going])
        state[:, going] = after
        logits = logits[:, 0].masked_fill(~possible, -1e4)
        if temperature:
            # The greatest logit with Gumbel noise is a draw from the softmax.
            noise = torch.from_numpy(rng.gumbel(size=logits.shape)).float()
            logits = logits / temperature + noise
        chosen = logits.argmax(-1).tolist()
        for i, action in zip(going, chosen, strict=True):
            taken[i].append(action)
            waited[i] = 0 if apply(bodies[i], action)[0] is not None else waited[i] + 1
        going = [i for i in going if taken[i][-1] != STOP and waited[i] < PATIENCE]
    return [Rollout(tuple(actions), body) for actions, body in zip(taken, bodies, strict=True)]


def _padded(array: npt.NDArray[np.generic], length: int) -> npt.NDArray[np.generic]:
    return np.pad(array, [(0, length - len(array)), *[(0, 0)] * (array.ndim - 1)])
