"""Run what README and docs show: every block of commands in its order, in a folder with the files that it uses.

Examples with ``>>>`` are doctests. Commands that take too long run at a smaller size (`SMALLER`). Those that cannot run
are named with the reason (`NOT_RUN`). A block after a paragraph that says "as `NAME`" is a file, and other blocks that
are no code are named in `NO_CODE`. Tutorials and notebooks have tests of their own.
"""

from __future__ import annotations

import gzip
import json
import re
import shlex
import shutil
import tomllib
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import click
import pytest
from markdown_it import MarkdownIt

from kibitz.app.catalogue import request_type
from kibitz.app.request_parsing import example_arguments
from kibitz.cli.main import cli, run

ROOT = Path(__file__).resolve().parents[2]
ALL_PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES = [page for page in ALL_PAGES if page.parent.name not in ("tutorials", "reference", "examples")]

NOT_RUN = {
    "python3 -m venv": "installs kibitz; .ci/run does",
    "kibitz serve": "never ends; tests/web and .ci/run start it",
    "pip install": "changes the environment",
    "npx": "needs a running server; tests/web compiles a client from the same document",
    "openapi-python-client": "needs a running server; tests/web generates a client from the same document",
    '{"mcpServers"': "settings of another program",
    "from dask_jobqueue": "needs a batch system",
    "from dask_kubernetes": "needs a Kubernetes cluster",
    "from kibitz.rate.records.decision_columns": "needs the folder that a command above writes; tests/rate reads one",
    "from kibitz.testing": "needs the package of the template; a slow test installs it",
    "curl": "needs a running server; tests/web asks the API",
    "dask": "needs several machines; tests/simulate starts a small cluster",
    "kibitz warm": "compiles for minutes; tests/cli runs it with less",
    "kibitz backgammon play": "asks a person; tests/games/backgammon plays it",
    "kibitz chess play": "asks a person; tests/games/chess plays it",
    "kibitz chess solitaire": "asks a person; tests/games/chess plays it",
    "kibitz chess rate decisions.jsonl": "needs values at the depth of a scale; tests/games/chess rates such",
    "kibitz chess rate games.pgn --player Carlsen --claimed": "needs a scale; the coach's tutorial has one",
    "kibitz chess rate GAMES.pgn --player Karpov": "needs games of several years; tests/games/chess has some",
    "kibitz chess screen": "needs decisions of the full depth; tests/rate and tests/games/chess screen simulated ones",
    "kibitz chess calibrate": "needs games of known players; tests/games/chess calibrates with simulated ones",
    "kibitz sevens replay --game game.json": "needs the record of a person's game; tests/games/sevens replays one",
    "kibitz rate me": "asks a person; tests/app plays it",
    "kibitz rate mine.jsonl": "the same",
    "kibitz sevens play": "asks a person; tests/games/sevens plays it",
    "kibitz library deck": "needs a library with errors; tests/app writes a deck of one",
    "kibitz jeopardy fit": "needs tables of recorded games; tests/games/jeopardy fits small ones",
}
"""Commands that no test can run, by their beginning, with the reason."""

SMALLER = [
    ("train scratch", "train scratch --games 100 --decisions 50 --rounds 1 --epochs 1 --hidden 8"),
    ("--match 11 --games 200", "--match 1 --games 4"),
    ("--games 200", "--games 4"),
    ("jeopardy train", "jeopardy train --games 1000 --hidden 4"),
    ("--games 100000", "--games 5000"),
    ("simulate --seats machine,champion,champion", "simulate --seats machine,champion,champion --games 500"),
    ("--double live,usual,usual", "--double live,usual,usual --games 50"),
    ("--ability equal", "--ability equal --games 500"),
    ("--games 2000", "--games 20"),
    ("--rollouts 20000", "--rollouts 200"),
    ("--count 20000", "--count 20"),
    ("--losses 100", "--losses 2 --count 20"),
    ("--you 0.7,0.9,0.7,0.6 --era 1996", "--you 0.7,0.9,0.7,0.6 --era 1996 --games 500"),
    ("--rounds 50", "--rounds 2"),
    ("--round 7", "--round 1"),
    ("--hidden 0..6", "--hidden 0..1"),
    ("--copies 5", "--copies 1 --rounds 2"),
    ("chess analyse", "chess analyse --depth 3 --multipv 5"),
    ("--depth 11", ""),
    ("chess rate", "chess rate --multipv 5"),
    ("--player Carlsen", "--player B1900"),  # players of the files that the test writes
    ("--player NAME", "--player Ash"),
    ("chess calibrate", "chess calibrate --depth 3 --multipv 5 --positions 25 --marks 1900,2200,2500 --within 25"),
    ("chess moves", "chess moves --depth 3 --multipv 5"),
    ("chess position", "chess position --depth 9"),
]
"""Replacements that make a command of hours one of seconds."""

