"""How ratings, fits, comparisons and predictions are reported: answers, sentences and charts."""
