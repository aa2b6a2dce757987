r"""Reading a night written as text.

    night 2026-11-20 rules dutch-4p rate 0.50 EUR      its date; rules and rate where they are not the club's
    id …                                               written here once the night is recorded
    players Ken, John, Taro, Anne Marie                who is added if they are new
    scores in hundreds                                 88 means 8,800 below
    game Ken John Taro Anna at window rules standard   first dealer first
    e1.0 Ken ron John 3/40 riichi                      a hand, as in ledger hand
    = Ken 46000 John 44000 Taro 45000 Anna 45000       the scores here
    sub Ken Bo result split                            Bo sits for Ken from here on; whose the result is
    penalty Ken 20000 late                             taken off Ken's result by a referee, in points
    end                                                ended before its last hand, or with scores
    result Ken 88000 John -15000 Taro 62000            a game from its final scores
    here Cy                                            who came without playing; left Cy: who has left
    line Anna=24.00, Ken=-24.00 pizza                  beside the games; fee 2.50, or fee 1.00 per game

Blank lines and what follows # are passed over; \# is a # that begins a word. A word such as rules
is said with @ where it belongs to a name or a label (at house @rules). Whether names, hands and
scores can be is not asked here: only what each line is.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from urllib.parse import quote, unquote

from ledger.errors import LedgerError, UsageError, listing, quoted
from ledger.names import clean_name, clean_note, did_you_mean, name_key, unusable_character
from ledger.notation.reading import read_name
from ledger.notation.refusals import AmbiguousPlayer, ParseError, UnknownPlayer
from ledger.notation.seated import FORCE, Seated
from ledger.notation.sheet_points import COMMAS, LineError, names_of, points_of
from ledger.notation.words import Line
from ledger.shapes.game import MOST_PENALTY, Credit
from ledger.shapes.sheet import (
    Points,
    Problem,
    Sheet,
    SheetCheck,
    SheetCount,
    SheetEnd,
    SheetEntry,
    SheetFee,
    SheetGame,
    SheetHand,
    SheetLine,
    SheetNames,
    SheetPenalty,
    SheetSub,
    SheetUnread,
)

OF_A_GAME = ("at", "rules", "rounds")
OF_A_COUNT = (
    *("sticks-left", "last-dealer", "last-winner", "ahead", "chips", "chombo"),
    *("discrepancy", "discrepancy-by"),
)
OPTIONS = (*OF_A_GAME, *OF_A_COUNT)
"""What may follow names or scores, each with its own words behind it."""
OF_A_SUB = ("result",)
KEYWORDS = (
    *("night", "id", "players", "here", "left", "line", "fee", "scores", "game", "result", "sub", "penalty"),
    *("end", "="),
)
"""What a line begins with that is no hand."""
MOST_OF_A_LINE = 2000
MOST_CHIPS = 9999
PAIR = r".+?=\s*[-+\u2212]?[0-9]+(?:[.,][0-9]+)*"
LINE = re.compile(rf"(?P<pairs>{PAIR}(?:,\s+{PAIR})*)\s+(?P<title>[^\s,].*)")
"""Anna=24.00, Ken=-24.00 pizza."""
PENALTY = re.compile(
    r"(?:(?P<bare>[^\d=]+)\s(?!.*?[0-9,]+\s+=)|(?P<name>.+?)\s*=\s*)(?P<points>[0-9]{1,9}(?:,[0-9]{3}){0,2})\s+(?P<reason>.+)"
)
"""Ken 20000 late, or with a name that holds a number: Player 2=20000 late."""


def parse_sheet(text: str) -> Sheet:
    """What a sheet says, with a problem for each line that says nothing."""
    reader = _Reader()
    for number, line in enumerate(lines_of(text), start=1):
        try:
            reader.read(number, line)
        except UsageError as error:
            reader.problems.append(Problem(number, str(error)))
            reader.leave_unread(number)
    return reader.sheet()


def lines_of(text: str) -> list[str]:
    """The lines of a text with their ends, as an editor counts them."""
    return re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", text)


def without_comment(line: str) -> str:
    """A line without its comment; in a hand's note anything may stand, so behind one there is none."""
    kept, note = line, ""
    first = ""
    for word in re.finditer(r"[^\s,，]+", line):
        first = first or word[0]
        if word[0].startswith("#"):
            kept = line[: word.start()]
            break
        if name_key(word[0]) == "note" and not first.startswith("=") and name_key(first) not in KEYWORDS:
            kept, note = line[: word.end()], line[word.end() :]
            break
    return (re.sub(r"(?<![^\s,，])\\(\\*#)", r"\1", kept) + note).strip()


