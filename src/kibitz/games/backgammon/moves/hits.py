"""Which of the 36 rolls hit a blot, exact and fast: only steps that can lead to a hit are tried."""

from __future__ import annotations

from kibitz.games.backgammon.board.position import BAR, HOME, POINTS, Position
from kibitz.games.backgammon.moves.dice import ROLLS, Dice
from kibitz.games.backgammon.moves.legal import Men, after_step, legal_checker_moves, legal_plays


def count_hitting_rolls(position: Position) -> int:
    """Number of the 36 rolls with a legal play of the side on roll that hits."""
    if position.winner_points or not position.has_contact:
        return 0
    blots = {POINTS - 1 - slot for slot in range(POINTS) if position.opponent[slot] == 1}
    return sum(1 if dice[0] == dice[1] else 2 for dice in ROLLS if blots and _hits(position, dice, blots))


def _hits(position: Position, dice: Dice, blots: set[int]) -> bool:
    """Whether a legal play of the roll hits one of the blots, given by own slot."""
    high, low = dice
    result = _double_hits(position, high, blots) if high == low else _pair_hits(position, high, low, blots)
    if result is None:
        return any(step.hit for play in legal_plays(position, dice) for step in play.steps)
    return result


def _pair_hits(position: Position, high: int, low: int, blots: set[int]) -> bool | None:
    """For two different dice; ``None`` if a hit leaves the other die unplayable, so that the rules must decide."""
    own, opponent = position.own, position.opponent
    if not any(own[t + d] for t in blots for d in (high, low, high + low) if t + d <= BAR):
        return False
    unclear = False
    for first, second in ((high, low), (low, high)):
        for step in legal_checker_moves(own, opponent, first):
            if step.hit:
                if legal_checker_moves(*after_step(own, opponent, step), second):
                    return True
                unclear = True
            elif _single_hits(own, step.source, step.target, second, blots):
                return True
    return None if unclear else False


def _single_hits(own: Men, source: int, target: int, die: int, blots: set[int]) -> bool:
    """Whether the die hits after a step from ``source`` to ``target``, which may be -1."""
    on_bar = own[BAR] - (source == BAR)
    if on_bar:
        return BAR - die in blots
    return any(
        t + die == target or (t + die < BAR and own[t + die] - (t + die == source) > 0) for t in blots if t + die <= BAR
    )


def _double_hits(position: Position, die: int, blots: set[int]) -> bool | None:
    """For a double; ``None`` if checkers may be borne off with it, so that the rules must decide.

    Elsewhere the steps of one checker do not stop those of another, so every hit can be part of a longest play.
    """
    own, opponent = position.own, position.opponent
    if sum(n * -(-(slot - HOME + 1) // die) for slot, n in enumerate(own) if slot >= HOME) < 4:
        return None
    entry, steps = BAR - die, 4 - own[BAR]
    if own[BAR]:
        if opponent[POINTS - 1 - entry] > 1:
            return False
        if entry in blots:
            return True
    for target in blots:
        source = target
        for _ in range(steps):
            source += die
            if source >= BAR:
                break
            if own[source] or (source == entry and own[BAR]):
                return True
            if opponent[POINTS - 1 - source] > 1:
                break
    return False
