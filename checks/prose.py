"""Check that what people read is plain: ``python checks/prose.py [FILE ...]``.

It reads the README, the docs, the page templates and every sentence in a string of src (help, labels, messages), but
no code, docstrings or comments. A sentence has at most 25 words, a table cell 30, a paragraph 120, and none of the
words of `DIALECT`.
"""

from __future__ import annotations

import ast
import html
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[1]
MAX_SENTENCE_WORDS = 25
MAX_CELL_WORDS = 30
MAX_PARAGRAPH_WORDS = 120

DIALECT = {
    r"anew": "again",
    r"mended": "fixed",
    r"one's own": "your own",
    r"told": "shown, says",
    r"brought": "uploaded, given",
    r"kept": "saved",
    r"so far": "partial result",
    r"luck taken off": "luck-adjusted",
    r"what is refused": "limits",
    r"(?:is|are) accepted": "say what to do: 'give a number from 0 to 1'",
    r"as it was": "before",
    r"of our own": "kibitz's",
    r"stands": "is",
    r"what it was checked against": "verification",
    r"parted": "separated",
    r"besides?": "next to, and",
    r"thereof": "of it",
    r"whoever": "the player who",
    r"of the person's own": "your",
    r"luck apart from skill": "luck and skill",
}
"""Words that nobody else uses in this way, and what to write instead."""
_DIALECT = re.compile(rf"\b(?:{'|'.join(DIALECT)})\b", re.IGNORECASE)
_SQL = re.compile(r"\s*(?:CREATE|ALTER|SELECT|INSERT|UPDATE|DELETE|PRAGMA|WITH)\b")
_SENTENCE_END = re.compile(r"(?<=[.!?:])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)[\"”)]*\s+(?=[A-Z\"“(`$*\d])")


class Problem(NamedTuple):
    """Something to rewrite, with its place."""

    path: Path
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"


def count_words(text: str) -> int:
    return sum(any(char.isalnum() for char in word) for word in text.split())


def sentences(text: str) -> list[str]:
    return _SENTENCE_END.split(" ".join(text.split()))


def check_text(text: str, cell: bool = False) -> Iterator[str]:
    """What is wrong with a paragraph, or with the cell of a table."""
    for match in _DIALECT.finditer(text):
        around = text[max(match.start() - 25, 0) : match.end() + 15].strip()
        instead = next(new for old, new in DIALECT.items() if re.fullmatch(old, match[0], re.IGNORECASE))
        yield f"“{match[0]}” in “…{' '.join(around.split())}…”: write {instead}"
    for sentence in sentences(text):
        if (n := count_words(sentence)) > MAX_SENTENCE_WORDS:
            yield f"{n} words in a sentence, at most {MAX_SENTENCE_WORDS}: “{sentence[:70]}…”"
    limit = MAX_CELL_WORDS if cell else MAX_PARAGRAPH_WORDS
    if (n := count_words(text)) > limit:
        yield f"{n} words in a {'table cell' if cell else 'paragraph'}, at most {limit}: “{text[:60]}…”"


def check_markdown(source: str, path: Path) -> Iterator[Problem]:
    """Paragraphs, list items, headings and cells of a page; code spans count as one word."""
    in_cell, line = False, 1
    for token in MarkdownIt("commonmark").enable("table").parse(source):
        in_cell = (in_cell and token.type not in ("td_close", "th_close")) or token.type in ("td_open", "th_open")
        line = token.map[0] + 1 if token.map else line
        if token.type != "inline":
            continue
        words = []
        for child in token.children or []:
            words.append("code" if child.type == "code_inline" else "\n" if "break" in child.type else child.content)
        for what in check_text("".join(words), in_cell):
            yield Problem(path, line, what)


def check_template(source: str, path: Path) -> Iterator[Problem]:
    """Text between the tags of a page template, and what screen readers hear."""
    without = re.sub(r"\{#.*?#\}|<(script|style|svg)\b.*?</\1>", "", source, flags=re.DOTALL)
    heard = re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', without)
    plain = re.sub(r"\{%.*?%\}", " ", re.sub(r"\{\{.*?\}\}", "X", without, flags=re.DOTALL), flags=re.DOTALL)
    texts = [html.unescape(each) for each in re.sub(r"<[^>]*>", "\n", plain).split("\n")]
    for text in [*texts, *heard]:
        for what in check_text(text):
            at = source.find(text.strip()[:30])
            yield Problem(path, source.count("\n", 0, max(at, 0)) + 1, what)


def shown_strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Strings of several words that are no docstrings, with ``X`` for what an f-string fills in."""
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        if isinstance(node, ast.JoinedStr):
            skipped.update(id(each) for each in ast.walk(node) if each is not node)
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(each.value) if isinstance(each, ast.Constant) else "X" for each in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if count_words(text) >= 3 and not _SQL.match(text):
            yield node.lineno, text


def check_python(source: str, path: Path) -> Iterator[Problem]:
    """Help, labels and messages in a module."""
    for line, text in shown_strings(ast.parse(source)):
        for paragraph in text.split("\n\n"):
            for what in check_text(paragraph):
                yield Problem(path, line, what)


CHECKS = {".md": check_markdown, ".html": check_template, ".py": check_python}


def readable_files() -> list[Path]:
    """All files that people read."""
    folders = (("docs", "*.md"), ("src", "*.html"), ("src", "*.py"))
    files = [path for folder, pattern in folders for path in sorted((ROOT / folder).rglob(pattern))]
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *files]


def check_file(path: Path) -> list[Problem]:
    return list(CHECKS[path.suffix](path.read_text("utf-8"), path.relative_to(ROOT)))


def main() -> None:
    files = [Path(each).resolve() for each in sys.argv[1:]] or readable_files()
    problems = [problem for path in files for problem in check_file(path)]
    for problem in problems:
        print(problem)
    print(f"{len(files):,} files, {len(problems)} problems")
    raise SystemExit(bool(problems))


if __name__ == "__main__":
    main()
