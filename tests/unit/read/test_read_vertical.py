import pytest

from lexdecay.errors import FormatError, UsageError
from lexdecay.records import UNIVERSAL_TAGS

TEXT = """\
<doc id="1" title="a">
<p>
<s>
The\tDT\tthe
dogs\tNNS\tdog
bark\tVERB\tbark
<g/>
&amp;\tSYM\t&amp;
</s>
<s id="2">
Plain
</s>
</p>
<p>
<s>
odd\tXYZ\t_
</s>
</p>
</doc>
<doc id="2">
<s>
end\tNN
</s>
</doc>
"""


@pytest.fixture
def vertical(file):
    return file("a.vert", TEXT)


def tokens(block):
    return [
        (word, UNIVERSAL_TAGS[tag], lemma)
        for word, tag, lemma in zip(block.words, block.tags, block.lemmas, strict=True)
    ]


def test_columns_are_word_tag_and_lemma_and_penn_tags_become_universal(read, vertical):
    (block,) = read(vertical).blocks
    assert tokens(block) == [
        *(("The", "DET", "the"), ("dogs", "NOUN", "dog"), ("bark", "VERB", "bark"), ("&", "SYM", "&")),
        *(("Plain", "_", ""), ("odd", "_", ""), ("end", "NOUN", "")),
    ]
    assert (block.format, block.rule) == ("vertical", None)


def test_sentences_and_documents_begin_at_their_tags(read, vertical):
    (block,) = read(vertical).blocks
    assert block.sentences.tolist() == [0, 4, 5, 6]
    assert block.starts.tolist() == [0, 6]


@pytest.mark.parametrize(("documents", "starts"), [("file", [0]), ("paragraph", [0, 5, 6])])
def test_documents_may_be_files_or_paragraphs(read, vertical, documents, starts):
    (block,) = read(vertical, documents=documents).blocks
    assert block.starts.tolist() == starts


def test_tags_of_another_set_are_counted_in_a_notice(read, vertical):
    (notice,) = read(vertical).notices
    assert notice.code == "unknown_tags"
    assert notice.message.startswith(
        "1 token counts as untagged: its tag is neither universal nor of the Penn Treebank"
    )


def test_a_token_outside_of_a_sentence_is_refused(read, file):
    with pytest.raises(FormatError, match=r"a\.vrt, line 2: a token outside of <s>") as error:
        read(file("a.vrt", "<doc>\nword\tNN\n"))
    assert "mark the sentences" in error.value.hint


def test_what_vertical_text_does_not_have_is_refused(read, vertical):
    with pytest.raises(UsageError, match="vertical text has no documents of kind 'line'") as error:
        read(vertical, documents="line")
    assert "<doc> or <text>" in error.value.hint
