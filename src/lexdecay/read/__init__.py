"""Path, standard input -> text blocks with document boundaries."""

from lexdecay.read.options import Documents, ReadOptions
from lexdecay.read.reader import CorpusReader

__all__ = ["CorpusReader", "Documents", "ReadOptions"]
