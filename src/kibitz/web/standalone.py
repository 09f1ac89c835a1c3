"""An answer or review as one HTML file that opens anywhere: its page with all styles, without scripts and links."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from markupsafe import escape

from kibitz import __version__
from kibitz.draw.style import css_rules

STYLE_SHEETS = ("tokens.css", "kibitz.css", "games.css", "state.css")
OWN_RULES = """
body { margin: 0 auto; max-width: 1232px; padding: 16px; }
.answers { display: grid; gap: 20px; margin-top: 16px; }
.scripted, [data-scripted], .links, .turns, .step-links { display: none; }
"""
_WITHOUT = re.compile(r"(?s)<(form|template|button|output|script|textarea|select)\b[^>]*>.*?</\1>|<input\b[^>]*>")
_LINK = re.compile(r"(?s)<a\b(?P<before>[^>]*?)\s?href=\"(?!https?:|#)[^\"]*\"(?P<after>[^>]*)>(?P<text>.*?)</a>")


@cache
def style_sheet() -> str:
    """All rules of the page."""
    static = files("kibitz.web") / "static"
    sheets = [(static / name).read_text("utf-8") for name in STYLE_SHEETS]
    return re.sub(r"\s+", " ", "\n".join([*sheets, css_rules(), OWN_RULES]))


def standalone_page(title: str, html: str, question: str = "", link: str = "") -> str:
    """The file: a headline as its title, the question in words, the answer, and how it was made."""
    plain = _LINK.sub(r"<span>\g<text></span>", _WITHOUT.sub("", html))
    about = f'<p class="quiet">{escape(question)}</p>' if question else ""
    made = f"Made by kibitz {__version__}." + (f" Ask again at {link} on a computer with kibitz." if link else "")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)} · kibitz</title>\n<style>{style_sheet()}</style>\n</head>\n<body>\n"
        f'<main><h1 class="section">{escape(title)}</h1>{about}<div class="answers">{plain}</div></main>\n'
        f'<footer><p class="small quiet">{escape(made)}</p></footer>\n</body>\n</html>\n'
    )
