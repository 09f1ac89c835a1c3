"""The command ``kibitz mcp``: questions for language models by the Model Context Protocol, on standard input.

There are four tools, because a tool for each question would fill the context of a model: find a question, describe its
arguments, ask it, and get a table of an answer. Arguments are parsed as on the command line, with the same sentences.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from kibitz.app.ask import answer_question
from kibitz.app.catalogue import BY_PATH, ENTRIES, FIRST_QUESTION, GROUPS, request_type
from kibitz.app.request_parsing import accepted_values, example_arguments, parse_request, request_fields, to_json
from kibitz.core.errors import InputError
from kibitz.core.question import Answer, Cost
from kibitz.version import __version__

if TYPE_CHECKING:
    from mcp.server import MCPServer

MAX_TABLE_ROWS = 200
"""Most rows of a table that a tool returns."""
INSTRUCTIONS = (
    "kibitz advises on decisions in games of skill and says what each option is worth, why, and how good a choice was. "
    "Call find_questions, then describe_question for the arguments, then ask. An error says what to change."
)


def find_questions(words: str = "", groups: Sequence[str] = ()) -> list[dict[str, str]]:
    """Questions whose path, title or help has all of these words, in the order of the catalogue."""
    wanted = words.lower().split()
    found = []
    for entry in ENTRIES:
        if groups and entry.group not in groups:
            continue
        text = f"{entry.path} {entry.title} {GROUPS[entry.group].line}".lower()
        if all(word in text or word in (request_type(entry.path).__doc__ or "").lower() for word in wanted):
            found.append({"question": entry.path, "title": entry.title})
    return found


def describe_question(question: str) -> dict[str, Any]:
    """The help, the arguments with their values and defaults, an example, and how long an answer takes."""
    kind = request_type(question)
    example = json.loads(json.dumps(example_arguments(kind), default=str))
    arguments = {}
    for field in request_fields(kind).values():
        default = (
            {} if field.required else {"default": field.default if _is_plain(field.default) else str(field.default)}
        )
        accepted = str(field.extra.get("accepts") or accepted_values(field.type))
        arguments[field.option] = {"help": field.help, "accepts": accepted, "required": field.required, **default}
    cost = parse_request(kind, example_arguments(kind)).cost()
    return {
        "question": question,
        "help": " ".join((kind.__doc__ or "").split()),
        "arguments": arguments,
        "example": example,
        "takes": {Cost.INSTANT: "less than a second", Cost.SECONDS: "seconds", Cost.JOB: "minutes or more"}[cost],
    }


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, bool | int | float | str)


def _answer(question: str, arguments: dict[str, Any]) -> Answer:
    """The answer, unless it takes minutes: a model that waits for a tool gives up before."""
    if parse_request(request_type(question), arguments).cost() is Cost.JOB:
        raise InputError(f"{question}: takes minutes or more; run kibitz {question.replace('.', ' ')} in a terminal")
    return answer_question(question, arguments)


def ask_question(question: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """The answer in words, its fields, and the titles of its tables."""
    answer = _answer(question, arguments)
    said = answer.explain()
    result: dict[str, Any] = {"headline": said.headline, "reasons": list(said.reasons), "rule": said.rule}
    return result | {"tables": list(answer.tables()), "answer": json.loads(to_json(answer))}


def get_table(question: str, arguments: dict[str, Any], title: str = "", first_row: int = 0) -> dict[str, Any]:
    """Rows of one table of an answer, from ``first_row`` on."""
    table = _answer(question, arguments).table(title)
    rows = list(table.rows())[max(first_row, 0) :][:MAX_TABLE_ROWS]
    return {"columns": list(table), "n_rows": table.n_rows, "rows": [list(row.values()) for row in rows]}


def make_server(groups: Sequence[str] = ()) -> MCPServer:
    """The server with its four tools; ``groups`` limits the questions to some games."""
    try:
        from mcp.server import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError:
        raise InputError("mcp: needs the package mcp; install it with: pip install 'kibitz[mcp]'") from None

    server = MCPServer("kibitz", instructions=INSTRUCTIONS, version=__version__)

    def check(question: str) -> str:
        path = question.replace(" ", ".")
        if groups and path in BY_PATH and BY_PATH[path].group not in groups:
            raise InputError(f"{path}: this server answers questions about {', '.join(groups)}")
        return path

    def add(name: str, description: str, function: Any) -> None:
        """Add a tool whose invalid input is an error with its sentence."""
        from functools import wraps

        @wraps(function)
        def run(*args: Any, **kwargs: Any) -> Any:
            try:
                return function(*args, **kwargs)
            except InputError as error:
                raise ToolError(str(error)) from None

        server.add_tool(run, name=name, description=description)

    def find(words: str = "") -> list[dict[str, str]]:
        return find_questions(words, groups)

    def describe(question: str) -> dict[str, Any]:
        return describe_question(check(question))

    def ask(question: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return ask_question(check(question), arguments)

    def table(question: str, arguments: dict[str, Any], title: str = "", first_row: int = 0) -> dict[str, Any]:
        return get_table(check(question), arguments, title, first_row)

    about = ", ".join(groups or GROUPS)
    add("find_questions", f"List questions about {about} whose title or help has all of these words.", find)
    add("describe_question", "Arguments, accepted values, defaults and an example of a question.", describe)
    add("ask", f"Answer a question such as {FIRST_QUESTION}: advice, reasons, value of the best choices.", ask)
    add("get_table", f"A table of an answer by title, at most {MAX_TABLE_ROWS} rows from first_row.", table)
    return server


@click.command()
@click.option("--group", "groups", multiple=True, metavar="GAME", help="Answer questions about this game only.")
def mcp(groups: tuple[str, ...]) -> None:
    """Answer questions of language models by the Model Context Protocol, on standard input and output.

    Needs the extra mcp: pip install 'kibitz[mcp]'.
    """
    for name in groups:
        if name not in GROUPS:
            raise InputError(f"group: must be one of {', '.join(GROUPS)}, not {name[:40]!r}")
    make_server(groups).run("stdio")
