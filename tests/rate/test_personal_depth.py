"""A personal depth beside s and c: found where choices tell it, named as unknown where they do not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz.core import InputError, Unit
from kibitz.rate import Sample, fit, simulate_choices
from kibitz.rate.fitting.personal_depth import at_depth, fit_depth
from kibitz.rate.report.fits import _depth


def positions(n: int, moving: float, rng: np.random.Generator) -> Sample:
    """Decisions with six options at four depths, whose values move by so much from one depth to the next."""
    deepest = rng.gamma(0.7, 0.5, (n, 6))
    by_depth = np.stack([deepest + moving * rng.normal(size=(n, 6)) for _ in range(3)] + [deepest], axis=1)
    return Sample.from_arrays(
        deepest, np.zeros(n, dtype=int), by_depth=by_depth, unit=Unit.WIN, events=[f"g{i // 10}" for i in range(n)]
    )


@pytest.mark.slow
def test_a_player_who_sees_one_depth_is_found_there() -> None:
    rng = np.random.default_rng(2)
    known = positions(200, 0.8, rng)
    played = simulate_choices(at_depth(known, 2), 0.2, 0.6, rng)
    result = fit_depth(replace(played, perceived=None))
    assert (result.depth, result.low, result.high, result.is_identified) == (2, 2, 2, True)
    alone = fit(at_depth(played, 2), "ml-lapse")
    assert (result.s, result.c, result.nats[1]) == pytest.approx((alone.s, alone.c, alone.nats))
    shown = _depth(replace(played, perceived=None), True, 1)
    assert len(shown.hold_out) == 4
    assert int(np.argmin(shown.hold_out)) == 1
    assert "d = 2" in shown.describe()


def test_a_depth_that_choices_cannot_tell_is_named_so() -> None:
    rng = np.random.default_rng(3)
    same = positions(200, 0.0, rng)
    result = fit_depth(simulate_choices(same, 0.2, 0.6, rng))
    assert (result.low, result.high) == (1, 4)
    assert not result.is_identified
    shown = _depth(simulate_choices(same, 0.2, 0.6, rng), False, 1)
    assert "do not determine a personal depth" in shown.describe()
    assert shown.hold_out == ()
    with pytest.raises(InputError, match="by_depth"):
        fit_depth(replace(same, by_depth=None))
    with pytest.raises(InputError, match="depth 5"):
        at_depth(same, 5)
