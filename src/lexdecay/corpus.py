"""Paths -> Corpus and tokens: how every command reads text, or opens a store in its place."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, fields, replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from lexdecay.errors import OutputError, UsageError
from lexdecay.records import Corpus, Notice, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from lexdecay.read import ReadOptions
    from lexdecay.records import Ints, Source, TokenStream, Vocabulary
    from lexdecay.tokens import Manifest, TokenizerSettings, TokenStore

    Progress: TypeAlias = Callable[[str, int, int | None], None]
    Settings: TypeAlias = dict[str, str | int | float | bool | None]


_INVISIBLE = re.compile("[\\u00ad\\u061c\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069]")

# Processes that tag: one that reads and numbers keeps about so many busy, and each takes 300 MB.
MOST_TAGGING = 8


@dataclass(frozen=True, slots=True)
class CorpusOptions:
    """How text becomes tokens; the defaults are those of the command line."""

    documents: str | None = None
    field: str | None = None
    encoding: str | None = None
    recursive: bool = False
    exclude: tuple[str, ...] = ()
    input_format: str | None = None
    strip: tuple[str, ...] = ()  # gutenberg, aozora, invisible
    dehyphenate: bool = False
    language: str = "en"
    tokenizer: str | None = None  # None: by pattern, unit and language
    token_pattern: str | None = None
    unit: str = "lower"
    punctuation: str = "drop"
    conllu_words: str = "surface"  # or syntactic
    model: str | None = None  # spaCy pipeline that cuts and tags
    tagged: bool = False  # whether tokens need tags, whatever the unit
    sample: float | None = None  # share of the documents to draw: engine/sample.py
    sample_seed: int = 0
    normalize: bool = True
    cache: bool = True
    cache_dir: str | None = None
    jobs: int = 1  # processes that tag; the result is the same for any number


def load_corpus(
    paths: Sequence[str], options: CorpusOptions, *, progress: Progress | None = None
) -> tuple[Corpus, TokenStream]:
    """Read and tokenise text, or open the store that ``paths`` names, and take one view of it."""
    store, notices = tokenised(paths, options, None, progress)
    stream = store.stream(unit=options.unit, punctuation=options.punctuation)
    if options.sample is not None:
        from lexdecay.engine.sample import sampled

        stream = sampled(stream, options.sample, options.sample_seed)
    return described(store.manifest, stream, options, (*notices, *store.notices)), stream


def load_counts(
    paths: Sequence[str], options: CorpusOptions, *, progress: Progress | None = None
) -> tuple[Corpus, Vocabulary]:
    """Read and tokenise text for its word counts alone: the tokens go to a file, memory holds the types."""
    from lexdecay.scratch import temporary_folder
    from lexdecay.tokens import is_store

    if options.sample is not None:
        about, stream = load_corpus(paths, options, progress=progress)
        return about, stream.vocabulary
    with temporary_folder(None) as folder:
        kept = None if len(paths) == 1 and is_store(Path(paths[0])) else folder / "store"
        store, notices = tokenised(paths, options, kept, progress)
        outline = store.outline(unit=options.unit, punctuation=options.punctuation)
        about = described(store.manifest, outline, options, (*notices, *store.notices))
    return about, outline.vocabulary


def described(
    manifest: Manifest, stream: TokenStream, options: CorpusOptions, notices: tuple[Notice, ...]
) -> Corpus:
    """What was read, and what is to be said about it."""
    return Corpus(
        sources=with_tokens(manifest.sources, stream.starts, len(stream)),
        settings=_corpus_settings(manifest, options),
        documents=len(stream.starts),
        tokens=len(stream),
        types=len(stream.vocabulary),
        notices=(*notices, *_script_doubts(manifest, stream), *_invisible_doubts(stream)),
    )


def with_tokens(sources: Sequence[Source], starts: Ints, tokens: int) -> tuple[Source, ...]:
    """Tell each input the tokens of its documents; inputs that those do not add up to stay as they are."""
    ends = list(accumulate(source.documents for source in sources))
    if not ends or ends[-1] != starts.size:
        return tuple(sources)
    bounds = [0, *(int(starts[end]) if end < starts.size else tokens for end in ends)]
    return tuple(
        replace(source, tokens=last - first)
        for source, (first, last) in zip(sources, pairwise(bounds), strict=True)
    )


def _invisible_doubts(stream: TokenStream) -> tuple[Notice, ...]:
    """Say that words which look alike are counted apart."""
    found = [word for word in stream.vocabulary.words if not word.isascii() and _INVISIBLE.search(word)]
    if not found:
        return ()
    shown = found[0].encode("ascii", "backslashreplace").decode()
    holding = counted(len(found), "type holds", "types hold")
    said = f"{holding} soft hyphens or other invisible characters, such as {shown}"
    return (Notice("invisible-characters", said, hint="--strip invisible takes them out of the text"),)


def _script_doubts(manifest: Manifest, stream: TokenStream) -> tuple[Notice, ...]:
    from lexdecay.tokens import runs_words_together

    tokenizer = manifest.tokenizer
    if tokenizer.name != "spacy" or not runs_words_together(stream.vocabulary.words):
        return ()
    said = f"most types run words of a script without spaces together (rules of '{tokenizer.language}')"
    return (Notice("unspaced-script", said, hint=_instead(stream.vocabulary.words[:100])),)


def _instead(words: Sequence[str]) -> str:
    """The options for text without spaces, by its script."""
    letters = "".join(words)
    if re.search("[\u3040-\u30ff]", letters):
        return "--unit char for its characters, or --language ja, whose rules are in spacy[ja]"
    if re.search("[\u3400-\u9fff]", letters):
        return "--language zh for its characters, or --tokenizer jieba"
    return "--unit char for its characters"


def tokenizer_settings(options: CorpusOptions) -> TokenizerSettings:
    """The tokenizer that the options name, or that a pattern or the unit of characters implies."""
    from lexdecay.tokens import TokenizerSettings

    implied = "pattern" if options.token_pattern else "char" if options.unit == "char" else "spacy"
    return TokenizerSettings(
        options.tokenizer or implied,
        options.language,
        options.token_pattern,
        options.model,
        tagged=options.tagged or options.unit == "pos",
        lemmas=options.unit == "lemma",
    )


def cache_folder(options: CorpusOptions) -> Path | None:
    """Where tokenised chunks are kept between runs, None for nowhere."""
    if not options.cache:
        return None
    if options.cache_dir:
        return Path(options.cache_dir)
    import platformdirs

    return Path(platformdirs.user_cache_dir("lexdecay"))


def tokenised(
    paths: Sequence[str], options: CorpusOptions, directory: Path | None, progress: Progress | None
) -> tuple[TokenStore, tuple[Notice, ...]]:
    """Read and tokenise into memory or into ``directory``; or open the store that ``paths`` names."""
    from lexdecay.tokens import Processes, build_store, is_store, open_store

    if directory is None and len(paths) == 1 and is_store(Path(paths[0])):
        _refuse_edits(paths[0], options)
        return open_store(Path(paths[0])), ()
    from lexdecay.engine.processes import process_map
    from lexdecay.read import CorpusReader

    read = Counter("reading", progress)
    reader = CorpusReader(paths, _read_options(options), read.add)
    read.total = reader.total_bytes
    jobs = min(options.jobs, MOST_TAGGING)
    with process_map(jobs) as mapped:
        store = build_store(
            reader,
            tokenizer_settings(options),
            directory=directory,
            cache=cache_folder(options),
            sources=lambda: reader.sources,
            processes=Processes(mapped, window=2 * jobs) if jobs > 1 else None,
        )
    return store, reader.notices


def _read_options(options: CorpusOptions) -> ReadOptions:
    from lexdecay.read import ReadOptions

    return ReadOptions(**{field.name: getattr(options, field.name) for field in fields(ReadOptions)})


def require_same_inputs(directory: Path, paths: Sequence[str], options: CorpusOptions) -> None:
    """Raise OutputError when a store stands at ``directory`` that an index of ``paths`` would not make again.

    It would when every input of the store is a file that is read again, whatever else is.
    """
    from lexdecay.read import CorpusReader
    from lexdecay.tokens import inputs_of

    standing = inputs_of(directory)
    if not standing:
        return
    again = {_place(entry.recorded) for entry in CorpusReader(paths, _read_options(options)).entries}
    lost = [path for path in standing if _place(path) not in again or _is_read_once(path)]
    if lost:
        raise OutputError(
            f"{directory} is a store of {_counted(lost, standing)}, which would be lost",
            hint=f"decay index ... --replace -o {directory}, or name a new folder with -o",
        )


def _place(path: str) -> str:
    from lexdecay.read.remote import is_address

    return path if is_address(path) else os.path.realpath(path)


def _is_read_once(path: str) -> bool:
    """Whether what came under a name may have been anything: standard input, a pipe."""
    from lexdecay.read.remote import is_address

    return path == "-" or (not is_address(path) and Path(path).exists() and not Path(path).is_file())


def _counted(lost: Sequence[str], standing: Sequence[str]) -> str:
    from lexdecay.read.paths import shown

    named = "standard input" if lost[0] == "-" else shown(lost[0])
    return named if len(standing) == 1 else f"{len(standing):,} inputs, such as {named}"


def _refuse_edits(store: str, options: CorpusOptions) -> None:
    """Raise UsageError for what can only be done to a text, and would be said to have been done."""
    given = [f"--strip {name}" for name in options.strip]
    given += ["--dehyphenate"] if options.dehyphenate else []
    given += [f"--input-format {options.input_format}"] if options.input_format else []
    if given:
        raise UsageError(
            f"{store} is a store, whose text is read already: {', '.join(given)} comes too late",
            hint=f"decay index TEXT {' '.join(given)} -o STORE",
        )


class Counter:
    """Adds up steps of one phase for a progress display that may not be there."""

    def __init__(self, phase: str, progress: Progress | None, total: int | None = None) -> None:
        self.total = total
        self._phase, self._progress, self._done = phase, progress, 0

    def add(self, steps: int = 1) -> None:
        """Say that ``steps`` more are done."""
        self._done += steps
        if self._progress:
            self._progress(self._phase, self._done, self.total)


def _corpus_settings(manifest: Manifest, options: CorpusOptions) -> Settings:
    tokenizer = manifest.tokenizer
    return {
        "documents": options.documents,
        "field": options.field,
        "input_format": options.input_format,
        "strip": ",".join(options.strip) or None,
        "dehyphenate": options.dehyphenate,
        "normalize": options.normalize,
        "tokenizer": tokenizer.name,
        "language": tokenizer.language,
        "token_pattern": tokenizer.pattern,
        "tokenizer_version": tokenizer.version,
        "tokenizer_rules": tokenizer.rules,
        "model": tokenizer.model,
        "model_version": tokenizer.model_version,
        "words": tokenizer.words,
        "unit": options.unit,
        "punctuation": options.punctuation,
        "sample": options.sample,
        "sample_seed": None if options.sample is None else options.sample_seed,
    }
