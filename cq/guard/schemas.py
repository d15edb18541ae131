"""JSON schemas as people write them, in the one form that the guard reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

Schema = Mapping[str, Any]
_NAMES = ("enumNames", "x-enumNames", "x-enum-varnames")
"""Keys under which forms and generators keep the words for the values of an `enum`."""


class Placed(NamedTuple):
    """A schema, and the resolver (of `referencing`) that follows its references."""

    schema: Schema
    resolver: Any

    def child(self, key: str | int) -> Placed:
        """The schema of the value under a key; empty where the schema says nothing of it."""
        here = self.opened()
        found = _child(here.schema, key)
        if found is None:
            for branch in (*here.schema.get("anyOf", ()), *here.schema.get("oneOf", ())):
                inner = here._replace(schema=branch).child(key)
                if inner.schema:
                    return inner
        return here._replace(schema=found if isinstance(found, Mapping) else {})

    def opened(self) -> Placed:
        """The schema itself in plain form: references followed, branches joined, without null, and with an
        `enum` (its words in `enumNames`) where it lists constants. Inner schemas stay as they are.

        Raises `RecursionError` if it refers to itself without end.
        """
        schema, resolver = self
        if isinstance(schema, Mapping) and isinstance(schema.get("$ref"), str):
            found = resolver.lookup(schema["$ref"])
            outer = {key: value for key, value in schema.items() if key != "$ref"}
            return Placed(_joined(found.contents, outer), found.resolver).opened()
        here = Placed(schema if isinstance(schema, Mapping) else {}, resolver)
        for key in ("allOf", "anyOf", "oneOf"):
            if key in here.schema:
                return here._joined_branches(key)
        return here._replace(schema=_without_null(here.schema))

    def told(self, seen: tuple[int, ...] = ()) -> Schema:
        """The schema in plain form with the schemas of its items, to check texts and lists. A schema that
        contains itself ends in an empty one.
        """
        here = self.opened()
        schema = dict(here.schema)
        if id(self.schema) in seen or len(seen) > 4:
            return {}
        seen = (*seen, id(self.schema))
        if isinstance(schema.get("items"), Mapping):
            schema["items"] = here._replace(schema=schema["items"]).told(seen)
        for key in ("anyOf", "oneOf"):
            if key in schema:
                schema[key] = [here._replace(schema=subschema).told(seen) for subschema in schema[key]]
        return schema

    def _joined_branches(self, key: str) -> Placed:
        branches = [self._replace(schema=subschema).opened() for subschema in self.schema[key]]
        left = [branch for branch in branches if key == "allOf" or not _is_null(branch.schema)]
        rest: Schema = {name: value for name, value in self.schema.items() if name != key}
        if key == "allOf" or len(left) == 1:
            for branch in reversed(left):
                rest = _joined(branch.schema, rest)
            return Placed(rest, left[-1].resolver if left else self.resolver).opened()
        if left and all({"const", "enum"} & set(branch.schema) for branch in left):
            rest = {**rest, **_listed(branch.schema for branch in left)}
        else:
            rest = self.schema
        return self._replace(schema=_without_null(rest))


def names(schema: Schema) -> dict[str, Any]:
    """The words for the values of a plain schema's `enum`, with the values; empty without such words."""
    values, words = schema.get("enum", ()), schema.get("enumNames", ())
    return dict(zip(words, values, strict=True)) if len(words) == len(set(words)) == len(values) else {}


def name_of(value: Any, schema: Schema) -> Any:
    """The words for a value by its schema; the value itself without such words."""
    return next((name for name, known in names(schema).items() if known == value), value)


def by_names(schema: Schema) -> Schema:
    """A schema with the words in place of the values."""
    plain = {key: value for key, value in schema.items() if key not in ("type", "enumNames", "default")}
    if "default" in schema:
        plain["default"] = name_of(schema["default"], schema)
    return {**plain, "enum": list(names(schema))}


def _child(schema: Schema, key: str | int) -> Any:
    if isinstance(key, int):
        items = schema.get("items")
        first = items if isinstance(items, list) else schema.get("prefixItems", ())
        return (
            first[key] if key < len(first) else schema.get("additionalItems" if first is items else "items")
        )
    return schema.get("properties", {}).get(key, schema.get("additionalProperties"))


def _joined(inner: Any, outer: Schema) -> Schema:
    """Two schemas as one; the outer schema takes precedence, but all properties are kept."""
    inner = inner if isinstance(inner, Mapping) else {}
    joined = {**inner, **outer}
    if "properties" in inner and "properties" in outer:
        joined["properties"] = {**inner["properties"], **outer["properties"]}
    if "required" in inner and "required" in outer:
        joined["required"] = [*inner["required"], *outer["required"]]
    return joined


def _is_null(schema: Schema) -> bool:
    return (
        schema.get("type") in ("null", ["null"])
        or schema.get("enum") == [None]
        or ("const" in schema and schema["const"] is None)
    )


def _without_null(schema: Schema) -> Schema:
    """A plain schema of one type, without null among its values."""
    plain = {key: value for key, value in schema.items() if key != "enumNames"}
    values = schema.get("enum", ())
    given: Sequence[Any] = next((schema[key] for key in _NAMES if isinstance(schema.get(key), list)), ())
    if isinstance(schema.get("type"), list):
        types = [kind for kind in schema["type"] if kind != "null"]
        plain["type"] = types[0] if len(types) == 1 else types
    if len(values) > 1:
        plain["enum"] = [value for value in values if value is not None]
    if values and len(given) == len(values):
        plain["enumNames"] = [
            str(name) for name, value in zip(given, values, strict=True) if value is not None
        ]
    return plain


def _listed(branches: Iterable[Schema]) -> dict[str, Any]:
    """The constants of branches as an `enum`, with their titles as names where there are titles."""
    values: list[Any] = []
    words: list[str] = []
    for branch in branches:
        inner = [branch["const"]] if "const" in branch else list(branch["enum"])
        values += inner
        title = branch.get("title") if len(inner) == 1 else None
        words += [str(title)] if title else [str(name_of(value, branch)) for value in inner]
    return {"enum": values, "enumNames": words} if words != list(map(str, values)) else {"enum": values}
