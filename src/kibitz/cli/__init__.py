"""The command: one file a verb, imported only when called."""
