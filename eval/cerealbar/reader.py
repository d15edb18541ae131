"""The reader of CerealBar's instructions, by writers that it was not trained on.

Writers wrote instructions for whole simulated games. A follower reads them and plays against the recorded
turns of the leader. Each training writer is read by a reader trained on the others; the held-out writers by
the bundled reader, once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any

import typer

from cq.env.cerealbar import Action, Agent, Game, Scores, State, goals, score
from cq.env.cerealbar.programs import Program, ProgramFollower
from cq.env.cerealbar.reader import InstructionReader, Reading, instruction_reader
from cq.files import write_text
from cq.files.digests import fingerprint
from eval.cerealbar.asking import asking
from eval.cerealbar.evaluate import gold_follower
from eval.cerealbar.pairs import WORK, Row, files, game_of, rows_of
from eval.cerealbar.train_reader import texts_of, trained
from eval.options import Out
from eval.output import show

ENDLESS = 1_000
"""Actions of an instruction without the paper's limit."""
PRICES = (2, 6)
"""Steps that a question costs."""


class Remembering(InstructionReader):
    """A reader that reads a text once for each situation."""

    def __init__(self, reader: InstructionReader) -> None:
        super().__init__(reader.model, reader.phrases)
        self._known: dict[Any, list[Reading]] = {}

    def readings(self, text: str, state: State) -> list[Reading]:
        key = text, state.follower, state.leader, state.cards, state.selected
        if key not in self._known:
            self._known[key] = super().readings(text, state)
        return self._known[key]


class Asking:
    """A follower that pays for its questions in steps: it turns away and back before it goes on."""

    def __init__(self, reader: InstructionReader, game: Game, texts: Sequence[str], price: int) -> None:
        self._goals, self._texts, self._price = goals(game), texts, price
        self._ask = asking(reader, self._answer, price)
        self._follower = ProgramFollower(self._read)
        self.questions = self.instructions = 0

    def begin(self, state: State, seed: int) -> None:
        self._follower.begin(state, seed)
        self._paid, self._due, self._next = 0, 0, Action.DONE

    def act(self, state: State) -> Action:
        if not self._due:
            before = self.questions
            self._next = self._follower.act(state)
            self._due = (self.questions - before) * self._price
            self._paid = 0
        if self._paid == self._due:
            self._due = 0
            return self._next
        self._paid += 1
        return Action.RIGHT if self._paid % 2 else Action.LEFT

    def _read(self, _: str, state: State) -> Program:
        self.instructions += 1
        return self._ask(_said(self._texts, state), state)

    def _answer(self, state: State, number: int) -> int:
        """The leader's answer, from the goal."""
        self.questions += 1
        changes = self._goals[min(state.finished, len(self._goals) - 1)].changes
        return changes[number].cell if number < len(changes) else -1


def _said(texts: Sequence[str], state: State) -> str:
    return texts[min(state.finished, len(texts) - 1)]


def main(
    held_out: Annotated[
        bool, typer.Option(help="The held-out writers instead of the training ones.")
    ] = False,
    out: Out = None,
) -> None:
    rows = {path.stem: rows_of(path) for path in files(held_out)}
    single, played = {}, {}
    for writer, of_writer in rows.items():
        others = [row for other, some in rows.items() if other != writer for row in some]
        reader = Remembering(instruction_reader() if held_out else trained(texts_of(others)))
        kept = f"{writer}_{fingerprint(reader.model, reader.phrases, [row.text for row in of_writer])}"
        single[writer] = _kept(WORK / f"{kept}_texts.json", partial(_alone, reader, of_writer))
        print(writer, single[writer], flush=True)
        played[writer] = _kept(WORK / f"{kept}.json", partial(_played, reader, of_writer))
    name = "held-out writers" if held_out else "training writers, each by a reader of the others"
    followers = list(next(iter(played.values())))
    means = {
        follower: {
            column: round(
                fmean(of_writer[follower][column] for of_writer in played.values()),
                2 if "questions" in column else 1,
            )
            for column in next(iter(played.values()))[follower]
        }
        for follower in followers
    }
    show({f"Reading, {name}": means, f"Texts, {name}": single}, out)


def _alone(reader: InstructionReader, rows: Iterable[Row]) -> dict[str, Any]:
    """How many texts of a writer are read right, each in its own state."""
    right: dict[str, list[bool]] = {"game": [], "other": []}
    for row in rows:
        read = reader.readings(row.text, row.state)[0]
        right["game" if row.kind == "game" else "other"].append(row.is_meant(read.plan))
    return {
        "texts of games": len(right["game"]),
        "right": round(100 * fmean(right["game"]), 1),
        "other texts": len(right["other"]),
        "right of these": round(100 * fmean(right["other"]), 1),
    }


def _kept(path: Path, measure: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What was measured before, or is now."""
    if not path.is_file():
        write_text(path, json.dumps(measure()))
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _played(reader: InstructionReader, rows: Sequence[Row]) -> dict[str, dict[str, float]]:
    """Follower → its scores in the games of a writer, as percentages."""
    games = sorted({row.game for row in rows if row.number is not None})
    found: dict[str, list[Scores]] = {}
    asked: dict[str, list[float]] = {}
    for seed in games:
        game = game_of(seed)
        told = {row.number: row.text for row in rows if row.game == seed and row.number is not None}
        texts = [told[number] for number in sorted(told)]

        def read(_: str, state: State, texts: Sequence[str] = texts) -> Program:
            return reader(_said(texts, state), state)

        agents: dict[str, tuple[Agent, int]] = {
            "reader": (ProgramFollower(read), ENDLESS),
            **{
                f"reader that asks, at {price} steps": (Asking(reader, game, texts, price), ENDLESS)
                for price in PRICES
            },
            "oracle": (gold_follower(game), ENDLESS),
        }
        for name, (agent, longest) in agents.items():
            found.setdefault(name, []).append(score(game, agent, longest))
            if isinstance(agent, Asking):
                asked.setdefault(name, []).append(agent.questions / agent.instructions)
    return {
        name: _means(of_games) | {"questions an instruction": fmean(asked.get(name, [0.0]))}
        for name, of_games in found.items()
    }


def _means(scores: Sequence[Scores]) -> dict[str, float]:
    names = {
        "card state acc.": "card_state",
        "env. state acc.": "environment_state",
        "prop. instr. followed": "instructions_followed",
        "prop. points scored": "points_scored",
    }
    return {
        column: 100 * fmean(value for one in scores if (value := getattr(one, name)) is not None)
        for column, name in names.items()
    }
