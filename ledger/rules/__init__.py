"""The rules of the game: pure functions from facts to payments, results, money and transfers."""
