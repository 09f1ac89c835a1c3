"""Run the notebooks of examples/, and write each with its outputs as a page of the documentation.

    python checks/make_example_pages.py           writes docs/examples/NAME.md
    python checks/make_example_pages.py --check   exits with status 1 if a page is not what its notebook gives now

The outputs are those that a notebook shows: HTML where there is some, or text. Nothing of them is stored in a notebook.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FOLDER, PAGES = ROOT / "examples", ROOT / "docs" / "examples"
TIMEOUT_S = 300


def notebook_names() -> list[str]:
    """The notebooks, by name."""
    return sorted(path.stem for path in FOLDER.glob("*.ipynb"))


def run_notebook(name: str) -> Any:
    """The notebook with its outputs; an error in a cell raises."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    nbformat.validate(notebook)
    NotebookClient(notebook, timeout=TIMEOUT_S, resources={"metadata": {"path": str(FOLDER)}}).execute()
    return notebook


def page_text(name: str, notebook: Any) -> str:
    """The page of a notebook that was run."""
    title, *rest = notebook.cells[0].source.split("\n")
    intro = "\n".join(rest).strip()
    note = f"*Example. The notebook `examples/{name}.ipynb`, run when this page was made.*"
    parts = [title, note, intro]
    for cell in notebook.cells[1:]:
        if cell.cell_type == "markdown":
            parts.append(cell.source.strip())
        else:
            parts.append(f"```python\n{cell.source.strip()}\n```")
            parts += [text for output in cell.outputs if (text := output_text(output))]
    return "\n\n".join(part for part in parts if part) + "\n"


def output_text(output: Any) -> str:
    """An output as HTML on one line, or as text."""
    data = output.get("data", {})
    if "text/html" in data:
        html = re.sub(r"(?s)<style scoped>.*?</style>", "", data["text/html"])  # pandas styles its tables
        one_line = re.sub(r"\s*\n\s*", " ", html).strip()
        return f'<div class="output">{one_line}</div>'
    text = data.get("text/plain") or output.get("text", "")
    return f"```text\n{text.strip()}\n```" if text.strip() else ""


def main() -> int:
    """Write or check all pages, or those that are named."""
    check = "--check" in sys.argv
    named = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    stale = []
    for name in named or notebook_names():
        text, path = page_text(name, run_notebook(name)), PAGES / f"{name}.md"
        if not check:
            PAGES.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        elif not path.exists() or path.read_text("utf-8") != text:
            stale.append(name)
    for name in stale:
        print(f"docs/examples/{name}.md is stale: run python checks/make_example_pages.py")
    return int(bool(stale))


if __name__ == "__main__":
    raise SystemExit(main())
