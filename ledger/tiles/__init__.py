"""Hands given as tiles: read from words, and priced by the yaku and fu found in them."""
