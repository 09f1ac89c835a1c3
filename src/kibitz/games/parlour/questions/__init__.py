"""Questions about the parlour games, one module each; `kibitz.app.catalogue` lists them."""
