"""Tournaments of bidders: matches, standings, charts."""
