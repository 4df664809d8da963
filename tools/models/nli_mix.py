"""Makes the training file of the default `nli` model.

    nli_mix.py DATA_DIR OUT.jsonl.gz [--clear-licences-only]

DATA_DIR holds nli.jsonl.gz, nli_binary.jsonl.gz, factver.jsonl.gz, qa.jsonl.gz and qasrl.jsonl.gz
(docs/training.md says what they hold and where each set is published). Prints the rows of each
source and label. Same data, same bytes.
"""

from pathlib import Path

from question_answer_pairs import answers_of_people, question_answer_pairs
from small_talk import wrapped
from sources import Row, by_source, draw, generator, make_mix, read_rows

# Rows taken of a source at most; sources that are not named are left out. What is capped is either
# noisy, artificial or of one pattern; what is left out is longer than the model reads (ConTRoL) or
# needs chains of logic that a model of this size does not learn (FOLIO).
CAPS = {
    "ling_in_loop": 60_000, "mnli_dev": 20_000, "mnli_train_part": 5_000, "snli(e-SNLI)": 10_000,
    "snli_train_part": 20_000, "cad_nli": 12_000, "inli": 30_000, "inli_implied_entailment": 4_000,
    "te_new_protocols_base": 10_000, "te_new_protocols_contrast": 10_000,
    "te_new_protocols_edit_other": 11_000, "te_new_protocols_edit_premise": 11_000,
    "te_new_protocols_paragraph": 1_000, "conjnli": 6_000, "breaking_nli": 3_000, "joci": 4_000,
    "mpe": 4_000, "help": 3_000, "med": 2_000, "monli": 2_700, "scitail": 2_200, "ambient": 1_300,
    "commitment_bank": 400, "fracas": 400, "wanli_sample": 100,
    "fever_symmetric": 1_000, "fever_part(athnlp)": 13_000, "healthver": 2_000, "covidfact": 4_100,
    "contract_nli(evidence spans; neutral=2 random spans)": 1_500, "climate_fever": 3_000,
    "fool_me_twice": 2_600, "wice_claim(partial->neutral)": 700,
    "rte": 2_800, "add_one_rte": 1_500, "dnc_kg_relations": 1_000, "dnc_factuality": 1_000,
    "hans_part(via jiant; val)": 3_000,
}
REPEATED = ("fever_symmetric", "healthver")  # small sets of the kind that verification meets
UNCLEAR_LICENCE = {
    "ling_in_loop", "mnli_dev", "mnli_train_part", "snli_train_part", "joci", "mpe", "monli", "scitail",
    "commitment_bank", "fracas", "covidfact", "healthver", "climate_fever", "rte", "add_one_rte",
    "fever_part(athnlp)", "dnc_kg_relations", "dnc_factuality", "ropes_contrast", "quoref_contrast",
    "drop_contrast(span)",
}
QUESTION_SOURCES = ("qamr", "squad1_train_part", "squad1_other_part", "squad2_dev_part",
                    "squad1_dev_part", "nq_swap(entity-substituted NQ)")
SMALL_TALK_SHARE = 0.08


def labelled(row: Row) -> Row:
    """Two-way rows say only that the premise does not entail: both other labels share the mass."""
    kept = {key: row[key] for key in ("premise", "hypothesis", "source")}
    if row["label"] == "not_entailment":
        return kept | {"probabilities": [0.0, 0.5, 0.5]}
    return kept | {"label": row["label"]}


def inference_rows(data: Path, left_out: set[str]) -> list[Row]:
    rows = []
    for name in ("nli", "factver", "nli_binary"):
        for source, found in by_source(read_rows(data / f"{name}.jsonl.gz")).items():
            if source in CAPS and source not in left_out:
                drawn = draw(found, CAPS[source], f"nli {source}")
                rows += drawn * (2 if source in REPEATED else 1)
    return [labelled(row) for row in rows]


def made_rows(data: Path, left_out: set[str]) -> list[Row]:
    questions = [row for row in read_rows(data / "qa.jsonl.gz")
                 if row["source"] in QUESTION_SOURCES and row["source"] not in left_out and
                 row["answer_start"] >= 0]
    asked_twice = [row for name in ("qa", "qasrl") for row in read_rows(data / f"{name}.jsonl.gz")
                   if row["source"] not in left_out]
    return (question_answer_pairs(questions, 20_000, 12_000, generator("question answer pairs")) +
            answers_of_people(asked_twice, 10_000, generator("answers of people")))


def with_small_talk(rows: list[Row]) -> list[Row]:
    rng = generator("small talk")
    return [row | {"hypothesis": wrapped(row["hypothesis"], rng)}
            if rng.random() < SMALL_TALK_SHARE and not row["source"].startswith("made:") else row
            for row in rows]


def mix(data: Path, left_out: set[str]) -> list[Row]:
    return with_small_talk(inference_rows(data, left_out) + made_rows(data, left_out))


if __name__ == "__main__":
    make_mix(__doc__, mix, UNCLEAR_LICENCE, lambda row: row.get("label", "not_entailment"))
