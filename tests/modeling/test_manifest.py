"""Saved pipelines: every file is checked by its digest, every setting by its type, and no code is run."""

from __future__ import annotations

import json
import math
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file
from tiny_encoders import save_bert

import cq
from cq.building import NetworkBuilder
from cq.clarity import ClarityClassifier
from cq.clarity.general import GeneralModel, bundled_general
from cq.cli.main import app
from cq.cli.runner import run
from cq.dialogue import understood
from cq.dialogue.understood import bundled_counts
from cq.encoder.backbone import Backbone
from cq.language.sampling import usage
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.manifest import BACKBONE, CARD, MANIFEST, PARTS, READING, Manifest
from cq.ranking import QuestionRanker

KINDS = dict(zip(PARTS, (ClarityClassifier, QuestionRanker, NetworkBuilder), strict=True))


@pytest.fixture
def folder(tmp_path) -> Path:
    """A copy of the bundled pipeline."""
    return shutil.copytree(WEIGHTS, tmp_path / "weights")


@pytest.fixture(scope="module")
def shared(tmp_path_factory) -> Path:
    """A copy for tests that mend what they damage."""
    return shutil.copytree(WEIGHTS, tmp_path_factory.mktemp("shared") / "weights")


def flip(path: Path, rng: random.Random) -> None:
    """Flip a random bit of a file."""
    content = bytearray(path.read_bytes())
    content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    path.write_bytes(content)


def test_the_bundled_weights_match_their_digests():
    manifest = Manifest.read(WEIGHTS)
    current = Manifest.of(WEIGHTS, manifest.backbone)
    assert manifest == current, "the bundled weights were replaced by hand; run: cq weights --update"
    files = {path.relative_to(WEIGHTS).as_posix() for path in WEIGHTS.rglob("*") if path.is_file()}
    assert {*manifest.files} == files - {MANIFEST}


@pytest.mark.parametrize("name", sorted(Manifest.read(WEIGHTS).files))
def test_a_flipped_bit_of_any_file_is_named_by_the_command(shared, monkeypatch, capsys, name):
    flip(shared / name, random.Random(name))
    assert weights_command(monkeypatch, shared) == 2
    said = capsys.readouterr().err
    assert f"{name!r} in" in said
    assert f"cq weights {shared} --update" in said
    (shared / name).unlink()
    assert weights_command(monkeypatch, shared) == 2
    assert f"{name!r} in {str(shared)!r} is missing" in capsys.readouterr().err
    shutil.copy(WEIGHTS / name, shared / name)


def common_calls() -> dict[str, Callable[[Path], object]]:
    """What reads each file that the package has for all pipelines."""
    return {
        "general/config.json": lambda folder: GeneralModel.load(folder / "general"),
        "general/model.safetensors": lambda folder: GeneralModel.load(folder / "general"),
        "language/usage.json": lambda _: usage.__wrapped__(),
        "dialogue/understood.json": lambda _: bundled_counts.__wrapped__(),
    }


@pytest.mark.parametrize("name", common_calls())
def test_what_the_package_has_for_all_pipelines_is_checked_when_it_is_read(shared, monkeypatch, name):
    """Also where the damage is no JSON, other JSON, or a number that is none."""
    folder = shared
    monkeypatch.setattr("cq.modeling.artifacts.WEIGHTS", folder)
    read, whole = common_calls()[name], (folder / name).read_bytes()
    read(folder)
    damaged = [b"", b"{", whole.replace(b"1", b"2", 1), whole + b"NaN", whole + b" ", b"\xff"]
    for content in damaged:
        (folder / name).write_bytes(content)
        with pytest.raises(cq.InputError, match=f"'{name}' in .* does not match its digest"):
            read(folder)
    rng = random.Random(name)
    for _ in range(10):
        (folder / name).write_bytes(whole)
        flip(folder / name, rng)
        with pytest.raises(cq.InputError, match=f"'{name}' in .* does not match its digest"):
            read(folder)
    (folder / name).write_bytes(whole)
    read(folder)


def test_what_is_written_for_all_pipelines_is_recorded(folder, tmp_path):
    bundled_general().save(folder / "general")
    (tmp_path / "played.json").write_text('{"understood": {"colour": [3, 4]}}')
    understood.fit([tmp_path / "played.json"], folder)
    Manifest.read(folder).check_all(folder)
    assert Manifest.read(folder).files != Manifest.read(WEIGHTS).files


