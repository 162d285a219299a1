"""Tags of running and vertical text: universal ones, and those of the Penn Treebank, which are mapped."""

from __future__ import annotations

from lexdecay.records import UNIVERSAL_TAGS

_PENN = {
    "ADJ": "JJ JJR JJS",
    "ADP": "IN RP",
    "ADV": "RB RBR RBS WRB",
    "AUX": "MD",
    "CCONJ": "CC",
    "DET": "DT PDT",
    "INTJ": "UH",
    "NOUN": "NN NNS",
    "NUM": "CD",
    "PART": "POS TO",
    "PRON": "EX PRP PRP$ WDT WP WP$",
    "PROPN": "NNP NNPS",
    "PUNCT": ". , : `` '' ( ) -LRB- -RRB- HYPH",
    "SYM": "SYM $ #",
    "VERB": "VB VBD VBG VBN VBP VBZ",
    "X": "FW LS",
}
TAGS = {tag: UNIVERSAL_TAGS.index(name) for name, tags in _PENN.items() for tag in tags.split()}
"""Tag -> its index in UNIVERSAL_TAGS."""
TAGS |= {name: index for index, name in enumerate(UNIVERSAL_TAGS)}
