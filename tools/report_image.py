"""Takes the picture of a report for the documents:  report_image.py REPORT.html OUT.webp RECORD

The table with RECORD open. Needs Chromium and the Python environment of the tests.
"""

import base64
import sys
import time
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

WIDTH, HEIGHT = 1240, 800


def main() -> None:
    report, out, record = Path(sys.argv[1]).resolve(), Path(sys.argv[2]), sys.argv[3]
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(argument)
    browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False})
    browser.get(f"file://{report}")
    while not browser.execute_script("return document.documentElement.dataset.ready"):
        time.sleep(0.05)
    browser.execute_script("""
        document.getElementById("records").scrollIntoView();
        const rows = [...document.querySelectorAll(".spacer .row")];
        rows.find((row) => row.querySelector(".id .foreign").textContent === arguments[0]).click();
    """, record)
    while browser.execute_script("return document.getElementById('detail').hidden"):
        time.sleep(0.05)
    time.sleep(1)  # until all is painted
    picture = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "webp", "quality": 80})
    out.write_bytes(base64.b64decode(picture["data"]))
    browser.quit()


main()
