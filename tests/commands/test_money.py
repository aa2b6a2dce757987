"""The money of a night as people type and read it: settling, the page, paying, and every refusal on the way."""

import html
import json
import re
from html.parser import HTMLParser

import pytest
from rich.cells import cell_len

from ledger.pages.settlement import Bar, bars

CLUB = (
    "ledger init --rules dutch --currency EUR --rate 0.50",
    """ledger player add Zoë 田中さん "O'Brien" 🐉 Anna""",
)
GAME = """ledger game result Zoë=88000 田中さん=-15000 "O'Brien=62000" """
ROUNDED = """\
                Zoë  O'Brien  田中さん    Anna      🐉  cash box    sum
  points    +53,000  +12,000   -65,000       0       0         0      0
  games      €26.50    €6.00   -€32.50                            €0.00
  pizza      -€3.34   -€3.33            €10.00  -€3.33            €0.00
  chips       €1.50                             -€1.50            €0.00
  prize      €10.00                                      -€10.00  €0.00
  fee        -€2.50   -€2.50    -€2.50                     €7.50  €0.00
  rounding   -€0.16    €0.33                    -€0.17            €0.00
  paid       -€5.00              €5.00                            €0.00
  total      €27.00    €0.50   -€30.00  €10.00  -€5.00    -€2.50  €0.00

Who pays whom: no plan has fewer transfers
  田中さん pays Zoë €27.00
  🐉 pays Anna €5.00
  田中さん pays Anna €3.00
  the cash box pays Anna €2.00
  the cash box pays O'Brien €0.50
"""
"""€27.16, €0.17, -€30.00, €10.00, -€4.83 and -€2.50 in units of 50 ct: of O'Brien and 🐉, who played has the unit."""
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture
def club(terminal):
    """A terminal at a night with one game: Zoë gets €26.50 and O'Brien €6.00, from 田中さん."""
    for line in (*CLUB, GAME):
        terminal.done(line)
    return terminal


def test_a_night_with_everything_beside_its_games_as_it_is_shown(club):
    assert club.done('ledger night line pizza 10 --paid-by Anna --for "Zoë,🐉,O\'Brien"') == (
        "pizza, for the night of 2026-11-20:\n  Anna     €10.00\n  Zoë      -€3.34\n  🐉       -€3.33\n"
        "  O'Brien  -€3.33\nTo take it back: ledger undo\n"
    )
    club.done("ledger night line chips Zoë=3 🐉=-3 --each 0.50")
    club.done("ledger night line prize Zoë=10 box=-10")
    fee = "Fee of the night of 2026-11-20: €2.50 per head, from everybody who plays.\nTo take it back: ledger undo\n"
    assert club.done("ledger night fee 2.5") == fee
    club.done("ledger pay 田中さん Zoë 5 --advance")
    before = club.dump()
    assert club.done("ledger settle --preview --player 田中さん") == (
        "Night of 2026-11-20, 田中さん so far\n"
        "             points    games  pizza  chips  prize     fee   paid    total\n"
        "  田中さん  -65,000  -€32.50                       -€2.50  €5.00  -€30.00\n"
    )
    assert "not settled yet" in club.done("ledger settle --preview")
    assert club.dump() == before
    assert club.done("ledger settle --round 0.50").partition("The night\n")[2] == ROUNDED
    assert club.done("ledger settle --text") == (
        "Night of 2026-11-20\nZoë: +53,000  €32.00\nO'Brien: +12,000  €0.50\n田中さん: -65,000  -€35.00\n"
        "Anna: 0  €10.00\n🐉: 0  -€5.00\ncash box: 0  -€2.50\n田中さん has paid Zoë €5.00\n\n"
        "田中さん pays Zoë €27.00\n🐉 pays Anna €5.00\n田中さん pays Anna €3.00\n"
        "the cash box pays Anna €2.00\nthe cash box pays O'Brien €0.50\n"
    )


