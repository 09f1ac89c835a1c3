"""A small word list, so that most of sevens is tested without any installed one."""

from __future__ import annotations

import pytest

from kibitz.games.sevens.words.lexicon import Lexicon, build_lexicon, load_lexicon
from kibitz.games.sevens.words.wordlist import usable_words

SMALL_TEXT = """
at eat tea ate ten net rat tar art star rats arts east seat teas sent nest rest tear rate earn near stare tears rates
stain satin saint train trains strain retain retina stainer retains retinas nastier antsier anestri ratines resiant
tension intones sonnets tonsils senator treason atoners santero torsion rations aroints senorit nations onanist
quizzed jazzing pizzazz queenly zymurgy euchres banana bananas llamas salsa assess possess eerie eeriest sassess
tonight hottest otter totters stutter letters settler trestle kettles settle state taste tastes statues astuter
"""


@pytest.fixture(scope="session")
def small() -> Lexicon:
    """A lexicon of some ninety words, seven-letter ones with repeats among them."""
    return build_lexicon(usable_words(SMALL_TEXT.split(), "small list"))


@pytest.fixture(scope="session")
def scowl() -> Lexicon:
    """The lexicon of SCOWL 80; use it with ``@pytest.mark.needs("scowl")``."""
    return load_lexicon()
