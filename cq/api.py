"""The functions for users: the methods of the default pipeline, and `Dialogue`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from cq.dialogue.dialogue import Conversation
from cq.dialogue.limits import OnUnsure
from cq.dialogue.speaker import Speaker
from cq.errors import InputError, excerpt
from cq.language.arguments import WorldLike
from cq.pipeline import Pipeline
from cq.pipeline.default import default_pipeline
from cq.ranking.bank import BankLike


def _of_default(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method of `Pipeline` as a function of the default pipeline, with the same words about it."""

    @wraps(method)
    def function(*args: Any, **options: Any) -> Any:
        return method(default_pipeline(), *args, **options)

    _, *others = inspect.signature(method).parameters.values()
    function.__signature__ = inspect.signature(method).replace(parameters=others)  # type: ignore[attr-defined]
    function.__qualname__, function.__module__ = method.__name__, __name__
    return function


if TYPE_CHECKING:
    _pipeline = default_pipeline()
    classify, rank, build, ask = _pipeline.classify, _pipeline.rank, _pipeline.build, _pipeline.ask
else:
    classify, rank, build, ask = map(
        _of_default, (Pipeline.classify, Pipeline.rank, Pipeline.build, Pipeline.ask)
    )


class Dialogue(Conversation):
    """A dialogue with the builder: it asks, hears the answers, builds, and keeps the world.

        d = cq.Dialogue(world)
        turn = d.say("Break the yellow one")    # turn.action is "ask", turn.question.text, .options
        turn = d.answer(1)                      # an option, its number, or words; turn.build is the build
        d.world, d.transcript, d.undo()         # the present world; the transcript; take back a turn

    `world` and `qbank` are as for `cq.ask`; `zone` and `palette` as for `World.parse`. `max_questions` is the
    most questions about one instruction, 0 for none, None for no limit; `cost_of_asking`, in (0, 1), is the
    changed F1 that an answer must add. `on_unsure` is the action where a question would pay, but may not be
    asked or was not understood: "build" the best guess, or "refuse". `pipeline` is the one to use instead of
    the default of all functions. `speaker` is the model of a speaker (`cq.Speaker`): it learns the meaning of
    their ellipses, which need no further questions. Raises `InputError` for other values.
    """

    def __init__(
        self,
        world: WorldLike = None,
        max_questions: int | None = None,
        cost_of_asking: float | None = None,
        qbank: BankLike = None,
        pipeline: Pipeline | None = None,
        *,
        speaker: Speaker | None = None,
        zone: Any = None,
        palette: Any = None,
        on_unsure: OnUnsure = "build",
    ) -> None:
        if pipeline is not None and not isinstance(pipeline, Pipeline):
            raise InputError(
                f"pipeline is {type(pipeline).__name__} {excerpt(pipeline, 40)}; give a cq.Pipeline, such as "
                "cq.Pipeline.from_pretrained(folder), or None for the default"
            )
        super().__init__(world, max_questions, cost_of_asking, qbank, speaker, zone, palette, on_unsure)
        self._pipeline = pipeline

    @property
    def pipeline(self) -> Pipeline:
        """The pipeline that takes the builder's turns."""
        return default_pipeline() if self._pipeline is None else self._pipeline

    @classmethod
    def from_dict(cls, data: Any, pipeline: Pipeline | None = None) -> Dialogue:
        """The dialogue that `to_dict` gave, also that of cq 0.2.0. With the same pipeline, its next turn is
        the same. The plan of a saved build is its grid.

        Raises `InputError` naming the error.
        """
        from cq.dialogue.saved import bank_of, naming_version, read_dialogue, start_of

        saved = read_dialogue(data)
        with naming_version(saved.version):
            dialogue = cls(
                start_of(saved),
                saved.max_questions,
                saved.cost_of_asking,
                bank_of(saved.qbank),
                pipeline,
                speaker=None if saved.speaker is None else Speaker.from_dict(saved.speaker),
                on_unsure=saved.on_unsure,
            )
            dialogue.restore(saved.steps)
        return dialogue
