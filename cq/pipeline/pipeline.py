"""The three stages as one object: when to ask, what to ask, what to build."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.building import NetworkBuilder
from cq.clarity import ClarityClassifier, text_classifier
from cq.clarity.text_classifier import TextClassifier
from cq.encoder.backbone import PACKAGE, Backbone
from cq.errors import InputError, excerpt, reporting
from cq.files import write_text
from cq.language.collecting import uncollected
from cq.modeling.artifacts import WEIGHTS, check_digests, part_kind
from cq.modeling.cards import model_card
from cq.modeling.manifest import BACKBONE, CARD, COMMON, MANIFEST, PARTS, READING, Manifest
from cq.modeling.threads import use_free_cores
from cq.pipeline.functions import Functions
from cq.pipeline.parts import Builder, Classifier, Parts, Ranker
from cq.ranking import QuestionRanker, text_ranker
from cq.ranking.bank import FrameLike
from cq.ranking.text_ranker import TextRanker
from cq.reading.grounded import Reader, Readers

if TYPE_CHECKING:
    from cq.corpora import Corpus
    from cq.ranking.cross_encoder.model import Source as CrossEncoderSource


class Pipeline(Functions):
    """A classifier, a ranker and a builder over one backbone.

    Its methods take the arguments of the functions of `cq`: one instruction with its world, or many, and
    return one result or a list. Each instruction is parsed and encoded once for all parts. A user's own parts
    need the methods of `Classifier`, `Ranker` and `Builder`.

    `cards` are the parts' model cards, by folder. `cross_encoder` replaces that of a `QuestionRanker`: any
    `CrossEncoder` of sentence-transformers, its folder or model id; `cross_encoder_weight` is the weight of
    its logits, by default that of the cross-encoder it replaces. `reader` reads the texts that no rule reads,
    such as `cq.llm.ModelReader`. `readers` are the network that reads everyday words and the judge that
    chooses between it and the grammar (`cq.reading.readers.Readers`); without them only the grammar reads.
    """

    def __init__(
        self,
        backbone: Backbone,
        classifier: Classifier,
        ranker: Ranker,
        builder: Builder,
        cards: Mapping[str, str] | None = None,
        *,
        cross_encoder: CrossEncoderSource | None = None,
        cross_encoder_weight: float | None = None,
        reader: Reader | None = None,
        readers: Readers | None = None,
    ) -> None:
        if reader is not None and not callable(getattr(reader, "read", None)):
            raise InputError(f"{reader!r} cannot read; give a reader such as cq.llm.ModelReader(model)")
        if cross_encoder is None and cross_encoder_weight is not None:
            raise InputError(f"cross_encoder_weight {excerpt(cross_encoder_weight)} needs a cross_encoder")
        if cross_encoder is not None:
            ranker = _with_cross_encoder(ranker, cross_encoder, cross_encoder_weight)
        self.backbone, self.parts, self.reader = backbone, Parts(classifier, ranker, builder), reader
        self.readers = readers
        # The ranker's card describes the cross-encoder that it was trained with.
        replaced = () if cross_encoder is None else ("ranking",)
        self.cards = {part: card for part, card in (cards or {}).items() if part not in replaced}

    @classmethod
    @uncollected  # Loaded objects stay: a collector would walk them again and again.
    def from_pretrained(
        cls,
        folder: str | os.PathLike[str] | None = None,
        *,
        backbone: Backbone | None = None,
        cross_encoder: CrossEncoderSource | None = None,
        cross_encoder_weight: float | None = None,
    ) -> Pipeline:
        """Load a saved pipeline; None loads the bundled one. If the folder has a subfolder `backbone`, that
        backbone is used. No file in the folder is trusted: it never runs as code, and never makes a request
        to a hub. A pipeline over a hub's model needs `backbone=Backbone.load(ID)`.

        Raises `MissingFileError` if the folder, a part or the backbone is missing, `InputError` if a file
        does not match its digest in `pipeline.json` (see `cq.modeling.manifest`) or cannot be read.
        """
        use_free_cores()
        folder = WEIGHTS if folder is None else folder_path(folder)
        for part in COMMON:
            check_digests(WEIGHTS / part)
        if backbone is None:
            backbone = _load_backbone(folder, Manifest.read(folder))
        backbone = backbone.for_inference()
        return cls(
            backbone,
            _load_classifier(folder / "clarity", backbone),
            _load_ranker(folder / "ranking", backbone),
            NetworkBuilder.from_pretrained(folder / "building", backbone),
            _cards(folder),
            cross_encoder=cross_encoder,
            cross_encoder_weight=cross_encoder_weight,
            readers=_load_readers(folder / READING, backbone),
        )

    def save_pretrained(self, folder: str | os.PathLike[str]) -> None:
        """Write every trained part under `folder`, with cards as hubs show them; `from_pretrained(folder)`
        gives equal outputs. Raises `InputError` if a part is not one of cq's classes.
        """
        folder = folder_path(folder)
        if folder.is_file():
            raise InputError(f"{str(folder)!r} is a file; give a folder")
        parts = (self.classifier, self.ranker, self.builder)
        kinds = ((ClarityClassifier, TextClassifier), (QuestionRanker, TextRanker), (NetworkBuilder,))
        for name, part, kind in zip(PARTS, parts, kinds, strict=True):
            if not isinstance(part, kind):
                raise InputError(
                    f"the {name} part is a {type(part).__name__}; only a {kind[0].__name__} can be saved: "
                    "save your part separately, and pass it to Pipeline(...)"
                )
        # Without a manifest the folder is not a pipeline, until all parts are complete.
        (folder / MANIFEST).unlink(missing_ok=True)
        for name, part in zip(PARTS, parts, strict=True):
            part.save_pretrained(folder / name)  # type: ignore[attr-defined]
        if self.readers is not None:
            self.readers.save_pretrained(folder / READING)
        for name, card in self.cards.items():
            if name != READING or self.readers is not None:
                write_text(folder / name / CARD, card)
        write_text(folder / CARD, model_card("pipeline", self.backbone.name))
        Manifest.of(folder, self.backbone.name).write(folder)

    @property
    def classifier(self) -> Classifier:
        """Decides when to ask."""
        return self.parts.classifier

    @property
    def ranker(self) -> Ranker:
        """Decides what to ask."""
        return self.parts.ranker

    @property
    def builder(self) -> Builder:
        """Decides what to build."""
        return self.parts.builder

    def fit(
        self,
        data: FrameLike | Corpus,
        tasks: str | Sequence[str] = ("clarity", "ranking"),
        *,
        adapt: bool = False,
        epochs: int | None = None,
        train_cross_encoder: bool = False,
        work: str | os.PathLike[str] | None = None,
    ) -> dict[str, dict[str, float]]:
        """Train parts on labelled rows, replace those of the pipeline, and return their out-of-fold figures:
        task → name of a figure → value.

        `data` is a `cq.corpora.Corpus` of requests, a data frame or a `datasets.Dataset`. A frame has the
        columns `instruction` and `clear` (yes or no), and perhaps `world`, `question` (a person's question,
        for the ranking) and `target` (the right result, for the building). `tasks` are some of "clarity",
        "ranking" and "building", which takes hours. `epochs` are passes over the rows, by default those of
        the bundled parts. Without `train_cross_encoder`, the new ranker has none. `work` is a folder in which
        finished networks are kept, so that a killed training continues.

        From a corpus, or a frame with the columns `text` and `need` (see `cq.corpora.table`), a classifier
        ("clarity") and a ranker ("ranking") are fitted on the words alone, for requests of any domain, in
        minutes. The figures have the bounds of 95 % intervals (`_low`, `_high`) and baselines beside them
        (`_majority`, `_bm25`, `_cosine`). `ask` then asks from the corpus's bank, or replies with the request
        and its answers; `epochs`, `train_cross_encoder` and `work` have no effect.

        With `adapt`, the classifier (`tasks=("clarity",)`) is not retrained: a few dozen rows adapt its
        calibration and its threshold. The figures then include those from before.

        Raises `InputError` for another task, a row that cannot be read, or rows from which a task cannot be
        learned.
        """
        from cq.training.fit import adapt_parts, fit_parts

        trained = (
            adapt_parts(data, tasks, self.parts.classifier)
            if adapt
            else fit_parts(
                data, tasks, self.backbone, epochs=epochs, train_cross_encoder=train_cross_encoder, work=work
            )
        )
        names = {"clarity": "classifier", "ranking": "ranker", "building": "builder"}
        self.parts = replace(self.parts, **{names[task]: part.part for task, part in trained.items()})
        self.cards = {name: card for name, card in self.cards.items() if name not in trained}
        return {task: part.figures for task, part in trained.items()}


def folder_path(folder: Any) -> Path:
    """The given path. Raises `InputError` for other values."""
    if not isinstance(folder, str | os.PathLike):
        raise InputError(f"{excerpt(folder)} is {type(folder).__name__}; give the path of a folder")
    return Path(folder)


def _load_backbone(folder: Path, manifest: Manifest) -> Backbone:
    """The backbone of a saved pipeline, its files checked."""
    inside, name = folder / BACKBONE, manifest.backbone
    if not inside.is_dir() and name != PACKAGE and not Path(name).expanduser().is_dir():
        raise InputError(
            f"the pipeline in {str(folder)!r} was trained on {name!r}, which is not a folder here; to get it "
            f"from a hub, give backbone=Backbone.load({name!r})"
        )
    manifest.check(folder, BACKBONE)
    return Backbone.load(name, inside if inside.is_dir() else None)


def _load_classifier(folder: Path, backbone: Backbone) -> Classifier:
    """The classifier of a saved pipeline, of its saved class."""
    if part_kind(folder) == text_classifier.KIND:
        return TextClassifier.from_pretrained(folder, backbone)
    return ClarityClassifier.from_pretrained(folder, backbone)


def _load_ranker(folder: Path, backbone: Backbone) -> Ranker:
    """The ranker of a saved pipeline, of its saved class."""
    if part_kind(folder) == text_ranker.KIND:
        return TextRanker.from_pretrained(folder, backbone)
    return QuestionRanker.from_pretrained(folder, backbone)


def _load_readers(folder: Path, backbone: Backbone) -> Readers | None:
    """The readers of a saved pipeline, None if it has none."""
    if not folder.is_dir():
        return None
    from cq.reading.readers import Readers as Loaded

    return Loaded.load(folder, backbone)


def _with_cross_encoder(ranker: Ranker, source: CrossEncoderSource, weight: float | None) -> QuestionRanker:
    from cq.ranking.cross_encoder import CrossEncoder, CrossEncoderStage

    if not isinstance(ranker, QuestionRanker):
        raise InputError(f"a {type(ranker).__name__} has no cross-encoder; give a QuestionRanker")
    if weight is not None and (
        isinstance(weight, bool) or not isinstance(weight, Real) or not 0 <= weight < math.inf
    ):
        raise InputError(f"cross_encoder_weight {excerpt(weight)} is not a finite number of 0 or more")
    if weight is None:
        weight = 1.0 if ranker.cross_encoder is None else ranker.cross_encoder.weight
    return ranker.with_cross_encoder(CrossEncoderStage(CrossEncoder(source), float(weight)))


def _cards(folder: Path) -> dict[str, str]:
    """The cards of the parts that have one."""
    found = {part: folder / part / CARD for part in (*PARTS, READING)}
    with reporting(f"a card in {str(folder)!r} cannot be read", "save it as UTF-8", ValueError):
        return {part: path.read_text(encoding="utf-8") for part, path in found.items() if path.is_file()}
