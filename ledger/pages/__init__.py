"""Pages to be looked at and printed: one self-contained HTML file each."""
