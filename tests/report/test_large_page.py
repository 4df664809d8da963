"""A page of many records (ASSAY_REPORT_RECORDS): it opens, scrolls and searches. The times are
printed, not judged: they are the machine's. Beside the time that passes stands the processor time
of the page, which says more where other programs run."""

import os
import resource
import time
import unittest

from page_test import PageTest, run, wait_until
from sample import write_run

RECORDS = int(os.environ.get("ASSAY_REPORT_RECORDS", "5000"))


class LargePage(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.records, _ = write_run(cls.folder, RECORDS)
        start = time.monotonic()
        run("report", "scores.jsonl", "--input", "records.jsonl", "-o", "report.html",
            folder=cls.folder)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        cls.say(f"made in {time.monotonic() - start:.1f} s "
                f"({used.ru_utime + used.ru_stime:.1f} s of processor time), "
                f"{(cls.folder / 'report.html').stat().st_size / 1e6:.1f} MB")

    @staticmethod
    def say(text):
        print(f"{RECORDS} records: {text}", flush=True)

    def processor_ms(self):
        """Processor time that the page has used so far."""
        metrics = self.browser.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return 1000 * next(m["value"] for m in metrics if m["name"] == "TaskDuration")

    def timed(self, script):
        """The time from the script's start until the page is painted, in words."""
        before = self.processor_ms()
        passed = self.browser.execute_async_script(
            "const done = arguments[arguments.length - 1]; const start = performance.now();"
            + script + "; requestAnimationFrame(() => setTimeout(() => "
            "done(performance.now() - start)));")
        return f"{passed:.0f} ms ({self.processor_ms() - before:.0f} ms of processor time)"

    def scroll(self, how, step):
        before = self.processor_ms()
        frames = self.browser.execute_async_script("""
            const done = arguments[arguments.length - 1];
            const grid = document.getElementById("grid-body");
            grid.scrollTop = 0;
            const times = [];
            let last = performance.now();
            const step = () => {
              const now = performance.now();
              times.push(now - last);
              last = now;
              if (times.length > 120) return done(times.sort((a, b) => a - b));
              grid.scrollTop += %s;
              requestAnimationFrame(step);
            };
            requestAnimationFrame(step);""" % step)
        used = (self.processor_ms() - before) / len(frames)
        self.say(f"{how}: median frame {frames[60]:.0f} ms, 95 % within {frames[114]:.0f} ms "
                 f"({used:.1f} ms of processor time each)")

    def test_opens_scrolls_searches(self):
        self.browser.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
        start = time.monotonic()
        self.open()
        self.say(f"opened in {time.monotonic() - start:.2f} s")
        self.assertEqual(self.shown_count(), RECORDS)

        self.timed("assayReport.change({query: 'warm up'})")
        for query in ("kyoto", "r4999", "says so", "zzz"):
            took = self.timed(f"assayReport.change({{query: {query!r}}})")
            wanted = sum(query in f"{r['id']}\n{r['label']}\n{r['response']}".lower()
                         for r in self.records)
            self.assertEqual(self.shown_count(), wanted)
            self.say(f"search {query!r}: {wanted} found and drawn in {took}")
        self.js("assayReport.change({query: ''})")

        sort = "assayReport.change({sort: {by: 'score', ascending: true}})"
        self.say(f"sort: {self.timed(sort)}")
        step = "assayReport.change({thresholds: [0.3, 0.5]})"
        self.say(f"step of the slider: {self.timed(step)}")
        self.js("assayReport.change({sort: {by: 'place', ascending: true}})")

        self.scroll("a flick", "150")
        self.scroll("dragging the bar", "grid.scrollHeight / 130")
        self.assertLess(len(self.all(".spacer .row")), 60)

        self.js("const grid = document.getElementById('grid-body'); grid.scrollTop = grid.scrollHeight")
        wait_until(lambda: self.rows()[-1] == f"r{RECORDS - 1}", "the last row is in view")
        self.assert_no_complaints()


if __name__ == "__main__":
    unittest.main()
