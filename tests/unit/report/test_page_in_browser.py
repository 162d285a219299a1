"""The HTML report in a real browser: it runs under its policy, works at a telephone's width, stays inert."""

import json
import os
import re
import shutil
import subprocess
import zlib
from pathlib import Path

import pytest

from lexdecay.report.html.page import page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = next(filter(None, map(shutil.which, NAMES)), None)
pytestmark = pytest.mark.skipif(
    BROWSER is None, reason=f"no browser: none of {', '.join(NAMES)} is installed"
)
FLAGS = (
    "--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--enable-logging=stderr", "--v=0",
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
)  # fmt: skip
# Uses the page as a reader does, from a frame as wide as a telephone, and says what it saw.
PROBE = """<!DOCTYPE html><meta charset="utf-8"><iframe src="page.html" width="390" height="800"></iframe>
<script>
document.querySelector("iframe").addEventListener("load", (event) => {
  const page = event.target.contentDocument;
  const tables = [...page.querySelectorAll(".table")];
  const table = tables.find((one) => one.textContent.includes("Strongest pairs"));
  const head = [...table.querySelectorAll("th")].find((one) => one.textContent === "count");
  const column = head.cellIndex;
  const read = () => [...table.querySelectorAll("tbody tr")].filter((row) => !row.hidden)
    .map((row) => Number(row.cells[column].textContent.replaceAll(",", "")));
  head.querySelector("button").click();
  const sorted = read();
  const field = table.querySelector("input");
  field.value = "{{7*7}}";
  field.dispatchEvent(new Event("input"));
  const link = page.querySelector("a[data-block]");
  link.addEventListener("click", (click) => click.preventDefault());
  link.click();
  const seen = {
    title: page.title, width: page.documentElement.scrollWidth, sorted, kept: read().length,
    blob: link.href.slice(0, 5), link: link.closest("li").hidden,
    scripts: page.querySelectorAll("script").length, images: page.querySelectorAll("img").length,
    data: Object.keys(JSON.parse(page.getElementById("decay.pairs").textContent)).length,
    figure: getComputedStyle(page.querySelector("svg .f-ink")).fill,
  };
  document.body.append(Object.assign(document.createElement("pre"), { textContent: JSON.stringify(seen) }));
});
</script>
"""


@pytest.fixture(scope="session")
def visited(hostile_results, tmp_path_factory):
    """What the browser made of the page, and what it said on its console."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "page.html").write_text(page(hostile_results), "utf-8")
    (folder / "probe.html").write_text(PROBE, "utf-8")
    options = ["--allow-file-access-from-files", "--virtual-time-budget=20000", "--dump-dom"]
    profile = f"--user-data-dir={folder / 'profile'}"
    ran = subprocess.run(
        [BROWSER, *FLAGS, profile, *options, (folder / "probe.html").as_uri()],
        capture_output=True, text=True, timeout=100, check=True,
    )  # fmt: skip
    said = re.search(r"<pre>(.*?)</pre>", ran.stdout, re.DOTALL)
    console = [line for line in ran.stderr.splitlines() if "CONSOLE" in line]
    assert said, (ran.stdout[-500:], console)
    unescaped = said[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return json.loads(unescaped), console


def test_the_console_is_clean(visited):
    assert visited[1] == []


def test_hostile_words_do_nothing(visited):
    seen, _ = visited
    assert seen["title"].startswith("How the dependence between words decays")
    assert seen["images"] == 0
    assert seen["scripts"] == 4


def test_nothing_is_wider_than_a_telephone(visited):
    assert visited[0]["width"] <= 390


def test_the_policy_lets_the_style_sheet_and_the_script_work(visited):
    seen, _ = visited
    assert seen["figure"] == "rgb(26, 26, 26)"
    assert len(seen["sorted"]) > 14
    assert seen["sorted"] == sorted(seen["sorted"])
    assert 0 < seen["kept"] < len(seen["sorted"])


def test_the_data_can_be_read_and_saved(visited):
    seen, _ = visited
    assert seen["data"] > 5
    assert seen["blob"] == "blob:"
    assert seen["link"] is False


def test_a_picture_of_it_can_be_taken_dark_and_narrow(hostile_results, tmp_path):
    (tmp_path / "page.html").write_text(page(hostile_results[:1]), "utf-8")
    picture = tmp_path / "page.png"
    options = ["--blink-settings=preferredColorScheme=0", "--window-size=390,900", f"--screenshot={picture}"]
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    subprocess.run(
        [BROWSER, *FLAGS, profile, *options, Path(tmp_path / "page.html").as_uri()],
        capture_output=True, timeout=100, check=True,
    )  # fmt: skip
    from PIL import Image  # comes with matplotlib

    with Image.open(picture) as image:
        corner = image.convert("RGB").getpixel((3, 3))
    assert max(corner) < 60


def test_on_paper_every_page_with_rows_of_a_table_repeats_its_header(hostile_results, tmp_path):
    """A square of its own colour marks the header of a long table, and one of another colour each row."""
    before, table, after = re.split(
        r"(<table>.*?</table>)", page(hostile_results[2:]), maxsplit=1, flags=re.DOTALL
    )
    marked = table.replace("</th>", f"{square('#010203')}</th>", 1)
    marked = re.sub(r"</td></tr>", f"{square('#010204')}</td></tr>", marked)
    (tmp_path / "page.html").write_text(before + marked + after, "utf-8")
    options = [f"--user-data-dir={tmp_path / 'profile'}", f"--print-to-pdf={tmp_path / 'page.pdf'}"]
    subprocess.run(
        [BROWSER, *FLAGS, *options, (tmp_path / "page.html").as_uri()],
        capture_output=True, timeout=100, check=True,
    )  # fmt: skip
    drawn = contents((tmp_path / "page.pdf").read_bytes())
    with_header, with_rows = ([b".0039 .0078 " + end in one for one in drawn] for end in (b".0118", b".0157"))
    assert sum(with_rows) > 1
    assert with_header == with_rows


def square(color):
    return f'<svg width="5" height="5"><rect width="5" height="5" fill="{color}"/></svg>'


def contents(pdf):
    """Return what a PDF draws, page by page: its compressed streams."""
    packed = re.findall(rb"/FlateDecode[^<]*?stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    return [zlib.decompress(stream) for stream in packed]
