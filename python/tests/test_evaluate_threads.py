"""assay.evaluate and assay.calibrate beside other threads, and ended by Ctrl-C."""

import signal
import threading

import pytest
from judged import ROWS
from threads import assert_others_run_during

import assay

LONG = [{"a": i * 7919 % 1009 / 1009, "label": i % 3 % 2} for i in range(3000)]
FOREVER = {"score": "a", "bootstrap": 1_000_000, "threads": 1}


@pytest.mark.parametrize("run", [
    lambda: assay.evaluate.classify(LONG, **FOREVER),
    lambda: assay.evaluate.correlate(LONG, **FOREVER),
    lambda: assay.evaluate.agreement(LONG, rater=["a", "label"], bootstrap=1_000_000),
    lambda: assay.evaluate.system_level(
        [row | {"context": i // 2, "label": i % 2} for i, row in enumerate(LONG)], score="a",
        drawn=1000, rounds=1_000_000),
    lambda: assay.calibrate.fit(LONG, **FOREVER),
], ids=["classify", "correlate", "agreement", "system_level", "fit"])
def test_ctrl_c_ends_the_work(run):
    timer = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        run()
    timer.join()


def test_other_threads_run_meanwhile():
    assert_others_run_during(lambda: assay.evaluate.classify(LONG, score="a", bootstrap=300))


def test_two_threads_get_their_own_reports():
    found = {}

    def work(seed):
        found[seed] = assay.evaluate.classify(ROWS, score="a", seed=seed, bootstrap=300).to_json()

    threads = [threading.Thread(target=work, args=(seed,)) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed in (1, 2):
        assert found[seed] == assay.evaluate.classify(ROWS, score="a", seed=seed,
                                                      bootstrap=300).to_json()
