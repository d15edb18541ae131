"""The three stages as one object: when to ask, what to ask, what to build."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from typing import Protocol, TypeVar, overload

from cq.building import Build, NetworkBuilder
from cq.clarity import Clarity, ClarityClassifier
from cq.encoder.backbone import Backbone
from cq.errors import InputError, MissingFileError
from cq.files import write_text
from cq.language.arguments import Instructions, Texts, WorldLike
from cq.language.instruction import GroundedInstruction, ground
from cq.modeling.artifacts import CARD, WEIGHTS
from cq.modeling.cards import pipeline_card
from cq.ranking import QuestionBank, QuestionRanker, RankedQuestion
from cq.ranking.bank import BankLike
from cq.ranking.ranker import check_top_k

T = TypeVar("T")

PARTS = ("clarity", "ranking", "building")
CONFIG, BACKBONE = "pipeline.json", "backbone"
"""The file that names the backbone, and the folder that may hold it."""

INSTRUCTIONS_PER_CHUNK = 128
"""Instructions whose hidden states are in memory at a time."""


class Classifier(Protocol):
    """Decides when to ask. `cq.clarity.ClarityClassifier` is the bundled one."""

    def classify(
        self, instructions: Sequence[GroundedInstruction], cost_of_asking: float | None = None
    ) -> list[Clarity]:
        """One `Clarity` per instruction. `cost_of_asking`, in (0, 1), takes the place of the threshold."""


class Ranker(Protocol):
    """Decides what to ask. `cq.ranking.QuestionRanker` is the bundled one."""

    def rank(
        self,
        bank: QuestionBank,
        instructions: Sequence[GroundedInstruction],
        *,
        top_k: int | None = None,
    ) -> list[list[RankedQuestion]]:
        """For each instruction the first `top_k` questions of the bank, all for None, best first."""


class Builder(Protocol):
    """Decides what to build. `cq.building.NetworkBuilder` is the bundled one."""

    def build(self, instructions: Sequence[GroundedInstruction]) -> list[Build]:
        """One `Build` per instruction."""


@dataclass(frozen=True)
class Turn:
    """What to do with one instruction: `questions` best first if it is unclear, else `build`."""

    clarity: Clarity
    questions: list[RankedQuestion] | None
    build: Build | None


class Pipeline:
    """A classifier, a ranker and a builder over one backbone.

    Its methods take what the functions of `cq` take: one instruction with its world, or many, and return
    one result or a list. Each instruction is parsed and encoded once, however many parts use it. Parts of
    your own need the methods of `Classifier`, `Ranker` and `Builder`.

    `cards` are the parts' model cards, by folder. `cross_encoder` replaces that of a `QuestionRanker`: the
    folder or model id of any `CrossEncoder` of sentence-transformers; `cross_encoder_weight` is the weight
    of its logits, by default that of the cross-encoder it replaces.
    """

    def __init__(
        self,
        backbone: Backbone,
        classifier: Classifier,
        ranker: Ranker,
        builder: Builder,
        cards: Mapping[str, str] | None = None,
        *,
        cross_encoder: str | os.PathLike[str] | None = None,
        cross_encoder_weight: float | None = None,
    ) -> None:
        if cross_encoder is None and cross_encoder_weight is not None:
            raise InputError(f"cross_encoder_weight {cross_encoder_weight!r} needs a cross_encoder")
        if cross_encoder is not None:
            ranker = _with_cross_encoder(ranker, cross_encoder, cross_encoder_weight)
        for part, method in ((classifier, "classify"), (ranker, "rank"), (builder, "build")):
            if isinstance(part, type) or not callable(getattr(part, method, None)):
                raise InputError(
                    f"{part!r} cannot {method}; give an object with a method {method!r}, as the protocols "
                    "cq.Classifier, cq.Ranker and cq.Builder describe it"
                )
        self.backbone, self.classifier, self.ranker, self.builder = backbone, classifier, ranker, builder
        self.cards = dict(cards or {})

    @classmethod
    def from_pretrained(
        cls,
        folder: str | os.PathLike[str] | None = None,
        *,
        cross_encoder: str | os.PathLike[str] | None = None,
        cross_encoder_weight: float | None = None,
    ) -> Pipeline:
        """Load a saved pipeline; None loads the bundled one. If the folder has a subfolder `backbone`, that
        backbone is used.

        Raises `MissingFileError` if the folder, a part or the backbone is missing, `InputError` if one is
        damaged.
        """
        folder = WEIGHTS if folder is None else Path(folder)
        try:
            config = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
        except OSError:
            raise MissingFileError(
                f"no saved pipeline: {str(folder / CONFIG)!r} is missing; give a folder written by "
                "save_pretrained, or reinstall the package if this is the bundled pipeline"
            ) from None
        except ValueError as error:
            raise InputError(f"{str(folder / CONFIG)!r} is damaged: {error}") from None
        inside = folder / BACKBONE
        backbone = Backbone.load(config["backbone"], inside if inside.is_dir() else None)
        return cls(
            backbone,
            ClarityClassifier.from_pretrained(folder / "clarity", backbone),
            QuestionRanker.from_pretrained(folder / "ranking", backbone),
            NetworkBuilder.from_pretrained(folder / "building", backbone),
            _cards(folder),
            cross_encoder=cross_encoder,
            cross_encoder_weight=cross_encoder_weight,
        )

    def save_pretrained(self, folder: str | os.PathLike[str]) -> None:
        """Write every trained part under `folder`, with cards as hubs show them; `from_pretrained(folder)`
        gives equal outputs. Raises `InputError` if a part is not one of cq's classes.
        """
        folder = Path(folder)
        parts = (self.classifier, self.ranker, self.builder)
        kinds = (ClarityClassifier, QuestionRanker, NetworkBuilder)
        for name, part, kind in zip(PARTS, parts, kinds, strict=True):
            if not isinstance(part, kind):
                raise InputError(
                    f"the {name} part is a {type(part).__name__}; only a {kind.__name__} can be saved: save "
                    "your part separately, and pass it to Pipeline(...)"
                )
        for name, part in zip(PARTS, parts, strict=True):
            part.save_pretrained(folder / name)  # type: ignore[attr-defined]
        for name, card in self.cards.items():
            write_text(folder / name / CARD, card)
        write_text(folder / CARD, pipeline_card(self.backbone.name))
        write_text(folder / CONFIG, json.dumps({"backbone": self.backbone.name}) + "\n")

    @overload
    def classify(
        self, instruction: str, world: WorldLike = None, *, cost_of_asking: float | None = None
    ) -> Clarity: ...
    @overload
    def classify(
        self, instruction: Texts, world: WorldLike = None, *, cost_of_asking: float | None = None
    ) -> list[Clarity]: ...
    def classify(
        self, instruction: str | Texts, world: WorldLike = None, *, cost_of_asking: float | None = None
    ) -> Clarity | list[Clarity]:
        """When to ask: see `cq.classify`."""
        given = Instructions.parse(instruction, world)
        return given.unpack(self._map(given, lambda some: self._classify(some, cost_of_asking)))

    @overload
    def rank(
        self, qbank: BankLike, instruction: str, world: WorldLike = None, top_k: int | None = None
    ) -> list[RankedQuestion]: ...
    @overload
    def rank(
        self, qbank: BankLike, instruction: Texts, world: WorldLike = None, top_k: int | None = None
    ) -> list[list[RankedQuestion]]: ...
    def rank(
        self, qbank: BankLike, instruction: str | Texts, world: WorldLike = None, top_k: int | None = None
    ) -> list[RankedQuestion] | list[list[RankedQuestion]]:
        """What to ask: see `cq.rank`. The instruction must be given."""
        bank = QuestionBank.parse(qbank)
        check_top_k(top_k)
        given = Instructions.parse(instruction, world)
        rankings = self._map(given, lambda some: self._rank(bank, some, top_k))
        return given.unpack(rankings)

    @overload
    def build(self, instruction: str, world: WorldLike = None) -> Build: ...
    @overload
    def build(self, instruction: Texts, world: WorldLike = None) -> list[Build]: ...
    def build(self, instruction: str | Texts, world: WorldLike = None) -> Build | list[Build]:
        """What to build: see `cq.build`."""
        given = Instructions.parse(instruction, world)
        return given.unpack(self._map(given, self._build))

    @overload
    def ask(
        self,
        instruction: str,
        world: WorldLike = None,
        qbank: BankLike = None,
        *,
        cost_of_asking: float | None = None,
    ) -> Turn: ...
    @overload
    def ask(
        self,
        instruction: Texts,
        world: WorldLike = None,
        qbank: BankLike = None,
        *,
        cost_of_asking: float | None = None,
    ) -> list[Turn]: ...
    def ask(
        self,
        instruction: str | Texts,
        world: WorldLike = None,
        qbank: BankLike = None,
        *,
        cost_of_asking: float | None = None,
    ) -> Turn | list[Turn]:
        """Classify, then rank questions for the unclear ones and build the clear ones: see `cq.ask`."""
        bank = QuestionBank.parse(qbank)
        given = Instructions.parse(instruction, world)
        return given.unpack(self._map(given, lambda some: self._ask(some, bank, cost_of_asking)))

    def _ask(
        self, instructions: Sequence[GroundedInstruction], bank: QuestionBank, cost_of_asking: float | None
    ) -> list[Turn]:
        clarities = self._classify(instructions, cost_of_asking)
        pairs = list(zip(instructions, clarities, strict=True))
        clear = [instruction for instruction, clarity in pairs if clarity.is_clear]
        unclear = [instruction for instruction, clarity in pairs if not clarity.is_clear]
        builds = iter(self._build(clear) if clear else [])
        rankings = iter(self._rank(bank, unclear, None) if unclear else [])
        return [
            Turn(clarity, None, next(builds)) if clarity.is_clear else Turn(clarity, next(rankings), None)
            for clarity in clarities
        ]

    def _classify(
        self, instructions: Sequence[GroundedInstruction], cost_of_asking: float | None
    ) -> list[Clarity]:
        clarities = self.classifier.classify(instructions, cost_of_asking)
        return _checked(clarities, Clarity, len(instructions), self.classifier)

    def _rank(
        self, bank: QuestionBank, instructions: Sequence[GroundedInstruction], top_k: int | None
    ) -> list[list[RankedQuestion]]:
        rankings = self.ranker.rank(bank, instructions, top_k=top_k)
        return _checked(rankings, list, len(instructions), self.ranker)

    def _build(self, instructions: Sequence[GroundedInstruction]) -> list[Build]:
        return _checked(self.builder.build(instructions), Build, len(instructions), self.builder)

    def _map(
        self, given: Instructions, function: Callable[[Sequence[GroundedInstruction]], Sequence[T]]
    ) -> list[T]:
        """Apply the function to the grounded instructions, in chunks."""
        return [result for chunk in self._chunks(given) for result in function(chunk)]

    def _chunks(self, given: Instructions) -> Iterator[list[GroundedInstruction]]:
        for first in range(0, len(given.texts), INSTRUCTIONS_PER_CHUNK):
            some = slice(first, first + INSTRUCTIONS_PER_CHUNK)
            yield ground(given.texts[some], given.worlds[some], self.backbone)


def _checked(results: list[T], kind: type, count: int, part: object) -> list[T]:
    """The results of a part, one for each of `count` instructions. Raises `InputError` if they are not."""
    if not isinstance(results, list) or len(results) != count:
        found = f"{len(results)} results" if isinstance(results, list) else f"a {type(results).__name__}"
        raise InputError(f"{type(part).__name__} gave {found} for {count} instructions; it must give a list")
    for result in results:
        if not isinstance(result, kind):
            raise InputError(
                f"{type(part).__name__} gave a {type(result).__name__} for an instruction; it must give a "
                f"{kind.__name__}"
            )
    return results


def _with_cross_encoder(
    ranker: Ranker, source: str | os.PathLike[str], weight: float | None
) -> QuestionRanker:
    from cq.ranking.cross_encoder import CrossEncoder, CrossEncoderStage

    if not isinstance(ranker, QuestionRanker):
        raise InputError(f"a {type(ranker).__name__} has no cross-encoder; give a QuestionRanker")
    if weight is not None and (not isinstance(weight, Real) or not 0 <= weight < math.inf):
        raise InputError(f"cross_encoder_weight {weight!r} is not a finite number of 0 or more")
    if weight is None:
        weight = 1.0 if ranker.cross_encoder is None else ranker.cross_encoder.weight
    model = CrossEncoder.from_pretrained(source if isinstance(source, str) else Path(source))
    return ranker.with_cross_encoder(CrossEncoderStage(model, float(weight)))


def _cards(folder: Path) -> dict[str, str]:
    """The cards of the parts that have one."""
    found = {part: folder / part / CARD for part in PARTS}
    return {part: path.read_text(encoding="utf-8") for part, path in found.items() if path.is_file()}
