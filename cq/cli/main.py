"""The `cq` command: the library's functions in a terminal.

Bad input prints one line on standard error and exits with 2; `--json` prints one object for machines.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from cq.cli.agent import agent
from cq.cli.arena import arena_app
from cq.cli.cache import cache_app
from cq.cli.data import Json, data_app
from cq.cli.dialogue_option import Said, Unsure, read_dialogue
from cq.cli.explain import explain
from cq.cli.jobs import add_jobs
from cq.cli.mcp import mcp
from cq.cli.output import check_picture_or_json, print_json, world_scores, write_world
from cq.cli.runner import run
from cq.cli.serve import serve
from cq.cli.study import study_app
from cq.cli.weights import weights
from cq.cli.world_option import FORMS, WorldOption, check_one_from_input, read_world
from cq.files import check_writable

app = typer.Typer(
    name="cq",
    help="Decides when to ask, and what to ask, before acting on an instruction in a voxel world.",
    add_completion=False,
    no_args_is_help=True,
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"cq {version('cq-clarify')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Decides when to ask, and what to ask, before acting on an instruction in a voxel world."""


app.add_typer(arena_app, name="arena")
app.add_typer(study_app, name="study")
app.add_typer(data_app, name="data")
app.add_typer(cache_app, name="cache")
app.command()(explain)
app.command()(serve)
app.command()(agent)
app.command()(mcp)
app.command()(weights)
add_jobs(app)

Instruction = Annotated[str, typer.Argument(help="What the architect says.")]
BankPath = Annotated[
    Path | None, typer.Option("--qbank", "-q", help="A question_bank.csv. Default: the bundled bank.")
]
Top = Annotated[int, typer.Option("--top", "-k", min=1, help="How many questions to show.")]
Cost = Annotated[
    float | None,
    typer.Option("--cost-of-asking", help="Cost of a question if a wrong build costs 1; between 0 and 1."),
]
MostQuestions = Annotated[
    int | None, typer.Option("--max-questions", min=0, help="Most questions about one instruction.")
]


@app.command()
def ask(
    instruction: Instruction,
    world: WorldOption = None,
    qbank: BankPath = None,
    top: Top = 5,
    cost_of_asking: Cost = None,
    max_questions: MostQuestions = None,
    on_unsure: Unsure = None,
    dialogue: Said = None,
    as_json: Json = False,
) -> None:
    """Ask, build, reply or refuse. Show the question and the best ones of the bank, the build, the reply, or
    why not.
    """
    import cq
    from cq.cli import show

    parsed, before = read_world(world), read_dialogue(dialogue)
    turn = cq.ask(
        instruction,
        parsed,
        qbank,
        before,
        cost_of_asking=cost_of_asking,
        max_questions=max_questions,
        on_unsure=on_unsure or "build",
    )
    if as_json:
        from cq.dialogue.shown import turn_json

        print_json(turn_json(turn, top))
        return
    show.world(parsed)
    show.decision(turn)
    if turn.questions:
        show.questions(turn.questions[:top])
    if turn.build:
        turn.build.draw()


@app.command()
def classify(
    instruction: Instruction,
    world: WorldOption = None,
    cost_of_asking: Cost = None,
    dialogue: Said = None,
    as_json: Json = False,
) -> None:
    """Decide whether the instruction is clear in this world."""
    import cq
    from cq.cli import show

    clarity = cq.classify(
        instruction, read_world(world), read_dialogue(dialogue), cost_of_asking=cost_of_asking
    )
    print_json(asdict(clarity)) if as_json else show.clarity(clarity)


@app.command()
def rank(
    instruction: Instruction,
    world: WorldOption = None,
    qbank: BankPath = None,
    top: Top = 10,
    dialogue: Said = None,
    as_json: Json = False,
) -> None:
    """Rank clarifying questions, best first."""
    import cq
    from cq.cli import show

    questions = cq.rank(qbank, instruction, read_world(world), top, read_dialogue(dialogue))
    print_json([asdict(q) for q in questions]) if as_json else show.questions(questions)


@app.command()
def build(
    instruction: Instruction,
    world: WorldOption = None,
    target: Annotated[
        str | None, typer.Option(help=f"The intended world, to compare the build with: {FORMS}.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Also write the built world (.json), or a picture with the plan (.png, .svg, .pdf)."
        ),
    ] = None,
    dialogue: Said = None,
    as_json: Json = False,
) -> None:
    """Predict what a builder would build."""
    import cq
    from cq.cli import show

    if out is not None:
        check_picture_or_json(out)
    check_one_from_input(world, target)
    start = read_world(world)
    wanted = None if target is None else read_world(target)
    built = cq.build(instruction, start, read_dialogue(dialogue))
    scores = None if wanted is None else world_scores(built.grid, wanted.grid, start.grid)
    if out is not None and out.suffix == ".json":
        write_world(cq.World(built.grid, palette=built.palette), out)
    elif out is not None:
        from cq.building.picture import save_build_picture

        own = built.palette
        save_build_picture(start.grid, built.grid, built.plan, out, instruction, wanted, own)
    if as_json:
        from cq.dialogue.shown import build_json

        print_json(build_json(built) | ({} if scores is None else {"scores": scores}))
        return
    built.draw()
    if wanted is not None and scores is not None:
        show.target(built, wanted, scores)


@app.command()
def chat(
    world: WorldOption = None,
    max_questions: MostQuestions = None,
    cost_of_asking: Cost = None,
    qbank: BankPath = None,
    on_unsure: Unsure = None,
    save: Annotated[Path | None, typer.Option(help="Save the dialogue (JSON) at the end.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved dialogue.")] = None,
    as_json: Json = False,
) -> None:
    """Talk with the builder: it asks, hears your answers, and builds. Reads lines; a number is an option."""
    import cq
    from cq.cli.chat import Chat, load

    if world == "-":
        raise cq.InputError(
            "cq chat reads what is said from standard input; give the world as a file or as JSON"
        )
    if save is not None:
        check_writable(save)
    given = (world, max_questions, cost_of_asking, qbank)
    if resume is not None and any(value is not None for value in (*given, on_unsure)):
        raise cq.InputError("a saved dialogue has its world and options; give --resume without others")
    talk = cq.Dialogue(*given, on_unsure=on_unsure or "build") if resume is None else load(resume)
    Chat(talk, save, as_json).run()


@app.command()
def score(
    built: Annotated[str, typer.Argument(help=f"The built world: {FORMS}.")],
    target: Annotated[str, typer.Argument(help=f"The target world: {FORMS}.")],
    start: Annotated[
        str | None, typer.Option(help=f"The start world: {FORMS}. It adds the changed F1.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Score a built world against its target."""
    from cq.cli import show

    check_one_from_input(built, target, start)
    scores = world_scores(
        read_world(built).grid, read_world(target).grid, None if start is None else read_world(start).grid
    )
    print_json(scores) if as_json else show.scores(scores)


@app.command()
def draw(
    world: Annotated[str, typer.Argument(help=f"The world: {FORMS}.")],
    out: Annotated[Path | None, typer.Option(help="Write a picture: .png, .svg or .pdf.")] = None,
) -> None:
    """Draw a world in the terminal or as a picture."""
    from cq.cli import show

    if out is not None:
        check_picture_or_json(out)
    parsed = read_world(world)
    if out is None:
        show.world(parsed)
    else:
        write_world(parsed, out)
        typer.echo(f"wrote {out}")


def main() -> None:
    """Entry point of the `cq` command."""
    run(app)


if __name__ == "__main__":
    main()
