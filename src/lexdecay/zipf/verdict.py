"""The verdict: does the corpus obey Zipf's law, in which form, over which range, and how sure is that.

Rules, in order. Too few types: no answer. No test run: undecided. A law called Zipf's (f1, f2, f3), else a
related one (Yule's, then the shifted ones), fits all types and no law is clearly better: full_range; not
rejected but clearly beaten, or indistinguishable from a curved law: undecided. A law without a power-law tail
fits all types and they do not: rejected. Otherwise the tail decides, if it is long enough and no other law
describes it better.
What would be accepted is undecided unless four of five bends of the exponent by 0.5 would have been seen.
Whatever is answered, tests that say otherwise are named beside it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lexdecay.zipf.full_range import CLEARLY_BETTER, RULED_OUT, ZIPF_LAWS
from lexdecay.zipf.models import FAMILIES
from lexdecay.zipf.power import BEND, SUFFICIENT
from lexdecay.zipf.records import ZipfVerdict
from lexdecay.zipf.replicates import p_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.zipf.records import (
        Alternative,
        Dependence,
        FamilyFit,
        FullRange,
        Power,
        Spectrum,
        TailFit,
        ZipfAnswer,
    )

# Levels of the published tests: Moreno-Sanchez et al. (2016) on all types, Clauset et al. (2009) on the tail.
LEVEL_FULL, LEVEL_TAIL = 0.05, 0.1
_SHIFTED = ("waring", "shifted_zeta", "lomax")
_CURVED = ("lognormal", "stretched_exponential", "cutoff")
_LEAST_REPLICATES = 20  # the smallest p is 1 / (replicates + 1): with fewer, 5 % is out of reach
_SHORTEST = 10.0  # a power law over less than a decade of frequencies is no finding

_CAVEATS = (
    "It does not mean that a mechanism has been found: many processes make such spectra, random typing among "
    "them. The exponent belongs to this text, this length and this way of cutting it into words; it changes "
    "with each. It says nothing about words that did not occur, and a law that is not rejected is not "
    "thereby proved."
)


def judge(
    spectrum: Spectrum,
    full: FullRange | None,
    tail: TailFit,
    alternatives: Sequence[Alternative],
    power: Sequence[Power],
    dependence: Dependence | None = None,
) -> ZipfVerdict:
    """Answer, form, range, reason and meaning of one analysis."""
    if full is None or tail.status == "too_few_types":
        return _nothing(
            "too_little_data", tail.reason, f"There are too few words for any answer: {tail.reason}."
        )
    if tail.p is None or tail.replicates < _LEAST_REPLICATES:
        reason = "no goodness-of-fit test was run that could reject a law; add --bootstrap 1000"
        return _nothing("undecided", reason, _untested_meaning(full, tail))
    found = _full_range(spectrum, full, power) or _other_law(spectrum, full, tail)
    found = found or _tail(spectrum, tail, alternatives, power)
    return replace(found, reason=found.reason + _otherwise(found, tail, alternatives, dependence))


def _nothing(answer: ZipfAnswer, reason: str, meaning: str) -> ZipfVerdict:
    return ZipfVerdict(answer, None, None, None, reason, meaning)


def _untested_meaning(full: FullRange, tail: TailFit) -> str:
    best = full.fits[0].family
    return (
        f"Of the laws compared, {_title(best)} describes all types best, and from frequency {tail.x_min} on "
        f"the spectrum looks most like a power law with exponent {tail.alpha:.3f}. Whether it is one was not "
        f"tested. {_CAVEATS}"
    )


def _title(family: str) -> str:
    title = FAMILIES[family].title
    return title if title == family.replace("_", " ") else f"{title} ({family})"


def _accepted(full: FullRange, names: Sequence[str], behind: float = RULED_OUT) -> FamilyFit | None:
    """Return the best of these laws that fits all types and lies at most ``behind`` in AIC."""
    for fit in full.fits:
        acceptable = (fit.p or 0.0) >= LEVEL_FULL and (fit.delta_aic or 0.0) <= behind
        if fit.family in names and acceptable:
            return fit
    return None


def _fitted(fit: FamilyFit) -> str:
    return f"D = {fit.ks:.4f}, p {p_text(fit.p, fit.replicates)}"


def _straight_from(fit: FamilyFit) -> float:
    """Frequency from which a shifted law's local exponent, a k / (k + s), is within a tenth of its limit."""
    return 9.0 * abs(fit.parameters[1].value) if len(fit.parameters) > 1 else 0.0


