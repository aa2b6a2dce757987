"""The count of keys that a hand needs in `ledger play`."""

import gzip
import importlib.util
import json
from pathlib import Path

import pytest

KEYSTROKES = Path(__file__).resolve().parents[2] / "benchmarks" / "keystrokes.py"


@pytest.fixture(scope="module")
def keystrokes():
    if not KEYSTROKES.is_file():
        pytest.skip("needs benchmarks/keystrokes.py, which is in a checkout but not in a package")
    spec = importlib.util.spec_from_file_location("benchmark_keystrokes", KEYSTROKES)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("line", "keys", "typed"),
    [
        ("Anna ron Ken 3/40", len("n") + 1 + len("e 3/40") + 1, len("n ron e 3/40") + 1),
        ("Anna ron Ken 3/40 riichi", len("n") + 1 + len("e 3/40") + 1 + 1, len("n ron e 3/40 riichi") + 1),
        ("Anna ron Ken 2/30 riichi", len("n") + 1 + len("e 2") + 1 + 1 + 1, len("n ron e 2/30 riichi") + 1),
        ("Ken tsumo 5h", len("e t") + 1 + len("5h") + 1, len("e tsumo 5h") + 1),
        ("draw Ken Taro", len("d") + 1 + len("e w") + 1, len("draw e w") + 1),
        ("abort nine-terminals", len("ab") + 1 + len("n") + 1 + 1, len("abort nine-terminals") + 1),
    ],
)
def test_keys_are_counted_with_the_completion_of_the_prompt(keystrokes, line, keys, typed):
    assert keystrokes.keys_for(line, 4, 0) == keys
    assert keystrokes.keys_for(line, 4, 0, tab=False) == typed


def test_keys_of_hands_as_the_data_has_them(keystrokes):
    hand = {
        "players": 4, "dealer": 1, "outcome": "ron", "riichi_declared": [0], "tenpai": [],
        "wins": [{"winner": 0, "from": 1, "han": 3, "fu": 40, "yakuman": 0, "pao": None}],
    }  # fmt: skip
    assert keystrokes.line_of(keystrokes.facts_of(hand), keystrokes.table_of(4, 1)) == "Ken ron John 3/40 riichi"
    assert keystrokes.count([hand]) == {"ron": [10]}


def test_an_average_hand_of_real_games_needs_sixteen_keys_at_most(keystrokes):
    if not keystrokes.HANDS.is_file():
        pytest.skip("needs ../shared/data beside the project, which a fresh checkout does not have")
    with gzip.open(keystrokes.HANDS, "rt", encoding="utf-8") as lines:
        hands = [json.loads(line) for number, line in enumerate(lines) if number % 60 == 0]
    keys = [number for numbers in keystrokes.count(hands).values() for number in numbers]
    assert len(keys) > 130
    assert sum(keys) / len(keys) <= 16
