"""Result -> table, JSON, CSV, Parquet, plot."""
