"""Use cases shared by the command and the page; the only place that names all games."""
