"""The stored model: the journal, people, nights, games with their hands, and the money of a night.

Things (players, nights) never change; what can change about them is a row of terms.
Everything else is a row that can be voided and recorded again, never updated or deleted.
Points and money are whole numbers; seats are 0-3; NULL as payer or payee is the pot of
riichi sticks in payments, and the club's cash box in money.
"""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, Index, Named, UniqueConstraint

from ledger.store.base import Born, HasId, Voidable, day, refers_to, stored, text, time, voidable, whole, whole_or_zero


class Journal(HasId):
    """One row for each unit of work: who did what, when, with which program. Never updated."""

    uid: Named[str] = text()  # the caller's request id: the same request is never applied twice
    recorded_at: Named[datetime] = time()
    actor: Named[str] = text()
    tool: Named[str] = text()
    command: Named[str] = text()
    arguments: Named[str] = text()  # canonical JSON
    brought_by: Named[int | None] = whole()  # the unit of this ledger that brought this one from another


journal = stored("journal", Journal, UniqueConstraint("uid"), Index(None, "brought_by"))


class ClubSettings(Voidable):
    """The club's defaults; one live row.

    day_starts: minutes after midnight; scores_in: what a counted score is in, 100 for hundreds.
    """

    rules: Named[str] = text()
    currency: Named[str | None] = text()
    rate_minor: Named[int | None] = whole()  # minor units of the currency …
    rate_points: Named[int | None] = whole()  # … for this many points
    day_starts: Named[int | None] = whole()
    scores_in: Named[int | None] = whole()
    locale: Named[str | None] = text()  # how amounts are written: "nl"


club_settings = stored(
    "club_settings",
    ClubSettings,
    UniqueConstraint("live"),
    *voidable(),
    CheckConstraint("(currency IS NULL) = (rate_minor IS NULL)", name="money_is_whole"),
)


class Player(Born):
    """A person; what is known of the person is in the terms and names."""

    uid: Named[str] = text()


players = stored("players", Player, UniqueConstraint("uid"))


class PlayerTerms(Voidable):
    """How a person is shown, and what leagues want to know; guest: 1 for somebody who is no member."""

    player_id: Named[int] = refers_to("players.id")
    shown_name: Named[str] = text()
    family_name: Named[str | None] = text()
    given_name: Named[str | None] = text()
    country: Named[str | None] = text()
    guest: Named[int] = whole_or_zero()


player_terms = stored("player_terms", PlayerTerms, *voidable("player_id"))


class PlayerName(Voidable):
    """A name by which a person is found; a live name means one person."""

    player_id: Named[int] = refers_to("players.id")
    name_key: Named[str] = text()


player_names = stored("player_names", PlayerName, *voidable("name_key"))


class PlayerCode(Voidable):
    """What another system knows a person by: "ema" and a number, "tenhou" and a name."""

    player_id: Named[int] = refers_to("players.id")
    system: Named[str] = text()
    code: Named[str] = text()


player_codes = stored("player_codes", PlayerCode, *voidable("system code", "player_id system"))


class PlayerMerge(Voidable):
    """Two people who turned out to be one: player is into from then on, which nobody else is merged away from."""

    player_id: Named[int] = refers_to("players.id")
    into_id: Named[int] = refers_to("players.id")


player_merges = stored("player_merges", PlayerMerge, *voidable("player_id"))


class Night(Born):
    """One club meeting."""

    uid: Named[str] = text()


nights = stored("nights", Night, UniqueConstraint("uid"))


class NightTerms(Voidable):
    """A night's date, rules and money; no currency means points only."""

    night_id: Named[int] = refers_to("nights.id")
    held_on: Named[date] = day()
    rules: Named[str] = text()
    currency: Named[str | None] = text()
    rate_minor: Named[int | None] = whole()
    rate_points: Named[int | None] = whole()