def test_a_card_of_an_older_pipeline_has_no_digest_and_is_read(folder):
    manifest = Manifest.read(folder)
    files = {name: one for name, one in manifest.files.items() if not name.endswith(CARD)}
    replace(manifest, files=files).write(folder)
    assert cq.Pipeline.from_pretrained(folder).cards["clarity"].startswith("---")
    (folder / "clarity" / CARD).write_bytes(b"\xff")
    with pytest.raises(cq.InputError, match=r"a card in .* cannot be read"):
        cq.Pipeline.from_pretrained(folder)


@pytest.mark.parametrize("value", [math.nan, math.inf, -0.1, 1.5, "x", None, 10**400])
def test_no_probability_that_is_none_leaves_a_model(value):
    for make in (
        lambda: cq.Clarity(False, value, 0.5),
        lambda: cq.RankedQuestion(1, "a", "Where?", value),
        lambda: cq.RankedQuestion(1, "a", "Where?", 0.5, math.nan if value is None else value),
        lambda: replace(cq.Build.from_blocks([]), confidence=value),
        lambda: replace(cq.Build.from_blocks([]), plan=np.full(2, math.nan if value != -0.1 else value)),
    ):
        with pytest.raises(cq.InputError, match="a probability is a number from 0 to 1"):
            make()


@pytest.mark.parametrize("part", [*PARTS, READING])
def test_weights_that_are_no_numbers_give_an_error_and_no_answer(folder, part):
    """Also where their digests were recorded."""
    path = folder / part / "model.safetensors"
    tensors = load_file(path)
    for name, values in tensors.items():
        if values.dtype.kind == "f":
            tensors[name] = np.full_like(values, np.nan)
    save_file(tensors, path)
    Manifest.of(folder, Manifest.read(folder).backbone).write(folder)
    with pytest.raises(cq.InputError, match="holds a value that is not a finite number"):
        cq.Pipeline.from_pretrained(folder)


def weights_command(monkeypatch, *arguments: object) -> int:
    """The exit code of `cq weights`."""
    monkeypatch.setattr("sys.argv", ["cq", "weights", *map(str, arguments)])
    with pytest.raises(SystemExit) as stopped:
        run(app)
    return int(stopped.value.code or 0)


@pytest.mark.parametrize("part", PARTS)
def test_a_flipped_bit_is_found(folder, backbone, part):
    rng = random.Random(part)
    for name in ("config.json", "model.safetensors"):
        for _ in range(2):
            flip(folder / part / name, rng)
            with pytest.raises(cq.InputError, match=rf"{part}/{name}' in .* does not match its digest"):
                KINDS[part].from_pretrained(folder / part, backbone)
            shutil.copy(WEIGHTS / part / name, folder / part / name)
    (folder / part / "extra.json").touch()
    with pytest.raises(cq.InputError, match=r"extra\.json"):
        cq.Pipeline.from_pretrained(folder)


def test_every_damaged_manifest_is_refused_or_changes_nothing(folder):
    whole = (folder / MANIFEST).read_bytes()
    rng = random.Random(0)
    for _ in range(20):
        flip(folder / MANIFEST, rng)
        try:
            damaged = Manifest.read(folder)
            damaged.check_all(folder)
        except cq.InputError:
            pass
        else:
            assert damaged.files == Manifest.of(folder, "x").files
        (folder / MANIFEST).write_bytes(whole)
    for text in (
        "",
        "null",
        "[]",
        '{"backbone": "x", "filez": {}}',
        '{"backbone": 3}',
        '{"backbone": "x", "files": [1]}',
        "[" * 100_000,
    ):
        (folder / MANIFEST).write_text(text)
        with pytest.raises(cq.InputError, match="is damaged"):
            cq.Pipeline.from_pretrained(folder)


def test_a_saved_part_records_its_own_digests_and_no_others(folder, backbone):
    builder = NetworkBuilder.from_pretrained(folder / "building", backbone)
    before = Manifest.read(folder)
    builder.confidence = type(builder.confidence)((0.0,) * 5)
    builder.save_pretrained(folder / "building")
    after = Manifest.read(folder)
    changed = {name for name in before.files if before.files[name] != after.files[name]}
    assert changed == {"building/config.json"}
    again = cq.Pipeline.from_pretrained(folder)
    assert again.builder.confidence == builder.confidence
    again.save_pretrained(folder / "copy")
    assert Manifest.read(folder / "copy").files == Manifest.of(folder / "copy", "x").files
    flip(folder / "clarity" / "config.json", random.Random(1))
    builder.save_pretrained(folder / "building")
    with pytest.raises(cq.InputError, match=r"clarity/config\.json"):
        cq.Pipeline.from_pretrained(folder)


