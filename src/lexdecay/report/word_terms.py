"""What the numbers of words, of pairs of words and of their arcs mean."""

from __future__ import annotations

from typing import Final

from lexdecay.report.term import Term

WORD_TERMS: Final = (
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
        "seen once or twice, so lists are ordered by their part of the divergence, in bits, unless --by "
        "lift or --by p asks for another order; words that the query repels have negative bits and come "
        "last. Among equals the larger count comes first, then the alphabet decides.",
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
        "count), at all offsets together. Of a word beside a query it is that of its count or more under the "
        "binomial law, over all words of the class at that offset.",
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
)
