"""What the columns of a spreadsheet are called: English, Dutch, Polish, German, French, Italian, Japanese, Chinese."""

import re

from ledger.importers.csv_values import folded

WORDS = {
    "score": "score scores points point punten punkty punkte pts pkt stand wynik result resultaat ergebnis eindstand "
    "final rpoint punteggio 点",
    "seat": "seat zetel sitz siege wind wiatr vent vento",
    "date": "date datum data tag jour dzien dia day when night playtime 日",
    "rules": "rules rule regels regles regeln zasady ruleset",
    "table": "table tafel tisch stol stolik",
    "player": "player speler gracz spieler joueur giocatore name naam nom nazwa imie nick "
    "east south west north oost zuid noord ost sud sued nord est ouest wschod poludnie zachod polnoc "
    "東 东 南 西 北 東家 东家 南家 西家 北家 一位 二位 三位 四位 1位 2位 3位 4位",
    "game": "game spel gra partie spiel hanchan hanczan nr no number numer nummer round ronde runde match 局 "
    "hour uur heure godzina stunde session",  # the hour is what many clubs call the number of the game
}
"""Words of which one is a head, or in it; what comes first counts."""
WITHIN = {
    "score": "点数 素点 得点 分数 スコア",
    "seat": "座次 席",
    "date": "日付 日時 日期 时间",
    "rules": "ルール",
    "table": "卓",
    "player": "プレイヤー 名前 選手",
    "game": "半荘 编号 回戦",
}
"""Words of languages without spaces: a head has one in it."""
SUM = "sum"
SUMS = ("total", "totaal", "suma", "summe", "somme", "sum")
"""Words of columns that are sums: a sum of scores is nobody's score."""
KINDS = {kind: {folded(word) for word in words.split()} for kind, words in WORDS.items()}
KINDS_WITHIN = {kind: [folded(word) for word in words.split()] for kind, words in WITHIN.items()}


def kind_of(head: str) -> str:
    """What a column is called for; nothing where nobody knows."""
    bare = folded(head.strip())
    words = {bare, *re.split(r"[\W_0-9]+", bare)} - {""}
    if words.intersection(SUMS):
        return SUM
    if bare == "rule_version":  # of a club's bot, whose rules have other names here
        return ""
    for kind, known in KINDS.items():
        if words & known or any(word in bare for word in KINDS_WITHIN[kind]):
            return kind
    return ""
