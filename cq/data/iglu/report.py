"""Reports of the loads of the IGLU sets."""

from __future__ import annotations

from dataclasses import dataclass, field

from cq.data.report import Report, first_reasons


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
