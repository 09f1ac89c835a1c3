"""kibitz: decisions in games of skill under uncertainty.

Importing the package loads nothing else, so that the command starts at once; import what you need from
its sub-packages: ``kibitz.core``, ``kibitz.solve``, ``kibitz.rules``, ``kibitz.rate``, ``kibitz.games``.
"""

__version__ = "0.1.0"
