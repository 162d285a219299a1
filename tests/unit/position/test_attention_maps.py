"""Reading maps: every form of file and shape gives the same heads, and what is no map is refused by name."""

import io
import json
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest

from lexdecay.errors import FormatError, InputError, MissingExtraError, UsageError
from lexdecay.position import maps
from lexdecay.position.maps import MapOptions, head_maps


def causal(n=12, heads=2, seed=0):
    """Softmax weights of random logits: float64[heads, n, n]."""
    logits = np.random.default_rng(seed).normal(size=(heads, n, n))
    weights = np.exp(logits) * np.tri(n)
    return weights / weights.sum(-1, keepdims=True)


@pytest.fixture
def saved(tmp_path):
    def save(name="maps.npz", **arrays):
        np.savez(tmp_path / name, **arrays)
        return str(tmp_path / name)

    return save


def read(path, **options):
    return list(head_maps(path, MapOptions(**options)))


def labels(maps):
    return [(one.layer, one.head, len(one.weights)) for one in maps]


def test_heads_queries_keys_are_one_layer(saved):
    found = read(saved(maps=causal()))
    assert labels(found) == [(0, 0, 1), (0, 1, 1)]
    assert found[1].weights[0] == pytest.approx(causal()[1])


def test_four_axes_are_layers_of_a_single_array_and_sequences_of_named_ones(saved):
    four = np.stack([causal(seed=s) for s in range(3)])
    assert labels(read(saved(maps=four))) == [(layer, head, 1) for layer in range(3) for head in range(2)]
    assert labels(read(saved(layer0=four))) == [(0, 0, 3), (0, 1, 3)]
    assert labels(read(saved(maps=four), first_axis="batch")) == [(0, 0, 3), (0, 1, 3)]
    assert labels(read(saved(a=four, b=four))) == [(0, 0, 3), (0, 1, 3), (1, 0, 3), (1, 1, 3)]


def test_five_axes_are_layers_and_sequences(saved):
    five = np.stack([causal(seed=s) for s in range(6)]).reshape(2, 3, 2, 12, 12)
    assert labels(read(saved(maps=five))) == [(0, 0, 3), (0, 1, 3), (1, 0, 3), (1, 1, 3)]


def test_layers_are_in_the_order_of_their_numbers(saved):
    path = saved(**{f"layer{n}": causal(seed=n) for n in (10, 2)})
    assert [one.layer for one in read(path)] == [2, 2, 10, 10]
    assert [one.layer for one in read(path, array="layer10")] == [10, 10]


def test_a_plain_npy_array_is_a_file_of_one(tmp_path):
    np.save(tmp_path / "maps.npy", causal())
    assert labels(read(str(tmp_path / "maps.npy"))) == [(0, 0, 1), (0, 1, 1)]


def safetensors_bytes(kind, data, shape):
    """The format by its description: length of the header, header, raw numbers."""
    header = json.dumps({"maps": {"dtype": kind, "shape": shape, "data_offsets": [0, len(data)]}}).encode()
    return struct.pack("<Q", len(header)) + header + data


@pytest.mark.parametrize(
    ("kind", "encode", "error"),
    [
        ("F64", lambda a: a.tobytes(), 1e-15),
        ("F32", lambda a: a.astype("<f4").tobytes(), 1e-7),
        ("F16", lambda a: a.astype("<f2").tobytes(), 5e-4),
        # the upper half of a float32, rounded to nearest
        ("BF16", lambda a: ((a.astype("<f4").view("<u4") + 0x8000) >> 16).astype("<u2").tobytes(), 4e-3),
    ],
)
def test_safetensors_written_by_hand_are_read_without_torch(tmp_path, kind, encode, error):
    weights = causal(n=40)
    path = tmp_path / "maps.safetensors"
    path.write_bytes(safetensors_bytes(kind, encode(weights), list(weights.shape)))
    found = np.concatenate([one.weights for one in read(str(path))])
    assert np.abs(found - weights).max() <= error
    assert found.sum(-1) == pytest.approx(1)  # rounding is taken off the rows


def test_safetensors_without_its_package_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "safetensors", None)
    (tmp_path / "maps.safetensors").write_bytes(b"")
    with pytest.raises(MissingExtraError, match=r"reading \.safetensors needs a package") as caught:
        read(str(tmp_path / "maps.safetensors"))
    assert caught.value.hint == "pip install 'lexdecay[attn]'"


def spoilt(change):
    weights = causal()
    change(weights)
    return weights


