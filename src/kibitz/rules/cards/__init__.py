"""Cards: decision lists with their losses, as text, Markdown and an index card to print."""
