"""What Spark says when it gives up, in one line."""

from lexdecay.engine.spark import gave_up

JAVA = """An error occurred while calling z:org.apache.spark.api.python.PythonRDD.collectAndServe.
: org.apache.spark.SparkException: Job aborted due to stage failure: Task 3 in stage 0.0 failed 4 times
\tat org.apache.spark.scheduler.DAGScheduler.abortStage(DAGScheduler.scala:2898)
Caused by: org.apache.spark.api.python.PythonException: Traceback (most recent call last):
  File "worker.py", line 1, in main
ModuleNotFoundError: No module named 'lexdecay'

\tat org.apache.spark.api.python.BasePythonRunner.handle(PythonRunner.scala:601)
"""


def test_the_last_cause_is_what_is_told():
    error = gave_up(JAVA)
    assert error.message == "Spark gave up: ModuleNotFoundError: No module named 'lexdecay'"
    assert "PYSPARK_PYTHON" in error.hint
    parsed = "An error.\n: org.apache.spark.SparkException: Could not parse Master URL: 'nonsense'\n\tat"
    assert gave_up(parsed).message.endswith("SparkException: Could not parse Master URL: 'nonsense'")
    assert gave_up(parsed).hint == "-v shows what Spark itself said"


def test_whatever_it_says_there_is_one_line():
    assert gave_up("").message == "Spark gave up: no reason given"
    assert gave_up("[JAVA_GATEWAY_EXITED] Java gateway process exited.").message == (
        "Spark gave up: [JAVA_GATEWAY_EXITED] Java gateway process exited."
    )
    assert "\n" not in gave_up("one\ntwo\n").message
    assert len(gave_up("x" * 10_000).message) < 600
