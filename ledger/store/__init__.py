"""The database: models, units of work, loading and saving."""
