"""What can be asked about Jeopardy!, as typed requests with typed answers; `kibitz.app.catalogue` lists them."""
