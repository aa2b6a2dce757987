"""The made-up histories for benchmarks: what the program reads in them is what it would have recorded itself."""

import importlib
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest

from ledger.rules.placement import SeatResult, placement
from ledger.services.count import NOTHING_LEFT, after_hands, at_the_end
from ledger.services.standings import standings
from ledger.services.views import played
from ledger.shapes.game import Ending
from ledger.shapes.standings import Ranking
from ledger.store.engine import open_ledger
from ledger.store.load import games_where, hands_of, payments_of
from ledger.store.results import StoredResult, results_of
from ledger.store.unit import Connection, read

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def history(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    if not (ROOT / "benchmarks").is_dir():
        pytest.skip("needs benchmarks, which is in a checkout but not in a package")
    monkeypatch.syspath_prepend(ROOT)
    return importlib.import_module("benchmarks.history")


def counted(result: StoredResult | SeatResult) -> dict[str, int]:
    return {key: value for key, value in result._asdict().items() if key not in ("game_id", "player")}


def test_a_history_is_read_back_as_it_was_made(history: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "club.ledger"
    made = history.make(path, history.Wanted(games=20, hands=11, players=9, nights=3, rules=("tenhou", "dutch")))
    engine = open_ledger(str(path))
    lines = standings(engine, ranking=Ranking(together=True)).lines
    assert {line.player: line.points for line in lines} == made.points
    assert sum(line.firsts for line in lines) == 20

    def question(connection: Connection) -> Counter[Ending | None]:
        """Every game, played anew from what happened in its hands."""
        games = games_where(connection)
        ids = [game.id for game in games]
        hands, paid, results = hands_of(connection, ids), payments_of(connection, ids), results_of(connection, ids)
        for game in games:
            steps = played(game, hands[game.id])
            assert [step.paid for step in steps] == [tuple(paid.get(hand.id, ())) for hand in hands[game.id]]
            assert len(steps) == 11
            end = after_hands(at_the_end(game, NOTHING_LEFT), steps, game.rules.players)
            expected = placement(steps[-1].after.scores, game.rules, end)
            assert [counted(result) for result in results[game.id]] == [counted(result) for result in expected]
            assert [result.player for result in results[game.id]] == list(game.seats)
            assert (game.ending is Ending.RULES) == steps[-1].after.over
        assert [(game.held_on.isoformat(), game.number) for game in games][:2] == [("2026-11-13", 1), ("2026-11-13", 2)]
        assert Counter(game.held_on for game in games).most_common(3)[-1][1] == 6
        assert sum(len(game.seats) for game in games) == sum(line.games for line in lines)
        assert {len(game.seats) for game in games} == {3, 4}
        return Counter(game.ending for game in games)

    endings = read(engine, question)
    engine.dispose()
    assert sum(endings.values()) == 20
    assert set(endings) <= {Ending.RULES, Ending.CLOCK, Ending.DEALER}
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        # Nobody sits at two tables at a time.
        at_once = "SELECT count(*) FROM seats JOIN games ON games.id = seats.game_id GROUP BY played_at, player_id"
        assert {number for (number,) in connection.execute(at_once)} == {1}


def test_the_same_arguments_make_the_same_history(
    history: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dumps = []
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        path = tmp_path / f"{name}.ledger"
        history.main([str(path), "--games", "6", "--hands", "0", "--seed", seed])
        assert capsys.readouterr().out.startswith("6 games of 0 hands: ")
        with closing(sqlite3.connect(path)) as connection:
            dumps.append(list(connection.iterdump()))
    assert dumps[0] == dumps[1]
    assert dumps[0] != dumps[2]
    with pytest.raises(SystemExit, match="2"):
        history.main([str(path)])
    assert "is there already" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="games of 90 hands by tenhou are not to be had"):
        history.main([str(tmp_path / "d.ledger"), "--games", "1", "--hands", "90"])
    assert not (tmp_path / "d.ledger").exists()
