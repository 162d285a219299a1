"""What the numbers mean: one paragraph a term, with its formula and where it comes from."""

from __future__ import annotations

from typing import Final

from lexdecay.errors import UnknownNameError
from lexdecay.report.term import Term
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
        "every word, needs no floor and reaches farther than mutual information. It is negative at offsets"
        " 1 and 2, where words avoid repeating, so a fit starts at its maximum.",
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
        " offset. About 2 for a true law, since both halves err.",
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
        "pull",
        "How far a query bends the words around it: the divergence, in bits, of P(word | query, offset) "
        "from the plain frequencies. As many words taken at random from the text diverge too; that floor, "
        "computed exactly and corrected by far shifts for words that cluster, is taken off. The K "
        "commonest words of the class keep their identity.",
        formula="pull(d) = sum_w P(w | q, d) log2 [P(w | q, d) / P(w)] - floor(d)",
        source="Kullback & Leibler 1951, Ann. Math. Stat. 22:79",
        aliases=("kl", "divergence", "kullback leibler"),
    ),
    Term(
        "half-life",
        "The distance at which the pull of a query has fallen to half of its maximum, read off straight "
        "lines between measured offsets on a logarithmic scale of distance. Its 95 % interval is that of "
        "2,000 curves drawn with the pull's covariance. There is none where the pull stays above half as "
        "far as it can be seen.",
    ),
    Term(
        "lift",
        "How many times its usual share a word has beside the query. It is large for rare words that were "
        "seen twice, so lists are ordered by their part of the divergence unless --by lift asks for it.",
        formula="lift = P(w | q, d) / P(w);  bits = P(w | q, d) log2 lift",
        aliases=("base", "base rate", "bits"),
    ),
    Term(
        "wilson interval",
        "The 95 % interval of a share; it stays between 0 and 1 and holds for small counts. It takes the "
        "occurrences of the query as independent, so for a word that clusters it is too narrow.",
        source="Wilson 1927, JASA 22:209",
        aliases=("ci95", "interval", "95 %"),
    ),
    Term(
        "g2",
        "Log-likelihood ratio of a pair of words: how much better the table (left word or another) x "
        "(right word or another) is explained by its own cells than by its margins. It has the sign of the"
        " attraction: negative where the pair is rarer than expected. It grows with the count, so it finds"
        " pairs that are certain, not those that are close.",
        formula="G2 = 2 sum O ln(O / E)",
        source="Dunning 1993, Computational Linguistics 19:61",
        aliases=("g²", "log likelihood", "loglikelihood"),
    ),
    Term(
        "pmi",
        "Pointwise mutual information: how many times more often than expected a pair stands together, as "
        "a logarithm, in bits. It does not grow with the count, and is largest for rare pairs.",
        formula="PMI = log2(count x pairs / (left x right))",
        source="Church & Hanks 1990, Computational Linguistics 16:22",
        aliases=("pointwise mutual information",),
    ),
    Term(
        "q",
        "False discovery rate: among all tested pairs with this q or less, the share that chance alone is "
        "expected to have put there. The tests are those of the pairs that are common enough (--min-"
        "count), at all offsets together.",
        formula="q_(i) = min over j >= i of p_(j) m / j",
        source="Benjamini & Hochberg 1995, JRSS B 57:289",
        aliases=("q value", "false discovery rate", "fdr"),
    ),
    Term(
        "share",
        "The part of the information at an offset that one pair carries. Pairs that avoid each other carry"
        " a negative part, and what chance puts into the rare pairs is in none, so shares need not sum to "
        "1.",
        formula="share = (count / pairs) PMI / (raw(d) - E(d)), over all types",
    ),
    Term(
        "arc length",
        "Words between a dependent and its head, both counted without punctuation. Short arcs are judged "
        "against the words of each sentence in random order, and laws are fitted with every arc cut off "
        "where its sentence ends: mixing short and long sentences makes tails that none of them has.",
        formula="p(d | n) = 2 (n - d) / (n (n - 1)), mean (n + 1) / 3, in random order of n words",
        source="Ferrer-i-Cancho 2004, Phys. Rev. E 70:056135; Petrini & Ferrer-i-Cancho 2022",
        aliases=("arcs", "arc", "dependency length"),
    ),
    Term(
        "attention logit",
        "What a head adds for a distance: the mean logarithm of its weight over one set of rows in which "
        "every distance exists, so that what each row is divided by is the same constant everywhere. "
        "Uniform attention has the same logit at every distance. Weights are not P(word | query, offset).",
        formula="b(d) = mean over rows i of ln A[i, i - d], up to a constant",
        source="docs/attention.md",
        aliases=("logit", "attention", "head"),
    ),
    Term(
        "uniform attention",
        "The null of every attention map: each row spreads its weight evenly over the keys it sees. "
        "Averaged by distance over all rows, it falls all the same, because rows with few keys have near "
        "ones only, and looks like a power law: a slope of 0.31 with 512 keys, R2 0.98.",
        formula="A(d) = (H_n - H_d) / (n - d), H_n = 1 + 1/2 + ... + 1/n",
        source="docs/attention.md",
        aliases=("all rows", "uniform", "plain slope", "even"),
    ),
    Term(
        "head kind",
        "sink: at least 0.3 of the weight on sink columns. previous token: at least half on the token "
        "before. local, rising: an exponent of distance of 0.1 or more, or of -0.1 or less, at a false "
        "discovery rate of 5 % among all heads. flat: the 95 % interval of the exponent lies within -0.1 "
        "and 0.1. undecided: none of these.",
        aliases=("kind", "near", "local", "rising", "flat", "previous token"),
    ),
    Term(
        "sink",
        "A key that draws weight whatever the query, such as the first token. The leading ones (--sinks) "
        "and those that draw at least 0.3 of the weight of queries 16 and more positions on are left out "
        "of every logit and counted apart.",
        source="Xiao et al. 2023, arXiv 2309.17453; Gu et al. 2024, arXiv 2410.10781",
        aliases=("attention sink",),
    ),
    Term(
        "dilution",
        "How a softmax thins out as keys are added. Effective keys are 2 to the entropy in bits: as many "
        "keys of equal weight would have it. The scale is what logits would have to be multiplied by to "
        "keep what they have at the first length, under the assumption printed with it; there is no scale "
        "for all models.",
        formula="needle: a = e^g / (e^g + n - 1); Gaussian: H = ln n - sigma^2 / 2; bias: H_w(a) / H_n(a)",
        source="Veličković et al. 2024, arXiv 2410.01104; docs/attention.md",
        aliases=("keys", "effective", "effective keys", "scale", "needle", "within"),
    ),
    Term(
        "diagonal",
        "Of two aligned lines: where a word would stand if both ran alike, word i of m beside word "
        "floor((i + 1/2) n / m) of n. Information at an offset from it is measured above what lines give "
        "that are set against others of their length.",
        source="docs/attention.md",
        aliases=("cross information", "alignment"),
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
    Term(
        "fit error",
        "How far an encoding at its closest stays from the logarithm of the kernel, in nats: 'rms' on "
        "average over the distances, each doubling counting the same, and 'max' at the distance 'at'. "
        "'sampling noise' is what a perfect shape would still show. Compare encodings with the same number"
        " of free parameters only.",
        source="docs/positions.md",
        aliases=("rms", "max", "sampling noise"),
    ),
    Term(
        "kernel",
        "How much weight a distance deserves, up to a constant factor. An encoding that adds b(d) to a "
        "logit has the kernel exp(b(d)), so ln K in nats is what it is compared with. No measure of a text"
        " is a kernel; 'corr' takes the correlation behind the mutual information, 'direct' what is left "
        "of recurrence when chains of shorter links are taken out, 'mi' the information itself, and their "
        "exponents differ.",
        formula="corr: sqrt(2 I(d));  direct: rho(d) = sum_D a_D rho(d - D);  mi: I(d)",
        source="docs/positions.md",
        aliases=("corr", "direct", "nats", "count from"),
    ),
    Term(
        "position encoding",
        "What a model adds to the logit of a key d tokens back. ALiBi, KERPLE, T5, FIRE and Sandwich add a"
        " bias, and parameters for it follow from a kernel. RoPE, xPos and sinusoidal vectors rotate "
        "queries and keys: what they add is made by a model's weights.",
        formula="ALiBi -m d; KERPLE -r1 ln(1 + r2 d), -r1 d^r2; T5 b[bucket(d)]; FIRE f(ln(1 + c d) / "
        "ln(1 + c n))",
        source="Press et al. 2022; Chi et al. 2022, 2023; Raffel et al. 2020; Li et al. 2024",
        aliases=("alibi", "kerple", "t5", "fire", "sandwich", "free"),
    ),
    Term(
        "mean kernel",
        "What rotary encodings add for queries and keys that share one direction, up to the factor lambda:"
        " the mean of the cosines of all pairs. It falls with the logarithm of the distance, so a softmax "
        "of it is a power law on average, with a ripple of finitely many pairs. Lambda comes from weights;"
        " no text implies it, and none implies the base.",
        formula="g(d) = mean_j cos(d theta_j) ~ 1 - (ln d + 0.577) / ln base; lambda = alpha ln base",
        source="Su et al. 2021, arXiv:2104.09864; docs/positions.md",
        aliases=("rope", "rotary", "xpos", "sinusoidal", "lambda", "λ", "g"),
    ),
    Term(
        "ripple",
        "How far a sum of exponentials with slopes a factor r apart is off a power law, at any distance. "
        "Slopes 4 apart cost 0.9 % at exponent 1, so a few heads of ALiBi can be any power law over their "
        "range. For cosines there is no such formula: they do not add up to a power law.",
        formula="(2 / Gamma(a)) sum_k |Gamma(a + 2 pi i k / ln r)|",
        source="Beylkin & Monzon 2010; McLean 2018, arXiv:1606.00123",
        aliases=("re-spread",),
    ),
    Term(
        "horizon",
        "The distance within which a share of the pairwise information lies. The sum ends at the last "
        "usable offset; where the tail is no steeper than d^-1.2 the horizon moves with that end and is "
        "not a property of the text ('not intrinsic'). The sum is a scale for shares, not the information "
        "of a text: pairs repeat what other pairs say.",
        formula="d_x = min {D : sum_{d <= D} I(d) >= x sum I(d)}",
        source="docs/positions.md",
        aliases=("intrinsic", "d_x"),
    ),
    Term(
        "chunk loss",
        "The share of the pairwise information whose earlier word lies in another chunk, when a text is "
        "cut every c words. Beyond the last usable offset it is a lower bound. The knee is the size from "
        "which a doubling saves less than 5 %; there is none to tell where the curve ends before it. What "
        "large chunks cost is not in the text, so no size is best.",
        formula="L(c) = (1/c) sum_t min(t, c) I(t) / sum_t I(t)",
        source="docs/positions.md",
        aliases=("chunk", "chunks", "knee", "overlap"),
    ),
    Term(
        "rotary base",
        "The number whose powers are the wavelengths of rotary encodings. Against a context length three "
        "things can be counted: pairs that complete a turn, whether the slowest one does, and how far the "
        "mean kernel stays at or above zero. They are arithmetic; models that break the last are in use.",
        formula="wavelength_j = 2 pi base^(2j/D)",
        source="Liu et al. 2023, arXiv:2310.05209; Men et al. 2024, arXiv:2405.14591",
        aliases=("wavelength", "pairs turning", "admissible", "rope theta"),
    ),
    Term(
        "rope scaling",
        "How a model stretches its rotary frequencies to texts longer than it was trained on: all of them "
        "(position interpolation), by a larger base (NTK), the slow ones (YaRN, Llama 3.1). YaRN also "
        "raises logits against dilution.",
        formula="theta_j / s;  base s^(D/(D-2));  theta_j (1 - r_j) + theta_j r_j / s",
        source="Chen et al. 2023, arXiv:2306.15595; Peng et al. 2023, arXiv:2309.00071",
        aliases=("yarn", "ntk", "llama3", "position interpolation"),
    ),
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