def put(weights, at, value):
    weights[at] = value


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (spoilt(lambda w: put(w, (1, 3, 0), np.nan)), "maps, head 1, query 3: a weight is NaN"),
        (spoilt(lambda w: put(w, (0, 5), w[0, 5] / 2)), "head 0, query 5: the weights sum to 0.5, not 1"),
        (spoilt(lambda w: put(w, (0, 4, 2), -0.5)), "head 0, query 4: a weight is -0.5"),
        (spoilt(lambda w: put(w, (0, 4, 2), np.inf)), "head 0, query 4: a weight is inf"),
        (np.full((2, 6, 6), 1 / 6), r"head 0, query 0: 83.3 % of the weight lies on later keys"),
        (np.full((2, 6, 3), 1 / 3), "6 queries on 3 keys cannot be causal"),
        (np.ones(7), r"maps has the shape 7; \(heads, queries, keys\) was expected"),
        (np.ones((2, 0, 0)), "maps has the shape 2x0x0"),
        (np.ones((2, 3, 3), np.int64), "maps holds int64, not floats"),
    ],
)
def test_what_is_no_map_is_named_by_head_and_row(saved, array, message):
    with pytest.raises(FormatError, match=message):
        read(saved(maps=array))


def test_a_bad_row_of_a_batch_names_its_sequence(saved):
    four = np.stack([causal(seed=s) for s in range(3)])
    four[2, 1, 7] *= 3
    with pytest.raises(
        FormatError, match="layer0, head 1, query 7 of sequence 2: the weights sum to 3, not 1"
    ):
        read(saved(layer0=four))


def test_rows_of_zeros_are_masked(saved):
    weights = causal()
    weights[:, :3] = 0
    masked = read(saved(maps=weights))[0].masked
    assert masked[0].tolist() == [True] * 3 + [False] * 9


def test_scores_are_softmaxed_over_what_a_query_sees(saved):
    logits = np.random.default_rng(1).normal(size=(1, 8, 8))
    (one,) = read(saved(maps=logits), scores=True)
    expected = np.exp(logits[0, 5, :6])
    assert one.weights[0, 5, :6] == pytest.approx(expected / expected.sum())
    assert not one.weights[0, 5, 6:].any()


def test_files_that_are_no_archives_are_refused(tmp_path):
    (tmp_path / "maps.npz").write_bytes(b"PK not an archive")
    with pytest.raises(FormatError, match=r"maps\.npz: neither \.npz nor \.safetensors"):
        read(str(tmp_path / "maps.npz"))
    (tmp_path / "maps.safetensors").write_bytes(b"\xff" * 20)
    with pytest.raises(FormatError, match=r"not a whole \.safetensors file"):
        read(str(tmp_path / "maps.safetensors"))
    with pytest.raises(FormatError, match="a pickle may run any code"):
        read(str(tmp_path / "maps.pt"))
    with pytest.raises(InputError, match="this is a folder"):
        read(str(tmp_path))
    with pytest.raises(InputError, match="there is no such file"):
        read(str(tmp_path / "gone.npz"))


def test_an_archive_cut_short_or_changed_names_the_array(saved):
    path = Path(saved(maps=causal(n=100)))
    whole = bytearray(path.read_bytes())
    at = len(whole) - 2000  # inside the numbers
    whole[at : at + 4] = b"\0\xff\0\xff"
    path.write_bytes(whole)
    with pytest.raises(FormatError, match="the array 'maps' cannot be read: Bad CRC-32"):
        read(str(path))
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(FormatError, match=r"cut short: it begins as \.npz does, and the end is missing"):
        read(str(path))


def test_a_pickled_or_missing_array_and_an_empty_archive_are_refused(saved):
    with pytest.raises(FormatError, match="maps holds object, not floats"):
        read(saved(maps=np.array([{}], object)))
    with pytest.raises(FormatError, match="there is no array in it"):
        read(saved())
    with pytest.raises(FormatError, match="no array is named like 'layer'") as caught:
        read(saved(other=causal()), array="layer")
    assert caught.value.hint == "it holds: other"
    with pytest.raises(UsageError, match="is no regular expression"):
        read(saved(other=causal()), array="(")


def archive_of(path, shape, zeros):
    """Write an .npz whose header announces ``shape`` and whose array is ``zeros`` bytes long."""
    header = io.BytesIO()
    np.lib.format.write_array_header_2_0(header, {"descr": "<f4", "fortran_order": False, "shape": shape})
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("layer0.npy", header.getvalue() + bytes(zeros))


def test_an_archive_that_announces_more_than_it_holds_is_refused_before_memory_is_taken(tmp_path):
    archive_of(tmp_path / "maps.npz", (1024, 1024, 1024), 4096)
    with pytest.raises(
        FormatError, match=r"the array 'layer0' announces 4,294,967,296 bytes and holds 4,224"
    ):
        read(str(tmp_path / "maps.npz"))


def test_an_archive_that_grows_as_no_weights_do_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(maps, "HARMLESS", 1 << 16)
    archive_of(tmp_path / "maps.npz", (4, 256, 256), 1 << 20)
    with pytest.raises(FormatError, match=r"would grow from 1,\d{3} to 1,048,704 bytes, as no weights do"):
        read(str(tmp_path / "maps.npz"))
