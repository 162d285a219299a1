"""Results as one HTML file: pictures, tables, method, caveats and data, readable without a network."""
