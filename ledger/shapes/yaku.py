"""The yaku by the names that the ledger writes."""

YAKU = (
    *("riichi", "double-riichi", "ippatsu", "menzen-tsumo", "pinfu", "tanyao", "iipeikou"),
    *("white-dragon", "green-dragon", "red-dragon", "seat-wind", "round-wind"),
    *("haitei", "houtei", "rinshan", "chankan"),
    *("chiitoitsu", "toitoi", "sanankou", "sankantsu", "sanshoku-doujun", "sanshoku-doukou", "ittsu", "chantai"),
    *("honroutou", "shousangen", "junchan", "honitsu", "ryanpeikou", "chinitsu"),
    *("tenhou", "chiihou", "renhou", "kokushi", "kokushi-13", "suuankou", "suuankou-tanki", "daisangen"),
    *("shousuushii", "daisuushii", "tsuuiisou", "chinroutou", "ryuuiisou", "chuuren", "chuuren-9", "suukantsu"),
)
"""All of them, cheap ones first, yakuman last."""

OTHER_NAMES = {
    "tsumo": "menzen-tsumo",
    "haku": "white-dragon",
    "hatsu": "green-dragon",
    "chun": "red-dragon",
    "chiitoi": "chiitoitsu",
    "seven-pairs": "chiitoitsu",
    "sanshoku": "sanshoku-doujun",
    "itsu": "ittsu",
    "chanta": "chantai",
}
"""What people also say."""

OF_RIICHI = ("riichi", "double-riichi", "ippatsu")
"""The yaku that need a riichi."""
