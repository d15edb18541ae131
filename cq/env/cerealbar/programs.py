"""Programs: what an instruction asks of a follower, as a short text, and what that comes to in a state.

    right 3; take card 2 red heart, near hut red, left; go spot, beyond water; wait

A clause is a move with its number, or a verb with a thing and the relations of it. The whole map counts, as
for the paper's model. No reference fails: the thing that fits best is meant, and of equals the nearest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from cq.env.cerealbar.deck import COLOURS, NUMBERS, SHAPES, card_of
from cq.env.cerealbar.game_map import OBJECTS, TERRAINS, GameMap
from cq.env.cerealbar.hexes import CELLS, MOVES, bearing, distance, neighbours, turn_to
from cq.env.cerealbar.players import Goal
from cq.env.cerealbar.routes import Walker
from cq.env.cerealbar.rules import Action, State
from cq.env.cerealbar.wording import Change
from cq.errors import InputError, excerpt

_HUTS = tuple(name.split()[0] for name in OBJECTS if name.endswith(" hut"))
_PLAIN = (*OBJECTS[1:7], "water", "hill", "path", "grass", "edge", "leader", "spot")
ATTRIBUTES: dict[str, tuple[tuple[str, ...], ...]] = {
    "card": (COLOURS, SHAPES, tuple(map(str, NUMBERS))),
    "hut": (_HUTS,),
    **dict.fromkeys(_PLAIN, ()),
}
"""By kind of thing: families of words that describe it. A spot is a cell to stand on."""
NUMBERED = tuple(map(str, range(1, 21)))
SIDES = {"ahead": 0, "right": 90, "behind": 180, "left": 270}
"""Where a thing is for the follower: degrees clockwise."""
BESIDE = {"beyond": 0, "rightof": 90, "before": 180, "leftof": 270}
"""Where a thing is from another one, for somebody who looks at that one from the follower's place."""
_MOVES = {action.name.lower(): action for action in Action if action != Action.DONE}
_VERBS = {
    **dict.fromkeys(("take", "drop", "avoid"), ("card",)),
    "go": tuple(ATTRIBUTES),
    **dict.fromkeys(_MOVES, NUMBERED),
    "wait": (),
}
_RELATIONS = {
    **dict.fromkeys(("near", *BESIDE), tuple(ATTRIBUTES)),
    "steps": NUMBERED,
    **dict.fromkeys((*SIDES, "close", "far"), ()),
}
"""By first word: the words that come next, if any."""

_WRONG, _MOST = 4.0, 3.0
"""What a wrong word of a description costs, and the most that a relation does."""

Clause = tuple[tuple[str, ...], ...]
"""The words of the verb and its thing, and those of each relation."""
Program = tuple[Clause, ...]


class Plan(NamedTuple):
    """What a program comes to: cards to change in this order, then the cells of which the nearest is the
    place to stop at, and the heading there, if they matter. `cost` says how badly the things fit.
    """

    changes: tuple[Change, ...] = ()
    places: tuple[int, ...] = ()
    heading: int | None = None
    cost: float = 0.0


def parse_program(text: str) -> Program:
    """The program of a text. Raises `InputError` for a clause that is none."""
    program = tuple(tuple(tuple(part.split()) for part in clause.split(",")) for clause in text.split(";"))
    for head, *relations in program:
        for words, is_head in ((head, True), *((relation, False) for relation in relations)):
            fits = all(word in following(words[:i], is_head)[0] for i, word in enumerate(words))
            if not fits or not following(words, is_head)[1]:
                raise InputError(
                    f"the program has {excerpt(' '.join(words))}; write clauses like 'take card 2 red heart, "
                    "near hut red', with ';' between them"
                )
    return program


def following(words: Sequence[str], is_head: bool) -> tuple[tuple[str, ...], bool]:
    """The words that may follow those of a clause's head or of a relation, and whether it may end there."""
    known = _VERBS if is_head else _RELATIONS
    if len(words) < 2:
        nexts = known.get(words[0], ()) if words else tuple(known)
        return nexts, bool(words) and not nexts
    left = [family for family in ATTRIBUTES.get(words[1], ()) if not {*family} & {*words[2:]}]
    return tuple(chain(*left)), True


def write_program(program: Program) -> str:
    """The text of a program."""
    return "; ".join(", ".join(" ".join(part) for part in clause) for clause in program)


