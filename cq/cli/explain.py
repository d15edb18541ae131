"""`cq explain`: how a text is read, and what it means in a world."""

from __future__ import annotations

from typing import Annotated

import typer

from cq.cli.data import Json
from cq.cli.dialogue_option import Said, read_dialogue
from cq.cli.output import print_json
from cq.cli.world_option import WorldOption, read_world


def explain(
    text: Annotated[str, typer.Argument(help="What the architect says.")],
    world: WorldOption = None,
    dialogue: Said = None,
    as_json: Json = False,
) -> None:
    """Show how a text is read: its words, the rules that read them, what they mean, and what they leave
    open.
    """
    from rich.text import Text

    import cq
    from cq.cli.tables import new_console
    from cq.plain_text import plain
    from cq.reading.explanation import lines

    explanation = cq.explain(text, read_world(world), read_dialogue(dialogue))
    if as_json:
        print_json(explanation.to_dict())
        return
    console = new_console()
    for line, style in lines(explanation):
        console.print(Text(plain(line), style), soft_wrap=True)
