"""Corpora of exactly known law."""
