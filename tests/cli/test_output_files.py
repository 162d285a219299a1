"""Results in files: whole or not at all, with the mode a file should have."""

import os
import sys
from pathlib import Path

import pytest

from lexdecay.cli.options import Output
from lexdecay.cli.output import deliver, replacing, write_file
from lexdecay.errors import OutputError


def output(**changes):
    values = {
        "format": "table",
        "path": None,
        "plot": False,
        "quiet": False,
        "verbose": False,
        "color": "auto",
        **changes,
    }
    return Output(**values)


def names(folder):
    return [file.name for file in folder.iterdir()]


def test_a_file_is_replaced_and_nothing_else_is_left(tmp_path):
    (tmp_path / "x").write_text("old")
    write_file(str(tmp_path / "x"), b"new")
    assert names(tmp_path) == ["x"]
    assert (tmp_path / "x").read_bytes() == b"new"


def test_a_new_file_follows_the_umask_and_an_old_one_keeps_its_mode(tmp_path):
    mask = os.umask(0o027)
    try:
        write_file(str(tmp_path / "new"), b"")
    finally:
        os.umask(mask)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640
    (tmp_path / "new").chmod(0o600)
    write_file(str(tmp_path / "new"), b"again")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o600


def failing(path):
    with replacing(path) as temporary:
        temporary.write_bytes(b"half")
        raise RuntimeError("stopped")


def test_a_stopped_write_leaves_the_old_file_and_no_temporary_one(tmp_path):
    (tmp_path / "x").write_text("old")
    with pytest.raises(RuntimeError, match="stopped"):
        failing(str(tmp_path / "x"))
    assert names(tmp_path) == ["x"]
    assert (tmp_path / "x").read_text() == "old"


def test_a_link_is_written_through(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_file(str(tmp_path / "link"), b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_device_is_written_and_stays_a_device():
    write_file(os.devnull, b"gone")
    assert not Path(os.devnull).is_file()


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(
        OutputError, match=r"could not write output to .*nowhere/x: No such file or directory"
    ):
        write_file(str(tmp_path / "nowhere" / "x"), b"")


def test_a_folder_in_place_of_a_file_is_named(tmp_path):
    with pytest.raises(OutputError, match=r"could not write output to .*: Is a directory"):
        write_file(str(tmp_path), b"")


def test_parquet_is_refused_on_a_terminal_before_any_work(run, library, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    ran = run("fit", "a.txt", "--format", "parquet")
    assert ran.code == 2
    assert ran.err == (
        "error: Parquet is binary and standard output is a terminal\nhint: add -o FILE.parquet\n"
    )
    assert not library


def test_a_folder_that_cannot_be_written_to_is_refused_before_any_work(run, library, tmp_path):
    ran = run("fit", "a.txt", "-o", str(tmp_path / "nowhere" / "x.json"))
    assert ran.code == 1
    assert f"error: could not write output: there is no folder {tmp_path}/nowhere" in ran.err
    assert not library


@pytest.mark.parametrize("target", ["a.txt", "./a.txt", "link.txt"])
def test_a_result_in_place_of_an_input_is_refused_before_any_work(run, library, tmp_path, target):
    (tmp_path / "a.txt").write_text("the whale")
    (tmp_path / "link.txt").symlink_to("a.txt")
    ran = run("fit", "b.txt", str(tmp_path / "a.txt"), "-o", f"{tmp_path}/{target}")
    assert ran.code == 2
    assert "is an input, and the result would take its place" in ran.err
    assert (tmp_path / "a.txt").read_text() == "the whale"
    assert not library


@pytest.mark.parametrize(
    "command",
    [
        ("attn", "maps.npz", "--curve", "read.csv", "-o", "read.csv"),
        ("attn", "maps.npz", "--perturb", "read.csv", "-o", "read.csv"),
        ("attn", "read.csv", "--save-profile", "read.csv"),
        ("attn", "maps.npz", "--curve", "read.csv", "--save-profile", "read.csv"),
        ("dilute", "--curve", "other.csv", "--curve", "read.csv", "-o", "read.csv"),
        ("map", "a.txt", "--config", "read.csv", "-o", "read.csv"),
    ],
)
def test_a_result_in_place_of_what_an_option_reads_is_refused(run, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "read.csv").write_text("offset,value")
    ran = run(*command)
    assert ran.code == 2
    assert "read.csv is an input, and the result would take its place" in ran.err
    assert (tmp_path / "read.csv").read_text() == "offset,value"


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_refused_before_any_work(run, library, tmp_path):
    tmp_path.chmod(0o500)
    ran = run("fit", "a.txt", "-o", str(tmp_path / "x.json"))
    assert ran.code == 1
    assert "may not be written to" in ran.err
    assert not library


def test_a_file_is_utf8_and_odd_surrogates_become_escapes(tmp_path):
    deliver("é \udce9", output(path=str(tmp_path / "x")))
    assert (tmp_path / "x").read_bytes() == b"\xc3\xa9 \\udce9"
