"""What the site takes from elsewhere: the README, the changelog, the model cards, notebooks, the rules."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from cq.language.listing import with_listings

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("clarity", "ranking", "building", "reading")
PAGES = {
    "index.md": "README.md",
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "security.md": "SECURITY.md",
}
NOTEBOOKS = ("loop", "tickets", "training", "cerealbar")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are generated."""
    pages = {page: _in_docs((ROOT / source).read_text(encoding="utf-8")) for page, source in PAGES.items()}
    for part in PARTS:
        pages[f"cards/{part}.md"] = (ROOT / "cq" / "weights" / part / "README.md").read_text(encoding="utf-8")
    for name in NOTEBOOKS:
        path = ROOT / "docs" / "notebooks" / f"{name}.ipynb"
        pages[f"notebooks/{name}.md"] = notebook_markdown(json.loads(path.read_text(encoding="utf-8")))
    for page, content in pages.items():
        files.append(File.generated(config, page, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links to notebooks and model cards to their pages, and list the rules of the language."""
    markdown = with_listings(markdown)
    markdown = re.sub(r"\]\((notebooks/\w+)\.ipynb\)", r"](\1.md)", markdown)
    return re.sub(r"\]\(\.\./cq/weights/(\w+)/README\.md\)", r"](cards/\1.md)", markdown)


def _in_docs(text: str) -> str:
    """A page of the repository's root as a page of docs/: links start there, those to code are plain text."""
    text = re.sub(r'(\]\(|src=")docs/', r"\1", text)
    text = re.sub(
        r"\]\((CONTRIBUTING|CHANGELOG|SECURITY)\.md\)", lambda match: f"]({match[1].lower()}.md)", text
    )
    return re.sub(r"\[([^\]]*)\]\((?:(?:cq|eval|tests)/[^)]*|LICENSE|CITATION\.cff)\)", r"\1", text)


def notebook_markdown(notebook: dict[str, Any]) -> str:
    """A notebook as markdown: its texts, its code, and what the code showed."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
        elif source:
            parts.append(f"```python\n{source}\n```")
            parts += map(_output, cell["outputs"])
    return "\n\n".join(part for part in parts if part)


def _output(output: dict[str, Any]) -> str:
    """An output as HTML or as text."""
    data = output.get("data", {})
    if "text/html" in data:
        return "".join(data["text/html"])
    text = re.sub(r"\x1b\[[\d;]*m", "", "".join(output.get("text", data.get("text/plain", ""))))
    return f"```text\n{text.rstrip()}\n```" if text.strip() and output.get("name") != "stderr" else ""
