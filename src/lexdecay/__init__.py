"""How far does a word reach: dependence between words by distance, and Zipf's law, on your own text."""

__version__ = "0.1.0"
