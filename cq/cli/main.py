"""The `cq` command: the library's functions on a terminal.

Bad input prints one line on standard error and exits with 2; `--json` prints one object for machines.
"""

from __future__ import annotations

import json
import sys
import warnings
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cq.cli.data import Json, data_app, print_json
from cq.errors import CqError, InputError

if TYPE_CHECKING:
    from cq.building import Action
    from cq.world import World

USAGE_ERROR: Any = typer.BadParameter.__base__
"""What click raises for a wrong command line. Some versions of typer carry a click of their own, so it is
reached through the subclass that every version exports."""

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


app.add_typer(data_app, name="data")

Instruction = Annotated[str, typer.Argument(help="What the architect says.")]
WorldPath = Annotated[
    Path | None, typer.Option("--world", "-w", help="A recorded state (JSON); empty world if left out.")
]
BankPath = Annotated[
    Path | None, typer.Option("--qbank", "-q", help="A question_bank.csv; ours if left out.")
]
Top = Annotated[int, typer.Option("--top", "-k", min=1, help="How many questions to show.")]
Cost = Annotated[
    float | None,
    typer.Option(
        "--cost-of-asking", help="Price of a question where building wrong costs 1: above 0, below 1."
    ),
]


@app.command()
def ask(
    instruction: Instruction,
    world: WorldPath = None,
    qbank: BankPath = None,
    top: Top = 5,
    cost_of_asking: Cost = None,
    as_json: Json = False,
) -> None:
    """Decide whether to ask; show the questions if so, the build if not; draw the world."""
    import cq
    from cq.cli import show

    place = cq.World.parse(world)
    turn = cq.ask(instruction, place, qbank, cost_of_asking=cost_of_asking)
    questions = turn.questions or cq.rank(qbank, instruction, place, top)
    if as_json:
        print_json(
            {
                "clarity": asdict(turn.clarity),
                "questions": [asdict(q) for q in turn.questions[:top]] if turn.questions else None,
                "build": _build_json(turn.build) if turn.build else None,
            }
        )
        return
    show.world(place)
    show.clarity(turn.clarity)
    show.questions(questions[:top], needed=not turn.clarity.is_clear)
    if turn.build:
        show.build(turn.build)


@app.command()
def classify(
    instruction: Instruction,
    world: WorldPath = None,
    cost_of_asking: Cost = None,
    as_json: Json = False,
) -> None:
    """Is the instruction clear, given the world?"""
    import cq
    from cq.cli import show

    clarity = cq.classify(instruction, world, cost_of_asking=cost_of_asking)
    print_json(asdict(clarity)) if as_json else show.clarity(clarity)


@app.command()
def rank(
    instruction: Instruction,
    world: WorldPath = None,
    qbank: BankPath = None,
    top: Top = 10,
    as_json: Json = False,
) -> None:
    """Rank clarifying questions, best first."""
    import cq
    from cq.cli import show

    questions = cq.rank(qbank, instruction, world, top)
    print_json([asdict(q) for q in questions]) if as_json else show.questions(questions, needed=True)


@app.command()
def build(
    instruction: Instruction,
    world: WorldPath = None,
    target: Annotated[
        Path | None, typer.Option(help="What should be built (JSON), to be drawn beside it.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Also write what is built: .json, or a picture with the plan: .png, .svg or .pdf."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Predict what a builder would build."""
    import cq
    from cq.cli import show

    start = cq.World.parse(world)
    wanted = None if target is None else cq.World.parse(target)
    built = cq.build(instruction, start)
    if out is not None and out.suffix in ("", ".json"):
        _write_world(cq.World(built.grid), out)
    elif out is not None:
        from cq.building.picture import save_build_picture

        save_build_picture(start, built, out, instruction, wanted)
    print_json(_build_json(built)) if as_json else show.build(built)


@app.command()
def score(
    built: Annotated[Path, typer.Argument(help="The built world (JSON).")],
    target: Annotated[Path, typer.Argument(help="The target world (JSON).")],
    start: Annotated[Path | None, typer.Option(help="The world before, for the changed-cells F1.")] = None,
    as_json: Json = False,
) -> None:
    """Score a built world against its target."""
    import cq
    from cq.cli import show
    from cq.metrics import changed_f1, grid_f1, maximal_intersection

    b, t = cq.World.parse(built).grid, cq.World.parse(target).grid
    scores: dict[str, float | int] = {
        "maximal_intersection": maximal_intersection(b, t),
        "maximal_intersection, admissible shifts only": maximal_intersection(b, t, admissible_only=True),
        "grid_f1": grid_f1(b, t),
        "grid_f1, admissible shifts only": grid_f1(b, t, admissible_only=True),
    }
    if start is not None:
        scores["changed_f1"] = changed_f1(b, t, cq.World.parse(start).grid)
    print_json(scores) if as_json else show.scores(scores)


@app.command()
def draw(
    world: Annotated[Path, typer.Argument(help="A recorded state (JSON).")],
    out: Annotated[Path | None, typer.Option(help="A picture to write: .png, .svg or .pdf.")] = None,
) -> None:
    """Draw a world: on the terminal, or as a picture."""
    import cq
    from cq.cli import show

    parsed = cq.World.parse(world)
    if out is None:
        show.world(parsed)
    else:
        _write_world(parsed, out)
        typer.echo(f"wrote {out}")


def run(typer_app: typer.Typer) -> None:
    """Run an app with the project's manners: one line and exit code 2 on bad input, no traceback."""
    warnings.showwarning = lambda message, *_, **__: typer.echo(f"warning: {message}", err=True)
    try:
        code = typer_app(standalone_mode=False)
    except (CqError, USAGE_ERROR) as error:
        message = error.format_message() if isinstance(error, USAGE_ERROR) else str(error)
        # A command without arguments has shown its help, and has no message.
        if message:
            typer.echo(f"error: {' '.join(message.split())}", err=True)
        code = 2
    except (typer.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        # The reader of a pipe has gone (`cq … | head`): no error of ours.
        sys.stderr.close()
        code = 0
    sys.exit(code if isinstance(code, int) else 0)


def main() -> None:
    """Entry point of the `cq` command."""
    run(app)


def _build_json(build: Any) -> dict[str, Any]:
    import cq

    return {
        **cq.World(build.grid).to_recorded(),
        "actions": [_action_json(a) for a in build.actions],
        "confidence": build.confidence,
    }


def _action_json(action: Action) -> dict[str, Any]:
    """An action in the coordinates of the world's blocks, and not as a grid index."""
    from cq.world import COLOURS

    y, x, z = action.cell
    placed = {"colour": COLOURS[action.colour - 1]} if action.kind == "place" else {}
    return {"kind": action.kind, "x": x - 5, "y": y + 63, "z": z - 5} | placed


def _write_world(world: World, out: Path, title: str | None = None) -> None:
    from cq.files import write_text
    from cq.world.drawing.picture import save_picture

    if out.suffix == ".json":
        write_text(out, json.dumps(world.to_recorded()) + "\n")
    elif out.suffix:
        save_picture(world, out, title)
    else:
        raise InputError(f"cannot tell what to write to {str(out)!r}; end it in .json, .png, .svg or .pdf")


if __name__ == "__main__":
    main()
