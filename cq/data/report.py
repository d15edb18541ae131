"""What the loaders read, kept and dropped: reports that travel with their tables."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, TypeVar

from cq.errors import InputError, excerpt
from cq.files.json_input import parse_json

if TYPE_CHECKING:
    import pyarrow as pa

METADATA_KEY = b"cq.report"
AnyReport = TypeVar("AnyReport", bound="Report")


@dataclass
class Report:
    """A report that travels with its table, as JSON in the table's metadata."""

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


def first_reasons(reasons: dict[str, str], limit: int = 3) -> str:
    """The first few names with their reasons, and how many more there are."""
    shown = [f"{name} ({reason})" for name, reason in list(reasons.items())[:limit]]
    more = len(reasons) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


@dataclass
class LoadReport(Report):
    """The report of one load of the single-turn set. It lists everything that was dropped.

    `dropped_rows` and `unreadable_files` map a name (row or file) to the reason. Rows whose start world
    cannot be read are dropped; rows whose target or second build cannot be read are kept with None in that
    column.
    """

    source: str = ""
    rows_read: int = 0
    rows_kept: int = 0
    repeated_rows: int = 0
    questions_in_bank: int = 0
    pool_ids_listed: int = 0
    pool_ids_in_no_bank: int = 0
    rows_without_target: int = 0
    rows_without_built: int = 0
    dropped_rows: dict[str, str] = field(default_factory=dict)
    unreadable_files: dict[str, str] = field(default_factory=dict)

    def summary(self) -> str:
        """One line: the rows kept and everything that was left out."""
        parts = [f"{self.rows_kept:,} of {self.rows_read:,} rows kept"]
        if self.pool_ids_in_no_bank:
            share = self.pool_ids_in_no_bank / self.pool_ids_listed
            parts.append(f"{self.pool_ids_in_no_bank:,} pool ids ({share:.0%}) are in no bank and left out")
        if self.dropped_rows:
            parts.append(f"rows dropped: {first_reasons(self.dropped_rows)}")
        if self.unreadable_files:
            parts.append(f"unreadable files: {first_reasons(self.unreadable_files)}")
        return "; ".join(parts)


@dataclass
class MultiturnReport(Report):
    """The report of one load of the multi-turn set.

    `dropped_sessions` maps a session to the reason why it is left out, `cut_sessions` to the reason why its
    last steps are. `collapsed_steps` counts recordings in which no block changed: their utterances go to the
    next turn, or, if no turn follows, count as `utterances_left_over`. A world recorded after one of the
    `steps_without_instruction` belongs to the turn before. `repeated_steps` counts steps that share their
    number with another; all are used, in the table's order.
    """

    source: str = ""
    sessions_read: int = 0
    sessions_kept: int = 0
    turns_kept: int = 0
    disqualified_steps: int = 0
    collapsed_steps: int = 0
    steps_without_instruction: int = 0
    repeated_steps: int = 0
    utterances_left_over: int = 0
    dropped_sessions: dict[str, str] = field(default_factory=dict)
    cut_sessions: dict[str, str] = field(default_factory=dict)

    def summary(self) -> str:
        """One line: the sessions kept and everything that was left out."""
        parts = [
            f"{self.sessions_kept:,} of {self.sessions_read:,} sessions kept, {self.turns_kept:,} turns",
            f"{self.disqualified_steps:,} disqualified steps left out",
            f"{self.collapsed_steps:,} without a change joined to the next",
        ]
        if self.dropped_sessions:
            parts.append(f"sessions dropped: {first_reasons(self.dropped_sessions)}")
        if self.cut_sessions:
            parts.append(f"sessions cut short: {first_reasons(self.cut_sessions)}")
        return "; ".join(parts)


@dataclass
class MinecraftReport(Report):
    """What `load_minecraft` read, kept and dropped.

    `dropped_games` maps a game to the reason why it is left out. Dropped segments are counted in
    `segments_outside_zone` (a block outside the zone at some time of the segment) and
    `segments_without_instruction` (the architect had not said a word). `segments_without_net_change` are
    kept: the builder's actions took each other back. `states_without_position` are left out as empty.
    `utterances_left_out` hold no character or the mark of a speaker. `segments` counts the kept segments of
    each split, "" for games of no split.
    """

    source: str = ""
    games_read: int = 0
    games_kept: int = 0
    segments_kept: int = 0
    segments_outside_zone: int = 0
    segments_without_instruction: int = 0
    segments_without_net_change: int = 0
    states_without_position: int = 0
    utterances_left_out: int = 0
    segments: dict[str, int] = field(default_factory=dict)
    dropped_games: dict[str, str] = field(default_factory=dict)

    def summary(self) -> str:
        """One line: the games and segments kept, and everything that was left out."""
        parts = [
            f"{self.games_kept:,} of {self.games_read:,} games kept, {self.segments_kept:,} segments",
            f"{self.segments_outside_zone:,} with a block outside the zone and "
            f"{self.segments_without_instruction:,} without an instruction dropped",
        ]
        if self.dropped_games:
            parts.append(f"games dropped: {first_reasons(self.dropped_games)}")
        return "; ".join(parts)
