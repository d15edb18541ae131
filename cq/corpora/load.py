"""`load`: a corpus by its name, from a folder or a zip."""

from __future__ import annotations

import os
from pathlib import Path

from cq.corpora.catalogue import CATALOGUE, NAMES, Entry
from cq.corpora.corpus import Corpus, Request
from cq.corpora.files import CorpusFiles, Questions
from cq.corpora.table import table
from cq.data.storage.archive import open_archive
from cq.data.storage.sources import find
from cq.errors import InputError, MissingFileError, excerpt
from cq.settings import data_roots

COLLECTION = "clarification_corpora.zip"
"""The zip of all corpora, if the data folder has it."""


def load(name: str, folder: str | os.PathLike[str] | None = None, split: str | None = None) -> Corpus:
    """Read a corpus: "in3", "clariq", "qulac", "abg_coqa", "ambik", "clamber", "when2call" or "mm_iglu"
    in the layout of its authors, or "table" for a user's table, as `table` reads it.

    `folder` is a folder with the files at any depth, or a zip of one; None searches the data folders
    (`CQ_DATA`). `split` is "train", "dev" or "test"; None reads all that are there. A file that differs from
    the known published one gives a warning (`ChangedFileWarning`).

    Raises `InputError` for another name or split, and for a file that cannot be read; `MissingFileError` if
    there is no such file.
    """
    if name == "table":
        if folder is None:
            raise InputError('load("table", …) needs the path of a CSV or JSON lines file')
        corpus = table(folder)
        return corpus if split is None else corpus.split(split)
    if name not in CATALOGUE:
        raise InputError(f"no corpus is called {excerpt(name)}; give one of {', '.join(NAMES)}")
    entry = CATALOGUE[name]
    if split is not None and split not in entry.splits:
        raise InputError(f"{name} has the splits {', '.join(entry.splits)}, and no {excerpt(split)}")
    path = _path(name, entry, folder)
    with open_archive(path) as archive:
        files = CorpusFiles(archive, str(path), entry.folder, entry.known)
        members = {part: files.find(names) for part, names in entry.splits.items() if split in (None, part)}
        found = {part: member for part, member in members.items() if member is not None}
        if not found:
            raise MissingFileError(_absent(name, entry, path, list(members)))
        questions, requests = Questions(), list[Request]()
        for part, member in found.items():
            requests += entry.requests(files, member, part, questions)
    return Corpus(
        name,
        tuple(requests),
        questions.bank,
        entry.licence,
        entry.source,
        entry.allows_training,
        tuple(files.changed),
    )


def _path(name: str, entry: Entry, folder: str | os.PathLike[str] | None) -> Path:
    names = [file for names in entry.splits.values() for file in names]
    # A bare name such as train.tsv may belong to any corpus, so in the data folders its own folder counts.
    found = find([COLLECTION], [f"{entry.folder}/{file}" for file in names], folder)
    if found is None:
        raise MissingFileError(_absent(name, entry, ", ".join(map(str, data_roots())), list(entry.splits)))
    return found


def _absent(name: str, entry: Entry, path: Path | str, splits: list[str]) -> str:
    wanted = " or ".join(file for split in splits for file in entry.splits[split])
    return (
        f"no {wanted} of {name} in {str(path)!r}; get it from {entry.source}, and give the folder or zip "
        "that holds it"
    )
