"""What a curve supports, in one word and a sentence or two.

The rules and the evidence for their numbers are in docs/decisions/0005-verdict-rules.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lexdecay.fit.models import MODELS
from lexdecay.records import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Answer, Curve, Fit, Flags

LEAST_USABLE: Final = 6  # usable offsets: two parameters and four that could gainsay them
LEAST_DECADES: Final = 1.5  # log10(last / first) below which no curve is called a power law
CLEAR: Final = 6.0  # difference of BIC that counts: odds of 20 to 1 (Kass & Raftery 1995, "strong")
CLOSER: Final = 0.10  # another law must stay closer to the values by this share of them to matter
LEAST_P: Final = 0.01  # goodness of fit below which a law needs to be close instead
# A law that is not exact must stay this close to the values, as a share of them. Exact curves of memory
# that fades exponentially are up to a quarter off an exponential (a third for random chains), because
# information is not linear in what is remembered; those of power-law memory are at least 39 % off.
CLOSE: Final = 0.30
# Laws whose held-out errors differ by less than a tenth tell each other apart no better than chance.
HELD_OUT_TIE: Final = 1.1

DROWNED: Final = (
    "Words a quarter of the text apart depend on each other as much as near ones: the text repeats a frame "
    "or a period, and no distance stands out"
)


@dataclass(frozen=True, slots=True)
class About:
    """How a verdict names what was measured."""

    kept: str  # whose dependence it is: "500 word types kept apart", "ADJ before NOUN"
    position: str = "words"  # what a distance is counted in


@dataclass(frozen=True, slots=True)
class Contest:
    """The fits that stand: both simple laws, and the best of all that decay."""

    power_law: Fit | None
    exponential: Fit | None
    best: Fit
    constant: Fit | None


def decide(curve: Curve, fitted: Flags, fits: Sequence[Fit], about: About | None = None) -> Verdict:
    """Say what the fits of one curve support, over the fitted offsets [m]."""
    about = about or About(f"{curve.vocabulary:,} word types kept apart")
    where = _where(curve, fitted, about)
    if curve.drowned:
        return Verdict("undecided", None, None, None, 0.0, f"{DROWNED} ({about.kept}).")
    if not curve.usable.any():
        reason = "At no offset does the value stand out of the noise of its estimate"
        return Verdict("no_dependence", None, None, None, 0.0, f"{reason} ({about.kept}).")
    if not fitted.any():
        return Verdict("undecided", None, None, None, 0.0, "No offset lies in the range that was asked for.")
    low, high = int(curve.offset[fitted][0]), int(curve.offset[fitted][-1])
    decades = math.log10(high / low)
    usable = int(curve.usable[fitted].sum())
    contest = _contest(fits)
    if usable < LEAST_USABLE:
        stand = "stands" if usable == 1 else "stand"
        answer, reason = _undecided(f"only {usable} {stand} out of the noise, {LEAST_USABLE} are needed")
    elif contest is None:
        answer, reason = _undecided("no law that decays could be fitted")
    else:
        answer, reason = _judge(contest, decades, about)
    best = contest.best.model if contest else None
    return Verdict(answer, best, low, high, decades, f"{where} {reason}.")


def _where(curve: Curve, fitted: Flags, about: About) -> str:
    if not fitted.any():
        return ""
    low, high = curve.offset[fitted][0], curve.offset[fitted][-1]
    return f"{f'Offset {low}' if low == high else f'Offsets {low} to {high}'}, {about.kept}:"


def _contest(fits: Sequence[Fit]) -> Contest | None:
    """Line up the fits: simple laws and the constant must be inside their bounds, the best need not.

    A second part that vanishes costs BIC and wins nothing; a fit at a bound that is clearly best says
    something, such as a plateau under an exponential.
    """
    inside = {f.model: f for f in fits if f.status == "ok"}
    decaying = [f for f in fits if f.bic is not None and f.model != "constant"]
    if not decaying:
        return None
    best = min(decaying, key=_bic)
    return Contest(inside.get("power_law"), inside.get("exponential"), best, inside.get("constant"))


def _judge(contest: Contest, decades: float, about: About) -> tuple[Answer, str]:
    power, exponential, best = contest.power_law, contest.exponential, contest.best
    if contest.constant is not None and not _clearly(best, contest.constant):
        return _undecided("the values do not fall clearly over the range")
    power_stands = power is not None and not _outdone(power, best)
    exponential_wins = exponential is not None and _beats(exponential, power)
    exponential_stands = exponential is not None and (
        not _outdone(exponential, best) or (exponential_wins and _deviation(exponential) <= CLOSE)
    )
    if power is not None and power_stands and _beats(power, exponential):
        return _judge_power_law(power, exponential, contest, decades)
    if exponential is not None and exponential_stands and exponential_wins:
        return _judge_exponential(exponential, power, contest, about)
    doubted = [f for f in (power, exponential) if f is not None and not _clearly(best, f)]
    if doubted and (power_stands or exponential_stands):
        return _undecided(_doubt(doubted))
    return _judge_other(contest)


def _doubt(doubted: Sequence[Fit]) -> str:
    """Why a simple law that is not clearly beaten is not named either."""
    if len(doubted) > 1:
        return "power law and exponential cannot be told apart"
    (law,) = doubted
    return f"the {MODELS[law.model].title} is {_off(law, 'the values')}, and no other law is clearly better"


def _judge_power_law(law: Fit, other: Fit | None, contest: Contest, decades: float) -> tuple[Answer, str]:
    if decades < LEAST_DECADES:
        return _undecided(f"a power law comes nearest, but {decades:.1f} decades are too few to name one")
    exponent = law.parameters[1].value
    return _name(law, other, contest, f"over {decades:.1f} decades the values fall as d^-{exponent:.2f}")


def _judge_exponential(law: Fit, other: Fit | None, contest: Contest, about: About) -> tuple[Answer, str]:
    length = law.parameters[1].value
    return _name(law, other, contest, f"the values fall by a factor e every {length:.3g} {about.position}")


def _name(law: Fit, other: Fit | None, contest: Contest, says: str) -> tuple[Answer, str]:
    title = MODELS[law.model].title
    if not _acceptable(law):
        return _undecided(f"the {title} comes nearest, but it is {_off(law, 'the values')}")
    if other is not None and not _holds_out(law, other):
        rival = MODELS[other.model].title
        return _undecided(f"the {title} comes nearest, but on unseen text the {rival} does better")
    answer: Answer = "power_law" if law.model == "power_law" else "exponential"
    return answer, says + _rejected(other, law) + _remark(law, contest.best) + _unchecked(law)


def _judge_other(contest: Contest) -> tuple[Answer, str]:
    best, title = contest.best, MODELS[contest.best.model].title
    simple = [f for f in (contest.power_law, contest.exponential) if f is not None]
    if best.model in {"power_law", "exponential"}:
        return _undecided(f"the {title} comes nearest, but its {best.reason}")
    if not _acceptable(best):
        return _undecided(f"no law describes the values; the nearest ({title}) is {_off(best)}")
    if not all(_holds_out(best, law) for law in simple):
        return _undecided(f"{title} fits best, but on unseen text a simpler law does as well")
    margins = " and ".join(
        f"the {MODELS[f.model].title} (BIC {_bic(f) - _bic(best):.0f} higher, {_off(f)})" for f in simple
    )
    than = f" better than {margins}" if margins else ""
    bound = f" ({best.reason})" if best.reason else ""
    return "mixed", f"{title}{bound} describes the values{than}, itself {_off(best)}{_unchecked(best)}"


def _undecided(why: str) -> tuple[Answer, str]:
    return "undecided", why


def _outdone(law: Fit, best: Fit) -> bool:
    """Whether ``best`` is clearly better and closer by a share that matters."""
    return _clearly(best, law) and _deviation(law) - _deviation(best) > CLOSER


def _beats(law: Fit, other: Fit | None) -> bool:
    """Whether ``law`` is clearly better and closer than the other simple law."""
    return other is None or (_clearly(law, other) and _deviation(law) < _deviation(other))


def _clearly(better: Fit, worse: Fit) -> bool:
    return _bic(worse) - _bic(better) > CLEAR


def _acceptable(fit: Fit) -> bool:
    return (fit.p is not None and fit.p >= LEAST_P) or _deviation(fit) <= CLOSE


def _holds_out(law: Fit, other: Fit) -> bool:
    """Whether ``law`` foretells unseen text at least as well as ``other``; true when nobody looked."""
    if law.held_out is None or other.held_out is None:
        return True
    return law.held_out <= HELD_OUT_TIE * other.held_out


def _unchecked(law: Fit) -> str:
    return "; not checked on unseen text" if law.held_out is None else ""


def _rejected(other: Fit | None, law: Fit) -> str:
    if other is None:
        return ""
    return f"; the {MODELS[other.model].title} is rejected (BIC {_bic(other) - _bic(law):.0f} higher)"


def _remark(law: Fit, best: Fit) -> str:
    if not _clearly(best, law):
        return ""
    title, theirs, ours = MODELS[best.model].title, _off(best), _off(law)
    if theirs == ours:
        return f"; {title} has the lower BIC, but both are {ours}"
    if _deviation(best) > _deviation(law):
        return f"; {title} has the lower BIC, but is farther off ({theirs} against {ours})"
    return f"; {title} comes closer ({theirs} against {ours}), too little to matter"


def _off(fit: Fit, what: str = "") -> str:
    """How far a law is off, and off what: ``9 % off the values``, ``within the noise of the values``."""
    share = f"{100 * _deviation(fit):.0f}"
    near, far = (f" of {what}", f" {what}") if what else ("", "")
    return f"within the noise{near}" if share == "0" else f"{share} % off{far}"


def _bic(fit: Fit) -> float:
    return math.inf if fit.bic is None else fit.bic


def _deviation(fit: Fit) -> float:
    return math.inf if fit.deviation is None else fit.deviation
