"""What a file of transcripts holds is reported whole, or the line and the remedy are named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_transcripts import ASKED, BUILT, transcript, written
from typer.testing import CliRunner

from cq import InputError, arena
from cq.cli.main import app


def reported(*paths: Path, out: Path | None = None) -> str:
    named = [] if out is None else ["--out", str(out)]
    done = CliRunner().invoke(app, ["arena", "report", "--json", *map(str, paths), *named])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n"])
def test_the_last_game_counts_however_the_file_ends(tmp_path, end):
    path = written(tmp_path / "games.jsonl", transcript(0), transcript(1, exact=False))
    path.write_bytes(path.read_bytes().rstrip(b"\n") + end.encode())
    (row,) = json.loads(reported(path))
    assert (row["episodes"], row["exact"]) == (2, 0.5)


@pytest.mark.parametrize("cut", [1, 2, 20, 100])
def test_a_line_that_is_cut_off_is_named(tmp_path, cut):
    path = written(tmp_path / "games.jsonl", transcript(0), transcript(1))
    path.write_bytes(path.read_bytes()[: -cut - 1])
    with pytest.raises(InputError, match=r"line 2 of '.*games.jsonl' is not valid JSON.*cut off; remove it"):
        reported(path)


def test_a_file_without_games_is_named(tmp_path):
    for name, text in (("empty", ""), ("blank", "\n\n")):
        (tmp_path / name).write_text(text)
        with pytest.raises(
            InputError, match=f"{name}' holds no transcript; cq arena run and cq study export"
        ):
            reported(tmp_path / name)
    with pytest.raises(InputError, match=r"cannot read transcripts from .*none"):
        reported(tmp_path / "none")
    with pytest.raises(InputError, match="blank' holds no transcript"):
        reported(written(tmp_path / "games.jsonl", transcript()), tmp_path / "blank")


def test_a_game_that_is_there_twice_is_named_with_both_lines(tmp_path):
    path = written(tmp_path / "a.jsonl", transcript(0), transcript(1), transcript(0))
    with pytest.raises(
        InputError, match=r"line 3 of '.*' has played 'toy:0' under 'asking' in line 1 of"
    ) as told:
        reported(path)
    assert "remove one" in str(told.value)
    one, two = (written(tmp_path / name, transcript()) for name in ("one.jsonl", "two.jsonl"))
    with pytest.raises(InputError, match=r"line 1 of '.*two.jsonl': .* in line 1 of '.*one.jsonl'"):
        reported(one, two)
    with pytest.raises(InputError, match="'toy:0' under 'asking' twice"):
        arena.frame([transcript(), transcript()])


@pytest.mark.parametrize("field", [*transcript()])
def test_a_field_that_is_missing_is_named(tmp_path, field):
    line = transcript(1)
    del line[field]
    with pytest.raises(InputError, match=f"line 2 of .*: {field} is missing; give it"):
        reported(written(tmp_path / "games.jsonl", transcript(0), line))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"exact": 1}, "exact is 1; it must be a valid boolean"),
        ({"exact": "true"}, "exact is 'true'"),
        ({"changed_f1": None}, "changed_f1 is None"),
        ({"changed_f1": float("nan")}, "changed_f1 is nan"),
        ({"changed_f1": 7}, "changed_f1 is 7; it must be less than or equal to 1"),
        ({"price": "0.1"}, "price is '0.1'"),
        ({"price": float("inf")}, "price is inf; it must be a finite number"),
        ({"price": 10**400}, "price is 1000"),
        ({"price": -1}, "price is -1"),
        ({"id": 5}, "id is 5"),
        ({"agent": None}, "agent is None"),
        ({"agent": ["mine"]}, "agent is "),
        ({"protocol": "free"}, "protocol is 'free'"),
        ({"is_open": "no"}, "is_open is 'no'"),
        ({"orders": None}, "orders is None"),
        ({"orders": {"0": 1}}, "orders is "),
        ({"orders": [7]}, r"orders\[0\] is 7"),
        (
            {"orders": [{"request": "a", "asked": [], "move": {}}]},
            "it must have build or refuse, and not both",
        ),
        ({"orders": [{"request": "a", "asked": [], "move": None}]}, "it must have build or refuse"),
        ({"orders": [{"request": "a", "asked": [], "move": {**BUILT, "refuse": "b"}}]}, "and not both"),
        ({"orders": [{"request": "a", "asked": [], "move": {"build": 7}}]}, "build"),
        ({"orders": [{"request": "a", "asked": [], "move": {**BUILT, "doubt": 2}}]}, "doubt is 2"),
        (
            {"orders": [{"request": "a", "asked": [], "move": {"refuse": "b", "failed": "c"}}]},
            "failed is 'c'",
        ),
        (
            {"orders": [{"request": "a", "asked": [{**ASKED, "question": "Q"}], "move": BUILT}]},
            "question is 'Q'",
        ),
        ({"orders": [{"request": "a", "asked": [{**ASKED, "kind": 3}], "move": BUILT}]}, "kind is 3"),
        ({"orders": [{"request": "a", "move": BUILT}]}, "asked is missing"),
    ],
)
def test_a_field_of_a_wrong_type_is_named(tmp_path, fields, message):
    with pytest.raises(InputError, match=f"line 2 of .*{message}"):
        reported(written(tmp_path / "games.jsonl", transcript(0), transcript(1, **fields)))


@pytest.mark.parametrize("line", ["7", "null", '"game"', "[]", '{"id": 1, "id": 2}', "{" * 9000, "{'id': 1}"])
def test_a_line_that_is_no_transcript_is_named(tmp_path, line):
    path = written(tmp_path / "games.jsonl", transcript(0))
    path.write_text(path.read_text() + line + "\n" + json.dumps(transcript(1)) + "\n")
    with pytest.raises(InputError, match="line 2 of"):
        reported(path)


GAMES = "".join(f"{json.dumps(transcript(number))}\n" for number in range(3)).encode()


@given(st.integers(0, len(GAMES) - 1), st.integers(0, 7))
def test_a_flipped_bit_is_named_or_all_games_are_there(tmp_path_factory, place, bit):
    damaged = bytearray(GAMES)
    damaged[place] ^= 1 << bit
    path = tmp_path_factory.mktemp("flipped") / "games.jsonl"
    path.write_bytes(damaged)
    told = ""
    try:
        found = arena.read_transcripts(path)
        assert len(arena.summary(arena.frame(found))) > 0
    except InputError as error:
        told, found = str(error), []
    assert len(found) == 3 or "line" in told


def test_fields_that_may_be_left_out_are_no_trouble(tmp_path):
    line = transcript(
        orders=[{"request": "a", "asked": [], "move": {"build": "a text"}, "more": 1}], more=[2]
    )
    assert json.loads(reported(written(tmp_path / "games.jsonl", line)))[0]["exact"] == 1


@pytest.mark.parametrize("ending", [".html", ".svg", ".csv"])
def test_names_of_any_letters_are_reported(tmp_path, ending):
    pytest.importorskip("matplotlib")
    agents = ["\ud800", "$x", "a$b$", "_hidden", "<b>", "a\x01b", r"\frac"]
    path = written(tmp_path / "games.jsonl", *(transcript(agent=agent) for agent in agents))
    reported(path, out=tmp_path / f"report{ending}")
    text = (tmp_path / f"report{ending}").read_text(encoding="utf-8")
    if ending == ".csv":
        assert len(text.splitlines()) == len(agents) + 1
    else:
        assert "</svg>" in text


def test_each_game_costs_what_it_was_played_for(tmp_path):
    path = written(tmp_path / "a.jsonl", transcript(0, price=0.1), transcript(0, price=0.5, agent="other"))
    mine, other = json.loads(reported(path))
    assert (mine["utility"], other["utility"]) == (0.9, 0.5)
    assert "0.1 to 0.5" in arena.html(arena.read_transcripts(path))


def test_an_agent_that_is_not_in_a_recording_is_named(tmp_path):
    path = written(tmp_path / "a.jsonl", transcript(), transcript(agent="other"))
    from cq.arena.names import agent_of

    with pytest.raises(InputError, match="has no agent 'nobody'; it has mine, other"):
        agent_of(f"recorded:{path}#nobody")
    arguments = ["arena", "run", "iglu", "--out", str(tmp_path / "out.jsonl")]
    done = CliRunner().invoke(app, [*arguments, "--agent", "a=pipeline", "--agent", "a=never"])
    assert "two agents have the name 'a'" in str(done.exception)
