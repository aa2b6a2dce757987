"""A club's evening in any order: record, correct, undo, repeat, fail and be killed inside a unit, end, void, settle,
people who come for others, are penalised, come and leave, turn out to be one, and reopen the file.

After every step the whole store is held against what must always be true, and against
a plain list of what was done.
"""

import os
import signal
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import event, func, select

from ledger.errors import LedgerError
from ledger.exporters.bundle import lines_of
from ledger.rules.payments import STICK, change, sticks_after
from ledger.rules.replay import replay
from ledger.services import correct, regame
from ledger.services.attendance import join_night, leave_night
from ledger.services.balances import list_balances
from ledger.services.bundle_export import Asked, export_bundle, schema
from ledger.services.bundle_import import How, import_bundle
from ledger.services.charges import Shared, add_line
from ledger.services.choose import GameChoice
from ledger.services.hands import record_hand
from ledger.services.nights import show_night
from ledger.services.paying import Handed, pay
from ledger.services.penalties import forgive, penalise
from ledger.services.people import merge_players
from ledger.services.players import list_players
from ledger.services.standings import standings
from ledger.services.substitute import Handover, substitute
from ledger.services.undo import undo_last, undo_unit
from ledger.shapes.game import Credit, Ending
from ledger.store import models as db
from ledger.store import save
from ledger.store.engine import open_ledger
from ledger.store.load import games_where, hands_of, payments_of
from ledger.store.nights import nights
from ledger.store.results import penalties_of, results_of, shares_of_results
from ledger.store.settlements import settlement_of
from ledger.store.transfers import balances, transfers_of_night

THREE = ("Ken", "John", "Taro")
FOUR = ("Anna", "Bo", "Zoë", "田中さん")
OTHER_PEOPLE = ("Cy", "Cy B", "Di")
HOUSE = """
name = "house"
extends = "mahjong-soul"
bust = "none"
riichi_below_1000 = true
tie_bonus = "share"
chip_value = 0
"""
KINDS = {THREE: "dutch", FOUR: "standard"}
PRICES = {
    "dutch": ("s3", "s4", "2h", "mangan", "s10", "yakuman"),
    "standard": ("1/30", "2/30", "3/60", "5h", "baiman", "2yakuman"),
}


def bundle_of(engine, now):
    """Everything in a ledger, as a bundle."""
    lines = []
    export_bundle(engine, now, Asked(), lambda holds, records: lines.extend(lines_of(holds, schema(), records)))
    return "".join(f"{line}\n" for line in lines)


OTHERS = ("abort", "chombo", "nagashi", "pao", "tiles")


@dataclass
class Expected:
    """What a game should be: its lines as they were shown, and whether it is over."""

    table: tuple[str, ...]
    lines: list[str] = field(default_factory=list)
    over: bool = False
    ended_by_hand: bool = False
    seated: tuple[str, ...] = ()  # where that is not as the game began
    came: dict[tuple[int, int], tuple[str, Credit]] = field(default_factory=dict)  # by seat and hand
    penalties: dict[int, int] = field(default_factory=dict)  # points by seat

    @property
    def now(self) -> tuple[str, ...]:
        """Who plays the next hand."""
        names = list(self.seated or self.table)
        for (seat, hand), (name, _) in sorted(self.came.items()):
            if hand <= len(self.lines) + 1:
                names[seat] = name
        return tuple(names)

    def take(self, view):
        """As the ledger shows the game after a correction."""
        self.lines = [hand.line for hand in view.hands]
        self.over = view.ending is not None
        self.ended_by_hand = view.ending is Ending.CLOCK
        self.came = {(s.seat, s.from_hand): (s.came, s.credit) for s in view.substitutes}


