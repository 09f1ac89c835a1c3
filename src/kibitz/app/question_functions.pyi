"""Types of the questions of the catalogue. Written by checks/make_typed_ask.py; do not edit."""

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Literal, SupportsFloat, SupportsIndex, TypeAlias, overload

import kibitz.games.backgammon.answers.matches
import kibitz.games.backgammon.answers.neurogammon
import kibitz.games.backgammon.answers.olympiad
import kibitz.games.backgammon.answers.positions
import kibitz.games.backgammon.answers.review
import kibitz.games.backgammon.answers.tools
import kibitz.games.backgammon.answers.training
import kibitz.games.chess.answers
import kibitz.games.chess.people.annotated_answer
import kibitz.games.chess.people.event_screening
import kibitz.games.chess.people.position_answer
import kibitz.games.chess.people.rating_answer
import kibitz.games.chess.people.simulated_player
import kibitz.games.jeopardy.answers.board
import kibitz.games.jeopardy.answers.buzz
import kibitz.games.jeopardy.answers.buzz_map
import kibitz.games.jeopardy.answers.cards
import kibitz.games.jeopardy.answers.case_book
import kibitz.games.jeopardy.answers.chances
import kibitz.games.jeopardy.answers.daily_double
import kibitz.games.jeopardy.answers.final
import kibitz.games.jeopardy.answers.final_map
import kibitz.games.jeopardy.answers.fits
import kibitz.games.jeopardy.answers.forecast
import kibitz.games.jeopardy.answers.match
import kibitz.games.jeopardy.answers.people_habits
import kibitz.games.jeopardy.answers.placement
import kibitz.games.jeopardy.answers.profile
import kibitz.games.jeopardy.answers.recorded_wagers
import kibitz.games.jeopardy.answers.review
import kibitz.games.jeopardy.answers.simulation
import kibitz.games.jeopardy.answers.states
import kibitz.games.jeopardy.answers.training
import kibitz.games.jeopardy.fields
import kibitz.games.jeopardy.show
import kibitz.games.parlour.answers.final
import kibitz.games.parlour.answers.kuhn
import kibitz.games.parlour.answers.solve
import kibitz.games.parlour.answers.vote
import kibitz.games.sevens.answers.bid
import kibitz.games.sevens.answers.lists
import kibitz.games.sevens.answers.replay
import kibitz.games.sevens.answers.report
import kibitz.games.sevens.questions.tournament
import kibitz.rate.exams.answers
import kibitz.rate.report.answers
import kibitz.rate.report.comparison
import kibitz.rate.report.fits
import kibitz.rate.report.prediction
import kibitz.rate.report.ratings
import kibitz.rules.answers.checks
import kibitz.rules.answers.learning
import kibitz.rules.answers.maps
import kibitz.rules.answers.samples
from kibitz.core.document import Document
from kibitz.core.question import Answer
from kibitz.core.work import WorkContext

Whole: TypeAlias = SupportsIndex | str
"""A whole number, also of NumPy, or as text: ``18400``, ``"$18,400"``."""
Number: TypeAlias = SupportsFloat | str
"""A number, also of NumPy, or as text: ``0.7``, ``"70%"``, ``"1/2"``."""
File: TypeAlias = str | PathLike[str] | Document | Mapping[str, str]
"""A file: its path, or its name and text."""