night_terms = stored(
    "night_terms",
    NightTerms,
    *voidable("night_id"),
    CheckConstraint("(currency IS NULL) = (rate_minor IS NULL)", name="money_is_whole"),
    Index(None, "held_on"),
)


class Attendance(Voidable):
    """Whether somebody is at a night, beside those who are known from its games; here: 0 once they left."""

    night_id: Named[int] = refers_to("nights.id")
    player_id: Named[int] = refers_to("players.id")
    here: Named[int] = whole()


attendance = stored(
    "attendance", Attendance, *voidable("night_id player_id"), CheckConstraint("here IN (0, 1)", name="here")
)


class Season(Born):
    """Nights that count together."""

    uid: Named[str] = text()


seasons = stored("seasons", Season, UniqueConstraint("uid"))


class SeasonTerms(Voidable):
    """A season's name and dates (until: its last day, if that is known), and what is usual in it.

    rules, and the money of a night; ranking: how its standings are ordered, see ledger.shapes.season.Order;
    least_games: how many somebody needs to have a rank.
    """

    season_id: Named[int] = refers_to("seasons.id")
    name: Named[str] = text()
    name_key: Named[str] = text()
    since: Named[date] = day()
    until: Named[date | None] = day()
    rules: Named[str | None] = text()
    currency: Named[str | None] = text()
    rate_minor: Named[int | None] = whole()
    rate_points: Named[int | None] = whole()
    ranking: Named[str] = text()
    least_games: Named[int] = whole()


season_terms = stored(
    "season_terms",
    SeasonTerms,
    *voidable("season_id", "name_key"),
    CheckConstraint("(currency IS NULL) = (rate_minor IS NULL)", name="money_is_whole"),
    CheckConstraint("least_games >= 0", name="least_games"),
)


class SeasonNight(Voidable):
    """A night that is a season's by choice and not by its date; no season: it is of none."""

    night_id: Named[int] = refers_to("nights.id")
    season_id: Named[int | None] = refers_to("seasons.id")


season_nights = stored("season_nights", SeasonNight, *voidable("night_id"))


class SeasonTable(Voidable):
    """The final table of a season, as JSON; a season with a live one is closed."""

    season_id: Named[int] = refers_to("seasons.id")
    content: Named[str] = text()


season_tables = stored("season_tables", SeasonTable, *voidable("season_id"))


class Team(Born):
    """People whose points count together in a season."""

    uid: Named[str] = text()


teams = stored("teams", Team, UniqueConstraint("uid"))


class TeamTerms(Voidable):
    """A team's season and name."""

    team_id: Named[int] = refers_to("teams.id")
    season_id: Named[int] = refers_to("seasons.id")
    name: Named[str] = text()
    name_key: Named[str] = text()


team_terms = stored("team_terms", TeamTerms, *voidable("team_id", "season_id name_key"))


class TeamMember(Voidable):
    """Somebody who plays for a team; for one in each season."""

    team_id: Named[int] = refers_to("teams.id")
    season_id: Named[int] = refers_to("seasons.id")
    player_id: Named[int] = refers_to("players.id")


team_members = stored("team_members", TeamMember, *voidable("season_id player_id"))


class StoredRuleset(Born):
    """A ruleset by its content; never voided, shared by all games played under exactly these rules."""

    sha256: Named[str] = text()
    name: Named[str] = text()
    content: Named[str] = text()


rulesets = stored("rulesets", StoredRuleset, UniqueConstraint("sha256"))


class Game(Voidable):
    """A game at a table; it is over when it has a live end."""

    uid: Named[str] = text()
    night_id: Named[int] = refers_to("nights.id")
    number: Named[int] = whole()  # within the night; a void game keeps its number
    label: Named[str | None] = text()  # of the table it is played at
    ruleset_id: Named[int] = refers_to("rulesets.id")
    played_at: Named[datetime] = time()
    rounds: Named[int | None] = whole()  # where they are not those of the ruleset
    source_key: Named[str | None] = text()  # what names it among all games of the source that it was imported from


