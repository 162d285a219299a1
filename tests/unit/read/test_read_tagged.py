import pytest

from lexdecay.errors import FormatError, UsageError
from lexdecay.records import UNIVERSAL_TAGS

TEXT = """\
The_DT dogs_NNS bark_VBP ._.

and/or_CC snake_case_NOUN odd_XYZ
end_NN
"""


def tokens(block):
    return [(word, UNIVERSAL_TAGS[tag]) for word, tag in zip(block.words, block.tags, strict=True)]


def test_words_are_cut_from_their_tags_at_the_last_separator(read, file):
    read = read(file("a.tagged", TEXT))
    (block,) = read.blocks
    assert tokens(block) == [
        *(("The", "DET"), ("dogs", "NOUN"), ("bark", "VERB"), (".", "PUNCT")),
        *(("and/or", "CCONJ"), ("snake_case", "NOUN"), ("odd", "_"), ("end", "NOUN")),
    ]
    assert block.format == "tagged"
    assert block.sentences.tolist() == [0, 4, 7]
    assert block.starts.tolist() == [0]
    assert "unknown_tags" in read.codes


def test_slashes_are_recognised_by_the_tags_after_them(read, file):
    (block,) = read(file("a.pos", "The/DT snake_case/NN and/or/CC //SYM")).blocks
    assert tokens(block) == [("The", "DET"), ("snake_case", "NOUN"), ("and/or", "CCONJ"), ("/", "SYM")]


@pytest.mark.parametrize(("documents", "starts"), [("file", [0]), ("paragraph", [0, 4]), ("line", [0, 4, 7])])
def test_documents_are_files_paragraphs_or_lines(read, file, documents, starts):
    (block,) = read(file("a.tagged", TEXT), documents=documents).blocks
    assert block.starts.tolist() == starts


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("barks", "line 3: 'barks' has no tag; word_TAG was expected"),
        ("barks_", "line 3: 'barks_' has no tag; word_TAG was expected"),
        ("_VBZ", "line 3: '_VBZ' has no word; word_TAG was expected"),
        ("x" * 60, f"line 3: '{'x' * 40}...' has no tag"),
    ],
)
def test_a_word_without_a_tag_is_named_with_its_line(read, file, line, message):
    with pytest.raises(FormatError) as caught:
        read(file("a.tagged", f"The_DT dog_NN\r\n\r\n{line} loud_JJ\n"))
    assert message in caught.value.message
    assert "--input-format text" in caught.value.hint


def test_objects_and_fields_are_refused(read, file):
    with pytest.raises(UsageError, match="tagged text has no objects and no fields"):
        read(file("a.tagged", TEXT), field="body")
