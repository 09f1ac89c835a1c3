"""What kibitz learns about Nim. The entry point in pyproject.toml names `PLUGIN`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

from kibitz.app.entries import Drill, Plugin, QuestionEntry, QuestionGroup, SampleDecision, SearchHit

GROUP = QuestionGroup(
    line="Nim: how many counters to take, and from which heap.",
    help="Nim: whoever takes the last counter wins.",
    title="Nim",
    tabs={"move": "Move"},
    sign="M3 12h2M7 12h2M11 12h2M7 8h2M11 8h2M11 4h2",
    key="n",
)


def read_heaps(text: str) -> list[SearchHit]:
    """The page for ``nim 3 4 5`` in the search box."""
    match = re.fullmatch(r"nim((?: \d{1,2}){1,8})", text)
    heaps = ",".join(match[1].split()) if match else ""
    return [SearchHit("Nim", f"heaps of {heaps}", f"/nim/move?heaps={heaps}")] if match else []


def draw_heaps(draw: Random) -> dict[str, object]:
    """Three random heaps."""
    return {"heaps": [draw.randint(1, 9) for _ in range(3)]}


def describe_heaps(request: Mapping[str, object]) -> str:
    """The heaps in words."""
    return f"The heaps are {request['heaps']}. What do you take?"


PLUGIN = Plugin(
    groups={"nim": GROUP},
    entries=(QuestionEntry("nim", "move", "kibitz_nim.questions:MoveRequest", "What to take in a game of Nim."),),
    drills=(Drill("nim", "Nim", "nim.move", "move", "Your move, such as 2 from 3", draw_heaps, describe_heaps),),
    notations=(read_heaps,),
    samples=(SampleDecision("Nim", "The heaps are 3, 4 and 5. What do you take?", "nim.move", {"heaps": (3, 4, 5)}),),
)
