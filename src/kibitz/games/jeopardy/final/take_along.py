"""The Final calculator as one HTML file that works without kibitz: the fitted tables, a style sheet and a script.

The file loads nothing. Its script computes what `final_tables` does, over the tables of `calculator_model`.
"""

from __future__ import annotations

import base64
import hashlib
import json
from importlib.resources import files
from typing import Any

from kibitz.games.jeopardy.final.card import final_card
from kibitz.games.jeopardy.final.equities import MAX_FINAL_SCORE, NEAR_BEST_LOSS
from kibitz.games.jeopardy.final.people_wagers import ROLES
from kibitz.games.jeopardy.people.contestant import Level, contestant, final_standing, load_table
from kibitz.games.jeopardy.people.latent import normal_cdf, normal_quantile, quadrature_nodes
from kibitz.games.jeopardy.show import Era, Ties
from kibitz.version import __version__

FILE_NAME = "final-jeopardy.html"


def calculator_model() -> dict[str, Any]:
    """The fitted tables of both eras, as plain values: people's bets, accuracies, cards and the quadrature."""
    nodes, weights = quadrature_nodes()
    return {
        "version": f"kibitz {__version__}",
        "near_best": NEAR_BEST_LOSS,
        "max_score": MAX_FINAL_SCORE,
        "levels": [level.value for level in Level],
        "nodes": nodes.tolist(),
        "weights": weights.tolist(),
        "given": f"Cards: {final_card(Era.RECENT).given}.",
        "eras": {str(int(era)): _era_model(era) for era in Era},
    }


def _era_model(era: Era) -> dict[str, Any]:
    wagers = load_table("final_wagers")["eras"][str(int(era))]
    accuracies = {level.value: contestant(level, era).final for level in Level}
    return {
        "words": era.words,
        "ties": era.ties.value,
        "accuracy": accuracies,
        "thresholds": {
            level: [normal_quantile(normal_cdf(normal_quantile(chance) + step)) for step in final_standing(era)]
            for level, chance in accuracies.items()
        },
        "correlation": contestant(Level.AVERAGE, era).correlations.final,
        "wagers": [
            {
                group: [[kind["low"], kind["high"], kind["step"], kind["weight"], kind["right"]] for kind in kinds]
                for group, kinds in wagers[role].items()
            }
            for role in ROLES
        ],
        "rules": [load_table("final_cards")["rules"][str(int(era))][role] for role in ROLES],
        "cards": [
            {
                "heading": section.heading,
                "lines": [[line.when, line.play] for line in section.lines],
                "costs": section.costs[0],
            }
            for section in final_card(era).sections
        ],
    }


def calculator_page(
    scores: tuple[int, ...], me: int, era: Era, ties: Ties, confidence: float | None = None, level: str = Level.AVERAGE
) -> str:
    """The calculator as HTML. It opens with these scores by seat, player (from 0), rules, and opponents of a level.

    ``confidence`` is your chance to be right; without it the average in your place is used.
    """
    start = {
        "scores": [int(score) for score in scores],
        "me": int(me),
        "era": str(int(era)),
        "ties": ties.value,
        "confidence": None if confidence is None else float(confidence),
        "level": Level(level).value,
    }
    script, style = _load("calculator.js") + _load("page.js"), _load("style.css")
    # In a script element only "<" could end the data early.
    model = json.dumps(calculator_model() | {"start": start}, separators=(",", ":")).replace("<", "\\u003c")
    parts = {
        "STYLE_HASH": _content_hash(style),
        "SCRIPT_HASH": _content_hash(script),
        "STYLE": style,
        "MODEL": model,
        "SCRIPT": script,
    }
    page = _load("page.html")
    for name, text in parts.items():
        page = page.replace(f"@{name}@", text, 1)
    return page


def _load(name: str) -> str:
    return files("kibitz.games.jeopardy").joinpath("data", "take_along", name).read_text("utf-8")


def _content_hash(text: str) -> str:
    """What a content security policy calls an inline script or style, so that no other one runs."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
