"""Pair counts on disk: what is written, what is left behind, what is refused."""

import hashlib
import json
import os
import resource

import duckdb
import numpy as np
import polars as pl
import pytest

from lexdecay.count import count_pairs, parquet, write_counted, write_pair_counts
from lexdecay.count.pairs import count_offset
from lexdecay.count.runs import Run
from lexdecay.count.spill import RunFile, RunFolder, merge_blocks
from lexdecay.errors import OutputError, ResourceError, UsageError
from lexdecay.records import TokenStream, Vocabulary

WORDS = tuple(f"w{i}" for i in range(50))


@pytest.fixture
def stream():
    rng = np.random.default_rng(5)
    ids = (50 * rng.random(4000) ** 2).astype(np.uint32)
    return TokenStream(
        ids, np.array([0, 1000, 1000, 3500]), Vocabulary(WORDS, np.bincount(ids, minlength=50))
    )


def in_memory(stream, max_offset, min_count=1):
    counts = count_pairs(stream, max_offset)
    rows = zip(
        counts.left.tolist(),
        counts.right.tolist(),
        counts.offset.tolist(),
        counts.count.tolist(),
        strict=True,
    )
    return [(WORDS[a], WORDS[b], offset, count) for a, b, offset, count in rows if count >= min_count]


def test_columns_rows_and_manifest(stream, tmp_path):
    table = write_pair_counts(stream, tmp_path / "pairs", offsets=[1, 7], min_count=2)
    frame = pl.read_parquet(tmp_path / "pairs" / "*.parquet")
    assert frame.schema == {"left": pl.String, "right": pl.String, "offset": pl.UInt32, "count": pl.Int64}
    assert frame.rows() == [row for row in in_memory(stream, 7, 2) if row[2] in {1, 7}]
    manifest = json.loads((tmp_path / "pairs" / "manifest.json").read_text(encoding="utf-8"))
    part = (tmp_path / "pairs" / "part-00000.parquet").read_bytes()
    assert manifest == {
        "schema": "decay.pairs/1",
        "tokens": 4000,
        "types": 50,
        "documents": 4,
        "min_count": 2,
        "rows": frame.height,
        "pairs": frame["count"].sum(),
        "offsets": [1, 7],
        "exposure": [3997, 3979],
        "parts": ["part-00000.parquet"],
        "sha256": {"part-00000.parquet": hashlib.sha256(part).hexdigest()},
    }
    assert table.rows == frame.height


def test_a_little_memory_gives_the_same_rows_in_more_parts(stream, tmp_path):
    table = write_pair_counts(stream, tmp_path / "pairs", offsets=3, memory_bytes=50_000)
    assert len(table.parts) > 10
    assert pl.read_parquet(tmp_path / "pairs" / "*.parquet").rows() == in_memory(stream, 3)


def test_the_parts_do_not_depend_on_the_runs_in_which_counts_come(stream, tmp_path):
    """Counted in one piece, in sorted pieces through the disk, or elsewhere: the same files."""
    options = {"offsets": 3, "memory_bytes": 1 << 17}  # 682 rows a part
    write_pair_counts(stream, tmp_path / "whole", **options)

    def one_by_one(offset):
        run = count_offset(stream, offset, 0, len(stream))
        return [Run(run.keys[i : i + 1], run.counts[i : i + 1]) for i in range(run.keys.size)]

    write_counted(stream, tmp_path / "pieces", one_by_one, **options)
    names = sorted(path.name for path in (tmp_path / "whole").iterdir())
    assert len(names) > 3
    for name in names:
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "pieces" / name).read_bytes()


def test_duckdb_reads_the_parts(stream, tmp_path):
    write_pair_counts(stream, tmp_path / "pairs", offsets=3, memory_bytes=20_000)
    query = 'select sum("count"), count(*), min("offset") from read_parquet(?)'
    (found,) = duckdb.connect().execute(query, [f"{tmp_path}/pairs/*.parquet"]).fetchall()
    rows = in_memory(stream, 3)
    assert found == (sum(row[3] for row in rows), len(rows), 1)