games = stored(
    "games",
    Game,
    *voidable("uid", "night_id number"),
    Index("uq_games_source_key", "source_key", "live", unique=True),
)


class Seat(Voidable):
    """Who sat where, from which hand on; everything else in a game refers to the seat.

    credit: of somebody who came for another, whose the result is: see ledger.shapes.game.Credit.
    """

    game_id: Named[int] = refers_to("games.id")
    seat: Named[int] = whole()
    from_hand: Named[int] = whole()
    to_hand: Named[int | None] = whole()
    player_id: Named[int] = refers_to("players.id")
    credit: Named[str | None] = text()


seats = stored("seats", Seat, *voidable("game_id seat from_hand"), Index(None, "player_id"))


class Hand(Voidable):
    """A hand: the table it was played at, and its outcome."""

    uid: Named[str] = text()
    game_id: Named[int] = refers_to("games.id")
    seq: Named[int] = whole()  # 1, 2, 3 … within the game
    round_wind: Named[int] = whole()
    dealer: Named[int] = whole()
    honba: Named[int] = whole()
    sticks_before: Named[int] = whole()
    outcome: Named[str] = text()
    abort_kind: Named[str | None] = text()
    chombo_seat: Named[int | None] = whole()
    note: Named[str | None] = text()


hands = stored("hands", Hand, *voidable("uid", "game_id seq"))


class HandSeat(Voidable):
    """What a seat did in a hand; riichi 1 = declared, 2 = declared but not deposited, or given back."""

    hand_id: Named[int] = refers_to("hands.id")
    seat: Named[int] = whole()
    riichi: Named[int] = whole()
    tenpai: Named[int] = whole()
    nagashi: Named[int] = whole_or_zero()


hand_seats = stored(
    "hand_seats",
    HandSeat,
    *voidable("hand_id seat"),
    CheckConstraint("riichi IN (0, 1, 2)", name="riichi"),
    CheckConstraint("tenpai IN (0, 1)", name="tenpai"),
)


class HandWin(Voidable):
    """A winning hand as it was announced: exactly the price that was typed, or what its tiles were found to be.

    value: what the discarder, or each payer, pays; value_dealer: what the dealer pays at another's tsumo.
    liable_yakuman: for how many of its yakuman the liable seat answers, NULL for the whole hand.
    tiles, yaku: as text, yaku joined by +; dora: how many of the han.
    """

    hand_id: Named[int] = refers_to("hands.id")
    winner: Named[int] = whole()
    discarder: Named[int | None] = whole()
    han: Named[int | None] = whole()
    fu: Named[int | None] = whole()
    score: Named[int | None] = whole()
    limit_name: Named[str | None] = text()
    yakuman: Named[int | None] = whole()
    value: Named[int | None] = whole()
    value_dealer: Named[int | None] = whole()
    liable_seat: Named[int | None] = whole()
    liable_yakuman: Named[int | None] = whole()
    tiles: Named[str | None] = text()
    yaku: Named[str | None] = text()
    dora: Named[int | None] = whole()


wins = stored(
    "wins",
    HandWin,
    *voidable("hand_id winner"),
    CheckConstraint(
        "han IS NOT NULL OR score IS NOT NULL OR limit_name IS NOT NULL OR yakuman IS NOT NULL OR value IS NOT NULL",
        name="has_price",
    ),
)


class HandPayment(Voidable):
    """Points that one seat paid another, or the pot, as computed when the hand was recorded."""

    hand_id: Named[int] = refers_to("hands.id")
    line: Named[int] = whole()
    payer: Named[int | None] = whole()
    payee: Named[int | None] = whole()
    points: Named[int] = whole()
    reason: Named[str] = text()


payments = stored(
    "payments",
    HandPayment,
    *voidable("hand_id line"),
    CheckConstraint("points > 0", name="points"),
    CheckConstraint("payer IS NOT NULL OR payee IS NOT NULL", name="somebody"),
)


