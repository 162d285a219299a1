"""Open token stores whose files coverage makes up, for a bounded time: `make fuzz`.

    python fuzz/fuzz_store.py [-max_total_time=SECONDS | FILE]

The first byte says which file the rest replaces; its checksums are made to fit, so that what lies behind
them is reached. Tokens or a LexdecayError are right; any other exception is a bug.
"""

import hashlib
import json
import shutil
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["lexdecay.tokens.disk", "lexdecay.tokens.consistency"]):
    import numpy as np

    from lexdecay.errors import LexdecayError
    from lexdecay.records import TextBlock
    from lexdecay.tokens import TokenizerSettings, build_store, open_store
    from lexdecay.tokens.disk import MANIFEST, _checksum

COLUMNS = ("ids", "starts", "counts", "words", "word_ends")


def replace(folder: Path, which: int, content: bytes) -> None:
    """Put ``content`` in the place of one file, with checksums that fit where there are any."""
    manifest = json.loads((folder / MANIFEST).read_text())
    if which >= len(COLUMNS):
        try:
            manifest |= json.loads(content)
        except (ValueError, TypeError, RecursionError):
            (folder / MANIFEST).write_bytes(content)
            return
    else:
        entry = manifest["columns"][COLUMNS[which]]
        (folder / entry["file"]).write_bytes(content)
        entry |= {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    manifest.pop("checksum", None)
    (folder / MANIFEST).write_text(json.dumps(manifest | {"checksum": _checksum(manifest)}))


def main() -> None:
    """Fuzz `open_store` and the view of what it opened."""
    with tempfile.TemporaryDirectory() as place:
        made, folder = Path(place) / "made", Path(place) / "s"
        blocks = [TextBlock(b"the whale saw the sea\n", np.array([0]))]
        build_store(blocks, TokenizerSettings("whitespace"), directory=made)

        def once(data: bytes) -> None:
            shutil.copytree(made, folder, dirs_exist_ok=True)
            try:
                replace(folder, data[0] % (len(COLUMNS) + 1) if data else 0, data[1:])
                open_store(folder).stream()
            except LexdecayError:
                pass

        atheris.Setup(sys.argv, once)
        atheris.Fuzz()


main()
