"""What is evaluated in these tests: judged responses, and a table of one's own."""

import os
from pathlib import Path

JUDGED = Path(os.environ["ASSAY_SOURCE_DIR"]) / "examples" / "judged.jsonl"
# Two metrics of one's own; the last item has no score of `b`, the one before it no label.
ROWS = [{"id": f"i{i}", "a": (i * 7 % 12) / 12, "b": None if i == 11 else (i * 5 % 12) / 12,
         "label": None if i == 10 else i % 3 % 2, "system": "xy"[i % 2], "context": f"c{i // 2}",
         "ann": i % 3, "bob": None if i == 4 else i % 2, "both": [i % 3, None if i == 4 else i % 2]}
        for i in range(12)]
