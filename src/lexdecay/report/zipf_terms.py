"""What the numbers of Zipf's law mean."""

from __future__ import annotations

from typing import Final

from lexdecay.report.term import Term

ZIPF_TERMS: Final = (
    Term(
        "zipf's law",
        "A few words are very common and most are rare: the frequency of a word is roughly a power of its "
        "rank. Tied words have no order, so the tests here use how many words occur k times, and ask for "
        "which k, in which form and how surely the law holds. A law that is not rejected is not proved, "
        "and many processes make such counts, random typing among them.",
        formula="frequency ~ rank^-a;  P(k) ~ k^-(1 + 1/a)",
        source="Zipf 1949; docs/methods_zipf.md",
        aliases=("zipf", "rank", "rank frequency"),
    ),
    Term(
        "frequency spectrum",
        "How many types occur once, twice, three times and so on. It holds all that counts say about "
        "Zipf's law, and unlike ranks it has no order that would have to be invented.",
        formula="V_k = number of types with frequency k",
        source="Baayen 2001",
        aliases=("spectrum", "vm", "v_k"),
    ),
    Term(
        "hapax",
        "A type that occurs once in the text. In most texts about half of the types do, whatever their "
        "length, so a longer text always brings new words.",
        aliases=("hapaxes", "hapax legomenon", "types seen once", "dis legomena"),
    ),
    Term(
        "full range",
        "The law is asked of all types, from frequency 1 on. Three forms of the power law are told apart: "
        "f1 in the probabilities, f2 in the probability of at least k, f3 as it follows from sampling "
        "ranked words. As a verdict it means that one of them is not rejected, or else a related law that is "
        "bent at the rarest words only (Yule-Simon, Waring, shifted zeta, discrete Lomax), and that no other "
        "law is clearly better. The verdict names a related law, and says which of f1, f2, f3 are rejected.",
        formula="f1: p(k) ~ k^-a;  f2: P(X >= k) = k^-(b-1);  f3: p(k) ~ G(k+1-b) / G(k+1)",
        source="Moreno-Sanchez, Font-Clos & Corral 2016, PLoS ONE 11:e0147073",
        aliases=("f1", "f2", "f3", "all types"),
    ),
    Term(
        "tail",
        "The frequent words only, from the frequency x_min on, which is chosen where the power law lies "
        "closest. Few types are in it and most tokens. As a verdict it means that the law holds for them "
        "and not for the rare words.",
        formula="p(k) = k^-alpha / zeta(alpha, x_min), k >= x_min",
        source="Clauset, Shalizi & Newman 2009, SIAM Review 51:661",
        aliases=("x_min", "xmin", "n_tail", "frequent words"),
    ),
    Term(
        "ks",
        "The Kolmogorov-Smirnov distance: the largest difference between the law's distribution function "
        "and the text's, over all frequencies. It is called D on the screen. Its p comes from samples of "
        "the fitted law that are fitted again, so it allows for the fitting.",
        formula="D = max over k of |F(k) - F_n(k)|",
        source="docs/methods_zipf.md",
        aliases=("kolmogorov smirnov", "ks distance", "bootstrap", "replicates"),
    ),
    Term(
        "rejected",
        "Verdict: the law does not hold, for all words or for the frequent ones, by a test at 5 %. A large"
        " text rejects every law, so 'rejected from' says how many types would do to reject a deviation of"
        " this size: far fewer than there are means that the deviation is large.",
        formula="n (D_95 / D)^2",
        aliases=("rejected from", "does not hold"),
    ),
    Term(
        "too little data",
        "Verdict: fewer than 50 types or 5 different frequencies. Exit code 3; the JSON is printed all the"
        " same.",
        aliases=("too few words",),
    ),
    Term(
        "aic",
        "Misfit plus a price for each parameter, to compare laws on the same types; smaller is better. The"
        " delta is counted from the best law. Above 6 it is called clearly better.",
        formula="AIC = 2 parameters - 2 ln likelihood",
        source="Burnham & Anderson 2002",
        aliases=("delta aic", "δaic"),
    ),
    Term(
        "penalty",
        "Cut-off, lognormal and stretched exponential are written as a power law times something that "
        "bends it. Where that something is 0 each is the power law itself, so the test asks whether it is "
        "above 0, at the edge of what is possible: half a chi-square.",
        formula="p(k) ~ k^-a e^(-l k);  k^-a e^(-g ln(k/x_min)^2);  ...",
        source="Self & Liang 1987, JASA 82:605",
        aliases=("edge", "edge test", "boundary test", "likelihood ratio"),
    ),
    Term(
        "vuong",
        "Test of two laws of which neither contains the other: the mean log ratio of their likelihoods "
        "over its error. Positive favours the power law.",
        source="Vuong 1989, Econometrica 57:307",
        aliases=("llr", "log ratio", "z"),
    ),
    Term(
        "held-out ranks",
        "Ranks and frequencies from one count share their errors, which makes a plot of them smoother than"
        " it is. So each token is tossed into one of two halves: one ranks the words, the other says how "
        "frequent they are. Zipf-Mandelbrot is fitted to that.",
        formula="p(r) ~ (r + q)^-a",
        source="Mandelbrot 1953; Piantadosi 2014, Psychon. Bull. Rev. 21:1112",
        aliases=("mandelbrot", "zipf mandelbrot", "same tokens", "infinite ranks"),
    ),
    Term(
        "double power law",
        "One exponent for common words and another for rare ones, with a break. It is refused where the "
        "break lies among the last ranks or the second exponent is huge: then it only says where the "
        "vocabulary ends.",
        source="Gerlach & Altmann 2013, PRX 3:021006",
    ),
    Term(
        "naive slope",
        "The least-squares slope of log frequency against log rank. It is printed because it is often "
        "published, and used for nothing: ranks are sorted by the very frequencies they are set against, "
        "and the many rare words decide it.",
    ),
    Term(
        "population",
        "A model of all the words a text could have had, seen and unseen (LNRE: large numbers of rare "
        "events). It extrapolates: 'half to whole' fits a random half of the tokens and says how far its "
        "prediction of the whole is off; a small p says that the model does not hold even here.",
        formula="E V_m(N) = integral of Poisson(m; N p) g(p) dp",
        source="Baayen 2001; Evert 2004; Sichel 1975",
        aliases=("lnre", "zm", "fzm", "gigp", "half → whole", "half to whole", "unseen types"),
    ),
    Term(
        "growth",
        "How many types a text of n tokens has. The expectation over all orders of these tokens is exact, "
        "and so is the band of the shuffles. The slope on log-log paper falls with n, so no single Heaps "
        "exponent is given. Where the text's own order leaves the band, its words cluster.",
        formula="E V(n) = sum_k V_k (1 - C(N-k, n) / C(N, n))",
        source="Hurlbert 1971, Ecology 52:577",
        aliases=("heaps", "heaps' law", "rarefaction", "any order", "this order"),
    ),
    Term(
        "effective tokens",
        "Words cluster, so the tokens of a text say less than as many independent ones. The number they "
        "are worth is the number of tokens over the first lag at which the ranks of two words no longer "
        "correlate; p-values on that many tokens stand beside those on all.",
        formula="N / first lag within 2.326 / sqrt(N)",
        source="Gerlach & Altmann 2019, PRL 122:168301",
        aliases=("autocorrelation time", "independent tokens", "over blocks of text", "block error"),
    ),
    Term(
        "power",
        "How large a change of the exponent a test would have found with probability 0.8. A law that is "
        "not rejected by a test without power is not supported, and the verdict says 'cannot tell'.",
        source="docs/methods_zipf.md",
        aliases=("power of the tests", "bend"),
    ),
    Term(
        "sensitivity",
        "The same text cut into words by several rules, because the verdict may hang on whether 'It' and "
        "'it', or words and marks, are the same. `zipf report --sensitivity` says whether it does.",
        aliases=("token rules", "flips"),
    ),
    Term(
        "csn2009",
        "The tail as the programs published with Clauset et al. 2009 fit it, with the exponent rounded to "
        "a grid. It is there to reproduce published numbers and to say why they differ.",
        source="Clauset, Shalizi & Newman 2009, SIAM Review 51:661",
    ),
)