class GameEnd(Voidable):
    """How a game ended, and what its placement needed beyond the scores."""

    game_id: Named[int] = refers_to("games.id")
    how: Named[str] = text()  # "rules", "clock", "dealer", "counted" or "scores": see ledger.shapes.game.Ending
    sticks_left: Named[int] = whole()
    last_dealer: Named[int | None] = whole()
    last_winner: Named[int | None] = whole()
    ahead: Named[str | None] = text()  # seats that tie, in the order that the players said: "2 0"
    discrepancy_reason: Named[str | None] = text()
    discrepancy_by: Named[str | None] = text()  # the seats that bear it: "0 1 2 3"; none is the cash box
    discrepancy: Named[int] = whole_or_zero()  # by how much the counted scores are too much


game_ends = stored("game_ends", GameEnd, *voidable("game_id"))


class Result(Voidable):
    """A seat's result of a game, also where only final scores were kept."""

    game_id: Named[int] = refers_to("games.id")
    night_id: Named[int] = refers_to("nights.id")
    seat: Named[int] = whole()
    player_id: Named[int] = refers_to("players.id")
    place: Named[int] = whole()
    raw_score: Named[int] = whole()
    leftover_sticks: Named[int] = whole()
    uma: Named[int] = whole()
    bonus: Named[int] = whole()
    points: Named[int] = whole()
    penalty: Named[int] = whole_or_zero()  # taken off, so negative
    chips: Named[int] = whole_or_zero()  # how many, not what they are worth
    chip_points: Named[int] = whole_or_zero()
    rounding: Named[int] = whole_or_zero()  # what rounding to whole thousands moved
    discrepancy: Named[int] = whole_or_zero()  # the part in counted scores that do not add up
    referee: Named[int] = whole_or_zero()  # taken off by a referee, so negative
    ruleset_id: Named[int] = whole_or_zero()  # of the game, so that sums by ruleset need no games


results = stored(
    "results",
    Result,
    *voidable("game_id seat"),
    # The sums of some nights, and those of all: so that neither has to look at the rows themselves.
    Index("ix_results_by_player", "live", "player_id", "place", "ruleset_id", "points", "penalty", "referee"),
    Index("ix_results_sums", "night_id", "live", "ruleset_id", "player_id", "place", "points", "penalty", "referee"),
)


class ResultShare(Voidable):
    """A part of a seat's result that is somebody else's, and what that leaves to whose the result is."""

    game_id: Named[int] = refers_to("games.id")
    night_id: Named[int] = refers_to("nights.id")
    seat: Named[int] = whole()
    player_id: Named[int] = refers_to("players.id")
    points: Named[int] = whole()


result_shares = stored(
    "result_shares",
    ResultShare,
    *voidable("game_id seat player_id"),
    Index(None, "night_id", "live", "player_id", "points"),
)


class Penalty(Voidable):
    """Points that a referee takes off a seat's result."""

    game_id: Named[int] = refers_to("games.id")
    seat: Named[int] = whole()
    points: Named[int] = whole()
    reason: Named[str] = text()


penalties = stored(
    "penalties", Penalty, *voidable(), Index(None, "game_id"), CheckConstraint("points > 0", name="points")
)


class Settlement(Voidable):
    """A night's results turned into money; a night with a live one is settled and locked."""

    uid: Named[str] = text()
    night_id: Named[int] = refers_to("nights.id")
    currency: Named[str | None] = text()
    rate_minor: Named[int | None] = whole()
    rate_points: Named[int | None] = whole()
    round_minor: Named[int | None] = whole()  # the unit of everybody's total, where it is not the smallest


settlements = stored(
    "settlements",
    Settlement,
    *voidable("uid", "night_id"),
    CheckConstraint("(currency IS NULL) = (rate_minor IS NULL)", name="money_is_whole"),
)


