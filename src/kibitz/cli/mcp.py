"""The command ``kibitz mcp``: questions for language models by the Model Context Protocol, on standard input.

There are four tools, because a tool for each question would fill the context of a model: find a question, describe its
arguments, ask it, and get a table of an answer. Arguments are parsed as on the command line, with the same sentences.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from kibitz.app.ask import answer_question
from kibitz.app.catalogue import BY_PATH, ENTRIES, FIRST_QUESTION, GROUPS, request_type
from kibitz.app.request_parsing import accepted_values, example_arguments, parse_request, request_fields, to_json
from kibitz.core.errors import InputError
from kibitz.core.question import Answer, Cost
from kibitz.core.work import WorkCancelled, WorkContext
from kibitz.version import __version__

if TYPE_CHECKING:
    from mcp.server import MCPServer

MAX_TABLE_ROWS = 200
"""Most rows of a table that a tool returns."""
PROGRESS_INTERVAL_S = 0.5
"""Seconds between two reports of progress."""
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


def ask_question(question: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """The answer in words, its fields, and the titles of its tables."""
    return answer_content(answer_question(question, arguments))


def answer_content(answer: Answer) -> dict[str, Any]:
    """An answer in words, its fields, and the titles of its tables."""
    said = answer.explain()
    result: dict[str, Any] = {"headline": said.headline, "reasons": list(said.reasons), "rule": said.rule}
    return result | {"tables": list(answer.tables()), "answer": json.loads(to_json(answer))}


def answer_picture(answer: Answer) -> bytes | None:
    """The first chart of an answer as an SVG file with its own colours; ``None`` if it has none."""
    from kibitz.draw.chart import Chart
    from kibitz.draw.style import standalone_svg

    chart = next((each for each in answer.exhibits() if isinstance(each, Chart)), None)
    drawn = None if chart is None else re.match(r'(?s)<svg[^>]*? viewBox="0 0 (\d+) (\d+)".*?>(.*)</svg>', chart.svg())
    if drawn is None:
        return None
    return standalone_svg(int(drawn[1]), int(drawn[2]), answer.explain().headline, [drawn[3]]).encode()


async def answer_with_progress(
    question: str, arguments: dict[str, Any], report: Callable[[float, float | None, str], Awaitable[None]]
) -> Answer:
    """The answer, computed in a thread, so that ``report`` can send its progress meanwhile.

    A question that takes minutes goes on from its checkpoints if it is asked again. It stops if nobody waits for it.
    """
    import asyncio

    from kibitz.files import FileCheckpointStore

    far: list[tuple[int, int, str]] = []
    wanted = True

    def on_progress(done: int, total: int, note: str) -> None:
        if not wanted:
            raise WorkCancelled
        far[:] = [(done, total, note)]

    work = WorkContext(on_progress=on_progress, store=FileCheckpointStore())
    answering = asyncio.create_task(asyncio.to_thread(answer_question, question, arguments, work))
    try:
        while not (await asyncio.wait({answering}, timeout=PROGRESS_INTERVAL_S))[0]:
            if far:
                done, total, note = far.pop()
                await report(done, total or None, note)
        return answering.result()
    finally:
        wanted = False


def get_table(question: str, arguments: dict[str, Any], title: str = "", first_row: int = 0) -> dict[str, Any]:
    """Rows of one table of an answer, from ``first_row`` on."""
    table = answer_question(question, arguments).table(title)
    rows = list(table.rows())[max(first_row, 0) :][:MAX_TABLE_ROWS]
    return {"columns": list(table), "n_rows": table.n_rows, "rows": [list(row.values()) for row in rows]}


def make_server(groups: Sequence[str] = ()) -> MCPServer:
    """The server with its four tools; ``groups`` limits the questions to some games."""
    try:
        from mcp.server import MCPServer
        from mcp.server.mcpserver import Context
        from mcp.server.mcpserver.exceptions import ToolError
        from mcp_types import CallToolResult, ImageContent, TextContent
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

    async def ask(question: str, arguments: dict[str, Any], context: Context, picture: bool = False) -> CallToolResult:
        try:
            answer = await answer_with_progress(check(question), arguments, context.report_progress)
            content = answer_content(answer)
            drawn = answer_picture(answer) if picture else None
        except InputError as error:
            raise ToolError(str(error)) from None
        shown: list[Any] = [TextContent(type="text", text=json.dumps(content, ensure_ascii=False))]
        if drawn is not None:
            data = base64.b64encode(drawn).decode()
            shown.append(ImageContent(type="image", data=data, mime_type="image/svg+xml"))
        return CallToolResult(content=shown, structured_content=content)

    def table(question: str, arguments: dict[str, Any], title: str = "", first_row: int = 0) -> dict[str, Any]:
        return get_table(check(question), arguments, title, first_row)

    about = ", ".join(groups or GROUPS)
    add("find_questions", f"List questions about {about} whose title or help has all of these words.", find)
    add("describe_question", "Arguments, accepted values, defaults and an example of a question.", describe)
    what = f"Answer a question such as {FIRST_QUESTION}: advice, reasons, value of the best choices."
    # The server reads the types of a tool, but not by names that only this function knows.
    types: dict[str, Any] = {"question": str, "arguments": dict[str, Any], "context": Context, "picture": bool}
    ask.__annotations__ = types | {"return": CallToolResult}
    server.add_tool(ask, name="ask", description=f"{what} With picture, also its chart as SVG.")
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
