"""Cube actions: equities of no double, double/take and double/pass, the right action, and its thresholds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from kibitz.games.backgammon.board.position import Position
from kibitz.games.backgammon.cube.cubeful import Line, cubeful_line, first_crossing, value_at
from kibitz.games.backgammon.cube.life import cube_life
from kibitz.games.backgammon.cube.match_equity import MatchEquities, match_equities
from kibitz.games.backgammon.cube.points import CubePoints
from kibitz.games.backgammon.cube.stakes import Stakes
from kibitz.games.backgammon.cube.state import CubeState, Owner
from kibitz.games.backgammon.nets.probabilities import Probabilities

TIE_EQUITY = 1e-6
"""Doubles that lose no more than this by rounding are right: a tie goes to doubling."""


class CubeAction(Enum):
    """The right cube action of both sides."""

    NO_DOUBLE = "no double, take"
    DOUBLE_TAKE = "double, take"
    DOUBLE_PASS = "double, pass"
    TOO_GOOD = "too good to double, pass"
    NOT_ALLOWED = "no cube"
    NO_DOUBLE_BEAVER = "no double, beaver"
    DOUBLE_BEAVER = "double, beaver"


@dataclass(frozen=True, slots=True)
class CubeDecision:
    """Equities per unit of cube (money points, or normalised match equity) for the player on roll."""

    probabilities: Probabilities
    no_double: float
    double_take: float
    double_pass: float
    action: CubeAction
    stakes: Stakes
    life: float
    match_chances: tuple[float, float, float] | None = None

    @property
    def points(self) -> CubePoints:
        """Win chances at which the cube action changes, computed on demand.

        They come from Janowski's lines. Where these do not lead to this action, because a search or a table has seen
        more, there are none: a window that contradicts the action means nothing.
        """
        points = _points(self.stakes, self.life)
        return points if self._agrees(points) else CubePoints(points.take, None, None, None)

    def _agrees(self, points: CubePoints) -> bool:
        """Whether the points put this win chance where the action says."""
        if points.cash is None or self.action is CubeAction.NOT_ALLOWED or self.should_beaver:
            return True
        p, double, too_good = self.probabilities.win, points.double, points.too_good
        if self.action is CubeAction.NO_DOUBLE:
            return double is None or p <= double + TIE_EQUITY
        if self.action is CubeAction.TOO_GOOD:
            return too_good is not None and p >= too_good - TIE_EQUITY
        if double is None or p < double - TIE_EQUITY or (too_good is not None and p > too_good + TIE_EQUITY):
            return False
        past_cash = p - points.cash if self.action is CubeAction.DOUBLE_PASS else points.cash - p
        return past_cash >= -TIE_EQUITY

    @property
    def cubeful(self) -> float:
        """The equity with the best decisions of both sides."""
        if self.action is CubeAction.NOT_ALLOWED:
            return self.no_double
        return max(self.no_double, self.double_equity)

    @property
    def should_take(self) -> bool:
        """Whether the opponent should take if doubled now."""
        return self.double_take <= self.double_pass

    @property
    def should_beaver(self) -> bool:
        """Whether the opponent, doubled now, should double again at once and keep the cube (money, where allowed)."""
        return self.stakes.state.beavers and not self.stakes.state.length and self.double_take < 0

    @property
    def double_equity(self) -> float:
        """Equity of doubling now, if the opponent answers best."""
        return min(self.double_take * (2 if self.should_beaver else 1), self.double_pass)

    @property
    def should_double(self) -> bool:
        """Whether doubling is right."""
        return self.action in (CubeAction.DOUBLE_TAKE, CubeAction.DOUBLE_PASS, CubeAction.DOUBLE_BEAVER)


def cube_decision(p: Probabilities, state: CubeState, life: float, table: MatchEquities | None = None) -> CubeDecision:
    """The decision of the player on roll, who has not rolled, and the opponent's answer."""
    stakes = Stakes.of(p.to_array(), state, (table or match_equities()) if state.length else None)
    no_double, take, _ = (value_at(line, p.win) for line in _lines(stakes, life))
    return decision_from_worths(p, stakes, life, no_double, take)


