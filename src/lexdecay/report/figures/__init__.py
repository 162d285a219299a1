"""Results as pictures: panels that a figure file and the HTML report share; matplotlib lives here only."""
