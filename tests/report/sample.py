"""Result files, records and baselines for the tests of `assay report`: our own writing, the same on
every machine, as many records as wanted."""

import json
import random

VERDICTS = ("supported", "refuted", "not_enough_info", "not_verifiable")
FINGERPRINT = "assay/1:00112233445566aa"

PLACES = "Oslo Lima Cairo Kyoto Quito Tartu Dakar Perth Cusco Turku".split()
PEOPLE = "Ada Lin Omar Ines Kofi Noor Pavel Ruth Sana Tove".split()
HOSTILE = (
    "</script><script>window.hacked = 1</script> met Ada",
    "<img src=x onerror='window.hacked = 1'> \"quoted\" & 'single' met Ada",
    "safe \u202egnorw si siht\u202c end, met Ada",
    "🏔️ Zoë and 東京 met Ada, said عمر",
    "a\tb\u0001c | `code` [link](https://example.org) @name <!-- met Ada",
)


def span(text, part):
    start = text.index(part)
    byte = len(text[:start].encode())
    return {"start": start, "end": start + len(part), "byte_start": byte,
            "byte_end": byte + len(part.encode())}


def question(response, part, answer, knowledge):
    """A unit of Q² about `part`; `answer` is what the knowledge says, None for nothing."""
    score = 1.0 if answer == part else 0.0
    verdict = VERDICTS[2] if answer is None else VERDICTS[0 if score else 1]
    evidence = [] if answer is None else [
        {"source": "knowledge", "id": "0", "span": span(knowledge, answer), "text": answer}]
    comparison = "no_answer" if answer is None else "exact" if score else "contradiction"
    return {"kind": "question", "text": part, "span": span(response, part), "verdict": verdict,
            "score": score, "evidence": evidence, "question": f"Who or what is {part}?",
            "style": "fronted", "response_answer": part,
            "response_answer_span": span(response, part), "knowledge_answer": answer,
            "comparison": comparison, "f1": score, "answer_margin": 1.5}


def result(record, metric, status, score, units, **more):
    line = {"schema": "assay.result/1", "type": "result", "id": record["id"], "metric": metric,
            "status": status, "score": score,
            "scores": {metric: score} if score is not None else {}, "units": units,
            "discarded": [], "fallback": None, "counts": {}, "truncated": False}
    line.update(more)
    for name in ("label",):
        if name in record:
            line[name] = record[name]
    line["extra"] = {"system": record["system"]}
    line["fingerprint"] = FINGERPRINT
    return line


def record_of(number, rng):
    """A record and what is true of it."""
    person, place = rng.choice(PEOPLE), rng.choice(PLACES)
    wrong = rng.choice([p for p in PLACES if p != place])
    consistent = rng.random() < 0.6
    said = place if consistent else wrong
    response = f"{person} lives in {said} and reads a lot; record {number} says so."
    knowledge = f"{person} lives in {place}. Nobody knows what {person} reads."
    record = {"id": f"r{number}", "response": response, "knowledge": knowledge,
              "label": "consistent" if consistent else "inconsistent",
              "system": ("north", "south", "west")[number % 3]}
    parts = [(person, person), (said, place)]
    if rng.random() < 0.3:
        parts.append(("reads a lot", None))
    if number % 11 == 3:  # a text that a careless page would run
        hostile = HOSTILE[number // 11 % len(HOSTILE)]
        record["id"] += " <i>|`'\""
        record["response"] = response = f"{hostile} again: {response}"
        record["knowledge"] = knowledge = f"Ada met no one. {knowledge}"
        parts.append(("Ada", "Ada"))
    return record, parts


def results_of(record, parts, number, rng):
    response, knowledge = record["response"], record["knowledge"]
    if number % 23 == 7:
        q2 = result(record, "q2", "no_claims", None, [])
    elif number % 29 == 11:
        q2 = result(record, "q2", "failed", None, [], error={
            "code": "invalid_input", "message": "the response <b>broke</b>", "line": number + 1})
    else:
        units = [question(response, part, answer, knowledge) for part, answer in parts]
        score = sum(unit["score"] for unit in units) / len(units)
        q2 = result(record, "q2", "measured", score, units, counts={"questions_counted": len(units)},
                    discarded=[{"text": "it", "reason": "personal", "detail": "nsubj \"you\""}])
        if number % 17 == 5:
            q2["fallback"] = "nli"
    overlap = result(record, "overlap", "measured", round(rng.random(), 3), [])
    return [q2, overlap]


def summary(lines, metrics):
    parts = []
    for metric in metrics:
        own = [line for line in lines if line["metric"] == metric]
        measured = [line["score"] for line in own if line["score"] is not None]
        statuses = {status: sum(line["status"] == status for line in own)
                    for status in ("measured", "no_claims", "no_evidence", "failed")}
        parts.append({"metric": metric, "n_total": len(own), "n_measured": len(measured),
                      "n_fallback": sum(line["fallback"] is not None for line in own),
                      "statuses": statuses,
                      "mean": sum(measured) / len(measured) if measured else None,
                      "scores": {}, "counts": {}})
    return {"schema": "assay.result/1", "type": "summary", "n_records": len(lines) // len(metrics),
            "n_bad": 0, "n_duplicate_ids": 0, "metrics": parts, "fingerprint": FINGERPRINT}


def write_lines(path, lines):
    with path.open("w", encoding="utf-8") as file:
        for line in lines:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def write_run(folder, records, name="scores.jsonl", seed=1, changed=0.0):
    """Writes records.jsonl and the results; `changed` is the share of q2's scores that differ from
    those of the same seed without it. Returns the records and the result lines."""
    rng = random.Random(seed)
    change = random.Random(seed + 1)
    all_records, lines = [], []
    for number in range(records):
        record, parts = record_of(number, rng)
        made = results_of(record, parts, number, rng)
        if made[0]["score"] is not None and change.random() < changed:
            made[0]["score"] = made[0]["scores"]["q2"] = 1 - made[0]["score"]
        all_records.append(record)
        lines.extend(made)
    write_lines(folder / "records.jsonl", all_records)
    write_lines(folder / name, [*lines, summary(lines, ("q2", "overlap"))])
    return all_records, lines
