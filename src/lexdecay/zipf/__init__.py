"""Word counts -> ZipfResult: one file per question."""
