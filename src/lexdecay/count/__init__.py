"""TokenStream -> word counts and pair counts by offset."""
