"""CoNLL-U as a list of words with ranges over it, written out and read back."""

from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from lexdecay.read import CorpusReader, ReadOptions
from lexdecay.records import UNIVERSAL_TAGS

FORMS = st.text("abcé中.-'_ ", min_size=1, max_size=4).filter(lambda form: form.strip() == form)
WORD = st.tuples(FORMS, st.sampled_from(UNIVERSAL_TAGS))
# A token is one word, or a range over several; some are followed by an empty node.
TOKEN = st.tuples(st.lists(WORD, min_size=1, max_size=3), st.booleans(), st.booleans())
SENTENCE = st.tuples(st.booleans(), st.lists(TOKEN, min_size=1, max_size=5))


def row(number, form, tag):
    return f"{number}\t{form}\t_\t{tag}\t_\t_\t0\t_\t_\t_\n"


def written(sentences):
    lines = []
    for opens, tokens in sentences:
        lines.append("# newdoc\n" if opens else "# text = 1\tx\n")
        number = 0
        for words, is_range, empty in tokens:
            if len(words) > 1 or is_range:
                lines.append(row(f"{number + 1}-{number + len(words)}", surface(words), "_"))
            for form, tag in words:
                number += 1
                lines.append(row(number, form, tag))
            if empty:
                lines.append(row(f"{number}.1", "x", "X"))
        lines.append("\n")
    return "".join(lines)


def surface(words):
    return "".join(form for form, _ in words)


def read(text, rule, tmp):
    path = tmp.path / "a.conllu"
    path.write_bytes(text.encode())
    (block,) = CorpusReader([str(path)], ReadOptions(conllu_words=rule))
    return block


@given(sentences=st.lists(SENTENCE, max_size=4))
def test_words_ranges_sentences_and_documents_come_back(sentences, tmp_path_factory):
    tmp = SimpleNamespace(path=tmp_path_factory.getbasetemp())
    expected = {
        "surface": [[surface(words) for words, _, _ in tokens] for _, tokens in sentences],
        "syntactic": [[form for words, _, _ in tokens for form, _ in words] for _, tokens in sentences],
    }
    for rule, rows in expected.items():
        block = read(written(sentences), rule, tmp)
        begins = [sum(map(len, rows[:index])) for index in range(len(rows))]
        assert list(block.words) == [word for sentence in rows for word in sentence]
        assert block.sentences.tolist() == begins
        opens = [opens or not index for index, (opens, _) in enumerate(sentences)]
        assert block.starts.tolist() == [at for at, first in zip(begins, opens, strict=True) if first]