def as_line(text: str, note: str | None = None) -> str:
    """A line as a sheet says it, so that no word of it begins a comment; note: the one at the end of a hand."""
    end = "" if note is None else f' note "{note}"'
    return re.sub(r"(?<![^\s,，])(\\*#)", r"\\\1", text.removesuffix(end)) + end


def as_words(text: str) -> str:
    """A name or a label as it can stand before and behind options."""
    return " ".join(f"{FORCE}{word}" if _bare(word) in (*OPTIONS, *OF_A_SUB) else word for word in text.split())


def as_id(uid: str) -> str:
    """A night's id as one word; most are one."""
    return quote(uid, safe="/")


def _bare(word: str) -> str:
    """A folded word without the @ before it."""
    return name_key(word).lstrip(FORCE)


class _Reader:
    """The lines read so far."""

    def __init__(self) -> None:
        self.night: Sheet | None = None
        self.night_line = 0
        self.uid: str | None = None
        self.players: list[str] = []
        self.here: list[SheetNames] = []
        self.left: list[SheetNames] = []
        self.lines: list[SheetLine] = []
        self.fees: list[SheetFee] = []
        self.games: list[SheetGame] = []
        self.problems: list[Problem] = []
        self.unit: int | None = 1
        self.word = ""  # that begins the line

    def read(self, number: int, typed: str) -> None:
        """One line."""
        line = without_comment(typed.removeprefix("\ufeff"))
        spaced = f"= {line[1:]}" if line.startswith("=") else line
        first, _, rest = " ".join(spaced.split()).partition(" ")
        self.word = name_key(first)
        if not line:
            return
        if len(line) > MOST_OF_A_LINE:
            raise LineError(f"this line has {len(line):,} characters: at most {MOST_OF_A_LINE:,} are read")
        if bad := unusable_character(line.replace("\t", " ")):
            raise LineError(f"this line contains {bad}")
        readers: dict[str, Callable[[int, str], None]] = {
            "night": self._night,
            "id": self._id,
            "players": self._players,
            "here": self._here,
            "left": self._left,
            "line": self._line,
            "fee": self._fee,
            "scores": self._scores,
            "sub": self._sub,
            "penalty": self._penalty,
            "game": self._game,
            "result": self._result,
            "end": self._end,
            "=": self._check,
        }
        read = readers.get(self.word)
        if read is None:
            self._hand(number, line)
        else:
            read(number, rest)

    def leave_unread(self, number: int) -> None:
        """Keeps the place of the line that could not be read, so that what follows is not taken for something else."""
        if self.word == "scores":
            self.unit = None
        elif self.word in ("game", "result"):
            result = SheetEnd(number) if self.word == "result" else None
            self.games.append(SheetGame(number, "", result=result, unread=True))
        elif self.word not in KEYWORDS or self.word in ("end", "sub"):
            self._add_unless_over(SheetUnread(number))

    def sheet(self) -> Sheet:
        """All that was read."""
        if not self.night_line:
            self.problems.insert(0, Problem(1, "the sheet has no night: begin with a line such as  night 2026-11-20"))
        return replace(
            self.night or Sheet(),
            uid=self.uid,
            players=tuple(self.players),
            here=tuple(self.here),
            left=tuple(self.left),
            lines=tuple(self.lines),
            fees=tuple(self.fees),
            games=tuple(self.games),
            problems=tuple(self.problems),
        )

    def _night(self, number: int, rest: str) -> None:
        if self.night_line:
            raise LineError(f"a sheet has one night, that of line {self.night_line}: write another sheet for this one")
        self.night_line = number
        head, options = _options(rest, ("rules", "rate"))
        held_on = _day(head)
        rate, _, currency = options.get("rate", "").partition(" ")
        self.night = Sheet(
            number,
            held_on,
            rules=options.get("rules"),
            rate=rate or None,
            currency=currency or None,
        )

    def _id(self, _number: int, rest: str) -> None:
        if not rest or " " in rest or self.uid is not None:
            raise LineError("id is written by the ledger, once: leave it as it was")
        self.uid = unquote(rest)
        if bad := unusable_character(self.uid):
            raise LineError(f"the id contains {bad}: leave it as it was written")

    def _players(self, number: int, rest: str) -> None:
        for name in names_of(rest):
            try:
                self.players.append(clean_name(name, f"the name {name!r}"))
            except UsageError as error:
                self.problems.append(Problem(number, str(error)))

    def _here(self, number: int, rest: str) -> None:
        if not rest:
            raise LineError("who came? Write their names, as in here Ken, Anne Marie")
        self.here.append(SheetNames(number, rest))

    def _left(self, number: int, rest: str) -> None:
        if not rest:
            raise LineError("who has left? Write their names, as in left Ken, Anne Marie")
        self.left.append(SheetNames(number, rest))

    def _line(self, number: int, rest: str) -> None:
        said = LINE.fullmatch(rest)
        if said is None:
            raise LineError("a line has amounts and a title, as in line Anna=24.00, Ken=-12.00, John=-12.00 pizza")
        pairs = [pair.rpartition("=") for pair in re.split(r",\s+", said["pairs"])]
        amounts = tuple((name.strip().removeprefix(FORCE), amount.strip()) for name, _, amount in pairs)
        self.lines.append(SheetLine(number, clean_note(said["title"]), amounts))

    def _fee(self, number: int, rest: str) -> None:
        said = re.fullmatch(r"(\S+)(?:\s+(?:per\s+)?(head|game))?", rest, re.IGNORECASE)
        if said is None:
            raise LineError("a fee has an amount, as in fee 2.50, or fee 1.00 per game")
        self.fees.append(SheetFee(number, said[1], name_key(said[2] or "head")))

    def _sub(self, number: int, rest: str) -> None:
        names, options = _options(rest, OF_A_SUB)
        credit = name_key(options.get("result", Credit.STARTER.value))
        if credit not in list(Credit):
            raise LineError(f"result {quoted(credit)}: whose it is, {listing(list(Credit), 'or')}")
        if not names:
            raise LineError("who comes for whom? Write both names, as in sub Ken Anna")
        self._add(SheetSub(number, names, Credit(credit)))

    def _penalty(self, number: int, rest: str) -> None:
        said = PENALTY.fullmatch(rest)
        if said is None:
            raise LineError("a penalty has a name, points and a reason, as in penalty Ken 20000 late")
        name, points = said["name"] or said["bare"], int(said["points"].replace(",", ""))
        if not 0 < points <= MOST_PENALTY:
            raise LineError(f"a penalty takes 1 to {MOST_PENALTY:,} points off, got {points:,}")
        penalty = SheetPenalty(number, name.strip().removeprefix(FORCE), points, clean_note(said["reason"]))
        if self.games and (self.games[-1].result is not None or self._nothing_more()):  # also of a game that is over
            self.games[-1] = replace(self.games[-1], entries=(*self.games[-1].entries, penalty))
        else:
            self._add(penalty)

    def _scores(self, _number: int, rest: str) -> None:
        if name_key(rest) not in ("in hundreds", "in points"):
            raise LineError("scores are in points, or write: scores in hundreds")
        self.unit = 100 if name_key(rest) == "in hundreds" else 1

    def _game(self, number: int, rest: str) -> None:
        names, options = _options(rest, OF_A_GAME)
        if not names:
            raise LineError("who plays? Write the names, first dealer first: game Ken John Taro Anna")
        self.games.append(_game_of(number, names, options))

    def _result(self, number: int, rest: str) -> None:
        head, options = _options(rest, OPTIONS)
        scores = self._points(head, "result Ken 88000 John -15000 Taro 62000")
        end = SheetEnd(number, scores, _count(options))
        names = ", ".join(score.name for score in scores)
        game = _game_of(number, names, options)
        self.games.append(replace(game, result=end, unread=self.unit is None))

    def _end(self, number: int, rest: str) -> None:
        head, options = _options(rest, OF_A_COUNT)
        scores = self._points(head, "end Ken 46000 John 44000 …, or end alone") if head else ()
        end = SheetEnd(number, scores, _count(options))
        self._add(SheetUnread(number) if scores and self.unit is None else end)

    def _check(self, number: int, rest: str) -> None:
        scores, _ = _options(rest, ())
        check = SheetCheck(number, self._points(scores, "= Ken 46000 John 44000 …"))
        if self.unit is not None:
            self._add(check)

    def _hand(self, number: int, line: str) -> None:
        self._add(SheetHand(number, line))

    def _add(self, entry: SheetEntry) -> None:
        if why := self._nothing_more():
            raise LineError(why)
        self.games[-1] = replace(self.games[-1], entries=(*self.games[-1].entries, entry))

    def _add_unless_over(self, entry: SheetEntry) -> None:
        if not self._nothing_more():
            self._add(entry)

    def _nothing_more(self) -> str | None:
        """Why nothing of a game can stand here, if nothing can."""
        if not self.games:
            return "no game begins before this line: write  game NAMES  first"
        game = self.games[-1]
        if game.result is not None:
            return f"the game of line {game.line} is only its result: write  game NAMES  before its hands"
        if any(isinstance(before, SheetEnd) for before in game.entries):
            return "the game ended above: write  game NAMES  before the hands of the next"
        return None

    def _points(self, text: str, example: str) -> tuple[Points, ...]:
        return tuple(Points(name, number * (self.unit or 1)) for name, number in points_of(text, example))


