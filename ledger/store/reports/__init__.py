"""Reports that are sums made by the database; one file for each."""
