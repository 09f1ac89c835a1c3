"""What can be asked about the parlour games, one module a question; `kibitz.app.catalogue` lists them."""
