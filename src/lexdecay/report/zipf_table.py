"""The page of `zipf report`: every section of the analysis, the verdict in plain words at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.report.column_choice import fitting, table_of
from lexdecay.report.screen import (
    counted,
    cut_left,
    fixed,
    line,
    line_by_line,
    plain_table,
    probability,
    screen_text,
    significant,
)
from lexdecay.report.zipf_plot import plot_ranks
from lexdecay.report.zipf_words import PREFERENCES, TESTS, answer_text, law_title, simulated
from lexdecay.zipf.replicates import p_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from lexdecay.records import Corpus, Estimate
    from lexdecay.zipf.records import (
        Alternative,
        Dependence,
        FamilyFit,
        FullRange,
        Growth,
        LnreFit,
        Mandelbrot,
        Power,
        Published,
        RankLaw,
        SpectrumSummary,
        TailFit,
        ZipfVerdict,
    )
    from lexdecay.zipf.results import ZipfResult

MOST_INPUTS = 3  # named in the header; the rest are counted
LEAST_WIDTH = 40  # below, numbers would be cut; the terminal breaks the lines instead
STACKED = 60  # columns below which the parameters of a law stand below its name
_SHOWN_POINTS = 8  # of the stability table
NARROW = 72  # columns below which tables give up what a reader can spare


def report_screen(
    result: ZipfResult, *, width: int, color: bool, ascii_only: bool = False, plot: bool = False
) -> str:
    """Return the page of ``zipf report``."""
    found, width = result.analysis, max(width, LEAST_WIDTH)
    parts: list[RenderableType] = [*corpus_lines(result.corpus, found.summary, width)]
    if found.full_range is not None:
        parts += _full_range(found.full_range, width, ascii_only=ascii_only)
    parts += _tail(found.tail, found.published, width, ascii_only=ascii_only)
    if found.alternatives:
        parts += _alternatives(found.alternatives, width, ascii_only=ascii_only)
    if found.mandelbrot is not None:
        parts += _ranks(found.mandelbrot, found.summary)
        parts += drawing(plot_ranks(found.mandelbrot, width, ascii_only=ascii_only)) if plot else []
    parts += _populations(found.lnre, found.summary, width, ascii_only=ascii_only)
    parts += [
        *_growth(found.growth),
        *_dependence(found.dependence, found.tail.replicates),
        *_power(found.power),
    ]
    return screen_text([*parts, *_verdict(found.verdict)], width=width, color=color)


def corpus_lines(corpus: Corpus, summary: SpectrumSummary, width: int) -> Iterator[RenderableType]:
    """Yield the inputs and what there is of them."""
    for source in corpus.sources[:MOST_INPUTS]:
        yield line(cut_left("standard input" if source.path == "-" else source.path, width))
    if len(corpus.sources) > MOST_INPUTS:
        yield line(f"and {len(corpus.sources) - MOST_INPUTS:,} more inputs")
    share = f" ({100 * summary.hapaxes / summary.types:.0f} % of them)" if summary.types else ""
    yield line(
        f"{counted(summary.tokens, 'token')}, {counted(summary.types, 'type')}, "
        f"{counted(summary.hapaxes, 'type')} seen once{share}; commonest {summary.max_frequency:,} times"
    )


def drawing(rows: Sequence[str]) -> list[RenderableType]:
    """Return the lines of a drawing, cut where the terminal ends."""
    from rich.text import Text

    return [line(""), *(Text(row, no_wrap=True, overflow="crop") for row in rows)]


def columns(table: Table, left: Sequence[str], right: Sequence[str]) -> None:
    """Give ``table`` columns of words and then columns of numbers."""
    for name in left:
        table.add_column(name)
    for name in right:
        table.add_column(name, justify="right", no_wrap=True)


def _estimate(estimate: Estimate) -> str:
    interval = "" if estimate.low is None else f" [{significant(estimate.low)}, {significant(estimate.high)}]"
    return f"{estimate.symbol} = {significant(estimate.value, 4)}{interval}"


# ---- full range


def _full_range(full: FullRange, width: int, *, ascii_only: bool) -> Iterable[RenderableType]:
    table = plain_table(ascii_only=ascii_only)
    narrow, stacked = width < NARROW, width < STACKED
    words = ["law [95 %]"] if stacked else ["law", "parameters [95 %]"]
    columns(table, words, ["ΔAIC", "D", "p", *([] if narrow else ["rejected from"])])
    for fit in full.fits:
        law, said, *numbers = family_cells(fit, narrow=narrow)
        below = [_estimate(p) for p in fit.parameters] or [said]
        table.add_row(*([line_by_line([law, *below])] if stacked else [law, said]), *numbers)
    yield line("")
    yield line("Full range: every law on all types, best first", "bold")
    yield table
    if full.bands:
        yield line(_worst_band(full))


def family_cells(fit: FamilyFit, *, narrow: bool) -> list[str]:
    """Return one law as a row of the full range."""
    said = ", ".join(_estimate(p) for p in fit.parameters) or fit.reason
    sizes = [] if narrow else ["-" if fit.rejected_from is None else f"{fit.rejected_from:,} types"]
    return [
        law_title(fit.family) + ("" if fit.status == "ok" else f" ({fit.status.replace('_', ' ')})"),
        said,
        fixed(fit.delta_aic, 1),
        fixed(fit.ks, 4),
        simulated(fit.p, fit.replicates),
        *sizes,
    ]


def _worst_band(full: FullRange) -> str:
    # Bands of a few types scatter by chance; the largest deviation worth naming has ten expected.
    solid = [b for b in full.bands if b.log_ratio is not None and b.expected >= 10]
    if not solid or full.bands_of is None:
        return ""
    worst = max(solid, key=lambda b: abs(b.log_ratio or 0.0))
    return (
        f"{law_title(full.bands_of)} is farthest off at frequencies {worst.low:,} to {worst.high:,}: "
        f"{worst.observed:,} types where it expects {worst.expected:,.0f}."
    )


# ---- tail


def _tail(
    tail: TailFit, published: Published | None, width: int, *, ascii_only: bool
) -> Iterable[RenderableType]:
    yield line("")
    yield line("Tail: the power law of the frequent words", "bold")
    if tail.alpha is None:
        yield line(f"not fitted: {tail.reason}")
        return
    ci = "" if tail.ci95 is None else f", bootstrap 95 % [{tail.ci95[0]:.3f}, {tail.ci95[1]:.3f}]"
    yield line(f"α = {tail.alpha:.5f} ± {significant(tail.se, 2)}{ci}")
    yield line(
        f"from frequency {tail.x_min} on: {tail.n_tail:,} types "
        f"({100 * (tail.share_types or 0):.1f} % of types, {100 * (tail.share_tokens or 0):.1f} % of tokens)"
    )
    yield line(f"D = {tail.ks:.6f}, {_tested(tail)}")
    if tail.stability:
        yield _stability(tail, width, ascii_only=ascii_only)
    if published is not None:
        yield line("")
        yield line(
            f"As published in 2009 (--csn2009): α = {fixed(published.tail.alpha, 2)}, "
            f"x_min = {published.tail.x_min}, D = {fixed(published.tail.ks, 6)}, {_tested(published.tail)}"
        )
        yield line(published.explanation)


def _tested(tail: TailFit) -> str:
    if tail.p is None:
        return "p not computed (--bootstrap 0)"
    p = p_text(tail.p, tail.replicates)
    error = "" if p.startswith("≤") else f" ± {tail.p_se or 0:.3f}"
    return f"p {p}{error} ({tail.replicates:,} synthetic spectra)"


def _stability(tail: TailFit, width: int, *, ascii_only: bool) -> Table:
    table = plain_table(ascii_only=ascii_only)
    columns(table, [], ["x_min" if width < STACKED else "had x_min been", "α", "± se", "types", "D"])
    step = max(1, len(tail.stability) // _SHOWN_POINTS)
    for point in tail.stability[::step]:
        table.add_row(
            f"{point.x_min:,}",
            f"{point.alpha:.3f}",
            f"{point.se:.3f}",
            f"{point.n_tail:,}",
            f"{point.ks:.4f}",
        )
    return table


def _alternatives(
    alternatives: Sequence[Alternative], width: int, *, ascii_only: bool
) -> Iterable[RenderableType]:
    table = plain_table(ascii_only=ascii_only)
    narrow = width < NARROW
    stacked = width < STACKED
    columns(
        table,
        ["other law", *([] if narrow else ["test"])],
        ["p"] if stacked else ["log ratio", "z", "p"],
    )
    table.add_column("says")
    for other in alternatives:
        test = [] if narrow else [TESTS[other.test]]
        numbers = [] if stacked else [fixed(other.llr, 3), fixed(other.z, 2)]
        said = other.reason or PREFERENCES[other.verdict]
        table.add_row(law_title(other.model), *test, *numbers, probability(other.p), said)
    yield line("")
    favours = "" if stacked else "; a positive log ratio favours the power law"
    yield line(f"Other laws on the same tail{favours}", "bold")
    yield table


# ---- ranks, populations, growth


def _ranks(found: Mandelbrot, summary: SpectrumSummary) -> Iterable[RenderableType]:
    yield line("")
    yield line("Ranks: Zipf-Mandelbrot, p(r) ~ (r + q)^-a", "bold")
    yield line(f"held-out ranks:  {_rank_law(found.held_out)}")
    yield line(f"same tokens:     {_rank_law(found.naive)} (rank and frequency from one count: biased)")
    yield line(f"infinite ranks:  {_rank_law(found.infinite)} (same tokens)")
    double = found.double
    said = double.reason or f"1/r up to rank {double.b:,}, then r^-{fixed(double.gamma, 2)}"
    yield line(said[:1].upper() + said[1:])
    yield line(
        f"Naive slope of the log-log plot: {fixed(summary.naive_slope, 3)} (least squares; shown, never used)"
    )


def _rank_law(law: RankLaw) -> str:
    if law.a is None or law.q is None:
        return f"not fitted: {law.reason}"
    return (
        f"a = {law.a.value:.4f} ± {significant(law.a.se, 2)}, q = {law.q.value:.3f} ± "
        f"{significant(law.q.se, 2)}, {fixed(law.loss, 4)} nats a token"
    )


def _populations(
    fits: Sequence[LnreFit], summary: SpectrumSummary, width: int, *, ascii_only: bool
) -> Iterable[RenderableType]:
    if not any(fit.extrapolation for fit in fits):
        return
    names = ("population", "types in it", "χ²/dof", "p", "half → whole", "at 2 N", "at 10 N")
    rows = [[law_title(fit.model), *_population_cells(fit, summary.tokens)] for fit in fits]
    named = {name: list(cells) for name, cells in zip(names, zip(*rows, strict=True), strict=True)}
    shown = fitting(named, ("at 10 N", "half → whole", "χ²/dof", "p", "at 2 N"), width)
    yield line("")
    yield line("Populations: types that the text has not shown", "bold")
    yield table_of(shown, ascii_only=ascii_only, left=("population",))


def _population_cells(fit: LnreFit, tokens: int) -> list[str]:
    at = {round(e.tokens / tokens, 1): e.types for e in fit.extrapolation}
    error = "-" if fit.held_out_error is None else f"{100 * fit.held_out_error:+.1f} %"
    return [
        "-" if fit.population is None else f"{fit.population:,.0f}",
        "-" if fit.x2 is None else f"{significant(fit.x2)}/{fit.dof}",
        probability(fit.p),
        error,
        *(f"{at[factor]:,.0f}" if factor in at else "-" for factor in (2.0, 10.0)),
    ]


def _growth(growth: Growth | None) -> Iterable[RenderableType]:
    if growth is None:
        return
    yield line("")
    yield line("Growth of the vocabulary", "bold")
    slopes = [
        f"{growth.local_slope[at]:.2f} at {int(growth.tokens[at]):,}"
        for at in dict.fromkeys(
            (growth.tokens.size // 3, 2 * growth.tokens.size // 3, growth.tokens.size - 1)
        )
    ]
    yield line(
        f"local slope d ln types / d ln tokens: {', '.join(slopes)} tokens (one exponent would hide this)"
    )
    if growth.observed is not None:
        outside = int(((growth.observed < growth.low) | (growth.observed > growth.high)).sum())
        yield line(
            f"the text's own order leaves the 95 % band of shuffles at {outside} of "
            f"{counted(growth.tokens.size, 'size')}"
        )


# ---- doubts


def _dependence(found: Dependence, replicates: int) -> Iterable[RenderableType]:
    yield line("")
    yield line("Dependence of the tokens", "bold")
    if found.lag is None:
        yield line(found.reason)
        return
    yield line(
        f"log rank is correlated over {counted(found.lag, 'token')}: worth {found.effective_tokens or 0:,} "
        "independent tokens"
    )
    if found.p_f1 is not None:
        p = f"f1 p {p_text(found.p_f1, replicates)}, f2 p {p_text(found.p_f2, replicates)}"
        yield line(f"on a random sample of that size ({found.thinned_types or 0:,} types): {p}")
    for e in found.estimates:
        yield line(
            f"{e.name}: {e.value:.4f} ± {significant(e.se_iid, 2)} if independent, "
            f"± {significant(e.se_block, 2)} over blocks of text"
        )


def _power(power: Sequence[Power]) -> Iterable[RenderableType]:
    known = [p for p in power if p.bend is not None]
    if not known:
        return
    yield line("")
    yield line("Power of the tests", "bold")
    for p in known:
        caught = "" if p.caught is None else f"; {100 * p.caught:.0f} % of simulated bends of 0.5 are caught"
        yield line(
            f"from frequency {p.x_min} on, a change of the exponent by {significant(p.bend, 2)} would be "
            f"found with probability 0.8{caught}"
        )


def _verdict(verdict: ZipfVerdict) -> Iterable[RenderableType]:
    yield line("")
    yield line(f"Zipf's law: {answer_text(verdict)}.", "bold")
    yield line(verdict.reason[:1].upper() + verdict.reason[1:] + ".")
    yield line("")
    yield line(verdict.meaning)
