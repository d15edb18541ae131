"""`cq chat`: a dialogue with the builder in the terminal, or from a pipe."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from cq.cli.output import print_json
from cq.errors import InputError
from cq.files.json_input import read_json
from cq.plain_text import plain

if TYPE_CHECKING:
    import cq

HELP = "/world draws the world, /undo takes back a turn, /save [FILE] saves, /quit ends"
BARE = ("help", "quit", "exit")
"""Commands that work without a slash too: they are not instructions or answers."""


class Chat:
    """Reads the architect's lines, and shows the builder's turns.

    If `as_json`, it prints one JSON object a line instead of text: a turn, a world, or an error.
    """

    def __init__(self, dialogue: cq.Dialogue, save: Path | None, as_json: bool) -> None:
        self.dialogue, self.save, self.as_json = dialogue, save, as_json

    def run(self) -> None:
        """Talk until the input ends, `/quit` or an interrupt; then save, if a file was named."""
        try:
            self._show_start()
            for line in self._lines():
                if line in ("/quit", "/exit"):
                    break
                try:
                    self._command(line) if line.startswith("/") else self._say(line)
                except InputError as error:
                    self._tell({"error": str(error)}, f"{error}")
        finally:
            if self.save is not None:
                self._save(self.save)

    def _lines(self) -> Iterator[str]:
        """The typed lines, stripped, without empty ones. Only a person gets a prompt."""
        is_person = sys.stdin.isatty()
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # Invalid text is unread, like other words.
        while True:
            if is_person:
                typer.echo("you> ", nl=False)
            line = sys.stdin.readline()
            if not line:
                return
            if text := line.strip():
                yield f"/{text.lower()}" if text.lower() in BARE else text

    def _say(self, text: str) -> None:
        dialogue, asked = self.dialogue, self.dialogue.question
        turn = dialogue.say(text) if asked is None else dialogue.answer(self._answer(text))
        step = dialogue.steps[-1]
        if asked is not None and step.back_to is None and not step.is_answer and not self.as_json:
            typer.echo(plain(f"(dropped: {asked.text})"))
        self._show_turn(turn)

    def _answer(self, text: str) -> str | int:
        """A number chooses an option, unless the question asks for a number."""
        question = self.dialogue.question
        is_number = text.isascii() and text.isdecimal() and len(text) < 10
        wants_number = question is not None and question.is_counted
        return int(text) if is_number and not wants_number else text

    def _command(self, line: str) -> None:
        name, _, argument = line.partition(" ")
        if name == "/undo":
            self._undo()
        elif name == "/world":
            self._show_world()
        elif name == "/save":
            if not argument and self.save is None:
                raise InputError("/save needs a file: /save dialogue.json")
            self._save(Path(argument.strip()) if argument else self.save)  # type: ignore[arg-type]
        elif name == "/help":
            self._tell({"help": HELP}, HELP)
        else:
            raise InputError(f"no command {name}; {HELP}")

    def _undo(self) -> None:
        """Take back a turn. Show the world, or the question that is open again; JSON has both."""
        dialogue = self.dialogue
        dialogue.undo()
        if not dialogue.question_is_open:
            self._show_world()
        elif self.as_json:
            print_json({"world": dialogue.world.to_recorded(), **_json(dialogue.turns[-1])})
        else:
            self._show_turn(dialogue.turns[-1])

    def _save(self, path: Path) -> None:
        from cq.files import write_text

        write_text(path, json.dumps(self.dialogue.to_dict(), ensure_ascii=False) + "\n")
        self._tell({"saved": str(path)}, f"saved {path}")

    def _show_start(self) -> None:
        if self.as_json:
            return
        self._show_world()
        typer.echo(f"Say what to build.\n{HELP}.")
        if self.dialogue.turns:
            typer.echo(plain(self.dialogue.transcript))
            self._show_turn(self.dialogue.turns[-1])

    def _show_world(self) -> None:
        from cq.cli import show

        if self.as_json:
            print_json({"world": self.dialogue.world.to_recorded()})
        else:
            show.world(self.dialogue.world)

    def _show_turn(self, turn: cq.Turn) -> None:
        from cq.cli import show

        if self.as_json:
            print_json(_json(turn))
            return
        speaker, text = self.dialogue.said[-1]
        typer.echo(plain(f"{speaker}> {text}"))
        if turn.build is not None:
            show.actions(turn.build)
        question = self.dialogue.question
        if turn.action == "reply" and question is not None:
            typer.echo(plain(f"{speaker}> {question.text}"))
        show.options(question)

    def _tell(self, value: dict[str, Any], text: str) -> None:
        print_json(value) if self.as_json else typer.echo(plain(text))


def _json(turn: cq.Turn) -> dict[str, Any]:
    from cq.dialogue.shown import turn_json

    return turn_json(turn)


def load(path: Path) -> cq.Dialogue:
    """A saved dialogue. Raises `InputError` or `MissingFileError`."""
    import cq

    data = read_json(path, "saved dialogue")
    try:
        return cq.Dialogue.from_dict(data)
    except InputError as error:
        raise InputError(f"{str(path)!r}: {error}") from None
