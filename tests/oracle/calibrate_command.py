"""How the oracles of `assay calibrate` call it."""

import csv
import os
import subprocess


def calibrate(*arguments):
    run = subprocess.run([os.environ["ASSAY_PROGRAM"], "calibrate", *arguments],
                         capture_output=True, text=True)
    if run.returncode != 0:
        raise SystemExit(f"{arguments}: {run.stderr}")
    return run.stdout


def write_table(path, header, rows):
    with open(path, "w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows([header, *rows])
