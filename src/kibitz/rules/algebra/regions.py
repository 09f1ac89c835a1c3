"""Where a rule of a list fires, as systems of polynomial inequalities on a box.

A rule fires where its guard holds and no earlier guard does. The failure of a guard of several conditions is a choice
("this one fails, or that one"), so the region is a union of cases, each a conjunction of inequalities.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from kibitz.core import InputError
from kibitz.core.step_limit import StepLimitError, count_steps
from kibitz.rules.algebra.bernstein import Box
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.algebra.signs import Alternatives, Case, Inequality, by_factors, sign_cases
from kibitz.rules.language.condition import Condition, Guard
from kibitz.rules.language.expression import Binary, Call, Expression, Name, Negate, Number

MAX_CASES = 256
"""Beyond this many cases the failures of the longest guards are forgotten, which only makes a claim harder to prove."""


@dataclass(frozen=True, slots=True)
class RuleRegions:
    """The guards of a list, and the constraints of its domain, as inequalities."""

    constraints: tuple[Inequality, ...]
    holding: tuple[tuple[Alternatives, ...], ...]
    """For each rule and each of its conditions: the ways in which it holds."""
    failing_somehow: tuple[Alternatives, ...]
    """For each rule: the ways in which its guard fails."""
    splits: tuple[Alternatives, ...] | None = None
    """What else cases are told apart by; ``None`` where they are those of the guards as written."""

    @staticmethod
    def of(
        guards: tuple[Guard, ...],
        constraints: tuple[Condition, ...],
        definitions: dict[str, Expression],
        names: tuple[str, ...],
        splits: tuple[Polynomial, ...] | None = None,
    ) -> RuleRegions:
        """The regions of guards with these definitions, in a domain with these constraints.

        A constraint that is not polynomial is left out, which proves the claim for more points than asked; a guard
        that is not polynomial is refused. With ``splits`` cases are told apart by signs: a product by those of its
        factors, so that ``x*y >= 0`` is two cases, in each of which x + y has one sign; and by those of the splits.
        """
        stored: list[Inequality] = []
        for constraint in constraints:
            try:
                ways = _alternatives(constraint, definitions, names)
            except StepLimitError:
                raise
            except InputError:
                continue
            if len(ways) == 1:
                stored.extend(ways[0])
        split = _identity if splits is None else by_factors
        return RuleRegions(
            tuple(stored),
            tuple(tuple(split(_alternatives(c, definitions, names)) for c in guard.conditions) for guard in guards),
            tuple(
                tuple(way for c in guard.conditions for way in split(_alternatives(c.opposite, definitions, names)))
                for guard in guards
            ),
            None if splits is None else tuple(((Inequality(f, False),), (Inequality(-f, False),)) for f in splits),
        )

    def count_reachable_rules(self, box: Box) -> int:
        """How many rules, the last resort among them, can fire on a box at all: none after a guard that always holds.

        `cases` finds nothing for the others either, but only after looking at all guards before them.
        """
        for number, alternatives in enumerate(self.failing_somehow, 1):
            if not _on_box(alternatives, box):
                return number
        return len(self.failing_somehow) + 1

    def cases(self, rule: int, box: Box) -> Iterator[tuple[Case, Box]]:
        """The cases in which a rule fires somewhere on the box, each with the part of the box that it may occupy.

        ``rule`` = number of guards is the last resort. What holds on all of its part is left out of a case. Always the
        same cases in the same order.
        """
        wanted: list[Alternatives] = [((constraint,),) for constraint in self.constraints]
        if rule < len(self.holding):
            wanted.extend(self.holding[rule])
        wanted.extend(self.failing_somehow[:rule])
        narrowed = _narrow(wanted, box)
        if narrowed is None:
            return
        simplified, box = narrowed
        if self.splits is not None:
            yield from self._by_signs(simplified, box)
            return
        simplified.sort(key=len)
        n_cases = 1
        for position, alternatives in enumerate(simplified):
            n_cases *= len(alternatives)
            if n_cases > MAX_CASES:
                simplified = simplified[:position]
                break
        for combination in product(*simplified):
            count_steps(10 * len(combination) + 10)
            case: Case = tuple(dict.fromkeys(inequality for part in combination for inequality in part))
            clipped = _clip_box(case, box)
            if clipped is None:
                continue
            left = _on_box((case,), clipped)
            if left:
                yield left[0], clipped

    def _by_signs(self, wanted: list[Alternatives], box: Box) -> Iterator[tuple[Case, Box]]:
        """The cases told apart by signs of factors; what the signs so far exclude or imply is not looked at again."""
        on_box = [_on_box(alternatives, box) for alternatives in self.splits or ()]
        ordered = sorted([*wanted, *(some for some in on_box if () not in some)], key=len)
        for case in sign_cases(ordered, MAX_CASES):
            clipped = _clip_box(case, box)
            if clipped is not None and (left := _on_box((case,), clipped)):
                yield left[0], clipped


def _narrow(wanted: list[Alternatives], box: Box) -> tuple[list[Alternatives], Box] | None:
    """What is left of the alternatives on the part of the box that the settled ones allow, and that part.

    Bounds of single parameters narrow the part, which may settle further alternatives, so this repeats.
    """
    while True:
        simplified: list[Alternatives] = []
        part = box
        for alternatives in wanted:
            left = _on_box(alternatives, part)
            if not left:
                return None
            if len(left) == 1:
                clipped = _clip_box(left[0], part)
                if clipped is None:
                    return None
                part = clipped
            if () not in left:
                simplified.append(left)
        if part == box:
            return simplified, box
        box = part


def _clip_box(case: Case, box: Box) -> Box | None:
    """The part of the box within the bounds of single parameters that the case states, or ``None``."""
    sides = list(box)
    for inequality in case:
        if inequality.edge is not None:
            axis, at, is_lower = inequality.edge
            low, high = sides[axis]
            low, high = (max(low, at), high) if is_lower else (low, min(high, at))
            if low > high or (low == high == at and inequality.strict):
                return None
            sides[axis] = (low, high)
    return tuple(sides)


def _on_box(alternatives: Alternatives, box: Box) -> Alternatives:
    """The alternatives that are possible on the box, without the inequalities that hold all over it.

    A choice of several alternatives of which one holds but for a part of the border is no restriction worth a case.
    """
    possible: list[Case] = []
    is_everywhere = False
    for case in alternatives:
        open_ones: list[Inequality] = []
        only_borders = True
        count_steps(3 * len(case))
        for inequality in case:
            low, high = inequality.bounds(box)
            if high < 0 or (inequality.strict and high == 0):
                break
            if low < 0 or (inequality.strict and low == 0):
                open_ones.append(inequality)
                only_borders = only_borders and low == 0
        else:
            possible.append(tuple(open_ones))
            is_everywhere = is_everywhere or only_borders
    return ((),) if is_everywhere and len(possible) > 1 else tuple(possible)


def _alternatives(condition: Condition, definitions: dict[str, Expression], names: tuple[str, ...]) -> Alternatives:
    difference = Binary("-", condition.left, condition.right)
    f = Polynomial.from_expression(substitute(difference, definitions), names)
    match condition.operator:
        case ">=":
            return ((Inequality(f, False),),)
        case ">":
            return ((Inequality(f, True),),)
        case "<=":
            return ((Inequality(-f, False),),)
        case "<":
            return ((Inequality(-f, True),),)
        case "=":
            return ((Inequality(f, False), Inequality(-f, False)),)
    return ((Inequality(f, True),), (Inequality(-f, True),))


def _identity(alternatives: Alternatives) -> Alternatives:
    return alternatives


def substitute(expression: Expression, definitions: dict[str, Expression]) -> Expression:
    """The expression with defined names replaced by what they stand for."""
    count_steps(3)
    match expression:
        case Name(name):
            return definitions.get(name, expression)
        case Binary(op, left, right):
            return Binary(op, substitute(left, definitions), substitute(right, definitions))
        case Negate(operand):
            return Negate(substitute(operand, definitions))
        case Call(function, arguments):
            return Call(function, tuple(substitute(argument, definitions) for argument in arguments))
        case Number():
            return expression
