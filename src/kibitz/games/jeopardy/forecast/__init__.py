"""Forecasts of games, streaks and tournaments between players of uncertain ability."""
