"""Train the two-stage follower of CerealBar on simulated games, as section 5 of Suhr et al. 2019 has it.

Stage 1 learns from the recorded trajectories, stage 2 from gold plans, and then both together. Before each
epoch of that, the model follows some instructions. Where it ends with the right cards in a wrong place, a way
from there is an example of the next instruction; a discriminator learns which of these need implicit
reasoning. Two things are ours, for want of time: stage 1 begins with the early goals alone, of the cells with
cards, and each batch swaps colours and shapes, in words and on the map alike. Training takes games from seed
10,000 on, evaluations smaller ones. `--work` keeps games and finished epochs.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Annotated, NamedTuple

import torch
import typer
from torch.nn import functional

from cq.env.cerealbar import Action, Game, Goal, State, examples, goals, read_log, write_log
from cq.env.cerealbar.deck import COLOURS, SHAPES, Card
from cq.env.cerealbar.evaluation import LONGEST, Example, recorded_actions, run, same_cards
from cq.env.cerealbar.game_map import OBJECTS
from cq.env.cerealbar.hexes import CELLS, MOVES, distance
from cq.env.cerealbar.routes import Routes
from cq.files import write_text
from cq.files.digests import fingerprint
from cq.modeling.checkpoints import CheckpointStore
from cq.modeling.checkpoints import State as Stored
from cq.modeling.ensemble import restore_network
from eval.cerealbar.evaluate import simulated_game
from eval.cerealbar.two_stage_model import CARD, OBJECT, OFFSETS, START, Plan, TwoStage, properties, words_of

FIRST_SEED = 10_000
VALIDATION, BATCH = 0.05, 32
RATES = {"words": 0.005, "plan": 0.005, "walk": 0.002, "joint": 0.001}
"""Highest learning rates. The paper's of the plan, 0.0075, is for another batch size."""
VISITED, GOAL, AVOID, IMPASSABLE, EARLY, IMPLICIT = 0.04, 1.0, 0.1, 0.1, 1.0, 0.7
"""Weights of the losses, of appendix G."""
FAR = 2
"""Cells between the recorded start and another one, above which a recovery counts as implicit."""
FOLLOWED = 0.4
"""The share of the instructions that the model follows before each joint epoch, to find recoveries."""
_AFTER = torch.tensor(MOVES)


class Ablation(str, Enum):
    """What a model is trained without."""

    NONE = "none"
    EARLY = "early"
    AGGREGATION = "aggregation"
    TRAJECTORY = "trajectory"
    """Stage 2 does not see it; stage 1 predicts it all the same."""


class Recipe(NamedTuple):
    """What a trained model depends on."""

    games: int
    epochs: tuple[int, int, int, int]
    seed: int
    ablation: Ablation


