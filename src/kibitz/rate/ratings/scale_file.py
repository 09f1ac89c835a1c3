"""A scale as one document: readable JSON with the line and its provenance, and the reference set as base64.

The reference set is stored as utilities only (an ``.npz``): no position, no player, no move.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import math
import struct
import zipfile
import zlib
from dataclasses import replace
from typing import Any

import numpy as np

from kibitz.core import Document, InputError, Provenance, Unit
from kibitz.rate.depth_model.depth_sample import SKILL_GRID
from kibitz.rate.depth_model.parameters import DepthParameters
from kibitz.rate.model.scaling import Scaling
from kibitz.rate.ratings.scale import AdjustedLine, CalibrationMark, Scale
from kibitz.rate.records.sample import MAX_ELEMENTS, Sample

FORMAT_NAME = "kibitz scale 2"
MAX_REFERENCE_BYTES = 1_000_000_000
"""Bytes of an unpacked reference set; a file that would unpack to more is rejected first."""
_LINES = ("adjusted", "at_last")
"""The lines of adjusted errors that a scale may have."""
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, struct.error, MemoryError)
"""What reading a damaged archive raises."""


def format_scale(scale: Scale, name: str = "scale.json") -> Document:
    """The scale as a document; `load_scale` reads it back."""
    reference = scale.reference
    buffer = io.BytesIO()
    arrays: dict[str, Any] = {"values": reference.values, "weights": reference.weights, "counts": reference.counts}
    if reference.perceived is not None:
        arrays["perceived_deltas"] = reference.perceived
    np.savez_compressed(buffer, **arrays)
    data = buffer.getvalue()
    record: dict[str, Any] = {
        "format": FORMAT_NAME,
        "name": scale.name,
        "intercept": scale.intercept,
        "slope": scale.slope,
        "r_squared": None if np.isnan(scale.r_squared) else scale.r_squared,
        "marks": [mark.to_json() for mark in scale.marks],
        "residuals": [float(value) for value in scale.residuals],
        "line_covariance": [list(row) for row in scale.line_covariance],
        "method": "ff",
        "best": scale.best,
        "lapse": scale.lapse,
        "unit": reference.unit.value,
        "scaling": reference.scaling.to_json(),
        "provenance": None if reference.provenance is None else reference.provenance.to_json(),
        "reference": {
            "decisions": len(reference),
            "sha256": hashlib.sha256(data).hexdigest(),
            "npz": base64.b64encode(data).decode(),
        },
    } | {name: _line_to_json(line) for name in _LINES if (line := getattr(scale, name)) is not None}
    return Document(name=name, text=json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False) + "\n")


def load_scale(source: Document) -> Scale:
    """The scale from a document of `format_scale`; raises for anything else, and for a damaged reference set."""
    try:
        record = json.loads(source.read_text())
        if not isinstance(record, dict) or record.get("format") != FORMAT_NAME:
            raise InputError(f"{source.name}: not a scale written by kibitz")
        facts = record["reference"]
        data = base64.b64decode(facts["npz"], validate=True)
        if hashlib.sha256(data).hexdigest() != facts["sha256"]:
            raise InputError(f"{source.name}: its reference set is damaged")
        return _scale(record, data)
    except InputError:
        raise
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError, RecursionError, *_DAMAGED):
        raise InputError(f"{source.name}: not a scale written by kibitz") from None


def _scale(record: dict[str, Any], data: bytes) -> Scale:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(part.file_size for part in archive.infolist()) > MAX_REFERENCE_BYTES:
            raise InputError("reference: too many values")
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        values, weights, counts = arrays["values"], arrays["weights"], arrays["counts"]
        perceived = arrays["perceived_deltas"] if "perceived_deltas" in arrays.files else None
    if values.size > MAX_ELEMENTS:
        raise InputError("reference: too many values")
    origin = record["provenance"]
    reference = Sample.from_arrays(
        np.where(np.arange(values.shape[1]) < counts[:, None], values, -np.inf),
        np.zeros(len(values), dtype=np.intp),
        weights=weights,
        unit=Unit(record["unit"]),
        scaling=Scaling.from_json(record["scaling"]),
        provenance=None if origin is None else Provenance.from_json(origin),
    )
    if perceived is not None:
        if perceived.shape != reference.deltas.shape:
            raise ValueError(perceived.shape)
        reference = replace(reference, perceived=perceived)
    marks = tuple(
        CalibrationMark(
            float(m["rating"]), float(m["s"]), float(m["c"]), float(m["expected_loss"]), int(m["n"]), int(m["events"])
        )
        for m in record["marks"]
    )
    (a, b), (c, d) = record["line_covariance"]
    best = record["best"]
    if best not in ("any", "first"):
        raise ValueError(best)
    line = [
        float(record["intercept"]),
        float(record["slope"]),
        float(record["lapse"]),
        *(float(x) for x in (a, b, c, d)),
    ]
    known = [x for m in marks for x in (m.rating, m.s, m.c, m.expected_loss)]
    if not all(math.isfinite(x) for x in (*line, *known)) or line[1] == 0 or not 0 <= line[2] < 1:
        raise ValueError(line)
    return Scale(
        name=str(record["name"]),
        intercept=float(record["intercept"]),
        slope=float(record["slope"]),
        reference=reference,
        marks=marks,
        best=best,
        lapse=float(record["lapse"]),
        line_covariance=((float(a), float(b)), (float(c), float(d))),
        **{name: _line_from_json(record[name]) for name in _LINES if record.get(name) is not None},
    )


_NUMBERS = ("zero", "unit", "intercept", "slope", "log_intercept", "log_slope", "prior_mean", "prior_sd")


def _line_to_json(line: AdjustedLine) -> dict[str, Any]:
    """The line of adjusted errors as a JSON object."""
    return {name: getattr(line, name) for name in _NUMBERS} | {
        "shape": line.shape.to_json(),
        "cuts": list(line.cuts),
        "ratings": list(line.ratings),
        "errors": list(line.errors),
        "residuals": [float(x) for x in line.residuals],
        "covariance": [list(row) for row in line.covariance],
        "skills": [float(SKILL_GRID[0]), float(SKILL_GRID[-1]), len(SKILL_GRID)],
        "expected": [float(x) for x in line.expected],
    }


def _line_from_json(record: dict[str, Any]) -> AdjustedLine:
    (a, b), (c, d) = record["covariance"]
    low, high = record["cuts"]
    expected = np.array([float(x) for x in record["expected"]])
    ratings, errors = (tuple(float(x) for x in record[name]) for name in ("ratings", "errors"))
    numbers = {name: float(record[name]) for name in _NUMBERS}
    known = (*numbers.values(), *ratings, *errors, *(float(x) for x in (a, b, c, d, low, high)))
    sound = all(math.isfinite(x) for x in known) and bool((np.isfinite(expected) & (expected > 0)).all())
    right = numbers["slope"] < 0 and numbers["log_slope"] < 0 and min(numbers["unit"], numbers["prior_sd"]) > 0
    grid = [float(SKILL_GRID[0]), float(SKILL_GRID[-1]), len(SKILL_GRID)]
    if not (
        sound
        and right
        and len(ratings) == len(errors)
        and len(expected) == len(SKILL_GRID)
        and record["skills"] == grid
    ):
        raise ValueError(record["skills"])
    return AdjustedLine(
        shape=DepthParameters.from_json(record["shape"]),
        cuts=(float(low), float(high)),
        expected=expected,
        ratings=ratings,
        errors=errors,
        covariance=((float(a), float(b)), (float(c), float(d))),
        **numbers,
    )
