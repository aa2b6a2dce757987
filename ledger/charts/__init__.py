"""Pictures of what is handed in: files by matplotlib, plain SVG, and text for the terminal. No database here."""
