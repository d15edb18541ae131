"""Writes the folder to submit to the track: the official layout, with everything that a run needs.

aicrowd.json  apt.txt  requirements.txt  .gitignore
models/user_config.py     UserClassifer and UserRanker
cq/                       this package, its weights, and the backbone
"""

from __future__ import annotations

import json
import shutil
from importlib.metadata import requires, version
from pathlib import Path

from packaging.requirements import Requirement

from cq.encoder.backbone import PACKAGE
from cq.errors import InputError
from cq.files import check_folder, replacing
from cq.jobs.entrants import LEFT_BY_RUNS
from cq.jobs.weights_digest import checked_manifests, code_files, weight_files
from cq.modeling.manifest import BACKBONE, COMMON, Manifest, update_part
from cq.pipeline import Pipeline

CHALLENGE = "neurips-2022-iglu-challenge-nlp-task"
NOT_SUBMITTED = (*(f"/{name}" for name in LEFT_BY_RUNS), "__pycache__/", ".*.cq-*")
"""What git ignores in a bundle."""
USER_CONFIG = '''"""What the track's evaluator calls: a clarity classifier and a question ranker, by cq."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
# The index of a question bank is kept here; nothing is written elsewhere.
os.environ["CQ_CACHE"] = str(ROOT / "cache")
os.environ["HF_HUB_OFFLINE"] = "1"

from cq.track import TrackClassifier, TrackRanker  # noqa: E402

# The misspelt name is the evaluator's.
UserClassifer = TrackClassifier
UserRanker = TrackRanker
'''


def write_bundle(folder: Path, weights: Path | None = None) -> None:
    """Write the bundle to a new `folder`, completely or not at all.

    `weights` is a saved pipeline's folder; None means the bundled one. Raises `InputError` if the folder
    exists or a file does not match its digest, and whatever `Pipeline.from_pretrained` raises.
    """
    if folder.exists():
        raise InputError(f"{str(folder)!r} already exists; give a new folder, or remove it first")
    check_folder(folder.parent)
    bundled, own = checked_manifests(weights)
    if weights is not None:
        Pipeline.from_pretrained(weights)
    common = {name: digest for part in COMMON for name, digest in bundled.of_part(part).items()}
    digests = {name: digest for name, digest in own.files.items() if name.partition("/")[0] not in COMMON}
    files = {f"cq/{name}": path for name, path in code_files().items() if not name.startswith("weights/")}
    files |= {f"cq/weights/{name}": path for name, path in weight_files(weights, alone=True).items()}
    with replacing(folder, Path.mkdir) as root:
        for name, path in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, root / name)
        inside = root / "cq" / "weights"
        Manifest(own.backbone, dict(sorted((digests | common).items()))).write(inside)
        update_part(inside, BACKBONE)
        Manifest.read(inside).check_all(inside)  # Nothing was changed during the copy.
        about = {"challenge_id": CHALLENGE, "authors": ["cq"], "description": "cq", "gpu": False}
        (root / "models").mkdir()
        for name, text in {
            "models/__init__.py": "",
            "models/user_config.py": USER_CONFIG,
            "requirements.txt": "\n".join(requirements()) + "\n",
            "apt.txt": "",
            ".gitignore": "".join(f"{name}\n" for name in NOT_SUBMITTED),
            "aicrowd.json": json.dumps(about, indent=1) + "\n",
        }.items():
            (root / name).write_text(text, encoding="utf-8")


def requirements() -> list[str]:
    """The dependencies of the package, pinned to the installed versions."""
    needed = [Requirement(line) for line in requires("cq-clarify") or []]
    names = [
        requirement.name
        for requirement in needed
        if requirement.marker is None and requirement.name != PACKAGE
    ]
    return [f"{name}=={version(name).partition('+')[0]}" for name in names]
