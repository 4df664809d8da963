"""A `datasets.Dataset` in, as for dicts.

The package itself brings pyarrow and a client of a hub, a hundred megabytes and more that nothing else
here needs, so that the tests' environment goes without it. Where it is there, it is tried; else only
the stand-in, which has the methods of a Dataset that could be mistaken for those of a DataFrame or a
Mapping.
"""

import pytest

import assay

RECORDS = [{"id": f"r{i}", "response": f"The ferry takes {i} minutes.", "label": None if i == 2 else i % 2,
            "knowledge": ["The crossing takes 1 minute."], "a": i / 8} for i in range(8)]


class StandIn:
    """Rows as dicts by iterating, columns by name, as a Dataset gives them."""

    def __init__(self, rows):
        self._rows = rows
        self.column_names = list(rows[0])
        self.features = {name: None for name in self.column_names}

    def __len__(self):
        return len(self._rows)

    def __getitem__(self, key):
        return self._rows[key] if isinstance(key, int) else [row[key] for row in self._rows]

    def __iter__(self):
        return iter(self._rows)

    def to_dict(self):
        return {name: self[name] for name in self.column_names}

    def to_pandas(self):
        raise AssertionError("rows are read one by one, not as one DataFrame")


def real(kind):
    datasets = pytest.importorskip("datasets")
    whole = datasets.Dataset.from_list(RECORDS)
    return whole if kind == "Dataset" else whole.to_iterable_dataset()


@pytest.fixture(params=["stand-in", "Dataset", "IterableDataset"])
def dataset(request):
    return StandIn(RECORDS) if request.param == "stand-in" else real(request.param)


def test_it_is_scored_as_dicts_are(tmp_path, dataset):
    assay.score(dataset, "overlap").save(tmp_path / "dataset.jsonl")
    assay.score(RECORDS, "overlap").save(tmp_path / "dicts.jsonl")
    assert (tmp_path / "dataset.jsonl").read_bytes() == (tmp_path / "dicts.jsonl").read_bytes()


def test_it_is_evaluated_as_dicts_are(dataset):
    told = assay.evaluate.classify(RECORDS, score="a", bootstrap=50).to_json()
    assert assay.evaluate.classify(dataset, score="a", bootstrap=50).to_json() == told
    assert assay.evaluate.classify([dataset], score="a", bootstrap=50).to_json() == told
    scores = [{"id": record["id"], "a": record["a"]} for record in RECORDS]
    assert assay.evaluate.classify(scores, score="a", records=dataset, bootstrap=50).to_json() == told