class Evening(RuleBasedStateMachine):
    """Subclasses name the places and the class of club."""

    places: object
    new_club: object
    house: str  # the file of the rules of four

    @initialize()
    def begin(self):
        self.club = self.new_club(self.places.fresh())
        self.club.add(*THREE, *FOUR, *OTHER_PEOPLE)
        self.left: set[str] = set()  # of those who came without playing, who is gone
        self.here: set[str] = set()
        self.merged = False
        self.rules = {THREE: "dutch", FOUR: self.house}
        self.games: dict[int, Expected] = {}
        self.units = self.journal_rows()
        self.settled = False
        self.last_request = None
        self.highest = 0
        self.history = []
        self.saved = self.state()
        for table, lines in ((THREE, ("Ken ron John s3 riichi Ken", "draw John")), (FOUR, ("draw Bo riichi Zoë",))):
            self.start(table)
            for line in lines:
                self.record(table, line)

    def teardown(self):
        if hasattr(self, "club"):
            self.there_and_back()
            self.club.close()

    def there_and_back(self):
        """Whatever was done, a bundle of it all, imported into a new ledger, is exported as the same again."""
        written = bundle_of(self.club.engine, self.club.now)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "club.jsonl"
            path.write_text(written, encoding="utf-8")
            new = open_ledger(self.places.fresh())
            import_bundle(new, self.club.request("import bundle"), path, How())
        assert bundle_of(new, self.club.now) == written
        new.dispose()

    def journal_rows(self):
        return self.club.ask(
            lambda connection: connection.execute(select(func.count()).select_from(db.journal)).scalar_one()
        )

    def state(self):
        return deepcopy((self.games, self.settled, self.here, self.left, self.merged))

    def did(self):
        """One more unit is in the journal, and it can be taken back."""
        self.units += 1
        self.history.append(self.saved)
        self.saved = self.state()

    def open(self, table):
        return next((n for n, game in self.games.items() if game.table == table and not game.over), None)

    def refused(self, call):
        """A refusal leaves every row as it was."""
        before = self.club.rows()
        with pytest.raises(LedgerError):
            call()
        assert self.club.rows() == before

    @rule(table=st.sampled_from([THREE, FOUR]))
    def start(self, table):
        if self.settled or self.open(table) is not None:
            self.refused(lambda: self.club.start(*table, rules=self.rules[table]))
            return
        number = self.club.start(*table, rules=self.rules[table]).game.number
        assert number == self.highest + 1, "a number is not given twice"
        self.highest = number
        self.games[number] = Expected(table)
        self.did()

    @rule(data=st.data(), table=st.sampled_from([THREE, FOUR]), hands=st.integers(1, 4))
    def play(self, data, table, hands):
        """Some hands one after the other; people sit down for them."""
        if not self.settled and self.open(table) is None:
            self.start(table)
        for _ in range(hands):
            self.hand(data, table)

    @rule(data=st.data(), table=st.sampled_from([THREE, FOUR]))
    def hand(self, data, table):
        self.record(table, self.line(data, table))

    def record(self, table, line):
        number = self.open(table)
        if number is None or self.settled:
            self.refused(lambda: self.club.hand(line))
            return
        uid = f"hand-{self.units}"
        done = self.club.hand_done(line, str(number), uid=uid)
        self.games[number].lines.append(done.answer.hand.line)
        self.games[number].over = done.answer.game.ending is not None
        self.last_request = (line, str(number), uid, done)
        self.did()

    def line(self, data, table):
        number = self.open(table)
        return self.line_of(data, table, table if number is None else self.games[number].now)

    def line_of(self, data, table, seated):
        names = list(seated)
        riichi = data.draw(st.lists(st.sampled_from(names), unique=True, max_size=2))
        said = f" riichi {', '.join(riichi)}" if riichi else ""
        kind = data.draw(st.sampled_from(["ron", "double", "tsumo", "draw", *(OTHERS if table == FOUR else ())]))
        price = data.draw(st.sampled_from(PRICES[KINDS[table]]))
        first, second, third = data.draw(st.permutations(names))[:3]
        match kind:
            case "abort":
                return f"abort four-winds{said}"
            case "chombo":
                return f"chombo {first}{said}"
            case "nagashi":
                return f"draw {', '.join(dict.fromkeys([second, *riichi]))} nagashi {first}{said}"
            case "pao":
                return f"{first} ron {second} 2yakuman pao {third} yakuman{said}"
            case "tiles":
                return f"{first} ron {second} 234m456p22678s33s win 3s indicator 1s{said}"
        if kind == "draw":
            return f"draw {', '.join(dict.fromkeys([first, *riichi]))}{said}"
        if kind == "tsumo":
            return f"{first} tsumo {price}{said}"
        if kind == "double":
            return f"{first} ron {second} {price}, {third} ron {second} {PRICES[KINDS[table]][1]}{said}"
        return f"{first} ron {second} {price}{said}"

    @rule(
        table=st.sampled_from([THREE, FOUR]),
        bad=st.sampled_from(
            [
                "{0} ron {0} mangan",
                "{0} ron Nobody mangan",
                "{0} tsumo 1/20",
                "draw",
                "{0} tsumo mangan riichi Xaver",
                "",
            ]
        ),
    )
    def bad_line(self, table, bad):
        self.refused(lambda: self.club.hand(bad.format(table[0])))

    @precondition(lambda self: self.last_request is not None)
    @rule()
    def repeat(self):
        """The same request again: the same answer, or a word that it was taken back; never a second hand."""
        line, mark, uid, first = self.last_request
        game = self.games[int(mark)]
        before = self.club.rows()
        if first.answer.hand.line in game.lines[first.answer.hand.seq - 1 : first.answer.hand.seq]:
            again = self.club.hand_done(line, mark, uid=uid)
            assert again.repeated
            assert again.answer.hand == first.answer.hand
        else:
            with pytest.raises(LedgerError, match="taken back or changed since"):
                self.club.hand_done(line, mark, uid=uid)
        assert self.club.rows() == before

    @precondition(lambda self: self.last_request is not None)
    @rule()
    def changed_request(self):
        self.refused(lambda: self.club.hand("draw none", self.last_request[1], uid=self.last_request[2]))

    @precondition(lambda self: self.games and not self.settled)
    @rule(data=st.data())
    def undo(self, data):
        number = data.draw(st.sampled_from(sorted(self.games)))
        game = self.games[number]
        if not game.lines or game.ended_by_hand:
            self.refused(lambda: self.club.undo(str(number)))
            return
        if game.over and self.open(game.table) is not None:
            self.refused(lambda: self.club.undo(str(number)))  # they sit in another game by now
            return
        undone = self.club.undo(str(number)).answer
        assert undone.hand.line == game.lines.pop()
        game.over = False
        self.did()

    @precondition(lambda self: not self.settled)
    @rule(table=st.sampled_from([THREE, FOUR]))
    def end(self, table):
        number = self.open(table)
        if number is None or not self.games[number].lines:
            self.refused(lambda: self.club.end(str(number)))
            return
        self.club.end(str(number))
        self.games[number].over = self.games[number].ended_by_hand = True
        self.did()

    @precondition(lambda self: any(game.lines for game in self.games.values()) and not self.settled)
    @rule(data=st.data(), what=st.sampled_from(["fix", "insert", "remove"]))
    def correct(self, data, what):
        """An earlier hand is replaced, put in or taken out: it is what was shown, or nothing has changed."""
        number = data.draw(st.sampled_from(sorted(n for n, game in self.games.items() if game.lines)))
        game = self.games[number]
        place = data.draw(st.integers(1, len(game.lines)))
        text = self.line_of(data, game.table, game.now)
        choice, request = GameChoice(str(number)), self.club.request(f"hand {what}", f"correct-{self.units}")
        call = {
            "fix": lambda shown: correct.fix_hand(self.club.engine, request, place, text, choice, shown),
            "insert": lambda shown: correct.insert_hand(self.club.engine, request, place, text, choice, shown),
            "remove": lambda shown: correct.remove_hand(self.club.engine, request, place, choice, shown),
        }[what]
        before = self.club.rows()
        try:
            shown = call(None).answer
        except LedgerError:
            assert self.club.rows() == before
            return
        assert self.club.rows() == before, "looking changes nothing"
        after = call(shown).answer.after
        game.take(after)
        assert call(shown).repeated
        self.did()

    @precondition(lambda self: any(game.table for game in self.games.values()) and not self.settled)
    @rule(data=st.data())
    def other_seats(self, data):
        """Who sat where is said otherwise: the hands stay with the seats, so everyone's lines change."""
        number = data.draw(st.sampled_from(sorted(n for n, game in self.games.items() if game.table)))
        game = self.games[number]
        names = tuple(data.draw(st.permutations(list(game.table))))
        if names == (game.seated or game.table):
            return
        choice, request = GameChoice(str(number)), self.club.request("game seats", f"seats-{self.units}")
        shown = regame.change_seats(self.club.engine, request, names, choice).answer
        after = regame.change_seats(self.club.engine, request, names, choice, shown).answer.after
        game.seated = names
        game.take(after)
        self.last_request = None  # its line has other names now
        self.did()

    @precondition(lambda self: any(game.lines for game in self.games.values()) and not self.settled)
    @rule(data=st.data(), credit=st.sampled_from(list(Credit)))
    def substitute(self, data, credit):
        """Somebody comes for another from any hand on, in a game that goes on or is over."""
        number = data.draw(st.sampled_from(sorted(n for n, game in self.games.items() if game.lines)))
        game = self.games[number]
        hand = data.draw(st.integers(2, len(game.lines) + 1))
        left = data.draw(st.sampled_from(game.now))
        came = data.draw(st.sampled_from([*OTHER_PEOPLE, *OTHER_PEOPLE, *(game.seated or game.table)]))
        choice, request = GameChoice(str(number)), self.club.request("game sub", f"sub-{self.units}")
        call = lambda: substitute(self.club.engine, request, left, came, choice, Handover(hand, credit))  # noqa: E731
        before = self.club.rows()
        try:
            done = call()
        except LedgerError:
            assert self.club.rows() == before
            return
        assert call().repeated
        game.take(done.answer)
        self.last_request = None
        self.did()

    @precondition(lambda self: any(game.table for game in self.games.values()) and not self.settled)
    @rule(data=st.data(), points=st.sampled_from([0, 1_000, 20_000]))
    def referee(self, data, points):
        """A referee takes points off, or takes that back."""
        number = data.draw(st.sampled_from(sorted(n for n, game in self.games.items() if game.table)))
        game = self.games[number]
        seat = data.draw(st.integers(0, len(game.table) - 1))
        choice, request = GameChoice(str(number)), self.club.request("game penalty", f"penalty-{self.units}")
        name = game.now[seat]
        if points:
            penalise(self.club.engine, request, name, points, "late", choice)
            game.penalties[seat] = game.penalties.get(seat, 0) + points
        elif seat in game.penalties:
            forgive(self.club.engine, request, name, choice)
            del game.penalties[seat]
        else:
            self.refused(lambda: forgive(self.club.engine, request, name, choice))
            return
        self.did()

    @precondition(lambda self: self.games)
    @rule(name=st.sampled_from(["Cy", "Di"]), comes=st.booleans())
    def come_or_leave(self, name, comes):
        service, command = (join_night, "night join") if comes else (leave_night, "night leave")
        request = self.club.request(command, f"attendance-{self.units}")
        plays = any(name in (*g.now, *(came for came, _ in g.came.values())) for g in self.games.values() if g.table)
        if self.settled or (not plays and (name in self.here) == comes):
            self.refused(lambda: service(self.club.engine, request, [name]))
            return
        if plays:
            return
        service(self.club.engine, request, [name])
        (self.here.add if comes else self.here.discard)(name)
        self.did()

    @precondition(lambda self: not self.merged)
    @rule()
    def merge(self):
        """Two who never met turn out to be one: Cy B is Bo from then on."""
        request = self.club.request("player merge", f"merge-{self.units}")
        met = any({"Cy B", "Bo"} <= self.sat_in(game) for game in self.games.values() if game.table)
        call = lambda: merge_players(self.club.engine, request, "Cy B", "Bo")  # noqa: E731
        if met:
            self.refused(call)
            return
        call()
        self.merged = True
        for game in self.games.values():
            if game.table:
                game.take(self.club.game(str(next(n for n, g in self.games.items() if g is game))))
        self.last_request = None
        self.did()

    def sat_in(self, game):
        return {*(game.seated or game.table), *(name for name, _ in game.came.values())}

    @precondition(lambda self: self.settled)
    @rule(payer=st.sampled_from([*THREE, *FOUR]), payee=st.sampled_from([*THREE, *FOUR]), part=st.integers(1, 3))
    def pay(self, payer, payee, part):
        """Whoever owes pays anybody a part of it, all of it, or more, which is refused."""
        owes = {line.player: -line.amount_minor for line in list_balances(self.club.engine)}.get(payer, 0)
        amount = owes * part // 2
        request = self.club.request("pay", f"pay-{self.units}")
        text = "{} {}".format
        call = lambda: pay(self.club.engine, request, payer, payee, lambda _: amount, Handed(), text)  # noqa: E731
        if owes <= 0 or amount > owes or amount <= 0 or payer == payee:
            self.refused(call)
            return
        left = call().answer.left_minor
        assert left == amount - owes
        self.did()

    @precondition(lambda self: self.games and not self.settled)
    @rule(payer=st.sampled_from(["Anna", "Ken"]), amount=st.integers(1, 999))
    def shared_cost(self, payer, amount):
        if not any(game.table for game in self.games.values()):
            return
        what = Shared(lambda _: amount, payer, ("Ken", "Bo", "Di"))
        add_line(self.club.engine, self.club.request("night line", f"line-{self.units}"), "tea", what, None, str)
        self.did()

    @precondition(lambda self: self.units > 3)
    @rule(data=st.data())
    def undo_of_any_unit(self, data):
        """ledger undo N: what it took back is not there, or nothing has changed; taking that back brings all again."""
        number = data.draw(st.integers(1, self.units))
        request = self.club.request("undo", f"any-{self.units}", unit=number)
        before, shown = self.club.rows(), self.reports()
        try:
            unit = undo_unit(self.club.engine, request, number).unit
        except LedgerError:
            assert self.club.rows() == before
            return
        again = self.club.request("undo", f"again-{self.units}", unit=unit)
        undo_unit(self.club.engine, again, unit)
        assert self.reports() == shown
        self.units += 2
        self.history = []  # what goes back next is the second of the two

    def reports(self):
        engine = self.club.engine
        nights_shown = show_night(engine, self.club.now, None) if self.games else None
        return nights_shown, standings(engine).lines, list_players(engine), list_balances(engine)

    @precondition(lambda self: not self.settled)
    @rule(data=st.data(), table=st.sampled_from([THREE, FOUR]), moment=st.sampled_from(["before", "after"]))
    def killed(self, data, table, moment):
        """A process that is killed just before its unit is kept leaves nothing; just after it, all of it.

        Typed again under its id, the hand is there once.
        """
        number = self.open(table)
        if number is None:
            return
        line, uid = self.line(data, table), f"killed-{self.units}"
        before = self.club.rows()
        request = self.club.request("hand", uid, line=line, game=str(number))
        choice = GameChoice(str(number))
        killed_while(self.club.place, moment, lambda engine: record_hand(engine, request, line, choice))
        assert (self.club.rows() == before) == (moment == "before")
        done = record_hand(self.club.engine, request, line, choice)
        assert done.repeated == (moment == "after")
        self.games[number].lines.append(done.answer.hand.line)
        self.games[number].over = done.answer.game.ending is not None
        self.did()

    @precondition(lambda self: self.games and not self.settled)
    @rule(data=st.data())
    def reopen_game(self, data):
        number = data.draw(st.sampled_from(sorted(self.games)))
        game = self.games[number]
        if not game.ended_by_hand or self.open(game.table) is not None:
            self.refused(lambda: self.club.reopen_game(str(number)))
            return
        self.club.reopen_game(str(number))
        game.over = game.ended_by_hand = False
        self.did()

    @precondition(lambda self: self.history)
    @rule()
    def take_back(self):
        """ledger undo: whatever was done last, all is as it was before."""
        request = self.club.request("undo", f"undo-{self.units}")
        undo_last(self.club.engine, "tester", lambda unit: request._replace(arguments={"unit": unit}))
        self.games, self.settled, self.here, self.left, self.merged = self.history.pop()
        self.highest = self.highest if self.games else 0  # the night went with its first game
        self.saved = self.state()
        self.units += 1
        self.last_request = None

    @precondition(lambda self: self.games and not self.settled)
    @rule(data=st.data())
    def void(self, data):
        number = data.draw(st.sampled_from(sorted(self.games)))
        if not self.games[number].table:
            self.refused(lambda: self.club.void(str(number)))
            return
        self.club.void(str(number))
        self.games[number] = Expected((), over=True)
        self.did()

    @rule()
    def settle(self):
        live = [game for game in self.games.values() if game.table]
        if not self.settled and (not live or any(not game.over for game in live)):
            self.refused(self.club.settle)
            return
        self.club.settle()
        if not self.settled:  # a night that is settled already is only shown
            self.settled = True
            self.did()

    @rule()
    def reopen_night(self):
        if not self.settled:
            self.refused(self.club.reopen_night)
            return
        self.club.reopen_night()
        self.settled = False
        self.did()

    @rule()
    def reopen_the_file(self):
        self.club.close()
        self.club.engine = open_ledger(self.club.place)

    @precondition(lambda self: not self.settled)
    @rule(table=st.sampled_from([THREE, FOUR]), step=st.sampled_from(["save_hand", "insert_all"]))
    def fail_inside_a_unit(self, table, step):
        """A unit that breaks after it has written rows leaves none of them."""
        number = self.open(table)
        if number is None:
            return
        before = self.club.rows()
        with pytest.MonkeyPatch.context() as patch:
            original = getattr(save, step)

            def breaks(*args, **kwargs):
                original(*args, **kwargs)
                raise RuntimeError("the power went")

            patch.setattr(
                "ledger.services.hands.save_hand" if step == "save_hand" else "ledger.store.save.insert_all", breaks
            )
            line = f"{table[0]} tsumo mangan"
            with pytest.raises(RuntimeError):
                record_hand(self.club.engine, self.club.request("hand", line=line), line, GameChoice(str(number)))
        assert self.club.rows() == before

    @invariant()
    def everything_holds(self):
        if not hasattr(self, "club"):
            return
        assert self.journal_rows() == self.units
        if not any(game.table for game in self.games.values()):
            return
        night = show_night(self.club.engine, self.club.now, None)
        assert night.settled == self.settled
        assert {game.number: [hand.line for hand in game.hands] for game in night.games} == {
            number: game.lines for number, game in self.games.items() if game.table
        }
        for game in night.games:
            assert (game.ending is not None) == self.games[game.number].over
            expected = self.games[game.number]
            assert game.players == tuple("Bo" if self.merged and n == "Cy B" else n for n in expected.now)
            off = {penalty.seat: 0 for penalty in game.penalties}
            for penalty in game.penalties:
                off[penalty.seat] += penalty.points
            assert off == expected.penalties
        over = [game for game in self.games.values() if game.over]
        assert sum(line.points for line in standings(self.club.engine).lines) == -sum(
            sum(g.penalties.values()) for g in over
        )
        for check in (check_games, check_money, check_live_parents):
            self.club.ask(check)


