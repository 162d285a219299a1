# The one list of checks: people, the pre-commit hook and .ci/run call these lines.
.PHONY: check format lint types imports test
check: lint types imports test

format:
	ruff format src tests benchmarks
	ruff check --fix src tests benchmarks
lint:
	ruff format --check src tests benchmarks
	ruff check src tests benchmarks
types:
	mypy
imports:
	lint-imports
test:
	pytest -n 2 --dist loadgroup
