"""The simulated architect: it knows the target and answers a builder's questions about it."""

from __future__ import annotations

from numbers import Integral
from typing import Any

from cq.dialogue.simulated.judging import judge
from cq.dialogue.simulated.reading import Clause, read_question
from cq.dialogue.simulated.statements import Statements
from cq.dialogue.simulated.wording import TEMPLATES, Wording, colour_word, sentence
from cq.errors import InputError, excerpt
from cq.world.difference import Difference, Part

MOST_SENTENCES = 5


class Architect:
    """Answers questions truthfully from what changes between two worlds.

    It tells colours, counts, shapes, sizes, places, the order of colours, and which blocks go. Places are
    told by the compass, the edges of the zone, levels, and blocks of the start that stay.
    """

    def __init__(self, start: Any, target: Any, seed: int = 0) -> None:
        """`start` and `target` are worlds in any form that `World.parse` reads; raises `InputError`.

        `seed` chooses the words: the same seed and the same questions in the same order give the same
        answers.
        """
        if isinstance(seed, bool) or not isinstance(seed, (int, Integral)):
            raise InputError(f"seed is {excerpt(seed)}; it must be a whole number")
        self.difference = Difference.between(start, target, diagonals=True)
        self._words = Wording(int(seed))

    def answer(self, question: str) -> str:
        """One to five short sentences; "I don't know" in some form if the question is not understood.

        Raises `InputError` if the question is not text or holds no word.
        """
        if not isinstance(question, str):
            raise InputError(f"question is {type(question).__name__} {excerpt(question)}; it must be text")
        if not any(letter.isalnum() for letter in question):
            raise InputError(f"question {question[:40]!r} holds no words; say what to ask")
        said: dict[str, None] = {}
        told: set[Any] = set()
        for clause in read_question(question):
            said.update(dict.fromkeys(self._answer(clause, told)))
        answer = list(said)[:MOST_SENTENCES] or [self._words.say("unknown")]
        return " ".join(sentence(one) for one in answer)

    def _answer(self, clause: Clause, told: set[Any]) -> list[str]:
        """The sentences for one clause. `told` holds what has been told of each side, and grows."""
        if not clause.topics:
            return []
        if not self.difference.placed and not self.difference.removed:
            return [self._words.say("unchanged")]
        said = []
        for topic in clause.topics:
            sides = self._sides(clause, topic)
            said += self._verdict(clause, sides) if topic == clause.topics[0] else []
            for side in sides:
                for part_of_topic in ("amounts", "place") if topic == "summary" else (topic,):
                    key = self._key(clause, part_of_topic, side)
                    if key not in told:
                        told.add(key)
                        said += self._tell(clause, part_of_topic, side)
        return said

    def _sides(self, clause: Clause, topic: str) -> list[str]:
        """The sides that a topic of a clause is about: by its words, by its colours, else the usual ones."""
        sides = [side for side in ("removed", "placed") if self._of(side)]
        if clause.side is not None:
            return [clause.side]
        coloured = [side for side in sides if self._named(clause, side)]
        if len(coloured) == 1:
            return coloured
        if len(sides) == 1 or topic in ("amounts", "summary"):
            return sides
        return ["removed" if topic == "which" else "placed"]

    def _key(self, clause: Clause, topic: str, side: str) -> Any:
        """What a statement tells, so that no second clause tells it again."""
        if not self._of(side):
            return "nothing", side
        topic = "place" if topic == "which" and side == "placed" else topic
        return topic, side, self._named(clause, side)

    def _named(self, clause: Clause, side: str) -> tuple[Part, ...]:
        """The parts of a side that have a colour of the clause."""
        return tuple(part for part in self._of(side) if part.colour in clause.colours)

    def _of(self, side: str) -> tuple[Part, ...]:
        return self.difference.placed if side == "placed" else self.difference.removed

    def _verdict(self, clause: Clause, sides: list[str]) -> list[str]:
        """Yes, no or neither, where all that the clause says can be decided."""
        if not clause.is_understood or len(sides) != 1:
            return []
        parts: tuple[Part, ...] = self._of(sides[0])
        names = {name for name, _ in clause.atoms}
        if "count" in names and clause.colours:
            parts = self._named(clause, sides[0]) or parts
        truths = [judge(name, value, parts) for name, value in clause.atoms]
        if clause.is_yes_no and False in truths:
            return [self._words.say("no")]
        if clause.is_yes_no and all(truths):
            return [self._words.say("yes")]
        if clause.is_choice and set(truths) == {False}:
            return [self._words.say("neither")]
        return []

    def _tell(self, clause: Clause, topic: str, side: str) -> list[str]:
        parts = self._of(side)
        if not parts:
            return [self._words.say(f"nothing {side}")]
        said = []
        named = self._named(clause, side)
        about_nothing = topic == "which" and not any(
            (self.difference.start == one).any() for one in clause.colours
        )
        if clause.colours and not named and (topic == "amounts" or side == "removed" or about_nothing):
            said = [
                self._words.say(f"colour not {side}", colour=colour_word(colour))
                for colour in sorted(clause.colours)
            ]
        if said and side == "placed" and about_nothing:
            return said
        statements = Statements(self._words, self.difference, side, named or parts)
        if topic == "colours":
            return said + Statements(self._words, self.difference, side, parts).colours()
        if topic == "amounts":
            return said + statements.amounts()
        if topic == "shape":
            return said + statements.shapes()
        if topic == "order":
            return said + Statements(self._words, self.difference, side, parts).order()
        if topic == "which" and side == "removed":
            return said + statements.referents()
        by_edges = any(name in ("edge", "corner", "floor") for name, _ in clause.atoms)
        return said + statements.places(clause.colours - {part.colour for part in named}, by_edges)


def is_unknown(answer: str) -> bool:
    """Whether an answer of the architect says that it does not know."""
    return answer in TEMPLATES["unknown"]
