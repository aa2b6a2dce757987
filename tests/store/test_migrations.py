"""The migrations make exactly the schema of the models, on both databases, and can be taken back."""

import ast
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect

from ledger.store import upgrade
from ledger.store.base import metadata
from ledger.store.engine import engine_of
from ledger.store.revision import HEAD
from ledger.store.upgrade import alembic_config, current_revision, migrations_folder

SCRIPTS = ScriptDirectory.from_config(alembic_config(migrations_folder()))
VERSIONS = sorted((migrations_folder() / "versions").glob("*.py"))


def test_the_program_works_with_the_last_revision_and_there_is_only_one():
    assert SCRIPTS.get_heads() == [HEAD]


def test_revisions_are_in_order_as_text_for_that_is_how_they_are_compared():
    chain = [script.revision for script in SCRIPTS.walk_revisions()][::-1]
    assert chain == sorted(chain)
    assert [path.name.partition("_")[0] for path in VERSIONS] == chain


@pytest.mark.parametrize("path", VERSIONS, ids=lambda path: path.stem)
def test_a_migration_imports_nothing_of_the_program(path):
    imported = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import"
            imported.add(node.module.partition(".")[0])
    assert imported
    assert imported - set(sys.stdlib_module_names) <= {"alembic", "sqlalchemy"}


def schema_of_file(path: Path) -> dict[str, tuple[str, ...]]:
    """The SQL of each table and index in parts: columns in order, then constraints by name, then what follows."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: parts(re.sub(r"\s+", " ", sql).strip()) for name, sql in rows if name != "alembic_version"}


def parts(sql: str) -> tuple[str, ...]:
    head, _, rest = sql.partition("(")
    body, _, tail = rest.rpartition(")")
    found, depth = [""], 0
    for character in body:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and not depth:
            found.append("")
        else:
            found[-1] += character
    found = [part.strip() for part in found]
    constraints = sorted(part for part in found if part.startswith("CONSTRAINT "))
    return (head, *(part for part in found if part not in constraints), *constraints, tail)


def test_a_migrated_file_has_the_schema_of_the_models(template, tmp_path):
    engine = engine_of(str(tmp_path / "models.db"))
    with engine.begin() as connection:
        metadata.create_all(connection)
    engine.dispose()
    migrated, modelled = schema_of_file(template), schema_of_file(tmp_path / "models.db")
    assert sorted(migrated) == sorted(modelled)
    assert migrated == modelled
    assert set(metadata.tables) < set(modelled), "tables and indexes"
    assert {modelled[name][-1] for name in metadata.tables} == {" STRICT"}


QUESTIONS = {
    "columns": """
        SELECT table_name, column_name, row_number() OVER (PARTITION BY table_name ORDER BY ordinal_position),
            data_type, is_nullable, column_default, identity_generation
        FROM information_schema.columns WHERE table_schema = 'public'""",
    "constraints": """
        SELECT conrelid::regclass::text, conname, contype::text, condeferrable, convalidated, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace""",
    "indexes": "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "sequences": "SELECT sequencename, data_type::text FROM pg_sequences WHERE schemaname = 'public'",
}


def schema_of_database(engine: Engine) -> dict[str, list[tuple[Any, ...]]]:
    with engine.connect() as connection:
        return {
            what: sorted(tuple(row) for row in connection.exec_driver_sql(question) if "alembic_version" not in row[0])
            for what, question in QUESTIONS.items()
        }


@pytest.fixture
def empty(server) -> Iterator[Engine]:
    """A database without tables."""
    place = server.empty()
    yield engine_of(place)
    server.drop(place)


def test_a_migrated_database_has_the_schema_of_the_models(server, empty):
    with empty.begin() as connection:
        metadata.create_all(connection)
    place = server.copy()
    migrated, modelled = schema_of_database(engine_of(place)), schema_of_database(empty)
    for what in QUESTIONS:
        assert migrated[what] == modelled[what], what
    kinds = {row[2] for row in modelled["constraints"]}
    assert kinds >= {"c", "f", "p", "u"}, "CHECK, FOREIGN KEY, PRIMARY KEY, UNIQUE"
    server.drop(place)


def test_alembic_finds_nothing_left_to_migrate(engine):
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_a_developer_may_run_alembic_on_a_ledger_named_in_the_environment(place, monkeypatch):
    monkeypatch.setenv("LEDGER_DB", place)
    command.check(alembic_config(migrations_folder()))


def tables(engine: Engine) -> list[str]:
    return sorted(inspect(engine).get_table_names())


def move(engine: Engine, step: Any, to: str) -> None:
    with engine.begin() as connection:
        step(alembic_config(migrations_folder(), connection), to)


def test_every_migration_can_be_taken_back_and_made_again(engine):
    def schema() -> Any:
        in_file = engine.dialect.name == "sqlite"
        return schema_of_file(Path(engine.url.database)) if in_file else schema_of_database(engine)

    made = schema()
    move(engine, command.downgrade, "base")
    assert tables(engine) == ["alembic_version"]
    with engine.connect() as connection:
        assert current_revision(connection) is None
    move(engine, command.upgrade, "head")
    assert schema() == made
    with engine.connect() as connection:
        assert current_revision(connection) == HEAD


def test_the_migrations_are_in_the_wheel_where_they_are_looked_for(tmp_path, monkeypatch):
    assert (migrations_folder() / "env.py").is_file()
    package = tmp_path / "ledger" / "store"
    package.mkdir(parents=True)
    monkeypatch.setattr(upgrade, "__file__", str(package / "upgrade.py"))
    assert upgrade.migrations_folder() == tmp_path / "migrations", "beside the package in a working copy"
    shutil.copytree(SCRIPTS.dir, tmp_path / "ledger" / "_migrations")
    assert upgrade.migrations_folder() == tmp_path / "ledger" / "_migrations"
