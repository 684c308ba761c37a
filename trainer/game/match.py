"""A match: deals to a target, with its boxes, bonuses and columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from trainer.game.errors import Illegal, Unreadable
from trainer.game.rules import Rules
from trainer.game.score import Result

COLUMNS = 3


@dataclass(frozen=True, slots=True)
class Column:
    """Points and deals won by seat, in one Hollywood column."""

    points: tuple[int, ...]
    deals_won: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a match. ``columns`` is empty unless the rules say Hollywood."""

    points: tuple[int, ...]
    deals_won: tuple[int, ...]
    columns: tuple[Column, ...] = ()

    @classmethod
    def start(cls, rules: Rules, players: int) -> Score:
        """The score before the first deal."""
        none = (0,) * players
        return cls(none, none, (Column(none, none),) * COLUMNS if rules.hollywood else ())

    def seen_by(self, seat: int) -> Score:
        """The same score with ``seat`` counted as seat 0."""

        def turned(by_seat: tuple[int, ...]) -> tuple[int, ...]:
            return (*by_seat[seat:], *by_seat[:seat])

        return Score(
            turned(self.points),
            turned(self.deals_won),
            tuple(Column(turned(c.points), turned(c.deals_won)) for c in self.columns),
        )

    def to_value(self) -> list[int] | dict[str, object]:
        """A list of points, or a mapping where deals won or columns matter."""
        if not any(self.deals_won) and not self.columns:
            return list(self.points)
        value: dict[str, object] = {
            "points": list(self.points),
            "deals_won": list(self.deals_won),
        }
        if self.columns:
            value["columns"] = [
                {"points": list(column.points), "deals_won": list(column.deals_won)}
                for column in self.columns
            ]
        return value

    @classmethod
    def from_value(cls, value: object, players: int, rules: Rules) -> Score:
        """Read what :meth:`to_value` writes.

        Raises:
            Unreadable: numbers missing, of the wrong kind or not one a player.
            Illegal: a score that ends the match before this deal.
        """
        if isinstance(value, Mapping):
            unknown = set(value) - {"points", "deals_won", "columns"}
            if unknown:
                raise Unreadable(
                    f"a score has no '{sorted(unknown)[0]}': write points, deals_won, columns",
                    "score",
                )
            won = value.get("deals_won")
            columns = value.get("columns", ())
            if not isinstance(columns, list | tuple) or not all(
                isinstance(column, Mapping) for column in columns
            ):
                raise Unreadable(f"columns are '{columns}': write a list of mappings", "score")
            score = cls(
                _numbers(value.get("points"), players),
                (0,) * players if won is None else _numbers(won, players),
                tuple(
                    Column(
                        _numbers(column.get("points"), players),
                        _numbers(column.get("deals_won"), players),
                    )
                    for column in columns
                ),
            )
        else:
            score = cls(_numbers(value, players), (0,) * players)
        if rules.hollywood and not score.columns:
            score = replace(score, columns=Score.start(rules, players).columns)
        if bool(score.columns) != rules.hollywood or len(score.columns) not in (0, COLUMNS):
            raise Unreadable("columns go with Hollywood scoring, three of them", "score")
        if Match(rules, players, 0, score).over:
            raise Illegal(
                f"score is {value}: that match is over, the target is {rules.target}", "score"
            )
        return score


