"""Every table and figure of the five papers behind kibitz: computed here, next to the published numbers.

    python -m papers              the full report; a stopped run continues
    python -m papers --short      the same report from small samples, in less than a minute

This package imports kibitz, and kibitz never imports it. Each folder is one paper, each module one table, figure or
experiment. A module has a ``TITLE``, a ``PLACE`` (such as "Table 4") and a function ``compute(run)`` that yields rows.
"""
