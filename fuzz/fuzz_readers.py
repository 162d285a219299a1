"""Feed a reader bytes that coverage guides, for a bounded time: `make fuzz`.

    python fuzz/fuzz_readers.py FORMAT [-max_total_time=SECONDS | FILE]

A result or a LexdecayError is right; any other exception is a bug and stops the run with the input that
made it. What follows the format goes to libFuzzer.
"""

import io
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["lexdecay.read"]):
    from lexdecay.errors import LexdecayError
    from lexdecay.read import CorpusReader, ReadOptions
    from lexdecay.read.formats import FORMATS

SEEDS = Path(__file__).parent / "seeds"


def main() -> None:
    """Fuzz the reader that the first argument names."""
    name, *options = sys.argv[1:]
    if name not in FORMATS:
        sys.exit(f"no input format is named '{name}'; known: {', '.join(FORMATS)}")
    edited = name not in {"conllu", "vertical", "tagged"}
    reading = [ReadOptions(input_format=name), ReadOptions(input_format=name, encoding="auto")]
    if edited:
        reading.append(ReadOptions(input_format=name, dehyphenate=True, strip=("gutenberg", "aozora")))

    def once(data: bytes) -> None:
        for each in reading:
            try:
                for _block in CorpusReader(["-"], each, stdin=io.BytesIO(data)):
                    pass
            except LexdecayError:
                pass

    seed = SEEDS / name
    seeds = [f"-seed_inputs={seed}"] if seed.exists() else []
    atheris.Setup([sys.argv[0], *seeds, *options], once)
    atheris.Fuzz()


main()
