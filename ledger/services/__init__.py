"""One function for each thing a person does; each is one unit of work."""
