"""The pipeline of a conversation, and its methods that wait for one another."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, Protocol, TypeVar

from cq.deadlines import ORDER_SECONDS, Deadline, worked
from cq.dialogue.limits import OnUnsure
from cq.dialogue.turn import Turn
from cq.language.arguments import WorldLike
from cq.language.spoken import Turns
from cq.ranking import RankedQuestion
from cq.ranking.bank import BankLike

P = ParamSpec("P")
T = TypeVar("T")


class Asker(Protocol):
    """The part of a pipeline that a conversation needs: `cq.Pipeline` has it."""

    def ask(
        self,
        instruction: str,
        world: WorldLike = None,
        qbank: BankLike = None,
        dialogue: Turns = (),
        *,
        cost_of_asking: float | None = None,
        max_questions: int | None = None,
        on_unsure: OnUnsure = "build",
    ) -> Turn:
        """The builder's turn."""

    def rank(
        self,
        qbank: BankLike,
        instruction: str,
        world: WorldLike = None,
        top_k: int | None = None,
        dialogue: Turns = (),
    ) -> list[RankedQuestion]:
        """The questions of a bank, best first."""


def alone(method: Callable[P, T]) -> Callable[P, T]:
    """The method of a conversation, which waits until no other thread takes a turn in it, and raises
    `DeadlineError` if its work on an order takes longer than `ORDER_SECONDS`.
    """

    @wraps(method)
    def call(*args: P.args, **options: P.kwargs) -> T:
        with vars(args[0])["_lock"], Deadline(ORDER_SECONDS, worked):
            return method(*args, **options)

    return call