class ParlourQuestions:
    """Small games: two-player Final, n-card Kuhn poker, Weakest Link."""

    def final(
        self,
        *,
        scores: Iterable[Whole] | Whole,
        p: Iterable[Number] | Number,
        me: Whole = 1,
        wager: Whole | None = None,
        observed: str | None = None,
        prior: Number = 4.0,
        work: WorkContext | None = None,
    ) -> kibitz.games.parlour.answers.final.FinalAnswer:
        """Find the best wager in Final for two players: value, both optimal strategies, and the loss of each
        wager.

        Payoffs are player 1's chance to win minus 1/2, where a tie counts half. The field win_chance is the
        chance itself.

        Arguments:
            scores: Scores of both players, whole numbers from 0 to 200.
            p: Chance of each player to answer correctly, from 0 to 1.
            me: Which player you are.
            wager: Your own wager, to be graded.
            observed: Wagers of your opponent in games like this one, each with its count, such as 0:1,3:6.
            prior: Weight of the prior, in games of optimal play.
        """

    def kuhn(
        self,
        *,
        cards: Whole,
        card: Whole | None = None,
        after: Literal["bet", "check", "check-bet", "start"] = "start",
        action: Literal["bet", "call", "check", "fold"] | None = None,
        alpha: Number | None = None,
        hands: File | None = None,
        me: Literal["A", "B"] = "A",
        prior: Number = 4.0,
        work: WorkContext | None = None,
    ) -> kibitz.games.parlour.answers.kuhn.KuhnAnswer:
        """Solve Kuhn poker with any number of cards: value, optimal strategies, and the loss of the published
        lists.

        Arguments:
            cards: Number of cards in the deck, from 3 to 1,000.
            card: Your card, for advice on one hand; 1 is the lowest.
            after: Actions in the hand before yours: none, A's bet, A's check, or A's check and B's bet.
            action: Your own action with this hand, to be graded.
            alpha: With three cards: choose A's equilibrium that bets the king with this chance.
            hands: Observed hands of your opponent: CSV with the columns after, card, action.
            me: Your role against the observed opponent.
            prior: Weight of the prior, in hands of equilibrium play per card.
        """

    def vote(
        self,
        *,
        p1: Number,
        p2: Number,
        y1: Number | None = None,
        y2: Number | None = None,
        observed1: Iterable[Whole] | Whole | None = None,
        observed2: Iterable[Whole] | Whole | None = None,
        prior: Iterable[Number] | Number = ...,
        bank: Whole | None = None,
        tie: Literal["random", "strongest:P1", "strongest:P2", "strongest:you"] = "random",
        vote: Literal["P1", "P2"] | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.games.parlour.answers.vote.VoteAnswer:
        """Decide whom to vote off when three players are left at the Weakest Link, by your chance to win the
        bank.

        The paper calls the stronger opponent P2. If p1 < p2, kibitz applies the rule with the two exchanged.
        Give the chances y1 and y2, or observed votes: a Beta prior, by default uniform, then becomes a
        posterior.

        Arguments:
            p1: Your chance to beat P1 in the last round.
            p2: Your chance to beat P2 in the last round.
            y1: Chance that P1 votes for you (otherwise for P2).
            y2: Chance that P2 votes for you (otherwise for P1).
            observed1: Votes of P1 for you, and all observed votes of P1. They replace y1.
            observed2: Votes of P2 for you, and all observed votes of P2. They replace y2.
            prior: Beta prior for observed votes: weights of votes for you and of other votes.  [default: 1 1]
            bank: The bank in dollars, to see values in dollars.
            tie: If each player has one vote: one leaves at random, or the one the strongest link voted for.
            vote: Your own vote, to be graded.
        """

class JeopardyQuestions:
    """Jeopardy!: wagers, endgames and whole games, fitted to recorded games."""

    def final(
        self,
        *,
        scores: Iterable[Whole] | Whole,
        me: Whole,
        confidence: Number | None = None,
        opponents: Iterable[Number] | Number = ...,
        you: Iterable[Number] | Number | None = None,
        era: Whole = 2015,
        ties: Literal["shared", "tiebreaker"] | kibitz.games.jeopardy.show.Ties | None = None,
        cover: bool = False,
        cover_unless: Number | None = None,
        leader_covers: bool = False,
        places: Iterable[Number] | Number | None = None,
        wild_card: str | None = None,
        series: Iterable[Whole] | Whole | None = None,
        prizes: Iterable[Whole] | Whole | None = None,
        comeback: Whole | None = None,
        aversion: Number = 0.0,
        names: Iterable[str] | str = ...,
        wager: Whole | None = None,
        randomise: Number | None = None,
        draws: Whole | None = None,
        equilibrium: bool = False,
        seed: Whole = 1,
        game: Whole | None = None,
        totals: Iterable[Whole] | Whole | None = None,
        second: Number = 0.5,
        level: Literal["average", "champion", "grand-champion"] = "average",
        free_pass: bool = False,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.final.FinalAnswer:
        """Compute the chance to win Final Jeopardy with every legal wager, given three SCORES.

        Opponents bet like recorded players in their place, and answers are correlated. The curve holds the
        chance to win with each whole-dollar wager from $0 up.

        Arguments:
            scores: Scores of the players, left to right. Two scores mean a game of two players.
            me: Which player you are: 1 left, 2 middle or 3 right.
            confidence: Your chance to be right. Default: the average in your place, or that of your own
                profile.
            opponents: The opponents, one for both or one each: average, champion, grand-champion, four rates
                such as 0.7/0.9/0.7/0.6, or a record such as coryat:24000:12 (see `profile`).
            you: You: attempt rate, precision, Daily Double and Final accuracy, such as 0.7,0.9,0.7,0.6, or a
                record such as coryat:24000:12 (see `profile`).
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            ties: Tie rule. Default: that of the era.
            cover: In first place, allow only bets that cover the second's doubled score.
            cover_unless: In first place, cover unless you are less sure than this. Watson used 0.4.
            leader_covers: Assume that the leader covers the second's doubled score.
            places: Play for places: what first, second and third place are worth, such as 1,0.33,0.
            wild_card: Play to advance: by a win, or by a final score of at least this, such as 15000 or
                12000-18000.
            series: Play to be first with three wins: games won before by each player, such as 2,1,0.
            prizes: Play for money. The winner keeps the score; second and third win prizes such as 3000,2000.
            comeback: With prizes: dollars that returning as champion is worth. Default: a champion's average.
            aversion: With prizes: aversion to risk, 0 for none, 1 for the logarithm of your wealth.
            names: Names of the players, left to right, such as Ann,Ben,Cas.
            wager: Your own wager, to be judged.
            randomise: Also list all bets that cost at most this many points of win chance, such as 0.5.
            draws: Also draw the model parameters this many times from their uncertainty, to see how robust
                the wager is.
            equilibrium: Also find a Nash equilibrium of the three players' wagers.
            seed: Random seed.
            game: Game 1 or 2 of a two-game match. Values are then match equities.
            totals: In game 2 of a match: what each player won in game 1, left to right.
            second: In a match: value of second place, where first place is worth 1.
            level: In a match: your level.
            free_pass: In second place of game 2, pass first place only where that costs nothing against
                third.
        """

    def final_map(
        self,
        *,
        place: Whole,
        era: Whole = 2015,
        ties: Literal["shared", "tiebreaker"] | kibitz.games.jeopardy.show.Ties | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.final_map.FinalMapAnswer:
        """Map the best Final bet of one place over the ratios B/A and C/B, with all break points (Figure 9).

        Arguments:
            place: Your place before Final.
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            ties: Tie rule. Default: that of the era.
        """

    def cases(self, *, work: WorkContext | None = None) -> kibitz.games.jeopardy.answers.case_book.CaseBookAnswer:
        """Show famous Finals: the bet each is known for, the best one, and why.

        Each case opens as a question about Final, and the drill Famous Finals asks them.

        Arguments:
        """

    def final_card(
        self,
        *,
        era: Whole = 2015,
        role: Iterable[Literal["A", "B", "C"]] | str = ...,
        format: Literal["markdown", "svg", "text"] = "text",
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.cards.FinalCardAnswer:
        """Print the cards for Final Jeopardy: short rules for first, second and third place, and what they cost.

        Arguments:
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            role: Place of the rules: A first, B second or C third. Default: all.
            format: Plain text with 72 columns, Markdown, or an index card as an SVG picture.
        """

    def double_card(
        self, *, era: Whole = 2015, format: Literal["markdown", "svg", "text"] = "text", work: WorkContext | None = None
    ) -> kibitz.games.jeopardy.answers.cards.DoubleCardAnswer:
        """Print the card for Daily Doubles: which share of your score to wager, and what the rule costs.

        Arguments:
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            format: Plain text with 72 columns, Markdown, or an index card as an SVG picture.
        """

    def daily_double(
        self,
        *,
        scores: Iterable[Whole] | Whole = ...,
        me: Whole | None = None,
        state: str | None = None,
        left: Iterable[Whole] | Whole = ...,
        confidence: Number | None = None,
        row: Whole | None = None,
        final_confidence: Number | None = None,
        opponents: Iterable[Number] | Number = ...,
        era: Whole = 2015,
        risk: Number = 0.0,
        limit: Number | None = None,
        you: Iterable[Number] | Number | None = None,
        ties: Literal["shared", "tiebreaker"] | kibitz.games.jeopardy.show.Ties | None = None,
        level: Literal["average", "champion", "grand-champion"] = "average",
        own_final: Literal["best", "people"] = "best",
        step: Whole = 100,
        abilities: Literal["equal", "scores"] = "scores",
        champion: Literal["none", "1", "2", "3"] | kibitz.games.jeopardy.fields.ReturningChampion = ...,
        right: Iterable[Whole] | Whole | None = None,
        wrong: Iterable[Whole] | Whole | None = None,
        machine: bool = False,
        places: Iterable[Number] | Number | None = None,
        wild_card: str | None = None,
        series: Iterable[Whole] | Whole | None = None,
        prizes: Iterable[Whole] | Whole | None = None,
        comeback: Whole | None = None,
        aversion: Number = 0.0,
        names: Iterable[str] | str = ...,
        wager: Whole | None = None,
        check: Whole = 0,
        seed: Whole = 1,
        game: Whole | None = None,
        totals: Iterable[Whole] | Whole | None = None,
        second: Number = 0.5,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.daily_double.DailyDoubleAnswer:
        """Find the best wager on the last Daily Double, given three SCORES, or on any Daily Double, given
        --state.

        On the last one the result is exact: a lattice of score changes over the clues left, then Final
        Jeopardy. The curve lists wagers with the chance to win if you are right, if you are wrong, and at
        your confidence.

        Arguments:
            scores: Scores of the players, left to right. Two scores mean a game of two players.
            me: Which player you are: 1 left, 2 middle or 3 right.
            state: A state of a game, in place of scores. You wager on the Daily Double found last in it.
            left: Values of the clues left after this one, such as 400,800,2000. Default: none.
            confidence: Your chance to be right. Default: that of your level in the row.
            row: Row of the Daily Double, 1 at the top.
            final_confidence: Your chance to be right in Final. Default: the average in your place.
            opponents: The opponents, one for both or one each: average, champion, grand-champion, four rates
                such as 0.7/0.9/0.7/0.6, or a record such as coryat:24000:12 (see `profile`).
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            risk: Penalty on the standard deviation of a wager, such as 0.2.
            limit: Largest loss of win chance that a wrong answer may bring, such as 0.15.
            you: You: attempt rate, precision, Daily Double and Final accuracy, such as 0.7,0.9,0.7,0.6, or a
                record such as coryat:24000:12 (see `profile`).
            ties: Tie rule. Default: that of the era.
            level: Your level on clues and in Final Jeopardy.
            own_final: How you will bet in Final Jeopardy: the best response, or like recorded players.
            step: Step between wagers, in dollars.
            abilities: Ability of average players: estimated from their scores in this game, or equal for all.
            champion: Returning champion: player 1, 2 or 3. With none, all three have the same prior.
            right: Right answers of each player on regular clues, left to right, such as 7,4,5. Abilities then
                come from answers instead of scores.
            wrong: Wrong answers of each player on regular clues, left to right, such as 1,0,2.
            machine: Treat your answers as independent of the others', as a machine's are. With a state, you
                are the machine.
            places: Play for places: what first, second and third place are worth, such as 1,0.33,0.
            wild_card: Play to advance: by a win, or by a final score of at least this, such as 15000 or
                12000-18000.
            series: Play to be first with three wins: games won before by each player, such as 2,1,0.
            prizes: Play for money. The winner keeps the score; second and third win prizes such as 3000,2000.
            comeback: With prizes: dollars that returning as champion is worth. Default: a champion's average.
            aversion: With prizes: aversion to risk, 0 for none, 1 for the logarithm of your wealth.
            names: Names of the players, left to right, such as Ann,Ben,Cas.
            wager: Your own wager, to be judged.
            check: Also run this many rollouts, to check the exact result.
            seed: Random seed.
            game: Game 1 or 2 of a two-game match. Values are then match equities.
            totals: In game 2 of a match: what each player won in game 1, left to right.
            second: In a match: value of second place, where first place is worth 1.
        """

    def buzz(
        self,
        *,
        value: Whole,
        level: Literal["average", "champion", "grand-champion"] = "average",
        you: Iterable[Number] | Number | None = None,
        opponents: Iterable[Number] | Number = ...,
        abilities: Literal["equal", "scores"] = "scores",
        champion: Literal["none", "1", "2", "3"] | kibitz.games.jeopardy.fields.ReturningChampion = ...,
        right: Iterable[Whole] | Whole | None = None,
        wrong: Iterable[Whole] | Whole | None = None,
        machine: bool = False,
        era: Whole = 2015,
        ties: Literal["shared", "tiebreaker"] | kibitz.games.jeopardy.show.Ties | None = None,
        game: Whole | None = None,
        totals: Iterable[Whole] | Whole | None = None,
        second: Number = 0.5,
        scores: Iterable[Whole] | Whole = ...,
        me: Whole | None = None,
        state: str | None = None,
        left: Iterable[Whole] | Whole = ...,
        round: Whole = 2,
        confidence: Number = 0.5,
        choice: Literal["buzz", "wait"] | None = None,
        final_bets: Literal["all-in", "people"] = "people",
        tip_off: Number = 0.0,
        places: Iterable[Number] | Number | None = None,
        wild_card: str | None = None,
        series: Iterable[Whole] | Whole | None = None,
        prizes: Iterable[Whole] | Whole | None = None,
        comeback: Whole | None = None,
        aversion: Number = 0.0,
        names: Iterable[str] | str = ...,
        rollouts: Whole = 4000,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.buzz.BuzzAnswer:
        """Find how sure you must be to buzz on a clue: first, and on the rebound after one or both opponents
        miss.

        Given three SCORES and the clues left, the result is exact. It covers every course of the clue, the
        best buzzing on the clues left, and Final Jeopardy. With --state, kibitz uses rollouts where more than
        the last clues are left.

        Arguments:
            level: Your level.
            you: You: attempt rate, precision, Daily Double and Final accuracy, such as 0.7,0.9,0.7,0.6, or a
                record such as coryat:24000:12 (see `profile`).
            opponents: The opponents, one for both or one each: average, champion, grand-champion, four rates
                such as 0.7/0.9/0.7/0.6, or a record such as coryat:24000:12 (see `profile`).
            abilities: Ability of average players: estimated from their scores in this game, or equal for all.
            champion: Returning champion: player 1, 2 or 3. With none, all three have the same prior.
            right: Right answers of each player on regular clues, left to right, such as 7,4,5. Abilities then
                come from answers instead of scores.
            wrong: Wrong answers of each player on regular clues, left to right, such as 1,0,2.
            machine: You are a machine like Watson.
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            ties: Tie rule. Default: that of the era.
            game: Game 1 or 2 of a two-game match. Values are then match equities.
            totals: In game 2 of a match: what each player won in game 1, left to right.
            second: In a match: value of second place, where first place is worth 1.
            scores: Scores of the players, left to right. Two scores mean a game of two players.
            me: Which player you are: 1 left, 2 middle or 3 right.
            state: A state of a game, in place of scores. The square of the clue in play is still open.
            value: Dollar value of the clue in play.
            left: Values of the clues left after this one, such as 400,800,2000. Default: none.
            round: Round of the clue, if you give scores.
            confidence: How sure you are of your answer.
            choice: Your own choice, to be judged.
            final_bets: How opponents bet in Final: like recorded players, or the leader covers and others go
                all-in.
            tip_off: How much hearing a wrong answer raises the chance to be right on the rebound, such as
                0.1.
            places: Play for places: what first, second and third place are worth, such as 1,0.33,0.
            wild_card: Play to advance: by a win, or by a final score of at least this, such as 15000 or
                12000-18000.
            series: Play to be first with three wins: games won before by each player, such as 2,1,0.
            prizes: Play for money. The winner keeps the score; second and third win prizes such as 3000,2000.
            comeback: With prizes: dollars that returning as champion is worth. Default: a champion's average.
            aversion: With prizes: aversion to risk, 0 for none, 1 for the logarithm of your wealth.
            names: Names of the players, left to right, such as Ann,Ben,Cas.
            rollouts: Number of rollouts where more than the last clues are left. 0 uses the network.
            seed: Random seed.
        """

    def buzz_map(
        self,
        *,
        others: Iterable[Whole] | Whole,
        value: Whole = 2000,
        highest: Whole | None = None,
        step: Whole = 200,
        opponents: Iterable[Number] | Number = ...,
        machine: bool = False,
        final_bets: Literal["all-in", "people"] = "people",
        era: Whole = 2015,
        ties: Literal["shared", "tiebreaker"] | kibitz.games.jeopardy.show.Ties | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.buzz_map.BuzzMapAnswer:
        """Draw how sure you must be to buzz on the last clue, over your own score, against two opponents (Figure
        8).

        Arguments:
            others: Scores of the two opponents, such as 13000,6600.
            value: Dollar value of the last clue.
            highest: Your highest score. Default: 2.5 times the better opponent's.
            step: Step between your scores, in dollars.
            opponents: The opponents, one for both or one each: average, champion, grand-champion, four rates
                such as 0.7/0.9/0.7/0.6, or a record such as coryat:24000:12 (see `profile`).
            machine: You are a machine like Watson.
            final_bets: How opponents bet in Final: like recorded players, or the leader covers and others go
                all-in.
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            ties: Tie rule. Default: that of the era.
        """

    def buzz_card(
        self, *, era: Whole = 2015, format: Literal["markdown", "svg", "text"] = "text", work: WorkContext | None = None
    ) -> kibitz.games.jeopardy.answers.cards.BuzzCardAnswer:
        """Print the card for the buzzer: buzz thresholds on early clues, and rules for the last clue.

        Arguments:
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            format: Plain text with 72 columns, Markdown, or an index card as an SVG picture.
        """

    def win(
        self,
        *,
        state: str,
        level: Literal["average", "champion", "grand-champion"] = "average",
        you: Iterable[Number] | Number | None = None,
        opponents: Iterable[Number] | Number = ...,
        abilities: Literal["equal", "scores"] = "scores",
        champion: Literal["none", "1", "2", "3"] | kibitz.games.jeopardy.fields.ReturningChampion = ...,
        right: Iterable[Whole] | Whole | None = None,
        wrong: Iterable[Whole] | Whole | None = None,
        machine: bool = False,
        era: Whole = 2015,
        ties: Literal["shared", "tiebreaker"] | kibitz.games.jeopardy.show.Ties | None = None,
        game: Whole | None = None,
        totals: Iterable[Whole] | Whole | None = None,
        second: Number = 0.5,
        me: Whole | None = None,
        rollouts: Whole = 0,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.states.WinAnswer:
        """Compute each player's win chance from any STATE of a game.

        The result is exact near the end. kibitz uses rollouts where a Daily Double is hidden among few clues,
        and a network elsewhere. With --me you bet well from here on, against opponents of the level you
        choose. Without it all three play like people on the show.

        Arguments:
            level: Your level.
            you: You: attempt rate, precision, Daily Double and Final accuracy, such as 0.7,0.9,0.7,0.6, or a
                record such as coryat:24000:12 (see `profile`).
            opponents: The opponents, one for both or one each: average, champion, grand-champion, four rates
                such as 0.7/0.9/0.7/0.6, or a record such as coryat:24000:12 (see `profile`).
            abilities: Ability of average players: estimated from their scores in this game, or equal for all.
            champion: Returning champion: player 1, 2 or 3. With none, all three have the same prior.
            right: Right answers of each player on regular clues, left to right, such as 7,4,5. Abilities then
                come from answers instead of scores.
            wrong: Wrong answers of each player on regular clues, left to right, such as 1,0,2.
            machine: You are a machine like Watson.
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            ties: Tie rule. Default: that of the era.
            game: Game 1 or 2 of a two-game match. Values are then match equities.
            totals: In game 2 of a match: what each player won in game 1, left to right.
            second: In a match: value of second place, where first place is worth 1.
            state: Scores, player in control, round, open rows of the six columns, Daily Doubles found.
                Example: 6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4, with a Daily Double in column 6, row
                4. Write two as c6r4c1r2.
            me: Which player you are: 1 left, 2 middle or 3 right.
            rollouts: Estimate by this many rollouts instead. 0 means none.
            seed: Random seed.
        """

    def select(
        self,
        *,
        state: str,
        level: Literal["average", "champion", "grand-champion"] = "average",
        you: Iterable[Number] | Number | None = None,
        opponents: Iterable[Number] | Number = ...,
        abilities: Literal["equal", "scores"] = "scores",
        champion: Literal["none", "1", "2", "3"] | kibitz.games.jeopardy.fields.ReturningChampion = ...,
        right: Iterable[Whole] | Whole | None = None,
        wrong: Iterable[Whole] | Whole | None = None,
        machine: bool = False,
        era: Whole = 2015,
        ties: Literal["shared", "tiebreaker"] | kibitz.games.jeopardy.show.Ties | None = None,
        game: Whole | None = None,
        totals: Iterable[Whole] | Whole | None = None,
        second: Number = 0.5,
        alpha: Number = 0.03,
        choice: str | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.states.SelectAnswer:
        """Find which square the player in control should pick in a STATE.

        While a Daily Double is hidden, finding it matters most and keeping control comes second. Afterwards,
        learning about a category matters.

        Arguments:
            level: Your level.
            you: You: attempt rate, precision, Daily Double and Final accuracy, such as 0.7,0.9,0.7,0.6, or a
                record such as coryat:24000:12 (see `profile`).
            opponents: The opponents, one for both or one each: average, champion, grand-champion, four rates
                such as 0.7/0.9/0.7/0.6, or a record such as coryat:24000:12 (see `profile`).
            abilities: Ability of average players: estimated from their scores in this game, or equal for all.
            champion: Returning champion: player 1, 2 or 3. With none, all three have the same prior.
            right: Right answers of each player on regular clues, left to right, such as 7,4,5. Abilities then
                come from answers instead of scores.
            wrong: Wrong answers of each player on regular clues, left to right, such as 1,0,2.
            machine: You are a machine like Watson.
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            ties: Tie rule. Default: that of the era.
            game: Game 1 or 2 of a two-game match. Values are then match equities.
            totals: In game 2 of a match: what each player won in game 1, left to right.
            second: In a match: value of second place, where first place is worth 1.
            state: Scores, player in control, round, open rows of the six columns, Daily Doubles found.
                Example: 6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4, with a Daily Double in column 6, row
                4. Write two as c6r4c1r2.
            alpha: Weight of keeping control, where finding a Daily Double weighs 1.
            choice: Your own square, to be judged, such as c2r5.
        """

    def board(
        self,
        *,
        state: str,
        level: Literal["average", "champion", "grand-champion"] = "average",
        you: Iterable[Number] | Number | None = None,
        opponents: Iterable[Number] | Number = ...,
        abilities: Literal["equal", "scores"] = "scores",
        champion: Literal["none", "1", "2", "3"] | kibitz.games.jeopardy.fields.ReturningChampion = ...,
        right: Iterable[Whole] | Whole | None = None,
        wrong: Iterable[Whole] | Whole | None = None,
        machine: bool = False,
        era: Whole = 2015,
        ties: Literal["shared", "tiebreaker"] | kibitz.games.jeopardy.show.Ties | None = None,
        game: Whole | None = None,
        totals: Iterable[Whole] | Whole | None = None,
        second: Number = 0.5,
        categories: Iterable[str] | str = ...,
        records: Iterable[str] | str = ...,
        confidence: Number | None = None,
        wager: Whole | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.board.BoardAnswer:
        """Show the board of a STATE as a heat map: the chance that each open square hides a Daily Double.

        Where one was found, kibitz also recommends a wager to the player in control, as `daily-double
        --state` does.

        Arguments:
            level: Your level.
            you: You: attempt rate, precision, Daily Double and Final accuracy, such as 0.7,0.9,0.7,0.6, or a
                record such as coryat:24000:12 (see `profile`).
            opponents: The opponents, one for both or one each: average, champion, grand-champion, four rates
                such as 0.7/0.9/0.7/0.6, or a record such as coryat:24000:12 (see `profile`).
            abilities: Ability of average players: estimated from their scores in this game, or equal for all.
            champion: Returning champion: player 1, 2 or 3. With none, all three have the same prior.
            right: Right answers of each player on regular clues, left to right, such as 7,4,5. Abilities then
                come from answers instead of scores.
            wrong: Wrong answers of each player on regular clues, left to right, such as 1,0,2.
            machine: You are a machine like Watson.
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            ties: Tie rule. Default: that of the era.
            game: Game 1 or 2 of a two-game match. Values are then match equities.
            totals: In game 2 of a match: what each player won in game 1, left to right.
            second: In a match: value of second place, where first place is worth 1.
            state: Scores, player in control, round, open rows of the six columns, Daily Doubles found.
                Example: 6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4, with a Daily Double in column 6, row
                4. Write two as c6r4c1r2.
            categories: Names of the categories, left to right, such as Rivers,Opera,Space.
            records: Your answers in each category up to now: + right, - wrong, 0 none. Example: +-,++-+,0.
            confidence: Your chance to be right on the Daily Double found. Default: the usual one in its row.
            wager: Your own wager, to be judged.
        """

    def profile(
        self,
        *,
        player: str | None = None,
        games: Whole | None = None,
        right: Whole | None = None,
        wrong: Whole | None = None,
        doubles: Iterable[Whole] | Whole | None = None,
        finals: Iterable[Whole] | Whole | None = None,
        coryat: Whole | None = None,
        score: Whole | None = None,
        era: Whole = 2015,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.profile.ProfileAnswer:
        """Estimate a player's four rates, with an interval, from a record of games.

        The rates are attempts, precision, Daily Double and Final accuracy. Give a PLAYER as text, or the
        number of games with right and wrong answers, a mean Coryat score, or a mean score before Final. Other
        questions take the same text as --opponents and --you.

        Arguments:
            player: The player as text: average, 0.7/0.9/0.7/0.6, coryat:24000:12, score:18000:5 or
                box:250-30:12.
            games: Number of games of the record.
            right: Right answers on regular clues, in all games.
            wrong: Wrong answers on regular clues, in all games.
            doubles: Daily Doubles answered right, and found, such as 9,12.
            finals: Finals answered right, and played, such as 8,12.
            coryat: Mean Coryat score, in dollars.
            score: Mean score before Final, in dollars.
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
        """

    def forecast(
        self,
        *,
        players: Iterable[str] | str,
        names: Iterable[str] | str = ...,
        won: Whole | None = None,
        final: Literal["game", "three-wins", "two-day"] = "two-day",
        draws: Whole = 100,
        runs: Whole = 200,
        era: Whole = 2015,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.forecast.ForecastAnswer:
        """Forecast who wins, from records of the PLAYERS: one game of three, a champion's streak, or a
        tournament.

        One player is a champion, who meets two newcomers in each game. Three players meet once. Nine or more
        play a tournament of champions with semi-finals and wild cards. Every chance has an interval for what
        the records leave open.

        Arguments:
            players: The players, each as average, 0.7/0.9/0.7/0.6, coryat:24000:12, score:18000:5 or
                box:250-30:12 (see `profile`).
            names: Names of the players, such as Ann,Ben,Cas.
            won: Games that a champion without a record has won.
            final: Final of a tournament: totals of two days, first with three wins, or one game.
            draws: Draws of the players' abilities from what is known of them.
            runs: Games or tournaments for each draw.
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            seed: Random seed.
        """

    def people(self, *, work: WorkContext | None = None) -> kibitz.games.jeopardy.answers.people_habits.PeopleAnswer:
        """Show how people play, until 2014 and since 2015: where Daily Doubles are, what people bet, how clues
        end.

        These are figures 1 to 5 of the Watson paper, from the models that all other questions use.

        Arguments:
        """

    def placement(
        self,
        *,
        round: Whole,
        played: Iterable[str] | str = ...,
        found: Iterable[str] | str = ...,
        position: str | None = None,
        era: Whole = 2015,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.placement.PlacementAnswer:
        """Compute the chance that each square hides a Daily Double, given the squares already played.

        Write squares as c4r5: column 4, row 5 from the top.

        Arguments:
            round: Jeopardy (1) or Double Jeopardy (2).
            played: Squares played without a Daily Double, such as c1r1,c1r2.
            found: Squares with Daily Doubles found.
            position: A position in kibitz notation, in place of squares. Example: 0_0_0.1.2.3fffffff.0.0.1s.
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
        """

    def chances(
        self,
        *,
        scores: Iterable[Whole] | Whole,
        left: Iterable[Whole] | Whole = ...,
        seats: Iterable[Literal["average", "champion", "grand-champion"]] | str = ...,
        era: Whole = 2015,
        ties: Literal["shared", "tiebreaker"] | kibitz.games.jeopardy.show.Ties | None = None,
        abilities: Literal["equal", "scores"] = "scores",
        champion: Literal["none", "1", "2", "3"] | kibitz.games.jeopardy.fields.ReturningChampion = ...,
        names: Iterable[str] | str = ...,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.chances.ChancesAnswer:
        """Compute each player's win chance when no Daily Double is left, given three SCORES.

        The result is exact. A lattice covers all score changes over the clues left. Final Jeopardy follows,
        with bets like those of recorded players.

        Arguments:
            scores: Scores of the players, left to right. Two scores mean a game of two players.
            left: Values of the clues left after this one, such as 400,800,2000. Default: none.
            seats: Level of each player, left to right: average, champion or grand-champion.
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            ties: Tie rule. Default: that of the era.
            abilities: Ability of average players: estimated from their scores in this game, or equal for all.
            champion: Returning champion: player 1, 2 or 3. With none, all three have the same prior.
            names: Names of the players, left to right, such as Ann,Ben,Cas.
        """

    def review(
        self,
        *,
        page: File,
        era: Whole | None = None,
        ties: Literal["shared", "tiebreaker"] | kibitz.games.jeopardy.show.Ties | None = None,
        champion: Literal["none", "1", "2", "3"] | kibitz.games.jeopardy.fields.ReturningChampion | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.review.ReviewAnswer:
        """Review a recorded game: win chances after every clue, a judgement of every wager, and luck and skill.

        PAGE is a saved game page of the J! Archive, or your own table (.csv). Each line of a table is one
        clue in the order played: round, row, column, wager, wrong players, right player. Then follow lines of
        final, player, wager, right or wrong.

        Arguments:
            page: Saved page or table of the game.
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            ties: Tie rule. Default: that of the era.
            champion: Returning champion: player 1, 2 or 3. With none, all three have the same prior.
        """

    def wagers(
        self,
        *,
        finals: File,
        era: Whole = 2015,
        games: Whole = 600,
        assumed_confidence: Number = 0.9,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.recorded_wagers.WagersAnswer:
        """Measure what recorded Final wagers lost, by place, and write them as decision records to rate.

        FINALS is a compressed table, one row per player: air_date, game_type, score_before, wager, correct,
        score_after.

        Arguments:
            finals: Table of recorded Finals.
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            games: Largest number of games, spread evenly over the years.
            assumed_confidence: Confidence that recorded players are assumed to have had when they bet.
        """

    def simulate(
        self,
        *,
        games: Whole = 100000,
        seats: Iterable[str] | str = ...,
        you: Iterable[Number] | Number | None = None,
        era: Whole = 2015,
        ties: Literal["shared", "tiebreaker"] | kibitz.games.jeopardy.show.Ties | None = None,
        ability: Literal["drawn", "equal", "printed"] = "drawn",
        champion: Literal["none", "1", "2", "3"] | kibitz.games.jeopardy.fields.ReturningChampion = ...,
        select: Iterable[Literal["bayes", "bayes+control", "lrtb", "rows", "usual"]] | str = ...,
        double: Iterable[Literal["calibrated", "endgame", "live", "network", "safe", "usual"]] | str = ...,
        final: Iterable[Literal["best", "cover", "rules", "usual"]] | str = ...,
        buzz: Iterable[Literal["default", "delta", "exact", "usual"]] | str = ...,
        start: str | None = None,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.simulation.SimulateAnswer:
        """Play many full games between three contestants.

        Every number comes with its standard error. The same seed gives the same games with any number of
        workers.

        Arguments:
            games: Number of games.
            seats: Who plays, left to right: a level, machine, you, or a profile such as coryat:24000:12.
            you: You: attempt rate, precision, Daily Double and Final accuracy, such as 0.7,0.9,0.7,0.6, or a
                record such as coryat:24000:12 (see `profile`).
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            ties: Tie rule. Default: that of the era.
            ability: Ability of average contestants: drawn as on the show, equal for all, or printed for the
                numbers of the paper.
            champion: Returning champion: player 1, 2 or 3. With none, all three have the same prior.
            select: How each player picks squares: usual, lrtb, rows, bayes or bayes+control.
            double: How each player bets Daily Doubles: usual, safe, calibrated, network, live or endgame. The
                choice live is the network with the record in the category. The choice endgame is for one
                player: live, and exact near the end (about 0.2 s each).
            final: How each player bets in Final: usual, cover, rules or best.
            buzz: How each player buzzes: usual or default. One may buzz exact (last clues) or delta (all).
            start: Start all games from this state.
            seed: Random seed.
        """

    def match(
        self,
        *,
        count: Whole = 10000,
        seats: Iterable[str] | str = ...,
        you: Iterable[Number] | Number | None = None,
        era: Whole = 2015,
        select: Iterable[Literal["bayes", "bayes+control", "lrtb", "rows", "usual"]] | str = ...,
        double: Iterable[Literal["bold", "live", "network", "safe", "usual"]] | str = ...,
        final: Iterable[Literal["best", "cover", "people", "rules", "usual"]] | str = ...,
        second: Number = 0.5,
        losses: Whole = 0,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.match.MatchAnswer:
        """Play many two-game matches between three contestants, decided by the totals.

        People bet as champions do in matches. By default a machine bets by its networks, and optimally in
        both Finals. The last Final is exact. Two runs with the same seed use the same random numbers.

        Arguments:
            count: Number of matches.
            seats: Who plays, left to right: a level, machine, you, or a profile such as coryat:24000:12.
            you: You: attempt rate, precision, Daily Double and Final accuracy, such as 0.7,0.9,0.7,0.6, or a
                record such as coryat:24000:12 (see `profile`).
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            select: How each player picks squares: usual, lrtb, rows, bayes or bayes+control.
            double: How each player bets Daily Doubles: usual, bold (as in matches), safe, network or live.
            final: How each player bets in the Finals: usual, people, cover, rules or best.
            second: In a match: value of second place, where first place is worth 1.
            losses: Also measure the loss of this many Daily Double bets of the first seat by rollouts.
            seed: Random seed.
        """

    def train(
        self,
        *,
        era: Whole = 2015,
        role: Literal["machine", "people", "person"] = "person",
        opponents: Literal["average", "champion", "grand-champion"] = "average",
        you: Iterable[Number] | Number | None = None,
        all: bool = False,
        games: Whole = 800000,
        hidden: Whole = 64,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.training.TrainAnswer:
        """Train an evaluator of states from simulated games, or with --all every evaluator that ships.

        Each takes about a minute and a half. A stopped training continues after its last finished generation.

        Arguments:
            era: Year of the show. It selects the player model and tie rule: before 2015, or since.
            role: Whose win chances: three contestants of the show, a person who bets well, or the machine.
            opponents: Level of the opponents.
            you: You: attempt rate, precision, Daily Double and Final accuracy, such as 0.7,0.9,0.7,0.6, or a
                record such as coryat:24000:12 (see `profile`).
            all: Train every evaluator that ships, one after the other.
            games: Number of games in the last generation.
            hidden: Number of hidden units.
            seed: Random seed.
        """

    def fit(
        self,
        *,
        data_dir: Iterable[File] | File,
        simulated: bool = True,
        cards: bool = False,
        work: WorkContext | None = None,
    ) -> kibitz.games.jeopardy.answers.fits.FitAnswer:
        """Fit the shipped tables again from recorded games in DATA_DIR, and print old and new numbers.

        kibitz fits each table for which your files are sufficient.

        Arguments:
            data_dir: Tables of recorded games, or their folder.
            simulated: Also fit the population and the machine, which takes minutes and millions of simulated
                games.
            cards: Also learn the cards for Final Jeopardy again, which takes minutes.
        """

class BackgammonQuestions:
    """Backgammon: equity, checker plays, cube actions, rollouts, match reviews."""

    def move(
        self,
        *,
        position: str,
        dice: Number = "",
        plies: Whole = 0,
        roller: bool = False,
        play: str | None = None,
        cubeful: bool | None = None,
        score: str | None = None,
        cube: Whole | None = None,
        owner: Literal["centred", "opponent", "own"] | None = None,
        crawford: bool | None = None,
        jacoby: bool = False,
        beavers: bool = False,
        equities: Literal["kazaross-xg2", "model"] = "kazaross-xg2",
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.games.backgammon.answers.positions.MoveAnswer:
        """Rank every legal play of a roll by equity, with loss and chances, and explain why the best is best.

        Arguments:
            position: The position: a Position ID, PositionID:MatchID, or an XGID.
            dice: The roll, such as 31. Leave it out if the position includes a roll.
            plies: Plies to look ahead.
            roller: Roll out the best candidates, with the cube alive, until the best is clear. Takes up to a
                minute.
            play: Your own play, to be judged, such as 8/5 6/5.
            cubeful: Count the cube. By default, only if the position includes a cube or a score.
            score: The score: your points, the opponent's and the match length, such as 3-5/7, or money.
            cube: The value of the cube.
            owner: Who owns the cube, seen by you.
            crawford: Whether this is the Crawford game, in which nobody may double.
            jacoby: Money play with the Jacoby rule: gammons count only after a double.
            beavers: Money play with beavers: a player who is doubled may double again at once and keep the
                cube.
            equities: Match equity table: the published one, or the one that kibitz computes from a model of
                one game.
            seed: Seed for the random numbers.
        """

    def cube(
        self,
        *,
        position: str,
        plies: Whole = 0,
        roller: bool = False,
        score: str | None = None,
        cube: Whole | None = None,
        owner: Literal["centred", "opponent", "own"] | None = None,
        crawford: bool | None = None,
        jacoby: bool = False,
        beavers: bool = False,
        equities: Literal["kazaross-xg2", "model"] = "kazaross-xg2",
        choice: Literal["double", "no double", "pass", "take"] | None = None,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.games.backgammon.answers.positions.CubeAnswer:
        """Find the cube action before the roll: no double, double/take, double/pass or too good, and the take
        point.

        Arguments:
            position: The position: a Position ID, PositionID:MatchID, or an XGID.
            plies: Plies to look ahead.
            roller: Roll out the best candidates, with the cube alive, until the best is clear. Takes up to a
                minute.
            score: The score: your points, the opponent's and the match length, such as 3-5/7, or money.
            cube: The value of the cube.
            owner: Who owns the cube, seen by you.
            crawford: Whether this is the Crawford game, in which nobody may double.
            jacoby: Money play with the Jacoby rule: gammons count only after a double.
            beavers: Money play with beavers: a player who is doubled may double again at once and keep the
                cube.
            equities: Match equity table: the published one, or the one that kibitz computes from a model of
                one game.
            choice: Your own choice, to be judged.
            seed: Seed for the random numbers.
        """

    def evaluate(
        self,
        *,
        position: str,
        plies: Whole = 0,
        score: str | None = None,
        cube: Whole | None = None,
        owner: Literal["centred", "opponent", "own"] | None = None,
        crawford: bool | None = None,
        jacoby: bool = False,
        beavers: bool = False,
        equities: Literal["kazaross-xg2", "model"] = "kazaross-xg2",
        work: WorkContext | None = None,
    ) -> kibitz.games.backgammon.answers.positions.EvaluateAnswer:
        """Evaluate a position before the roll: chances of wins, gammons and backgammons, equity with and without
        cube.

        Arguments:
            position: The position: a Position ID, PositionID:MatchID, or an XGID.
            plies: Plies to look ahead.
            score: The score: your points, the opponent's and the match length, such as 3-5/7, or money.
            cube: The value of the cube.
            owner: Who owns the cube, seen by you.
            crawford: Whether this is the Crawford game, in which nobody may double.
            jacoby: Money play with the Jacoby rule: gammons count only after a double.
            beavers: Money play with beavers: a player who is doubled may double again at once and keep the
                cube.
            equities: Match equity table: the published one, or the one that kibitz computes from a model of
                one game.
        """

    def rollout(
        self, *, position: str, trials: Whole = 360, turns: Whole = 11, seed: Whole = 1, work: WorkContext | None = None
    ) -> kibitz.games.backgammon.answers.positions.RolloutAnswer:
        """Roll out a position, luck-adjusted: chances and equity of the player on roll, with standard errors.

        Arguments:
            position: The position: a Position ID, PositionID:MatchID, or an XGID.
            trials: Number of games, rounded up to a multiple of 36.
            turns: Turns after which a game is cut off and evaluated. 0 plays to the end.
            seed: Seed for the random numbers.
        """

    def scores(
        self, *, position: str, away: Whole = 7, plies: Whole = 0, work: WorkContext | None = None
    ) -> kibitz.games.backgammon.answers.tools.ScoresAnswer:
        """Find the cube action of a position at every match score, with take points and gammon values.

        Arguments:
            position: The position: a Position ID, PositionID:MatchID, or an XGID.
            away: Largest number of points that a player still needs.
            plies: Plies to look ahead.
        """

    def race(
        self, *, position: str, work: WorkContext | None = None
    ) -> kibitz.games.backgammon.answers.tools.RaceAnswer:
        """Compare the race counts of players with the evaluation: pips, effective pips, Keith, Kleinman, Thorp,
        Trice.

        Arguments:
            position: The position: a Position ID, PositionID:MatchID, or an XGID.
        """

    def rolls(
        self, *, position: str, work: WorkContext | None = None
    ) -> kibitz.games.backgammon.answers.tools.RollsAnswer:
        """Show what each of the 21 rolls makes of a position: best play, equity, and how often the market is
        lost.

        Arguments:
            position: The position: a Position ID, PositionID:MatchID, or an XGID.
        """

    def neurogammon(
        self, *, position: str, dice: Number = "", work: WorkContext | None = None
    ) -> kibitz.games.backgammon.answers.neurogammon.NeurogammonAnswer:
        """Ask Neurogammon 1.0: the scores of its six networks for each play, and the outputs of its doubling
        network.

        Arguments:
            position: The position: a Position ID, PositionID:MatchID, or an XGID.
            dice: The roll, such as 31. Without a roll, only the cube decision is shown.
        """

    def review(
        self, *, match: File, plies: Whole = 2, luck: bool = True, work: WorkContext | None = None
    ) -> kibitz.games.backgammon.answers.review.ReviewAnswer:
        """Review a match from a file: each player's errors in equity and PR, luck and skill, and the blunders.

        The file can be a .mat, an .sgf or a .txt of GNU Backgammon, or an .xg of eXtreme Gammon.

        Arguments:
            match: The match, as a .mat, .sgf, .txt or .xg file.
            plies: Plies to look ahead.
            luck: Also measure the luck of the dice.
        """

    def duel(
        self,
        *,
        first: Literal[
            "advanced",
            "beginner",
            "casual",
            "expert",
            "file",
            "hand-written",
            "intermediate",
            "kibitz",
            "neurogammon",
            "novice",
            "world class",
        ] = "kibitz",
        second: Literal[
            "advanced",
            "beginner",
            "casual",
            "expert",
            "file",
            "hand-written",
            "intermediate",
            "kibitz",
            "neurogammon",
            "novice",
            "world class",
        ] = "hand-written",
        games: Whole = 100,
        match: Whole = 0,
        cube: bool = False,
        jacoby: bool = False,
        plies: Whole = 0,
        other_plies: Whole = 0,
        file: File | None = None,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.games.backgammon.answers.matches.DuelAnswer:
        """Play two players against each other on the same dice from both seats, luck-adjusted, with intervals.

        A player is kibitz, a level (expert, casual and so on), neurogammon, hand-written or file. A file
        holds weights written by train, or a linear evaluator such as pubeval, as a CSV file with the columns
        contact and race.

        Arguments:
            first: The first player.
            second: The second player.
            games: Number of games or matches, half of them from each seat.
            match: Play matches to this many points, with the cube. 0 plays money games.
            cube: Play money games with the cube. The result is then not luck-adjusted.
            jacoby: Money play with the Jacoby rule: gammons count only after a double.
            plies: Plies that the first player looks ahead.
            other_plies: Plies that the second player looks ahead.
            file: Weights of the player called file, as .npz or .csv.
            seed: Seed for the random numbers.
        """

    def olympiad(
        self,
        *,
        players: Iterable[
            Literal[
                "advanced",
                "beginner",
                "casual",
                "expert",
                "file",
                "hand-written",
                "intermediate",
                "kibitz",
                "neurogammon",
                "novice",
                "world class",
            ]
        ]
        | str = ...,
        per_pair: Whole = 10,
        match: Whole = 11,
        file: File | None = None,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.games.backgammon.answers.olympiad.OlympiadAnswer:
        """Play a round robin of programs in matches, as at the Computer Olympiad of 1989, with errors and style.

        Each pair plays on the same dice from both seats. A file holds weights written by train, or a linear
        evaluator such as pubeval.

        Arguments:
            players: The programs, such as neurogammon or hand-written.
            per_pair: Matches of each pair, half of them from each seat.
            match: Points to which a match is played.
            file: Weights of the player called file, as .npz or .csv.
            seed: Seed for the random numbers.
        """

    def train(
        self,
        *,
        stage: Literal["bootstrap", "comparison", "doubling", "labelled", "scratch", "td"] = "scratch",
        data: File | None = None,
        start: File | None = None,
        games: Whole = 120000,
        decisions: Whole = 50000,
        rounds: Whole = 2,
        epochs: Whole = 10,
        hidden: Whole = 96,
        plies: Whole = 0,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.games.backgammon.answers.training.TrainAnswer:
        """Train networks, from scratch or from given weights. A stopped run continues where it was.

        The stage scratch needs no teacher. It runs td (self-play with temporal differences) and then rounds
        of bootstrap (labels from the network's own look-ahead). The stage labelled reads an .npz file of
        labelled positions. The stages comparison and doubling come from the Neurogammon paper and read CSV
        files of human plays and cube decisions. See docs/backgammon.md for the formats.

        Arguments:
            stage: The stage of training.
            data: The file to train on: labelled positions (.npz), human plays or cube decisions (.csv).
            start: Weights to start from, as an .npz file.
            games: Number of self-play games.
            decisions: Decisions to label in each bootstrap round.
            rounds: Number of bootstrap rounds.
            epochs: Passes over the labelled positions.
            hidden: Hidden units of a network trained from scratch.
            plies: Labels to use from a labelled file: 0 takes the 0-ply labels, 1 mixes them with 1-ply
                labels.
            seed: Seed for the random numbers.
        """

class SevensQuestions:
    """Sevens: what to bid for a letter, tournaments of bidders."""

    def bid(
        self,
        *,
        tile: str,
        players: Whole,
        rack: str = "",
        left: Whole | None = None,
        hidden: Whole = 0,
        score: Whole = 100,
        taken: str = "",
        history: File | None = None,
        seat: Whole = 0,
        bid: Whole | None = None,
        aim: Literal["difference", "points"] = "points",
        tiles: Literal["english", "french", "german", "spanish"] = "english",
        tiles_file: File | None = None,
        words: File | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.games.sevens.answers.bid.BidAnswer:
        """What to bid for the letter on offer, what winning it is worth, and why.

        Arguments:
            tile: The letter on offer.
            players: Number of players at the table.
            rack: Letters on your rack, including hidden ones, such as EST.
            left: Auctions left in this round, including this one (if not given, all of them).
            hidden: Hidden letters per player.
            score: Your score, which limits the bid.
            taken: Letters that other players won this round, as far as you know.
            history: Earlier auctions, one JSON object per line. kibitz estimates prices from them.
            seat: Your seat in the history, from 0.
            bid: Your own bid, to be judged.
            aim: Maximize your points, or your lead over one opponent (then give all its letters as --taken).
            tiles: Tiles of this language: how many of each letter, and what they score.
            tiles_file: Your own tiles: 26 lines such as E 12 1 (letter, copies, points).
            words: Your own word list, one word at the start of each line.
        """

    def tournament(
        self,
        *,
        players: str,
        rounds: Whole = 50,
        hidden: Number = "3",
        deals: Whole = 1,
        copies: Whole = 1,
        pairs: bool = False,
        self_play: bool = False,
        seed: Whole = 1,
        tiles: Literal["english", "french", "german", "spanish"] = "english",
        words: File | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.games.sevens.questions.tournament.TournamentAnswer:
        """Play a tournament between bidders, with duplicate deals, rotated seats and confidence intervals.

        Arguments:
            players: Names separated by commas, such as g1,loss,dp. Repeat a name to give it more seats.
            rounds: Rounds per game.
            hidden: Hidden letters per player: a number or a range such as 0..6.
            deals: Deals per match.
            copies: Seats per player.
            pairs: Play every pair of players head to head: 1 v 1, or 5 v 5 with --copies 5.
            self_play: Play each player only against itself, with --copies seats (six if not given).
            seed: Random seed.
            tiles: Tiles of this language: how many of each letter, and what they score.
            words: Your own word list, one word at the start of each line.
        """

    def report(
        self,
        *,
        rounds: Whole,
        hidden: Number = "0..6",
        seed: Whole = 1,
        words: File | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.games.sevens.answers.report.ReportAnswer:
        """Replay the report's tournaments: one and two of each player, all pairs 1 v 1 and 5 v 5, and self-play.

        Stand-ins fitted to the report's results play for the other groups. kibitz saves finished tables, so
        that a stopped run can continue.

        Arguments:
            rounds: Rounds per game (50 in the report).
            hidden: Hidden letters per player: a number or a range such as 0..6.
            seed: Random seed.
            words: Your own word list, one word at the start of each line.
        """

    def replay(
        self,
        *,
        players: str = "g1,loss,dp",
        round: Whole = 1,
        hidden: Whole = 0,
        seat: Whole = 0,
        seed: Whole = 1,
        game: File | None = None,
        record: Whole = 1,
        words: File | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.games.sevens.answers.replay.ReplayAnswer:
        """Show one round in full: every tile, every bid, the winners and prices, and the words.

        Arguments:
            players: Names separated by commas, one per seat.
            round: Round to show.
            hidden: Hidden letters per player.
            seat: Seat whose bids are written as decisions, from 0.
            seed: Random seed.
            game: Show a game from a file that --log or --records wrote, instead of a new one.
            record: Number of the game in a file that --records wrote.
            words: Your own word list, one word at the start of each line.
        """

    def players(self, *, work: WorkContext | None = None) -> kibitz.games.sevens.answers.lists.PlayersAnswer:
        """List the players that can take a seat.

        Arguments:
        """

    def words(
        self,
        *,
        rack: str = "",
        tiles: Literal["english", "french", "german", "spanish"] = "english",
        tiles_file: File | None = None,
        words: File | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.games.sevens.answers.lists.WordsAnswer:
        """Show the words of a rack, or the word list in use and its size.

        Arguments:
            rack: Letters whose words you want, such as EINRST?; ? is a blank. Without letters, the whole
                list.
            tiles: Tiles of this language: how many of each letter, and what they score.
            tiles_file: Your own tiles: 26 lines such as E 12 1 (letter, copies, points).
            words: Your own word list, one word at the start of each line.
        """

class TheoryQuestions:
    """Game theory: equilibria of any game, decision lists that fit on a card."""

    def solve(
        self, *, file: File | None = None, text: str | None = None, work: WorkContext | None = None
    ) -> kibitz.games.parlour.answers.solve.SolveAnswer:
        """Find equilibria of any two-player matrix game: all of them if it is small, one if it is large, with
        regrets.

        FILE (- for standard input) is JSON, such as {"row": [[3, 0], [5, 1]], "column": [[3, 5], [0, 1]]}.
        One matrix alone is a zero-sum game. CSV holds numbers, pairs such as "3,5", or two tables with a
        blank line between them. Fractions such as 1/3 are exact. The first line and column may name the
        choices. On one line, ; ends a row: 1,2;3,4 is a 2 x 2 matrix. Gambit's .nfg and .efg files are read
        too.

        Arguments:
            file: The game as JSON, CSV, .nfg or .efg.
            text: The game itself instead of a file, in the same notation.
        """

    def learn(
        self,
        *,
        game: str | None = None,
        game_file: File | None = None,
        method: Literal["grid", "regression", "sampling", "templates", "tree"] = "templates",
        depth: Whole | None = None,
        width: Whole | None = None,
        epsilon: Number = 0.0,
        leaves: Whole | None = None,
        roles: Iterable[str] | str = ...,
        samples: Whole | None = None,
        distance: Literal["l1", "l2", "linf"] | None = None,
        cells: Whole = 400,
        seconds: Number = 300.0,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.rules.answers.learning.LearnAnswer:
        """Learn the shortest decision lists for GAME and prove a bound on their loss: (depth, width, epsilon).

        The proofs can be saved and checked.

        Arguments:
            game: Name of the game.
            game_file: Your own game as a TOML file. You can also give this file as GAME.
            method: Search for formulas and prove them (templates). Or play the optimal strategy of the
                nearest random game (sampling) or of the grid cell (grid, with the bound of Lemma 4). As
                baselines, fit a tree of constants (tree) or a linear regression (regression).
            depth: Maximum number of lines of a list.
            width: Maximum conditions of a rule.  [default: 1, 2 if needed]
            epsilon: Tolerated loss, in payoff units.
            leaves: Learn constant strategies on this many boxes instead.
            roles: Learn only for this role; may be repeated.
            samples: Games to solve and learn from.  [default: 300; 20 for sampling and grid, 1,000 for tree]
            distance: Distance that defines the nearest sampled game.  [default: l2]
            cells: Maximum number of cells of a proof.
            seconds: Time limit per role, in seconds. The answer is then the best list found by that time.
            seed: Seed of the random numbers.
        """

    def prove(
        self,
        *,
        game: str | None = None,
        game_file: File | None = None,
        lists: Iterable[File] | File = ...,
        edition: str | None = None,
        cells: Whole = 400,
        work: WorkContext | None = None,
    ) -> kibitz.rules.answers.maps.ProveAnswer:
        """Prove a bound on the loss of the lists of GAME for all parameters, and write the proofs for others to
        check.

        Arguments:
            game: Name of the game.
            game_file: Your own game as a TOML file. You can also give this file as GAME.
            lists: A decision list to use instead of the known ones, as text (- for standard input).
            edition: Edition of the known lists: published (as in the paper) or corrected.  [default:
                corrected]
            cells: Maximum number of cells of a proof.
        """

    def card(
        self,
        *,
        game: str | None = None,
        game_file: File | None = None,
        lists: Iterable[File] | File = ...,
        grid: Whole | None = None,
        sample: Whole | None = None,
        prove: bool | None = None,
        cells: Whole = 20,
        seed: Whole = 1,
        edition: str | None = None,
        format: Literal["markdown", "svg", "text"] = "text",
        work: WorkContext | None = None,
    ) -> kibitz.rules.answers.checks.CardAnswer:
        """Card of GAME to print: its rules, their depth and width, their loss, and how the loss was found.

        Arguments:
            game: Name of the game.
            game_file: Your own game as a TOML file. You can also give this file as GAME.
            lists: A decision list to use instead of the known ones, as text (- for standard input).
            grid: Number of grid values of each parameter.
            sample: Number of random points to measure at, instead of a grid.
            prove: Search for a proof of the loss. By default kibitz does so where it takes seconds.
            cells: Maximum number of cells of a proof.
            seed: Seed of the random numbers.
            edition: Edition of the known lists: published (as in the paper) or corrected.  [default:
                corrected]
            format: Format: plain text of 72 columns, Markdown, or an index card to print (SVG).
        """

    def map(
        self,
        *,
        game: str | None = None,
        game_file: File | None = None,
        fixed: Iterable[str] | str = ...,
        lists: Iterable[File] | File = ...,
        edition: str | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.rules.answers.maps.MapAnswer:
        """Map of the lists of GAME: where each line fires over two parameters, in letters, or as SVG with --out.

        Arguments:
            game: Name of the game.
            game_file: Your own game as a TOML file. You can also give this file as GAME.
            fixed: Value of a parameter that is not on an axis, such as y1=1/4.
            lists: A decision list to use instead of the known ones, as text (- for standard input).
            edition: Edition of the known lists: published (as in the paper) or corrected.  [default:
                corrected]
        """

    def sample(
        self,
        *,
        game: str | None = None,
        game_file: File | None = None,
        k: Whole = 100,
        distance: Literal["invariant", "l1", "l2", "linf"] = "l2",
        clusters: bool = False,
        prior: File | None = None,
        at: Iterable[str] | str = ...,
        epsilon: Number | None = None,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.rules.answers.samples.SampleAnswer:
        """Loss of parameter sampling: solve GAME at k random points and play the solution of the nearest one.

        The answer also suggests k. The solution of a general-sum game is its first pure equilibrium, or else
        a mixed one.

        Arguments:
            game: Name of the game.
            game_file: Your own game as a TOML file. You can also give this file as GAME.
            k: Number of games to solve.
            distance: Distance between games; invariant: by payoffs up to shift and scale (matrix games).
            clusters: Solve at the centres of k clusters of more points (k-means).
            prior: Points to draw from instead of the uniform distribution: CSV, one column per parameter.
            at: Value of a parameter, such as p1=0.7.
            epsilon: Compute how many samples guarantee a mean loss below this (Theorem 1).
            seed: Seed of the random numbers.
        """

    def check(
        self,
        *,
        game: str | None = None,
        game_file: File | None = None,
        lists: Iterable[File] | File = ...,
        grid: Whole | None = None,
        sample: Whole | None = None,
        prove: bool | None = None,
        cells: Whole = 20,
        seed: Whole = 1,
        proof: File | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.rules.answers.checks.CheckAnswer:
        """Loss of decision lists in GAME: worst and mean on a grid or a sample, and a bound proved for all
        parameters.

        Without --list kibitz checks the known lists of the game, published and corrected.

        Arguments:
            game: Name of the game.
            game_file: Your own game as a TOML file. You can also give this file as GAME.
            lists: A decision list to use instead of the known ones, as text (- for standard input).
            grid: Number of grid values of each parameter.
            sample: Number of random points to measure at, instead of a grid.
            prove: Search for a proof of the loss. By default kibitz does so where it takes seconds.
            cells: Maximum number of cells of a proof.
            seed: Seed of the random numbers.
            proof: Proofs to verify, as written by kibitz theory learn --proof.
        """

    def apply(
        self,
        *,
        at: Iterable[str] | str,
        game: str | None = None,
        game_file: File | None = None,
        lists: Iterable[File] | File = ...,
        edition: str | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.rules.answers.checks.ApplyAnswer:
        """Strategy of the lists of GAME at one point: what they play, which rule fires and why, and the loss.

        Arguments:
            game: Name of the game.
            game_file: Your own game as a TOML file. You can also give this file as GAME.
            at: Value of a parameter, such as p1=0.7.
            lists: A decision list to use instead of the known ones, as text (- for standard input).
            edition: Edition of the known lists: published (as in the paper) or corrected.  [default:
                corrected]
        """

class RateQuestions:
    """Ratings: rate the players of any game from files of decisions, with intervals."""

    def players(
        self,
        *,
        file: File,
        player: str | None = None,
        together: bool = False,
        comparison_group: File | None = None,
        scale: File | None = None,
        scaling: str | None = None,
        best: Literal["any", "first"] = "any",
        method: Literal["adjusted", "ff"] | None = None,
        compare: bool = False,
        interval: Literal["auto", "bootstrap", "formula", "robust"] = "auto",
        draws: Whole = 500,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.rate.report.ratings.RatingsAnswer:
        """Rate each player in FILE (- for JSON lines on standard input).

        Arguments:
            file: Decisions as JSON lines, CSV or Parquet, also a folder of Parquet parts.
            player: Rate only this player. The decisions of the others still belong to the reference set.
            together: Rate all decisions as those of one player.
            comparison_group: Decisions of a comparison group, for percentiles.
            scale: A calibrated rating scale. Without one, the rating is the expected loss per decision.
            scaling: Scaling of utilities: log, linear or win, with unit and cap as in log:1:10. The default
                depends on the unit.
            best: Count any of several tied best options as best, or only the first listed.
            method: Rate by adjusted error, or by the paper's fit ff.  [default: adjusted where the scale
                supports it]
            compare: Show the ratings of both methods.
            interval: Confidence interval by bootstrap of events, by the robust formula, or by the paper's
                formula. With auto, bootstrap for up to 20 players; for more, the robust formula where it is
                reliable.
            draws: Bootstrap samples per interval.
            seed: Random seed.
        """

    def compare(
        self,
        *,
        a: File,
        b: File,
        scale: File | None = None,
        scaling: str | None = None,
        draws: Whole = 500,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.rate.report.comparison.CompareAnswer:
        """Compare two players: the decisions in file A with those in file B.

        Both are rated on one reference set. Files of two different games are rated separately.

        Arguments:
            a: Decisions of the first player.
            b: Decisions of the second player.
            scale: A calibrated rating scale. Without one, the rating is the expected loss per decision.
            scaling: Scaling of utilities: log, linear or win, with unit and cap as in log:1:10. The default
                depends on the unit.
            draws: Bootstrap samples per interval.
            seed: Random seed.
        """

    def over_time(
        self,
        *,
        file: File,
        periods: Whole | None = None,
        player: str | None = None,
        scale: File | None = None,
        scaling: str | None = None,
        draws: Whole = 500,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.rate.report.answers.PeriodsAnswer:
        """Rate one player over time: kibitz divides FILE into periods of whole events, in the order of the file.

        Arguments:
            file: Decisions as JSON lines, CSV or Parquet, also a folder of Parquet parts.
            periods: Number of periods.  [default: 4]
            player: Use only the decisions of this player.
            scale: A calibrated rating scale. Without one, the rating is the expected loss per decision.
            scaling: Scaling of utilities: log, linear or win, with unit and cap as in log:1:10. The default
                depends on the unit.
            draws: Bootstrap samples per interval.
            seed: Random seed.
        """

    def predict(
        self,
        *,
        file: File,
        rating: Number | None = None,
        like: str | None = None,
        s: Number | None = None,
        c: Number | None = None,
        errs: Literal["loss", "people"] = "people",
        scale: File | None = None,
        scaling: str | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.rate.report.prediction.PredictAnswer:
        """Predict what a player of given strength would choose in the decisions of FILE: the chance of every
        option.

        Arguments:
            file: Decisions as JSON lines, CSV or Parquet, also a folder of Parquet parts.
            rating: Rating of the player, on --scale.
            like: Predict a player who chooses like this player of the file.
            s: Sensitivity, instead of a rating.
            c: Consistency, instead of a rating.
            errs: How a player of the rating errs: like people, or so that the mean loss is right.
            scale: A calibrated rating scale. Without one, the rating is the expected loss per decision.
            scaling: Scaling of utilities: log, linear or win, with unit and cap as in log:1:10. The default
                depends on the unit.
        """

    def simulate(
        self,
        *,
        file: File,
        rating: Number | None = None,
        like: str | None = None,
        s: Number | None = None,
        c: Number | None = None,
        errs: Literal["loss", "people"] = "loss",
        scale: File | None = None,
        scaling: str | None = None,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.rate.report.prediction.SimulateAnswer:
        """Simulate a player of given strength on the decisions of FILE.

        Arguments:
            file: Decisions as JSON lines, CSV or Parquet, also a folder of Parquet parts.
            rating: Rating of the player, on --scale.
            like: Predict a player who chooses like this player of the file.
            s: Sensitivity, instead of a rating.
            c: Consistency, instead of a rating.
            errs: How a player of the rating errs: like people, or so that the mean loss is right.
            scale: A calibrated rating scale. Without one, the rating is the expected loss per decision.
            scaling: Scaling of utilities: log, linear or win, with unit and cap as in log:1:10. The default
                depends on the unit.
            seed: Random seed.
        """

    def exam(
        self,
        *,
        file: File,
        model: Literal["2pl", "2pl guessing", "partial credit", "rasch"] | None = None,
        empty: Literal["missing", "wrong"] = "wrong",
        reference: File | None = None,
        scaling: str | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.rate.exams.answers.ExamAnswer:
        """Analyse FILE as an exam: a table of letters with a KEY row, a table of points, or decisions on the
        same items.

        A table has one row a player and one column an item. In decisions, an item is a position or an id.

        Arguments:
            file: Decisions as JSON lines, CSV or Parquet, also a folder of Parquet parts.
            model: Model of the answers.  [default: the one that fits best]
            empty: Count an empty cell as a wrong answer, or as not seen.
            reference: A table of another exam that shares items with this one. Grades are given on that exam.
            scaling: Scaling of utilities: log, linear or win, with unit and cap as in log:1:10. The default
                depends on the unit.
        """

    def screen(
        self,
        *,
        file: File,
        claimed: Number | None = None,
        s: Number | None = None,
        c: Number | None = None,
        looks: Whole = 1,
        player: str | None = None,
        scale: File | None = None,
        scaling: str | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.rate.report.answers.ScreenAnswer:
        """Screen the choices in FILE against a claimed rating with z-scores. The result is never a verdict.

        Arguments:
            file: Decisions as JSON lines, CSV or Parquet, also a folder of Parquet parts.
            claimed: Claimed rating of the player, on --scale.  [default: the rating in the records]
            s: Expected sensitivity, instead of a rating.
            c: Expected consistency, instead of a rating.
            looks: Number of players screened, for the multiple-testing correction.
            player: Use only the decisions of this player.
            scale: A calibrated rating scale. Without one, the rating is the expected loss per decision.
            scaling: Scaling of utilities: log, linear or win, with unit and cap as in log:1:10. The default
                depends on the unit.
        """

    def fits(
        self,
        *,
        file: File,
        hold_out: bool = False,
        values: Literal["last", "perceived"] = "last",
        scaling: str | None = None,
        best: Literal["any", "first"] = "any",
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.rate.report.fits.FitsAnswer:
        """Fit the choice model to all decisions in FILE by every method, and show the goodness of fit.

        Arguments:
            file: Decisions as JSON lines, CSV or Parquet, also a folder of Parquet parts.
            hold_out: Also predict each fifth of the events from the rest (cross-validation).
            values: Values for fits of s and c: those of the last depth, as in ratings, or the perceived ones.
                The depth model always uses all depths.
            scaling: Scaling of utilities: log, linear or win, with unit and cap as in log:1:10. The default
                depends on the unit.
            best: Count any of several tied best options as best, or only the first listed.
            seed: Random seed.
        """

    def calibrate(
        self,
        *,
        decisions: Iterable[File] | File,
        step: Number = 100.0,
        name: str = "Elo",
        scaling: str | None = None,
        best: Literal["any", "first"] = "any",
        work: WorkContext | None = None,
    ) -> kibitz.rate.report.answers.CalibrateAnswer:
        """Fit a rating scale to decisions of players whose `rating` is known, and write it with its reference
        set.

        Arguments:
            decisions: Files of decisions.
            step: Group players by rating, rounded to a multiple of this.
            name: Name of the ratings.
            scaling: Scaling of utilities: log, linear or win, with unit and cap as in log:1:10. The default
                depends on the unit.
            best: Count any of several tied best options as best, or only the first listed.
        """

class ChessQuestions:
    """Chess: the loss of each move, ratings with intervals, an opponent of your strength."""

    def analyse(
        self,
        *,
        games: Iterable[File] | File,
        depth: Whole | None = None,
        nodes: Whole | None = None,
        multipv: Whole = 50,
        work: WorkContext | None = None,
    ) -> kibitz.games.chess.answers.AnalyseAnswer:
        """Analyse the moves of games with an engine. Finished analyses are saved, so that nothing is searched
        twice.

        Arguments:
            depth: Search depth.  [default: 11]
            nodes: Nodes per search, instead of a depth.
            multipv: Maximum number of moves to analyse per position (MultiPV).
            games: PGN files or folders of PGN files.
        """

    def rate(
        self,
        *,
        games: Iterable[File] | File,
        depth: Whole | None = None,
        nodes: Whole | None = None,
        multipv: Whole = 50,
        player: str | None = None,
        together: bool = False,
        by: Literal["game", "phase", "player", "year"] = "player",
        top: Whole = 20,
        hardest: Whole = 3,
        claimed: Number | None = None,
        looks: Whole = 1,
        scale: File | None = None,
        method: Literal["adjusted", "ff"] | None = None,
        compare: bool = False,
        interval: Literal["auto", "bootstrap", "formula", "robust"] = "bootstrap",
        draws: Whole = 500,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.games.chess.people.rating_answer.RateAnswer:
        """Rate players by their moves: an intrinsic rating (IPR) on the Elo scale with its interval, and s and
        c.

        GAMES are PGN files or folders, or decisions written by kibitz chess analyse --out.

        Arguments:
            depth: Search depth.  [default: 11]
            nodes: Nodes per search, instead of a depth.
            multipv: Maximum number of moves to analyse per position (MultiPV).
            games: PGN files or folders of PGN files, or decisions analysed before.
            player: Rate only this player; part of the name is enough.
            together: Rate all players together, as one player.
            by: One rating per player; or one per game, per year, or per phase of the game.
            top: Maximum number of players to rate.
            hardest: Number of hardest decisions to show.
            claimed: Screen the players against this claimed Elo rating.
            looks: Number of players screened, for the multiple-testing correction of --claimed.
            scale: Rating scale from kibitz chess calibrate.
            method: Rate by adjusted error, or by the paper's fit ff.  [default: adjusted where the scale
                supports it]
            compare: Show the ratings of both methods.
            interval: Confidence interval by bootstrap of events, by the robust formula, or by the paper's
                formula. With auto, bootstrap for up to 20 players; for more, the robust formula where it is
                reliable.
            draws: Bootstrap samples of games for each interval.
            seed: Seed for the random numbers.
        """

    def screen(
        self,
        *,
        games: Iterable[File] | File,
        depth: Whole | None = None,
        nodes: Whole | None = None,
        multipv: Whole = 50,
        player: str | None = None,
        scale: File | None = None,
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.games.chess.people.event_screening.ScreenAnswer:
        """Screen every player of an event against the Elo tags of the games. The result is never a verdict.

        GAMES are PGN files or folders, or decisions written by kibitz chess analyse --out. A lower --depth
        that has a scale (9) is a fast pass. Finished analyses are saved, so that a stopped run continues. The
        progress bar says how many engine hours the event needs.

        Arguments:
            depth: Search depth.  [default: 11]
            nodes: Nodes per search, instead of a depth.
            multipv: Maximum number of moves to analyse per position (MultiPV).
            games: PGN files or folders of PGN files, or decisions analysed before.
            player: Show the telling moves of this player.
            scale: Rating scale from kibitz chess calibrate.
            seed: Seed for the random numbers.
        """

    def calibrate(
        self,
        *,
        games: Iterable[File] | File,
        depth: Whole | None = None,
        nodes: Whole | None = None,
        multipv: Whole = 50,
        marks: Iterable[Whole] | Whole = ...,
        within: Whole = 25,
        positions: Whole = 1050,
        years: str = "",
        per_game: Whole = 12,
        reference: Iterable[File] | File | None = None,
        source: str = "",
        seed: Whole = 1,
        work: WorkContext | None = None,
    ) -> kibitz.games.chess.answers.CalibrateAnswer:
        """Fit an Elo scale for an engine to games of players of known rating.

        GAMES are PGN files or folders. You can stop the run and start it again: finished analyses are saved.

        Arguments:
            depth: Search depth.  [default: 11]
            nodes: Nodes per search, instead of a depth.
            multipv: Maximum number of moves to analyse per position (MultiPV).
            games: PGN files or folders of PGN files.
            marks: Elo marks, separated by commas.
            within: Maximum distance of both players from a mark, in Elo points.
            positions: Positions per mark.
            years: Only games of these years, such as 2006-2019.  [default: any]
            per_game: Maximum number of positions per game.
            reference: Games of the reference set S.  [default: those of the marks]
            source: Source of the games, saved in the scale file.
            seed: Seed for the random numbers.
        """

    def moves(
        self,
        *,
        games: Iterable[File] | File,
        depth: Whole | None = None,
        nodes: Whole | None = None,
        multipv: Whole = 50,
        game: Whole = 1,
        elo: Number | None = None,
        scale: File | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.games.chess.answers.MovesAnswer:
        """Review one game move by move: the chance, the expected loss and the loss of each move.

        Arguments:
            depth: Search depth.  [default: 11]
            nodes: Nodes per search, instead of a depth.
            multipv: Maximum number of moves to analyse per position (MultiPV).
            games: PGN files or folders of PGN files.
            game: Number of the game in the files, from 1.
            elo: Compare with players of this rating.  [default: the players' own]
            scale: Rating scale from kibitz chess calibrate.
        """

    def review(
        self,
        *,
        games: Iterable[File] | File,
        player: str | None = None,
        top: Whole = 20,
        work: WorkContext | None = None,
    ) -> kibitz.games.chess.people.annotated_answer.ReviewAnswer:
        """Review games that carry evaluations, without an engine: accuracy, losses and ratings of a player.

        GAMES are PGN files with [%eval] comments, as lichess exports analysed games. Packed files (.gz, .zst)
        are read too. With [%clk] comments, losses are also given by time.

        Arguments:
            games: PGN files with [%eval] comments, or folders of them.
            player: Player to review; part of the name is enough.  [default: the one with most games]
            top: Maximum number of games and players to list.
        """

    def position(
        self,
        *,
        fen: str,
        depth: Whole | None = None,
        nodes: Whole | None = None,
        multipv: Whole = 30,
        elo: Number = 2000.0,
        errs: Literal["loss", "people"] = "people",
        scale: File | None = None,
        work: WorkContext | None = None,
    ) -> kibitz.games.chess.people.position_answer.PositionAnswer:
        """Predict what players of a given rating would play in a position (FEN), with the chance of every move.

        Arguments:
            depth: Search depth.  [default: 11]
            nodes: Nodes per search, instead of a depth.
            multipv: Maximum number of moves to analyse per position (MultiPV).
            fen: The position in Forsyth-Edwards Notation (FEN).
            elo: Rating of the players.
            errs: How players choose: people models real choices, loss only matches their mean loss.
            scale: Rating scale from kibitz chess calibrate.
        """

    def trial(
        self, *, elo: Number = 2300.0, moves: Whole = 300, seed: Whole = 1, work: WorkContext | None = None
    ) -> kibitz.games.chess.people.simulated_player.TrialAnswer:
        """Simulate a player of known strength and rate the moves, to see how accurate ratings are.

        This needs neither an engine nor games: the positions are those on which the shipped scale was
        calibrated.

        Arguments:
            elo: Rating of the simulated player.
            moves: Number of moves to rate.
            seed: Seed for the random numbers.
        """

class Ask:
    """Every question of the catalogue: ``ask.GAME.QUESTION(...)`` or ``ask("GAME.QUESTION", ...)``."""

    parlour: ParlourQuestions
    jeopardy: JeopardyQuestions
    backgammon: BackgammonQuestions
    sevens: SevensQuestions
    theory: TheoryQuestions
    rate: RateQuestions
    chess: ChessQuestions

    @overload
    def __call__(
        self, question: Literal["parlour.final"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.parlour.answers.final.FinalAnswer: ...
    @overload
    def __call__(
        self, question: Literal["parlour.kuhn"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.parlour.answers.kuhn.KuhnAnswer: ...
    @overload
    def __call__(
        self, question: Literal["parlour.vote"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.parlour.answers.vote.VoteAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.final"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.final.FinalAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.final-map"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.final_map.FinalMapAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.cases"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.case_book.CaseBookAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.final-card"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.cards.FinalCardAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.double-card"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.cards.DoubleCardAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.daily-double"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.daily_double.DailyDoubleAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.buzz"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.buzz.BuzzAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.buzz-map"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.buzz_map.BuzzMapAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.buzz-card"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.cards.BuzzCardAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.win"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.states.WinAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.select"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.states.SelectAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.board"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.board.BoardAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.profile"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.profile.ProfileAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.forecast"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.forecast.ForecastAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.people"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.people_habits.PeopleAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.placement"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.placement.PlacementAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.chances"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.chances.ChancesAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.review"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.review.ReviewAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.wagers"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.recorded_wagers.WagersAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.simulate"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.simulation.SimulateAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.match"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.match.MatchAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.train"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.training.TrainAnswer: ...
    @overload
    def __call__(
        self, question: Literal["jeopardy.fit"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.jeopardy.answers.fits.FitAnswer: ...
    @overload
    def __call__(
        self, question: Literal["backgammon.move"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.backgammon.answers.positions.MoveAnswer: ...
    @overload
    def __call__(
        self, question: Literal["backgammon.cube"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.backgammon.answers.positions.CubeAnswer: ...
    @overload
    def __call__(
        self, question: Literal["backgammon.evaluate"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.backgammon.answers.positions.EvaluateAnswer: ...
    @overload
    def __call__(
        self, question: Literal["backgammon.rollout"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.backgammon.answers.positions.RolloutAnswer: ...
    @overload
    def __call__(
        self, question: Literal["backgammon.scores"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.backgammon.answers.tools.ScoresAnswer: ...
    @overload
    def __call__(
        self, question: Literal["backgammon.race"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.backgammon.answers.tools.RaceAnswer: ...
    @overload
    def __call__(
        self, question: Literal["backgammon.rolls"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.backgammon.answers.tools.RollsAnswer: ...
    @overload
    def __call__(
        self, question: Literal["backgammon.neurogammon"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.backgammon.answers.neurogammon.NeurogammonAnswer: ...
    @overload
    def __call__(
        self, question: Literal["backgammon.review"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.backgammon.answers.review.ReviewAnswer: ...
    @overload
    def __call__(
        self, question: Literal["backgammon.duel"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.backgammon.answers.matches.DuelAnswer: ...
    @overload
    def __call__(
        self, question: Literal["backgammon.olympiad"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.backgammon.answers.olympiad.OlympiadAnswer: ...
    @overload
    def __call__(
        self, question: Literal["backgammon.train"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.backgammon.answers.training.TrainAnswer: ...
    @overload
    def __call__(
        self, question: Literal["sevens.bid"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.sevens.answers.bid.BidAnswer: ...
    @overload
    def __call__(
        self, question: Literal["sevens.tournament"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.sevens.questions.tournament.TournamentAnswer: ...
    @overload
    def __call__(
        self, question: Literal["sevens.report"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.sevens.answers.report.ReportAnswer: ...
    @overload
    def __call__(
        self, question: Literal["sevens.replay"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.sevens.answers.replay.ReplayAnswer: ...
    @overload
    def __call__(
        self, question: Literal["sevens.players"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.sevens.answers.lists.PlayersAnswer: ...
    @overload
    def __call__(
        self, question: Literal["sevens.words"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.sevens.answers.lists.WordsAnswer: ...
    @overload
    def __call__(
        self, question: Literal["theory.solve"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.parlour.answers.solve.SolveAnswer: ...
    @overload
    def __call__(
        self, question: Literal["theory.learn"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.rules.answers.learning.LearnAnswer: ...
    @overload
    def __call__(
        self, question: Literal["theory.prove"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.rules.answers.maps.ProveAnswer: ...
    @overload
    def __call__(
        self, question: Literal["theory.card"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.rules.answers.checks.CardAnswer: ...
    @overload
    def __call__(
        self, question: Literal["theory.map"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.rules.answers.maps.MapAnswer: ...
    @overload
    def __call__(
        self, question: Literal["theory.sample"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.rules.answers.samples.SampleAnswer: ...
    @overload
    def __call__(
        self, question: Literal["theory.check"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.rules.answers.checks.CheckAnswer: ...
    @overload
    def __call__(
        self, question: Literal["theory.apply"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.rules.answers.checks.ApplyAnswer: ...
    @overload
    def __call__(
        self, question: Literal["rate.players"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.rate.report.ratings.RatingsAnswer: ...
    @overload
    def __call__(
        self, question: Literal["rate.compare"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.rate.report.comparison.CompareAnswer: ...
    @overload
    def __call__(
        self, question: Literal["rate.over-time"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.rate.report.answers.PeriodsAnswer: ...
    @overload
    def __call__(
        self, question: Literal["rate.predict"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.rate.report.prediction.PredictAnswer: ...
    @overload
    def __call__(
        self, question: Literal["rate.simulate"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.rate.report.prediction.SimulateAnswer: ...
    @overload
    def __call__(
        self, question: Literal["rate.exam"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.rate.exams.answers.ExamAnswer: ...
    @overload
    def __call__(
        self, question: Literal["rate.screen"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.rate.report.answers.ScreenAnswer: ...
    @overload
    def __call__(
        self, question: Literal["rate.fits"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.rate.report.fits.FitsAnswer: ...
    @overload
    def __call__(
        self, question: Literal["rate.calibrate"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.rate.report.answers.CalibrateAnswer: ...
    @overload
    def __call__(
        self, question: Literal["chess.analyse"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.chess.answers.AnalyseAnswer: ...
    @overload
    def __call__(
        self, question: Literal["chess.rate"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.chess.people.rating_answer.RateAnswer: ...
    @overload
    def __call__(
        self, question: Literal["chess.screen"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.chess.people.event_screening.ScreenAnswer: ...
    @overload
    def __call__(
        self, question: Literal["chess.calibrate"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.chess.answers.CalibrateAnswer: ...
    @overload
    def __call__(
        self, question: Literal["chess.moves"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.chess.answers.MovesAnswer: ...
    @overload
    def __call__(
        self, question: Literal["chess.review"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.chess.people.annotated_answer.ReviewAnswer: ...
    @overload
    def __call__(
        self, question: Literal["chess.position"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.chess.people.position_answer.PositionAnswer: ...
    @overload
    def __call__(
        self, question: Literal["chess.trial"], work: WorkContext | None = None, **arguments: object
    ) -> kibitz.games.chess.people.simulated_player.TrialAnswer: ...
    @overload
    def __call__(self, question: str, work: WorkContext | None = None, **arguments: object) -> Answer: ...

ask: Ask
