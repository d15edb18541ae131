"""The sources of episodes: recordings, tasks, stimuli, talks, and a user's file.

`episodes("iglu")`, `"minecraft:PATH"`, `"human:PATH"`, `"tasks:FILE"`, `"bwim:LIST.csv"`, `"talks:FILE"` or
`"FILE.jsonl"`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from cq.agent.protocol import parse_structure
from cq.arena import bwim as stimuli
from cq.arena.answering import OTHER
from cq.arena.architects import DONT_KNOW
from cq.arena.cases import Case, Conversation, Fragment, Talk, load_cases
from cq.arena.episode import Episode, Outcome, form_of
from cq.data import Tasks, load_human_evaluation, load_minecraft, load_singleturn, stack_grids
from cq.errors import InputError, MissingFileError, excerpt
from cq.files.json_input import json_lines
from cq.language.transcript import parse_dialogue
from cq.utterances import starts_with_mark
from cq.world import Pose, World

QUESTIONS = {
    "colour": "What colour should it be?",
    "count": "How many blocks should there be?",
    "size": "How tall should it be?",
    "place": "Where should it go?",
    "direction": "In which direction should it go?",
    "which": "Which one do you mean?",
}
"""The questions asked beforehand where everything is said: kind of answer → question."""
_KEYS = {"id", "request", "meant", "world", "facing", "context", "answers", "replies", "needed", "then"}
KEYS = _KEYS | {"bank", "is_open"}
"""The keys of a line of a user's file."""


def iglu(path: Path | None = None) -> list[Episode]:
    """The rows of the IGLU single-turn set with a target. A person's question is the needed one."""
    from cq.building.training.recorded_builds import recorded_builds

    return [
        Episode(
            f"iglu:{number}",
            row.instruction,
            (World(row.target),),
            row.world,
            needed=() if row.question is None else (row.question,),
            is_open=not row.clear,
        )
        for number, row in enumerate(recorded_builds(load_singleturn(path)))
    ]


def minecraft(path: Path | None = None) -> list[Episode]:
    """The segments of the Minecraft dialogues that change something."""
    rows = load_minecraft(path)
    starts, targets = stack_grids(rows, "start"), stack_grids(rows, "target")
    columns = ("game", "number", "instruction", "dialogue", "position", "look")
    told = rows.select_columns(list(columns)).to_list()
    return [
        Episode(
            f"minecraft:{row['game']} {row['number']}",
            row["instruction"],
            (World(target),),
            World(start, Pose(tuple(row["position"]), *row["look"])),
            tuple((turn["speaker"], turn["text"]) for turn in row["dialogue"]),
        )
        for row, start, target in zip(told, starts, targets, strict=True)
        if (start != target).any()
    ]


def human(path: Path | None = None) -> list[Episode]:
    """The games of the human evaluation of 2022 whose target is known: what the person said in the game,
    after what was said in its task; the task's instruction if the person said nothing.
    """
    found, episodes = load_human_evaluation(path), list[Episode]()
    for row in found.games.select_columns(["game_id", "task_id", "dialogue"]):
        if (task := found.tasks.get(row["task_id"])) is None:
            continue
        told = "\n".join(text for text in (task.dialog, task.instruction) if text)
        context = parse_dialogue(told if starts_with_mark(told) else [("architect", told)] if told else None)
        said = [turn["text"] for turn in row["dialogue"] if turn["speaker"] == "architect"]
        if not said and context and context[-1][0] == "architect":
            context, said = context[:-1], [context[-1][1]]
        if said:
            first, *then = said
            start, target = World(task.starting_grid), World(task.target_grid)
            name = f"human:{row['game_id']}"
            episodes.append(Episode(name, first, (target,), start, context, then=tuple(then)))
    return episodes


def tasks(path: Path | Tasks) -> list[Episode]:
    """The tasks that have an instruction, of a file that `cq.data.Tasks.dump` wrote, or of a set of tasks."""
    found = path if isinstance(path, Tasks) else Tasks.load(path)
    return [
        Episode(f"tasks:{name}", task.instruction, (World(task.target_grid),), World(task.starting_grid))
        for name, task in found.tasks.items()
        if task.instruction.strip()
    ]


def bwim(path: Path, seed: int = 0) -> list[Episode]:
    """The rounds of both speakers of Build What I Mean, with a list of stimuli."""
    items, found = stimuli.load(path), list[Episode]()
    for speaker in stimuli.ORDERS:
        rng = random.Random(f"{seed} {speaker}")
        for number, item in enumerate(stimuli.rounds_of(speaker, items, rng), start=1):
            start = parse_structure(item["startStructure"] or "")
            book = stimuli.answers(item, items)
            needed = tuple(QUESTIONS[kind] for kind in book)
            found.append(
                Episode(
                    f"bwim:{speaker} {number} {item['trialNumber']}",
                    item["sentenceW"],
                    (parse_structure(item["targetStructure"]),),
                    start,
                    answers={
                        **book,
                        # Questions about a number ask for a count or for a height.
                        **({"size": book["count"]} if "count" in book else {}),
                        OTHER: (DONT_KNOW,),
                    },
                    needed=needed,
                    is_open=bool(book),
                )
            )
    return found


def talks(path: Path) -> list[Episode]:
    """Talks, fragments and conversations (`cq.arena.cases`)."""
    return [_talk(case) for case in load_cases(path)]