NO_CODE = {
    "cli   web": "a drawing of the tree",
    "words, JSON, link": "a drawing of the flow",
    "player,event,utilities": "two tables side by side",
    "round,row,column": "a table, which test_taped_tables reads",
}
QUICK = {"README.md", "parlour.md"}
"""Pages whose commands take a few seconds together; the others are slow tests."""
LONG = (
    "kibitz chess rate",
    "kibitz theory check",
    "kibitz rate",
    "kibitz theory learn",
    "kibitz theory card",
    "kibitz jeopardy daily-double",
)
"""Commands of quick pages that are slow tests all the same."""
NEEDS = {"kibitz sevens": "scowl", "kibitz chess": "stockfish"}


class Block(NamedTuple):
    """Commands of one block of a page, each split into words."""

    page: str
    line: int
    commands: tuple[tuple[str, ...], ...]


def fences(page: Path) -> list[Any]:
    return [token for token in MarkdownIt("commonmark").parse(page.read_text("utf-8")) if token.type == "fence"]


def split_commands(line: str) -> list[tuple[str, ...]]:
    """Split a line of a block into commands, without the explanation after them."""
    plain = re.split(r"\s{2,}(?!-)|\s+#", line.removeprefix("$ ").strip())[0]
    return [tuple(shlex.split(part)) for part in plain.split(" && ")]


def saved_files(page: Path) -> dict[int, tuple[str, str]]:
    """Files that a page asks the reader to save: name and text by the line of their block."""
    result = {}
    paragraph = ""
    for token in MarkdownIt("commonmark").parse(page.read_text("utf-8")):
        if token.type == "inline":
            paragraph = token.content
        elif token.type == "fence" and token.info not in ("", "console", "pycon", "python"):
            named = re.search(r"\b[Ss]ave\b[^.]*?\bas `([^`]+)`", paragraph)
            if named:
                result[(token.map or [0])[0]] = (named[1], token.content)
    return result


def is_run(command: tuple[str, ...]) -> bool:
    return not any(" ".join(command).startswith(name) for name in NOT_RUN)