def _options(text: str, known: Sequence[str]) -> tuple[str, dict[str, str]]:
    """A line's words before its options, and the words of each."""
    head: list[str] = []
    options: dict[str, list[str]] = {}
    words = head
    for word in text.split():
        key = name_key(word)
        if key in known:
            if key in options:
                raise LineError(f"{key} is there twice; where it belongs to a name or a label, write {FORCE}{key}")
            words = options[key] = []
        else:
            forced = word.startswith(FORCE) and _bare(re.split(f"[={COMMAS}]", word)[0]) in (*OPTIONS, *OF_A_SUB)
            words.append(word[1:] if forced else word)
    if empty := [key for key, said in options.items() if not said]:
        raise LineError(f"what follows {empty[0]}? It stands alone at the end")
    return " ".join(head), {key: " ".join(said) for key, said in options.items()}


def _game_of(number: int, names: str, options: dict[str, str]) -> SheetGame:
    rounds = options.get("rounds")
    if rounds is not None and rounds not in ("1", "2", "3", "4"):
        raise LineError(f"rounds {quoted(rounds)}: 1 for East only, 2 for East and South, up to 4")
    length = int(rounds) if rounds else None
    return SheetGame(number, names, options.get("at"), options.get("rules"), rounds=length)


def _count(options: dict[str, str]) -> SheetCount:
    sticks = options.get("sticks-left", "0")
    if not re.fullmatch(r"[0-9]{1,2}", sticks):
        raise LineError(f"sticks-left {quoted(sticks)}: how many riichi sticks are left, as in sticks-left 1")
    chips = tuple(points_of(options["chips"], "chips Ken 3 John -3")) if "chips" in options else ()
    for name, number in chips:
        if abs(number) > MOST_CHIPS:
            raise LineError(f"{name} has {number:,} chips: at most {MOST_CHIPS:,} can be")
    return SheetCount(
        int(sticks),
        options.get("last-dealer"),
        options.get("last-winner"),
        tuple(names_of(options.get("ahead", ""))),
        chips,
        tuple(names_of(options.get("chombo", ""))),
        clean_note(options["discrepancy"]) if "discrepancy" in options else None,
        options.get("discrepancy-by", "shared"),
    )


