"""Proofs that a decision list loses at most epsilon: cells of the domain, each with the data that shows the bound.

A proof is a claim with hints. `kibitz.rules.proof.verification.verify_proof` recomputes every number from the game and
the list, and trusts nothing in the proof.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core import InputError
from kibitz.core.errors import shorten
from kibitz.rules.algebra.bernstein import Box
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.games.slacks import Claim
from kibitz.rules.language.decision_list import DecisionList, Mix
from kibitz.rules.language.expression import Expression, format_expression, parse_expression
from kibitz.rules.language.notation import format_list, parse_list

MAX_CELLS = 100_000
MAX_TEXT = 50_000_000
MAX_SPLITS = 16
MAX_PAIRS = 80
"""Maximum number of pairs of a rule and a witness in a proof by exact cells."""
FORMAT_VERSION = 1
FRACTION = re.compile(r"-?\d{1,4000}(/\d{1,4000})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Multiplier:
    """A polynomial that is not negative on the cell, times inequalities of the case, to be taken from an inequality.

    What is left must not be negative on the cell; then the inequality holds wherever those of the case do.
    """

    inequality: int
    product: tuple[int, ...]
    polynomial: Polynomial


@dataclass(frozen=True, slots=True)
class ProofEntry:
    """A bound on the loss of one rule in one case of its region on one cell.

    ``witness`` is a strategy of the other role that bounds the game's value; ``signs`` says whether the denominators of
    the list's strategy and of the other's are positive or negative there; ``level`` is the loss that the multipliers
    prove. An ``empty`` entry shows that the rule cannot fire there at all.
    """

    rule: int
    case: int
    signs: tuple[int, int] = (1, 1)
    witness: Mix | None = None
    level: Fraction | None = None
    multipliers: tuple[Multiplier, ...] = ()
    empty: bool = False


@dataclass(frozen=True, slots=True)
class ProofCell:
    """A box of the domain, with an entry for every case in which a rule fires on it."""

    box: Box
    entries: tuple[ProofEntry, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """That ``decision_list`` loses at most ``epsilon`` on the whole domain of a game, except where it is ``undefined``.

    ``undefined`` names the equations on which a formula of the list divides by zero within the domain, such as
    ``1 - p1 + p1*p2 = 0``; nothing is claimed there, and the list refuses to answer there. It is empty for most lists.
    With ``splits`` cases are told apart by signs, those of factors of guards and those of the splits. A proof by exact
    cells (`kibitz.rules.proof.cells`) has no boxes in ``cells`` but ``pairs`` of a rule and one of the ``witnesses``:
    strategies of the other role, each with the number of an own action that is a best response to it.
    """

    game: str
    claim: Claim
    decision_list: DecisionList
    epsilon: Fraction
    undefined: tuple[str, ...]
    cells: tuple[ProofCell, ...]
    splits: tuple[Expression, ...] | None = None
    witnesses: tuple[tuple[Mix, int], ...] = ()
    pairs: tuple[tuple[int, int | None], ...] = ()
    n_exact_cells: int = 0

    @property
    def n_cells(self) -> int:
        """How many cells the proof looks at."""
        return len(self.cells) or self.n_exact_cells

    def to_json(self) -> str:
        """The proof as one JSON object; fractions are text, so nothing is rounded."""
        return json.dumps(
            {
                "version": FORMAT_VERSION,
                "game": self.game,
                "claim": self.claim.value,
                "list": format_list(self.decision_list),
                "epsilon": str(self.epsilon),
                "undefined": list(self.undefined),
                "cells": [_cell_object(cell) for cell in self.cells],
            }
            | ({} if self.splits is None else {"splits": [format_expression(split) for split in self.splits]})
            | (self._pairs_object() if self.pairs else {})
        )

    def _pairs_object(self) -> dict[str, Any]:
        return {
            "witnesses": [_mix_object(mix) | {"reply": reply} for mix, reply in self.witnesses],
            "pairs": [list(pair) for pair in self.pairs],
            "n_exact_cells": self.n_exact_cells,
        }

    @staticmethod
    def from_json(text: str) -> Proof:
        """The proof written by `to_json`; an `InputError` says what is wrong with anything else."""
        if len(text) > MAX_TEXT:
            raise InputError(f"proof: must have at most {MAX_TEXT:,} characters")
        try:
            data = json.loads(text)
            if data["version"] != FORMAT_VERSION:
                raise InputError(f"proof: version must be {FORMAT_VERSION}, not {str(data['version'])[:40]!r}")
            if len(data["cells"]) > MAX_CELLS:
                raise InputError(f"proof: must have at most {MAX_CELLS:,} cells")
            return Proof(
                str(data["game"]),
                Claim(data["claim"]),
                parse_list(data["list"]),
                _fraction(data["epsilon"]),
                tuple(str(equation) for equation in data["undefined"]),
                tuple(_cell(cell) for cell in data["cells"]),
                tuple(parse_expression(text) for text in data["splits"][:MAX_SPLITS]) if "splits" in data else None,
                tuple((_mix(witness), int(witness["reply"])) for witness in data.get("witnesses", ())[:MAX_PAIRS]),
                tuple(_pair(pair) for pair in data.get("pairs", ())[:MAX_PAIRS]),
                int(data.get("n_exact_cells", 0)),
            )
        except InputError:
            raise
        except (
            ValueError,
            KeyError,
            TypeError,
            ZeroDivisionError,
            OverflowError,
            RecursionError,
            AttributeError,
        ) as error:
            reason = shorten(str(error) or type(error).__name__, 100)
            raise InputError(f"proof: must be a JSON object as kibitz writes it ({reason})") from None


def _fraction(written: Any) -> Fraction:
    """A number as `Proof.to_json` writes it: bounded, since 1e999999999 would be a whole number of a billion digits."""
    text = str(written) if isinstance(written, str | int) and not isinstance(written, bool) else ""
    if not FRACTION.fullmatch(text):
        raise InputError(f"proof: numbers must be fractions such as 1/3, not {str(written)[:40]!r}")
    return Fraction(text)


def _cell_object(cell: ProofCell) -> dict[str, Any]:
    return {
        "box": [[str(low), str(high)] for low, high in cell.box],
        "entries": [_entry_object(entry) for entry in cell.entries],
    }


def _cell(data: Any) -> ProofCell:
    box = tuple((_fraction(low), _fraction(high)) for low, high in data["box"])
    return ProofCell(box, tuple(_entry(entry) for entry in data["entries"]))


def _entry_object(entry: ProofEntry) -> dict[str, Any]:
    written: dict[str, Any] = {"rule": entry.rule, "case": entry.case, "signs": list(entry.signs)}
    if entry.empty:
        written["empty"] = True
    if entry.witness is not None:
        written["witness"] = _mix_object(entry.witness)
    if entry.level is not None:
        written["level"] = str(entry.level)
    if entry.multipliers:
        written["multipliers"] = [
            {
                "inequality": m.inequality,
                "product": list(m.product),
                "names": list(m.polynomial.names),
                "polynomial": [[list(exponents), str(number)] for exponents, number in m.polynomial.terms],
            }
            for m in entry.multipliers
        ]
    return written


def _mix_object(mix: Mix) -> dict[str, Any]:
    return {"weights": [[label, format_expression(weight)] for label, weight in mix.weights], "rest": mix.rest}


def _mix(data: Any) -> Mix:
    weights = tuple((str(label), parse_expression(text)) for label, text in data["weights"])
    return Mix(weights, None if data["rest"] is None else str(data["rest"]))


def _pair(data: Any) -> tuple[int, int | None]:
    rule, witness = data
    return int(rule), None if witness is None else int(witness)


def _entry(data: Any) -> ProofEntry:
    witness = _mix(data["witness"]) if "witness" in data else None
    first, second = (int(sign) for sign in data["signs"])
    return ProofEntry(
        int(data["rule"]),
        int(data["case"]),
        (first, second),
        witness,
        _fraction(data["level"]) if "level" in data else None,
        tuple(_multiplier(multiplier) for multiplier in data.get("multipliers", ())),
        bool(data.get("empty", False)),
    )


def _multiplier(data: Any) -> Multiplier:
    names = tuple(str(name) for name in data["names"])
    terms = {tuple(int(e) for e in exponents): _fraction(number) for exponents, number in data["polynomial"]}
    if any(len(exponents) != len(names) or not all(0 <= e <= 64 for e in exponents) for exponents in terms):
        raise InputError("proof: a multiplier needs one exponent from 0 to 64 for each parameter")
    product = tuple(int(index) for index in data["product"])
    return Multiplier(int(data["inequality"]), product, Polynomial.from_terms(names, terms))
