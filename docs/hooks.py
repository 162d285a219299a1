"""What mkdocs does beside rendering: it adds pages made from the program and links pages named in words."""

from __future__ import annotations

import posixpath
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS / "reference"))
from make_reference import COMMANDS, pages  # noqa: E402  the script stands beside the pages it makes

# `docs/errors.md`, `errors.md`, `decisions/0005` in words are meant as links.
NAMED = re.compile(r"(?<!\[)`(?:docs/)?((?:[\w-]+/)*[\w-]+)(?:\.md|/)?`")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Give the navigation the pages that are made."""
    made = pages()
    for name in COMMANDS:
        verbs = [path for path in made if path.startswith(f"reference/{name}/")]
        _entry(config.nav, name)[name] = [
            f"reference/{name}.md",
            *({Path(path).stem.replace("-", " ", 1): path} for path in verbs),
        ]
    schemas = sorted(path for path in made if path.startswith("reference/json/"))
    _entry(config.nav, "JSON")["JSON"] = ["reference/json.md", *({Path(p).stem: p} for p in schemas)]
    decisions = sorted((DOCS / "decisions").glob("*.md"))
    _entry(config.nav, "Decisions")["Decisions"] = [f"decisions/{path.name}" for path in decisions]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made."""
    for path, text in pages().items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Turn the name of a page in backquotes into a link to it."""
    folder = posixpath.dirname(page.file.src_uri)

    def linked(match: re.Match[str]) -> str:
        target = _page(match[1], folder, files)
        if target is None or target == page.file.src_uri:
            return match[0]
        return f"[{match[0]}]({posixpath.relpath(target, folder or '.')})"

    parts = re.split(r"(^```.*?^```)", markdown, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if part.startswith("```") else NAMED.sub(linked, part) for part in parts)


def _page(name: str, folder: str, files: Files) -> str | None:
    for start in (folder, ""):
        path = posixpath.normpath(posixpath.join(start, name))
        for uri in (f"{path}.md", f"{path}/README.md"):
            if files.get_file_from_path(uri) is not None:
                return uri
        if re.search(r"decisions/\d{4}$", path):
            return next((f.src_uri for f in files if f.src_uri.startswith(f"{path}-")), None)
    return None


def _entry(nav: Any, name: str) -> dict[str, Any]:
    """Return the entry of the navigation that is called ``name``, however deep."""
    for item in nav if isinstance(nav, list) else ():
        for title, inside in item.items() if isinstance(item, dict) else ():
            if title == name:
                return item
            found = _entry(inside, name)
            if found:
                return found
    return {}
