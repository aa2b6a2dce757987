"""The order of turns around a table."""


def turn_order(seats: tuple[int, ...], after: int, players: int) -> list[int]:
    """Seats in turn order, beginning with the one that follows the given seat."""
    return sorted(seats, key=lambda seat: (seat - after - 1) % players)


def others_in_turn(seat: int, players: int) -> list[int]:
    """All others, beginning with the one that follows."""
    return [(seat + step) % players for step in range(1, players)]
