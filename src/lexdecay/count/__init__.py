"""TokenStream -> word counts and pair counts by offset, in memory or on disk; values that add."""

from lexdecay.count.needs import PairNeeds, pair_needs
from lexdecay.count.pairs import count_pairs, merge_pair_counts, resolve_offsets
from lexdecay.count.parquet import DEFAULT_MEMORY, PAIRS_SCHEMA, PairTable, write_counted, write_pair_counts
from lexdecay.count.words import count_words, exposure

__all__ = [
    "DEFAULT_MEMORY",
    "PAIRS_SCHEMA",
    "PairNeeds",
    "PairTable",
    "count_pairs",
    "count_words",
    "exposure",
    "merge_pair_counts",
    "pair_needs",
    "resolve_offsets",
    "write_counted",
    "write_pair_counts",
]
