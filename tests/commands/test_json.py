"""--json: every listing parses, and holds the figures that the text shows."""

import json

import pytest

from ledger.commands.text import points, signed


def both(terminal, line):
    """The text and the parsed JSON of a listing."""
    return terminal.done(f"ledger {line}"), json.loads(terminal.done(f"ledger {line} --json"))


def shown(text, *cells):
    """Whether a row of the text holds these cells one after the other."""
    return any(" ".join(cells) in " ".join(row.split()) for row in text.splitlines())


def assert_same_results(text, game):
    assert sum(result["points"] for result in game["results"]) == 0
    for r in game["results"]:
        assert shown(text, str(r["place"]), r["player"], points(r["raw_score"]))
        assert shown(text, signed(r["points"]))


def assert_same_hands(text, hands):
    for hand in hands:
        assert shown(text, str(hand["seq"]), hand["position"], hand["line"])
        assert shown(text, str(hand["seq"]), hand["position"], *map(signed, hand["change"]))
    assert shown(text, "points", *map(points, hands[-1]["scores"]))


def test_hands(ledger_with):
    text, hands = both(ledger_with("dutch over"), "hand list")
    assert [hand["seq"] for hand in hands] == list(range(1, 10))
    assert hands[1]["payments"] == [
        {"payer": 0, "payee": None, "points": 1000, "reason": "riichi"},
        {"payer": 1, "payee": 0, "points": 8000, "reason": "ron"},
        {"payer": 1, "payee": 0, "points": 200, "reason": "honba"},
        {"payer": None, "payee": 0, "points": 1000, "reason": "sticks"},
    ]
    assert hands[-1]["scores"] == [88_000, -15_000, 62_000]
    assert_same_hands(text, hands)


def test_a_game(ledger_with):
    text, game = both(ledger_with("dutch over"), "game show 1")
    assert (game["night"], game["number"], game["rules"]) == ("2026-11-20", 1, "dutch")
    assert game["players"] == ["Ken", "John", "Taro"]
    assert [(r["player"], r["raw_score"], r["bonus"], r["points"]) for r in game["results"]] == [
        ("Ken", 88_000, 15_000, 53_000),
        ("John", -15_000, 0, -65_000),
        ("Taro", 62_000, 0, 12_000),
    ]
    assert_same_hands(text, game["hands"])
    assert_same_results(text, game)


def test_an_open_game(ledger_with):
    text, game = both(ledger_with("dutch at the table"), "game show")
    assert game["results"] == []
    assert game["table"]["scores"] == [44_000, 44_000, 47_000]
    assert "Next: E2.1, John deals.\n" in text
    table = game["table"]
    assert (table["round_wind"], table["dealer"], table["honba"], table["sticks"]) == (0, 1, 1, 0)


def test_a_night(ledger_with):
    text, night = both(ledger_with("second game"), "night show")
    assert (night["held_on"], night["settled"]) == ("2026-11-20", False)
    assert night["money"] == {"currency": "EUR", "rate_minor": 50, "rate_points": 1000}
    assert [game["number"] for game in night["games"]] == [1, 2]
    for game in night["games"]:
        assert_same_hands(text, game["hands"])
        assert_same_results(text, game)


def test_nights(ledger_with):
    terminal = ledger_with("second game")
    terminal.done("ledger night open --date 2026-11-13 --rate 0")
    text, nights = both(terminal, "night list")
    assert nights == [
        {"held_on": "2026-11-13", "rules": "dutch", "money": None, "settled": False, "games": 0, "open_games": 0},
        {
            "held_on": "2026-11-20",
            "rules": "dutch",
            "money": {"currency": "EUR", "rate_minor": 50, "rate_points": 1000},
            "settled": False,
            "games": 2,
            "open_games": 1,
        },
    ]
    assert shown(text, "2026-11-20", "dutch", "€0.50 per 1,000 points", "2", "1 game open")
    assert shown(text, "2026-11-13", "dutch", "points only", "0", "not settled")


