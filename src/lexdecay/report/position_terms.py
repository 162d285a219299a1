"""What the numbers of attention maps and of position encodings mean."""

from __future__ import annotations

from typing import Final

from lexdecay.report.term import Term

POSITION_TERMS: Final = (
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
)