def plan(program: Program, state: State) -> Plan:
    """What a program comes to, for the follower of a state. A clause counts from where those before it lead;
    a stop that is not the last one only tells where that is.
    """
    start = pose = state.follower
    scene, gone = Scene(state), set[int]()
    gone.update(scene.best(head[1:], said, (start,))[1] for head, *said in program if head[0] == "avoid")
    changes, places, heading, total = list[Change](), tuple[int, ...](), None, 0.0
    for (verb, *rest), *said in program:
        if verb in _MOVES:
            for _ in range(int(rest[0])):
                after = MOVES[_MOVES[verb]][pose]
                pose = after if after >= 0 and not state.map.obstacles[after // 6] else pose
            places, heading = (places, pose % 6) if verb in ("left", "right") else ((pose // 6,), None)
        elif verb in ("take", "drop", "go"):
            cost, cell = scene.best(rest, said, (pose, start), gone, verb)
            total += max(0.0, cost - 1)
            if cell < 0:
                continue
            places, heading = scene.around(cell) if verb == "go" else (), None
            if verb != "go":
                gone.add(cell)
                changes.append(Change(cell, state.cards[cell], verb == "take"))
            for move in Walker().way(state, pose, places or (cell,)):
                pose = MOVES[move][pose]
    return Plan(tuple(changes), places, heading, total)


@lru_cache(maxsize=64)
def _landmarks(game_map: GameMap) -> dict[str, dict[int, frozenset[str]]]:
    """By kind: the cells of things that do not change, each with the words that describe it."""
    things: dict[str, dict[int, frozenset[str]]] = {kind: {} for kind in ATTRIBUTES}
    for cell in range(CELLS):
        *words, thing = OBJECTS[game_map.objects[cell]].split()
        ground = TERRAINS[game_map.terrain[cell]].split()[-1]
        for kind in {thing, ground, "edge" if len(neighbours(cell)) < 6 else ground} - {"nothing"}:
            things[kind][cell] = frozenset(words if kind == thing else ())
    return things


class Scene:
    """The things of a state, by kind and cell, with the words that describe them."""

    def __init__(self, state: State) -> None:
        codes = {cell: code for cell, code in enumerate(state.cards) if code}
        self._selected = state.selected
        self._things = _landmarks(state.map) | {
            "card": {cell: frozenset(map(str, card_of(code))) for cell, code in codes.items()},
            "leader": {state.leader // 6: frozenset()},
            "spot": {cell: frozenset() for cell in state.map.ground if cell not in codes},
        }

    def around(self, cell: int) -> tuple[int, ...]:
        """The cells to stand on that are the nearest to a cell."""
        far = {spot: distance(cell, spot) for spot in self._things["spot"]}
        least = min(far.values(), default=0)
        return tuple(spot for spot in far if far[spot] == least)

    def best(
        self,
        thing: Sequence[str],
        relations: Sequence[Sequence[str]],
        poses: Sequence[int],
        never: Collection[int] = (),
        verb: str = "",
    ) -> tuple[float, int]:
        """The least cost and the cell of the thing that fits best from the first pose; sides and steps may be
        meant from the others, too. A cell of −1 if there is no such thing.
        """
        costs = {}
        for cell, said in self._things[thing[0]].items():
            moot = (verb == "take") == (cell in self._selected) and verb in ("take", "drop")
            costs[cell] = _WRONG * len(set(thing[1:]) - said) + 3 * moot + distance(poses[0] // 6, cell) / 50
            for relation in relations:
                costs[cell] += min(_MOST, self.misfit(relation, cell, poses))
        return min(((costs[cell], cell) for cell in costs.keys() - set(never)), default=(_WRONG, -1))

    def misfit(self, relation: Sequence[str], cell: int, poses: Sequence[int]) -> float:
        """How badly a relation holds for a cell; at its best about 0."""
        word, *thing = relation
        own = poses[0] // 6
        if word in ("close", "far"):
            return distance(own, cell) / (8 if word == "close" else -8)
        if word == "steps":
            return min(abs(distance(pose // 6, cell) - int(thing[0])) for pose in poses) / 2
        if word in SIDES:
            return min(_off(turn_to(pose, cell), SIDES[word]) + later / 4 for later, pose in enumerate(poses))
        costs = [_MOST]
        for other, said in self._things[thing[0]].items():
            cost = _WRONG * len(set(thing[1:]) - said) + distance(other, cell) / (2 if word == "near" else 4)
            if word in BESIDE and cost < _MOST:
                cost += _off(bearing(other, cell) - bearing(own, other), BESIDE[word])
            # Nothing is beside itself, but a cell may be on a path.
            costs.append(_MOST if other == cell and (thing[0] == "card" or word in BESIDE) else cost)
        return min(costs)


def _off(direction: float, wanted: float) -> float:
    """How far a direction is from the wanted one: 1 for 60°."""
    return (((direction - wanted + 180) % 360 - 180) / 60) ** 2


class ProgramFollower:
    """Does what a program asks: `read` gives the program of an instruction, for the state in which the
    follower first acts on it.
    """

    def __init__(self, read: Callable[[str, State], Program]) -> None:
        self._read = read

    def begin(self, state: State, seed: int) -> None:
        self._walker, self._number, self._plan = Walker(), -1, Plan()

    def act(self, state: State) -> Action:
        if state.finished != self._number:
            self._number = state.finished
            self._plan = plan(self._read(state.queue[0], state), state)
        own, heading = divmod(state.follower, 6)
        cells: Collection[int] = Goal(self._plan.changes).outstanding(state)[:1]
        if own in cells:  # Only a step changes a card: step off this one first.
            cells = Scene(state).around(own)
        cells = cells or self._plan.places
        move = self._walker.step(state, state.follower, cells) if cells and own not in cells else None
        if move is None and self._plan.heading not in (None, heading):
            return Action.RIGHT
        return Action.DONE if move is None else move
