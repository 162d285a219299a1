"""A console for what the documentation shows."""

import pytest
from console_pages import ROOT, Console


@pytest.fixture
def console(tmp_path, monkeypatch):
    """Return a console in a folder that holds nothing but ``sample_corpora``, 80 columns wide."""
    (tmp_path / "sample_corpora").symlink_to(ROOT / "sample_corpora")
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Console(monkeypatch)
