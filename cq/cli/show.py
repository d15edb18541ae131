"""Results as text for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cq.cli.tables import print_table
from cq.plain_text import plain
from cq.world.drawing.terminal import draw

if TYPE_CHECKING:
    from cq import Turn
    from cq.building import Build
    from cq.clarity import Clarity
    from cq.data import LoadReport
    from cq.dialogue.questions import ClarifyingQuestion
    from cq.ranking import RankedQuestion
    from cq.world import World


def world(world: World) -> None:
    """Draw the world, level by level."""
    Console().print(draw(world.grid, world.palette))


def clarity(clarity: Clarity) -> None:
    """Print the decision, its probability and threshold, and the open slots of the instruction."""
    console = Console()
    word, style = ("clear", "bold green") if clarity.is_clear else ("unclear", "bold yellow")
    console.print(
        Text.assemble(
            "The instruction is ",
            (word, style),
            f": a person would ask back with probability {clarity.p_unclear:.3f} "
            f"(unclear above {clarity.threshold:.3f}).",
        )
    )
    if not clarity.in_domain:
        console.print("It would be refused, so the probability means little.")
    if clarity.reasons:
        lead = "Most people would not ask about this" if clarity.is_clear else "Left open"
        lead = lead if clarity.in_domain else "Why"
        console.print(Text(plain(f"{lead}: {'; '.join(clarity.reasons)}.")))


def decision(turn: Turn) -> None:
    """Print the builder's action and its reasons, the question with its options if it asks, the assumptions
    if it builds, and the probability that a person would ask.
    """
    console = Console()
    words = {"ask": "asks", "build": "builds", "refuse": "refuses", "reply": "replies"}
    line = Text.assemble("The builder ", (words[turn.action], "bold"))
    if turn.reasons:
        line.append(plain(f": {'; '.join(turn.reasons)}"))
    console.print(line)
    if turn.reply is not None:
        console.print(Text(plain(turn.reply)))
    if turn.question is not None:
        console.print(Text(plain(turn.question.text), style="bold yellow"))
        options(turn.question)
        console.print(Text("Answer it in cq chat, or go on with --dialogue.", style="dim"))
    if turn.build is not None:
        for assumption in turn.assumptions:
            console.print(Text(plain(f"{assumption}."), style="dim"))
    console.print(
        f"A person would ask back with probability {turn.clarity.p_unclear:.2f}; the builder asks where it "
        "expects the answer to improve the build.",
        highlight=False,
    )


def options(question: ClarifyingQuestion | None) -> None:
    """Print the short answers to a question, numbered from 1."""
    for i, option in enumerate(question.options if question else (), start=1):
        Console().print(Text(plain(f"  {i} {option.text}")))


def questions(questions: Sequence[RankedQuestion]) -> None:
    """Print the questions of a bank, best first."""
    table = Table(title="Questions of the bank, best first", title_justify="left", box=None, padding=(0, 1))
    table.add_column("#", justify="right", style="dim")
    table.add_column("question")
    table.add_column("share", justify="right")
    table.add_column("p relevant", justify="right")
    table.add_column("id", style="dim")
    for q in questions:
        relevant = "–" if q.p_relevant is None else f"{q.p_relevant:.3f}"
        table.add_row(str(q.rank), Text(plain(q.question)), f"{q.score:.3f}", relevant, Text(plain(q.qid)))
    Console().print(table)


def actions(build: Build) -> None:
    """List the actions of a build."""
    from cq.building.printing import print_actions

    print_actions(build.actions, build.corrections)


def target(build: Build, target: World, figures: Mapping[str, float]) -> None:
    """Draw the intended world, and print how well the build agrees with it."""
    from cq.building.printing import print_target

    print_target(build.grid, target)
    scores(figures)


def scores(scores: Mapping[str, float]) -> None:
    """Scores by name: counts as they are, others with four digits."""
    print_table(
        None,
        {name: {"": f"{value:.4f}" if isinstance(value, float) else value} for name, value in scores.items()},
    )


def report(report: LoadReport) -> None:
    """Print the dropped rows of a load, one line each."""
    console = Console()
    for kind, reasons in (("row", report.dropped_rows), ("file", report.unreadable_files)):
        for name, reason in reasons.items():
            line = Text.assemble((f"{kind} left out", "yellow"), plain(f": {name}: {reason}"))
            console.print(line, soft_wrap=True)