def check_games(connection):
    """Stored payments, contexts and results equal a replay of the stored facts; points are conserved."""
    games = games_where(connection)
    ids = [game.id for game in games]
    hands, paid, results = hands_of(connection, ids), payments_of(connection, ids), results_of(connection, ids)
    context = {
        row.id: (row.seq, row.round_wind, row.dealer, row.honba, row.sticks_before)
        for row in connection.execute(db.hands.select().where(db.hands.c.live == 1))
    }
    for game in games:
        scores, sticks = (game.rules.start_points,) * game.rules.players, 0
        steps = replay((hand.facts for hand in hands[game.id]), game.rules)
        for number, (hand, step) in enumerate(zip(hands[game.id], steps, strict=True), start=1):
            before = step.before
            assert context[hand.id] == (number, before.round_wind, before.dealer, before.honba, before.sticks)
            stored = tuple(paid.get(hand.id, []))
            assert stored == step.paid
            scores = tuple(a + b for a, b in zip(scores, change(stored, game.rules.players), strict=True))
            sticks = sticks_after(stored, sticks)
            assert sum(scores) + sticks * STICK == game.rules.start_points * game.rules.players
        assert bool(results[game.id]) == (game.ending is not None)
        shares = [share for share in shares_of_results(connection, ids) if share.game_id == game.id]
        off = sum(penalty.points for penalty in penalties_of(connection, [game.id]))
        if not results[game.id]:
            assert not shares
            continue
        assert tuple(r.raw_score for r in results[game.id]) == scores
        assert sum(r.points for r in results[game.id]) == -off == sum(r.referee for r in results[game.id])
        for seat in range(game.rules.players):
            owner, parts = whose(game, seat, [change(step.paid, game.rules.players)[seat] for step in steps])
            assert results[game.id][seat].player == owner
            of_others = {s.player: s.points for s in shares if s.seat == seat and s.player != owner}
            assert of_others == {person: points for person, points in parts.items() if points and person != owner}
            assert sum(s.points for s in shares if s.seat == seat) == 0


