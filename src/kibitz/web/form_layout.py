"""Layout of the form next to a question: a list of fields, or a template for one game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from kibitz.app.catalogue import request_type
from kibitz.app.request_parsing import request_fields as fields_of
from kibitz.web.forms import Control

PODIUM_FORMS = {
    "jeopardy.final": ("confidence", "opponents", "era", "ties", "wager"),
    "jeopardy.daily-double": ("left", "confidence", "opponents", "era", "wager"),
    "jeopardy.buzz": ("value", "left", "confidence", "opponents", "era", "choice"),
}
"""Questions with scores on podiums (``templates/forms/podiums.html``), and the fields next to them."""
NAMES_PLAYERS_BY_PLACE = {"jeopardy.final"}
"""Those whose reasons name players A, B and C by place. The others number the players."""
DUEL_FORMS = {"parlour.final": ("p", "observed")}
"""Questions of two players with score steppers (``templates/forms/duel.html``)."""
BOARD_FORMS = {"jeopardy.win", "jeopardy.select", "jeopardy.board"}
"""Questions whose state is entered on a click board (``templates/forms/state.html``)."""
BOARD_SETUP_FIELDS = ("categories", "records", "state")
"""Fields that describe that board."""
SLIDER_FIELDS = {"jeopardy.board": ("confidence", "wager"), "jeopardy.daily-double": ("confidence", "wager")}
"""Fields that are set inside the recommendation, for questions about a state."""
RACK_FORMS = {"sevens.bid": ("rack", "tile", "left", "players", "score", "taken", "bid")}
"""Questions with a rack of letters (``templates/forms/rack.html``), and the fields next to it."""


@dataclass(frozen=True, slots=True)
class TournamentForm:
    """Form of a tournament: the field with the names, the formats (label and checkbox), the fields in one row, the
    field of the seed, and the page about the players."""

    names: str
    ways: tuple[tuple[str, str], ...]
    row: tuple[str, ...]
    seed: str
    who: str

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of all its fields."""
        return (self.names, *(box for _, box in self.ways if box), *self.row, self.seed)


TOURNAMENT_FORMS = {
    "sevens.tournament": TournamentForm(
        "players",
        (("In pairs", "pairs"), ("All at once", ""), ("Self-play", "self-play")),
        ("rounds", "hidden", "deals"),
        "seed",
        "/sevens/players",
    )
}
"""Questions with a list of players (``templates/forms/tournament.html``). The form stays next to a running job."""
MAX_VISIBLE_FIELDS, MIN_TALL_FORM_FIELDS = 5, 6
"""Fields shown before "More settings", and how many make a form tall."""


@dataclass(frozen=True, slots=True)
class SquarePicker:
    """Squares to press instead of typing a list of numbers: rows by round, and the current round."""

    field: str
    columns: int
    rounds: Mapping[int, Sequence[int]]
    now: int


@dataclass(frozen=True, slots=True)
class FormLayout:
    """The template of a form (none: field by field), and its fields: first, next to the template, under "More"."""

    template: str = ""
    first: tuple[Control, ...] = ()
    beside: tuple[str, ...] = ()
    more: tuple[Control, ...] = ()
    script: str = ""
    square_picker: SquarePicker | None = None
    title: str = "Position"
    tournament: TournamentForm | None = None
    known: Mapping[str, str] = field(default_factory=dict)
    """Known players of a tournament, with one line about each."""
    way: str = ""
    """The checkbox of the chosen format."""
    letters: tuple[str, ...] = ("1", "2", "3")
    """Labels of the podiums, as in the reasons: numbers of players, or letters of places."""
    places: tuple[str, ...] = ("", "", "")
    """The places in words, if the labels are places."""

    @property
    def is_tall(self) -> bool:
        """Whether it has more fields than fit on a screen."""
        return len(self.first) > MIN_TALL_FORM_FIELDS

    @property
    def has_click_board(self) -> bool:
        """Whether the state is entered on a click board."""
        return self.script == "state"


def layout_for(path: str, values: Mapping[str, object], fields: Sequence[Control]) -> FormLayout:
    """The form of a question with these values."""
    if path in TOURNAMENT_FORMS:
        entered = TOURNAMENT_FORMS[path]
        boxes = [box for _, box in entered.ways if box]
        return FormLayout(
            "forms/tournament.html",
            more=_without(fields, entered.fields),
            script="tournament",
            title="Tournament",
            tournament=entered,
            known=cast(Mapping[str, str], fields_of(request_type(path))[entered.names].extra.get("known", {})),
            way=next((each.name for each in fields if each.name in boxes and each.value), ""),
        )
    if path in RACK_FORMS:
        return FormLayout("forms/rack.html", more=_without(fields, RACK_FORMS[path]), script="rack")
    if path in DUEL_FORMS:
        return FormLayout(
            "forms/duel.html", (), DUEL_FORMS[path], _without(fields, ("scores", "me", *DUEL_FORMS[path]))
        )
    if path in BOARD_FORMS or (path in PODIUM_FORMS and values.get("state")):  # a state contains the scores
        elsewhere = ("scores", *BOARD_SETUP_FIELDS, *SLIDER_FIELDS.get(path, ()))
        return FormLayout("forms/state.html", more=_without(fields, elsewhere), script="state")
    if path in PODIUM_FORMS:
        more = _without(fields, ("scores", "me", *PODIUM_FORMS[path]))
        if path in NAMES_PLAYERS_BY_PLACE:
            seats = standing_order(values.get("scores"), values.get("me"))
            letters = tuple("LMR"[seat] if place is None else "ABC"[place] for seat, place in enumerate(seats))
            words = tuple("" if place is None else ("first", "second", "third")[place] for place in seats)
            return FormLayout(
                "forms/podiums.html", (), PODIUM_FORMS[path], more, "podiums", letters=letters, places=words
            )
        tray = square_picker_for(path, values)
        return FormLayout("forms/podiums.html", (), PODIUM_FORMS[path], more, "clues" if tray else "", tray)
    fields = sorted(fields, key=lambda each: not each.required)  # required fields come first
    first = tuple(each for number, each in enumerate(fields) if each.required or number < MAX_VISIBLE_FIELDS)
    return FormLayout(first=first, more=_without(fields, [each.name for each in first]))


def standing_order(scores: object, me: object) -> tuple[int | None, ...]:
    """The place of each of three seats, 0 for the first. In a tie the asking player comes first. None if scores are
    unknown. ``static/podiums.js`` does the same as they are typed."""
    if not isinstance(scores, list | tuple) or not all(isinstance(each, int) for each in scores):
        return (None,) * 3
    held = [*scores, 0, 0, 0][:3]
    order = sorted(range(3), key=lambda seat: (-held[seat], seat + 1 != me, seat))
    return tuple(order.index(seat) for seat in range(3))


def square_picker_for(path: str, values: Mapping[str, object]) -> SquarePicker | None:
    """The square picker of the question, if one of its fields has squares."""
    for each in fields_of(request_type(path)).values():
        if "squares" in each.extra:
            columns, rounds = cast(tuple[int, Mapping[int, Sequence[int]]], each.extra["squares"])
            now = values.get("round")
            return SquarePicker(
                each.option, columns, rounds, now if isinstance(now, int) and now in rounds else max(rounds)
            )
    return None


def _without(fields: Sequence[Control], names: Sequence[str]) -> tuple[Control, ...]:
    return tuple(each for each in fields if each.name not in names)