def _zipf_fit(spectrum: Spectrum, full: FullRange, behind: float) -> FamilyFit | None:
    """Return the accepted law of Zipf's kind; a shift that leaves no decade of power law makes none."""
    plain = _accepted(full, ZIPF_LAWS, behind) or _accepted(full, ("yule",), behind)
    if plain is not None:
        return plain
    longest = float(spectrum.frequency[-1]) / _SHORTEST
    straight = [f.family for f in full.fits if f.family in _SHIFTED and _straight_from(f) <= longest]
    return _accepted(full, straight, behind)


def _blind(spectrum: Spectrum, power: Sequence[Power], x_min: int) -> str:
    """Why these types could not have shown a curved law; empty when they could."""
    found = next((p for p in power if p.x_min == x_min), None)
    types = int(spectrum.types[spectrum.frequency >= x_min].sum())
    if found is None or found.bend is None:
        return f"{types:,} types of one frequency cannot show a curved law"
    enough = found.bend <= BEND if found.caught is None else found.caught >= SUFFICIENT
    if enough:
        return ""
    seen = (
        f"{types:,} types show a bend of the exponent by {BEND} in "
        f"{100 * found.caught:.0f} % of simulated samples only ({100 * SUFFICIENT:.0f} % would do"
        if found.caught is not None
        else f"{types:,} types show only bends of the exponent above {found.bend:.2f} ({BEND} would do"
    )
    needed = types * (found.bend / BEND) ** 2  # the error of the penalty falls as 1 / sqrt(types)
    return seen + (f"; it takes about {needed:,.0f} types)" if needed > types else ")")


def _full_range(spectrum: Spectrum, full: FullRange, power: Sequence[Power]) -> ZipfVerdict | None:
    fit = _zipf_fit(spectrum, full, CLEARLY_BETTER) or _zipf_fit(spectrum, full, RULED_OUT)
    if fit is None:
        return None
    low, high = int(spectrum.frequency[0]), int(spectrum.frequency[-1])
    fitted = f"{_title(fit.family)} fits all {spectrum.n_types:,} types ({_fitted(fit)})"
    doubt = _blind(spectrum, power, low) or _doubt_of_all(full, fit)
    if doubt:
        meaning = f"The counts do not contradict Zipf's law, but do not show it either: {doubt}. {_CAVEATS}"
        return ZipfVerdict("undecided", fit.family, low, high, f"{fitted}, but {doubt}", meaning)
    exponent = fit.parameters[0]
    reason = f"{fitted}; no other law is better by more than {CLEARLY_BETTER:.0f} in AIC"
    reason += _plain_forms(full, fit)
    bent = _straight_from(fit)
    shifted = f", bent by a shift at frequencies below about {max(bent, 1):.0f}," if bent else ""
    meaning = (
        f"Zipf's law{shifted} in the form {FAMILIES[fit.family].formula} with {exponent.symbol} = "
        f"{exponent.value:.3f} describes how often all words of this corpus occur, from the rarest to the "
        f"most frequent: {_share_rarer(spectrum)}. A spectrum as far from the law as this one arises by "
        f"chance in {100 * (fit.p or 0):.0f} of 100 samples. {_CAVEATS}"
    )
    return ZipfVerdict("full_range", fit.family, low, high, reason, meaning)


def _plain_forms(full: FullRange, fit: FamilyFit) -> str:
    """Say, where a related law is what fits, which of those that are called Zipf's do not."""
    if fit.family in ZIPF_LAWS:
        return ""
    plain = {each.family: each.p for each in full.fits if each.p is not None}
    rejected = [name for name in ZIPF_LAWS if plain.get(name, LEVEL_FULL) < LEVEL_FULL]
    return f"; rejected in the plain form ({', '.join(rejected)})" if rejected else ""


def _doubt_of_all(full: FullRange, fit: FamilyFit) -> str:
    """Why an accepted law is no finding; a shift bends as a curved law does, so both fitting says nothing."""
    if (fit.delta_aic or 0.0) > CLEARLY_BETTER:
        best = full.fits[0].family
        return f"{_title(best)} describes them better by {fit.delta_aic:.1f} in AIC"
    curved = _accepted(full, _CURVED) if fit.family in _SHIFTED else None
    return f"{_title(curved.family)} fits as well" if curved is not None else ""


def _share_rarer(spectrum: Spectrum) -> str:
    once = 100 * spectrum.count_of(1) / spectrum.n_types
    return f"{once:.0f} of 100 different words occur once"


def _other_law(spectrum: Spectrum, full: FullRange, tail: TailFit) -> ZipfVerdict | None:
    fit = _accepted(full, _CURVED)
    if fit is None:
        return None
    reason = (
        f"{_title(fit.family)} fits all types ({_fitted(fit)}); power laws do not, or are "
        f"worse by more than {RULED_OUT:.0f} in AIC{_tail_aside(tail)}"
    )
    meaning = (
        f"The word frequencies of this corpus do not follow Zipf's law; the {FAMILIES[fit.family].title} law "
        "describes them, whose slope keeps changing. A straight-looking line on a log-log plot would not "
        f"contradict this. {_CAVEATS}"
    )
    return ZipfVerdict(
        "rejected", fit.family, int(spectrum.frequency[0]), int(spectrum.frequency[-1]), reason, meaning
    )


