"""The ledger of a riichi mahjong club."""

VERSION = "0.1.0"
