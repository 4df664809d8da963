"""Shells at a terminal: what a line becomes when the tabulator is pressed behind it."""

import os
import pty
import select
import subprocess
import time

BASH_START = r"""
PS1='READY> '
source <(assay completion bash)
bind -x '"\C-xp": printf "%s\n" "$READLINE_LINE" > "$REPORT"'
"""

ZSH_START = r"""
PS1='READY> '
autoload -U compinit && compinit -u -D
source <(assay completion zsh)
report() { print -r -- "$BUFFER" > "$REPORT" }
zle -N report
bindkey -e
bindkey '^xp' report
"""


class Shell:
    """An interactive bash or zsh that has loaded the completion script; `with` ends it."""

    def __init__(self, name, folder, environment, start=""):
        self.report = folder / f"{name}.report"
        if name == "bash":
            start_file = folder / "bashrc"
            start_file.write_text(BASH_START + start)
            command = ["bash", "--noprofile", "--rcfile", str(start_file), "-i"]
        else:
            start_file = folder / ".zshrc"
            start_file.write_text(ZSH_START + start)
            command = ["zsh", "-d", "-i"]
        self.leader, follower = pty.openpty()
        self.process = subprocess.Popen(
            command, stdin=follower, stdout=follower, stderr=follower, cwd=folder,
            start_new_session=True,
            env=dict(environment, TERM="dumb", ZDOTDIR=str(folder), REPORT=str(self.report)))
        os.close(follower)
        self.read_until(b"READY> ")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.leader)

    def completed(self, line):
        """The line after the tabulator, without the space that ends a word."""
        self.report.unlink(missing_ok=True)
        os.write(self.leader, line.encode() + b"\t")
        os.write(self.leader, b"\x18p")
        deadline = time.monotonic() + 60
        while not (self.report.exists() and self.report.read_text().endswith("\n")):
            self.read_what_is_there()
            if time.monotonic() > deadline:
                raise AssertionError(f"no answer to `{line}`")
        os.write(self.leader, b"\x15")  # Ctrl-U: an empty line again
        return self.report.read_text().rstrip(" \n")

    def read_what_is_there(self):
        ready, _, _ = select.select([self.leader], [], [], 0.02)
        return os.read(self.leader, 65536) if ready else b""

    def read_until(self, text):
        written, deadline = b"", time.monotonic() + 60
        while text not in written:
            written += self.read_what_is_there()
            if time.monotonic() > deadline:
                raise AssertionError(f"the shell is not ready: {written!r}")
