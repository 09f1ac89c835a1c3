"""kibitz: decisions in games of skill under uncertainty.

One call asks any question of the catalogue: ``kibitz.ask("jeopardy.final", scores=(18400, 14600, 9000), me=2)``.
Importing the package loads nothing else, so that the command starts at once; more is in its sub-packages:
``kibitz.core``, ``kibitz.solve``, ``kibitz.rules``, ``kibitz.rate``, ``kibitz.games``.
"""

from typing import TYPE_CHECKING

from kibitz.version import __version__ as __version__

if TYPE_CHECKING:
    from kibitz.core.question import Answer
    from kibitz.core.work import WorkContext


def ask(question: str, work: "WorkContext | None" = None, **arguments: object) -> "Answer":
    """The answer to a question of the catalogue, such as ``jeopardy.final``, with its arguments by name.

    Raises `kibitz.core.InputError` with one sentence if an argument is invalid.
    """
    from kibitz.app.ask import ask as answer_question

    return answer_question(question, work, **arguments)
