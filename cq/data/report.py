"""Reports of the loaders about read, kept and dropped rows; they travel with their tables."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cq.data.schema import data_set
from cq.data.storage.archive import Archive, open_archive
from cq.data.storage.cache import cached_table
from cq.errors import InputError, excerpt
from cq.files.json_input import parse_json

if TYPE_CHECKING:
    import datasets
    import pyarrow as pa

log = logging.getLogger("cq.data")

METADATA_KEY = b"cq.report"
AnyReport = TypeVar("AnyReport", bound="Report")


@dataclass
class Report:
    """A report that travels with its table, as JSON in the table's metadata."""

    source: str = ""

    def table(self, rows: Iterable[Mapping[str, Any]], columns: datasets.Features) -> pa.Table:
        """The rows as a table of these columns, with the report, whose summary is logged."""
        rows = list(rows)
        level = logging.WARNING if self._left_out else logging.INFO
        log.log(level, "%s: %s", self.source, self.summary())
        return self.attach(data_set(rows, columns).data.table)

    def summary(self) -> str:
        """One line: the kept rows, and everything that was dropped."""
        left_out = (f"{name}: {first_reasons(reasons)}" for name, reasons in self._left_out.items())
        return "; ".join([*self._kept(), *left_out])

    def _kept(self) -> list[str]:
        """The parts of the summary that count."""
        raise NotImplementedError

    @property
    def _left_out(self) -> dict[str, dict[str, str]]:
        """The dropped names: the name in the field's metadata → name → reason."""
        named = {
            field.metadata["says"]: getattr(self, field.name) for field in fields(self) if field.metadata
        }
        return {name: reasons for name, reasons in named.items() if reasons}

    def to_json(self) -> str:
        """The report as a JSON object; `from_json` reads it back."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls: type[AnyReport], text: str | bytes) -> AnyReport:
        """The report that `to_json` wrote. Raises `InputError` for any other text."""
        values, empty = parse_json(text, "the report"), asdict(cls())
        if not isinstance(values, dict) or not values.keys() <= empty.keys():
            raise InputError(f"the report is {excerpt(values)}; a {cls.__name__} has {', '.join(empty)}")
        for name, value in values.items():
            if type(value) is not type(empty[name]):
                raise InputError(f"the report has {name} {excerpt(value)}; it must be like {empty[name]!r}")
        return cls(**values)

    def attach(self, table: pa.Table) -> pa.Table:
        """The table with this report."""
        return table.replace_schema_metadata({**table.schema.metadata, METADATA_KEY: self.to_json().encode()})

    @classmethod
    def of(cls: type[AnyReport], table: pa.Table) -> AnyReport:
        """The report of a table."""
        return cls.from_json(table.schema.metadata[METADATA_KEY])


def read_set(
    kind: str,
    location: Path,
    empty: Callable[[str], AnyReport],
    rows: Callable[[Archive, AnyReport], Iterable[Mapping[str, Any]]],
    columns: Callable[[], datasets.Features],
    cache: bool,
) -> pa.Table:
    """The table of a data set's folder or zip, with its report: from the cache, or else of its `rows`, which
    are read into a report that is `empty` except for its source.
    """

    def parsed() -> pa.Table:
        report = empty(location.name)
        return report.table(rows(archive, report), columns())

    with open_archive(location) as archive:
        return cached_table(kind, archive, parsed, enabled=cache)


def first_reasons(reasons: dict[str, str]) -> str:
    """The first few names with their reasons, and how many more there are."""
    shown = [f"{name} ({reason})" for name, reason in list(reasons.items())[:3]]
    more = len(reasons) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


@dataclass
class LoadReport(Report):
    """The report of one load of the single-turn set. It lists everything that was dropped.

    `dropped_rows` and `unreadable_files` map a name (row or file) to the reason. Rows whose start world
    cannot be read are dropped; rows whose target or second build cannot be read are kept with None in that
    column.
    """

    rows_read: int = 0
    rows_kept: int = 0
    repeated_rows: int = 0
    questions_in_bank: int = 0
    pool_ids_listed: int = 0
    pool_ids_in_no_bank: int = 0
    rows_without_target: int = 0
    rows_without_built: int = 0
    dropped_rows: dict[str, str] = field(default_factory=dict, metadata={"says": "rows dropped"})
    unreadable_files: dict[str, str] = field(default_factory=dict, metadata={"says": "unreadable files"})

    def _kept(self) -> list[str]:
        parts = [f"{self.rows_kept:,} of {self.rows_read:,} rows kept"]
        if self.pool_ids_in_no_bank:
            share = self.pool_ids_in_no_bank / self.pool_ids_listed
            parts.append(f"{self.pool_ids_in_no_bank:,} pool ids ({share:.0%}) are in no bank and left out")
        return parts


@dataclass
class MultiturnReport(Report):
    """The report of one load of the multi-turn set.

    `dropped_sessions` maps a session to the reason why it is dropped, `cut_sessions` to the reason why its
    last steps are. `collapsed_steps` counts recordings in which no block changed: their utterances go to the
    next turn, or, if no turn follows, count as `utterances_left_over`. A world recorded after one of the
    `steps_without_instruction` belongs to the turn before. `repeated_steps` counts steps that share their
    number with another; all are used, in the table's order.
    """

    sessions_read: int = 0
    sessions_kept: int = 0
    turns_kept: int = 0
    disqualified_steps: int = 0
    collapsed_steps: int = 0
    steps_without_instruction: int = 0
    repeated_steps: int = 0
    utterances_left_over: int = 0
    dropped_sessions: dict[str, str] = field(default_factory=dict, metadata={"says": "sessions dropped"})
    cut_sessions: dict[str, str] = field(default_factory=dict, metadata={"says": "sessions cut short"})

    def _kept(self) -> list[str]:
        return [
            f"{self.sessions_kept:,} of {self.sessions_read:,} sessions kept, {self.turns_kept:,} turns",
            f"{self.disqualified_steps:,} disqualified steps left out",
            f"{self.collapsed_steps:,} without a change joined to the next",
        ]


@dataclass
class MinecraftReport(Report):
    """The read, kept and dropped parts of `load_minecraft`.

    `dropped_games` maps a game to the reason why it is dropped. Dropped segments are counted in
    `segments_outside_zone` (a block outside the zone at some time of the segment) and
    `segments_without_instruction` (the architect had not said a word). `segments_without_net_change` are
    kept: the builder's actions undid each other. `states_without_position` are dropped as empty.
    `utterances_left_out` hold no character or the mark of a speaker. `segments` counts the kept segments of
    each split, "" for games of no split.
    """

    games_read: int = 0
    games_kept: int = 0
    segments_kept: int = 0
    segments_outside_zone: int = 0
    segments_without_instruction: int = 0
    segments_without_net_change: int = 0
    states_without_position: int = 0
    utterances_left_out: int = 0
    segments: dict[str, int] = field(default_factory=dict)
    dropped_games: dict[str, str] = field(default_factory=dict, metadata={"says": "games dropped"})

    def _kept(self) -> list[str]:
        return [
            f"{self.games_kept:,} of {self.games_read:,} games kept, {self.segments_kept:,} segments",
            f"{self.segments_outside_zone:,} with a block outside the zone and "
            f"{self.segments_without_instruction:,} without an instruction dropped",
        ]


@dataclass
class HumanEvaluationReport(Report):
    """The report of one load of the human evaluation: the games, tasks and ratings that were read.

    `unread` maps what could not be read, by file and place, to the reason.
    """

    games: int = 0
    tasks: int = 0
    ratings: int = 0
    unread: dict[str, str] = field(default_factory=dict, metadata={"says": "not read"})

    def _kept(self) -> list[str]:
        return [f"{self.games:,} games read, {self.ratings:,} of them rated, and {self.tasks:,} tasks"]
