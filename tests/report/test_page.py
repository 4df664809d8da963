"""The page of `assay report`, opened in headless Chromium and used as a reader uses it."""

import base64
import csv
import io
import json
import random
import re
import unittest

from page_test import By, PageTest, run, set_size, wait_until
from sample import HOSTILE, VERDICTS, write_run
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

RECORDS = 200


class Page(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        write_run(cls.folder, RECORDS, "before.jsonl", changed=0.2)
        cls.records, cls.lines = write_run(cls.folder, RECORDS)
        run("report", "scores.jsonl", "--input", "records.jsonl", "-o", "report.html",
            folder=cls.folder)
        run("report", "scores.jsonl", "--compare", "before.jsonl", "-o", "compared.html",
            folder=cls.folder)
        cls.results = {metric: [line for line in cls.lines if line["metric"] == metric]
                       for metric in ("q2", "overlap")}

    def rows_of_csv(self, *arguments):
        text = run("report", "scores.jsonl", "--format", "csv", *arguments, folder=self.folder)
        return list(csv.DictReader(io.StringIO(text)))

    def choose(self, select, text):
        for option in self.one(select).find_elements(By.TAG_NAME, "option"):
            if option.text == text:
                option.click()
                return
        self.fail(f"{select} has no {text}")

    def press(self, *keys):
        ActionChains(self.browser).send_keys(*keys).perform()

    def set_threshold(self, value):
        self.js("""const slider = document.getElementById("threshold");
                   slider.value = arguments[0];
                   slider.dispatchEvent(new Event("input"));""", value)

    def opened(self):
        wait_until(lambda: not self.js("return document.getElementById('detail').hidden"),
                   "the record is open")
        return self.one("#detail").text

    def wait_for_record(self, id):
        wait_until(lambda: self.js("""return document.querySelector("#detail h3")?.textContent""") == id,
                   f"{id} is open")

    def test_opens_without_a_complaint_and_asks_for_nothing(self):
        for name in ("report.html", "compared.html"):
            self.open(name)
            self.assert_no_complaints()
            self.assertEqual(self.js("return performance.getEntriesByType('resource').length"), 0)

    def test_policy_lets_no_script_in(self):
        self.open()
        self.js("""const script = document.createElement("script");
                   script.textContent = "window.hacked = 1";
                   document.body.append(script);""")
        self.assertIsNone(self.js("return window.hacked ?? null"))
        self.assertTrue(self.browser.get_log("browser"))  # the breach, which is then forgotten

    def test_summary_says_what_was_measured(self):
        self.open()
        statuses = [line["status"] for line in self.results["q2"]]
        card = self.one(".card").text
        scores = [line["score"] for line in self.results["q2"] if line["score"] is not None]
        self.assertIn(f"{sum(scores) / len(scores):.3f}", card)
        for status, word in (("measured", "measured"), ("no_claims", "no claims"),
                             ("failed", "failed")):
            self.assertIn(f"{word} {statuses.count(status)}", card)
        fallbacks = sum(line["fallback"] is not None for line in self.results["q2"])
        self.assertIn(f"fallback for {fallbacks}", card)

    def test_filter_counts_are_those_of_the_command_line(self):
        self.open()
        for metric in ("q2", "overlap"):
            self.choose("#metric", metric)
            for verdict in VERDICTS:
                chip = self.one(f"[data-verdict={verdict}]")
                rows = self.rows_of_csv("--metric", metric, "--verdict", verdict)
                if not rows:
                    self.assertFalse(chip.is_enabled())
                    continue
                chip.click()
                self.assertEqual(self.shown_ids(), [row["id"] for row in rows])
                self.assertEqual(self.shown_count(), len(rows))
                self.one(f"[data-verdict={verdict}]").click()
        self.choose("#metric", "q2")
        for status, word in (("failed", "failed"), ("no_claims", "no claims")):
            self.choose("#filter-status", word)
            rows = self.rows_of_csv("--metric", "q2", "--status", status)
            self.assertGreater(len(rows), 0)
            self.assertEqual(self.shown_count(), len(rows))
        self.one("#clear").click()
        self.assertEqual(self.shown_count(), RECORDS)
        self.assert_no_complaints()

    def test_search_finds_id_label_and_response(self):
        self.open()
        search = self.one("#search")
        for query, found in (("R17", lambda r: "r17" in r["id"]),
                             ("KYOTO", lambda r: "Kyoto" in r["response"]),
                             ("東京", lambda r: "東京" in r["response"])):
            search.clear()
            search.send_keys(query)
            self.assertEqual(self.shown_ids(), [r["id"] for r in self.records if found(r)])
        search.clear()
        search.send_keys("no such text")
        self.assertEqual(self.shown_count(), 0)
        self.assertTrue(self.one(".empty").is_displayed())
        search.send_keys(Keys.BACKSPACE)

    def test_sorts_by_score_with_unmeasured_last(self):
        self.open()
        scores = {line["id"]: line["score"] for line in self.results["q2"]}
        order = {id: place for place, id in enumerate(scores)}
        for sort, sign in (("ascending", 1), ("descending", -1)):
            self.one("[data-sort=score]").click()
            self.assertEqual(self.one("[data-column=score]").get_attribute("aria-sort"), sort)
            wanted = sorted(scores, key=lambda id: (scores[id] is None,
                                                    sign * (scores[id] or 0), order[id]))
            self.assertEqual(self.shown_ids(), wanted)
            self.assertEqual(self.rows()[:5], wanted[:5])
            self.assertEqual(self.js("return document.activeElement.dataset.sort"), "score")

    def test_slider_updates_the_counts(self):
        self.open()
        for threshold in (0.2, 0.5, 0.7):
            self.set_threshold(threshold)
            cells = [0, 0, 0, 0]  # as they stand in the matrix
            for line in self.results["q2"]:
                if line["score"] is not None:
                    called = line["score"] > threshold
                    cells[2 * (line["label"] != "consistent") + (not called)] += 1
            shown = [int(cell.text) for cell in self.all("#confusion td b")]
            self.assertEqual(shown, cells)
            self.assertIn(f"{cells[0] + cells[2]} grounded", self.one("#called").text)
            accuracy = (cells[0] + cells[3]) / sum(cells)
            self.assertIn(f"accuracy\n{accuracy:.3f}", self.one("#measures").text)
        self.one("#threshold").send_keys(Keys.ARROW_RIGHT)
        self.assertAlmostEqual(float(self.one("#threshold-number").get_attribute("value")), 0.701)

    def test_slider_counts_what_evaluate_counts(self):
        self.open()
        for threshold in (0.25, 0.6):
            found = json.loads(run("evaluate", "classify", "scores.jsonl", "--score", "q2", "--bootstrap", "0",
                                   "--threshold", threshold, "--json", folder=self.folder))
            scored = next(m for m in found["metrics"] if m["missing"] != "filled")
            self.set_threshold(threshold)
            names = ("true_positive", "false_negative", "false_positive", "true_negative")
            self.assertEqual([int(cell.text) for cell in self.all("#confusion td b")],
                             [scored[name] for name in names])
            accuracy = scored["measures"]["accuracy"]["value"]
            self.assertIn(f"accuracy\n{accuracy:.3f}", self.one("#measures").text)

    def test_statistics_are_those_of_scikit_learn(self):
        from sklearn import metrics
        self.open()
        rng = random.Random(3)
        for size in (2, 3, 10, 500):
            truth = [True, False] + [rng.random() < 0.4 for _ in range(size - 2)]
            scores = [round(rng.random() + 0.3 * label, 1) for label in truth]  # with many ties
            mine = self.js("""
                const [scores, truth, threshold] = arguments;
                const a = assayReport;
                const up = a.sweep(scores, truth);
                const down = a.sweep(scores.map((s) => -s), truth.map((t) => !t));
                const m = a.measuresOf(a.confusion(scores, truth, threshold));
                return {auc: a.rocAuc(up), ap: a.averagePrecision(up),
                        apUngrounded: a.averagePrecision(down), ...m};""", scores, truth, 0.5)
            called = [score > 0.5 for score in scores]
            wrong, unsaid = [not t for t in truth], [not c for c in called]
            near = lambda a, b: self.assertAlmostEqual(a, b, places=12)  # noqa: E731
            near(mine["auc"], metrics.roc_auc_score(truth, scores))
            near(mine["ap"], metrics.average_precision_score(truth, scores))
            near(mine["apUngrounded"],
                 metrics.average_precision_score(wrong, [-score for score in scores]))
            near(mine["accuracy"], metrics.accuracy_score(truth, called))
            near(mine["balancedAccuracy"], metrics.balanced_accuracy_score(truth, called))
            near(mine["f1Grounded"], metrics.f1_score(truth, called, zero_division=0))
            near(mine["f1Ungrounded"], metrics.f1_score(wrong, unsaid, zero_division=0))
            if len(set(called)) == 2:
                near(mine["precisionUngrounded"], metrics.precision_score(wrong, unsaid))
                near(mine["kappa"], metrics.cohen_kappa_score(truth, called))

    def test_numbers_are_those_of_the_markdown(self):
        self.open()
        text = run("report", "scores.jsonl", "--format", "markdown", folder=self.folder)
        table = text[text.index("| metric | labelled"):].splitlines()
        names = [cell.strip() for cell in table[0].strip("|").split("|")]
        for row in table[2:4]:
            cells = dict(zip(names, (cell.strip() for cell in row.strip("|").split("|"))))
            self.choose("#metric", cells["metric"])
            shown = self.one("#measures").text
            for name in names[2:]:
                self.assertIn(f"{name}\n{cells[name]}", shown)
            self.assertEqual(sum(int(cell.text) for cell in self.all("#confusion td b")),
                             int(cells["labelled"]))

    def test_correlation_is_that_of_scipy(self):
        from scipy import stats
        self.open()
        rng = random.Random(4)
        a = [rng.randrange(8) for _ in range(60)]
        b = [x + rng.randrange(6) for x in a]
        self.assertAlmostEqual(self.js("return assayReport.spearman(...arguments)", a, b),
                               stats.spearmanr(a, b).statistic, places=12)

    def test_click_shows_what_explain_shows(self):
        self.open()
        self.all(".spacer .row")[1].click()
        text = self.opened()
        record, line = self.records[1], self.results["q2"][1]
        self.assertIn(record["id"], text)
        self.assertIn(record["knowledge"], text)
        explained = run("explain", "scores.jsonl", record["id"], "--metric", "q2", folder=self.folder)
        arithmetic = re.search(r"score = .*", explained).group()
        self.assertIn(arithmetic, text)
        for unit in line["units"]:
            self.assertIn(unit["question"], text)
        for sentence in re.findall(r"compared +(.*)", explained):
            self.assertIn(sentence, text)
        self.assertIn("nsubj", self.one("#detail .discarded").get_attribute("textContent"))
        self.one("#detail .close").click()
        self.assertTrue(self.js("return document.getElementById('detail').hidden"))

    def test_keyboard_alone(self):
        self.open()
        self.js("document.getElementById('grid').focus()")
        self.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_UP)
        active = lambda: self.js("""
            const grid = document.getElementById("grid");
            const row = document.getElementById(grid.getAttribute("aria-activedescendant"));
            return row.querySelector(".id .foreign").textContent;""")  # noqa: E731
        self.assertEqual(active(), "r1")
        self.press(Keys.ENTER)
        self.opened()
        self.assertEqual(self.js("return document.activeElement.textContent"), "r1")
        self.press(Keys.ESCAPE)
        self.assertTrue(self.js("return document.getElementById('detail').hidden"))
        self.assertEqual(self.js("return document.activeElement.id"), "grid")
        self.press(Keys.END)
        self.assertEqual(active(), f"r{RECORDS - 1}")
        self.press(Keys.PAGE_UP, Keys.HOME)
        self.assertEqual(active(), "r0")
        # An open record follows the arrows.
        self.press(" ")
        self.opened()
        self.js("document.getElementById('grid').focus()")
        self.press(Keys.ARROW_DOWN)
        self.wait_for_record("r1")
        self.assertEqual(self.one("#grid").get_attribute("role"), "grid")
        self.assertEqual(int(self.one("#grid").get_attribute("aria-rowcount")), RECORDS + 1)

    def test_hostile_texts_are_texts(self):
        self.open()
        hostile = [(i, r) for i, r in enumerate(self.records)
                   if any(text in r["response"] for text in HOSTILE)]
        self.assertGreaterEqual(len(hostile), len(HOSTILE))
        for number, record in hostile[:len(HOSTILE)]:
            search = self.one("#search")
            search.clear()
            search.send_keys(record["id"])
            self.js("document.getElementById('grid').focus()")
            self.press(Keys.HOME, Keys.ENTER)
            self.wait_for_record(record["id"])
            shown = self.js("return document.querySelector('.response-text').textContent")
            wanted = re.sub("[\u0001\u202a-\u202e]", "\u2370", record["response"])
            self.assertEqual(shown, wanted)
            # Highlights in code points, whatever comes before them.
            marks = self.js("""return [...document.querySelectorAll(".response-text mark")]
                                   .map((mark) => mark.textContent)""")
            if self.results["q2"][number]["status"] == "measured":
                self.assertEqual(sorted(marks), sorted(
                    {unit["text"] for unit in self.results["q2"][number]["units"]}
                    if len(set(marks)) == len(marks) else marks))
                self.assertIn("Ada", marks)
            self.press(Keys.ESCAPE)
        self.assertIsNone(self.js("return window.hacked ?? null"))
        self.assertEqual(self.js("return document.querySelectorAll('#app img, #app script').length"), 0)
        self.assert_no_complaints()

    def test_spans_are_code_points_and_the_gravest_verdict_shows(self):
        self.open()
        segments = self.js("""return assayReport.segmentsOf("a🏔b🏔c", [1, 4, 0, 2, 3, 1])""")
        self.assertEqual([(s["text"], s["verdict"]) for s in segments],
                         [("a", None), ("🏔", 0), ("b", 1), ("🏔", 0), ("c", None)])

    def test_systems_and_labels(self):
        self.open()
        rows = self.all("#system-table tbody tr")
        self.assertEqual(len(rows), 3)
        means = [float(row.find_elements(By.TAG_NAME, "td")[1].text) for row in rows]
        self.assertEqual(means, sorted(means, reverse=True))
        north = [line["score"] for line in self.results["q2"]
                 if line["extra"]["system"] == "north" and line["score"] is not None]
        row = next(row for row in rows if "north" in row.text)
        self.assertIn(f"{sum(north) / len(north):.3f}", row.text)
        # The reader says that the labels mean the opposite.
        before = [cell.text for cell in self.all("#confusion td b")]
        self.js("document.querySelector('.label-choices').open = true")
        for label, word in (("0", "ungrounded"), ("1", "grounded")):
            self.choose(f"[data-label='{label}']", word)
        first = self.lines[0]["label"]
        after = [cell.text for cell in self.all("#confusion td b")]
        if first == "consistent":
            self.assertEqual(after, [before[2], before[3], before[0], before[1]])
        self.assert_no_complaints()

    def test_comparison_counts_what_the_command_line_counts(self):
        self.open("compared.html")
        rows = self.rows_of_csv("--metric", "q2", "--compare", "before.jsonl")
        grounded = lambda score: score != "" and float(score) > 0.5  # noqa: E731
        both = [row for row in rows if row["change"] != ""]
        wanted = {
            "up": sum(float(row["change"]) > 0 for row in both),
            "down": sum(float(row["change"]) < 0 for row in both),
            "now_grounded": sum(grounded(row["score"]) and not grounded(row["baseline_score"])
                                for row in both),
            "now_ungrounded": sum(not grounded(row["score"]) and grounded(row["baseline_score"])
                                  for row in both)}
        self.assertGreater(wanted["up"], 0)
        for name, count in wanted.items():
            tile = self.one(f"[data-change={name}]")
            self.assertEqual(int(tile.text.split("\n")[0]), count, name)
            if count > 0:
                self.js("document.getElementById('changes').scrollIntoView()")
                tile.click()
                self.assertEqual(self.shown_count(), count)
        self.one("#clear").click()
        self.one("[data-sort=change]").click()
        first = self.rows()[0]
        change = {row["id"]: float(row["change"]) for row in both}
        self.assertEqual(change[first], max(change.values()))
        # Two metrics of one run.
        self.choose("#other", "overlap")
        self.assertIn("against overlap", self.one("#changes").text)
        self.assert_no_complaints()

    def test_without_records_units_stand_for_responses(self):
        self.open("compared.html")
        self.assertIn("units", self.one(".row.head").text)
        units = [unit["text"] for unit in self.results["q2"][0]["units"]]
        self.assertEqual(self.js("""return [...document.querySelectorAll("#row-0 mark")]
                                        .map((mark) => mark.textContent)"""), units)

    def test_dark_and_light(self):
        self.open()
        page = lambda: self.js("return getComputedStyle(document.body).backgroundColor")  # noqa: E731
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "light"}]})
        light = page()
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        dark = page()
        self.assertNotEqual(light, dark)
        button = self.one("#theme")
        button.click()  # light, whatever the system has
        self.assertEqual(page(), light)
        button.click()
        self.assertEqual(page(), dark)
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        self.assertEqual(page(), dark)
        self.assert_no_complaints()

    def test_prints_the_records_that_are_shown(self):
        self.open()
        self.one("[data-verdict=refuted]").click()
        pdf = base64.b64decode(self.browser.execute_cdp_cmd("Page.printToPDF", {})["data"])
        self.assertTrue(pdf.startswith(b"%PDF"))
        self.assertIsNone(self.js("return document.getElementById('printed')"))
        self.js("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(len(self.all("#printed .row")), min(200, self.shown_count()))
        self.js("dispatchEvent(new Event('afterprint'))")

    def test_fits_a_phone(self):
        set_size(self.browser, 390, 844)
        self.addCleanup(set_size, self.browser, 1360, 900)
        self.open("compared.html")
        self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), 390)
        self.js("document.getElementById('grid').focus()")
        self.press(Keys.ENTER)
        self.opened()
        self.assertEqual(self.one("#detail").size["width"], 390)
        self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), 390)

    def test_page_is_the_same_whenever_it_is_made(self):
        again = run("report", "scores.jsonl", "--input", "records.jsonl", "--format", "html",
                    folder=self.folder)
        first = (self.folder / "report.html").read_text(encoding="utf-8")
        data = lambda page: re.findall(r'id="data-(?!meta).*?</script>', page)  # noqa: E731
        self.assertEqual(data(again), data(first))
        self.assertGreater(len(data(first)), 1)

    def test_says_how_it_was_made(self):
        self.open()
        about = self.one("#about").text
        self.assertIn("assay report scores.jsonl --input records.jsonl --output report.html", about)
        self.assertIn(json.loads((self.folder / "scores.jsonl").read_text().splitlines()[0])
                      ["fingerprint"], about)


if __name__ == "__main__":
    unittest.main()