def _tail_aside(tail: TailFit) -> str:
    if tail.p is None or tail.p < LEVEL_TAIL:
        return ""
    p = p_text(tail.p, tail.replicates)
    return f"; from frequency {tail.x_min} on alone, a power law is not rejected (p {p})"


def _tail(
    spectrum: Spectrum, tail: TailFit, alternatives: Sequence[Alternative], power: Sequence[Power]
) -> ZipfVerdict:
    low, high = tail.x_min or 1, int(spectrum.frequency[-1])
    p = p_text(tail.p, tail.replicates)
    if (tail.p or 0.0) < LEVEL_TAIL:
        reason = f"no law fits all types, nor a power law the best tail (x_min = {low}, p {p})"
        meaning = (
            "The word frequencies of this corpus do not follow Zipf's law, neither over all words nor among "
            f"the frequent ones. The deviation may be small: many words show small ones too. {_CAVEATS}"
        )
        return ZipfVerdict("rejected", None, None, None, reason, meaning)
    doubt = _doubt(spectrum, low, alternatives, power)
    types, tokens = 100 * (tail.share_types or 0), 100 * (tail.share_tokens or 0)
    found = (
        f"from frequency {low} on ({types:.0f} % of the types and {tokens:.0f} % of the tokens) a power law "
        f"with exponent {tail.alpha:.3f} fits (p {p})"
    )
    if doubt:
        meaning = f"The frequent words are compatible with Zipf's law, but {doubt}. {_CAVEATS}"
        return ZipfVerdict("undecided", "f1", low, high, f"{found}, but {doubt}", meaning)
    meaning = (
        f"Zipf's law holds for the frequent words only: {found}. The rarer words deviate from it by more "
        f"than chance. {_CAVEATS}"
    )
    return ZipfVerdict("tail", "f1", low, high, f"no law fits all types; {found}", meaning)


def _doubt(spectrum: Spectrum, low: int, alternatives: Sequence[Alternative], power: Sequence[Power]) -> str:
    better = [a for a in alternatives if a.verdict == "alternative"]
    if better:
        best = min(better, key=lambda a: a.p if a.p is not None else 1.0)
        return f"{_title(best.model)} describes this tail better (p {p_text(best.p)})"
    high = int(spectrum.frequency[-1])
    if high < _SHORTEST * low:
        return f"the tail spans less than a decade of frequencies ({low} to {high})"
    return _blind(spectrum, power, low)


# ---- what else the tests say


def _otherwise(
    found: ZipfVerdict, tail: TailFit, alternatives: Sequence[Alternative], dependence: Dependence | None
) -> str:
    """Name the tests that speak against the law, or against its rejection, for the end of the reason."""
    law = found.form in (*ZIPF_LAWS, "yule", *_SHIFTED) and found.answer != "tail"
    said = [_tail_against(found, tail, alternatives)] if law else []
    said.append(_dependence_against(found, dependence, tail.replicates))
    against = " and ".join(text for text in said if text)
    return f"; against this stands that {against}" if against else ""


def _tail_against(found: ZipfVerdict, tail: TailFit, alternatives: Sequence[Alternative]) -> str:
    if found.low == tail.x_min or (tail.p or 0.0) >= LEVEL_TAIL:
        return ""
    better = sum(a.verdict == "alternative" and a.model != found.form for a in alternatives)
    others = f", where {better} other laws are better" if better > 1 else ""
    rejected = f"a power law of the mass (f1) is rejected (p {p_text(tail.p, tail.replicates)})"
    return f"from frequency {tail.x_min} on {rejected}{others}"


def _dependence_against(found: ZipfVerdict, dependence: Dependence | None, replicates: int) -> str:
    """Compare with the tests on as many tokens as the text is worth, had they been independent."""
    if dependence is None or dependence.effective_tokens is None:
        return ""
    sample = f"on {dependence.effective_tokens:,} random tokens, worth as much if independent,"
    p = {"f1": dependence.p_f1, "f2": dependence.p_f2}
    if found.answer == "rejected":
        kept = [name for name, value in p.items() if value is not None and value >= LEVEL_FULL]
        return f"{sample} {' and '.join(kept)} would not be rejected" if kept else ""
    own = p.get(found.form or "") if found.answer != "tail" else None
    if own is None or own >= LEVEL_FULL:
        return ""
    return f"{sample} {found.form} is rejected (p {p_text(own, replicates)})"
