"""Text blocks -> TokenStore: the only room that knows spaCy."""

from lexdecay.tokens.apart import Processes
from lexdecay.tokens.build import build_store
from lexdecay.tokens.disk import inputs_of, is_store, open_store
from lexdecay.tokens.settings import Identity, TokenizerSettings
from lexdecay.tokens.store import Manifest, TokenStore
from lexdecay.tokens.tokenizer import Encoded, Tokenizer
from lexdecay.tokens.tokenizers import TOKENIZERS
from lexdecay.tokens.views import PUNCTUATION_RULES, UNITS
from lexdecay.tokens.words import runs_words_together

__all__ = [
    "PUNCTUATION_RULES",
    "TOKENIZERS",
    "UNITS",
    "Encoded",
    "Identity",
    "Manifest",
    "Processes",
    "TokenStore",
    "Tokenizer",
    "TokenizerSettings",
    "build_store",
    "inputs_of",
    "is_store",
    "open_store",
    "runs_words_together",
]
