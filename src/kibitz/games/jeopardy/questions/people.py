"""How people play: Daily Doubles, Finals and clues of recorded games, then and now."""

from __future__ import annotations

from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.people_habits import PeopleAnswer, answer_people


class PeopleRequest(Request, frozen=True, kw_only=True):
    """Show how people play, until 2014 and since 2015: where Daily Doubles are, what people bet, how clues end.

    These are figures 1 to 5 of the Watson paper, from the models that all other questions use.
    """

    def cost(self) -> Cost:
        return Cost.INSTANT

    def answer(self, work: WorkContext) -> PeopleAnswer:
        return answer_people(self, work)
