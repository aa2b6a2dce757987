"""Games of an event kept in Pantheon: JSON with games, their rounds, and the players of the event."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ledger.importers.files import read_json
from ledger.importers.found import Found, FoundGame, FoundHand, FoundPenalty, Place, Problem
from ledger.importers.logs import (
    STRUCTURE,
    Reading,
    named,
    player_names,
    points_of,
    price_of,
    problem_at,
    read_each,
    whole,
)
from ledger.rules.facts import AbortiveDraw, Chombo, ExhaustiveDraw, Facts, Liability, Ron, Tsumo, Win
from ledger.shapes.hand import Abort

SYSTEM = "pantheon"


def read(paths: Sequence[Path]) -> Found:
    """The games in files of Pantheon."""
    return read_each(paths, SYSTEM, _read)


def _read(path: Path, reading: Reading) -> Iterator[FoundGame | Problem]:
    said = _plain(read_json(path))
    titles = _titles(said["players"])
    if not said["games"]:
        raise ValueError("there is no game in it")
    for number, game in enumerate(said["games"], start=1):
        try:
            yield _Game(game, titles, reading, f"game {number}").found()
        except STRUCTURE as error:
            yield problem_at(reading, error)


OUTCOMES = ("ron", "multiron", "tsumo", "draw", "nagashi", "abort", "chombo")
OTHER_KEYS = {"session_hash": "hash", "penalty_logs": "penalties"}
"""What its present answers call otherwise than those before."""


def _plain(said: Any) -> Any:
    """An answer with the keys of old: present ones are written as in riichiBets, and nothing is written for a zero."""
    if isinstance(said, Mapping):
        keys = {key: re.sub("[A-Z]", lambda found: f"_{found[0].lower()}", key) for key in said}
        return {OTHER_KEYS.get(new, new): _plain(said[key]) for key, new in keys.items()}
    return [_plain(one) for one in said] if isinstance(said, list) else said


def _round(said: Any) -> Any:
    """A round with its outcome beside the rest of it; in present answers the outcome is the key of the rest."""
    if "outcome" in said:
        return said
    outcome = next((name for name in OUTCOMES if name in said), None)
    if outcome is None:
        raise ValueError(f"it ends with {', '.join(map(str, said))!r:.40}, which nobody knows here")
    return {**said[outcome], "outcome": outcome}


def _titles(players: Any) -> dict[str, str]:
    """The name of each player by id."""
    every = players.values() if isinstance(players, Mapping) else players
    return {str(one["id"]): str(one.get("title") or one.get("display_name")) for one in every}


def _title(player: str, titles: Mapping[str, str]) -> str:
    """A player's name by id. Raises ValueError."""
    if player not in titles:
        raise ValueError(f"player {player[:40]} is not among the players of the event")
    return titles[player]


class _Game:
    """A game, its players' seats by id."""

    def __init__(self, said: Any, titles: Mapping[str, str], reading: Reading, name: str) -> None:
        self.said = said
        self.reading = reading
        self.name = name
        reading.at = name
        self.ids = [str(one) for one in said["players"]]
        if len(set(self.ids)) != len(self.ids) or len(self.ids) not in (3, 4):
            raise ValueError(f"it names {len(set(self.ids))} players")
        self.players = player_names(_title(one, titles) for one in self.ids)

    def found(self) -> FoundGame:
        """The game as it was found."""
        hands = tuple(self._hands())
        results = self.said["final_results"]
        if not isinstance(results, Mapping):
            results = {str(one["player_id"]): one for one in results}
        scores = tuple(points_of(results[one].get("score", 0)) for one in self.ids)
        date = self.said.get("date")
        return FoundGame(
            key=f"pantheon:{named(self.said['hash'], 'the name of the game')}",
            place=Place(self.reading.file, inside=self.name),
            players=self.players,
            played_at=None if date is None else _time(str(date)),
            hands=hands,
            scores=scores,
            ended=False,  # whether it ended by the clock is not written
            penalties=tuple(self._penalties()),
        )

    def _hands(self) -> Iterator[FoundHand]:
        for number, said in enumerate(self.said.get("rounds") or (), start=1):
            self.reading.at = f"{self.name}, hand {number}"
            yield FoundHand(self.reading.place, self._facts(_round(said)))
        self.reading.at = self.name

    def _facts(self, said: Any) -> Facts:
        riichi = self._seats(said.get("riichi_bets"))
        match said["outcome"]:
            case "ron":
                return Ron(self._seat(said["loser_id"]), (self._win(said),), riichi)
            case "multiron":
                wins = tuple(self._win(win) for win in said["wins"])
                each = {seat for win in said["wins"] for seat in self._seats(win.get("riichi_bets"))}
                return Ron(self._seat(said["loser_id"]), wins, tuple(sorted({*riichi, *each})))
            case "tsumo":
                return Tsumo(self._win(said), riichi)
            case "draw":
                return ExhaustiveDraw(tuple(sorted({*self._seats(said.get("tempai")), *riichi})), riichi)
            case "nagashi":
                tenpai = tuple(sorted({*self._seats(said.get("tempai")), *riichi}))
                return ExhaustiveDraw(tenpai, riichi, self._seats(said["nagashi"]))
            case "abort":
                # Which one it was is not written: four riichi are told by their sticks.
                return AbortiveDraw(Abort.FOUR_RIICHI if len(riichi) == 4 else Abort.NINE_TERMINALS, riichi)
            case "chombo":
                return Chombo(self._seat(said["loser_id"]), riichi)
            case other:
                raise ValueError(f"its outcome is {other!r:.40}, which nobody knows here")

    def _win(self, said: Any) -> Win:
        han = whole(said["han"], -6, 200, "han")  # with dora; a yakuman is -1, two are -2
        fu = whole(said.get("fu") or 0, 0, 1000, "fu")
        liable = said.get("pao_player_id")
        dora = sum(whole(said.get(name) or 0, 0, 100, name) for name in ("dora", "uradora", "kandora", "kanuradora"))
        price = price_of(0, None, -han) if han < 0 else price_of(han, fu, 0)
        pao = Liability(self._seat(liable)) if liable else None
        return Win(self._seat(said["winner_id"]), price, pao, None, (), dora if han > 0 and dora else None)

    def _seat(self, player: Any) -> int:
        """The seat of a player by id. Raises ValueError."""
        if str(player) not in self.ids:
            raise ValueError(f"player {player!r:.40} is not in this game")
        return self.ids.index(str(player))

    def _seats(self, players: Any) -> tuple[int, ...]:
        """The seats of players by id, in a list or joined by commas."""
        every: Iterable[Any] = players.split(",") if isinstance(players, str) else players or ()
        return tuple(sorted(self._seat(str(one).strip()) for one in every if str(one).strip()))

    def _penalties(self) -> Iterator[FoundPenalty]:
        for said in self.said.get("penalties") or ():
            points = abs(whole(said["amount"], -1_000_000, 1_000_000, "a penalty"))
            if points:
                yield FoundPenalty(self._seat(said["who"]), points, str(said.get("reason") or "penalty"))


def _time(text: str) -> datetime:
    """A moment as Pantheon writes it; without a zone it is UTC. Raises ValueError."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
