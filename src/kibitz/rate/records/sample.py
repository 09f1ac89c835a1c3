"""Decisions as arrays for the choice model: one row per decision, options best first.

A `Sample` has two sets of scaled differences (section IX of the paper). ``deltas`` are authoritative: errors are
counted on them. ``perceived`` are what a player sees: they explain the choices. Most games have only the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kibitz.core import Decision, FloatArray, InputError, Provenance, Unit
from kibitz.rate.model.scaling import Scaling, default_scaling

IntArray: TypeAlias = NDArray[np.intp]
BoolArray: TypeAlias = NDArray[np.bool_]

MAX_DECISIONS = 1_000_000
MAX_ELEMENTS = 40_000_000
"""Decisions times options of one sample; larger ones are rejected before memory is allocated."""

LARGEST_UTILITY, SMALLEST_SPREAD = 1e15, 1e-12
"""Largest utility, and the least difference of options, in units of the scaling, that one decision must have."""

ENGINE_SETTINGS = ("depth", "nodes", "multipv", "plies")
"""Settings of an evaluator that change its values: samples that differ in them are never mixed."""

UNNAMED_EVENT = "\0"
"""Begins the names of events that a sample made up: they say nothing about another sample."""

EngineKey: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Perception:
    """The columns of a sample in the order a player sees them, most attractive first: what the model solves on.

    ``log_deltas`` ascend in each row (minus infinity for the top option, plus infinity where there is none);
    ``losses`` (authoritative, 0 where there is no option), ``rank`` (authoritative column) and ``chosen`` follow.
    """

    log_deltas: FloatArray
    counts: IntArray
    losses: FloatArray
    rank: IntArray | None
    chosen: IntArray

    def to_rank_order(self, columns: FloatArray) -> FloatArray:
        """An array in perceived order, put back into the order of the authoritative ranks."""
        if self.rank is None:
            return columns
        result = np.empty_like(columns)
        np.put_along_axis(result, self.rank, columns, axis=1)
        return result


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """N decisions with up to K options each, all by equally skilled deciders, or a reference set.

    ``deltas`` (N, K) are scaled losses against the best option, ascending, plus infinity where ``mask`` is false (no
    such option, or one of minus infinite value). ``values`` are the utilities in the same order, ``order`` the
    original index of each column, ``chosen`` the column chosen. ``events`` are codes into ``event_names``: decisions
    of one event are not independent. ``ratings`` are NaN where unknown. ``by_depth`` (N, D, K), where there is any, are
    scaled differences to the best option of each depth, shallowest first, in the order of the columns.
    """

    deltas: FloatArray
    mask: BoolArray
    chosen: IntArray
    values: FloatArray
    order: IntArray
    perceived: FloatArray | None
    weights: FloatArray
    events: IntArray
    event_names: tuple[str, ...]
    players: NDArray[np.object_]
    ratings: FloatArray
    unit: Unit
    scaling: Scaling
    provenance: Provenance | None = None
    by_depth: FloatArray | None = None
    perception: Perception = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "perception", _perception(self.deltas, self.mask, self.perceived, self.chosen))

    @classmethod
    def from_decisions(
        cls, decisions: Iterable[Decision], scaling: Scaling | None = None, tie_tolerance: float = 0.0
    ) -> Sample:
        """The decisions of one player or group; units and engines must not be mixed.

        Options within ``tie_tolerance`` of the best, in the unit of the utilities, count as ties with it (for
        sampled equities: their standard error).
        """
        items: list[Decision] = []
        for decision in decisions:
            items.append(decision)
            if len(items) > MAX_DECISIONS:
                raise InputError(f"decisions: give at most {MAX_DECISIONS:,} at once")
        if not items:
            raise InputError("decisions: give at least one")
        units = {decision.unit for decision in items}
        if len(units) > 1:
            raise InputError(f"unit: decisions in {' and '.join(sorted(units))} cannot be rated together")
        origins = {engine_key(d.provenance): d.provenance for d in items if d.provenance is not None}
        if len(origins) > 1:
            first, second = sorted(origins)[:2]
            raise InputError(
                f"provenance: values of {format_engine(first)} and {format_engine(second)} cannot be mixed"
            )
        width = max(len(decision.utilities) for decision in items)
        if len(items) * width > MAX_ELEMENTS:
            raise InputError(f"decisions: {len(items):,} with up to {width:,} options are too many at once; give fewer")
        values = np.full((len(items), width), -np.inf)
        for row, decision in enumerate(items):
            values[row, : len(decision.utilities)] = decision.utilities
        perceived = None
        if any(decision.perceived is not None for decision in items):
            perceived = np.full_like(values, -np.inf)
            for row, decision in enumerate(items):
                perceived[row, : len(decision.utilities)] = decision.perceived or decision.utilities
        return cls.from_arrays(
            values,
            [decision.chosen for decision in items],
            perceived=perceived,
            by_depth=_stack_by_depth(items, width),
            weights=[decision.weight for decision in items],
            # A decision without an event is a separate event.
            events=[decision.event or f"{UNNAMED_EVENT}{row}" for row, decision in enumerate(items)],
            players=[decision.player for decision in items],
            ratings=[np.nan if decision.rating is None else decision.rating for decision in items],
            unit=next(iter(units)),
            scaling=scaling,
            provenance=next(iter(origins.values()), None),
            tie_tolerance=tie_tolerance,
        )

    @classmethod
    def from_arrays(
        cls,
        values: ArrayLike,
        chosen: ArrayLike,
        *,
        perceived: ArrayLike | None = None,
        by_depth: ArrayLike | None = None,
        weights: ArrayLike | None = None,
        events: Sequence[str] | tuple[IntArray, tuple[str, ...]] | None = None,
        players: Sequence[str] | NDArray[np.object_] | None = None,
        ratings: ArrayLike | None = None,
        unit: Unit = Unit.PAYOFF,
        scaling: Scaling | None = None,
        provenance: Provenance | None = None,
        tie_tolerance: float = 0.0,
    ) -> Sample:
        """A sample from a matrix of utilities (N, K) in any order, padded with minus infinity.

        ``by_depth`` (N, D, K) are utilities at each depth in the same order, NaN where an option was not seen.
        ``events`` are names, or codes into sorted names.
        """
        raw = np.asarray(values, dtype=np.float64)
        picked = np.asarray(chosen, dtype=np.intp)
        if raw.ndim != 2 or raw.size == 0 or picked.shape != (len(raw),):
            raise InputError("values: give a matrix with one row per decision, and one chosen index per row")
        if raw.size > MAX_ELEMENTS:
            raise InputError(f"values: give at most {MAX_ELEMENTS:,} numbers")
        if np.isnan(raw).any() or np.isposinf(raw).any():
            raise InputError("values: must be numbers or minus infinity")
        if ((picked < 0) | (picked >= raw.shape[1])).any():
            raise InputError(f"chosen: must be indices from 0 to {raw.shape[1] - 1}")
        n = len(raw)
        never = np.flatnonzero(np.isneginf(raw[np.arange(n), picked]))
        if len(never):
            raise InputError(f"decision {never[0] + 1}: the chosen option has value -inf, so its loss is unknown")
        scaling = default_scaling(unit) if scaling is None else scaling
        _refuse_extremes(raw, scaling)
        scaled = scaling.apply(raw)
        order = np.argsort(-scaled, axis=1, kind="stable")
        raw, scaled = np.take_along_axis(raw, order, 1), np.take_along_axis(scaled, order, 1)
        mask = np.isfinite(scaled)
        deltas = scaled[:, :1] - scaled
        if tie_tolerance > 0:
            deltas[raw[:, :1] - raw <= tie_tolerance] = 0.0
        seen = None
        if perceived is not None:
            seen = np.take_along_axis(scaling.apply(perceived), order, 1)
            top = np.where(mask, seen, -np.inf).max(axis=1, keepdims=True)
            if np.isneginf(top).any() or np.isneginf(seen[np.arange(n), (order == picked[:, None]).argmax(1)]).any():
                raise InputError("perceived: the chosen option must have a finite value")
            seen = np.where(mask, top - seen, np.inf)
        codes, names = _event_codes(events, n)
        weight = np.ones(n) if weights is None else np.asarray(weights, dtype=np.float64)
        if weight.shape != (n,) or not (np.isfinite(weight).all() and (weight >= 0).all() and weight.sum() > 0):
            raise InputError("weights: give one number for each decision, none negative and not all 0")
        return cls(
            deltas=deltas,
            mask=mask,
            chosen=np.asarray((order == picked[:, None]).argmax(axis=1), dtype=np.intp),
            values=raw,
            order=order,
            perceived=seen,
            weights=weight,
            events=codes,
            event_names=names,
            players=_player_names(players, n),
            ratings=np.full(n, np.nan) if ratings is None else np.asarray(ratings, dtype=np.float64),
            unit=Unit(unit),
            scaling=scaling,
            provenance=provenance,
            by_depth=None if by_depth is None else _differences_by_depth(by_depth, order, mask, scaling),
        )

    def __len__(self) -> int:
        return len(self.deltas)

    @property
    def counts(self) -> IntArray:
        """How many options each decision had."""
        return self.perception.counts

    @property
    def losses(self) -> FloatArray:
        """Scaled loss of each choice that was made."""
        return np.asarray(self.deltas[np.arange(len(self)), self.chosen])

    @property
    def raw_losses(self) -> FloatArray:
        """Loss of each choice that was made, in the unit of the utilities."""
        return np.asarray(self.values[:, 0] - self.values[np.arange(len(self)), self.chosen])

    @property
    def n_tied_best(self) -> IntArray:
        """How many options share the best value of each decision; 1 where it is unique."""
        return np.asarray((self.deltas == 0).sum(axis=1), dtype=np.intp)

    @property
    def n_events(self) -> int:
        """How many games, matches or shows the decisions come from."""
        return len(np.unique(self.events))

    def take(self, rows: ArrayLike) -> Sample:
        """The decisions with these row numbers (or of a mask), as a separate sample."""
        keep = np.asarray(rows)
        keep = np.flatnonzero(keep) if keep.dtype == bool else keep.astype(np.intp)
        if not len(keep):
            raise InputError("decisions: give at least one")
        width = int(self.counts[keep].max())
        return replace(
            self,
            **{name: getattr(self, name)[keep, :width] for name in ("deltas", "mask", "values", "order")},
            **{name: getattr(self, name)[keep] for name in ("chosen", "weights", "events", "players", "ratings")},
            perceived=None if self.perceived is None else self.perceived[keep, :width],
            by_depth=None if self.by_depth is None else self.by_depth[keep, :, :width],
        )

    def with_choices(self, chosen: ArrayLike) -> Sample:
        """The same decisions with other columns chosen, for simulated agents."""
        return replace(self, chosen=np.asarray(chosen, dtype=np.intp))

    def drop_perceived(self) -> Sample:
        """The same decisions with choices explained by the authoritative values alone."""
        return replace(self, perceived=None)

    @classmethod
    def union(cls, samples: Sequence[Sample]) -> Sample:
        """All decisions of several samples together, for instance as a reference set; engines must agree."""
        if not samples:
            raise InputError("samples: give at least one")
        first = samples[0]
        width = max(sample.deltas.shape[1] for sample in samples)
        for other in samples[1:]:
            check_comparable(first, other)
        with_perceived = any(sample.perceived is not None for sample in samples)

        def wide(arrays: Sequence[NDArray[Any]], fill: Any) -> NDArray[Any]:
            return np.concatenate([np.pad(a, ((0, 0), (0, width - a.shape[1])), constant_values=fill) for a in arrays])

        own_names = [[_name_apart(name, i) for name in sample.event_names] for i, sample in enumerate(samples)]
        names = sorted({name for part in own_names for name in part})
        code = {name: i for i, name in enumerate(names)}
        return replace(
            first,
            deltas=wide([sample.deltas for sample in samples], np.inf),
            mask=wide([sample.mask for sample in samples], False),
            values=wide([sample.values for sample in samples], -np.inf),
            order=wide([sample.order for sample in samples], 0),
            perceived=wide([s.deltas if s.perceived is None else s.perceived for s in samples], np.inf)
            if with_perceived
            else None,
            by_depth=_union_by_depth(samples, width),
            chosen=np.concatenate([sample.chosen for sample in samples]),
            weights=np.concatenate([sample.weights for sample in samples]),
            events=np.concatenate(
                [
                    np.array([code[name] for name in part], dtype=np.intp)[sample.events]
                    for part, sample in zip(own_names, samples, strict=True)
                ]
            ),
            event_names=tuple(names),
            players=np.concatenate([sample.players for sample in samples]),
            ratings=np.concatenate([sample.ratings for sample in samples]),
        )

    def by_player(self) -> dict[str, Sample]:
        """A sample for each player, in the order of their names."""
        return {str(name): self.take(self.players == name) for name in np.unique(self.players)}


def _event_codes(
    events: Sequence[str] | tuple[IntArray, tuple[str, ...]] | None, n: int
) -> tuple[IntArray, tuple[str, ...]]:
    """Codes of events into their sorted names; without names, each decision is an event."""
    if isinstance(events, tuple) and len(events) == 2 and isinstance(events[0], np.ndarray):
        return np.asarray(events[0], dtype=np.intp), tuple(events[1])
    named = [f"{UNNAMED_EVENT}{i}" for i in range(n)] if events is None else list(events)
    names, codes = np.unique(np.array(named, dtype=object), return_inverse=True)
    return codes.reshape(-1).astype(np.intp), tuple(str(name) for name in names)


def _player_names(players: Sequence[str] | NDArray[np.object_] | None, n: int) -> NDArray[np.object_]:
    """The name of the player of each decision, empty where unknown."""
    if isinstance(players, np.ndarray) and players.dtype == object:
        return players
    return np.array([""] * n if players is None else [str(player) for player in players], dtype=object)


def _name_apart(event: str, place: int) -> str:
    """The name of an event in a union: one without a name belongs to the sample at its place."""
    return f"{UNNAMED_EVENT}{place}:{event[1:]}" if event.startswith(UNNAMED_EVENT) else event


def _stack_by_depth(items: Sequence[Decision], width: int) -> FloatArray | None:
    """Values by depth of all decisions (N, D, K), NaN where unseen, where all have them.

    A search that ended early, having found a mate, keeps its last values for the depths it did not reach.
    """
    known = [decision.by_depth for decision in items if decision.by_depth]
    deep = max(map(len, known), default=0)
    if len(known) < len(items) or len(items) * width * deep > MAX_ELEMENTS:
        return None
    table = np.full((len(items), deep, width), np.nan)
    for row, values in enumerate(known):
        table[row, :, : len(values[0])] = np.array([*values, *[values[-1]] * (deep - len(values))], dtype=np.float64)
    return table


def _differences_by_depth(by_depth: ArrayLike, order: IntArray, mask: BoolArray, scaling: Scaling) -> FloatArray:
    """Scaled differences to the best option of each depth, columns in this order; an unseen option counts as the worst
    one seen at that depth, and a depth at which none was seen has no information."""
    values = np.asarray(by_depth, dtype=np.float64)
    if values.ndim != 3 or values.shape[::2] != mask.shape:
        raise InputError("by_depth: give one value for each decision, depth and option")
    values = np.where(mask[:, None, :], np.take_along_axis(values, order[:, None, :], 2), np.nan)
    seen = np.isfinite(values)
    floor = np.where(seen, values, np.inf).min(axis=2, keepdims=True)
    scaled = scaling.apply(np.where(seen, values, np.where(np.isinf(floor), 0.0, floor)))
    scaled = np.where(mask[:, None, :], scaled, -np.inf)
    return np.where(mask[:, None, :], scaled.max(axis=2, keepdims=True) - scaled, 0.0)


def _union_by_depth(samples: Sequence[Sample], width: int) -> FloatArray | None:
    """The values by depth of several samples, where all have them at equally many depths."""
    parts = [sample.by_depth for sample in samples if sample.by_depth is not None]
    if len(parts) < len(samples) or len({part.shape[1] for part in parts}) != 1:
        return None
    return np.concatenate([np.pad(part, ((0, 0), (0, 0), (0, width - part.shape[2]))) for part in parts])


def _refuse_extremes(values: FloatArray, scaling: Scaling) -> None:
    """Raise for utilities so large or so close together that their differences are rounding errors."""
    finite = values[np.isfinite(values)]
    largest = float(np.abs(finite).max()) if finite.size else 0.0
    if largest > LARGEST_UTILITY:
        raise InputError(f"utilities: must be at most {LARGEST_UTILITY:g}, not {largest:g}")
    spread = float((values.max(axis=1) - np.where(np.isfinite(values), values, np.inf).min(axis=1)).max())
    if 0 < spread < SMALLEST_SPREAD * scaling.unit:
        raise InputError(
            f"utilities: they differ by at most {spread:g}, which is rounding error; give them in another unit"
        )


def engine_key(provenance: Provenance) -> EngineKey:
    """What must agree for values to be comparable: evaluator, version, weights, and depth-like settings."""
    settings = dict(provenance.settings)
    return (
        provenance.evaluator,
        provenance.version,
        provenance.weights,
        *(f"{name} {settings[name]}" for name in ENGINE_SETTINGS if name in settings),
    )


def check_comparable(a: Sample, b: Sample) -> None:
    """Raise for two samples whose values cannot be compared: other unit, scaling, or engine."""
    if a.unit is not b.unit:
        raise InputError(f"unit: decisions in {a.unit} and {b.unit} cannot be compared")
    if a.scaling != b.scaling:
        raise InputError(f"scaling: {a.scaling.to_json()} and {b.scaling.to_json()} cannot be compared")
    if a.provenance is not None and b.provenance is not None:
        first, second = engine_key(a.provenance), engine_key(b.provenance)
        if first != second:
            raise InputError(f"engine: values of {format_engine(first)} and {format_engine(second)} cannot be mixed")


def format_engine(key: EngineKey) -> str:
    """An engine key as text: ``stockfish 15.1 depth 11 multipv 30``."""
    return " ".join(part for part in key if part) or "an unnamed evaluator"


def _perception(deltas: FloatArray, mask: BoolArray, perceived: FloatArray | None, chosen: IntArray) -> Perception:
    counts = np.asarray(mask.sum(axis=1), dtype=np.intp)
    losses = np.where(mask, deltas, 0.0)
    with np.errstate(divide="ignore"):
        if perceived is None:
            return Perception(np.log(deltas), counts, losses, None, chosen)
        rank = np.argsort(perceived, axis=1, kind="stable")
        seen = np.log(np.take_along_axis(perceived, rank, 1))
    place = np.asarray((rank == chosen[:, None]).argmax(axis=1), dtype=np.intp)
    return Perception(seen, counts, np.take_along_axis(losses, rank, 1), rank, place)
