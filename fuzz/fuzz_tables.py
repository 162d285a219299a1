"""Read frequency tables and spectra that coverage makes up, for a bounded time: `make fuzz`.

    python fuzz/fuzz_tables.py [-max_total_time=SECONDS | FILE]

Counts or a LexdecayError are right; any other exception is a bug, and so are counts that are none. Parquet,
which another program's reader takes apart, is left to `tests/faults`.
"""

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["lexdecay.read"]):
    from lexdecay.errors import LexdecayError
    from lexdecay.read.tables import read_counts, read_spectrum

SEED = Path(__file__).parent / "seeds" / "counts"


def main() -> None:
    """Fuzz `read_counts` and `read_spectrum` on the same bytes."""
    with tempfile.TemporaryDirectory() as place:
        table = Path(place) / "table.csv"

        def once(data: bytes) -> None:
            if data.startswith(b"PAR1"):
                return
            table.write_bytes(data)
            for read in (read_counts, read_spectrum):
                try:
                    first, counts = read(str(table))
                except LexdecayError:
                    continue
                whole = all(type(count) is int and 0 <= count < 2**53 for count in counts)
                if not (counts and whole and (first is None or len(first) == len(counts))):
                    raise ValueError(f"these are no counts: {first!r}, {counts!r}")

        atheris.Setup([sys.argv[0], f"-seed_inputs={SEED}", *sys.argv[1:]], once)
        atheris.Fuzz()


main()
