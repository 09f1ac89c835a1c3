"""The workbench: a page for every question of the list. It names no game and computes nothing by itself."""