class Examples(NamedTuple):
    """Instructions with what is to be done, a row each. By cell, outside the grid last: `things` uint8 (n, 7,
    626), `visits` uint8 (n, 626), `goals` and `impassable` bool (n, 626). Up to 26 steps: `poses` and
    `actions` (n, 26), −1 behind the last. `words` (n, w), 0 behind the last. `implicit` bool (n,).
    """

    things: torch.Tensor
    words: torch.Tensor
    poses: torch.Tensor
    actions: torch.Tensor
    visits: torch.Tensor
    goals: torch.Tensor
    impassable: torch.Tensor
    implicit: torch.Tensor

    def rows(self, chosen: torch.Tensor) -> Examples:
        return Examples(*(tensor[chosen] for tensor in self))

    def with_others(self, others: Examples) -> Examples:
        return Examples(*(torch.cat(pair) for pair in zip(self, others, strict=True)))

    def gold(self) -> torch.Tensor:
        """The distributions that stage 1 should predict, (n, 4, 626)."""
        visited = self.visits / self.visits.sum(1, keepdim=True)
        return torch.stack([visited, self.goals, self.avoid(), self.impassable], 1).float()

    def avoid(self) -> torch.Tensor:
        """The cards that do not change, bool (n, 626); not the one that the follower starts on."""
        cards = (self.things[:, CARD] > 0) & ~self.goals
        return cards.scatter(1, self.poses[:, :1] // 6, False)


class Task(NamedTuple):
    """A finished instruction of a game: its place there, what it came to, and the follower's actions."""

    game: Game
    example: Example
    goal: Goal
    actions: tuple[Action, ...]

    @property
    def start(self) -> State:
        return self.game.states[self.example.first]

    @property
    def end(self) -> State:
        return self.game.states[self.example.last]


class _Scripted:
    """Takes these actions for its first instruction, and keeps the state in which it begins the next."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self._left = iter(actions)
        self.next: State | None = None

    def begin(self, state: State, seed: int) -> None:
        self._number = state.finished

    def act(self, state: State) -> Action:
        if state.finished == self._number:
            return next(self._left, Action.DONE)
        self.next = self.next or state
        return Action.DONE


def main(
    out: Annotated[Path, typer.Option(help="The file of the model, .safetensors.")],
    ablation: Annotated[Ablation, typer.Option(help="What to leave out.")] = Ablation.NONE,
    games: Annotated[int, typer.Option(help="Simulated games; 5 % of them validate.")] = 232,
    epochs: Annotated[
        tuple[int, int, int, int],
        typer.Option(help="Epochs of early goals alone, of stage 1, of stage 2, and of both."),
    ] = (12, 15, 6, 6),
    seed: Annotated[int, typer.Option(help="Of the order and of the first parameters.")] = 0,
    work: Annotated[Path, typer.Option(help="Folder of games and epochs; a killed run resumes.")] = Path(
        "runs/cerealbar"
    ),
) -> None:
    played = [_cached_game(work / "games", FIRST_SEED + number) for number in range(games)]
    train(played, Recipe(games, epochs, seed, ablation), CheckpointStore(work / "epochs"), _say).save(out)


def train(
    played: Sequence[Game], recipe: Recipe, store: CheckpointStore, say: Callable[[str], object]
) -> TwoStage:
    """A model trained by a recipe; the same recipe and games give the same one."""
    held = max(1, round(VALIDATION * len(played)))
    tasks, unseen = tasks_of(played[held:]), tasks_of(played[:held])
    counts = Counter(word for task in tasks for word in words_of(task.start.queue[0]))
    words = sorted(word for word, count in counts.items() if count > 1)
    without = ("visited",) if recipe.ablation == Ablation.TRAJECTORY else ()
    create = partial(TwoStage, words, without)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(recipe.seed)
        model = create()
        data, validation = (examples_of(some, model) for some in (tasks, unseen))
        say(f"{len(tasks)} instructions, {len(unseen)} to validate, {len(words)} words")
        state: Stored = {"network": model.state_dict()}
        key = fingerprint(recipe.games, len(tasks), recipe.seed, words)
        best = -1.0
        chosen = state["network"]
        for stage, epochs in zip(RATES, recipe.epochs, strict=True):
            if stage == "words" and recipe.ablation == Ablation.EARLY:
                continue
            state.pop("optimizer", None)
            key = fingerprint(key, stage, epochs, *_matters(stage, recipe.ablation))
            for epoch in range(epochs):
                began = time.process_time()
                torch.manual_seed(recipe.seed * 1000 + epoch)
                run_epoch = partial(_epoch, create, stage, epoch, epochs, state, data, tasks, recipe.ablation)
                state = store.get_or_create(f"{key}, epoch {epoch + 1}", run_epoch)
                model = restore_network(create, state["network"])
                figure, name = _validated(model, stage, validation, unseen)
                say(
                    f"{stage} {epoch + 1}/{epochs}: loss {state['loss']:.4f}, {name} {figure:.3f}, "
                    f"{time.process_time() - began:.0f} s of processor time"
                )
                if stage != "joint" or figure > best:
                    chosen = state["network"]
                    best = figure if stage == "joint" else best
    return restore_network(create, chosen)


def _matters(stage: str, ablation: Ablation) -> tuple[object, ...]:
    """What of an ablation matters to a stage, besides the stages before it. Others share its epochs."""
    return {
        "plan": (ablation == Ablation.EARLY,),
        "walk": (ablation == Ablation.TRAJECTORY,),
        "joint": (ablation == Ablation.AGGREGATION,),
    }.get(stage, ())


def _epoch(
    create: Callable[[], TwoStage],
    stage: str,
    epoch: int,
    epochs: int,
    before: Stored,
    data: Examples,
    tasks: Sequence[Task],
    ablation: Ablation,
) -> Stored:
    """One epoch of a stage. In the last stage, examples of recovery come to the data."""
    model = restore_network(create, before["network"])
    recovered = before.get("recovered", [])
    if stage == "joint" and ablation != Ablation.AGGREGATION:
        found = recoveries(model, data, tasks)
        if recovered and found is not None:
            found = Examples(*recovered).with_others(found)
        recovered = recovered if found is None else list(found)
    if recovered:
        extra = torch.randperm(len(recovered[0]))[: len(tasks)]
        data = data.with_others(Examples(*recovered).rows(extra))
    model.train()
    optimizer = torch.optim.Adam(model.parameters(), RATES[stage])
    if "optimizer" in before:
        optimizer.load_state_dict(before["optimizer"])
    losses = []
    order = torch.split(torch.randperm(len(data.words)), BATCH)
    for step, rows in enumerate(order):
        done = (epoch + step / len(order)) / epochs
        for group in optimizer.param_groups:
            group["lr"] = RATES[stage] * min(1.0, 10 * done, 1.2 * (1 - done) + 0.02)
        loss = loss_of(model, recoloured(data.rows(rows), model), stage, ablation)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        losses.append(float(loss))
    return {
        "network": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "recovered": recovered,
        "loss": fmean(losses),
    }


def loss_of(model: TwoStage, batch: Examples, stage: str, ablation: Ablation) -> torch.Tensor:
    """The loss of a stage: "words" and "plan" of stage 1, "walk" from gold plans, or "joint"."""
    if stage == "words":
        return _binary(*_early(model, batch))
    if stage == "walk":
        return _walk_loss(model, batch, batch.gold())
    plan = model.plan(batch.things, batch.poses[:, 0], batch.words)
    loss = _plan_loss(plan, batch, ablation)
    if stage == "joint":
        loss = loss + _walk_loss(model, batch, model.distributions(plan, batch.things))
        if ablation != Ablation.AGGREGATION:
            wanted = batch.implicit[:, None].expand_as(plan.implicit).float()
            loss = loss + IMPLICIT * functional.binary_cross_entropy_with_logits(plan.implicit, wanted)
    return loss


def _early(model: TwoStage, batch: Examples) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Of the cells with cards: the early logits of goals, the goals, and whether it is a card."""
    there = batch.things[:, CARD] > 0
    cells = there.float().topk(int(there.sum(1).max()), dim=1).indices
    things = batch.things.gather(2, cells[:, None].expand(-1, batch.things.shape[1], -1))
    logits = model.see(things, model.hear(batch.words))[1]
    return logits, batch.goals.gather(1, cells).float(), there.gather(1, cells).float()


def recoloured(batch: Examples, model: TwoStage) -> Examples:
    """The batch with colours and shapes swapped at random, in its words and on its map. The colours of huts
    stay among themselves.
    """
    huts = [name.split()[0] for name in OBJECTS if name.endswith(" hut")]
    others = [colour for colour in COLOURS if colour not in huts]
    swapped: dict[str, str] = {}
    for names in (huts, others, list(SHAPES)):
        swapped |= zip(names, (names[i] for i in torch.randperm(len(names)).tolist()), strict=True)
    swapped |= {_plural(one): _plural(other) for one, other in swapped.items() if one in SHAPES}
    words = torch.arange(len(model.config["words"]) + 2)
    codes = torch.arange(256, dtype=torch.uint8)
    for one, other in swapped.items():
        words[model.numbers(one)] = torch.tensor(model.numbers(other))
        for values, place in ((COLOURS, CARD), (SHAPES, CARD + 1)):
            if one in values:
                codes[OFFSETS[place] + values.index(one) + 1] = OFFSETS[place] + values.index(other) + 1
        if one in huts:
            here, there = (OFFSETS[OBJECT] + OBJECTS.index(f"{name} hut") for name in (one, other))
            codes[here] = there
    words[:2] = torch.tensor([0, 1])
    return batch._replace(words=words[batch.words], things=codes[batch.things.long()])


def _plural(shape: str) -> str:
    """Of a shape, as cards are named."""
    return Card("red", shape, 2).name.split()[-1]


def _plan_loss(plan: Plan, batch: Examples, ablation: Ablation) -> torch.Tensor:
    """The losses of the four distributions, over the cells of the window, and that of the early goals."""
    inside = (plan.cells < CELLS).float()
    visits, goal, avoid, impassable = (
        values.gather(1, plan.cells).float() * inside
        for values in (batch.visits, batch.goals, batch.avoid(), batch.impassable)
    )
    cards = (batch.things[:, CARD] > 0).gather(1, plan.cells) * inside
    logits = plan.logits
    chances = logits[:, 0].masked_fill(inside == 0, -1e4).log_softmax(1)
    visited = -(visits / visits.sum(1, keepdim=True) * chances).sum(1).mean()
    loss = (
        VISITED * visited
        + GOAL * _binary(logits[:, 1], goal, cards)
        + AVOID * _binary(logits[:, 2], avoid, cards)
        + IMPASSABLE * _binary(logits[:, 3], impassable, inside)
    )
    if ablation != Ablation.EARLY:
        loss = loss + EARLY * _binary(plan.early, goal, cards)
    return loss


def _binary(logits: torch.Tensor, wanted: torch.Tensor, where: torch.Tensor) -> torch.Tensor:
    """The mean cross entropy over the cells that count."""
    losses = functional.binary_cross_entropy_with_logits(logits, wanted, reduction="none")
    return (losses * where).sum() / where.sum().clamp(min=1)


def _walk_loss(model: TwoStage, batch: Examples, distributions: torch.Tensor) -> torch.Tensor:
    """The cross entropy of the actions, summed over an instruction's."""
    logits = model(distributions, batch.poses.clamp(min=0), _before(batch.actions))[0]
    return functional.cross_entropy(
        logits.transpose(1, 2), batch.actions, ignore_index=-1, reduction="sum"
    ) / len(batch.actions)


def _before(actions: torch.Tensor) -> torch.Tensor:
    """The action before each step."""
    return torch.cat([torch.full_like(actions[:, :1], START), actions[:, :-1].clamp(min=0)], 1)


@torch.inference_mode()
def follow(model: TwoStage, data: Examples) -> list[tuple[Action, ...]]:
    """What the model does for each instruction. Its actions follow from the start and the obstacles alone."""
    model.eval()
    followed = []
    for rows in _batches(len(data.words)):
        batch = data.rows(rows)
        poses, memory = batch.poses[:, 0], None
        before = torch.full_like(poses, START)
        plan = model.distributions(model.plan(batch.things, poses, batch.words), batch.things)
        taken = []
        for _ in range(LONGEST):
            logits, memory = model(plan, poses[:, None], before[:, None], memory)
            after = _AFTER[:, poses].T
            blocked = (after < 0) | batch.impassable.gather(1, after.clamp(min=0) // 6)
            blocked = torch.cat([blocked, torch.zeros(len(rows), 1, dtype=torch.bool)], 1)
            before = logits[:, 0].masked_fill(blocked, -torch.inf).argmax(1)
            moved = torch.cat([after, poses[:, None]], 1).gather(1, before[:, None])[:, 0]
            poses = moved
            taken.append(before)
        for actions in torch.stack(taken, 1).tolist():
            until = actions.index(Action.DONE) if Action.DONE in actions else LONGEST
            followed.append((*map(Action, actions[:until]), Action.DONE))
    return followed


def recoveries(model: TwoStage, data: Examples, tasks: Sequence[Task]) -> Examples | None:
    """Examples of instructions that start where the model ended the one before, if that is another place than
    the recorded one, and the cards are as recorded.
    """
    ones = [i for i in range(len(tasks) - 1) if tasks[i].game is tasks[i + 1].game]
    picked = torch.tensor(ones)[torch.randperm(len(ones))[: round(FOLLOWED * len(ones))]]
    followed = zip(picked.tolist(), follow(model, data.rows(picked)), strict=True)
    found = [recovery(model, tasks[index], tasks[index + 1], actions) for index, actions in followed]
    made = [example for example in found if example is not None]
    return _stacked(made) if made else None


def recovery(model: TwoStage, task: Task, following: Task, actions: Sequence[Action]) -> Examples | None:
    """The example, one row, of the `following` instruction after these actions for the one before."""
    follower = _Scripted(actions)
    run(task.game, follower, task.example.first, 2, [task.end])
    state, recorded = follower.next, following.start
    if state is None or state.follower == recorded.follower or not same_cards(state, recorded):
        return None
    way = (Action.DONE,) if len(following.actions) == 1 else way_to(state, following.goal)
    far = distance(state.follower // 6, recorded.follower // 6) > FAR
    return None if way is None else _example(model, state, way, following.goal, far)


def way_to(state: State, goal: Goal) -> tuple[Action, ...] | None:
    """The shortest moves over the cards of a goal, in their order, to its place, past other cards if there is
    such a way; None if there is no way.
    """
    pose, moves = state.follower, list[Action]()
    cells = [change.cell for change in goal.changes]
    others = [cell for cell in range(CELLS) if state.cards[cell] and cell not in cells]
    for number, cell in enumerate([*cells, goal.place]):
        left = [*others, *cells[number + 1 :], *cells[:number]]
        if cell is None or (number < len(cells) and cell == pose // 6):
            return None
        some = Routes(state.map, pose, left).to(cell)
        if some is None:
            return None
        for move in some:
            pose = MOVES[move][pose]
        moves += some
    return (*moves, Action.DONE)


def tasks_of(played: Sequence[Game]) -> list[Task]:
    """The finished instructions of games, in order."""
    return [
        Task(game, example, goal, recorded_actions(game, example))
        for game in played
        for example, goal in zip(examples(game), goals(game), strict=True)
    ]


def examples_of(tasks: Sequence[Task], model: TwoStage) -> Examples:
    return _stacked([_example(model, task.start, task.actions, task.goal, False) for task in tasks])


MOST_WORDS = 64


def _example(model: TwoStage, state: State, actions: Sequence[Action], goal: Goal, far: bool) -> Examples:
    """One row."""
    poses = [state.follower]
    for action in actions[:-1]:
        poses.append(MOVES[action][poses[-1]])
    visits = torch.bincount(torch.tensor(poses) // 6, minlength=CELLS + 1)
    changed, impassable = torch.zeros(2, CELLS + 1, dtype=torch.bool)
    changed[[change.cell for change in goal.changes]] = True
    impassable[:CELLS] = torch.tensor(list(state.map.obstacles)) > 0
    numbers = model.numbers(state.queue[0])[:MOST_WORDS]
    rows = (
        properties(state),
        torch.tensor(numbers + [0] * (MOST_WORDS - len(numbers))),
        _filled(poses),
        _filled(actions),
        visits.clamp(max=255).byte(),
        changed,
        impassable,
        torch.tensor(far),
    )
    return Examples(*rows)


def _batches(number: int) -> tuple[torch.Tensor, ...]:
    return torch.split(torch.arange(number), 128)


def _filled(values: Sequence[int]) -> torch.Tensor:
    """The values of the first steps, −1 behind the last."""
    longest = LONGEST + 1
    return torch.tensor([*map(int, values), *[-1] * longest][:longest])


def _stacked(rows: Sequence[Examples]) -> Examples:
    return Examples(*(torch.stack(values) for values in zip(*rows, strict=True)))


@torch.inference_mode()
def _validated(model: TwoStage, stage: str, data: Examples, tasks: Sequence[Task]) -> tuple[float, str]:
    """A stage's figure on held-out games: goals all right, action sequences all right from gold plans, or
    cards all right.
    """
    if stage == "joint":
        right = [
            same_cards(run(task.game, _Scripted(actions), task.example.first, 1).end, task.end)
            for task, actions in zip(tasks, follow(model, data), strict=True)
        ]
        return fmean(right), "cards right"
    model.eval()
    right = []
    for rows in _batches(len(tasks)):
        batch = data.rows(rows)
        if stage == "walk":
            logits = model(batch.gold(), batch.poses.clamp(min=0), _before(batch.actions))[0]
            same = (logits.argmax(2) == batch.actions) | (batch.actions < 0)
        elif stage == "words":
            logits, wanted, cards = _early(model, batch)
            same = (logits * cards > 0) == (wanted > 0)
        else:
            plan = model.plan(batch.things, batch.poses[:, 0], batch.words)
            same = (model.distributions(plan, batch.things)[:, 1] >= 0.5) == batch.goals
        right += same.all(1).tolist()
    return fmean(right), "actions right" if stage == "walk" else "goals right"


def _cached_game(folder: Path, seed: int) -> Game:
    path = folder / f"{seed}.jsonl"
    if not path.is_file():
        write_text(path, write_log(simulated_game(seed)))
    return read_log(path.read_text(encoding="utf-8"))


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
