"""What kibitz relies on, and what holds in Nim."""

from __future__ import annotations

import pytest

from kibitz.testing import ConformanceCheck, check_symmetry, conformance_checks


@pytest.mark.parametrize("check", conformance_checks("nim"), ids=str)
def test_conformance(check: ConformanceCheck) -> None:
    check()


def test_the_order_of_heaps_changes_nothing() -> None:
    check_symmetry("nim.move", {"heaps": (3, 4, 5)}, {"heaps": (5, 3, 4)})
