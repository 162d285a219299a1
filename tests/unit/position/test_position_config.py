"""config.json of models: old and new keys, what is missing, what is wrong."""

import json

import pytest

from lexdecay.errors import FormatError, InputError
from lexdecay.position.config import LARGEST_FILE, config_from, read_config


def test_llama_with_its_scaling():
    config = config_from(
        {
            "model_type": "llama",
            "hidden_size": 4096,
            "num_attention_heads": 32,
            "max_position_embeddings": 131_072,
            "rope_theta": 500_000.0,
            "rope_scaling": {"rope_type": "llama3", "factor": 8.0, "original_max_position_embeddings": 8192},
        },
        "x",
    )
    assert (config.heads, config.head_dimension, config.context) == (32, 128, 131_072)
    assert (config.rotary.dimension, config.rotary.base, config.rotary.kind) == (128, 500_000, "llama3")
    assert config.rotary.settings["factor"] == 8


def test_new_keys_hold_the_base_within_rope_parameters():
    config = config_from(
        {"head_dim": 64, "rope_parameters": {"rope_theta": 1e6, "rope_type": "default"}}, "x"
    )
    assert (config.rotary.base, config.rotary.dimension) == (1e6, 64)


def test_one_set_for_each_kind_of_layer_gives_that_of_full_attention():
    layers = {
        "full_attention": {"rope_theta": 1e6, "rope_type": "linear", "factor": 8.0},
        "sliding_attention": {"rope_theta": 1e4, "rope_type": "default"},
    }
    config = config_from({"head_dim": 256, "rope_parameters": layers}, "x")
    assert (config.rotary.base, config.rotary.kind) == (1e6, "linear")


def test_a_part_of_the_head_may_rotate():
    """GPT-NeoX: a quarter of 96 dimensions; a latent head names its own part."""
    neox = config_from({"hidden_size": 6144, "num_attention_heads": 64, "rotary_pct": 0.25}, "x")
    assert (neox.rotary.dimension, neox.rotary.base) == (24, 10_000)
    keys = {"hidden_size": 7168, "num_attention_heads": 128, "qk_rope_head_dim": 64, "rope_theta": 1e4}
    latent = config_from(keys, "x")
    assert latent.rotary.dimension == 64


def test_old_names_of_the_kind_and_of_the_text_model():
    config = config_from(
        {"text_config": {"head_dim": 128, "rope_theta": 1e6, "rope_scaling": {"type": "mrope"}}}, "x"
    )
    assert config.rotary.kind == "default"
    linear = config_from(
        {"head_dim": 8, "rope_theta": 1e4, "rope_scaling": {"type": "linear", "factor": 2}}, "x"
    )
    assert linear.rotary.kind == "linear"


def test_models_without_rotations():
    t5 = config_from(
        {
            "model_type": "t5",
            "d_model": 512,
            "d_kv": 64,
            "num_heads": 8,
            "relative_attention_num_buckets": 32,
        },
        "x",
    )
    assert (t5.rotary, t5.buckets, t5.bucket_distance, t5.head_dimension) == (None, 32, None, 64)
    assert config_from({"model_type": "bloom", "n_head": 16, "hidden_size": 1024}, "x").alibi
    assert config_from({"attn_config": {"alibi": True}}, "x").alibi
    assert config_from({}, "x").rotary is None


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"head_dim": 128, "rope_theta": "big"}, "key 'rope_theta' should be a number"),
        ({"head_dim": 128, "rope_theta": 1.0}, "key 'rope_theta' is 1; a base is above 1, at most 1e12"),
        ({"head_dim": 127, "rope_theta": 1e4}, "127 rotated dimensions of a head"),
        ({"rope_theta": 1e4}, "no rotated dimensions of a head"),
        (
            {"head_dim": 128, "rope_theta": 1e4, "rope_scaling": [1]},
            "key 'rope_scaling' should be an object or null",
        ),
        (
            {"head_dim": 128, "rope_theta": 1e4, "rope_scaling": {"rope_type": "longrope"}},
            "rope scaling 'longrope' is not known",
        ),
        (
            {"head_dim": 128, "rope_theta": 1e4, "rope_scaling": {"rope_type": "linear", "factor": 0.5}},
            "key 'factor' of the rope scaling is 0.5, not within 1 to 1e+06",
        ),
        (
            {"num_attention_heads": 2.5},
            "key 'num_attention_heads' is 2.5; a whole number from 1 to 1,024 was expected",
        ),
        (
            {"num_attention_heads": 10**9},
            "key 'num_attention_heads' is 1e+09; a whole number from 1 to 1,024",
        ),
        ({"hidden_size": 10**12}, "key 'hidden_size' is 1e+12; a whole number from 1 to 1,048,576"),
        ({"head_dim": 10**9, "rope_theta": 1e4}, "1000000000 rotated dimensions of a head"),
        ({"rope_theta": 10**400, "head_dim": 128}, "key 'rope_theta' should be a number"),
        ({"rope_theta": 1e4, "head_dim": 128, "partial_rotary_factor": 5}, "5 of a head's dimensions"),
        (
            {"head_dim": 128, "rope_theta": 1e4, "rope_scaling": {"type": ["yarn"]}},
            "rope scaling '['yarn']' is not known",
        ),
        (
            {"relative_attention_num_buckets": 32, "relative_attention_max_distance": 16},
            "16 buckets of one distance each leave none up to distance 16",
        ),
        (
            {"relative_attention_num_buckets": 512},
            "256 buckets of one distance each leave none up to distance 128",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_file(document, message):
    with pytest.raises(FormatError, match="x: ") as raised:
        config_from(document, "x")
    assert message in raised.value.message
    assert raised.value.hint


def test_files_that_are_no_config(tmp_path):
    file = tmp_path / "config.json"
    with pytest.raises(InputError, match=r"could not read .*: No such file or directory"):
        read_config(str(file))
    file.write_text("{")
    with pytest.raises(FormatError, match="not a JSON document"):
        read_config(str(file))
    file.write_text("[" * 100_000)
    with pytest.raises(FormatError, match="not a JSON document"):
        read_config(str(file))
    file.write_bytes(b" " * (LARGEST_FILE + 1))
    with pytest.raises(FormatError, match=r"more than 16 MB is no config\.json"):
        read_config(str(file))
    file.write_text("[]")
    with pytest.raises(FormatError, match="a JSON object was expected"):
        read_config(str(file))
    file.write_text(json.dumps({"n_head": 12}))
    assert read_config(str(file)).heads == 12
