"""The human evaluation table, and sets exported for hubs."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from statistics import NormalDist

import datasets
import pytest
from conftest import DATA, needs_data
from huggingface_hub import DatasetCard

from cq.data import feedback_summary, load_feedback, load_multiturn, to_hub_parquet
from cq.errors import InputError, MissingFileError


@needs_data
def test_the_human_evaluation_is_typed():
    table = load_feedback(DATA)
    assert len(table) == 422
    assert table["agent"].cat.categories.tolist() == ["Felipe", "Happy", "MHB"]
    assert table["was_chosen_best"].dtype == "boolean"
    assert int(table["was_chosen_best"].count()) == 140  # 139 and the one with doubled braces
    assert int(table["was_chosen_best"].sum()) == 65
    assert int(table["game_id"].isna().sum()) == 332
    assert not table["comment"].dropna().str.strip().str.lower().isin(["", "no", "na"]).any()
    assert load_feedback(DATA / "human_agent_feedback.csv").equals(table)


@needs_data
def test_agents_are_summarised():
    summary = feedback_summary(load_feedback(DATA))
    assert summary.index.tolist() == ["Happy", "MHB", "Felipe"]
    assert summary["hits"].sum() == 422
    assert summary.loc["Happy", ["rated", "chosen_best"]].tolist() == [43, 25]
    assert ((summary["low"] < summary["share_best"]) & (summary["share_best"] < summary["high"])).all()


def _feedback(path: Path, *annotations: str) -> Path:
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        head = ["HitId", "GameMinecraftId", "TaskMinecraftId", "AgentName", "Annotation", "CompletionCode"]
        writer.writerow(head)
        writer.writerows([[str(i), "NA", "NA", "A", text, ""] for i, text in enumerate(annotations)])
    return path


def test_the_interval_is_wilsons(tmp_path):
    best, other = '{"was_chosen_best": true}', '{"was_chosen_best": false}'
    summary = feedback_summary(load_feedback(_feedback(tmp_path / "f.csv", best, other, best, "{}")))
    share, n, z = 2 / 3, 3, NormalDist().inv_cdf(0.975)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    assert summary.loc["A", ["low", "high"]].tolist() == pytest.approx([centre - half, centre + half])


def test_an_annotation_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(InputError, match="row 2: the annotation 'good' is not valid JSON"):
        load_feedback(_feedback(tmp_path / "f.csv", "{}", "good"))
    with pytest.raises(MissingFileError, match=r"no human_agent_feedback\.csv"):
        load_feedback(tmp_path)


@needs_data
def test_the_single_turn_set_goes_to_a_hub_and_back(singleturn, tmp_path):
    folder = to_hub_parquet(singleturn, tmp_path / "hub")
    back = datasets.load_dataset(str(folder), split="train", cache_dir=str(tmp_path / "cache"))
    assert back.features == singleturn.features
    assert back.select(range(20)).to_list() == singleturn.select(range(20)).to_list()
    assert len(back) == len(singleturn)
    card = (folder / "README.md").read_text()
    assert card.startswith("---\n")
    assert "license: mit" in card
    assert all(f"| `{name}` |" in card for name in singleturn.features)


def test_the_multi_turn_set_goes_to_a_hub_and_back(tmp_path):
    from multiturn_set import SESSION, WORLDS, write_multiturn

    rows = load_multiturn(write_multiturn(tmp_path / "set", SESSION, WORLDS))
    folder = to_hub_parquet(rows, tmp_path / "hub")
    back = datasets.load_dataset(str(folder), split="train", cache_dir=str(tmp_path / "cache"))
    assert back.features == rows.features
    assert back.to_list() == rows.to_list()
    about = DatasetCard.load(folder / "README.md").data
    assert (about.pretty_name, about.license, about.size_categories) == ("IGLU, parsed", "mit", ["n<1K"])
    with pytest.raises(InputError, match="no rows"):
        to_hub_parquet(rows.select([]), tmp_path / "empty")
