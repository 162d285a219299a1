import io
import itertools

import pytest

from lexdecay.read import CorpusReader, ReadOptions


class Reading:
    """What a reader gave: the documents as strings, their blocks, sources and notices."""

    def __init__(self, paths, stdin=None, **options):
        stream = None if stdin is None else io.BytesIO(stdin)
        reader = CorpusReader([str(path) for path in paths], ReadOptions(**options), stdin=stream)
        self.total_bytes = reader.total_bytes
        self.blocks = list(reader)
        self.sources = reader.sources
        self.notices = reader.notices
        self.codes = [notice.code for notice in reader.notices]

    @property
    def text(self):
        return b"".join(block.data for block in self.blocks).decode()

    @property
    def documents(self):
        documents = []
        for block in self.blocks:
            bounds = [*block.starts.tolist(), len(block.data)]
            if bounds[0]:
                documents[-1] += block.data[: bounds[0]]
            documents += [block.data[a:b] for a, b in itertools.pairwise(bounds)]
        return [document.decode() for document in documents]


@pytest.fixture
def read():
    return lambda *paths, **options: Reading(paths, **options)


@pytest.fixture
def file(tmp_path):
    def write(name, data):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    return write
