"""The notation: one short line for a hand, the same on the command line and in files."""
