"""The two commands; the only room that imports click."""