def test_a_part_replaced_by_hand_is_recorded_by_a_command(folder, monkeypatch, capsys):
    config = folder / "clarity" / "config.json"
    config.write_text(config.read_text().replace('"threshold": 0.', '"threshold": 0.1'))

    assert weights_command(monkeypatch, folder) == 2
    assert "clarity/config.json" in capsys.readouterr().err
    assert weights_command(monkeypatch, folder, "--update") == 0
    assert cq.Pipeline.from_pretrained(folder).classifier.model.threshold < 0.2


WRONG = [None, "x", [], {}, True, -1, 0.5, float("nan"), float("inf"), 10**400, [[]]]


@pytest.mark.parametrize("part", ["clarity", "building"])
def test_settings_that_are_missing_or_wrong_are_named(tmp_path, backbone, part):
    """A part beside no manifest, as somebody else may have trained it."""
    folder = shutil.copytree(WEIGHTS / part, tmp_path / part)
    good = json.loads((folder / "config.json").read_text())
    used = {"clarity": ("networks", "threshold", "slopes", "offset"), "building": ("networks", "confidence")}
    numbers = {"threshold", "offset"}
    rng = random.Random(part)
    for name in ("kind", "format", "backbone", "features", *used[part]):
        wrong = [
            value for value in WRONG if not (name in numbers and value in (0.5, -1) and value is not True)
        ]
        for value in [*rng.sample(wrong, 4), "missing"]:
            config = {key: one for key, one in good.items() if key != name}
            config |= {} if value == "missing" else {name: value}
            (folder / "config.json").write_text(json.dumps(config))
            with pytest.raises(cq.InputError):
                KINDS[part].from_pretrained(folder, backbone)


def test_settings_of_the_ranker_are_checked(tmp_path, backbone):
    folder = shutil.copytree(WEIGHTS / "ranking", tmp_path / "ranking")
    good = json.loads((folder / "config.json").read_text())
    for name, value in (
        ("features", {"pair": []}),
        ("max_candidates", "many"),
        ("first_stage_top_k", 0),
        ("cross_encoder", [1]),
        ("cross_encoder", {"weight": float("nan"), "top_k": 12}),
        ("cross_encoder", {"weight": 0.5}),
    ):
        (folder / "config.json").write_text(json.dumps(good | {name: value}))
        with pytest.raises(cq.InputError):
            QuestionRanker.from_pretrained(folder, backbone)


def test_code_in_a_folder_is_not_run_and_no_hub_is_asked(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("builtins.input", lambda *_: pytest.fail("asked to run code"))
    harm = tmp_path / "harm"
    inside = save_bert(tmp_path / "bert", 2)
    config = json.loads((inside / "config.json").read_text())
    config |= {"model_type": "custom", "auto_map": {"AutoConfig": "own.Own", "AutoModel": "own.Own"}}
    (inside / "config.json").write_text(json.dumps(config))
    (inside / "own.py").write_text(f"open({str(harm)!r}, 'w')\n")
    with pytest.raises(cq.InputError, match="cannot load the model"):
        Backbone.load(str(inside))
    shutil.copytree(inside, folder / BACKBONE)
    Manifest.of(folder, "own").write(folder)
    with pytest.raises(cq.InputError, match="cannot load the model"):
        cq.Pipeline.from_pretrained(folder)
    assert not harm.exists()
    shutil.rmtree(folder / BACKBONE)
    Manifest.of(folder, "somebody/model").write(folder)
    monkeypatch.setattr("cq.encoder.encoder.Encoder.load", lambda *_: pytest.fail("asked a hub"))
    with pytest.raises(cq.InputError, match=r"give backbone=Backbone.load\('somebody/model'\)"):
        cq.Pipeline.from_pretrained(folder)


def test_a_swapped_tokenizer_is_found(folder, tmp_path):
    inside = shutil.copytree(save_bert(tmp_path / "bert", 2), folder / BACKBONE)
    Manifest.of(folder, "tiny").write(folder)
    text = (inside / "tokenizer.json").read_text()
    (inside / "tokenizer.json").write_text(text.replace("red", "xxx").replace("green", "red"))
    with pytest.raises(cq.InputError, match=r"backbone/tokenizer.json' in .* does not match"):
        cq.Pipeline.from_pretrained(folder)
    shutil.rmtree(inside)
    elsewhere = save_bert(tmp_path / "elsewhere", 2)
    Manifest.of(folder, str(elsewhere)).write(folder)
    (elsewhere / "tokenizer.json").write_text("{}")
    with pytest.raises(cq.InputError, match=r"tokenizer.json' in .* does not match"):
        cq.Pipeline.from_pretrained(folder)