def test_a_chat_and_the_page_say_that_a_plan_is_past_and_a_new_one_mends_it(club, tmp_path):
    club.done("ledger settle")
    assert "still owes €7.50" in club.done("""ledger pay 田中さん "O'Brien" 25 --note cash """)
    past = "took it in): for a new one, ledger settle 2026-11-20 --replan"
    for text in (club.done("ledger settle"), club.done(f"ledger settle --text --html {tmp_path / 'night.html'}")):
        assert past in text
        assert max(map(len, text.splitlines())) <= 80
    assert past in (tmp_path / "night.html").read_text(encoding="utf-8")
    assert "--replan" in club.refused("ledger pay --all", 1)
    shown = club.done("ledger settle --replan")
    assert shown.endswith("  O'Brien pays Zoë €19.00\n  田中さん pays Zoë €7.50\n")
    assert past not in shown
    assert "O'Brien pays Zoë €19.00 (paid)" in club.done("ledger pay --all")
    assert club("ledger balance").err == "ledger: nobody owes anything\n"
    assert club.done("""ledger statement "O'Brien" --locale nl""").replace("\u00a0", " ") == (
        "Statement of O'Brien\n"
        "              night                                  amount   balance  payment\n"
        "  2026-11-20  2026-11-20  games                      € 6,00    € 6,00\n"
        "  2026-11-20  2026-11-20  paid by 田中さん (cash)  € -25,00  € -19,00        1\n"
        "  2026-11-20  2026-11-20  paid to Zoë               € 19,00    € 0,00        2\n"
    )


REFUSED = [
    ("night line pizza 1.000 --paid-by Anna --for Zoë", 2, "'1.000' could be read in two ways: write 1000, or with 2"),
    ("night line pizza 1,5 --paid-by Anna --for Zoë", 2, "'1,5' is no amount of EUR: as in 12.55"),
    ("night line pizza -5 --paid-by Anna --for Zoë", 2, "a number that stands alone is never negative: leave out the"),
    ("night line '' 5 --paid-by Anna --for Zoë", 2, "what is it? A line has a title, as in"),
    ("night line pizza 5 --paid-by Anna", 2, "a shared cost has an amount, --paid-by NAME and --for NAME,NAME…"),
    ("night line pizza 5 --paid-by Anna --for ,", 2, "for whom? Name them, as in --for Ken,John,Taro"),
    ("night line pizza 5 --paid-by Bob --for Zoë", 1, 'no player "Bob"'),
    ("night line bet 5", 2, "'5': write NAME=AMOUNT, or one AMOUNT with --paid-by and --for"),
    ("night line bet Zoë=5 Anna=-4", 1, "the amounts add up to €1.00, and what some get others give"),
    ("night line chips Zoë=3.5 Anna=-3.5 --each 1", 2, "with --each, a whole number stands behind the name"),
    ("night fee -2", 2, "a number that stands alone is never negative"),
    ("night fee 2 --per table", 2, "'table' is not one of 'head', 'game'"),
    ("settle --round 0.03", 2, "--round 0.03: the unit of every total is one that is paid with, as in 0.05, 0.50 or 1"),
    ("settle --round 0", 2, "the unit of every total"),
    ("settle --round -1", 2, "the unit of every total"),
    ("settle --round 1,000", 2, "'1,000' could be read in two ways"),
    ("settle --through Bob", 1, 'no player "Bob"'),
    ("settle --pairwise --round 1", 2, "--pairwise goes game by game: leave out --round and --through"),
    ("settle --leave-out 1", 1, "--leave-out 1: no game of this night that is not over"),
    ("settle --player Anna", 2, "--player goes with --preview"),
    ("settle --preview --player Anna --json", 2, "without --text, --html and --json"),
    ("settle --preview --player Bob", 1, 'no player "Bob"'),
    ("settle --preview --replan", 2, "leave one out"),
    ("settle --replan", 1, "the night of 2026-11-20 is not settled yet: ledger settle 2026-11-20"),
    ("settle --locale xx", 2, "no locale 'xx'"),
    ("pay 田中さん Zoë 5", 1, "田中さん owes nothing: to pay in advance for the night that is open, add --advance"),
    ("pay 田中さん Zoë 1.000 --advance", 2, "'1.000' could be read in two ways"),
    (
        "pay 田中さん Zoë -5",
        2,
        "a number that stands alone is never negative: leave out the minus; see  ledger pay --help",
    ),
    ("pay 田中さん Zoë 0 --advance", 2, "an amount is more than 0"),
    ("pay 田中さん Zoë 5 --advance --currency USD", 1, "is in EUR: nothing in USD is paid for it"),
    ("pay 田中さん Zoë 5 --advance --date 2026-11-31", 2, "'2026-11-31' is no date"),
    ("pay 田中さん Zoë", 2, "who paid whom how much? As in  ledger pay John Ken 5.00"),
    ("pay 田中さん Zoë --all", 2, "who paid whom how much?"),
    ("pay --all", 1, "the night of 2026-11-20 is not settled yet"),
    ("pay --take-back 1", 2, "why? A payment is taken back with a reason"),
    ("pay --take-back 1 --reason ' '", 2, "why? A payment is taken back with a reason"),
    ("pay --take-back 1 --reason twice", 1, "there is no payment 1, or it was taken back"),
    ("balance Bob", 1, 'no player "Bob"'),
    ("statement Bob", 1, 'no player "Bob"'),
]


