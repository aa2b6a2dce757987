"""The ledger of a riichi mahjong club."""
