"""Databases by URL: which are taken, what a message shows of them, and what is found on a server."""

import pytest
from sqlalchemy import make_url

from ledger.store.engine import create_ledger, engine_of, open_ledger, server_revision, shown, url_of
from ledger.store.errors import CannotUse, NewerLedger, NoLedger, UpgradeNeeded
from ledger.store.revision import HEAD, revision_of

SECRET = "s3cret"


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_a_server_is_reached_by_the_psycopg_driver(scheme):
    url = url_of(f"{scheme}://ken:{SECRET}@example.org:5433/club?sslmode=require")
    assert url.drivername == "postgresql+psycopg"
    assert (url.username, url.password, url.host, url.port) == ("ken", SECRET, "example.org", 5433)
    assert (url.database, dict(url.query)) == ("club", {"sslmode": "require"})


def test_a_file_may_be_named_by_its_url(tmp_path):
    path = tmp_path / "club.ledger"
    for made_now in (True, False):
        engine, made = create_ledger(f"sqlite:///{path}")
        engine.dispose()
        assert made is made_now
        assert revision_of(path) == HEAD
    open_ledger(f"sqlite:///{path}").dispose()


def test_a_tilde_is_the_home_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert url_of("~/club.ledger").database == str(tmp_path / "club.ledger")


@pytest.mark.parametrize("scheme", ["mysql", "mysql+pymysql", "mariadb", "oracle", "mssql", "http", "file"])
@pytest.mark.parametrize("look", [open_ledger, create_ledger])
def test_other_databases_are_refused(scheme, look):
    with pytest.raises(CannotUse, match="a SQLite file or in PostgreSQL") as refusal:
        look(f"{scheme}://ken:{SECRET}@example.org/club")
    assert SECRET not in str(refusal.value)
    assert f"{scheme}://ken" in str(refusal.value)
    assert refusal.value.exit_code == 3


@pytest.mark.parametrize("look", [open_ledger, create_ledger])
def test_what_is_no_url_at_all_is_refused(look):
    with pytest.raises(CannotUse, match="that is not a database URL") as refusal:
        look(f"postgres ql://ken:{SECRET}@example.org/club")
    assert SECRET not in str(refusal.value)


@pytest.mark.parametrize("look", [open_ledger, create_ledger])
def test_a_url_with_a_port_that_is_no_number_is_refused(look):
    with pytest.raises(CannotUse, match="that is not a database URL") as refusal:
        look(f"postgresql://ken:{SECRET}@example.org:port/club")
    assert SECRET not in str(refusal.value)


@pytest.mark.parametrize("look", [open_ledger, create_ledger])
def test_an_unknown_driver_is_refused_with_what_to_install(look):
    with pytest.raises(CannotUse, match=r"riichi-club-ledger\[postgres\]") as refusal:
        look(f"postgresql+nodriver://ken:{SECRET}@example.org/club")
    assert SECRET not in str(refusal.value)


@pytest.mark.parametrize("place", ["sqlite://", "sqlite:///:memory:"])
def test_memory_is_no_place_for_a_ledger(place, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CannotUse):
        create_ledger(place)[0].dispose()


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://ken:{SECRET}@127.0.0.1:1/club",
        f"postgresql+psycopg://ken:{SECRET}@127.0.0.1:1/club?connect_timeout=3",
        f"postgresql://ken:{SECRET}%40%2F@127.0.0.1:1/club",
        f"postgresql://127.0.0.1:1/club?user=ken&password={SECRET}",
        f"postgresql://ken@127.0.0.1:1/club?sslpassword={SECRET}",
    ],
)
def test_a_password_is_in_no_message(url):
    assert SECRET not in shown(url)
    for look in (open_ledger, create_ledger):
        with pytest.raises(CannotUse, match=r"cannot use postgresql.*127\.0\.0\.1") as refusal:
            look(url)
        assert SECRET not in str(refusal.value)


def test_what_is_shown_of_a_place_names_it():
    assert shown("club 🀄.ledger") == "club 🀄.ledger"
    assert shown("postgresql://ken@example.org/club") == "postgresql://ken@example.org/club"
    assert shown(f"postgresql://ken:{SECRET}@example.org/club") == "postgresql://ken:***@example.org/club"
    assert shown(f"no url://ken:{SECRET}@example.org/club") == "no url://…"


def test_an_empty_database_is_no_ledger_until_it_is_made_one(server):
    place = server.empty()
    with pytest.raises(NoLedger, match="ledger init"):
        open_ledger(place)
    for made_now in (True, False):
        engine, made = create_ledger(place)
        assert made is made_now
        assert server_revision(engine, place) == HEAD
    open_ledger(place)
    server.drop(place)


def test_a_database_that_is_not_there_cannot_be_used(server):
    place = server.url("no_such_club")
    for look in (open_ledger, create_ledger):
        with pytest.raises(CannotUse, match='database "no_such_club" does not exist'):
            look(place)


def set_server_revision(place: str, revision: str) -> None:
    with engine_of(place).begin() as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{revision}'")


def test_a_database_that_is_behind_is_upgraded_only_when_asked(server):
    place = server.fresh()
    set_server_revision(place, "0000")
    with pytest.raises(UpgradeNeeded, match=r"schema 0000.*ledger init") as refusal:
        open_ledger(place)
    assert refusal.value.exit_code == 3
    assert server_revision(engine_of(place), place) == "0000"
    server.drop(place)


@pytest.mark.parametrize("look", [open_ledger, create_ledger])
def test_a_newer_database_is_refused_and_left_as_it_was(server, look):
    place = server.fresh()
    set_server_revision(place, "9999")
    with pytest.raises(NewerLedger, match="schema 9999"):
        look(place)
    assert server_revision(engine_of(place), place) == "9999"
    server.drop(place)


def test_refusals_of_a_server_name_it_without_its_password(server):
    place = make_url(server.empty()).set(password=SECRET).render_as_string(hide_password=False)
    with pytest.raises(NoLedger) as refusal:
        open_ledger(place)
    assert SECRET not in str(refusal.value)
    assert make_url(place).database in str(refusal.value)
    server.drop(place)
