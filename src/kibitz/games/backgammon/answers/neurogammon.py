"""Typed answer about one position as Neurogammon 1.0 sees it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import MAX_SHOWN_CHOICES, Exhibit, Headline, Note, Table, format_option_loss
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import Unit, format_chance
from kibitz.core.work import WorkContext
from kibitz.games.backgammon.answers.cubes import grade_of
from kibitz.games.backgammon.answers.positions import board_exhibit, position_with_roll
from kibitz.games.backgammon.neurogammon.cube_view import CubeView

if TYPE_CHECKING:
    from kibitz.games.backgammon.questions import tools as questions


class ScoredPlay(Struct, frozen=True):
    """One play with the scores of the six move networks, and its loss by kibitz without look-ahead."""

    notation: str
    scores: tuple[float, ...]
    loss: float


class NeurogammonAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.neurogammon/1"):
    """Neurogammon's view of a position: its cube before the roll, and its plays if there is one, best first.

    ``cube`` is what its cube decision rests on, ``kibitz_action`` kibitz's own cube action.
    """

    position: str
    dice: str
    phase: str
    phases: tuple[str, ...]
    plays: tuple[ScoredPlay, ...]
    cube: CubeView
    action: str
    kibitz_action: str

    def explain(self) -> Explanation:
        cube = f"Before the roll Neurogammon gives you a chance of {format_chance(self.cube.chance)}: {self.action}."
        if not self.plays:
            return Explanation(cube)
        best = self.plays[0].notation
        return Explanation(f"Neurogammon plays {best}, by its network for the phase “{self.phase}”.", (cube,))

    def exhibits(self) -> Iterator[Exhibit]:
        best = self.plays[0].notation if self.plays else ""
        yield board_exhibit(position_with_roll(self.position, self.dice) if self.dice else self.position, play=best)
        yield Headline(self.explain().headline)
        if self.plays:
            yield self._play_table()
        outputs = (tuple(f"{value:.2f}" for value in self.cube.outputs),)
        places = tuple(map(str, range(1, len(self.cube.outputs) + 1)))
        yield Table(places, outputs, "Outputs of the doubling network", left=())
        rows = (
            ("network, a tenth of the sum", format_chance(self.cube.p_network)),
            ("race", format_chance(self.cube.p_race)),
            ("contact, the weight of the network", format_chance(self.cube.contact)),
            ("blend", format_chance(self.cube.chance)),
            ("cube action of Neurogammon", self.action),
            ("cube action of kibitz", self.kibitz_action),
        )
        yield Table(("", "before the roll"), rows, "Cube decision")
        yield Note("Networks rebuilt from the paper of 1990 and trained on other expert games.", "quiet")

    def _play_table(self) -> Table:
        """The best plays with the scores of all six networks."""
        shown = self.plays[:MAX_SHOWN_CHOICES]
        rows = tuple(
            (
                play.notation,
                *(f"{score:+.2f}".replace("-", "−") for score in play.scores),
                format_option_loss(play.loss, Unit.EQUITY),
            )
            for play in shown
        )
        names = tuple(f"{name} (used)" if name == self.phase else name for name in self.phases)
        grades = tuple(grade_of(play.loss) for play in shown)
        columns = ("play", *names, "loss")
        remark = f"{len(shown)} of {len(self.plays)}; loss by kibitz"
        few = (0, 1 + self.phases.index(self.phase), len(columns) - 1)
        return Table(columns, rows, "Scores of the six networks", strong=(0,), grades=grades, few=few, remark=remark)


def answer_neurogammon(request: questions.NeurogammonRequest, work: WorkContext) -> NeurogammonAnswer:
    """The answer to `questions.NeurogammonRequest`."""
    from dataclasses import replace

    from kibitz.games.backgammon.advice import move_advice, position_value
    from kibitz.games.backgammon.moves.dice import format_dice, parse_dice
    from kibitz.games.backgammon.neurogammon.phases import Phase, phase_of
    from kibitz.games.backgammon.neurogammon.program import load_shipped_neurogammon
    from kibitz.games.backgammon.notation.situation import format_situation, parse_situation
    from kibitz.games.backgammon.search.searcher import shipped_searcher

    situation = parse_situation(request.position)
    dice = parse_dice(request.dice) if request.dice else situation.dice
    position, state, program = situation.position, situation.state, load_shipped_neurogammon()
    searcher = shipped_searcher(compiled=False, progress=work.progress_with_note("tables"))
    plays: list[ScoredPlay] = []
    phase = phase_of(position)
    if dice is not None:
        for line in move_advice(searcher, position, dice, state).moves:
            scores = program.all_scores(line.play.after.to_array()[None])
            plays.append(ScoredPlay(line.notation, tuple(float(s) for s in scores[:, 0]), float(line.loss)))
        place = list(Phase).index(phase)
        plays.sort(key=lambda play: -play.scores[place])
    return NeurogammonAnswer(
        position=format_situation(replace(situation, dice=None)),
        dice=format_dice(dice) if dice else "",
        phase=phase.value,
        phases=tuple(each.value for each in Phase),
        plays=tuple(plays),
        cube=program.view(position.to_array()),
        action=program.decision(position.to_array(), state).action.value,
        kibitz_action=position_value(searcher, position, state).cube.action.value,
    )
