"""The corpora that can be loaded: their files, licences and sources, and digests of known files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from cq.corpora import abg_coqa, ambik, clamber, clariq, in3, mm_iglu, qulac, when2call
from cq.corpora.corpus import Request
from cq.corpora.files import CorpusFiles, Known, Questions

Reader = Callable[[CorpusFiles, str, str, Questions], Iterator[Request]]


@dataclass(frozen=True)
class Entry:
    """One corpus: `splits` maps each split to the possible names of its file, `folder` is its folder in a
    collection of corpora, and `known` are digests of files.
    """

    folder: str
    source: str
    licence: str
    allows_training: bool
    requests: Reader
    splits: Mapping[str, tuple[str, ...]]
    known: Mapping[str, Known] = field(default_factory=dict)


CATALOGUE: dict[str, Entry] = {
    "in3": Entry(
        folder="IN3",
        source="https://github.com/thunlp/Tell_Me_More",
        licence="Apache-2.0",
        allows_training=True,
        requests=in3.requests,
        splits={"train": ("train.jsonl",), "test": ("test.jsonl",)},
        known={
            "train.jsonl": Known("3c9c3df11192a937a9c91bf94b42bf95d01294cb93b3b0d092f48d30c0a627b0", 1261),
        },
    ),
    "clariq": Entry(
        folder="ClariQ",
        source="https://github.com/aliannejadi/ClariQ",
        licence="",
        allows_training=False,
        requests=clariq.requests,
        splits={
            "train": ("train.tsv",),
            "dev": ("dev.tsv",),
            "test": ("test_with_labels.tsv", "test.tsv"),
        },
        known={
            "train.tsv": Known("65d3da13b2d6ea77e7eaa45290894ffc162a5bd000e7640decd1b0a272a6e9d1", 9176),
            "dev.tsv": Known("68d2a5f87eab73721979b5f45f64099a9b2f080db1d0ce4b979d9daa4249906e", 2313),
            "question_bank.tsv": Known(
                "266f501bdc31afbc8a763685ea0de82949137a2779241b325f5ee03026f42f1b", 3941
            ),
        },
    ),
    "qulac": Entry(
        folder="Qulac",
        source="https://github.com/aliannejadi/qulac",
        licence="MIT",
        allows_training=True,
        requests=qulac.requests,
        splits={"train": ("qulac.json",)},
        known={
            "qulac.json": Known("da3c775efcb88e0cb48a530445812ee2a896d36b443459c7847cfdcef8024838", 11039)
        },
    ),
    "abg_coqa": Entry(
        folder="Abg-CoQA",
        source="https://github.com/MeiqiGuo/AKBC2021-Abg-CoQA",
        licence="MIT",
        allows_training=True,
        requests=abg_coqa.requests,
        splits={
            "train": ("coqa_abg_train.json",),
            "dev": ("coqa_abg_val.json",),
            "test": ("coqa_abg_test.json",),
        },
        known={
            "coqa_abg_val.json": Known(
                "219f1400873902da47545980869a044507b6875bedfeb5dc42b32dfa67b99c8d", 1092
            ),
        },
    ),
    "ambik": Entry(
        folder="AmbiK",
        source="https://github.com/cog-model/AmbiK-dataset",
        licence="",
        allows_training=False,
        requests=ambik.requests,
        splits={"dev": ("ambik_calib_100.csv",), "test": ("ambik_test_900.csv",)},
        known={
            "ambik_calib_100.csv": Known(
                "821fa034fa98d7ed1279bb2691da77db841924cb68cfb09ae179dda0b5d8b782", 100
            ),
        },
    ),
    "clamber": Entry(
        folder="CLAMBER",
        source="https://github.com/zt991211/CLAMBER",
        licence="",
        allows_training=False,
        requests=clamber.requests,
        splits={"test": ("clamber_benchmark.jsonl",)},
    ),
    "when2call": Entry(
        folder="When2Call",
        source="https://huggingface.co/datasets/nvidia/When2Call",
        licence="CC-BY-4.0",
        allows_training=True,
        requests=when2call.requests,
        splits={"test": ("when2call_test_mcq.jsonl",)},
    ),
    "mm_iglu": Entry(
        folder="MM-IGLU",
        source="https://github.com/crux82/MM-IGLU",
        licence="",
        allows_training=False,
        requests=mm_iglu.requests,
        splits={split: (f"clarifying_questions_{split}.csv",) for split in ("train", "dev", "test")},
    ),
}

NAMES = (*CATALOGUE, "table")
"""The names that `load` knows."""
