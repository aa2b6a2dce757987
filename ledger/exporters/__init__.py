"""Formats that are written: each takes shapes and writes a file; none knows a database."""
