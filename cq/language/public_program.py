"""`cq.Program`: the meaning of a text, as a value that users keep, compare, print and save."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from cq.errors import InputError, excerpt
from cq.language.json_form import from_dict, other_colours, schema, to_dict
from cq.language.lexicon import speaking_of
from cq.language.program import Command
from cq.world.palette import Palette, as_palette

FIELDS = ("type", "commands", "colours")


@dataclass(frozen=True)
class Program:
    """The commands of a text, in order. `cq.explain(text).programs` has the programs that a text may mean.

    Each command is a frozen value of a class in `cq.language.program`. Programs with the same commands are
    equal. `str(program)` is `say()`, or the commands as code where the rules have no words for them.
    """

    commands: tuple[Command, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "commands", tuple(self.commands))
        if wrong := [command for command in self.commands if not isinstance(command, Command)]:
            raise InputError(
                f"a program holds {excerpt(wrong[0])}, which is not a command; give values of "
                "cq.language.program such as Remove(Ref('tower'))"
            )

    def to_dict(self) -> dict[str, Any]:
        """The program as plain dicts and lists, which JSON can hold; `schema` describes them. `colours` lists
        those that it names besides the six.
        """
        others = other_colours(self.commands)
        colours = {"colours": list(others)} if others else {}
        return {"type": "Program", "commands": to_dict(self.commands), **colours}

    @classmethod
    def from_dict(cls, data: Any, palette: Any = None) -> Program:
        """The program that `to_dict` gave. `palette` has the colours that it may name, by default the six and
        its own `colours`: one of a user's own, as for `World.parse`, or a world's. Raises `InputError` naming
        the fault and its place.
        """
        if not isinstance(data, dict) or data.get("type") != "Program":
            raise InputError(f'a program is an object of the "type" "Program", not {excerpt(data)}')
        commands, colours = data.get("commands"), data.get("colours", ())
        if not isinstance(commands, (list, tuple)):
            raise InputError(f'"commands" of the program is {excerpt(commands)}; give a list of commands')
        if other := [key for key in data if key not in FIELDS]:
            raise InputError(
                f"the program has the field {excerpt(other[0])}; its fields are {', '.join(FIELDS)}"
            )
        if not isinstance(colours, (list, tuple)) or not all(isinstance(colour, str) for colour in colours):
            raise InputError(f'"colours" of the program is {excerpt(colours)}; give a list of names')
        if palette is None and colours:
            palette = Palette.own(colours)
        with nullcontext() if palette is None else speaking_of(as_palette(palette)):
            return cls(
                tuple(from_dict(command, Command, f"commands[{i}]") for i, command in enumerate(commands))
            )

    @staticmethod
    def schema(palette: Any = None) -> dict[str, Any]:
        """The JSON schema (draft 2020-12) of the dicts of `to_dict`, for programs that may name the colours
        of a `palette` besides the six.
        """
        with nullcontext() if palette is None else speaking_of(as_palette(palette)):
            found = schema(Command)
        commands = {"type": "array", "items": {"anyOf": found["anyOf"]}}
        colours = {"type": "array", "items": {"type": "string"}}
        return {
            "$schema": found["$schema"],
            "type": "object",
            "properties": {"type": {"const": "Program"}, "commands": commands, "colours": colours},
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
