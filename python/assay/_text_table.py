"""Tables of text, for what results look like in a shell or notebook."""

from __future__ import annotations

from collections.abc import Sequence


def number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def p_value(value: float | None) -> str:
    if value is None:
        return "-"
    return "<0.0001" if value < 1e-4 else f"{value:.4f}"


def text_table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns aligned: the first one left, the others right."""
    lines = [titles, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(titles))]
    shown = []
    for line in lines:
        cells = [line[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:])]
        shown.append("  ".join(cells).rstrip())
    return "\n".join(shown)
