"""How independent pieces of work are mapped over threads and processes, and folded."""
