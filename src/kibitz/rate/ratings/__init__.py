"""Ratings: scales and their files, intervals, comparisons, screening, percentiles."""
