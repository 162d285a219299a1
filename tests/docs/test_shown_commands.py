"""Every command line that the documentation shows exists, and prints what is shown below it.

A ``console`` block holds ``$ command`` and its output at 80 columns; ``...`` stands for lines left out.
``pytest tests/docs --update-golden`` writes outputs anew, with as many lines at both ends as there were;
``...H,T`` alone below a new command asks for the first H and the last T lines.
"""

import doctest
import re

import click
import pytest
from console_pages import COMMANDS, ROOT, agree, fences, shown_commands, stages

PAGES = sorted(
    path
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"))
    if "decisions" not in path.parts
)
TEXTS = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in PAGES}


def with_blocks(language):
    return [name for name, text in TEXTS.items() if fences(text, language)]


@pytest.mark.parametrize("name", with_blocks("console"))
def test_every_command_prints_what_is_shown(console, request, name):
    text, wrong = TEXTS[name], []
    for block in fences(text, "console"):
        made = []
        for shown in shown_commands(block):
            printed = console.run(shown.command)
            lines = shown.lines if printed is None else printed.splitlines()
            if printed is not None and not agree(shown.lines, lines):
                wrong.append(f"$ {shown.command}\n{printed}")
            made.append(command_lines(block, shown.command) + kept(shown.lines, lines))
        if request.config.getoption("--update-golden"):
            text = text.replace(block, "".join(f"{line}\n" for lines in made for line in lines))
    if request.config.getoption("--update-golden"):
        (ROOT / name).write_text(text, "utf-8")
        return
    assert not wrong, "\n".join(wrong)
    if console.missing:
        pytest.skip(f"the others are as shown; not installed: {', '.join(sorted(console.missing))}")


def command_lines(block, command):
    """Return the command as it is written in the block, with its continued lines."""
    lines = block.splitlines()
    for first, line in enumerate(lines):
        for last in range(first, len(lines)) if line.startswith("$ ") else ():
            taken = shown_commands("\n".join(lines[first : last + 1]))[0]
            if taken.command == command and not taken.lines:
                return lines[first : last + 1]
    raise AssertionError(command)


def kept(shown, printed):
    """Return what stands below a command from now on: as much of the beginning and of the end as before."""
    asked = re.fullmatch(r"\.\.\.(\d+),(\d+)", "".join(shown))
    if agree(shown, printed):
        return shown
    if asked is None and "..." not in shown:
        return [line.rstrip() for line in printed]
    cut = len(shown) - 1 - shown[::-1].index("...") if asked is None else 0
    head, tail = map(int, asked.groups()) if asked else (cut, len(shown) - cut - 1)
    return [line.rstrip() for line in [*printed[:head], "...", *printed[len(printed) - tail :]]]


def command_words():
    for name, text in TEXTS.items():
        fenced = re.findall(r"^```\w*\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
        lines = "\n".join([*fenced, *re.findall(r"^ {4}.*$", text, flags=re.MULTILINE)])
        for line in re.sub(r"\\\n\s*", " ", lines).splitlines():
            typed = re.sub(r"\s{2,}.*| #.*|;.*", "", line.strip().removeprefix("$ "))
            if re.search(r"(^|\| )(decay|zipf) [a-z-]", typed) and "..." not in typed:
                yield from (
                    pytest.param(words, id=f"{name}: {' '.join(words)}"[:90])
                    for words in stages(typed)[0]
                    if words and words[0] in COMMANDS
                )


@pytest.mark.parametrize("words", list(command_words()))
def test_every_command_line_parses(words):
    from lexdecay.cli.decay import decay
    from lexdecay.cli.zipf import zipf

    group = {"decay": decay, "zipf": zipf}[words[0]]
    if words[1].startswith("-"):
        return
    context = click.Context(group, info_name=words[0])
    name, command, rest = group.resolve_command(context, words[1:])
    rest = [word for word in rest if word not in {">", "-h", "--help"}]
    command.make_context(name, rest, parent=context, resilient_parsing=False)


@pytest.mark.parametrize("name", with_blocks("pycon"))
def test_every_python_session_prints_what_is_shown(console, name):
    for block in fences(TEXTS[name], "console"):
        for shown in shown_commands(block):
            if " -o " in shown.command:  # files that the session reads
                console.run(shown.command)
    session = "\n".join(fences(TEXTS[name], "pycon"))
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    test = doctest.DocTestParser().get_doctest(session, {}, name, name, 0)
    said = []
    doctest.DocTestRunner(optionflags=flags).run(test, out=said.append)
    assert not said, "".join(said)


@pytest.mark.parametrize("name", [name for name in with_blocks("python") if name != "README.md"])
def test_every_python_program_runs(console, capsys, name):  # noqa: ARG001
    for program in fences(TEXTS[name], "python"):
        exec(compile(program, name, "exec"), {"__name__": "__main__"})  # noqa: S102  the page's own lines
    capsys.readouterr()
