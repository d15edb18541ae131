"""Texts of writers with what they are to bring about, and the programs that say it.

A file of `instructions/` has one writer's texts, with the game and the state that each is for. The program of
a text is made of what the text names and what is true of the goal; it counts only if it means the goal.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from cq.env.cerealbar import Game, State, card_of, read_log, write_log
from cq.env.cerealbar.hexes import MOVES, distance
from cq.env.cerealbar.mentions import words_of
from cq.env.cerealbar.programs import BESIDE, SIDES, Clause, Plan, Program, Scene, plan
from cq.env.cerealbar.routes import Walker
from cq.files import write_text
from eval.cerealbar.evaluate import simulated_game
from eval.cerealbar.lexicon import Named, named

FOLDER = Path(__file__).with_name("instructions")
HELD_OUT = ("08", "09", "10")
"""The files of writers for the last measurement alone."""
TRUE = 0.6
"""The misfit up to which a relation is true."""
SPOKEN = ("colour", "shape", "number")


class Row(NamedTuple):
    """A text, the state for which it was written, and its goal. A text of a whole game has its `number`."""

    id: str
    writer: str
    text: str
    kind: str
    game: int
    state: State
    changes: tuple[tuple[int, bool], ...]
    places: tuple[int, ...]
    heading: int | None
    number: int | None
    say: str

    def is_meant(self, found: Plan) -> bool:
        """Whether a plan is the goal."""
        if tuple((change.cell, change.selected) for change in found.changes) != self.changes:
            return False
        if self.heading is not None:
            return found.heading == self.heading
        if self.kind in ("game", "wait") or not self.places:
            return not found.places and found.heading is None
        return bool(found.places) and set(found.places) <= set(self.places)


class Piece(NamedTuple):
    """A part of a text, its words and what they name, and the clauses that say it. `meant` are the indices of
    the names that the clauses repeat; `implied` says that the number is told by the singular alone.
    """

    words: tuple[str, ...]
    names: tuple[Named, ...]
    program: Program
    meant: frozenset[int]
    implied: bool
    is_first: bool


WORK = Path("runs") / "cerealbar"
"""Where simulated games are kept, so that a killed run goes on."""


@cache
def game_of(seed: int) -> Game:
    """A simulated game, from its log if it was played before."""
    log = WORK / f"{seed}.log"
    if log.is_file():
        return read_log(log.read_text(encoding="utf-8"))
    game = simulated_game(seed)
    write_text(log, write_log(game))
    return game


def files(held_out: bool = False) -> list[Path]:
    return [path for path in sorted(FOLDER.glob("*.jsonl")) if (path.name[:2] in HELD_OUT) == held_out]


def rows_of(path: Path) -> list[Row]:
    """The rows of a file."""
    return [_row(path.stem, json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def _row(writer: str, data: dict[str, Any]) -> Row:
    state = game_of(data["game"]).states[data["state"]]
    if "selected" in data:
        state = state._replace(selected=tuple(data["selected"]))
    return Row(
        data["id"],
        writer,
        data["instruction"],
        data["kind"],
        data["game"],
        state,
        tuple((cell, bool(selected)) for cell, selected in data["changes"]),
        tuple(data["places"]),
        data["heading"],
        data.get("number"),
        data.get("say", ""),
    )


def pieces_of(row: Row) -> list[Piece]:
    """The pieces of a text with a program that means the goal; none if none is found."""
    words = words_of(row.text)
    names = named(words)
    if row.kind in ("turn", "wait", "steps"):
        program = _moves(row)
        meant = frozenset(i for i, name in enumerate(names) if name.family in ("side", "count"))
        found = [Piece(tuple(words), tuple(names), program, meant, False, True)]
        return found if row.is_meant(plan(program, row.state)) else []
    jobs: list[tuple[int, bool] | None] = [*row.changes, *([None] if row.kind.endswith("stand") else [])]
    cuts = _cuts(row, words, names, jobs)
    spans = list(zip([0, *cuts], [*cuts, len(words)], strict=True))
    poses = _poses(row, jobs)
    best: list[list[Piece]] = []
    for span, job, pose in zip(spans, jobs, poses, strict=True):
        best.append(_ways(row, words, names, span, job, pose))
    # All of them at first, then with fewer relations in one clause.
    for changed in (0, 1, 2):
        for which in combinations(range(len(best)), changed):
            for way in range(1 if not changed else 6):
                chosen = [
                    options[min(way + 1, len(options) - 1) if i in which else 0]
                    for i, options in enumerate(best)
                ]
                program = tuple(clause for piece in chosen for clause in piece.program)
                if row.is_meant(plan(program, row.state)):
                    return chosen
    return []


def _moves(row: Row) -> Program:
    """The program of a row that only asks for steps or a turn."""
    if row.kind == "wait":
        return ((("wait",),),)
    turn = ((row.heading if row.heading is not None else _turned(row)) - row.state.follower) % 6
    side, times = ("right", turn) if turn <= 3 else ("left", 6 - turn)
    clauses: list[Clause] = [((side, str(times)),)] if turn else []
    if row.kind == "steps":
        clauses.append((("forward", str(distance(row.state.follower // 6, row.places[0]))),))
    return tuple(clauses)


def _turned(row: Row) -> int:
    """The heading in which a place lies straight ahead."""
    own, heading = divmod(row.state.follower, 6)
    for turned in range(6):
        pose = own * 6 + (heading + turned) % 6
        while pose >= 0 and not row.state.map.obstacles[pose // 6]:
            if pose // 6 == row.places[0]:
                return pose % 6
            pose = MOVES[0][pose]
    return heading


def _poses(row: Row, jobs: Sequence[tuple[int, bool] | None]) -> list[int]:
    """Where the follower is before each job."""
    poses = [row.state.follower]
    for job in jobs:
        cells = row.places if job is None else (job[0],)
        pose = poses[-1]
        for move in Walker().way(row.state, pose, cells):
            pose = MOVES[move][pose]
        poses.append(pose)
    return poses[:-1]


def _cuts(
    row: Row, words: Sequence[str], names: Sequence[Named], jobs: Sequence[tuple[int, bool] | None]
) -> list[int]:
    """Where to cut a text such that each part says its job best."""
    n = len(words)
    joints = [-9.0] + [
        0.0 if words[b] in ("then", "next", "and", "after", "last") or words[b - 1] in ".,;:!?-)" else -0.6
        for b in range(1, n)
    ]
    best: dict[int, tuple[float, list[int]]] = {0: (0.0, [])}
    for number, job in enumerate(jobs):
        ends = [n] if number == len(jobs) - 1 else range(1, n)
        new: dict[int, tuple[float, list[int]]] = {}
        for b in ends:
            ways = [
                (total + _gain(row, names, (a, b), job) + (joints[b] if b < n else 0), [*cuts, b])
                for a, (total, cuts) in best.items()
                if a < b
            ]
            if ways:
                new[b] = max(ways)
        best = new
    return best[n][1][:-1]


def _gain(row: Row, names: Sequence[Named], span: tuple[int, int], job: tuple[int, bool] | None) -> float:
    inside = [name for name in names if span[0] <= name.start < span[1]]
    if job is None:
        kinds = _kinds(row)
        return float(any(n.family == "thing" and n.atom == kinds for n in inside))
    face = dict(zip(SPOKEN, map(str, card_of(row.state.cards[job[0]])), strict=True))
    worth = {"colour": 1.0, "shape": 1.2, "number": 0.5}
    total = 0.0
    for group in _groups(inside):
        same = sum(worth[n.family] for n in group if face[n.family] == n.atom)
        other = sum(worth[n.family] for n in group if face[n.family] != n.atom)
        total = max(total, same - other / 2)
    false = sum(0.05 for n in inside if n.family in ("colour", "shape") and face[n.family] != n.atom)
    return total - false


def _kinds(row: Row) -> str:
    """The kind of thing at which a row asks to stand."""
    for kind in ("hut", "tent", "windmill", "tower", "lake", "hill", "lamppost", "tree"):
        if f"{kind} [" in row.say or row.say.split("right beside the")[-1].strip().startswith(kind):
            return {"lake": "water"}.get(kind, kind)
    return ""


def _groups(names: Iterable[Named]) -> list[list[Named]]:
    """Colours, shapes and numbers that stand together, as mentions of cards."""
    groups: list[list[Named]] = []
    for name in names:
        if name.family not in SPOKEN:
            continue
        last = groups[-1] if groups else []
        if last and name.start - last[-1].end <= 2 and name.family not in {n.family for n in last}:
            last.append(name)
        else:
            groups.append([name])
    return groups


def _ways(
    row: Row,
    words: Sequence[str],
    names: Sequence[Named],
    span: tuple[int, int],
    job: tuple[int, bool] | None,
    pose: int,
) -> list[Piece]:
    """Ways to say a job by what a span names, the fullest first."""
    inside = [
        Named(n.start - span[0], n.end - span[0], n.family, n.atom)
        for n in names
        if span[0] <= n.start < span[1]
    ]
    own = tuple(words[span[0] : span[1]])
    meant: set[int] = set()
    implied = False
    if job is None:
        kind = _kinds(row)
        head: tuple[str, ...] = ("go", kind)
        at = next((i for i, n in enumerate(inside) if (n.family, n.atom) == ("thing", kind)), None)
        if at is not None:
            meant.add(at)
            if kind == "hut" and at and inside[at - 1].family == "colour":
                head = (*head, inside[at - 1].atom)
                meant.add(at - 1)
        cell = min(row.places, key=lambda c: (distance(pose // 6, c), c))
    else:
        cell, take = job
        face = dict(zip(SPOKEN, map(str, card_of(row.state.cards[cell])), strict=True))
        group = max(
            _groups(inside),
            key=lambda g: sum((1, -0.5)[face[n.family] != n.atom] for n in g),
            default=[],
        )
        told = {n.family: inside.index(n) for n in group if face[n.family] == n.atom}
        for i, n in enumerate(inside):
            near = bool(group) and abs(n.start - group[-1].end) <= 6
            is_own = n.family in SPOKEN and n.family not in told and face[n.family] == n.atom
            if near and is_own and not _of_hut(inside, i):
                told[n.family] = i
        meant |= set(told.values())
        attributes = {family: face[family] for family in told}
        if "shape" in told and "number" not in told and face["number"] == "1":
            last = own[inside[told["shape"]].end - 1]
            implied = last in ("plus", "cross", "torus") or not last.endswith(("s", "i"))
            if implied:
                attributes["number"] = "1"
        head = ("take" if take else "drop", "card", *(attributes[f] for f in SPOKEN if f in attributes))
    relations = _relations(row, own, inside, cell, pose, meant, job is None)
    made = []
    sets = [relations, relations[:1], [], *([r] for r in relations[1:])]
    if job is not None:
        sets += [[*relations, r] for r in _near_cards(row, inside, cell)]
    for some in sets:
        used = meant | {i for _, indices in some for i in indices}
        clause: Clause = (head, *(words_ for words_, _ in some))
        made.append(Piece(own, tuple(inside), (clause,), frozenset(used), implied, span[0] == 0))
    return made


def _of_hut(names: Sequence[Named], i: int) -> bool:
    """Whether a colour is that of a hut."""
    after = names[i + 1] if i + 1 < len(names) else None
    return (
        names[i].family == "colour"
        and after is not None
        and after.atom == "hut"
        and (after.start - names[i].end <= 1)
    )


Said = list[tuple[tuple[str, ...], tuple[int, ...]]]


def _relations(
    row: Row, words: Sequence[str], names: Sequence[Named], cell: int, pose: int, meant: set[int], going: bool
) -> Said:
    """True relations that the names say, each with the indices of its names."""
    scene, poses, found = Scene(row.state), (pose, row.state.follower), Said()
    for i, name in enumerate(names):
        word, here = name.atom, len(found)
        if name.family == "side" and word in SIDES:
            if scene.misfit((word,), cell, poses) < TRUE:
                found.append(((word,), (i,)))
        elif name.family == "count" or (name.family == "number" and i not in meant):
            if scene.misfit(("steps", word), cell, poses) < 0.3:
                found.append((("steps", word), (i,)))
        elif name.family == "thing" and not going:
            colour = i > 0 and _of_hut(names, i - 1)
            thing = (word, names[i - 1].atom) if colour else (word,)
            if colour and thing[-1] in ("orange", "pink"):
                continue
            before = {n.atom for n in names[max(0, i - 2) : i] if n.family == "other"}
            at = (i - 1, i) if colour else (i,)
            for relation in [r for r in ("beyond", "before") if r in before and r in BESIDE]:
                if scene.misfit((relation, *thing), cell, poses) < 1.2:
                    found.append(((relation, *thing), at))
                    break
            else:
                if scene.misfit(("near", *thing), cell, poses) < 1.1:
                    found.append((("near", *thing), at))
        elif name.family == "other" and word in ("close", "far"):
            clue = words[name.start]
            if clue.endswith(("est", "er")) and _is_extreme(row, names, cell, pose, word):
                found.append(((word,), (i,)))
        if len(found) > here and found[-1][0] in [said for said, _ in found[:-1]]:
            found.pop()
    return found[:4]


def _is_extreme(row: Row, names: Sequence[Named], cell: int, pose: int, word: str) -> bool:
    face = set(map(str, card_of(row.state.cards[cell])))
    said = {n.atom for n in names if n.family in SPOKEN} & face
    cells = [c for c, code in enumerate(row.state.cards) if code and said <= set(map(str, card_of(code)))]
    far = [distance(pose // 6, c) for c in cells]
    return len(cells) > 1 and distance(pose // 6, cell) == (min(far) if word == "close" else max(far))


def _near_cards(row: Row, names: Sequence[Named], cell: int) -> Said:
    """Cards beside the cell that the names describe."""
    found = Said()
    for group in _groups(names):
        said = {n.family: n.atom for n in group}
        for other, code in enumerate(row.state.cards):
            if code and 0 < distance(other, cell) <= 2 and {"colour", "shape"} <= said.keys():
                face = dict(zip(SPOKEN, map(str, card_of(code)), strict=True))
                if all(face[family] == atom for family, atom in said.items()):
                    at = tuple(names.index(n) for n in group)
                    found.append((("near", "card", *(said[f] for f in SPOKEN if f in said)), at))
    return found


def all_pieces(rows: Iterable[Row]) -> Iterator[tuple[Row, list[Piece]]]:
    """Each row with its pieces."""
    for row in rows:
        yield row, pieces_of(row)
