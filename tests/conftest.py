"""Where tests find the recordings, and the fixtures more than one file needs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from cq.encoder.backbone import Backbone
    from cq.ranking.reading import Anchors

# The time of one example says nothing on a busy machine. The suite draws the same examples on each run, so
# that a change is what breaks it; `make fuzz` and the profile "long" draw new ones.
settings.register_profile("cq", deadline=None, derandomize=True)
settings.register_profile("long", deadline=None, max_examples=10_000)
settings.load_profile("cq")

ROOT = Path(__file__).resolve().parent.parent

os.environ.setdefault("CQ_STRICT", "1")
os.environ.setdefault("CQ_DATA", str(ROOT.parent / "shared" / "data"))
DATA = Path(os.environ["CQ_DATA"])

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"no recordings at {DATA}; set CQ_DATA")


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Tests neither read nor fill the user's cache."""
    os.environ["CQ_CACHE"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session")
def singleturn():
    """The whole single-turn set."""
    if not DATA.is_dir():
        pytest.skip(f"no recordings at {DATA}; set CQ_DATA")
    from cq.data import load_singleturn

    return load_singleturn(DATA / "iglu_singleturn.zip")


@pytest.fixture(scope="session")
def towers() -> Path:
    """The bundled example world."""
    return ROOT / "cq" / "examples" / "towers.json"


@pytest.fixture(scope="module")
def backbone() -> Backbone:
    """The packaged backbone."""
    from cq.encoder.backbone import Backbone

    return Backbone.load()


@pytest.fixture(scope="module")
def anchors(backbone: Backbone) -> Anchors:
    """The anchor instructions, with the token statistics of the bundled bank."""
    from cq.ranking import bundled_bank
    from cq.ranking.reading import Anchors

    return Anchors.fit(backbone, bundled_bank().questions)
