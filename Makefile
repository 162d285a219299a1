# The one list of checks: people, the pre-commit hook and .ci/run call these lines.
.PHONY: bench docs fuzz check format lint types imports test
check: lint types imports test

format:
	ruff format src tests benchmarks docs
	ruff check --fix src tests benchmarks docs
lint:
	ruff format --check src tests benchmarks docs
	ruff check src tests benchmarks docs
types:
	mypy
imports:
	lint-imports
test:
	pytest -n 2 --dist loadgroup
# Needs the group fuzz; FUZZ_SECONDS for each parser. Not part of check: what it finds becomes a test.
FUZZ_SECONDS ?= 30
fuzz:
	for format in jsonl conllu csv tsv xml text vertical tagged; do \
	  python fuzz/fuzz_readers.py $$format -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=fuzz-$$format- || exit 1; done
	python fuzz/fuzz_tables.py -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=fuzz-counts-
	python fuzz/fuzz_store.py -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=fuzz-store-
# Needs the group docs (part of check). Strict: a dead link is an error. The site is in site/.
docs:
	@command -v mkdocs > /dev/null || { echo "mkdocs is not installed: pip install --group docs (pip 25.1 or newer)" >&2; exit 1; }
	NO_MKDOCS_2_WARNING=1 mkdocs build --strict
# Needs the group bench, and a folder of texts; writes the table of docs/performance.md. An hour's coffee, not a check.
CORPORA ?= ../shared/corpora
bench:
	python benchmarks/bench.py $(CORPORA) --update
