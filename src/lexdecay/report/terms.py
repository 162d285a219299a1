"""What the numbers mean: one paragraph a term, with its formula and where it comes from.

Here are the terms of curves, laws and verdicts; each other subject has a file beside this one.
"""

from __future__ import annotations

from typing import Final

from lexdecay.errors import UnknownNameError
from lexdecay.report.position_terms import POSITION_TERMS
from lexdecay.report.term import Term
from lexdecay.report.word_terms import WORD_TERMS
from lexdecay.report.zipf_terms import ZIPF_TERMS

__all__ = ["TERMS", "Term", "find_term"]

TERMS: Final = (
    Term(
        "offset",
        "How many word positions the right word of a pair stands after the left one; neighbours have "
        "offset 1. Punctuation holds no position unless --punctuation keep gives it one; rare words always"
        " hold theirs, because leaving a word out would bring its neighbours closer. A pair never crosses "
        "a document.",
        aliases=("distance", "lag", "d"),
    ),
    Term(
        "type",
        "A word as it is counted: all that is written alike once case is folded, unless --unit says "
        "otherwise. A token is one occurrence of a type and holds one position.",
        source="docs/decisions/0003",
        aliases=("types", "token", "tokens", "unit"),
    ),
    Term(
        "document",
        "A stretch of text that pairs never cross: a file, a JSON object, a row, a line or a paragraph, as"
        " --documents says. Cutting a book into many documents takes away the pairs between them.",
        aliases=("documents",),
    ),
    Term(
        "exposure",
        "How many positions of the text could have held a pair at an offset: the pairs that were counted. "
        "It falls with the offset, since every document loses d pairs; offsets with less than a tenth of "
        "the exposure at offset 1 are not measured.",
        formula="n(d) = sum over documents of max(0, length - d)",
        aliases=(
            "n",
            "pairs",
        ),
    ),
    Term(
        "vocabulary",
        "The K commonest words keep their identity; every other word becomes one symbol, OTHER, and keeps "
        "its position. K stands beside every exponent because the exponent depends on it: the same text "
        "decays more slowly over more words. Without --vocabulary it is chosen so that the floor stays "
        "small.",
        formula="K = sqrt(tokens / 10), between 50 and 5000",
        aliases=("k", "other", "vocabulary size"),
    ),
    Term(
        "mutual information",
        "How many bits the left word tells about the word d positions on, on average. The plug-in value of"
        " a finite text is far above 0 even where words are independent, so its floor is taken off.",
        formula="I(d) = sum_xy p(x,y) log2 [p(x,y) / (p(x) p(y))] - floor(d)",
        source="Shannon 1948; Li 1990, J. Stat. Phys. 60:823",
        aliases=("i", "mi", "information"),
    ),
    Term(
        "floor",
        "What an estimate gives where nothing is left to find. For mutual information: its expectation "
        "under random re-pairing with both margins fixed, computed exactly, plus what far circular shifts "
        "of the text hold above that, corrected for the fewer cells that attracting words fill. A curve "
        "without its floor taken off ends in a plateau that is no property of language.",
        formula="floor(d) = raw(d) - I(d), I(d) = (raw(d) - E(d) - delta(d)) (1 + gain(d))",
        source="Vinh, Epps & Bailey 2010, JMLR 11:2837; Quenouille 1956, Biometrika 43:353",
        aliases=("raw", "by chance", "bias", "expected mutual information"),
    ),
    Term(
        "estimand",
        "What is being estimated. 'total' is all dependence, what documents' topics do to all their words "
        "included; its floor comes from far shifts. 'within-document' is what is left when each document "
        "is compared with itself shuffled, so topics are out of it. The difference is the share of topics.",
        aliases=("total", "within document"),
    ),
    Term(
        "recurrence",
        "How much more often than chance the same word stands d positions on, of what could be. It takes "
        "every word and reaches farther than mutual information. Its floor is the part of the raw share that "
        "chance makes, computed from the counts of the words. It is negative at offsets 1 and 2, where "
        "words avoid repeating, so a fit starts at its maximum.",
        formula="rho(d) = (P(same word at d) - sum p^2) / (1 - sum p^2)",
        aliases=("rho", "ρ"),
    ),
    Term(
        "jackknife",
        "Errors come from leaving out one of 40 contiguous blocks of text at a time and seeing how the "
        "curve moves. This gives the covariance between offsets too, and neighbours move together almost "
        "perfectly: they are never treated as independent. Blocks are not resampled with repetition, which"
        " would raise mutual information.",
        formula="C = (B - 1) / B sum_b (v_b - mean)(v_b - mean)', B = 40",
        source="Tukey 1958; Efron 1982",
        aliases=("± se", "se", "standard error", "covariance"),
    ),
    Term(
        "noise",
        "The spread of an estimate where there is nothing to find, from pairings of words that stand far "
        "apart.",
        aliases=("sigma",),
    ),
    Term(
        "usable",
        "An offset is usable when its value exceeds four standard deviations of noise. A verdict rests on "
        "usable offsets only, and nothing is said about offsets beyond the largest usable one.",
        formula="value(d) > 4 noise(d)",
        aliases=("usable offset", "largest usable offset"),
    ),
    Term(
        "reach",
        "How far something can be seen: the largest offset at which it stands out of the noise. Of a pair "
        "of tags it is the largest offset whose observed / expected differs from 1, up or down; where that"
        " is the largest that was measured, the reach is at least that. A longer text sees farther, so a "
        "reach is a lower bound of how far words depend on each other.",
        formula="reach = largest d with |O(d) / E(d) - 1| > 4 noise(d)",
        aliases=("range",),
    ),
    Term(
        "observed over expected",
        "How many times more often one tag, or word, stands d positions after another than it would if the"
        " places to the left and the places to the right were paired at random: 2 is twice as often, 1 is "
        "chance, 0.5 half as often. Less 1 it is the attraction of `decay fit --left ADJ --right NOUN`; 1 "
        "less it, the avoidance. Its floor is exactly 1, so nothing has to be estimated and taken off, and"
        " it tells attraction from avoidance, which information does not. * marks those that differ from "
        "1.",
        formula="O / E = pairs(a, b) pairs / (pairs(a, any) pairs(any, b)), all at offset d",
        source="docs/methods_words.md, The curve of a construction",
        aliases=("observed/expected", "o/e", "ratio", "attraction", "avoidance", "expected", "construction"),
    ),
    Term(
        "boundary ratio",
        "What a sentence end does: the dependence of pairs that an end parts, divided by that of as many "
        "pairs within a sentence at the same offset. 0: the end cuts all; 1: it does nothing. Pairs across"
        " an end also differ in where they stand, so the ratio is read beside its control, the same "
        "sentence lengths moved to other places (`ends moved`), which gives 1 up to its error. What "
        "crosses an end may still be about the end itself: tags depend on their place in a sentence.",
        formula="ratio(d) = I_across(d) / I_within(d) at equal exposure, each less its expectation by chance",
        aliases=("across / within", "across/within", "sentence end", "ends moved", "boundary"),
    ),
    Term(
        "power law",
        "A curve without a scale of its own: doubling the offset divides the value by the same factor "
        "everywhere. A straight line on log-log paper over one decade does not show it. The verdict needs "
        "1.5 decades of usable offsets, an acceptable fit, the exponential rejected and no other law "
        "clearly better; it holds for the offsets and the vocabulary that are named, and not beyond.",
        formula="f(d) = A d^-alpha",
        aliases=("exponent", "alpha", "α"),
    ),
    Term(
        "exponential",
        "A curve with one scale: every xi words the value falls by the factor e, as in a Markov chain. The"
        " mutual information of a chain falls with half the length of its slowest memory.",
        formula="f(d) = A e^(-d / xi)",
        aliases=("length", "xi", "ξ"),
    ),
    Term(
        "mixed",
        "Verdict: another named law is better than both the power law and the exponential, and it is said "
        "which and by how much. Another law of the same shape would do as well.",
    ),
    Term(
        "undecided",
        "Verdict: this text, over this vocabulary, cannot tell which law holds. It is an answer, not a "
        "failure: exit code 0.",
        aliases=("cannot tell",),
    ),
    Term(
        "no dependence",
        "Verdict: no offset stands out of the noise. It does not mean that the words are independent, only"
        " that this text cannot show their dependence.",
    ),
    Term(
        "bic",
        "Misfit plus a price for each parameter; smaller is better. The delta is counted from the best law"
        " of the same curve. The number of offsets in it is the effective one, since neighbours say nearly"
        " the same.",
        formula="BIC = -2 ln likelihood + parameters ln(effective offsets)",
        source="Schwarz 1978, Ann. Stat. 6:461",
        aliases=("delta bic", "δbic", "weight"),
    ),
    Term(
        "p",
        "Of a fit: how often data from the fitted law itself would lie at least as far from it. Small "
        "means that the law does not fit, however small its BIC. Of a pair of words: how often chance "
        "alone would give a G2 at least as large.",
        aliases=("χ²/dof", "chi2/dof", "p value", "goodness of fit", "chi2"),
    ),
    Term(
        "status",
        "Whether the search for a law's parameters ended well. 'at bound': one of them ended at the edge "
        "of what is searched, so the law has become a simpler one, or its parameter lies beyond what this "
        "text can tell. 'no convergence': no minimum was found. 'too few points': fewer than two offsets "
        "more than parameters.",
        aliases=("at bound", "no convergence", "too few points", "ok"),
    ),
    Term(
        "deviation",
        "How far a law is off, as a share of the value, over the usable offsets and with the noise taken "
        "out. The verdict prints it as '% off'. chi2 says how certain a misfit is and this how large: in a"
        " long text every law is certainly wrong.",
        formula="root mean square of (y - f) / y, less the noise's share",
        aliases=("off", "% off"),
    ),
    Term(
        "held out",
        "Each law is fitted to one half of the text and scored on the other, both ways: chi2 per effective"
        " offset. About 2 for a true law, since both halves err. Halves below 20,000 tokens hold too little "
        "for that: the verdict then says 'not checked on unseen text'.",
        aliases=("held_out",),
    ),
    Term(
        "local slope",
        "The exponent the curve has at one offset. A power law has the same one everywhere; an exponential"
        " has one that falls in proportion to the offset.",
        formula="d ln value / d ln offset",
        aliases=("slope",),
    ),
    Term(
        "control",
        "The same words in another order. 'shuffle' keeps every count, and so Zipf's law, and must leave "
        "no dependence; 'within-document' keeps what topics do; 'sentence-order' keeps what is within "
        "sentences; 'reverse' exchanges left and right and must leave the raw information as it is. What "
        "survives a control is not made by what the control takes away.",
        aliases=("shuffle", "reverse", "surrogate"),
    ),
    Term(
        "difference",
        "What two corpora, or a corpus and its control, differ by at one offset, with the 95 % interval of"
        " that offset by itself. It 'differs' where it would be that large by chance in one of twenty "
        "comparisons of all offsets together. Both are measured at the same offsets and over the smaller "
        "of their vocabularies.",
        formula="|A - B| > z(1 - 0.025 / m) se, m offsets",
        source="docs/methods_words.md",
        aliases=("differ", "differs", "a - b"),
    ),
    *WORD_TERMS,
    *POSITION_TERMS,
    *ZIPF_TERMS,
)


def find_term(word: str) -> Term:
    """Return the term that ``word`` names, whatever its case, hyphens and underscores.

    Raises UnknownNameError that lists the terms and guesses the one that was meant.
    """
    known = {_key(name): term for term in TERMS for name in (term.name, *term.aliases)}
    found = known.get(_key(word))
    if found is None:
        raise UnknownNameError("term", word, (term.name for term in TERMS))
    return found


def _key(word: str) -> str:
    return " ".join(word.casefold().replace("-", " ").replace("_", " ").split())
