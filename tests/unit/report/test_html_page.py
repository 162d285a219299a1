"""The HTML report as a file: strict policy, nothing fetched, inert words, every number at hand."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from importlib.resources import files

import pytest

from lexdecay.report.figures import style
from lexdecay.report.html.chapter import table
from lexdecay.report.html.page import CHAPTERS, page, script_json
from lexdecay.report.html.svg import COLORS, inline_svg
from lexdecay.report.json_text import json_text
from lexdecay.report.to_json import fit_json
from lexdecay.report.to_rows import fit_rows

VOID = {"meta", "link", "input", "br"}


class Read(HTMLParser):
    """Elements with their attributes and the text inside each kind."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements, self.open, self.inside = [], [], {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        for tag in set(self.open):
            self.inside.setdefault(tag, []).append(data)

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(scope="session")
def whole(results):
    return page([results[kind] for kind in ("fit", "word", "pairs")])


@pytest.fixture(scope="session")
def hostile(hostile_results):
    return page(hostile_results)


def test_every_kind_of_result_has_a_page(results):
    assert set(CHAPTERS) <= {type(result).__name__ for result in results.values()}
    for kind in sorted(set(results) - {"fit", "word", "pairs"}):
        text = page([results[kind]])
        read = Read(text)
        assert read.open == []
        assert read.all("svg")
        assert read.all("table")


def test_the_same_result_makes_the_same_page(results):
    assert page([results["growth"]]) == page([results["growth"]])


def test_the_policy_lets_this_style_and_this_script_work_and_nothing_else(whole):
    policy = next(one["content"] for one in Read(whole).all("meta") if "http-equiv" in one)
    here = files("lexdecay.report.html")
    for kind, directive in (("css", "style-src"), ("js", "script-src")):
        text = here.joinpath(f"page.{kind}").read_bytes()
        digest = base64.b64encode(hashlib.sha256(text).digest()).decode()
        assert f"{directive} 'sha256-{digest}'" in policy
        assert text.decode() in whole
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy


def test_nothing_is_fetched_and_no_attribute_is_style_or_script(whole):
    for _, attributes in Read(whole).elements:
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        for name in ("src", "href"):
            assert re.match(r"#|data:|$", attributes.get(name, ""))
    assert "url(http" not in whole


def test_no_id_stands_twice_and_every_reference_has_its_id(whole):
    read = Read(whole)
    ids = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert {one["href"][1:] for one in read.all("a") + read.all("use") if one["href"][0] == "#"} <= set(ids)
    assert set(re.findall(r"url\(#([^)]+)\)", whole)) <= set(ids)


def test_pictures_say_in_words_what_they_show(whole):
    for picture in Read(whole).all("svg"):
        assert picture["role"] == "img"
        assert len(picture["aria-label"]) > 30


def test_the_data_is_in_the_page_at_full_precision(whole, results):
    blocks = dict(
        re.findall(r'<script type="application/json" id="([^"]+)">(.*?)</script>', whole, re.DOTALL)
    )
    assert list(blocks) == ["decay.fit", "decay.word", "decay.pairs"]
    assert json.loads(blocks["decay.fit"]) == json.loads(json_text(fit_json(results["fit"])))
    table = next(one for one in Read(whole).all("a") if one.get("download") == "decay.fit.csv")
    content = base64.b64decode(table["href"].partition("base64,")[2]).decode()
    assert len(content.splitlines()) == 1 + len(fit_rows(results["fit"]).values)


def test_method_caveats_settings_and_inputs_are_there(whole, results):
    said = " ".join(Read(whole).inside["body"])
    for words in (
        "What it does not say",
        "Vinh, Epps",
        "jackknife",
        "max offset",
        "In the text, 1 word apart",
    ):
        assert words in said
    assert results["fit"].corpus.sources[0].sha256 in said
    assert "within-document" not in whole.partition('<section id="method">')[0]


def test_hostile_words_are_text(hostile):
    read = Read(hostile)
    assert read.open == []
    assert {name for name, _ in read.elements} == {name for name, _ in Read(hostile).elements}
    assert "img" not in {name for name, _ in read.elements}
    assert len(read.all("script")) == 4  # three blocks of data and the page's own
    words = "".join(read.inside["table"])
    for word in ("<script>document.title='owned'</script>", "{{7*7}}", "[b]bold[/b]", r"\x1b[31mred", "中文"):
        assert word in words
    assert "<b>hostile.txt" in "".join(read.inside["header"])
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", hostile)


def test_a_formula_in_a_downloaded_table_is_text(hostile):
    table = next(one for one in Read(hostile).all("a") if one.get("download") == "decay.pairs.csv")
    content = base64.b64decode(table["href"].partition("base64,")[2]).decode()
    assert ",'=1+1," in content
    assert ",=1+1," not in content


def test_json_cannot_end_its_script():
    text = script_json({"word": "</script><!--"})
    assert "<" not in text
    assert json.loads(text) == {"word": "</script><!--"}


def test_every_colour_of_the_figures_is_painted_in_both_themes():
    css = files("lexdecay.report.html").joinpath("page.css").read_text("utf-8")
    for name in COLORS.values():
        assert f".f-{name} {{ fill: var(--{name}); }}" in css
        assert f".s-{name} {{ stroke: var(--{name}); }}" in css
        assert len(re.findall(rf"--{name}: #", css)) == 3  # light, dark, print
    assert set(COLORS) == {
        style.INK, style.MUTED, style.GRID, style.PAPER, style.SHADE, style.BAND, style.BLUE,
        style.VERMILLION, style.GREEN, style.PURPLE,
    }  # fmt: skip


def test_style_of_a_figure_becomes_attributes_and_classes():
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><defs><style>*{}</style>'
        f'<path id="m1" d="M 0 0" style="stroke: {style.INK}; stroke-width: 2"/></defs>'
        '<g id="figure_1"><use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#m1"/></g></svg>'
    )
    inline = inline_svg(drawn, "c1", "a <b> & c")
    assert "style" not in inline
    assert '<path d="M 0 0" stroke-width="2" id="c1-m1"' not in inline  # attributes keep their order
    assert 'id="c1-m1" d="M 0 0" stroke-width="2" class="s-ink"' in inline
    assert '<use href="#c1-m1"' in inline
    assert "figure_1" not in inline
    assert 'aria-label="a &lt;b&gt; &amp; c"' in inline


@pytest.mark.parametrize(
    "cell", ["1,234", "-0.5", "1.00e-05", "< 0.001", "36.8/19", "9 types", "-", "≥1,000"]
)
def test_a_number_stands_to_the_right(cell):
    assert table("", {"x": [cell]}).numeric == (True,)


@pytest.mark.parametrize("cell", ["40b5651469bc", "a = 1.5", "yes", "", "3 words apart"])
def test_words_and_checksums_stand_to_the_left(cell):
    assert table("", {"x": [cell]}).numeric == (False,)
