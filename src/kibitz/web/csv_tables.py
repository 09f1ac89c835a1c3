"""Tables of answers as CSV: ``format=csv`` on the link of a page, of the API or of a stored result.

``table=TITLE`` chooses a table; without it, it is the first. A question may have an argument ``format`` of its own,
such as the format of a card; it is meant unless its value is ``csv``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from litestar import Response

from kibitz.app.request_parsing import parse_request, request_fields
from kibitz.core.question import Cost, Request
from kibitz.web import pages
from kibitz.web.csv_links import CSV_PAIR
from kibitz.web.forms import parse_pairs
from kibitz.web.workers import WorkerTask

if TYPE_CHECKING:
    from kibitz.web.server import ServerState

Pairs = Sequence[tuple[str, str]]


def wants_csv(pairs: Pairs) -> bool:
    """Whether the pairs of a link ask for CSV."""
    return CSV_PAIR in pairs


def table_title(pairs: Pairs) -> str:
    """The title of the wanted table, or nothing for the first one."""
    return dict(pairs).get("table", "")


def question_pairs(kind: type[Request], pairs: Pairs) -> list[tuple[str, str]]:
    """The pairs that are arguments of the question."""
    own = {name for field in request_fields(kind).values() for name in (field.name, field.option)}
    return [pair for pair in pairs if pair != CSV_PAIR and (pair[0] != "table" or "table" in own)]


async def answer_csv(bench: ServerState, group: str, name: str, pairs: Pairs) -> Response[str]:
    """The table of an answer to the question of a link."""
    kind = pages.find_request_type(group, name)
    request = parse_request(kind, parse_pairs(kind, question_pairs(kind, pairs)))
    return await request_csv(bench, f"{group}.{name}", request, table_title(pairs))


async def request_csv(bench: ServerState, path: str, request: Request, title: str) -> Response[str]:
    """The table of an answer to a request."""
    cost = request.cost()
    if cost is Cost.JOB:
        raise pages.PageError(422, "This takes too long for a page. Run it in the background, then get its tables.")
    task = WorkerTask(path, want=f"csv:{title}", request=request)
    return csv_response(path, cast(str, await pages.ask_worker(bench, task, heavy=cost is not Cost.INSTANT)))


def csv_response(path: str, text: str) -> Response[str]:
    """A table with the name of its question as the name of the file."""
    name = re.sub(r"[^\w-]", "-", path)
    headers = {"content-disposition": f'inline; filename="{name}.csv"'}
    return Response(text, media_type="text/csv", headers=headers)
