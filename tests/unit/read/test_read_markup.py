"""XML and TEI: the running text, and nothing that an entity could bring."""

import pytest

from lexdecay.errors import FormatError, UsageError

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def words(reading):
    return " ".join(reading.text.split())


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>Der <hi>gro</hi>ße Hund</p><p>bellt</p>", "Der große Hund bellt"),
        ("<p>un<lb break='no'/>\naufhörlich, ein<lb/>Tag</p>", "unaufhörlich, ein Tag"),
        ("<p><choice><sic>teh</sic><corr>the</corr></choice> end</p>", "teh end"),
        ("<p><w>don</w><w join='left'>'t</w><w>stop</w><pc join='left'>.</pc></p>", "don't stop."),
        ("<p>a<pb n='2'/>b<fw>Running head</fw><del>gone</del></p>", "a b"),
        ("<p>R&amp;D &#233;t&#xe9; &lt;x&gt;</p>", "R&D été <x>"),
        ("<p>x<!-- comment --><?pi y?><![CDATA[ <raw> ]]></p>", "x <raw>"),
        ("<l>one</l><l>two</l>", "one two"),
    ],
)
def test_elements_part_words_only_where_words_end(read, body, text):
    data = f"{HEAD}<TEI><teiHeader><p>not this</p></teiHeader><text>{body}</text></TEI>"
    assert words(read("-", stdin=data.encode())) == text


def test_each_text_of_a_collection_is_a_document(read, file):
    one = "<TEI><teiHeader>no</teiHeader><text><p>{}</p></text></TEI>"
    data = (
        f"<teiCorpus xmlns='http://www.tei-c.org/ns/1.0'>{one.format('a b')}\n{one.format('c')}</teiCorpus>"
    )
    reading = read(file("a.xml", data))
    assert [document.split() for document in reading.documents] == [["a", "b"], ["c"]]
    assert [d.split() for d in read(file("a.xml", data), documents="file").documents] == [["a", "b", "c"]]
    paragraphs = read(file("a.xml", f"{HEAD}<x><p>a b</p><p>c</p></x>"), documents="paragraph").documents
    assert [paragraph.split() for paragraph in paragraphs] == [["a", "b"], ["c"]]


def test_any_xml_is_read_and_prefixes_do_not_matter(read):
    assert words(read("-", stdin=b"<?xml version='1.0'?><t:a xmlns:t='u'><t:p>x</t:p>y</t:a>")) == "x y"


def test_a_long_text_arrives_whole_in_pieces(read):
    body = "".join(f"<p>paragraph {n} with <hi>some</hi> words</p>\n" for n in range(60_000))
    reading = read("-", stdin=f"{HEAD}<x>{body}</x>".encode())
    assert len(reading.documents) == 1
    assert len(reading.blocks) > 1
    assert reading.text.split() == [
        w for n in range(60_000) for w in f"paragraph {n} with some words".split()
    ]


@pytest.mark.parametrize(("declared", "encoding"), [("ISO-8859-1", "latin-1"), ("windows-1252", "cp1252")])
def test_the_declared_encoding_is_that_of_the_text(read, declared, encoding):
    data = f"<?xml version='1.0' encoding='{declared}'?><x>café</x>".encode(encoding)
    reading = read("-", stdin=data)
    assert words(reading) == "café"
    assert words(read("-", stdin="<?xml version='1.0'?><x>café</x>".encode("utf-16"))) == "café"


LAUGHS = """<!DOCTYPE x [<!ENTITY a "ha">{}]><x>&l9;</x>""".format(
    "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "&a;" * 10}">' for n in range(10))
)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (LAUGHS, "line 2: XML with a DOCTYPE"),
        ('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>', "XML with a DOCTYPE"),
        ('<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd"><x>&nbsp;</x>', "XML with a DOCTYPE"),
        ("<x>&nbsp;</x>", "line 2: not well-formed XML: undefined entity"),
        ("<x><y></x>", "not well-formed XML: mismatched tag"),
        ("<x>cut", "not well-formed XML: no element found"),
        ("", "not well-formed XML: no element found"),
    ],
)
def test_entities_and_broken_xml_are_refused_with_their_line(read, data, message):
    with pytest.raises(FormatError) as caught:
        read("-", stdin=(HEAD + data).encode())
    assert message in caught.value.message
    assert "xmllint" in caught.value.hint


def test_an_empty_file_is_an_empty_document(read, file):
    assert read(file("a.xml", "")).documents == [""]


def test_xml_has_no_fields_and_can_be_read_with_its_tags(read, file):
    path = file("a.xml", "<x>y</x>")
    with pytest.raises(UsageError, match="XML has no field 'y'"):
        read(path, field="y")
    assert read(path, input_format="text").text == "<x>y</x>"


def test_a_page_of_html_is_no_running_text(read):
    with pytest.raises(FormatError, match="an HTML page") as caught:
        read("-", stdin=b"<!DOCTYPE html><html><p>x</p></html>")
    assert "pandoc -t plain" in caught.value.hint


def test_a_column_of_numbers_is_no_running_text(read):
    data = b"\n".join(str(n).encode() for n in range(50))
    with pytest.raises(FormatError, match="a column of numbers") as caught:
        read("-", stdin=data)
    assert "--counts" in caught.value.hint
    assert read("-", stdin=data, input_format="text").text.split()[-1] == "49"
