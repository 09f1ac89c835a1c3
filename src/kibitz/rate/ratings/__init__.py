"""Ratings: scales and where they are kept, intervals, comparisons, screening, percentiles."""
