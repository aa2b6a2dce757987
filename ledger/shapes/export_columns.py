"""The columns of exported tables: a line of documentation for each."""

from ledger.shapes.export import Column, Kind

SEATS = 4
NIGHT = (
    Column("night", Kind.DATE, "the date of the night"),
    Column("game", Kind.WHOLE, "the number of the game in its night"),
)
GAME = (
    *NIGHT,
    Column("table", Kind.TEXT, "the table's label, if it has one"),
    Column("rules", Kind.TEXT, "the ruleset's name"),
    Column("players", Kind.WHOLE, "3 or 4"),
    Column("hands", Kind.WHOLE, "how many hands were recorded; 0: final scores only"),
    Column("ended", Kind.TEXT, "rules, clock, dealer, counted or scores: how it ended"),
)
OF_A_SEAT = (
    ("player", Kind.TEXT, "whose the result of seat {} is, 1 being the first dealer"),
    ("score", Kind.WHOLE, "the raw score of seat {} in points"),
    ("place", Kind.WHOLE, "the place of seat {}; those who share one have the same"),
    ("points", Kind.WHOLE, "the result of seat {} in points, with all that is added and taken off"),
)
WIDE = (
    *GAME,
    *(
        Column(f"{name}{seat}", kind, what.format(seat))
        for seat in range(1, SEATS + 1)
        for name, kind, what in OF_A_SEAT
    ),
    Column("discrepancy", Kind.WHOLE, "by how much the counted scores are too much; else 0"),
    Column("reason", Kind.TEXT, "why they do not add up"),
)
RESULT = (
    Column("seat", Kind.WHOLE, "1 is the first dealer, 2 sits to the right of 1"),
    Column("player", Kind.TEXT, "whose the result is"),
    Column("place", Kind.WHOLE, "those who share a place have the same; empty where points go to who came for another"),
    Column("raw_score", Kind.WHOLE, "the score at the table in points"),
    Column("leftover_sticks", Kind.WHOLE, "points of riichi sticks that were left"),
    Column("uma", Kind.WHOLE, "points for the place"),
    Column("bonus", Kind.WHOLE, "the winner's bonus (oka)"),
    Column("penalty", Kind.WHOLE, "taken off for chombo, so 0 or negative"),
    Column("chips", Kind.WHOLE, "chips won, or lost (negative)"),
    Column("chip_points", Kind.WHOLE, "what they are worth in points"),
    Column("rounding", Kind.WHOLE, "what rounding moved"),
    Column("discrepancy", Kind.WHOLE, "the part in scores that do not add up"),
    Column("referee", Kind.WHOLE, "taken off by a referee, so 0 or negative"),
    Column("points", Kind.WHOLE, "the result in points, with all of it"),
)
LONG = (*GAME, *RESULT)
HANDS = (
    *NIGHT,
    Column("hand", Kind.WHOLE, "its number in the game"),
    Column("round_wind", Kind.TEXT, "E, S, W or N"),
    Column("dealer", Kind.TEXT, "who deals"),
    Column("honba", Kind.WHOLE, "counters"),
    Column("sticks_before", Kind.WHOLE, "riichi sticks in the pot before the hand"),
    Column("outcome", Kind.TEXT, "ron, tsumo, draw, abort or chombo"),
    Column("abort", Kind.TEXT, "what broke it off"),
    Column("win", Kind.WHOLE, "1, 2 … for each winning hand: a hand that two win has two rows; 1 where nobody won"),
    Column("winner", Kind.TEXT, "who won"),
    Column("discarder", Kind.TEXT, "by whose discard"),
    Column("han", Kind.WHOLE, "han, dora included"),
    Column("fu", Kind.WHOLE, "fu"),
    Column("score", Kind.WHOLE, "the Dutch score: han and 2"),
    Column("limit", Kind.TEXT, "mangan, haneman, baiman, sanbaiman"),
    Column("yakuman", Kind.WHOLE, "how many yakuman"),
    Column("value", Kind.WHOLE, "what was said to be paid for it"),
    Column("liable", Kind.TEXT, "who answers for it (pao)"),
    Column("yaku", Kind.TEXT, "the yaku, joined by +"),
    Column("dora", Kind.WHOLE, "how many of the han are dora"),
    Column("tiles", Kind.TEXT, "the tiles, if they were typed"),
    Column("riichi", Kind.TEXT, "who was in riichi, joined by |"),
    Column("tenpai", Kind.TEXT, "who was tenpai at a draw, joined by |"),
    Column("nagashi", Kind.TEXT, "who had a nagashi mangan, joined by |"),
    *(
        Column(f"change{seat}", Kind.WHOLE, f"what the hand changed for seat {seat} in points; in its first row only")
        for seat in range(1, SEATS + 1)
    ),
    Column("note", Kind.TEXT, "what was noted"),
)
PAYMENTS = (
    *NIGHT,
    Column("hand", Kind.WHOLE, "its number in the game"),
    Column("line", Kind.WHOLE, "1, 2 … within the hand"),
    Column("payer", Kind.TEXT, "who pays; empty is the pot of riichi sticks"),
    Column("payee", Kind.TEXT, "who is paid; empty is the pot"),
    Column("points", Kind.WHOLE, "how many points"),
    Column("reason", Kind.TEXT, "riichi, ron, tsumo, honba, sticks, noten, nagashi, pao or chombo"),
)
IDS = (
    Column("game_id", Kind.TEXT, "the game's id, the same in every ledger"),
    Column("player_id", Kind.TEXT, "the player's id, the same in every ledger"),
)

