"""Where tests find the recordings, and the fixtures more than one file needs."""

from __future__ import annotations

import gc
import os
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from hypothesis.errors import InvalidArgument

if TYPE_CHECKING:
    from cq.building.training.recorded_builds import RecordedBuild
    from cq.encoder.backbone import Backbone
    from cq.pipeline import Pipeline
    from cq.ranking.reading import Anchors

# The time of one example says nothing on a busy machine. The suite draws the same examples on each run, so
# that a change is what breaks it; `make fuzz` and `pytest --hypothesis-profile long` draw new ones, and more.
try:
    settings.get_profile("cq")  # Tests import this file once more, when a profile is chosen.
except InvalidArgument:
    settings.register_profile("cq", deadline=None, derandomize=True)
    settings.register_profile("long", deadline=None, max_examples=10_000)
    settings.load_profile("cq")


def pytest_collection_finish() -> None:
    """Thousands of tests and what they import live as long as the run: the garbage collector leaves them
    out, which would look at them all again and again.
    """
    gc.collect()
    gc.freeze()


def examples(number: int, **options: Any) -> settings:
    """The settings of a test of which one example takes long: it draws `number` of them, and the profile
    "long" a hundred times as many.
    """
    more = max(1, settings.default.max_examples // 100)
    return settings(max_examples=number * more, **options)


def every(step: int) -> int:
    """Of recordings, every so many-th is looked at; with the profile "long", all of them."""
    return step if settings.default.max_examples <= 100 else 1


ROOT = Path(__file__).resolve().parent.parent

os.environ.setdefault("CQ_STRICT", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")  # A fork of a process with several threads of OpenMP hangs.
os.environ.setdefault("CQ_DATA", str(ROOT.parent / "shared" / "data"))
DATA = Path(os.environ["CQ_DATA"])

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"no recordings at {DATA}; set CQ_DATA")


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Tests neither read nor fill the user's cache. The processes of a run share theirs: one parses a set."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    os.environ["CQ_CACHE"] = str(folder / "cache")


@pytest.fixture(scope="session")
def singleturn():
    """The whole single-turn set."""
    if not DATA.is_dir():
        pytest.skip(f"no recordings at {DATA}; set CQ_DATA")
    from cq.data import load_singleturn

    return load_singleturn(DATA / "iglu_singleturn.zip")


@pytest.fixture(scope="session")
def recorded_builds(singleturn) -> list[RecordedBuild]:
    """Its rows that have a target."""
    from cq.building.training import recorded_builds

    return recorded_builds.recorded_builds(singleturn)


@pytest.fixture(scope="session")
def towers() -> Path:
    """The bundled example world."""
    return ROOT / "cq" / "examples" / "towers.json"


@pytest.fixture
def bundled() -> Pipeline:
    """The bundled pipeline, as if it was loaded anew: what is trained replaces parts of this one alone."""
    from cq.pipeline.default import default_pipeline

    return copy(default_pipeline())


@pytest.fixture
def loaded_once(bundled: Pipeline, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job in this process, or in a fork of it, takes the bundled pipeline as it was loaded before."""
    from cq.pipeline import Pipeline

    load = Pipeline.from_pretrained
    monkeypatch.setattr(
        Pipeline, "from_pretrained", lambda folder=None: copy(bundled) if folder is None else load(folder)
    )


@pytest.fixture(scope="session")
def backbone() -> Backbone:
    """The packaged backbone."""
    from cq.encoder.backbone import Backbone

    return Backbone.load()


@pytest.fixture(scope="session")
def anchors(backbone: Backbone) -> Anchors:
    """The anchor instructions, with the token statistics of the bundled ranker, which shares its readings."""
    from cq.modeling.artifacts import WEIGHTS
    from cq.ranking import QuestionRanker
    from cq.ranking.reading import Anchors

    return Anchors(backbone, QuestionRanker.from_pretrained(WEIGHTS / "ranking", backbone).token_statistics)
