"""What tests of threads share."""

import threading
import time


def assert_others_run_during(work):
    """While `work` computes in a thread of its own, this one goes on: the lock of Python is given back."""
    ticks = 0
    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        ticks += 1
        time.sleep(0.001)
    assert ticks > 5