class SettlementLine(Voidable):
    """What somebody gets (or owes, negative) in a settlement; each entry sums to zero.

    kind: "games" for the points of the night's games, "line" for what was entered beside them, "fee",
    "rounding" for what --round moved.
    """

    settlement_id: Named[int] = refers_to("settlements.id")
    line: Named[int] = whole()
    entry: Named[int] = whole()
    kind: Named[str] = text()
    player_id: Named[int | None] = refers_to("players.id")
    quantity: Named[int] = whole()  # points
    amount_minor: Named[int] = whole()
    title: Named[str | None] = text()


settlement_lines = stored("settlement_lines", SettlementLine, *voidable("settlement_id line"))


class PlannedTransfer(Voidable):
    """Money that one person should hand another."""

    settlement_id: Named[int] = refers_to("settlements.id")
    line: Named[int] = whole()
    payer_id: Named[int | None] = refers_to("players.id")
    payee_id: Named[int | None] = refers_to("players.id")
    amount_minor: Named[int] = whole()
    plan: Named[str | None] = text()  # how the plan was made: see ledger.shapes.money.PlanKind


planned_transfers = stored(
    "planned_transfers",
    PlannedTransfer,
    *voidable("settlement_id line"),
    CheckConstraint("amount_minor > 0", name="amount"),
)


class Carried(Voidable):
    """What somebody's open balance of an earlier night was, that a settlement took in; each night's sum to zero."""

    settlement_id: Named[int] = refers_to("settlements.id")
    line: Named[int] = whole()
    from_night_id: Named[int] = refers_to("nights.id")
    player_id: Named[int | None] = refers_to("players.id")
    amount_minor: Named[int] = whole()


carried = stored("carried", Carried, *voidable("settlement_id line"), Index(None, "from_night_id"))


class Charge(Voidable):
    """Something beside the games that a night's money has: pizza, a side bet, a prize."""

    night_id: Named[int] = refers_to("nights.id")
    title: Named[str] = text()


charges = stored("charges", Charge, *voidable(), Index(None, "night_id"))


class ChargeLine(Voidable):
    """What somebody gets (or owes, negative) for a charge; each charge sums to zero."""

    charge_id: Named[int] = refers_to("charges.id")
    line: Named[int] = whole()
    player_id: Named[int | None] = refers_to("players.id")
    amount_minor: Named[int] = whole()


charge_lines = stored("charge_lines", ChargeLine, *voidable("charge_id line"))


class Fee(Voidable):
    """What everybody who plays at a night pays to the cash box, once ("head") or for each game ("game")."""

    night_id: Named[int] = refers_to("nights.id")
    per: Named[str] = text()
    amount_minor: Named[int] = whole()


fees = stored("fees", Fee, *voidable("night_id per"), CheckConstraint("amount_minor > 0", name="amount"))


class Transfer(Voidable):
    """Money that one person handed another, for a night; nobody is the cash box."""

    uid: Named[str] = text()
    night_id: Named[int] = refers_to("nights.id")
    currency: Named[str] = text()
    payer_id: Named[int | None] = refers_to("players.id")
    payee_id: Named[int | None] = refers_to("players.id")
    amount_minor: Named[int] = whole()
    paid_on: Named[date] = day()
    note: Named[str | None] = text()


transfers = stored(
    "transfers",
    Transfer,
    *voidable("uid"),
    Index(None, "night_id"),
    CheckConstraint("amount_minor > 0", name="amount"),
    CheckConstraint("payer_id IS NOT NULL OR payee_id IS NOT NULL", name="somebody"),
)


class ImportMap(Voidable):
    """How the columns of a source's files are read, as JSON; name: what the source is called here."""

    name: Named[str] = text()
    name_key: Named[str] = text()
    content: Named[str] = text()


import_maps = stored("import_maps", ImportMap, *voidable("name_key"))
