"""Path, standard input -> text blocks with document boundaries."""
