from __future__ import annotations

import numpy as np

from lexdecay.fit.solve import derivatives, minimise


def rosenbrock(x):
    return np.stack([10 * (x[:, 1] - x[:, 0] ** 2), 1 - x[:, 0]], axis=1)


WIDE = (np.full(2, -10.0), np.full(2, 10.0))


def test_the_bottom_of_a_curved_valley_is_found_from_every_start():
    start = np.array([[-1.2, 1.0], [5.0, -5.0], [0.0, 0.0]])
    x, chi2, settled = minimise(rosenbrock, start, *WIDE)
    np.testing.assert_allclose(x, 1.0, atol=1e-4)
    assert (chi2 < 1e-8).all()
    assert settled.all()


def test_a_bound_stops_the_search_and_the_rest_makes_the_best_of_it():
    # With x <= 0.5 the best y is x^2 = 0.25.
    x, _, settled = minimise(rosenbrock, np.array([[-1.0, 3.0]]), np.full(2, -10.0), np.array([0.5, 10.0]))
    np.testing.assert_allclose(x, [[0.5, 0.25]], atol=1e-6)
    assert settled.all()


def test_a_held_coordinate_keeps_its_place():
    held = np.array([[True, False]])
    x, _, _ = minimise(rosenbrock, np.array([[2.0, 0.0]]), *WIDE, held)
    np.testing.assert_allclose(x, [[2.0, 4.0]], atol=1e-6)


def test_a_coordinate_without_effect_does_not_stop_the_others():
    x, _, settled = minimise(lambda x: x[:, :1] - 3.0, np.array([[0.0, 1.0]]), *WIDE)
    np.testing.assert_allclose(x, [[3.0, 1.0]], atol=1e-6)
    assert settled.all()


def test_large_residuals_do_not_slow_the_search():
    # The best constant rate for data that no exponential fits: compared with a fine grid.
    d = np.arange(1.0, 30.0)

    def residual(x):
        return 1e3 * (np.exp(-d * np.exp(x)) - 1 / d)

    x, chi2, settled = minimise(residual, np.array([[-3.0], [1.0]]), np.array([-9.0]), np.array([3.0]))
    grid = np.linspace(-3, 1, 40001)[:, None]
    best = np.sum(residual(grid) ** 2, axis=1)
    assert settled.all()
    np.testing.assert_allclose(chi2, best.min(), rtol=1e-6)
    np.testing.assert_allclose(x[:, 0], grid[best.argmin(), 0], atol=2e-4)


def test_derivatives_agree_with_those_worked_by_hand():
    x = np.array([[2.0, 3.0]])
    slopes, curvature = derivatives(rosenbrock, x, rosenbrock(x))
    np.testing.assert_allclose(slopes[0], [[-40.0, 10.0], [-1.0, 0.0]], atol=1e-6)
    # Only the first residual, 10 (3 - 4) = -10, bends: d2/dx2 = -20.
    np.testing.assert_allclose(curvature[0], [[200.0, 0.0], [0.0, 0.0]], atol=1e-4)
