"""What Tenhou calls things: yaku by number and by name, rooms by the bits of their type."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ledger.presets import preset
from ledger.rules.ruleset import Ruleset
from ledger.shapes.hand import Abort

WINDS = 4
YAKU = (
    *("menzen-tsumo", "riichi", "ippatsu", "chankan", "rinshan", "haitei", "houtei", "pinfu", "tanyao", "iipeikou"),
    *("seat-wind",) * WINDS,
    *("round-wind",) * WINDS,
    *("white-dragon", "green-dragon", "red-dragon", "double-riichi", "chiitoitsu", "chantai", "ittsu"),
    *("sanshoku-doujun", "sanshoku-doukou", "sankantsu", "toitoi", "sanankou", "shousangen", "honroutou"),
    *("ryanpeikou", "junchan", "honitsu", "chinitsu", "renhou", "tenhou", "chiihou", "daisangen", "suuankou"),
    *("suuankou-tanki", "tsuuiisou", "ryuuiisou", "chinroutou", "chuuren", "chuuren-9", "kokushi", "kokushi-13"),
    *("daisuushii", "shousuushii", "suukantsu"),
)
"""By Tenhou's numbers; those after these are dora, dora below the dora, and red fives."""
DORA = len(YAKU)
BY_NAME = {
    "門前清自摸和": "menzen-tsumo", "立直": "riichi", "一発": "ippatsu", "槍槓": "chankan", "嶺上開花": "rinshan",
    "海底摸月": "haitei", "河底撈魚": "houtei", "平和": "pinfu", "断幺九": "tanyao", "一盃口": "iipeikou",
    "役牌 白": "white-dragon", "役牌 發": "green-dragon", "役牌 中": "red-dragon", "両立直": "double-riichi",
    "七対子": "chiitoitsu", "混全帯幺九": "chantai", "一気通貫": "ittsu", "三色同順": "sanshoku-doujun",
    "三色同刻": "sanshoku-doukou", "三槓子": "sankantsu", "対々和": "toitoi", "三暗刻": "sanankou",
    "小三元": "shousangen", "混老頭": "honroutou", "二盃口": "ryanpeikou", "純全帯幺九": "junchan",
    "混一色": "honitsu", "清一色": "chinitsu", "人和": "renhou", "天和": "tenhou", "地和": "chiihou",
    "大三元": "daisangen", "四暗刻": "suuankou", "四暗刻単騎": "suuankou-tanki", "字一色": "tsuuiisou",
    "緑一色": "ryuuiisou", "清老頭": "chinroutou", "九蓮宝燈": "chuuren", "純正九蓮宝燈": "chuuren-9",
    "国士無双": "kokushi", "国士無双１３面": "kokushi-13", "大四喜": "daisuushii", "小四喜": "shousuushii",
    "四槓子": "suukantsu",
}  # fmt: skip
DORA_NAMES = ("ドラ", "裏ドラ", "赤ドラ", "抜きドラ")
ABORTS = {
    "yao9": Abort.NINE_TERMINALS,
    "kaze4": Abort.FOUR_WINDS,
    "reach4": Abort.FOUR_RIICHI,
    "kan4": Abort.FOUR_KANS,
    "ron3": Abort.TRIPLE_RON,
    "九種九牌": Abort.NINE_TERMINALS,
    "四風連打": Abort.FOUR_WINDS,
    "四家立直": Abort.FOUR_RIICHI,
    "四槓散了": Abort.FOUR_KANS,
    "三家和了": Abort.TRIPLE_RON,
}
NO_RED, NO_OPEN_TANYAO, EAST_AND_SOUTH, THREE_PLAYERS = 0x02, 0x04, 0x08, 0x10
JAPAN = timedelta(hours=9)


def rules_of_room(bits: int) -> Ruleset:
    """The rules of a room by its type; East only where the bit for South is not set."""
    players = 3 if bits & THREE_PLAYERS else 4
    return tenhou_rules(
        players, south=bool(bits & EAST_AND_SOUTH), red=not bits & NO_RED, tanyao=not bits & NO_OPEN_TANYAO
    )


def tenhou_rules(players: int, *, south: bool, red: bool, tanyao: bool) -> Ruleset:
    """Tenhou's rules as a room has them; those of its ranked rooms are the presets."""
    usual = preset("tenhou-3p" if players == 3 else "tenhou")
    return replace(usual, rounds=2 if south else 1, red_fives=red, open_tanyao=tanyao)


def key_and_time(path: Path) -> tuple[str | None, datetime | None]:
    """What Tenhou names a game in its file's name, and the hour in Japan that it begins with."""
    found = re.search(
        r"(20[0-9]{2})([01][0-9])([0-3][0-9])([0-2][0-9])gm-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-z]{8}", path.name
    )
    if found is None:
        return None, None
    try:
        began = datetime(*map(int, found.groups()), tzinfo=UTC) - JAPAN  # type: ignore[arg-type, misc]
    except ValueError:
        began = None
    return f"tenhou:{found[0]}", began
