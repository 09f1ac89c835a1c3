"""The list of sessions: games to play, live scoring, solitaire chess. And the list of protocols for programs."""

from __future__ import annotations

from kibitz.app.catalogue import BY_PATH as QUESTIONS
from kibitz.app.entries import LineProtocol as LineProtocol
from kibitz.app.entries import ProtocolEntry as ProtocolEntry
from kibitz.app.entries import SessionEntry
from kibitz.app.plugins import plugin_items

PROTOCOLS = (
    ProtocolEntry(
        "backgammon",
        "ubgi",
        "kibitz.games.backgammon.ubgi:start_conversation",
        "Run as an engine that speaks the UBGI protocol.",
    ),
)
SESSIONS: tuple[SessionEntry, ...] = (
    SessionEntry(
        "jeopardy", "live", "kibitz.games.jeopardy.live:LiveSession", "Keep score of a game and see the win chances."
    ),
    SessionEntry(
        "backgammon",
        "play",
        "kibitz.games.backgammon.session:PlaySession",
        "Play against an opponent of a chosen level.",
    ),
    SessionEntry("sevens", "play", "kibitz.games.sevens.session:PlaySession", "Play against other bidders."),
    SessionEntry(
        "chess", "solitaire", "kibitz.games.chess.people.solitaire:SolitaireSession", "Guess the moves of a game."
    ),
    SessionEntry(
        "chess", "play", "kibitz.games.chess.session:PlaySession", "Play against an opponent who errs like a human."
    ),
    SessionEntry("rate", "me", "kibitz.app.rate_me:RateMeSession", "Find your own rating in twenty questions."),
)

_TAKEN = {*QUESTIONS, *(entry.path for entry in (*PROTOCOLS, *SESSIONS))}
SESSIONS = (*SESSIONS, *plugin_items(lambda plugin: plugin.sessions, _TAKEN))
BY_PATH = {session.path: session for session in SESSIONS}
