from __future__ import annotations

import os

import pytest

from lexdecay.engine.processes import process_map
from lexdecay.errors import FormatError


def square(number):
    return number * number


def where(_):
    return os.getpid()


def refuse(number):
    raise FormatError(f"number {number} is refused", hint="give another")


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_work(jobs):
    with process_map(jobs) as mapper:
        assert list(mapper(square, range(20))) == [n * n for n in range(20)]


def test_one_job_stays_in_this_process_and_two_do_not():
    with process_map(1) as mapper:
        assert set(mapper(where, range(3))) == {os.getpid()}
    with process_map(2) as mapper:
        assert os.getpid() not in set(mapper(where, range(3)))


def test_an_error_of_ours_arrives_whole():
    with process_map(2) as mapper, pytest.raises(FormatError, match="number 0 is refused") as raised:
        list(mapper(refuse, range(3)))
    assert raised.value.hint == "give another"
