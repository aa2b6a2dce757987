"""The database: models, sessions, units of work, loading and saving."""
