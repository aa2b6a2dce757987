"""Runs the migrations, on a connection handed over by the program or on a database named by a developer."""

import os

from alembic import context
from sqlalchemy import Connection


def _run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=context.config.attributes.get("target_metadata"),
        transactional_ddl=True,
        render_as_batch=False,
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


connection = context.config.attributes.get("connection")
if connection is not None:
    _run(connection)
else:
    # A developer's `alembic` command: the database is named in LEDGER_DB, never in alembic.ini.
    from ledger.store import models
    from ledger.store.engine import engine_of

    context.config.attributes["target_metadata"] = models.journal.metadata
    with engine_of(os.environ["LEDGER_DB"]).begin() as own:
        _run(own)