def whose(game, seat, changes):
    """Whose a seat's result is, and what others have of it, hand by hand."""
    came = {s.from_hand: s for s in game.sittings if s.seat == seat and s.credit is not None}
    owner, open_part, parts = game.seats_at(1)[seat], 0, {}
    for hand, moved in enumerate([*changes, 0], start=1):
        if hand in came:
            if came[hand].credit is Credit.SPLIT:
                parts[owner] = parts.get(owner, 0) + open_part
                open_part = 0
            if came[hand].credit is not Credit.STARTER:
                owner = came[hand].person
        open_part += moved
    return owner, parts


def killed_while(place, moment, do):
    """Does something in a process of its own that is killed before or after its unit is kept."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        assert os.WTERMSIG(status) == signal.SIGKILL
        return
    try:
        engine = open_ledger(place)
        if moment == "before":
            event.listen(engine, "commit", lambda _connection: os.kill(os.getpid(), signal.SIGKILL))
        do(engine)
        os.kill(os.getpid(), signal.SIGKILL)
    finally:
        os._exit(1)


def check_money(connection):
    """Each entry sums to zero; the plan clears the lines and what was handed over before; balances are what is left."""
    for night in nights(connection):
        settlement = settlement_of(connection, night.id)
        assert (settlement is not None) == night.settled
        handed = transfers_of_night(connection, night.id, "EUR")
        owed = {}
        for line in settlement.lines if settlement else ():
            owed[line.owner] = owed.get(line.owner, 0) + line.amount_minor
        for entry in {line.entry for line in settlement.lines} if settlement else ():
            assert sum(line.amount_minor for line in settlement.lines if line.entry == entry) == 0
        if settlement:
            plan = dict(owed)
            for transfer in handed:
                if transfer.unit < settlement.unit:
                    move(plan, transfer)
            for transfer in settlement.plan:
                assert transfer.amount_minor > 0
                move(plan, transfer)
            assert not any(plan.values())
        for transfer in handed:
            move(owed, transfer)
        left = balances(connection).get((night.id, "EUR"), {})
        assert left == {owner: amount for owner, amount in owed.items() if amount}


def move(owed, transfer):
    """Money from one to another."""
    owed[transfer.payer] = owed.get(transfer.payer, 0) + transfer.amount_minor
    owed[transfer.payee] = owed.get(transfer.payee, 0) - transfer.amount_minor


def check_live_parents(connection):
    """A live row below a voided one would come back in some report."""
    below = [(db.hands, "game_id", db.games), (db.seats, "game_id", db.games), (db.results, "game_id", db.games)]
    below += [(db.game_ends, "game_id", db.games), (db.settlement_lines, "settlement_id", db.settlements)]
    below += [(child, "hand_id", db.hands) for child in (db.hand_seats, db.wins, db.payments)]
    for child, key, parent in below:
        orphans = (
            select(child.c.id)
            .join(parent, parent.c.id == child.c[key])
            .where(child.c.live == 1, parent.c.live.is_(None))
        )
        assert connection.execute(orphans).first() is None


def test_any_evening(places, new_club, request, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text(HOUSE)
    machine = type("EveningHere", (Evening,), {"places": places, "new_club": new_club, "house": str(house)})
    long = request.config.getoption("--long")
    examples = {"sqlite": 12, "postgresql": 5}[places.kind] * (40 if long else 1)
    # Shrinking a failure takes minutes: it is done where somebody looks for one.
    phases = tuple(Phase) if long else (Phase.explicit, Phase.generate)
    chosen = settings(max_examples=examples, stateful_step_count=30, phases=phases)
    run_state_machine_as_test(machine, settings=chosen)