def test_a_settlement(ledger_with):
    text, settlement = both(ledger_with("dutch over"), "settle")
    assert settlement["players"] == [
        {"player": "Ken", "points": 53_000, "amount_minor": 2650},
        {"player": "Taro", "points": 12_000, "amount_minor": 600},
        {"player": "John", "points": -65_000, "amount_minor": -3250},
    ]
    assert settlement["transfers"] == [
        {"payer": "John", "payee": "Ken", "amount_minor": 2650, "paid_minor": 0},
        {"payer": "John", "payee": "Taro", "amount_minor": 600, "paid_minor": 0},
    ]
    for line in settlement["players"]:
        amount = f"{'-' * (line['amount_minor'] < 0)}€{abs(line['amount_minor']) / 100:.2f}"
        assert shown(text, line["player"], signed(line["points"]), amount)
    for line in settlement["transfers"]:
        assert shown(text, line["payer"], "pays", line["payee"], f"€{line['amount_minor'] / 100:.2f}")
    for game in settlement["games"]:
        assert_same_results(text, game)


def test_standings(ledger_with):
    terminal = ledger_with("dutch over")
    terminal.done("ledger game result Anna=51000 John=40000 Taro=44000")
    text, found = both(terminal, "standings")
    lines = found["standings"]["tables"][0]["lines"]
    assert [(s["rank"], s["player"], s["games"], s["points"], s["places"][0]) for s in lines] == [
        (1, "Ken", 1, 53_000, 1),
        (2, "Anna", 1, 16_000, 1),
        (3, "Taro", 2, 6_000, 0),
        (4, "John", 2, -75_000, 0),
    ]
    for s in lines:
        places = "-".join(map(str, s["places"][:3]))
        cells = (s["rank"], s["player"], s["games"], signed(s["points"]), f"{s['average_place']:.2f}", places)
        assert shown(text, *map(str, cells))


def test_people(ledger_with):
    text, people = both(ledger_with("two tables"), "player list")
    assert [person["player"] for person in people] == text.splitlines()
    assert "田中さん" in text.splitlines()


@pytest.mark.parametrize(
    ("line", "worth"),
    [
        ("3/40", {"rules": "standard", "limit": None, "from_discarder": 5200, "total": 5200}),
        ("3/40 --dealer", {"rules": "standard", "limit": None, "from_discarder": 7700, "total": 7700}),
        ("3/40 --dealer --tsumo --honba 2", {"rules": "standard", "limit": None, "from_each": 2800, "total": 8400}),
        ("3/40 --tsumo", {"rules": "standard", "limit": None, "from_dealer": 2600, "from_other": 1300, "total": 5200}),
        ("s5 --tsumo", {"rules": "dutch", "limit": None, "from_dealer": 2000, "from_other": 1000, "total": 3000}),
        ("３／４０", {"rules": "standard", "limit": None, "from_discarder": 5200, "total": 5200}),
        ("mangan", {"rules": "standard", "limit": "mangan", "from_discarder": 8000, "total": 8000}),
    ],
)
def test_what_a_hand_is_worth(terminal, line, worth):
    text, found = both(terminal, f"score {line}")
    assert found == worth
    assert text.splitlines()[0].endswith(f"(rules {worth['rules']}): {points(worth['total'])}")
    for payer, amount in list(worth.items())[2:-1]:
        said = {
            "from_each": "each player pays",
            "from_dealer": "the dealer pays",
            "from_other": ("the" if worth["rules"] == "dutch" else "each") + " other player pays",
            "from_discarder": "the discarder pays",
        }[payer]
        assert f"  {said} {points(amount)}\n" in text


def test_several_yakuman_are_named_once(terminal):
    assert terminal.done("ledger score 2yakuman").startswith("2yakuman, non-dealer ron (rules standard): 64,000\n")
    assert terminal.done("ledger score yakuman").startswith("yakuman, non-dealer ron (rules standard): 32,000\n")


def test_a_dutch_table(terminal):
    text, rows = both(terminal, "table --rules dutch-4p")
    assert len(rows) == 10
    for row in rows:
        tsumo = f"{points(row['tsumo']['each'])} / {points(row['tsumo']['dealer'])}"
        each = row["tsumo_dealer_each"]
        assert shown(
            text,
            row["name"],
            points(row["ron"]),
            points(row["ron_dealer"]),
            tsumo,
            f"{points(each)} ({points(each * 3)})",
        )


def test_a_table_of_han_and_fu(terminal):
    text, tables = both(terminal, "table")
    assert [(one["dealer"], one["tsumo"]) for one in tables] == [
        (False, False),
        (False, True),
        (True, False),
        (True, True),
    ]
    parts = text.split("\n\n")
    for one, part in zip(tables, parts, strict=True):
        for fu, cells in one["rows"]:
            paid = [cell and (cell["ron"] or cell["each"]) for cell in cells]
            row = next(line for line in part.splitlines() if line.startswith(f"  {fu} fu"))
            assert all(amount is None or points(amount) in row for amount in paid)
