"""Formats that are read: each gives what it found, and every problem with its place; none knows a database."""
