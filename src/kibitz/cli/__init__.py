"""The command line. Each command is imported only when it is called."""
