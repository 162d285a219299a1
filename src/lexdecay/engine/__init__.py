"""How independent pieces of work are mapped over processes and folded."""