def blocks() -> list[Block]:
    """All blocks of commands: those of fences, and the table of questions of the README."""
    result = []
    for page in PAGES:
        for token in fences(page):
            if token.info == "pycon":  # its examples are doctests
                continue
            lines = [line for line in token.content.splitlines() if re.match(r"(\$ )?kibitz ", line)]
            commands = tuple(command for line in lines for command in split_commands(line) if is_run(command))
            if commands:
                result.append(Block(page.name, token.map[0] + 1, commands))
    rows = re.findall(r"^\|.*\| `(kibitz [^`]+)` \|$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    table = [command for row in rows for command in split_commands(row) if is_run(command)]
    result += [Block("README.md", number, (command,)) for number, command in enumerate(table, start=1)]
    return result


def text_of(path: str, field: str) -> str:
    """The text of the file in a question's example."""
    given: Any = example_arguments(request_type(path))[field]
    return str((given[0] if isinstance(given, list | tuple) else given)["text"])


def write_files(page: str, folder: Path) -> None:
    """Write small files with the names that the pages use, then those that the page itself shows."""
    (folder / "docs").mkdir()
    shutil.copytree(ROOT / "docs" / "games", folder / "docs" / "games")
    shutil.copy(ROOT / "docs" / "games" / "fourth-down.toml", folder / "game.toml")
    (folder / "FOLDER").mkdir()
    for name in ("GAMES.pgn", "FOLDER/known.pgn"):
        (folder / name).write_text(text_of("chess.calibrate", "games"))
    (folder / "games.pgn").write_text(text_of("chess.calibrate", "games"))
    (folder / "GAMES.pgn.gz").write_bytes(gzip.compress(text_of("chess.review", "games").encode()))
    rows = [row.split(",") for row in text_of("chess.rate", "games").splitlines()[1:]]
    records = [
        {"utilities": [float(value) for value in values.split()], "chosen": int(chosen), "unit": unit, "player": who}
        for values, chosen, unit, who in rows
    ]
    (folder / "decisions.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    (folder / "game.csv").write_text(
        text_of("jeopardy.review", "page") if page == "jeopardy-review.md" else "1,-1\n-1,1\n"
    )
    (folder / "FILE").write_text("[[1, -1], [-1, 1]]")
    (folder / "showgame.html").write_bytes((ROOT / "tests" / "stress" / "examples" / "new.html").read_bytes())
    (folder / "seen.csv").write_text("after,card,action\nbet,1,fold\nbet,3,call\ncheck,2,check\n")
    (folder / "mine.txt").write_text(
        "for: player 2\nif p2 >= 1/2: 3\nelse: 0 with p1*p2/(1 - p1 + p1*p2), otherwise 3\n"
    )
    (folder / "auctions.jsonl").write_text(
        '{"round": 0, "letter": "R", "bids": [3, 0, 1, 0, 0, 0], "winner": 0, "price": 1}\n'
    )
    (folder / "pubeval_weights.csv").write_text("contact,race\n" + "0.1,0.2\n" * 122)
    for name, field in (("ann.csv", "a"), ("bob.csv", "b")):
        (folder / name).write_text(text_of("rate.compare", field))
    for path in ALL_PAGES:
        for name, text in saved_files(path).values() if path.name == page else ():
            (folder / name).write_text(text)


def parameters() -> list[Any]:
    result = []
    for block in blocks():
        lines = [" ".join(command) for command in block.commands]
        quick = block.page in QUICK and not any(line.startswith(LONG) for line in lines)
        needed = {program for name, program in NEEDS.items() if any(line.startswith(name) for line in lines)}
        marks = [*([] if quick else [pytest.mark.slow]), *([pytest.mark.needs(*sorted(needed))] if needed else [])]
        result.append(pytest.param(block, id=f"{block.page}:{block.line}", marks=marks))
    return result


@pytest.mark.parametrize("block", parameters())
def test_documented_commands_do_what_they_say(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    write_files(block.page, tmp_path)
    monkeypatch.chdir(tmp_path)
    for command in block.commands:
        line = shlex.join(command)
        for long, short in SMALLER:
            line = line.replace(long, short, 1)
        status = run(
            shlex.split(line.replace("FEN", "'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3'"))[1:]
        )
        shown = capfd.readouterr()
        assert status == 0, f"{line}: {shown.err}"
        assert shown.out.strip() or "Saved" in shown.err, line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_of_code_is_run_or_named(page: Path) -> None:
    files = saved_files(page)
    for token in fences(page):
        first, info = token.content.lstrip(), token.info
        if token.map[0] in files:
            continue
        if ">>> " in first:
            assert info in ("pycon", "python"), f"line {token.map[0] + 1}: a doctest is marked pycon"
        elif info == "sql":
            assert first.split()[0] in ("SELECT", "COPY")  # tests/rate runs the queries
        elif info == "toml":
            assert tomllib.loads(token.content)
        elif info == "python" and not first.startswith(tuple(NOT_RUN)):
            exec(
                compile(token.content, page.name, "exec"), fragment_names()
            )  # a fragment of this repository's own pages
        else:
            known = [*NO_CODE, *NOT_RUN, "kibitz ", "$ kibitz "]
            assert any(first.startswith(begin) for begin in known), f"line {token.map[0] + 1}: {first[:40]!r}"


def fragment_names() -> dict[str, Any]:
    """The names that fragments of Python on the pages use without importing them."""
    from msgspec import Meta

    from kibitz.core.question import Request
    from kibitz.core.work import WorkContext
    from kibitz.games.parlour.answers.vote import VoteAnswer

    return {
        "Annotated": Annotated,
        "Meta": Meta,
        "Request": Request,
        "WorkContext": WorkContext,
        "Work": WorkContext,
        "Chance": str,
        "VoteAnswer": VoteAnswer,
    }


MENTIONS = [
    pytest.param(page, mention, id=f"{page.name}: {mention}")
    for page in ALL_PAGES
    for mention in dict.fromkeys(re.findall(r"`(kibitz [^`]+)`", page.read_text("utf-8")))
]


@pytest.mark.parametrize(("page", "mention"), MENTIONS)
def test_a_command_named_in_a_sentence_exists_with_its_options(page: Path, mention: str) -> None:
    command: click.Command = cli
    context = click.Context(cli, info_name="kibitz")
    rest = shlex.split(mention)[1:]
    while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
        result = command.get_command(context, rest[0])
        if (result is None and "FILE" in rest[0] + rest[-1]) or rest[0].endswith(".jsonl"):
            break  # ``kibitz rate FILE`` is short for ``kibitz rate players FILE``
        assert result is not None, f"there is no {mention}"
        command, context = result, click.Context(result, parent=context, info_name=rest.pop(0))
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    for word in rest:
        if word.startswith("--"):
            assert word in known | {"--help", "--json"}, f"{mention}: there is no {word}"


def test_lists_of_exceptions_have_no_stale_entries() -> None:
    everything = "\n".join(page.read_text("utf-8") for page in PAGES)
    assert [name for name in [*NOT_RUN, *NO_CODE] if name not in everything] == []