def decision_from_worths(p: Probabilities, stakes: Stakes, life: float, no_double: float, take: float) -> CubeDecision:
    """The decision by the worths of no double and double/take: points times the cube, or match winning chances."""
    worths = no_double, take, stakes.points(stakes.state.cube)
    none, taken, passed = (_normalise_equity(worth, stakes) for worth in worths)
    if not stakes.state.may_double:
        action = CubeAction.NOT_ALLOWED
    elif taken <= passed:
        action = CubeAction.DOUBLE_TAKE if taken >= none - TIE_EQUITY else CubeAction.NO_DOUBLE
    else:
        action = CubeAction.DOUBLE_PASS if passed >= none - TIE_EQUITY else CubeAction.TOO_GOOD
    chances = worths if stakes.state.length else None
    return _with_beavers(CubeDecision(p, none, taken, passed, action, stakes, life, chances))


def position_cube_decision(
    position: Position, p: Probabilities, state: CubeState, table: MatchEquities | None = None
) -> CubeDecision:
    """`cube_decision` with the cube life of a position; bearoffs of up to six checkers a side are exact."""
    exact = exact_worths(position, state, table)
    if exact is None:
        return cube_decision(p, state, cube_life(position), table)
    stakes = Stakes.of(p.to_array(), state, (table or match_equities()) if state.length else None)
    return decision_from_worths(p, stakes, cube_life(position), *exact)


def _with_beavers(decision: CubeDecision) -> CubeDecision:
    """The same decision where a double would be beavered; with the Jacoby rule both can be right (Kauder's paradox)."""
    if not decision.should_beaver or decision.action is CubeAction.NOT_ALLOWED:
        return decision
    gains = decision.double_equity > decision.no_double
    return replace(decision, action=CubeAction.DOUBLE_BEAVER if gains else CubeAction.NO_DOUBLE_BEAVER)


def exact_worths(
    position: Position, state: CubeState, table: MatchEquities | None = None
) -> tuple[float, float] | None:
    """Exact worths of no double and double/take in a bearoff of up to six checkers a side, else ``None``."""
    if position.winner_points or not position.is_bearoff or max(sum(position.own), sum(position.opponent)) > 6:
        return None
    from kibitz.games.backgammon.bearoff.index import men_index

    own, opponent = men_index(position.own[:6]), men_index(position.opponent[:6])
    if state.length:
        from kibitz.games.backgammon.bearoff.match_cube import match_worths

        return match_worths(own, opponent, state, table or match_equities())
    from kibitz.games.backgammon.bearoff.no_double import no_double_equities

    mine, centred, other = no_double_equities(own, opponent)
    no_double = {Owner.OWN: mine, Owner.CENTRED: centred, Owner.OPPONENT: other}[state.owner]
    return state.cube * no_double, state.cube * 2 * other


def _lines(stakes: Stakes, life: float) -> tuple[Line, Line, Line]:
    """No double, double and take, double and pass, by winning chance."""
    cube, owner = stakes.state.cube, stakes.state.owner
    doubled = replace(stakes, state=replace(stakes.state, jacoby=False))
    cash = stakes.points(cube)
    return (
        cubeful_line(stakes, cube, owner, life),
        cubeful_line(doubled, 2 * cube, Owner.OPPONENT, life),
        ((0.0, cash), (1.0, cash)),
    )


def _normalise_equity(worth: float, stakes: Stakes) -> float:
    """Per unit of cube: winning and losing a single game at this cube are 1 and -1."""
    won, lost = stakes.points(stakes.state.cube), stakes.points(-stakes.state.cube)
    return (2 * worth - (won + lost)) / (won - lost) if won > lost else 0.0


def _points(stakes: Stakes, life: float) -> CubePoints:
    """The win chances at which the cube action changes."""
    cube = stakes.state.cube
    doubled = replace(stakes, state=replace(stakes.state, jacoby=False))
    dropped = stakes.points(-cube)
    take = first_crossing(cubeful_line(doubled, 2 * cube, Owner.OWN, life), ((0.0, dropped), (1.0, dropped)))
    if not stakes.state.may_double:
        return CubePoints(take or 0.0, None, None, None)
    no_double, taken, passed = _lines(stakes, life)
    cash = first_crossing(taken, passed)
    double = first_crossing(taken, no_double)
    if cash is not None and (double is None or double > cash):
        double = cash if value_at(no_double, cash) <= passed[0][1] else None
    too_good = None if cash is None else first_crossing(no_double, passed, cash)
    return CubePoints(take or 0.0, double, cash, too_good)
