"""The program that the module's results are compared with."""

import os
import subprocess


def program(*arguments):
    return subprocess.run([os.environ["ASSAY_PROGRAM"], *map(str, arguments)], check=True,
                          capture_output=True, text=True).stdout
