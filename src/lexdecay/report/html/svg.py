"""A figure's SVG made part of a page: no ids that meet, no style attributes, colours that a theme changes.

A strict content security policy lets no style attribute work, so that what matplotlib writes there
becomes presentation attributes, and each colour of the house a class that the page's style sheet paints.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET  # of figures that this program has just drawn

from lexdecay.report.figures import style

if TYPE_CHECKING:
    from collections.abc import Iterator

SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
COLORS = {
    style.INK: "ink", style.MUTED: "muted", style.GRID: "grid", style.PAPER: "paper", style.SHADE: "shade",
    style.BLUE: "blue", style.VERMILLION: "vermillion", style.GREEN: "green", style.PURPLE: "purple",
    style.BAND: "band",
}  # fmt: skip
_REFERENCE = re.compile(r"url\(#([^)]+)\)")


def inline_svg(document: str, name: str, alt: str) -> str:
    """Return the ``svg`` element of a figure for use inside HTML; ``name`` sets its ids apart."""
    ET.register_namespace("", SVG[1:-1])
    root = ET.fromstring(document)  # noqa: S314  our own text, see the import
    for element in list(root):
        if element.tag == f"{SVG}metadata":
            root.remove(element)
    for parent in root.iter():
        for child in [one for one in parent if one.tag == f"{SVG}style"]:
            parent.remove(child)
        _translate(parent, name)
    root.attrib = {
        "viewBox": root.attrib["viewBox"], "role": "img", "aria-label": alt, "stroke-linejoin": "round",
        "class": "figure",
    }  # fmt: skip
    return ET.tostring(root, encoding="unicode").replace(' xmlns="http://www.w3.org/2000/svg"', "", 1)


def _translate(element: ET.Element, name: str) -> None:
    old = dict(element.attrib)
    classes: list[str] = []
    element.attrib.clear()
    for key, value in _properties(old):
        if key in {"fill", "stroke"} and value in COLORS:
            classes.append(f"{key[0]}-{COLORS[value]}")
        elif key == "id":
            if element.tag != f"{SVG}g":  # groups are named for the eye only
                element.set("id", f"{name}-{value}")
        elif key != "font-family":  # the page's
            element.set(key, _REFERENCE.sub(rf"url(#{name}-\1)", value))
    if reference := old.get(f"{XLINK}href"):
        element.set("href", f"#{name}-{reference[1:]}")
        element.attrib.pop(f"{XLINK}href", None)
    if classes:
        element.set("class", " ".join(classes))


def _properties(attributes: dict[str, str]) -> Iterator[tuple[str, str]]:
    for key, value in attributes.items():
        if key != "style":
            yield key, value
            continue
        for declaration in value.split(";"):
            name, _, setting = declaration.partition(":")
            if setting:
                yield name.strip(), setting.strip()
