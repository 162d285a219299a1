"""Maps and plans for any kernel, any curve and any config.json."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexdecay.errors import LexdecayError
from lexdecay.position.chunks import knee, lost_share
from lexdecay.position.config import config_from
from lexdecay.position.encodings import ENCODINGS
from lexdecay.position.kernels import make_kernel
from lexdecay.position.mapped import Setting
from lexdecay.position.scalings import scaled

D = np.unique(np.rint(np.geomspace(1, 500, 14)))
LOGS = st.lists(st.floats(-8, 0), min_size=D.size, max_size=D.size).map(np.array)
BITS = st.lists(st.floats(1e-6, 1), min_size=2, max_size=60).map(np.array)


@settings(max_examples=15, deadline=None)
@given(LOGS, st.floats(-50, 50), st.sampled_from(sorted(ENCODINGS)))
def test_a_constant_in_the_kernel_changes_nothing_and_every_map_is_finite(logs, constant, name):
    kernels = [make_kernel("mi", D, logs + c, np.eye(D.size) * 1e-4, "words") for c in (0, constant)]
    plain, moved = (ENCODINGS[name].fit(kernel, Setting()) for kernel in kernels)
    for one, other in zip(plain, moved, strict=True):
        assert np.isfinite(one.bias).all()
        assert one.rms == pytest.approx(other.rms, abs=1e-4)
        assert one.max_error >= one.rms - 1e-9


@given(BITS, st.integers(1, 100), st.integers(1, 100), st.integers(0, 50))
def test_larger_chunks_and_larger_overlaps_never_lose_more(bits, size, more, overlap):
    bare = float(lost_share(bits, size))
    assert 0 <= bare <= 1 + 1e-12
    assert lost_share(bits, size + more) <= bare + 1e-12
    assert lost_share(bits, size + overlap, overlap) <= lost_share(bits, size + overlap) + 1e-12
    assert knee(bits) >= 1


KEYS = st.sampled_from(
    ["head_dim", "hidden_size", "num_attention_heads", "rope_theta", "max_position_embeddings", "rotary_pct",
     "partial_rotary_factor", "rope_scaling", "rope_parameters", "alibi", "model_type", "text_config"]
)  # fmt: skip
NUMBERS = st.one_of(st.none(), st.booleans(), st.integers(-5, 10**6), st.floats(), st.text(max_size=4))
SCALING = st.dictionaries(
    st.sampled_from(["rope_type", "type", "factor", "rope_theta", "low_freq_factor", "high_freq_factor",
                     "original_max_position_embeddings", "beta_fast", "beta_slow"]),
    st.one_of(NUMBERS, st.sampled_from(["linear", "ntk", "dynamic", "yarn", "llama3"])),
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(KEYS, st.one_of(NUMBERS, SCALING)))
def test_any_config_is_read_or_refused_with_a_hint(document):
    read = _frequencies(document)
    if isinstance(read, LexdecayError):
        assert read.message
        assert read.hint
    elif read is not None:
        assert np.isfinite(read).all()
        assert (read > 0).all()


def _frequencies(document):
    try:
        config = config_from(document, "config.json")
        if config.rotary is None or config.rotary.dimension > 4096:
            return None
        return scaled(config.rotary, 1000).theta
    except LexdecayError as refused:
        return refused
