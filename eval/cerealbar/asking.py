"""When a follower asks which card is meant: where a wrong one is expected to cost more than the question."""

from __future__ import annotations

from collections.abc import Callable

from cq.env.cerealbar import State, card_of
from cq.env.cerealbar.hexes import distance
from cq.env.cerealbar.programs import NUMBERED, Program
from cq.env.cerealbar.reader import InstructionReader, Reading

WRONG = 20.0
"""Steps that a wrong card costs: to go there, and back to put it right."""


def asking(
    reader: InstructionReader, ask: Callable[[State, int], int], price: float
) -> Callable[[str, State], Program]:
    """Reads as `reader`, and asks which card is meant where a wrong one is expected to cost more steps than
    the `price` of a question. `ask(state, n)` gives the cell of the card to change as n-th, -1 for none.
    """

    def read(text: str, state: State) -> Program:
        left, number = reader.readings(text, state), 0
        while any(len(one.plan.changes) > number for one in left):
            chances = dict[int, float]()
            for one in left:
                chances[_card(one, number)] = chances.get(_card(one, number), 0.0) + one.probability
            meant = max(chances, key=lambda cell: chances[cell])
            if WRONG * (1 - chances[meant] / sum(chances.values())) > price:
                meant = ask(state, number)
            fits = [one for one in left if _card(one, number) == meant]
            if not fits:
                return _corrected(left[0].program, state, number, meant)
            left, number = fits, number + 1
        return left[0].program

    return read


def _card(reading: Reading, number: int) -> int:
    changes = reading.plan.changes
    return changes[number].cell if number < len(changes) else -1


def _corrected(program: Program, state: State, number: int, cell: int) -> Program:
    """The program with another card as n-th, or none from there on."""
    cards = [i for i, clause in enumerate(program) if clause[0][0] in ("take", "drop")]
    at = cards[number] if number < len(cards) else len(program)
    if cell < 0:
        return program[:at]
    verb = "drop" if cell in state.selected else "take"
    steps = str(min(max(distance(state.follower // 6, cell), 1), len(NUMBERED)))
    clause = ((verb, "card", *map(str, card_of(state.cards[cell]))), ("steps", steps))
    return (*program[:at], clause, *program[at + 1 :])
