"""What the tests of the page share: the program, Chromium, and a page to open.

Exit code 77 where there is no browser: the test is skipped by name.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = os.environ["ASSAY_PROGRAM"]
CHROMIUM = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")
if not CHROMIUM or not DRIVER:
    print("chromium and chromium-driver are not installed: the page was not opened")
    sys.exit(77)

from selenium import webdriver  # noqa: E402
from selenium.webdriver.chrome.options import Options  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402

OPENED_WITHIN = 120  # seconds; a machine may be busy


def run(*arguments, folder):
    done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=folder, capture_output=True, text=True,
                          timeout=600)
    if done.returncode != 0:
        raise AssertionError(f"{arguments}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def start_browser(width=1360, height=900):
    options = Options()
    options.binary_location = CHROMIUM
    # Root has no sandbox; containers have a small /dev/shm.
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                     f"--window-size={width},{height}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options=options, service=Service(DRIVER))
    browser.set_script_timeout(OPENED_WITHIN)
    set_size(browser, width, height)
    return browser


def set_size(browser, width, height):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})


def wait_until(condition, what):
    end = time.monotonic() + OPENED_WITHIN
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.02)
    raise AssertionError(f"waited in vain until {what}")


class PageTest(unittest.TestCase):
    """A browser and a folder for all tests of a class; each opens the page anew."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="assay-report-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.browser = start_browser()
        cls.addClassCleanup(cls.browser.quit)

    def open(self, name="report.html"):
        self.browser.get(f"file://{self.folder / name}")
        wait_until(lambda: self.js("return document.documentElement.dataset.ready"), "it is drawn")

    def js(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def one(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def assert_no_complaints(self):
        """Nothing on the console: no error, no breach of the page's policy."""
        self.assertEqual([entry["message"] for entry in self.browser.get_log("browser")], [])

    def shown_ids(self):
        """Ids of all records that pass the filters, in the order of the table."""
        return self.js("return assayReport.shownRecords().map((i) => assayReport.columns.id[i])")

    def rows(self):
        """Ids of the rows in the document, from top to bottom."""
        return self.js("""
            return [...document.querySelectorAll(".spacer .row")]
                .sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top))
                .map((row) => row.querySelector(".id .foreign").textContent)""")

    def shown_count(self):
        return int(self.one("#shown-count b").text.replace(",", ""))
