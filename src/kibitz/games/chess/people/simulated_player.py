"""Rating of a simulated player of known strength, which shows how accurate ratings are."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.exhibits import Exhibit, Headline, Note
from kibitz.core.exhibits.summaries import AnswerSummary
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_count
from kibitz.rate.report.rating_summary import format_range
from kibitz.rate.report.ratings import PlayerRating


class TrialAnswer(Answer, frozen=True, kw_only=True, tag="chess.trial/3"):
    """A player simulated at ``elo``, and the rating that the choices alone give.

    ``repeats`` are the ratings of further players simulated at the same Elo (``null`` where there are bounds only);
    ``intervals_that_hold`` says how many of their 95 % intervals hold it.
    """

    elo: float
    rated: PlayerRating
    explanation: Explanation
    repeats: tuple[float | None, ...] = ()
    intervals_that_hold: int = 0

    def explain(self) -> Explanation:
        return self.explanation

    def exhibits(self) -> Iterator[Exhibit]:
        if self.rated.rating is None:
            yield Headline(self.explanation.headline)
        else:
            low, high = ("" if end is None else f"{end:.0f}" for end in (self.rated.low, self.rated.high))
            yield AnswerSummary(
                answer=f"Elo {self.rated.rating:.0f}",
                figure=format_range(low, high),
                figure_name="95 % interval",
                eyebrow=f"simulated at {self.elo:.0f}, {format_count(self.rated.n, 'move')} rated",
                speaks=False,
                text=self.explanation.headline,
            )
        yield from (Note(f"· {reason}") for reason in self.explanation.reasons)