def _day(text: str) -> date:
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()  # noqa: DTZ007 - a calendar day has no zone
    except ValueError as error:
        raise LineError(f"{quoted(text)} is no date: write year-month-day, as in night 2026-11-20") from error


def names_in(text: str, known: Sequence[str], also: Mapping[str, int] | None = None) -> list[str]:
    """The people that a line names. Raises UnknownInSheet or AmbiguousPlayer."""
    names, wrong = people_in(text, known, also)
    if wrong:
        raise wrong[0]
    return names


def people_in(
    text: str, known: Sequence[str], also: Mapping[str, int] | None = None
) -> tuple[list[str], list[LedgerError]]:
    """The people that a line names, and what is wrong with the other words of it; also: further names, as in Seated."""
    line, seated = Line(text), Seated(known, dealer=None, also=also)
    names: list[str] = []
    wrong: list[LedgerError] = []
    while not line.ended:
        try:
            names.append(known[read_name(line, seated, "a player", "as in: game Ken John Taro Anna")])
        except UnknownPlayer as error:
            wrong.append(UnknownInSheet(error.typed, known))
            line.at += len(error.typed.split())
        except AmbiguousPlayer as error:
            wrong.append(error)
            line.at += len(error.typed.split())
        except ParseError as error:
            wrong.append(error)
            break
    return names, wrong


class UnknownInSheet(LedgerError):
    """A name that nobody in the club has."""

    def __init__(self, typed: str, known: Sequence[str]) -> None:
        self.typed = typed
        super().__init__(
            f"no player {quoted(typed)} in this ledger{did_you_mean(typed, known)} "
            f"(somebody new: write a line  players {typed})"
        )
