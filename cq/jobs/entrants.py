"""Who answers the track's rows: a pipeline in this process, or a bundle in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from cq.errors import InputError, MissingFileError, excerpt
from cq.files.digests import file_digest, fingerprint
from cq.jobs.failures import storable
from cq.jobs.places import CHANGED
from cq.jobs.weights_digest import check_pipeline, libraries, pipeline_digest
from cq.pipeline import Pipeline
from cq.track import TrackClassifier, TrackRanker, UnansweredWarning

CLASSIFIER_RESULTS = "local-eval-classifier-results.json"
RANKER_RESULTS = "local-eval-ranker-results.json"
SCORES = "scores.json"

USER_CONFIG = Path("models") / "user_config.py"
LEFT_BY_RUNS = ("cache", "public_data", CLASSIFIER_RESULTS, RANKER_RESULTS, SCORES)
"""What a trial leaves in a bundle's folder, and its answers do not depend on."""

PROGRAM = """
import json, os, sys, traceback
# What the bundle prints or reads must not mix with the questions and the answers.
asked, said = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
os.dup2(2, 1)
sys.path.insert(0, os.getcwd())
def tell(*answer):
    print(json.dumps(answer), file=said, flush=True)
try:
    from models.user_config import UserClassifer, UserRanker
    call = {
        "clarification_required": UserClassifer().clarification_required,
        "rank_questions": UserRanker().rank_questions,
    }
    tell(True, None)
    for line in asked:
        name, given = json.loads(line)
        answer = call[name](*given)
        if name == "clarification_required":
            assert answer in [0, 1], f"it gives {answer!r}; the evaluator takes 0 or 1"
            tell(True, int(answer))
        else:
            is_list = isinstance(answer, (list, tuple)) and all(isinstance(one, str) for one in answer)
            assert is_list, f"it gives {answer!r:.80}; the evaluator takes a list of texts"
            tell(True, list(answer))
except BaseException as error:
    traceback.print_exc()
    tell(False, f"{type(error).__name__}: {error}")
"""
"""Calls the two classes of the bundle in its current folder as the track's evaluator does. Each line that it
reads is a method and its arguments, and each line that it writes an answer, or why there is none.
"""


class Answer(NamedTuple):
    """Whether a question is needed, 0 or 1; the questions, best first; why no model gave them, else ""."""

    needed: int
    questions: list[str]
    error: str


class Entrant(NamedTuple):
    """Answers a text and a state; and ranks a list of questions, if one is given.

    `digest` is that of all dependencies of the answers, and `check` raises `InputError` if it has changed.
    """

    answer: Callable[[str, Any, list[str] | None], Answer]
    digest: str
    check: Callable[[], None]


def pipeline_entrant(weights: Path | None) -> Entrant:
    """A saved pipeline (None: the bundled one), which answers as the bundle of its weights does."""
    digest = pipeline_digest(weights)
    pipeline = Pipeline.from_pretrained(weights)
    check_pipeline(weights, digest)
    classifier, ranker = TrackClassifier(pipeline), TrackRanker(pipeline)

    def answer(text: str, state: Any, bank: list[str] | None) -> Answer:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", UnansweredWarning)
            ranked = [] if bank is None else ranker.rank_questions(text, state, bank)
            needed = classifier.clarification_required(text, state)
        for warning in told:
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
        reasons = [
            storable(str(warning.message)) for warning in told if warning.category is UnansweredWarning
        ]
        return Answer(needed, ranked, reasons[-1] if reasons else "")

    return Entrant(answer, digest, lambda: check_pipeline(weights, digest))


@contextmanager
def bundle_entrant(folder: Path) -> Iterator[Entrant]:
    """A bundle as it is now, in a process of its own with its own package, as the track's evaluator runs it.

    Raises `MissingFileError` if the folder holds no bundle. An answer that fails, or that the evaluator does
    not take, is an `InputError`; the bundle's own traceback is printed.
    """
    if not (folder / USER_CONFIG).is_file():
        raise MissingFileError(
            f"no {USER_CONFIG} in {str(folder)!r}; give a folder that cq submit bundle wrote"
        )
    digest = _bundle_digest(folder)

    def check() -> None:
        if _bundle_digest(folder) != digest:
            raise InputError(
                f"the bundle {str(folder)!r} {CHANGED}; if it writes files, let it write to its folder cache"
            )

    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="ascii",
    )
    assert process.stdin is not None
    assert process.stdout is not None
    asked, said = process.stdin, process.stdout

    def call(name: str, *given: Any) -> Any:
        with suppress(BrokenPipeError):  # `_told` says how it ended.
            asked.write(json.dumps([name, given]) + "\n")
            asked.flush()
        return _told(process, said, f"{name} of {str(folder)!r}, about {excerpt(given[0])},")

    def answer(text: str, state: Any, bank: list[str] | None) -> Answer:
        ranked = [] if bank is None else call("rank_questions", text, state, bank)
        return Answer(call("clarification_required", text, state), ranked, "")

    try:
        _told(process, said, f"{str(folder / USER_CONFIG)!r}")
        yield Entrant(answer, digest, check)
    finally:
        process.kill()
        process.wait()
        said.close()
        with suppress(BrokenPipeError):  # A question that was not sent.
            asked.close()


def _told(process: subprocess.Popen[str], said: IO[str], what: str) -> Any:
    """The next answer of a bundle's process."""
    line = said.readline()
    if not line:
        raise InputError(f"{what} ended the process with the code {process.wait()}; mend it")
    is_answer, told = json.loads(line)
    if not is_answer:
        raise InputError(f"{what} failed, where the evaluator stops: {told}; mend it")
    return told


def _bundle_digest(folder: Path) -> str:
    """A digest of the files of a bundle, of the Python that runs it, and of the libraries that compute."""
    digests: dict[str, str] = {}
    for parent, folders, names in os.walk(folder):
        left = (*LEFT_BY_RUNS, "__pycache__") if parent == str(folder) else ("__pycache__",)
        folders[:] = [name for name in folders if name not in left and name[0] != "."]
        for name in names:
            path = Path(parent, name)
            if name not in left and name[0] != "." and path.is_file():
                digests[path.relative_to(folder).as_posix()] = file_digest(path)
    return fingerprint(sys.version, libraries(), dict(sorted(digests.items())))
