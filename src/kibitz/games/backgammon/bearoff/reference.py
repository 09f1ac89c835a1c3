"""The bearoff by plain recursion, for small cases; tests compare the compiled tables with it."""

from __future__ import annotations

from functools import cache

from kibitz.games.backgammon.moves.dice import ROLL_CHANCES, ROLLS

Men = tuple[int, ...]


def after_die(men: Men, die: int) -> set[Men]:
    """All positions of one side after one die."""
    if not any(men):
        return {men}
    result = set()
    for point in range(1, 7):
        if not men[point - 1]:
            continue
        if point < die and any(men[point:]):
            continue
        left = list(men)
        left[point - 1] -= 1
        if point > die:
            left[point - 1 - die] += 1
        result.add(tuple(left))
    return result


@cache
def after_roll(men: Men, high: int, low: int) -> frozenset[Men]:
    """All positions of one side after a roll."""
    orders = [(high,) * 4] if high == low else [(high, low), (low, high)]
    result: set[Men] = set()
    for order in orders:
        reached = {men}
        for die in order:
            reached = {then for now in reached for then in after_die(now, die)}
        result |= reached
    return frozenset(result)


@cache
def mean_rolls(men: Men) -> float:
    """Expected rolls to bear off all checkers, played to make it smallest."""
    if not any(men):
        return 0.0
    return 1 + sum(
        float(w) * min(mean_rolls(then) for then in after_roll(men, *roll))
        for roll, w in zip(ROLLS, ROLL_CHANCES, strict=True)
    )


@cache
def win_chance(own: Men, opponent: Men) -> float:
    """Chance that the side on roll bears off first, both playing perfectly."""
    if not any(own):
        return 1.0
    return sum(
        float(w) * max(1.0 if not any(then) else 1 - win_chance(opponent, then) for then in after_roll(own, *roll))
        for roll, w in zip(ROLLS, ROLL_CHANCES, strict=True)
    )


@cache
def cube_equity(own: Men, opponent: Men, owner: int) -> float:
    """Money equity per unit of cube before the side on roll may double; owner 0 centred, 1 own, -1 opponent's."""

    def rolling(cube: int) -> float:
        return sum(
            float(w)
            * max(1.0 if not any(then) else -cube_equity(opponent, then, -cube) for then in after_roll(own, *roll))
            for roll, w in zip(ROLLS, ROLL_CHANCES, strict=True)
        )

    if owner < 0:
        return rolling(-1)
    return max(rolling(owner), min(1.0, 2 * rolling(-1)))