STANDINGS = (
    Column("table", Kind.CODE, "3 or 4 for games of so many players, or all"),
    Column("rank", Kind.WHOLE, "shared ones are equal; empty without enough games"),
    Column("player", Kind.TEXT, "the shown name"),
    Column("games", Kind.WHOLE, "how many games"),
    Column("points", Kind.WHOLE, "the sum of all results in points"),
    Column("average_points", Kind.NUMBER, "points per game"),
    Column("average_place", Kind.NUMBER, "the average of all places"),
    *(Column(place, Kind.WHOLE, f"how often {place}") for place in ("first", "second", "third", "fourth")),
    Column("penalties", Kind.WHOLE, "taken off, in the points already: 0 or negative"),
    Column("value", Kind.NUMBER, "what the standings go by"),
    Column("moved", Kind.WHOLE, "by how many ranks up since the last night"),
)

TRANSFERS = (
    Column("night", Kind.DATE, "the night that it is for"),
    Column("kind", Kind.TEXT, "planned: who should pay whom; paid: money that was handed over"),
    Column("payer", Kind.TEXT, "who pays"),
    Column("payee", Kind.TEXT, "who is paid"),
    Column("amount", Kind.AMOUNT, "in units of the currency"),
    Column("currency", Kind.CODE, "its code"),
    Column("paid_on", Kind.DATE, "the day it was handed over"),
    Column("number", Kind.WHOLE, "by which a payment is taken back"),
    Column("note", Kind.TEXT, "what was noted"),
)

STATISTICS = (
    Column("player", Kind.TEXT, "the shown name"),
    Column("table", Kind.WHOLE, "3 or 4: games of so many players"),
    Column("games", Kind.WHOLE, "how many games"),
    Column("average_place", Kind.NUMBER, "of all games"),
    Column("points", Kind.WHOLE, "the sum of all results"),
    Column("hands", Kind.WHOLE, "hands at the table"),
    Column("wins", Kind.WHOLE, "hands won"),
    Column("wins_by_tsumo", Kind.WHOLE, "of these by tsumo"),
    Column("deal_ins", Kind.WHOLE, "hands in which others won by their discard"),
    Column("riichi", Kind.WHOLE, "hands with riichi"),
    Column("draws", Kind.WHOLE, "exhaustive draws"),
    Column("tenpai", Kind.WHOLE, "of these tenpai"),
    Column("average_win", Kind.NUMBER, "points of a hand won, without counters and sticks"),
    Column("average_deal_in", Kind.NUMBER, "points of a hand dealt into, without counters"),
    Column("busts", Kind.WHOLE, "games that ended below zero"),
)
BALANCES = (
    Column("player", Kind.TEXT, "whose it is"),
    Column("currency", Kind.CODE, "its code"),
    Column("balance", Kind.AMOUNT, "what they are owed over all settled nights, or owe (negative)"),
)
RATINGS = (
    Column("table", Kind.CODE, "3 or 4 for games of so many players"),
    Column("rank", Kind.WHOLE, "shared ones are equal"),
    Column("player", Kind.TEXT, "the shown name"),
    Column("games", Kind.WHOLE, "how many games"),
    Column("rating", Kind.NUMBER, "after the last game"),
    Column("best", Kind.NUMBER, "the highest it was"),
    Column("mu", Kind.NUMBER, "what OpenSkill makes it of"),
    Column("sigma", Kind.NUMBER, "how sure that is"),
)
