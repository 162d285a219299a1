"""Position encodings: what a measured decay implies for them, and what it does not."""
