"""The rating systems by name, with OpenSkill among them.

OpenSkill is another's program that works in floating point and gives its ratings random identities, which the rules
have no part in; so it is here, above them. Its results are rounded to millionths after each game, as all ratings are.
"""

from collections.abc import Iterable, Sequence

from ledger.rules.rating import MILLION, START, Rated, RatedGame, Rating, System, elo, replayed, tenhou

SYSTEMS = ("tenhou", "elo", "openskill")


def rate(system: str, games: Iterable[RatedGame]) -> dict[int, list[Rated]]:
    """Everybody's ratings by one of SYSTEMS after each of their games, the last being what they have now.

    games: as they were played, three- and four-player games apart. Raises ValueError for places that are none.
    """
    match system:
        case "tenhou":
            return replayed(games, Rating(START), tenhou)
        case "elo":
            return replayed(games, Rating(START), elo)
        case "openskill":
            return replayed(games, _openskill_rating(MU, SIGMA, 0), _openskill())
    raise ValueError(f"{system} is none of {SYSTEMS}")


MU = 25.0
SIGMA = MU / 3
BETA = SIGMA / 2
TAU = MU / 300
KAPPA = 0.0001
"""What OpenSkill has by default, named so that another version of it changes no rating."""


def _openskill() -> System:
    """OpenSkill by Plackett and Luce; who ties shares a rank."""
    from openskill.models import PlackettLuce  # noqa: PLC0415 - a tenth of a command's start, and rarely needed

    model = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU, kappa=KAPPA)

    def after(places: Sequence[int], before: Sequence[Rating]) -> list[Rating]:
        sides = [
            [model.rating(mu=(rating.mu or 0) / MILLION, sigma=(rating.sigma or 0) / MILLION)] for rating in before
        ]
        rated = model.rate(sides, ranks=list(map(float, places)))
        return [
            _openskill_rating(side.mu, side.sigma, rating.games + 1)
            for (side,), rating in zip(rated, before, strict=True)
        ]

    return after


def _openskill_rating(mu: float, sigma: float, games: int) -> Rating:
    """Shown is what somebody is all but sure to be worth: mu - 3 sigma."""
    whole_mu, whole_sigma = round(mu * MILLION), round(sigma * MILLION)
    return Rating(whole_mu - 3 * whole_sigma, games, whole_mu, whole_sigma)
