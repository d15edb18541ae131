"""`cq study`: serve a study to its participants, and export what they did."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from cq.cli.extras import require_extra
from cq.cli.serve import AllowedHosts, Host, Port, Proxies, RootPath, behind_proxy


class _Group(TyperGroup):
    """`cq study FILE` is `cq study serve FILE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        named = args and (args[0].startswith("-") or args[0] in self.commands)
        return super().parse_args(ctx, args if named or not args else ["serve", *args])


study_app = typer.Typer(
    cls=_Group,
    help="Let people talk with the builder, and keep what they do: cq study FILE (docs/study.md).",
    no_args_is_help=True,
)
StudyFile = Annotated[Path, typer.Argument(help="The study, YAML or JSON.")]
Answers = Annotated[
    Path | None,
    typer.Option("--answers", help="The SQLite file of answers. Default: beside the study, .sqlite."),
]


@study_app.command("serve")
def serve(
    study: StudyFile,
    answers: Answers = None,
    host: Host = "127.0.0.1",
    port: Port = 8420,
    root_path: RootPath = "",
    allowed_host: AllowedHosts = None,
    forwarded_allow_ips: Proxies = None,
) -> None:
    """Serve the study's page. After a crash, the same command goes on where it stopped (extra `web`)."""
    require_extra("web", "fastapi", "fastapi_offline", "uvicorn")
    from cq.files.locks import one_writer
    from cq.web.server import address, listen, warm_up
    from cq.web.server import serve as run
    from cq.web.study.design import Design, digests, prepared
    from cq.web.study.store import Store
    from cq.web.study.study_handlers import Participants

    design, kept = Design.load(study), _file(study, answers)
    behind = behind_proxy(root_path, allowed_host, forwarded_allow_ips)
    ready = prepared(design, study.parent)
    with one_writer(kept):  # Two servers would take turns of the same participants.
        store = Store(kept, digests(design, ready, study.parent))
        participants = Participants(design, ready, store, study.parent)
        listening = listen(host, port)
        typer.echo("loading the models …", err=True)
        warm_up()
        for pipeline in participants.pipelines.values():
            pipeline.ask("Place a red block in the centre")
        typer.echo(f"{address(listening)} (answers in {kept}; Ctrl+C ends)")
        run(listening, host, participants, behind)


@study_app.command("export")
def export(
    study: StudyFile,
    out: Annotated[Path, typer.Option(help="The folder to write to; it may exist.")],
    answers: Answers = None,
) -> None:
    """Write transcripts.jsonl (for cq arena report), turns.csv and answers.csv."""
    require_extra("web", "fastapi")
    from cq.files import write_text
    from cq.web.study.design import Design, digests, prepared
    from cq.web.study.export import answers_csv, to_lines, transcripts, turns_csv
    from cq.web.study.store import Store

    design = Design.load(study)
    ready = prepared(design, study.parent)
    store = Store(_file(study, answers), digests(design, ready, study.parent), must_exist=True)
    typer.echo(f"read from {_file(study, answers)}")
    written = {
        "transcripts.jsonl": to_lines(transcripts(store, design, ready)),
        "turns.csv": turns_csv(store, design, ready),
        "answers.csv": answers_csv(store),
    }
    for name, text in written.items():
        write_text(out / name, text)
        typer.echo(f"wrote {out / name}: {max(0, text.count(chr(10)) - name.endswith('.csv'))} rows")


def _file(study: Path, answers: Path | None) -> Path:
    return study.with_suffix(".sqlite") if answers is None else answers
