"""The benchmark of replay runs to its end, and replays the same hands each time."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "replay.py"
HANDS = 2_000


@pytest.fixture(scope="module")
def benchmark_script() -> ModuleType:
    if not SCRIPT.is_file():
        pytest.skip("needs benchmarks/replay.py, which is in a checkout but not in a package")
    spec = importlib.util.spec_from_file_location("benchmark_replay", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_same_hands_are_replayed_each_time(benchmark_script: ModuleType) -> None:
    first, second = benchmark_script.measure(HANDS), benchmark_script.measure(HANDS)
    assert first._replace(seconds=0) == second._replace(seconds=0)
    assert (first.hands, first.seconds > 0) == (HANDS, True)
    assert benchmark_script.measure(HANDS, seed=2).checksum != first.checksum


def test_every_outcome_is_among_the_hands(benchmark_script: ModuleType) -> None:
    games = [game for portion in benchmark_script.portions(HANDS, seed=1) for game in portion]
    hands = [facts for game in games for facts in game.hands]
    assert len(hands) == HANDS
    assert {game.rules.name for game in games} == set(benchmark_script.RULESETS)
    kinds = {type(facts).__name__ for facts in hands}
    assert kinds == {"Ron", "Tsumo", "ExhaustiveDraw", "AbortiveDraw", "Chombo"}
    assert {len(facts.wins) for facts in hands if type(facts).__name__ == "Ron"} == {1, 2, 3}
    assert any(facts.nagashi for facts in hands if type(facts).__name__ == "ExhaustiveDraw")


def test_it_prints_what_it_measured(benchmark_script: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    benchmark_script.main(["--hands", str(HANDS)])
    measured, checksum = capsys.readouterr().out.splitlines()
    assert measured.startswith("2,000 hands in ")
    assert measured.endswith(" hands per second")
    assert checksum == f"checksum {benchmark_script.measure(HANDS).checksum}"