def _talk(case: Case) -> Episode:
    name, meant = f"talks:{case.id}", tuple(World(grid) for grid in case.targets)
    if isinstance(case, Fragment):
        context = (("architect", case.order), ("builder", case.question))
        return Episode(name, case.answer, meant, case.world, context)
    if isinstance(case, Talk):
        answers = {key: tuple(told) for key, told in case.book.items()}
        needed = tuple(QUESTIONS[key] for key in answers if key in QUESTIONS)
        first, *then = case.orders
        return Episode(name, first, meant, case.world, answers=answers, needed=needed, then=tuple(then))
    assert isinstance(case, Conversation)
    first, *then = (said for said, _ in case.turns)
    replies = tuple(reply for _, told in case.turns for reply in told)
    return Episode(name, first, meant, case.world, replies=replies, then=tuple(then))


def own(path: Path) -> list[Episode]:
    """The episodes of a JSON Lines file: see `episode_of`. Raises `InputError` naming the line."""
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        raise MissingFileError(f"no file of episodes at {str(path)!r}; give the path of one") from None
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error}") from None
    found: list[Episode] = []
    for where, row in json_lines(lines, str(path)):
        try:
            episode = episode_of(row, f"{path.stem}:{len(found) + 1}")
        except InputError as error:
            raise InputError(f"{where}: {error}") from None
        # An id without a source would be a source of one episode.
        found.append(episode if ":" in episode.id else replace(episode, id=f"{path.stem}:{episode.id}"))
    return found


def episode_of(row: Any, name: str = "own") -> Episode:
    """The episode of a JSON object with `request` and `meant`, and perhaps `id`, `world`, `facing`,
    `context` ([speaker, text] pairs), `answers` (kind → wordings), `replies`, `needed`, `then`, `bank` and
    `is_open`, as in `Episode`. A world is a list of [x, y, z, colour] or a recorded state; `meant` is a world
    or, without `world`, a text. Raises `InputError` naming the error.
    """
    if not isinstance(row, dict) or not {"request", "meant"} <= set(row) <= KEYS:
        raise InputError(
            f"{excerpt(row)} is not an episode; it has request, meant and perhaps {sorted(KEYS)}"
        )
    is_text = isinstance(row["meant"], str)
    if is_text and row.get("world") is not None:
        raise InputError("meant is a text, but there is a world; give the world that was meant")
    world = None if is_text else _world(_given(row, "world", []), "world", facing=row.get("facing"))
    meant: Outcome = row["meant"] if world is None else _world(row["meant"], "meant", **form_of(world))
    book = _given(row, "answers", {})
    if not isinstance(book, dict):
        raise InputError(f"answers is {excerpt(book)}; give wordings by kind of question")
    context = parse_dialogue(
        [tuple(turn) if isinstance(turn, list) else turn for turn in _list(row, "context")]
    )
    texts: dict[str, Any] = {
        key: _texts(_list(row, key), key) for key in ("replies", "needed", "then", "bank")
    }
    (request,) = _texts([row["request"]], "request")
    is_open, own = row.get("is_open"), row.get("id")
    if not isinstance(is_open, bool | None):
        raise InputError(f"is_open is {excerpt(is_open)}; it is true, false or left out")
    if isinstance(own, bool) or not isinstance(own, str | int | None):
        raise InputError(f"id is {excerpt(own)}; it must be text")
    answers = {
        key: _texts([told] if isinstance(told, str) else _list(book, key), key) for key, told in book.items()
    }
    name = name if own in (None, "") else str(own)
    return Episode(name, request, (meant,), world, context, answers, is_open=is_open, **texts)


def _world(value: Any, name: str, **form: Any) -> World:
    if not isinstance(value, (list, dict)):
        raise InputError(f"{name} is {excerpt(value)}; it is a list of blocks or a recorded state")
    ground: dict[str, Any] = {} if isinstance(value, dict) or "ground" in form else {"ground": 63}
    return World.parse(value, **form, **ground)


def _given(row: dict[str, Any], key: str, default: Any) -> Any:
    return default if row.get(key) is None else row[key]


def _list(row: dict[str, Any], key: str) -> Sequence[Any]:
    value = _given(row, key, [])
    if not isinstance(value, list):
        raise InputError(f"{key} is {excerpt(value)}; it must be a list")
    return value


def _texts(values: Iterable[Any], name: str) -> tuple[str, ...]:
    texts = tuple(values)
    if wrong := [text for text in texts if not isinstance(text, str) or not text.strip()]:
        raise InputError(f"{name} holds {excerpt(wrong[0])}; it must be text")
    return texts


SOURCES: dict[str, Callable[..., list[Episode]]] = {
    "iglu": iglu,
    "minecraft": minecraft,
    "human": human,
    "tasks": tasks,
    "bwim": bwim,
    "talks": talks,
}
"""By name: a function of a path."""


def episodes(source: str, rows: int | None = None, seed: int = 0) -> list[Episode]:
    """The episodes of a source, or `rows` of them, drawn by `seed`, in order. Raises `InputError` for an
    unknown source.
    """
    name, _, path = source.partition(":")
    given = (Path(path),) if path else ()
    if name in SOURCES and (path or name in ("iglu", "minecraft", "human")):
        found = SOURCES[name](*given)
    elif source.endswith(".jsonl"):
        found = own(Path(source))
    else:
        raise InputError(
            f"source {source!r}: give iglu, minecraft, human, tasks:FILE, bwim:FILE, talks:FILE or FILE.jsonl"
        )
    if rows is None or rows >= len(found):
        return found
    chosen = np.sort(np.random.default_rng(seed).choice(len(found), rows, replace=False))
    return [found[i] for i in chosen.tolist()]