def test_every_mistake_is_answered_in_a_line_and_changes_nothing(club):
    for line, code, message in REFUSED:
        assert message in club.refused(f"ledger {line}", code), line


def test_a_settled_night_is_settled_in_no_other_way_and_the_same_way_is_harmless(club, tmp_path):
    shown = club.done("ledger settle --through Anna")
    before = club.dump()
    assert club.done("ledger settle --through Anna") == club.done("ledger settle") == shown
    other = 'add --replan; to settle it in another way, open it again with  ledger night reopen 2026-11-20 --reason "…"'
    for line in ("settle --through Zoë", "settle --pairwise", "settle --round 1", "settle --preview --round 1"):
        assert other in club.refused(f"ledger {line}", 1)
    folder = tmp_path / "no" / "night.html"
    assert (
        club(f"ledger settle --html {folder}").err == f"ledger: {folder} cannot be written: No such file or directory\n"
    )
    assert club.dump() == before


class Page(HTMLParser):
    """The tags of a page, and what a reader reads."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.read = [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes = [*getattr(self, "attributes", []), *attrs]

    def handle_data(self, data):
        self.read += data


def test_names_and_titles_on_the_page_are_text(terminal, tmp_path):
    for line in (*CLUB, f"ledger player add '{SCRIPT}'"):
        terminal.done(line)
    terminal.done(f"""ledger game result Zoë=88000 "{SCRIPT}=-15000" "O'Brien=62000" """)
    terminal.done(f"""ledger night line '"><b>cola</b> & co' 10 --paid-by Anna --for "{SCRIPT},Zoë" """)
    terminal.done("ledger game start 田中さん Zoë 🐉")
    page = tmp_path / "night.html"
    answer = terminal(f"ledger settle --leave-out 2 --html {page}")
    assert answer.err == f"ledger: wrote {page}\n"
    text = page.read_text(encoding="utf-8")
    assert SCRIPT not in text
    read = Page(text)
    assert not {"script", "b>cola", "link", "img", "iframe"} & {*read.tags}
    assert not [name for name, value in read.attributes if name.startswith("on") or "http" in (value or "")]
    for said in (SCRIPT, "O'Brien", '"><b>cola</b> & co', "Without game 2, not over yet.", f"{SCRIPT} pays Zoë"):
        assert said in read.read
    assert f"{SCRIPT} -€37.50" in dict(read.attributes)["aria-label"]
    assert dict(read.attributes)["lang"] == "en"


def test_the_total_is_on_paper_however_many_games_there_were(club, tmp_path):
    """The points of each game stand in the totals while there is room, and always in the games' own tables."""
    page = tmp_path / "night.html"
    heads = []
    for more in (1, 10):
        for _ in range(more):
            club.done(GAME)
        club.done(f"ledger settle --preview --html {page}")
        table = page.read_text(encoding="utf-8").partition("<thead>")[2].partition("</thead>")[0]
        heads.append(re.findall(r"<th[^>]*>([^<]*)</th>", table))
    assert heads == [["", "game 1", "game 2", "points", "money"], ["", "points", "money"]]


def test_the_picture_has_bars_to_the_right_and_to_the_left():
    assert bars([("Ken", 3_000, "€30"), ("Taro", 0, "€0"), ("John", -1_500, "-€15")]) == (
        Bar("Ken", "up", 100, 100, "€30"),
        Bar("Taro", "up", 100, 0, "€0"),
        Bar("John", "down", 50, 50, "-€15"),
    )
    assert bars([("Ken", 0, "€0")]) == (Bar("Ken", "up", 100, 0, "€0"),)