def test_the_same_text_gives_the_same_bytes(stream, tmp_path):
    for name in ("a", "b"):
        write_pair_counts(stream, tmp_path / name, offsets=2)
    for file in ("part-00000.parquet", "manifest.json"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_a_text_without_pairs_still_has_columns(tmp_path):
    empty = TokenStream(np.empty(0, np.uint32), np.empty(0, np.int64), Vocabulary((), np.empty(0, np.int64)))
    write_pair_counts(empty, tmp_path / "pairs", offsets=2)
    assert pl.read_parquet(tmp_path / "pairs" / "*.parquet").columns == ["left", "right", "offset", "count"]


def test_min_count_looks_at_merged_counts(tmp_path):
    # Pieces of two tokens see the pair (0, 0) twice each at most; together it is seen 99 times.
    ids = np.zeros(100, dtype=np.uint32)
    stream = TokenStream(ids, np.array([0]), Vocabulary(("a",), np.array([100])))
    write_pair_counts(stream, tmp_path / "pairs", offsets=1, min_count=99, memory_bytes=200)
    assert pl.read_parquet(tmp_path / "pairs" / "*.parquet").rows() == [("a", "a", 1, 99)]


def test_a_folder_that_exists_is_left_alone(stream, tmp_path):
    (tmp_path / "pairs").mkdir()
    with pytest.raises(OutputError, match="pairs exists already") as caught:
        write_pair_counts(stream, tmp_path / "pairs", offsets=1)
    assert "-o" in caught.value.hint
    assert list((tmp_path / "pairs").iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(stream, tmp_path):
    with pytest.raises(OutputError, match=r"cannot write .*missing/pairs: No such file"):
        write_pair_counts(stream, tmp_path / "missing" / "pairs", offsets=1)


def test_a_full_disk_is_an_output_error_and_leaves_nothing(stream, tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match=r"cannot write .*/pairs: No space left on device") as caught:
        write_pair_counts(stream, tmp_path / "pairs", offsets=1)
    assert "-o" in caught.value.hint
    assert list(tmp_path.iterdir()) == []


def test_a_missing_temporary_folder_is_named(stream, tmp_path):
    with pytest.raises(ResourceError, match=r"cannot keep temporary files in .*nowhere: No such") as caught:
        write_pair_counts(stream, tmp_path / "pairs", offsets=1, temp_dir=tmp_path / "nowhere")
    assert "--temp-dir" in caught.value.hint
    assert list(tmp_path.iterdir()) == []


def test_a_count_below_one_is_refused(stream, tmp_path):
    with pytest.raises(UsageError, match="seen 0 times") as caught:
        write_pair_counts(stream, tmp_path / "pairs", offsets=1, min_count=0)
    assert "--min-count" in caught.value.hint


def test_a_failure_in_the_middle_leaves_nothing_behind(stream, tmp_path, monkeypatch):
    def fail(*_):
        raise KeyboardInterrupt

    (tmp_path / "spill").mkdir()
    monkeypatch.setattr(parquet._PartWriter, "flush", fail)
    with pytest.raises(KeyboardInterrupt):
        write_pair_counts(
            stream, tmp_path / "pairs", offsets=3, memory_bytes=20_000, temp_dir=tmp_path / "spill"
        )
    assert [path.name for path in tmp_path.iterdir()] == ["spill"]
    assert list((tmp_path / "spill").iterdir()) == []


def test_a_full_temporary_disk_is_a_resource_error(tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    folder = RunFolder(tmp_path, memory_bytes=1000)
    monkeypatch.setattr(type(tmp_path), "open", full)
    with pytest.raises(ResourceError, match=r"No space left on device \(\d+ MB free\)") as caught:
        folder.write(iter([]))
    assert "--temp-dir" in caught.value.hint


def run_of(keys, counts):
    return Run(np.array(keys, dtype=np.uint64), np.array(counts, dtype=np.int64))


def test_temporary_counts_that_were_cut_short_are_an_error(tmp_path):
    path = RunFolder(tmp_path, memory_bytes=1000).write(iter([run_of([1, 2, 3], [1, 1, 1])]))
    file = RunFile(path)
    path.write_bytes(path.read_bytes()[:-16])
    with pytest.raises(ResourceError, match=r"temporary counts in .* were cut short"):
        file.next_block(9)


def test_temporary_counts_that_changed_are_an_error_because_pairs_are_missing(stream, tmp_path, monkeypatch):
    written = RunFolder.write

    def damaging(self, blocks):
        path = written(self, blocks)
        data = bytearray(path.read_bytes())
        data[8] ^= 1  # the count of the first row
        path.write_bytes(data)
        return path

    monkeypatch.setattr(RunFolder, "write", damaging)
    with pytest.raises(ResourceError, match=r"were damaged: [\d,]+ pairs of [\d,]+ came back"):
        write_pair_counts(stream, tmp_path / "pairs", offsets=1, memory_bytes=20_000)
    assert list(tmp_path.iterdir()) == []


def test_runs_are_merged_block_by_block(tmp_path):
    folder = RunFolder(tmp_path, memory_bytes=1 << 20)
    runs = [run_of([1, 5, 9], [1, 1, 1]), run_of([], []), run_of([5, 6, 7, 8, 9], [2, 2, 2, 2, 2])]
    files = [RunFile(folder.write(iter([run]))) for run in runs]
    blocks = list(merge_blocks(files, block_rows=2))
    keys = np.concatenate([block.keys for block in blocks])
    counts = np.concatenate([block.counts for block in blocks])
    assert dict(zip(keys.tolist(), counts.tolist(), strict=True)) == {1: 1, 5: 3, 6: 2, 7: 2, 8: 2, 9: 3}
    assert keys.size == 6


def test_more_runs_than_files_may_be_open_are_merged_in_levels(tmp_path):
    """stanfordnlp/GloVe#193: the merge died with "Too many open files"."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    folder = RunFolder(tmp_path, memory_bytes=1 << 16, fan_in=4)
    runs = [folder.write(iter([run_of([i % 7, 100 + i], [1, i + 1])])) for i in range(300)]
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard))
    try:
        blocks = list(folder.merge(runs))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    keys = np.concatenate([block.keys for block in blocks])
    counts = np.concatenate([block.counts for block in blocks])
    assert keys.tolist() == [*range(7), *range(100, 400)]
    assert counts.tolist() == [43] * 6 + [42] + list(range(1, 301))
    assert list(tmp_path.iterdir()) == []
