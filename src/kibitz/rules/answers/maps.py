"""Maps of lists and proofs of them, as answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import format_count
from kibitz.core.work import WorkContext
from kibitz.draw.rule_map import RuleMap, RuleRegion
from kibitz.rules.answers.lists import ListText, format_rule_loss, to_list_text

if TYPE_CHECKING:
    from kibitz.rules.cards.region_map import RegionMap
    from kibitz.rules.games.game import ParametrizedGame
    from kibitz.rules.language.decision_list import DecisionList


class ListMap(Struct, frozen=True):
    """Where each line of a list fires: in letters for the terminal, as SVG, and cell by cell.

    ``across`` and ``up`` name the parameters with their ends; ``cells`` are rows from the top, the number of the line
    that fires in each cell from 0, -1 where none does.
    """

    list: ListText
    text: str
    svg: str
    across: tuple[str, float, float]
    up: tuple[str, float, float]
    cells: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[str, str], ...]
    """The guard of each line, and its strategy."""


def list_map(text: ListText, regions: RegionMap) -> ListMap:
    """The map as part of an answer."""
    cells = regions.exhibit()
    lines = tuple((each.when, each.plays) for each in cells.regions)
    return ListMap(text, regions.text(), regions.svg(), cells.across, cells.up, cells.cells, lines)


class MapAnswer(Answer, frozen=True, kw_only=True, tag="rules.map/2"):
    """The maps of the lists of a game over two of its parameters."""

    files: ClassVar = {"out": "Write the map as SVG (with several lists: FILE, FILE.2, ...)."}

    game: str
    edition: str
    maps: tuple[ListMap, ...]

    def explain(self) -> Explanation:
        return Explanation(f"{self.game}: where each line of the {self.edition} list fires")

    def exhibits(self) -> Iterator[Exhibit]:
        for each in self.maps:
            regions = tuple(RuleRegion(when, plays) for when, plays in each.lines)
            title = each.text.partition("\n")[0]
            yield RuleMap(title, each.across, each.up, each.cells, regions, f"{each.text}\n\n")

    def file(self, kind: str) -> File:
        return self.all_files(kind)[0]

    def all_files(self, kind: str) -> tuple[File, ...]:
        names = (f"{self.game}-map{'' if i == 1 else f'-{i}'}.svg" for i in range(1, len(self.maps) + 1))
        return tuple(
            File(name, "image/svg+xml", each.svg.encode()) for name, each in zip(names, self.maps, strict=True)
        )


class ProvedList(Struct, frozen=True):
    """A list with its proved bound; ``cells`` and ``cases`` count what the verification checked."""

    list: ListText
    claim: str
    epsilon: float | None
    undefined: tuple[str, ...]
    cells: int
    cases: int
    proved_for: str | None = None


class ProveAnswer(Answer, frozen=True, kw_only=True, tag="rules.prove/1"):
    """Proved bounds; each proof was verified from scratch. ``proofs`` are JSON, one object each."""

    files: ClassVar = {"proof": "Write the proofs to this file, for kibitz theory check --proof."}

    game: str
    title: str
    edition: str
    lists: tuple[ProvedList, ...]
    proofs: tuple[str, ...]

    def explain(self) -> Explanation:
        return Explanation(f"{self.title}: proof for the {self.edition} list", tuple(map(_describe_proved, self.lists)))

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.title, "strong")
        rows = tuple(
            (
                " and ".join(each.list.roles),
                f"{each.list.depth:,}",
                f"{each.list.width:,}",
                "–" if each.epsilon is None else f"≤ {format_rule_loss(each.epsilon)}",
                each.claim,
                f"{each.cells:,}",
                f"{each.cases:,}",
            )
            for each in self.lists
        )
        yield Table(("for", "depth", "width", "loss", "claim", "cells", "cases"), rows, left=(0, 4))
        yield from (Note(_describe_proved(each)) for each in self.lists if each.undefined or each.proved_for)

    def file(self, kind: str) -> File:
        if not self.proofs:
            raise InputError("proof: no proof was found, so there is nothing to write")
        return File(f"{self.game}.jsonl", "application/jsonl", "".join(self.proofs).encode())


def _describe_proved(each: ProvedList) -> str:
    who = " and ".join(each.list.roles)
    if each.epsilon is None:
        return f"{who}: no bound found"
    what = f"{who}: loss at most {format_rule_loss(each.epsilon)}, proved for {each.proved_for or 'every point'}"
    where = "; ".join(f"no answer where {equation}" for equation in each.undefined)
    return f"{what}{' (' + where + ')' if where else ''}, in {format_count(each.cells, 'cell')}" if each.cells else what


def answer_prove(
    game: ParametrizedGame, edition: str, lists: tuple[DecisionList, ...], cells: int, work: WorkContext
) -> ProveAnswer:
    """Find proofs for the lists and verify them from scratch; a `ProvingFamily` uses its own method."""
    from kibitz.rules.games.game import ProvingFamily
    from kibitz.rules.proof.bounds import find_proofs, format_proofs
    from kibitz.rules.proof.verification import verify_proof

    if isinstance(game, ProvingFamily):
        bounds = game.prove(lists, work.progress_with_note("proving"))
        own = [
            ProvedList(
                to_list_text(each),
                "all roles",
                float(max(bounds[role] for role in each.roles)),
                (),
                0,
                0,
                game.proved_for,
            )
            for each in lists
        ]
        return ProveAnswer(game=game.name, title=game.title, edition=edition, lists=tuple(own), proofs=())
    proofs = find_proofs(game, lists, cells, work.progress_with_note("proving"))
    result = {proof.decision_list: proof for proof in proofs}
    proved = []
    for each in lists:
        proof = result.get(each)
        if proof is None:
            proved.append(ProvedList(to_list_text(each), "", None, (), 0, 0))
            continue
        verified = verify_proof(proof, game, each)
        sizes = (verified.n_cells, verified.n_entries)
        proved.append(
            ProvedList(to_list_text(each), proof.claim.value, float(verified.epsilon), verified.undefined, *sizes)
        )
    texts = tuple(format_proofs([proof]) for proof in proofs)
    return ProveAnswer(game=game.name, title=game.title, edition=edition, lists=tuple(proved), proofs=texts)