def test_money_as_json_is_in_minor_units(club):
    club.done("ledger night line prize Zoë=10 box=-10")
    club.done("ledger settle")
    view = json.loads(club.done("ledger settle --json"))
    assert [(who["player"], who["amount_minor"]) for who in view["players"]] == [
        *(("Zoë", 3_650), ("O'Brien", 600), ("田中さん", -3_250), (None, -1_000)),
    ]
    assert json.loads(club.done("ledger balance box --json")) == [
        {"player": None, "currency": "EUR", "amount_minor": -1_000}
    ]
    assert json.loads(club.done("ledger statement box --json"))[0]["what"] == "prize"


def test_amounts_without_an_end_keep_a_game_in_80_columns(club):
    """€1 for 30 points: 53,000 points are €1,766.666…, and the night's total is rounded."""
    club.done("ledger night open --rate 1/30 --currency EUR")
    shown = club.done("ledger settle")
    assert "      1  Zoë        88,000      +38,000  +15,000  +53,000   ≈€1,766.6667\n" in shown
    assert "  Zoë       +53,000   €1,766.67\n" in shown
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize(
    ("ledger", "line"),
    [
        ("dutch over", "night line pizza 24 --paid-by Anna --for Ken,John"),
        ("dutch over", "night fee 2.50 --per game"),
        ("dutch over", "pay John Ken 5 --advance"),
        ("dutch paid", "pay --take-back 1 --reason twice"),
        ("dutch paid", "settle --replan"),
        ("dutch settled", "pay --all"),
    ],
)
def test_a_repeated_request_is_answered_and_recorded_once(ledger_with, ledger, line):
    terminal = ledger_with(ledger)
    first = terminal.done(f"ledger {line} --request mine")
    once = terminal.dump()
    assert terminal.done(f"ledger {line} --request mine") == (
        f"This request was done before; nothing was recorded twice.\n{first}"
    )
    assert terminal.dump() == once


def test_many_people_and_many_kinds_of_lines_fit_the_terminal(terminal):
    names = [f"Player{chr(65 + n)}" for n in range(12)]
    for said in (
        "ledger init --rules dutch --currency EUR --rate 0.50",
        f"ledger player add {' '.join(names)} Zoë",
        *(
            f"ledger game result {names[n]}=60000 {names[n + 1]}=45000 {names[n + 2]}=30000 --date 2026-11-20"
            for n in range(0, 12, 3)
        ),
        *(
            f"ledger night line {what} 13 --paid-by Zoë --for {','.join(names)}"
            for what in ("pizza", "drinks", "prize")
        ),
        "ledger night line paid PlayerA=1 PlayerB=-1",
        "ledger night fee 2.50",
        "ledger pay PlayerB Zoë 5 --advance",
    ):
        terminal.done(said)
    shown = terminal.done("ledger settle")
    assert max(map(cell_len, shown.splitlines())) <= 80
    night = shown[shown.index("The night") :]
    heads = [word for line in night.splitlines() if line.startswith("           ") for word in line.split()]
    assert heads[:9] == ["points", "games", "pizza", "drinks", "prize", "paid", "fee", "paid", "total"]
    assert night.count("PlayerA") >= 2  # once in each part


def test_a_chat_says_that_nobody_owes_anything(ledger_with):
    terminal = ledger_with("dutch settled")
    terminal.done("ledger pay --all")
    terminal.done("ledger settle --replan")
    assert "Nobody owes anything" in terminal.done("ledger settle --text")


def test_what_a_result_is_made_of_is_on_the_page_and_in_the_terminal(ledger_with, tmp_path):
    terminal = ledger_with("guests")
    for said in (
        "game sub Ken Zoë --result split",
        "hand John ron Zoë s4",
        "game end",
        "game penalty John 500 --reason phone",
        f"settle --html {tmp_path / 'night.html'}",
    ):
        shown = terminal.done(f"ledger {said}")
    page = html.unescape((tmp_path / "night.html").read_text(encoding="utf-8"))
    shown = terminal.done("ledger settle")
    for text in ("500 off John's result: phone", "Zoë sits for Ken; Ken keeps what had been won or lost by then"):
        assert text in page
        assert text in shown
