import gzip

import pytest

from lexdecay.errors import FormatError, UnknownNameError, UsageError
from lexdecay.read.conllu import looks_like_conllu
from lexdecay.records import UNIVERSAL_TAGS

TEXT = """\
# newdoc id = one
# text = Don't go.
1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_
1\tDo\tdo\tAUX\tVB\t_\t3\taux\t_\t_
2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t_\t_
3\tgo\tgo\tVERB\tVB\t_\t0\troot\t_\tSpaceAfter=No
4\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_

# newpar
# text = Dámelo!
1-3\tDámelo\t_\t_\t_\t_\t_\t_\t_\t_
1\tDa\tdar\tVERB\t_\t_\t0\troot\t_\t_
2\tme\tyo\tPRON\t_\t_\t1\tiobj\t_\t_
3\tlo\tél\tPRON\t_\t_\t1\tobj\t_\t_
3.1\tnada\tnada\tPRON\t_\t_\t_\t_\t1:obj\t_
4\t!\t!\tPUNCT\t_\t_\t1\tpunct\t_\t_

# newdoc id = two
1\tBien\t_\t_\t_\t_\t0\troot\t_\t_
"""


def tokens(reading):
    (block,) = reading.blocks
    return [
        (word, UNIVERSAL_TAGS[tag], lemma)
        for word, tag, lemma in zip(block.words, block.tags, block.lemmas, strict=True)
    ]


def test_a_range_is_one_surface_token_with_the_tag_of_its_first_word_of_an_open_class(read, file):
    assert tokens(read(file("a.conllu", TEXT))) == [
        ("Don't", "AUX", "do"),
        ("go", "VERB", "go"),
        (".", "PUNCT", "."),
        ("Dámelo", "VERB", "dar"),
        ("!", "PUNCT", "!"),
        ("Bien", "_", ""),
    ]


def test_syntactic_words_are_those_of_the_ranges_without_the_empty_nodes(read, file):
    found = tokens(read(file("a.conllu", TEXT), conllu_words="syntactic"))
    assert [word for word, _, _ in found] == ["Do", "n't", "go", ".", "Da", "me", "lo", "!", "Bien"]
    assert found[1] == ("n't", "PART", "not")


def test_sentences_and_documents_begin_where_the_file_says(read, file):
    (block,) = read(file("a.conllu", TEXT)).blocks
    assert block.sentences.tolist() == [0, 3, 5]
    assert block.starts.tolist() == [0, 5]


@pytest.mark.parametrize(("documents", "starts"), [("file", [0]), ("paragraph", [0, 3, 5])])
def test_documents_may_be_files_or_paragraphs(read, file, documents, starts):
    (block,) = read(file("a.conllu", TEXT), documents=documents).blocks
    assert block.starts.tolist() == starts


def test_the_source_counts_the_documents_and_compression_is_no_matter(read, file):
    reading = read(file("a.conllu.gz", gzip.compress(TEXT.encode())))
    assert [source.documents for source in reading.sources] == [2]


def test_windows_line_ends_decomposed_letters_and_a_missing_last_line_end_change_nothing(read, file):
    other = TEXT.replace("\n", "\r\n").replace("á", "a\u0301").rstrip()
    assert tokens(read(file("a.conllu", other))) == tokens(read(file("b.conllu", TEXT)))


def test_a_stream_without_a_name_is_recognised_by_its_columns(read):
    assert tokens(read("-", stdin=TEXT.encode()))[0] == ("Don't", "AUX", "do")


@pytest.mark.parametrize("head", [b"# a heading\n\n1\tone\n", b"1 2 3 4 5 6 7 8 9 10\n", b"\n" * 65_536, b""])
def test_other_text_is_not_taken_for_conllu(head):
    assert not looks_like_conllu(head)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("1\ta\ta\tNOUN", "found 4 columns"),
        ("x\ta\ta\tNOUN\t_\t_\t0\t_\t_\t_", "found the id 'x'"),
        ("1\ta\ta\tNN\t_\t_\t0\t_\t_\t_", "found 'NN' where a universal part of speech stands"),
        ("2-1\ta\ta\tNOUN\t_\t_\t0\t_\t_\t_", "found the range 2-1 of 'a'"),
        ("1-2\ta\ta\tNOUN\t_\t_\t0\t_\t_\t_\n", "the sentence ends inside the range of 'a'"),
    ],
)
def test_a_line_that_is_not_conllu_is_named(read, file, line, found):
    path = file("a.conllu", f"# c\n{line}\n")
    with pytest.raises(FormatError, match=rf"a\.conllu, line \d: not CoNLL-U: {found}") as error:
        read(path)
    assert "10 columns" in error.value.hint


@pytest.mark.parametrize(
    ("options", "asked"), [({"documents": "line"}, "documents of kind 'line'"), ({"field": "x"}, "field 'x'")]
)
def test_what_conllu_does_not_have_is_refused(read, file, options, asked):
    with pytest.raises(UsageError, match=f"CoNLL-U has no {asked}") as error:
        read(file("a.conllu", TEXT), **options)
    assert "--documents file or paragraph" in error.value.hint


def test_running_text_has_no_syntactic_words(read, file):
    with pytest.raises(UsageError, match="only CoNLL-U tells syntactic words") as error:
        read(file("a.txt", "one two\n"), conllu_words="syntactic")
    assert error.value.hint == "leave out --words syntactic"


def test_an_unknown_kind_of_word_is_refused(read, file):
    with pytest.raises(UnknownNameError, match="no kind of word is named 'morphs'"):
        read(file("a.conllu", TEXT), conllu_words="morphs")


def test_an_empty_file_is_no_sentence(read, file):
    (block,) = read(file("a.conllu", "")).blocks
    assert (block.words, block.sentences.size, block.starts.size) == ((), 0, 0)
