"""Pictures as stand-alone SVG: no scripts, nothing fetched from elsewhere."""
