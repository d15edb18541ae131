"""`cq.Program`: what a text asks for, as a value that users keep, compare, print and save."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cq.errors import InputError, excerpt
from cq.language.json_form import from_dict, schema, to_dict
from cq.language.lexicon import speaking_of
from cq.language.program import Command
from cq.world.palette import as_palette


@dataclass(frozen=True)
class Program:
    """The commands of a text, in order. `cq.explain(text).programs` has the programs that a text may mean.

    Each command is a frozen value of a class in `cq.language.program`. Programs with the same commands are
    equal. `str(program)` is `say()`, or the commands as code where the rules have no words for them.
    """

    commands: tuple[Command, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "commands", tuple(self.commands))
        if wrong := [one for one in self.commands if not isinstance(one, Command)]:
            raise InputError(
                f"a program holds {excerpt(wrong[0])}, which is no command; give values of "
                "cq.language.program such as Remove(Ref('tower'))"
            )

    def to_dict(self) -> dict[str, Any]:
        """The program as plain dicts and lists, which JSON can hold; `schema` describes them."""
        return {"type": "Program", "commands": to_dict(self.commands)}

    @classmethod
    def from_dict(cls, data: Any, palette: Any = None) -> Program:
        """The program that `to_dict` gave. `palette` has the colours that it may name, if they are not the
        six: one of a user's own, as for `World.parse`, or a world's. Raises `InputError` naming what is
        wrong, and where.
        """
        if palette is not None:
            with speaking_of(as_palette(palette)):
                return cls.from_dict(data)
        if not isinstance(data, dict) or data.get("type") != "Program":
            raise InputError(f'a program is an object of the "type" "Program", not {excerpt(data)}')
        commands = data.get("commands")
        if not isinstance(commands, (list, tuple)):
            raise InputError(f'"commands" of the program is {excerpt(commands)}; give a list of commands')
        if other := [one for one in data if one not in ("type", "commands")]:
            raise InputError(f"the program has the field {excerpt(other[0])}; its fields are type, commands")
        return cls(tuple(from_dict(one, Command, f"commands[{i}]") for i, one in enumerate(commands)))

    @staticmethod
    def schema() -> dict[str, Any]:
        """The JSON schema (draft 2020-12) of what `to_dict` gives."""
        found = schema(Command)
        commands = {"type": "array", "items": {"anyOf": found["anyOf"]}}
        return {
            "$schema": found["$schema"],
            "type": "object",
            "properties": {"type": {"const": "Program"}, "commands": commands},
            "required": ["type", "commands"],
            "additionalProperties": False,
            "$defs": found["$defs"],
        }

    def say(self) -> str | None:
        """The program in words that are read as this program again; None if the rules have none for it."""
        from cq.language.say import say

        return say(self.commands)

    def __str__(self) -> str:
        from cq.language.code_form import code

        return self.say() or "; ".join(map(code, self.commands))
