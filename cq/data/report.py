"""What a loader read, kept and dropped: a report that travels with its table."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
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
