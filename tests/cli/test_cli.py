"""The `cq` command as a person runs it: output, JSON, files, exit codes."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import DATA, needs_data
from fuzz import children
from rich.console import Console
from typer.testing import CliRunner

import cq
from cq.cli.main import app
from cq.cli.runner import run
from cq.cli.tables import print_table

ASKED = "Place four blocks to the east of the highest block"


@pytest.fixture
def cli(capsys):
    """Run the command in this process: (exit code, standard output, standard error)."""

    def call(*args) -> tuple[int, str, str]:
        argv, sys.argv = sys.argv, ["cq", *map(str, args)]
        try:
            with pytest.raises(SystemExit) as stopped:
                run(app)
        finally:
            sys.argv = argv
        captured = capsys.readouterr()
        return int(stopped.value.code or 0), captured.out, captured.err

    return call


def test_ask_shows_the_question_its_options_the_bank_and_the_world(cli, towers):
    code, out, err = cli("ask", ASKED, "--world", towers, "--top", 3)
    assert (code, err) == (0, "")
    turn = cq.ask(ASKED, towers)
    assert "levels 3 to 4" in out
    assert "The builder asks" in out
    assert turn.question.text in " ".join(out.split())
    assert all(option.text in out for option in turn.question.options)
    assert len([line for line in out.splitlines() if "cq_" in line]) == 3


def test_ask_shows_a_build_or_why_it_refuses_and_no_questions(cli, towers):
    code, out, _ = cli("ask", "Remove the two blue blocks.", "--world", towers)
    assert code == 0
    assert "The builder builds" in out
    assert "What would be built" in out
    assert "cq_" not in out
    code, out, _ = cli("ask", "What time is it?", "--world", towers)
    assert code == 0
    assert "The builder refuses: this is not something I can build" in out
    assert "cq_" not in out


@pytest.mark.parametrize("text", [ASKED, "Remove the two blue blocks.", "hm"])
def test_ask_as_json_is_the_api(cli, towers, text):
    code, out, _ = cli("ask", text, "-w", towers, "--json", "-k", 2)
    turn, said = cq.ask(text, towers), json.loads(out)
    assert code == 0
    assert said["clarity"]["is_clear"] == turn.clarity.is_clear
    assert said["action"] == turn.action
    assert (said["questions"] is None) == (turn.action != "ask")
    if turn.questions:
        assert [q["qid"] for q in said["questions"]] == [q.qid for q in turn.questions[:2]]
    if turn.build:
        assert cq.World.parse(said["build"]["world"]) == cq.World(turn.build.grid)


def test_ask_asks_no_more_than_it_may(cli, towers):
    _, asked, _ = cli("ask", "Build a red tower", "-w", towers, "--json")
    _, built, _ = cli("ask", "Build a red tower", "-w", towers, "--json", "--max-questions", 0)
    assert (json.loads(asked)["action"], json.loads(built)["action"]) == ("ask", "build")
    never = ("--max-questions", 0, "--on-unsure", "refuse")
    _, refused, _ = cli("ask", "Build a red tower", "-w", towers, "--json", *never)
    assert json.loads(refused)["action"] == "refuse"
    assert cli("ask", "Build a red tower", "--on-unsure", "weep")[0] == 2
    _, shown, _ = cli("ask", "Build a red tower", "-w", towers, "--max-questions", 0)
    assert all(one in " ".join(shown.split()) for one in json.loads(built)["assumptions"])
    code, _, error = cli("ask", "Build a red tower", "--max-questions", -1)
    assert code == 2
    assert "--max-questions" in error


def test_classify_and_rank(cli, towers, tmp_path):
    code, out, _ = cli("classify", ASKED, "-w", towers, "--json")
    assert json.loads(out)["p_unclear"] == pytest.approx(cq.classify(ASKED, towers).p_unclear, abs=1e-6)
    bank = tmp_path / "bank.csv"
    bank.write_text("qid,question\na,What colour?\nb,Where?\n")
    code, out, _ = cli("rank", ASKED, "-q", bank, "--json")
    assert code == 0
    assert [q["rank"] for q in json.loads(out)] == [1, 2]
    code, out, _ = cli("rank", ASKED, "-q", bank)
    assert "What colour?" in out
    code, out, _ = cli("classify", ASKED)
    assert "The instruction is" in out


def test_build_writes_a_world_that_score_reads(cli, towers, tmp_path):
    code, out, _ = cli("build", "Remove the two blue blocks.", "-w", towers, "--out", tmp_path / "b.json")
    assert code == 0
    assert "break the block" in out
    code, out, _ = cli("score", tmp_path / "b.json", towers, "--start", towers, "--json")
    scores = json.loads(out)
    assert scores["maximal_intersection"] == 8
    assert scores["changed_f1"] == 0.0
    code, out, _ = cli("score", towers, towers)
    assert "grid_f1" in out
    code, out, _ = cli("build", "Remove the blue tower.", "-w", towers, "--json")
    assert 0 <= json.loads(out)["confidence"] <= 1


def test_build_draws_before_target_after_and_plan(cli, towers, tmp_path):
    said = ("build", "Remove the blue tower.", "-w", towers)
    cli(*said, "--out", tmp_path / "b.json")
    for more, name in (((), "b.png"), (("--target", tmp_path / "b.json"), "c.png")):
        code, _, _ = cli(*said, *more, "--out", tmp_path / name)
        assert code == 0
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")
    size = {name: (tmp_path / name).stat().st_size for name in ("b.png", "c.png")}
    assert size["c.png"] > size["b.png"]
    cli(*said, "--out", tmp_path / "b.svg")
    # Matplotlib draws letters as lines, and repeats the words in comments.
    legend = re.findall(r"<!-- (.+) -->", (tmp_path / "b.svg").read_text(encoding="utf-8"))
    assert {"plan: stays", "to break", "to place, in its colour: certain"} <= set(legend)


def test_build_compares_with_the_target_in_the_terminal(cli, towers):
    code, out, _ = cli("build", "Remove the two blue blocks.", "-w", towers, "--target", towers)
    assert code == 0
    assert "What was intended" in out
    assert "2 actions lead from the build to it" in out
    scores = dict(
        line.rsplit(maxsplit=1) for line in out.splitlines() if line.strip().startswith("changed_f1")
    )
    assert scores == {"changed_f1": "0.0000"} or scores == {" changed_f1": "0.0000"}
    _, out, _ = cli("build", "Remove the two blue blocks.", "-w", towers, "--target", towers, "--json")
    assert json.loads(out)["scores"]["changed_f1"] == 0.0


def test_worlds_come_from_files_text_and_standard_input(cli, towers, monkeypatch):
    text = towers.read_text()
    wanted = cli("build", "Remove the two blue blocks.", "-w", towers, "--json")
    assert cli("build", "Remove the two blue blocks.", "-w", text, "--json") == wanted
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert cli("build", "Remove the two blue blocks.", "-w", "-", "--json") == wanted
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    code, out, _ = cli("score", "-", towers, "--json")
    assert (code, json.loads(out)["maximal_intersection"]) == (0, 10)
    for args in (("score", "-", "-"), ("chat", "--world", "-")):
        assert cli(*args)[0] == 2
    monkeypatch.setattr("sys.stdin", io.StringIO("towers.json"))
    assert "needs a world as JSON" in cli("draw", "-")[2]


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux")
def test_names_that_are_not_utf_8_are_read_and_written(tmp_path, towers):
    folder = os.fsdecode(os.fsencode(tmp_path) + b"/f\xff")
    os.mkdir(folder)
    shutil.copy(towers, f"{folder}/w.json")
    for args in ([f"{folder}/w.json", "--out", f"{folder}/copy.json"], [f"{folder}/nowhere.json"]):
        done = children.run(("draw", *args), lambda: None)
        assert done.code == (2 if "nowhere" in args[0] else 0), done.printed
    assert cq.World.parse(f"{folder}/copy.json") == cq.World.parse(towers)


def test_without_data_the_set_that_is_missing_is_named(cli, tmp_path, monkeypatch):
    monkeypatch.setenv("CQ_DATA", str(tmp_path))
    monkeypatch.delenv("IGLU_DATA_PATH", raising=False)
    monkeypatch.setenv("CQ_CACHE", str(tmp_path / "cache"))
    code, _, error = cli("data", "stats")
    assert code == 2
    assert error.startswith("error: no singleturn set (iglu_singleturn.zip or ")
    assert "clarifying_questions_train.csv" in error


@needs_data
def test_names_of_columns_are_whole_at_80_columns(cli, monkeypatch):
    monkeypatch.setattr(
        "cq.cli.tables.Console", lambda **options: Console(width=80, force_terminal=True, no_color=True)
    )
    code, out, _ = cli("data", "feedback", DATA)
    words = re.sub(r"\x1b\[\d*m", "", out).split()
    assert code == 0
    assert {"played", "chosen", "best", "comments", "share", "0.433"} <= set(words)


def test_draw(cli, towers, tmp_path):
    code, out, _ = cli("draw", towers)
    assert (code, "levels 3 to 4" in out) == (0, True)
    code, out, _ = cli("draw", towers, "--out", tmp_path / "w.png")
    assert code == 0
    assert (tmp_path / "w.png").exists()


@needs_data
def test_data_commands(cli, tmp_path):
    code, out, _ = cli("data", "feedback", DATA, "--json")
    assert (code, json.loads(out)["Happy"]["rated"]) == (0, 43)
    code, out, _ = cli("data", "minecraft", DATA, "--json")
    assert code == 0
    assert json.loads(out)["splits"]["validation"]["games"] == 101
    code, out, _ = cli("data", "export", tmp_path / "hub", DATA)
    assert code == 0
    assert "wrote 5,530 rows" in out
    assert (tmp_path / "hub" / "README.md").exists()
    recording = tmp_path / "step-2"
    recording.write_text(json.dumps({"tape": "7 action step_left\n8 block_change  (0, 63, 0, 0, 57)\n"}))
    assert cli("data", "tape", recording)[1].split() == [
        *("7", "Step", "left"),
        *("8", "BlockChange", "(0,", "63,", "0)", "from", "air", "to", "blue"),
    ]
    assert json.loads(cli("data", "tape", recording, "--json")[1])[0] == {
        "action": "Step",
        "tick": 7,
        "direction": "left",
    }


def test_data_download_says_what_to_do_without_a_network(cli, tmp_path, monkeypatch):
    monkeypatch.setattr("cq.data.storage.sources.TRIES", 1)
    args = ("data", "download", "feedback", "--to", tmp_path, "--mirror", "http://127.0.0.1:9")
    code, out, err = cli(*args)
    assert (code, out) == (2, "")
    assert "fetch https://" in err.splitlines()[-1]
    assert cli("data", "download", "all")[0] == 2


@needs_data
def test_data_stats(cli):
    code, out, _ = cli("data", "stats", DATA / "iglu_singleturn.zip")
    assert code == 0
    assert "5,530" in out
    assert "candidate ids in no bank, left out" in out
    code, out, _ = cli("data", "stats", "--json")
    assert json.loads(out)["report"]["rows_kept"] == 5530


BAD = [
    (("ask", " "), "holds no words"),
    (("ask", "hm", "--world", "nowhere.json"), "no world file at 'nowhere.json'"),
    (("ask", "hm", "--qbank", "nowhere.csv"), "no question bank at 'nowhere.csv'"),
    (("ask", "hm", "--top", "0"), "'--top' / '-k'"),
    (("rank", "hm", "--top", "-2"), "'--top' / '-k'"),
    (("rank", "hm", "--top", "x"), "Invalid value for '--top'"),
    (("classify",), "Missing argument"),
    (("clasify", "hm"), "No such command 'clasify'"),
    (("classify", "hm", "--wrld", "x"), "No such option"),
    (("build", "hm", "--out", "picture"), "cannot tell what to write to 'picture'"),
    (("build", "hm", "--out", "foo.txt"), "end it in .json, .png, .svg, .pdf"),
    (("draw", "LICENSE"), "'LICENSE' is not valid JSON"),
    (("data", "stats", "nowhere.zip"), "no data at 'nowhere.zip'"),
    (("data", "stats", "LICENSE"), "neither a folder nor a readable zip"),
    (("score", "a.json", "b.json"), "no world file at 'a.json'"),
]


@pytest.mark.parametrize(("args", "message"), BAD, ids=[" ".join(args) for args, _ in BAD])
def test_bad_input_is_one_line_and_exit_code_2(cli, args, message):
    code, out, err = cli(*args)
    assert code == 2
    assert out == ""
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert message in err


def test_a_truncated_instruction_warns_in_one_line(cli):
    code, _, err = cli("classify", "place a red block " * 100)
    assert code == 0
    assert err.startswith("warning: a text of")
    assert err.count("\n") == 1


@pytest.mark.parametrize("job", ["predict", "train", "evaluate", "submit"])
def test_jobs_are_commands(cli, job):
    code, out, _ = cli(job, "--help")
    assert code == 0
    assert f"Usage: cq {job}" in out
    code, _, error = cli(job, "--nonsense")
    assert (code, error.count("\n")) == (2, 1)
    assert "--nonsense" in error


def test_without_a_command_help_is_shown():
    result = CliRunner().invoke(app, [])
    assert "classify" in result.output
    assert "data" in result.output


def test_the_installed_command_runs(towers):
    done = subprocess.run(
        [sys.executable, "-m", "cq.cli.main", "classify", ASKED, "--world", str(towers)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_tables_print_names_and_values_as_they_are(capsys):
    print_table("Scores", {"[red]a": {"rows": 1234, "F1": 0.25}, "b": {"F1": "0.3 [0.2, 0.4]"}})
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        ["Scores"],
        ["rows", "F1"],
        ["[red]a", "1,234", "0.25"],
        ["b", "–", "0.3", "[0.2,", "0.4]"],
        [],
    ]


def test_what_is_repaired_is_said(cli, towers):
    text = "Remov the two bleu blocks."
    _, out, _ = cli("ask", text, "--world", towers)
    assert "“Remov” is read as “Remove”" in " ".join(out.split())
    _, out, _ = cli("build", text, "--world", towers)
    assert "“bleu” is read as “blue”." in out
    _, out, _ = cli("build", text, "--world", towers, "--json")
    assert json.loads(out)["corrections"] == [["Remov", "Remove"], ["bleu", "blue"]]
