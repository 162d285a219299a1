"""Text blocks -> TokenStore: the only room that knows spaCy."""
