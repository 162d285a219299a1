"""TokenStream -> Curve: dependence by offset, with its floor and covariance."""
