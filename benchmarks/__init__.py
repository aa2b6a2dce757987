"""What measures the program, and what makes up data to measure with; not part of the package."""
