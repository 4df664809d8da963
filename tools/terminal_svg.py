"""Draws what a command prints on a terminal as an SVG picture.

    terminal_svg.py OUT.svg COLUMNS COMMAND...

Used for the pictures of the documents, so that they show real output: tools/update_images.sh.
"""

import fcntl
import html
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import unicodedata

CELL_WIDTH, LINE_HEIGHT, MARGIN = 8.4, 19, 16
BACKGROUND, FOREGROUND = "#1c1f26", "#d7dae0"
COLOURS = {"31": "#f07178", "32": "#8fd18a", "33": "#e6c36a", "36": "#6fc3df"}


def capture(columns: int, command: list[str]) -> str:
    """What the command prints when standard output is a terminal of that width."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    environment = dict(os.environ, TERM="xterm-256color")
    environment.pop("NO_COLOR", None)
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=slave, env=environment)
    os.close(slave)
    chunks = []
    while True:
        try:
            chunk = os.read(master, 65536)
        except OSError:  # how Linux says that the other side is closed
            break
        if not chunk:
            break
        chunks.append(chunk)
    if child.wait() != 0:
        sys.exit(f"{command[0]} ended with exit code {child.returncode}")
    return b"".join(chunks).decode().replace("\r\n", "\n").rstrip("\n")


def style_of(codes: set[str]) -> str:
    style = [f"fill:{COLOURS[code]}" for code in sorted(codes) if code in COLOURS]
    style += ["font-weight:bold"] * ("1" in codes) + ["opacity:.6"] * ("2" in codes)
    style += ["text-decoration:underline"] * ("4" in codes)
    return ";".join(style)


def cells(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def draw_line(line: str, y: float) -> list[str]:
    """Text elements of one line, each placed by its column, so that columns stay straight."""
    elements, column, codes = [], 0, set()
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b["):
            for code in part[2:-1].split(";"):
                codes = codes | {code} if code not in ("", "0") else set()
        elif part:
            x, width = MARGIN + column * CELL_WIDTH, cells(part) * CELL_WIDTH
            elements.append(
                f'<text x="{x:.1f}" y="{y:.0f}" textLength="{width:.1f}" xml:space="preserve" '
                f'style="{style_of(codes)}">{html.escape(part)}</text>')
            column += cells(part)
    return elements


def main() -> None:
    target, columns, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    lines = capture(columns, command).split("\n")
    width = 2 * MARGIN + columns * CELL_WIDTH
    height = 2 * MARGIN + len(lines) * LINE_HEIGHT
    body = [e for i, line in enumerate(lines)
            for e in draw_line(line, MARGIN + (i + 0.8) * LINE_HEIGHT)]
    with open(target, "w", encoding="utf-8") as file:
        file.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" font-size="14" fill="{FOREGROUND}" '
            'font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace">\n'
            f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>\n'
            + "\n".join(body) + "\n</svg>\n")


if __name__ == "__main__":
    main()