def _numbers(value: object, players: int) -> tuple[int, ...]:
    if (
        not isinstance(value, list | tuple)
        or len(value) != players
        or any(type(number) is not int or number < 0 for number in value)
    ):
        raise Unreadable(
            f"score is '{value}': write {players} whole numbers, mine first, as in [40, 62]",
            "score",
        )
    return tuple(value)


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a finished match, or one column of it, comes to.

    ``totals`` are points, boxes and game bonus by seat; ``margins`` is what the winner is ahead of
    each seat by (0 for the winner), doubled over a seat that was shut out.
    """

    winner: int | None
    points: tuple[int, ...]
    boxes: tuple[int, ...]
    bonus: tuple[int, ...]
    totals: tuple[int, ...]
    shutout: tuple[bool, ...]
    margins: tuple[int, ...]


def reached(points: tuple[int, ...], target: int) -> int | None:
    """The seat whose points end the play: at or past the target, and alone at the top."""
    top = max(points)
    return points.index(top) if top >= target and points.count(top) == 1 else None


def settle(
    rules: Rules, winner: int | None, points: tuple[int, ...], deals_won: tuple[int, ...]
) -> Settlement:
    """Add boxes and bonuses after the play; they never change who won."""
    seats = range(len(points))
    boxes = tuple(rules.box * won for won in deals_won)
    bonus = tuple(rules.game_bonus if seat == winner else 0 for seat in seats)
    totals = tuple(points[seat] + boxes[seat] + bonus[seat] for seat in seats)
    shutout = tuple(
        rules.shutout_doubles
        and winner is not None
        and rules.target is not None
        and seat != winner
        and deals_won[seat] == 0
        for seat in seats
    )
    margins = tuple(
        0 if winner is None else (totals[winner] - totals[seat]) * (2 if shutout[seat] else 1)
        for seat in seats
    )
    return Settlement(winner, points, boxes, bonus, totals, shutout, margins)


@dataclass(frozen=True)
class Match:
    """A match between deals: a value, :meth:`after` gives the next one."""

    rules: Rules
    players: int
    dealer: int
    """The seat that deals the next deal."""
    score: Score
    deals: int = 0
    """Deals played, void ones included."""

    @classmethod
    def start(cls, rules: Rules, players: int, dealer: int) -> Match:
        """A match before its first deal.

        Raises:
            Illegal: a number of players that the rules do not seat.
        """
        rules.check_players(players)
        return cls(rules, players, dealer, Score.start(rules, players))

    @property
    def over(self) -> bool:
        """Whether no further deal is played."""
        if self.rules.target is None:
            return self.deals > 0
        if self.rules.hollywood:
            return all(self.column_winner(column) is not None for column in self.score.columns)
        return reached(self.score.points, self.rules.target) is not None

    def column_winner(self, column: Column) -> int | None:
        """The seat that has closed a Hollywood column."""
        return reached(column.points, self.rules.target or 0)

    def settlements(self) -> tuple[Settlement, ...]:
        """One settlement a column, or a single one without Hollywood.

        Raises:
            Illegal: the match is not over.
        """
        if not self.over:
            raise Illegal("the match is not over: there is nothing to settle yet")
        if self.rules.hollywood:
            return tuple(
                settle(self.rules, self.column_winner(column), column.points, column.deals_won)
                for column in self.score.columns
            )
        points = self.score.points
        winner = reached(points, self.rules.target or 1)
        return (settle(self.rules, winner, points, self.score.deals_won),)

    @property
    def winner(self) -> int | None:
        """Who won the finished match; None while it runs, or for a drawn single deal.

        In Hollywood the higher sum of margins over the three columns wins.
        """
        if not self.over:
            return None
        settlements = self.settlements()
        if len(settlements) == 1:
            return settlements[0].winner
        gained = [0] * self.players
        for column in settlements:
            if column.winner is not None:
                gained[column.winner] += max(column.margins)
        return reached(tuple(gained), 1)

    def after(self, result: Result) -> Match:
        """The match after a deal.

        Raises:
            Illegal: the match is over already.
        """
        if self.over:
            raise Illegal("the match is over: no further deal is played")
        if result.winner is None:
            return replace(self, deals=self.deals + 1)  # a void deal: the same player deals again
        score = self.score
        won = tuple(n + (seat == result.winner) for seat, n in enumerate(score.deals_won))
        points = tuple(a + b for a, b in zip(score.points, result.points, strict=True))
        return replace(
            self,
            deals=self.deals + 1,
            dealer=result.winner
            if self.rules.next_dealer == "winner"
            else (self.dealer + 1) % self.players,
            score=Score(points, won, self._columns_after(result.winner, max(result.points))),
        )

    def _columns_after(self, winner: int, scored: int) -> tuple[Column, ...]:
        """Enter a win: in every open column entered before, and in the next open one.

        A column counts as entered once the player has won a deal in it. So a first win goes into
        column 1, the second into 1 and 2, the third into all; who never got into a column before
        it closed goes on with the next open one.
        """
        columns = list(self.score.columns)
        entering = True
        for number, column in enumerate(columns):
            if self.column_winner(column) is not None:
                continue
            if column.deals_won[winner] == 0:
                if not entering:
                    continue
                entering = False
            columns[number] = Column(
                tuple(n + scored * (seat == winner) for seat, n in enumerate(column.points)),
                tuple(n + (seat == winner) for seat, n in enumerate(column.deals_won)),
            )
        return tuple(columns)

    def to_mapping(self) -> dict[str, object]:
        """The match between deals in its text form."""
        return {
            "rules": self.rules.to_value(),
            "players": self.players,
            "dealer": self.dealer,
            "score": self.score.to_value(),
            "deals": self.deals,
        }
