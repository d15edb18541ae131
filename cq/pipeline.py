"""The three stages as one object: when to ask, what to ask, what to build."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cq.building import Build, Builder
from cq.clarity import Clarity, ClarityClassifier
from cq.encoder.backbone import Backbone
from cq.errors import InputError, MissingFileError
from cq.files import write_text
from cq.modeling.artifacts import CARD, WEIGHTS
from cq.modeling.cards import pipeline_card
from cq.ranking import QuestionBank, RankedQuestion, Ranker
from cq.ranking.bank import BankLike
from cq.world import World

PARTS = ("clarity", "ranking", "building")
CONFIG, BACKBONE = "pipeline.json", "backbone"
"""The file that names the backbone, and the folder that may hold it."""


@dataclass(frozen=True)
class Turn:
    """What to do with one instruction: `questions` best first where it is unclear, else `build`."""

    clarity: Clarity
    questions: list[RankedQuestion] | None
    build: Build | None


class Pipeline:
    """A classifier, a ranker and a builder over one backbone. `cards` are the parts' model cards, by folder.

    Every method takes equally many checked instructions and worlds and gives one result each; the
    functions of `cq` itself (`cq.classify`, …) check them, and also take single ones. A bank may be in any
    form that `QuestionBank.parse` reads.
    """

    def __init__(
        self,
        backbone: Backbone,
        classifier: ClarityClassifier,
        ranker: Ranker,
        builder: Builder,
        cards: Mapping[str, str] | None = None,
    ) -> None:
        self.backbone, self.classifier, self.ranker, self.builder = backbone, classifier, ranker, builder
        self.cards = dict(cards or {})

    @classmethod
    def from_pretrained(cls, folder: str | os.PathLike[str] | None = None) -> Pipeline:
        """Load a saved pipeline; None loads the bundled one. Where its folder holds the backbone, as the
        subfolder `backbone`, that is taken.

        Raises `MissingFileError` where the folder, a part or the backbone is missing, `InputError` where
        one is damaged.
        """
        folder = WEIGHTS if folder is None else Path(folder)
        try:
            config = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
        except OSError:
            raise MissingFileError(
                f"no saved pipeline: {str(folder / CONFIG)!r} is missing; give a folder written by "
                "save_pretrained, or reinstall the package where it is the bundled one"
            ) from None
        except ValueError as error:
            raise InputError(f"{str(folder / CONFIG)!r} is damaged: {error}") from None
        inside = folder / BACKBONE
        backbone = Backbone.load(config["backbone"], inside if inside.is_dir() else None)
        return cls(
            backbone,
            ClarityClassifier.from_pretrained(folder / "clarity", backbone),
            Ranker.from_pretrained(folder / "ranking", backbone),
            Builder.from_pretrained(folder / "building", backbone),
            _cards(folder),
        )

    def save_pretrained(self, folder: str | os.PathLike[str]) -> None:
        """Write every trained part under `folder`, with cards as hubs show them; `from_pretrained(folder)`
        gives equal outputs.
        """
        folder = Path(folder)
        self.classifier.save_pretrained(folder / "clarity", {})
        self.ranker.save_pretrained(folder / "ranking", {})
        self.builder.save_pretrained(folder / "building", {})
        for part, card in self.cards.items():
            write_text(folder / part / CARD, card)
        write_text(folder / CARD, pipeline_card(self.backbone.name))
        write_text(folder / CONFIG, json.dumps({"backbone": self.backbone.name}) + "\n")

    def classify(
        self, instructions: Sequence[str], worlds: Sequence[World], cost_of_asking: float | None = None
    ) -> list[Clarity]:
        """When to ask."""
        return self.classifier.classify(instructions, worlds, cost_of_asking)

    def rank(
        self,
        bank: BankLike,
        instructions: Sequence[str],
        worlds: Sequence[World],
        top_k: int | None = None,
    ) -> list[list[RankedQuestion]]:
        """What to ask: the bank's questions, best first."""
        return self.ranker.rank(QuestionBank.parse(bank), instructions, worlds, top_k=top_k)

    def build(self, instructions: Sequence[str], worlds: Sequence[World]) -> list[Build]:
        """What to build."""
        return self.builder.build(instructions, worlds)

    def ask(
        self,
        instructions: Sequence[str],
        worlds: Sequence[World],
        bank: BankLike = None,
        cost_of_asking: float | None = None,
    ) -> list[Turn]:
        """Classify, then rank questions for the unclear ones and build the clear ones."""
        turns: list[Turn | None] = [None] * len(instructions)
        clarities = self.classify(instructions, worlds, cost_of_asking)
        for clear in (True, False):
            rows = [i for i, clarity in enumerate(clarities) if clarity.is_clear is clear]
            some_texts, some_worlds = [instructions[i] for i in rows], [worlds[i] for i in rows]
            if clear:
                for i, build in zip(rows, self.build(some_texts, some_worlds), strict=True):
                    turns[i] = Turn(clarities[i], None, build)
            else:
                for i, questions in zip(rows, self.rank(bank, some_texts, some_worlds), strict=True):
                    turns[i] = Turn(clarities[i], questions, None)
        return [turn for turn in turns if turn is not None]


def _cards(folder: Path) -> dict[str, str]:
    """The cards of the parts that have one."""
    found = {part: folder / part / CARD for part in PARTS}
    return {part: path.read_text(encoding="utf-8") for part, path in found.items() if path.is_file()}
