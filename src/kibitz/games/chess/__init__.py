"""Chess: PGN and a UCI engine in, decisions, ratings and a fallible opponent out.

Importing this package needs neither python-chess (extra ``chess``) nor an engine.
"""
