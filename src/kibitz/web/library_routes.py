"""Pages of the library: list, delete and restore, export, compare, and import of files."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from os import SEEK_END
from typing import TYPE_CHECKING, Annotated, cast

from litestar import Request, Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import QueryParameter
from litestar.response import Redirect, Stream
from msgspec import Struct

from kibitz.app.drill_sources import MAX_ITEMS_SEARCHED, positions_from_items
from kibitz.app.drills import DRILLS
from kibitz.app.library import Library, LibraryItem
from kibitz.app.library_rows import MAX_LINE_CHARACTERS, format_header
from kibitz.app.uploads import SUPPORTED_FILES, DetectedFile
from kibitz.core.document import MAX_DOCUMENT_BYTES, Document
from kibitz.core.errors import InputError
from kibitz.core.units import format_count
from kibitz.web import item_pages, pages
from kibitz.web.forms import read_upload, to_plain_json
from kibitz.web.pages import PageError
from kibitz.web.rendering import render
from kibitz.web.workers import WorkerTask

if TYPE_CHECKING:
    from kibitz.web.server import ServerState

MAX_SELECTED_ITEMS = 1_000
"""Most items that can be selected at once."""
MAX_UPLOADED_FILES = 50
"""Most files of one upload."""
DEFAULT_LIST_LENGTH = 50
"""Items shown before "Show all"."""


class UploadResult(Struct, frozen=True):
    """Result of an upload: the name of the file, its description, and its item."""

    name: str
    words: str
    item: LibraryItem | None = None
    wrong: bool = False


def _server_state(request: Request) -> ServerState:  # type: ignore[type-arg]
    return cast("ServerState", request.app.state.bench)


def _page(
    library: Library, game: str = "", words: str = "", every: bool = False, uploads: tuple[UploadResult, ...] = ()
) -> str:
    counts = library.counts()
    kinds = [
        ("", "All", sum(counts.values())),
        *((key, name, counts[key]) for key, name in pages.GAME_NAMES.items() if key in counts),
    ]
    items = library.items(game, words, MAX_SELECTED_ITEMS if every else DEFAULT_LIST_LENGTH + 1)
    return render(
        "library.html",
        page="library",
        items=items if every else items[:DEFAULT_LIST_LENGTH],
        more=not every and len(items) > DEFAULT_LIST_LENGTH,
        only=game,
        words=words,
        kinds=kinds,
        gone=library.recently_deleted(),
        uploads=uploads,
        read=SUPPORTED_FILES,
        size=library.size(),
    )


@get("/library")
async def library_page(
    request: Request,  # type: ignore[type-arg]
    game: Annotated[str, QueryParameter(max_length=40)] = "",
    words: Annotated[str, QueryParameter(max_length=200)] = "",
    every: Annotated[bool, QueryParameter()] = False,
) -> Response[str]:
    """The items, newest first, or those that match a filter."""
    page = await asyncio.to_thread(_page, _server_state(request).library, game, words, every)
    return Response(page, media_type="text/html")


@get("/library/export")
async def export_items(request: Request) -> Stream:  # type: ignore[type-arg]
    """The library, or the selected items, as JSON lines: whole, or refused before the first line."""
    checked = await asyncio.to_thread(_server_state(request).library.check)
    if not checked.is_whole:
        names = ", ".join(each.title or each.name for each in checked.damaged[:3]) or "the file"
        raise PageError(
            422, f"The library is damaged ({names}). Run kibitz library check, then delete the damaged items."
        )
    lines = _server_state(request).library.export_lines(request.query_params.getall("id", [])[:MAX_SELECTED_ITEMS])
    name = {"content-disposition": 'attachment; filename="kibitz-library.jsonl"'}
    return Stream((f"{line}\n" for line in lines), media_type="application/x-ndjson", headers=name)


@get("/library/compare")
async def compare_items(request: Request) -> Response[str]:  # type: ignore[type-arg]
    """The selected items side by side."""
    ids = request.query_params.getall("id", [])
    return Response(await item_pages.compare_page(_server_state(request), ids), media_type="text/html")


@post("/library/import", status_code=200)
async def import_files(request: Request) -> Response[str]:  # type: ignore[type-arg]
    """Import files: merge exported libraries, and store games and decisions in the library as uploads."""
    bench = _server_state(request)
    data = await request.form()
    files = [value for key, value in data.multi_items() if key == "file" and isinstance(value, UploadFile)]
    if not files or len(files) > MAX_UPLOADED_FILES:
        raise InputError(f"file: choose 1 to {MAX_UPLOADED_FILES} files")
    uploads = tuple([await _import_file(bench, file) for file in files])
    status = 422 if all(each.wrong for each in uploads) else 200
    page = await asyncio.to_thread(_page, bench.library, uploads=uploads)
    return Response(page, status_code=status, media_type="text/html")


async def _import_file(bench: ServerState, file: UploadFile) -> UploadResult:
    """Detect and import one file."""
    if await _is_export(file):
        return await _import_library(bench.library, file)
    if (size := await asyncio.to_thread(_size, file)) > MAX_DOCUMENT_BYTES:
        most = MAX_DOCUMENT_BYTES // 1_000_000
        return UploadResult(file.filename, f"too large: at most {most} MB, not {size // 1_000_000} MB", wrong=True)
    document = await read_upload(file)
    try:
        result = cast(
            DetectedFile, await pages.ask_worker(bench, WorkerTask("", {"file": document}, "upload"), heavy=True)
        )
        if result.wrong:
            return UploadResult(result.name, result.words, wrong=True)
        if not result.path:
            # Not `splitlines`: texts may contain other separators, such as U+2028.
            new = await asyncio.to_thread(lambda: bench.library.import_lines(document.read_text().split("\n")))
            return UploadResult(result.name, f"{result.words}, {format_count(new, 'new line')}")
    except InputError as error:
        return UploadResult(document.name, str(error), wrong=True)
    except PageError as problem:
        return UploadResult(document.name, problem.words, wrong=True)
    return UploadResult(
        result.name, result.words, await asyncio.to_thread(_store_upload, bench.library, result, document)
    )


async def _is_export(file: UploadFile) -> bool:
    """Whether a file begins like an exported library."""
    head = await file.read(len(format_header()))
    await file.seek(0)
    return head == format_header().encode()


def _size(file: UploadFile) -> int:
    size = file.file.seek(0, SEEK_END)
    file.file.seek(0)
    return size


async def _import_library(library: Library, file: UploadFile) -> UploadResult:
    """Merge an exported library, line by line, so that it may be larger than the memory."""
    name = "".join(c for c in file.filename if c.isprintable())[:200] or "file"
    lines = (line.decode("utf-8", "replace") for line in iter(lambda: file.file.readline(MAX_LINE_CHARACTERS), b""))
    try:
        new = await asyncio.to_thread(library.import_lines, lines)
    except InputError as error:
        return UploadResult(name, str(error), wrong=True)
    return UploadResult(name, f"exported library, {format_count(new, 'new line')}")


def _store_upload(library: Library, result: DetectedFile, document: Document) -> LibraryItem | None:
    """Store a file in the library. Its id is a hash of its content, so uploading it twice creates one item."""
    held = to_plain_json(document)
    values = {result.field: [held] if result.many else held}
    name = hashlib.sha256(f"{result.path} {result.name} ".encode() + document.content).hexdigest()[:16]
    item = LibraryItem(
        id=name,
        kind="job",
        path=result.path,
        title=result.name,
        request=json.dumps(values),
        state="ready",
        note=result.words,
        began=time.time(),
    )
    library.add_upload(item)
    return library.item(name)


async def _selected_ids(request: Request) -> list[str]:  # type: ignore[type-arg]
    """The items selected in a form."""
    data = await request.form()
    return [str(value) for key, value in data.multi_items() if key == "id"][:MAX_SELECTED_ITEMS]


@post("/library/delete")
async def delete_items(request: Request) -> Redirect:  # type: ignore[type-arg]
    """Delete the selected items; they can be restored."""
    if ids := await _selected_ids(request):
        await asyncio.to_thread(_server_state(request).library.delete, ids)
    return Redirect("/library", status_code=303)


@post("/library/undo")
async def restore_items(request: Request) -> Redirect:  # type: ignore[type-arg]
    """Restore deleted items."""
    if ids := await _selected_ids(request):
        await asyncio.to_thread(_server_state(request).library.restore, ids)
    return Redirect("/library", status_code=303)


@post("/library/drill")
async def add_to_drill(request: Request) -> Redirect:  # type: ignore[type-arg]
    """Add the positions of the selected items to the drills, including errors of reviews, and open the first drill."""
    ids = await _selected_ids(request)
    first = await asyncio.to_thread(_schedule_drills, _server_state(request).library, ids)
    if first is None:
        raise PageError(
            422, "The selected items have no drill positions. Select reviews with errors, or single decisions."
        )
    return Redirect(f"/drill/{first}", status_code=303)


def _schedule_drills(library: Library, ids: list[str]) -> str | None:
    """Make all drill positions of these items due now; return the first drill that has one."""
    items = [item for id in ids[:MAX_ITEMS_SEARCHED] if (item := library.item(id)) is not None]
    first = None
    for each in DRILLS.values():
        positions = positions_from_items(library, each, items)
        if positions:
            library.schedule_now(
                each.name, [json.dumps(position, sort_keys=True) for position in positions], time.time()
            )
            first = first or each.name
    return first


HANDLERS = [library_page, export_items, compare_items, import_files, delete_items, restore_items, add_to_drill]
