"""assay: is generated text true to its knowledge?

    import assay

    results = assay.score(
        [{"response": "The ferry takes 40 minutes.", "knowledge": "The crossing lasts 40 minutes."}],
        metric=["q2", "overlap"],
    )
    results[0].score          # a number, or None with results[0].status saying why
    results.to_pandas()       # one row a record and metric
    results.summary           # means, and how many were measured

Records are dicts (`response`, `knowledge`, `history`, `reference`, `label`, `id`), a pandas
DataFrame, a `datasets.Dataset`, or the path of a JSON lines, CSV or TSV file. Results are the bytes
that the program `assay` writes for the same records. Models are loaded on first use; a `Scorer`
keeps them over many calls.

`assay.evaluate` says which metric to trust, by labels of people; `assay.calibrate` fits thresholds and
calibrators on labels.
"""

from assay import calibrate, evaluate
from assay._engine import __version__
from assay._errors import AssayError
from assay._results import Result, Results, Unit, read_results
from assay._scorer import Scorer, metrics, score

__all__ = [
    "AssayError", "Result", "Results", "Scorer", "Unit", "__version__", "calibrate", "evaluate",
    "metrics", "read_results", "score",
]
