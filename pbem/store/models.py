"""The tables. The database is the truth and the work list; every state change is a conditional update on these rows.

Times are aware, in UTC. JSON is kept as the text that was written, so that hashes over it can be taken again.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    DateTime,
    Double,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
    true,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from core.contract import HOST
from pbem.inbound.verdicts import NONE, UNCHECKED

UNFINISHED = ("forming", "running")  # the states of games that are not over, nor called off


class UtcDateTime(TypeDecorator[datetime]):
    """An aware UTC time. SQLite has no time zones: there the clock reading alone is stored."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """All tables of the store."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: UtcDateTime(), str: Text(), float: Double()}  # noqa: RUF012  (SQLAlchemy reads it from the class)


class Player(Base):
    """A person with a mail address that was confirmed, and what he chose for the mails to him.

    `pictures`: reports show the map as a picture too; `full`: they come in full; `zone`: the IANA name of the time zone
    that times are told in. `decided`, `late` and `missed` count decisions: those answered, of these the ones answered
    late, and those that somebody else had to decide.

    Since `substitute_since` he is on the list of those who are told when a seat comes open. Who is `hidden` is named on
    no page of the web. Links to his own pages that belong to no game hold if they were made after `links_since`.

    Mail to him goes to `address`; what he sends may come from others too (`PlayerAddress`). Since `forget_at` he waits
    for the end of his games to be forgotten. `barred` says why a host keeps him out: his mail is held.
    """

    __tablename__ = "player"

    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    enrolled_at: Mapped[datetime]
    pictures: Mapped[bool] = mapped_column(default=True, server_default=true())
    full: Mapped[bool] = mapped_column(default=False, server_default=false())
    zone: Mapped[str] = mapped_column(default="UTC", server_default="UTC")
    decided: Mapped[int] = mapped_column(default=0, server_default="0")
    late: Mapped[int] = mapped_column(default=0, server_default="0")
    missed: Mapped[int] = mapped_column(default=0, server_default="0")
    forget_at: Mapped[datetime | None] = mapped_column(index=True)
    barred: Mapped[str | None]
    substitute_since: Mapped[datetime | None] = mapped_column(index=True)
    hidden: Mapped[bool] = mapped_column(default=False, server_default=false())
    links_since: Mapped[datetime | None]


class PlayerAddress(Base):
    """One more address that a player sends from, confirmed from there and from where he was known before."""

    __tablename__ = "player_address"

    address: Mapped[str] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    confirmed_at: Mapped[datetime]


class Device(Base):
    """A browser in which a player has opened his own pages by the link in a mail; its cookie is good `until` then.

    Of the cookie there is a hash (`secret`), of the address that a code has come back from a MAC (`known_for`): from
    there on orders can be sent from this browser, as long as that is the player's address. `seats` are those that were
    opened in it, each number with the nonce that its link was made with, as JSON. A `code` that was mailed (a MAC of
    it) can be tried so often until `code_until`.
    """

    __tablename__ = "device"

    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    secret: Mapped[str] = mapped_column(unique=True)
    seats: Mapped[str]
    begun_at: Mapped[datetime]
    until: Mapped[datetime] = mapped_column(index=True)
    known_for: Mapped[str | None]
    code: Mapped[str | None]
    code_until: Mapped[datetime | None]
    tries: Mapped[int] = mapped_column(default=0, server_default="0")

    player: Mapped[Player] = relationship()


class Question(Base):
    """Something that is done once everybody whom it concerns has said YES to it.

    `kind` is `address` (`about` is one that a player wants to send from too), `forget`, `delegate` (`about` is what
    somebody else is asked to play, as JSON), or `mail` (`about` is the number of a stored mail that may be another's).
    `waits_for` are the addresses that have not said YES yet, as a JSON list; an empty one marks what was done, or was
    given up for a newer question.
    """

    __tablename__ = "question"

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    about: Mapped[str]
    waits_for: Mapped[str]
    asked_at: Mapped[datetime]


class Game(Base):
    """One game. `state` goes forming -> running -> over, or from forming to cancelled.

    It was `opened_by` the player of that number, who is asked nothing when he has left it. Nobody but those who are
    invited (`Invitation`) sees or joins a `private` one. `rematch_of` is the number of the game that it repeats. Of a
    `closed` one no seat is declared open, taken, delegated, or given away by a host: who plays is settled elsewhere.

    `terms` are those of its clock (`pbem.games.clock.Terms`, as JSON); None in games from before there were any, whose
    clock is what the settings say. `stopped` says why it waits for the host, None where nothing is amiss. `set_by_host`
    counts how often a host has set its position; `veiled` tells that the record holds secrets of a position that was
    set aside by that. A game that has been over for a while is `packed`: of its record the last entry stands in a row
    of its own and the others in a `PackedRecord`, of its turns the first and the last are left.

    One that begins from a position of its own has `mustered` (`pbem.games.mustered`, as JSON), secret until it is over.

    Of `everybody` at the table `seats` are those that play. The person who has the seat `host`, where the rules have an
    umpire, plays for nobody and is waited for by nobody: his seat is `umpire`, the last.

    `press`, `press_to`, `watch` and `rated` are its house rules (`pbem.games.house_rules`). It ended at `over_at`. Once
    the end of a rated one has gone into the ratings, or was found not to count, `weighed` is the time of that end.
    """

    __tablename__ = "game"
    __table_args__ = (
        Index("ix_game_state_created_at", "state", "created_at"),
        Index("ix_game_packed_state", "packed", "state"),
        Index("ix_game_to_weigh", "rated", "state", "weighed"),
        Index("ix_game_state_over_at", "state", "over_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    ruleset: Mapped[str]
    version: Mapped[str]
    options: Mapped[str]
    seed: Mapped[str]
    state: Mapped[str]
    created_at: Mapped[datetime]
    terms: Mapped[str | None]
    stopped: Mapped[str | None]
    set_by_host: Mapped[int] = mapped_column(default=0, server_default="0")
    veiled: Mapped[bool] = mapped_column(default=False, server_default=false())
    opened_by: Mapped[int | None]
    private: Mapped[bool] = mapped_column(default=False, server_default=false())
    closed: Mapped[bool] = mapped_column(default=False, server_default=false())
    rematch_of: Mapped[int | None]
    press: Mapped[str] = mapped_column(default="signed", server_default="signed")
    press_to: Mapped[str] = mapped_column(default="one", server_default="one")
    watch: Mapped[str] = mapped_column(default="off", server_default="off")
    packed: Mapped[bool] = mapped_column(default=False, server_default=false())
    rated: Mapped[bool] = mapped_column(default=True, server_default=false())
    weighed: Mapped[datetime | None]
    over_at: Mapped[datetime | None]
    mustered: Mapped[str | None]

    # One question to the database for both kinds, since most games have no umpire.
    everybody: Mapped[list[Seat]] = relationship(back_populates="game", order_by="Seat.place")

    @property
    def seats(self) -> list[Seat]:
        """The seats that play, in their order."""
        return [seat for seat in self.everybody if seat.name != HOST]

    @property
    def umpire(self) -> Seat | None:
        """The seat of the umpire, where the game has one."""
        return next((seat for seat in self.everybody if seat.name == HOST), None)


class Seat(Base):
    """A place at the table. `nonce` is part of its reply address: a new one retires all older addresses.

    `reported` is the number of record entries that the seat's player has been told of, `reported_before` that number
    before the latest report, which is from there on when it is asked for again. The two message ids keep the game one
    thread in the player's mail program: the first mail to the seat, and the latest.

    Its clock (`pbem.games.clocks`): `step` is that of the question it is asked, None where it is asked nothing. It was
    asked at `asked_at`; the clock runs from `clock_from`, when its report was taken by the mail server, to
    `answered_at`, and runs out at `due_at`, where both are known. `bank` is the seconds in hand, `extra` those that a
    host has given for this question, `reminded` how often it was reminded, `misses` how many questions running it has
    not answered. Since `open_since` anybody may take it.

    A `robot` plays it while its player is silent. Of a seat that nobody but a robot has, `level` tells how well it
    plays (`core.contract.Level`). `wishes` is what its player says of silent seats, as JSON
    (`pbem.games.misses`).
    """

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("game_id", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    place: Mapped[int]
    name: Mapped[str]
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"), index=True)
    word: Mapped[str] = mapped_column(default="")
    nonce: Mapped[str]
    reported: Mapped[int] = mapped_column(default=0)
    reported_before: Mapped[int] = mapped_column(default=0)
    first_message_id: Mapped[str | None]
    last_message_id: Mapped[str | None]
    step: Mapped[int | None]
    asked_at: Mapped[datetime | None]
    clock_from: Mapped[datetime | None]
    answered_at: Mapped[datetime | None]
    due_at: Mapped[datetime | None]
    bank: Mapped[int | None]
    extra: Mapped[int] = mapped_column(default=0, server_default="0")
    reminded: Mapped[int] = mapped_column(default=0, server_default="0")
    misses: Mapped[int] = mapped_column(default=0, server_default="0", index=True)
    robot: Mapped[bool] = mapped_column(default=False, server_default=false())
    level: Mapped[str | None]
    wishes: Mapped[str | None] = mapped_column(default=None)
    open_since: Mapped[datetime | None] = mapped_column(index=True)

    game: Mapped[Game] = relationship(back_populates="everybody")
    player: Mapped[Player | None] = relationship(lazy="joined")
    ahead: Mapped[Ahead | None] = relationship(cascade="all, delete-orphan", lazy="joined")
    delegation: Mapped[Delegation | None] = relationship(cascade="all, delete-orphan", lazy="joined")


class Ahead(Base):
    """Orders that a seat has sent ahead, for the next question it is asked; they are gone once they were judged.

    `plan` (`pbem.games.ahead`) is what is played of the stored mail `inbox_id`. Where the seat was being asked a
    question as they came, they are not for that one: its step is `after_step`.
    """

    __tablename__ = "ahead"

    seat_id: Mapped[int] = mapped_column(ForeignKey("seat.id"), primary_key=True)
    inbox_id: Mapped[int] = mapped_column(ForeignKey("inbox.id"), index=True)
    plan: Mapped[str]
    after_step: Mapped[int | None]
    kept_at: Mapped[datetime]


class Delegation(Base):
    """Who may send orders for a seat beside its player, and is mailed what it is mailed, until then."""

    __tablename__ = "delegation"

    seat_id: Mapped[int] = mapped_column(ForeignKey("seat.id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    until: Mapped[datetime] = mapped_column(index=True)

    player: Mapped[Player] = relationship(lazy="joined")


class Invitation(Base):
    """Somebody was invited to a game, once, by a player; `seat` is kept for him where it is a rematch."""

    __tablename__ = "invitation"

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    address: Mapped[str] = mapped_column(primary_key=True, index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    seat: Mapped[str | None]
    invited_at: Mapped[datetime]


class Press(Base):
    """Words from the player of a seat to others, said in the turn of that number; nothing of them is in the record.

    `addressed` are the seats that they are for, as a JSON list. `noted`: a dash stands for them in the record.
    """

    __tablename__ = "press"
    __table_args__ = (Index("ix_press_game_noted", "game_id", "noted"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    seat: Mapped[str]
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    turn: Mapped[int]
    addressed: Mapped[str]
    words: Mapped[str]
    said_at: Mapped[datetime]
    noted: Mapped[bool] = mapped_column(default=False, server_default=false())


class PressCopy(Base):
    """Words that were mailed to the player of a seat; `quoted_in` is the Message-ID of the report that repeats them."""

    __tablename__ = "press_copy"
    __table_args__ = (Index("ix_press_copy_game_seat", "game_id", "seat"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    press_id: Mapped[int] = mapped_column(ForeignKey("press.id"), index=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    seat: Mapped[str]
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    quoted_in: Mapped[str | None]


class SealedLetter(Base):
    """The words of a letter that is an order of a game, whose record and positions have its `seal` alone.

    The seal is made of a random `salt` and the words (`pbem.games.sealed`). `player_id` is whoever wrote them, None
    where nobody did, as in what was adjudicated for a seat that nobody has.
    """

    __tablename__ = "sealed_letter"
    __table_args__ = (Index("ix_sealed_letter_game", "game_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    seat: Mapped[str]
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"), index=True)
    seal: Mapped[str]
    salt: Mapped[str]
    words: Mapped[str]
    kept_at: Mapped[datetime]


class Retelling(Base):
    """A player is to be mailed a game that is over, told from its beginning to its end (`pbem.games.retelling`).

    `what` is `replay`, all of it, or `diary`, its text alone. `attempts` counts the workers that have begun it.
    """

    __tablename__ = "retelling"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    what: Mapped[str]
    asked_at: Mapped[datetime]
    attempts: Mapped[int] = mapped_column(default=0, server_default="0")


class Mute(Base):
    """A player of a game wants no words from a seat; where that is empty, from nobody."""

    __tablename__ = "mute"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    seat: Mapped[str]


class Onlooker(Base):
    """A player who watches a game of others. `seen` is the number of the turn that he was shown last.

    `behind`: there may be more to show him. The two message ids keep what he is sent one thread.
    """

    __tablename__ = "onlooker"
    __table_args__ = (UniqueConstraint("game_id", "player_id"), Index("ix_onlooker_behind", "behind", "game_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    since: Mapped[datetime]
    seen: Mapped[int] = mapped_column(default=0, server_default="0")
    behind: Mapped[bool] = mapped_column(default=False, server_default=false())
    first_message_id: Mapped[str | None]
    last_message_id: Mapped[str | None]

    game: Mapped[Game] = relationship()
    player: Mapped[Player] = relationship()


class Participant(Base):
    """Who is meant by a name that was drawn for a player of one game: the game's record knows him by that alone.

    The player is None once he is forgotten. `rated_as` is the number under which the end of the game went into the
    ratings.
    """

    __tablename__ = "participant"

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    drawn: Mapped[str] = mapped_column(primary_key=True)
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"), index=True)
    rated_as: Mapped[int | None] = mapped_column(ForeignKey("rated_player.id"), index=True)


class RatedPlayer(Base):
    """The number under which the ratings know a player; nobody knows whose it was once he is forgotten."""

    __tablename__ = "rated_player"

    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"), unique=True)


class Rating(Base):
    """How strong a player, a robot or a side is in one way to play a rule set (`pbem.ratings`), after its last game.

    `kind` is `player`, `robot` or `side`; `who` is the number of a `RatedPlayer`, the level of a robot or the name of a
    side.
    """

    __tablename__ = "rating"
    __table_args__ = (Index("ix_rating_rank", "ruleset", "mode", "kind", "mu"),)

    ruleset: Mapped[str] = mapped_column(primary_key=True)
    mode: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    who: Mapped[str] = mapped_column(primary_key=True)
    mu: Mapped[float]
    sigma: Mapped[float]
    games: Mapped[int]
    at: Mapped[datetime]


class RatingChange(Base):
    """What the end of a game, which was `at`, did to one rating; `games` counts those up to it, this one too.

    `silent`: the game was lost by a player of whom nothing came any more. `seat` is his, None for a side.
    """

    __tablename__ = "rating_change"
    __table_args__ = (
        Index("ix_rating_change_latest", "who", "kind", "ruleset", "mode", "at", "game_id"),
        Index("ix_rating_change_at", "at", "game_id"),
    )

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    who: Mapped[str] = mapped_column(primary_key=True)
    seat: Mapped[str | None]
    ruleset: Mapped[str]
    mode: Mapped[str]
    at: Mapped[datetime]
    mu_before: Mapped[float]
    mu: Mapped[float]
    sigma: Mapped[float]
    games: Mapped[int]
    silent: Mapped[bool]


class Punctuality(Base):
    """How a player kept his times in one month, such as `2026-11`, counted as in `Player`."""

    __tablename__ = "punctuality"

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    month: Mapped[str] = mapped_column(primary_key=True)
    decided: Mapped[int] = mapped_column(default=0)
    late: Mapped[int] = mapped_column(default=0)
    missed: Mapped[int] = mapped_column(default=0)


class Turn(Base):
    """A position and what it waits for. `state` goes open -> frozen -> done; `epoch` fences off a worker that lost it.

    `step` is the rule set's own count of questions; while it stays the same, the clocks run on. `deadline` is when it
    closes: the last silent seat is out of time then, grace included; None while a clock among theirs stands still.
    `remind_at` is when the next of them is reminded. `carry_at` is when orders are carried out that run at once, where
    the game holds them for a while. `ready` is set once the orders that are in can be carried out,
    `due` where it was closed by its deadline, `thinking` where it waits for nobody but robots that have seats of their
    own: they think in workers apart. `recorded` is how many entries of the record lead to its position,
    `shown` that all seats were told of it, so that onlookers may be.
    """

    __tablename__ = "turn"
    # The schedule asks every few seconds which of the open turns are due. Of the thousands that are done each has a
    # time that has passed, so that no index of the times alone would find those few.
    __table_args__ = (
        UniqueConstraint("game_id", "number"),
        Index("ix_turn_state_deadline", "state", "deadline"),
        Index("ix_turn_state_remind_at", "state", "remind_at"),
        Index("ix_turn_state_carry_at", "state", "carry_at"),
        Index("ix_turn_state_ready", "state", "ready"),
        Index("ix_turn_state_hosted", "state", "hosted"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    number: Mapped[int]
    step: Mapped[int]
    position: Mapped[str]
    state: Mapped[str]
    asked_at: Mapped[datetime]
    deadline: Mapped[datetime | None]
    remind_at: Mapped[datetime | None]
    carry_at: Mapped[datetime | None] = mapped_column(default=None)
    epoch: Mapped[int] = mapped_column(default=0)
    attempts: Mapped[int] = mapped_column(default=0)
    ready: Mapped[bool] = mapped_column(default=False)
    due: Mapped[bool] = mapped_column(default=False)
    thinking: Mapped[bool] = mapped_column(default=False, server_default=false())
    hosted: Mapped[bool] = mapped_column(default=False, server_default=false())
    lease_until: Mapped[datetime | None]
    shown: Mapped[bool] = mapped_column(default=False, server_default=false())
    recorded: Mapped[int] = mapped_column(default=0, server_default="0")


class Standstill(Base):
    """A span of time that clocks do not count, of one `kind`.

    `away`: a player, in all his games; `bounce`: a seat whose report came back; `held`: a game, by its host. `until` is
    None while its end is not known. An absence changes no deadline that was half over when it was `announced_at`.
    """

    __tablename__ = "standstill"

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    game_id: Mapped[int | None] = mapped_column(ForeignKey("game.id"), index=True)
    seat: Mapped[str | None]
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"), index=True)
    since: Mapped[datetime]
    until: Mapped[datetime | None]
    announced_at: Mapped[datetime]


class TestClock(Base):
    """How many seconds the clock of a test's database is ahead: one row, which no other database has."""

    __tablename__ = "test_clock"
    __test__ = False

    id: Mapped[int] = mapped_column(primary_key=True)
    ahead: Mapped[int]


class Inbox(Base):
    """A mail as it came. `state` goes new -> read, held, dropped or shunted, the last three with a reason.

    `writer` is whoever says at the door that he wrote it, `place` in which round of all writers it is read. `echo` is
    what was said in a mail that brought nothing about (`pbem.store.inbox.echoes`), `said` the hash of its whole text.
    `cut_from` is how many bytes a mail has that is larger than is taken in; `raw` is its head then.

    `verdict` tells whether its From is true, `verdict_reason` by what that is known, and `judge` who has said so: the
    three of a `pbem.inbound.verdicts.Verdict`.
    """

    __tablename__ = "inbox"
    __table_args__ = (
        UniqueConstraint("sha256", "recipient"),
        Index("ix_inbox_state_game", "state", "game"),
        Index("ix_inbox_place", "state", "place", "id"),
        Index("ix_inbox_writer", "state", "writer", "place"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    sha256: Mapped[str]
    recipient: Mapped[str]
    sender: Mapped[str | None]
    transport: Mapped[str]
    raw: Mapped[bytes] = mapped_column(LargeBinary)
    received_at: Mapped[datetime] = mapped_column(index=True)
    game: Mapped[str | None]
    seat: Mapped[str | None]
    from_address: Mapped[str | None] = mapped_column(index=True)
    message_id: Mapped[str | None] = mapped_column(index=True)
    state: Mapped[str]
    reason: Mapped[str | None]
    attempts: Mapped[int] = mapped_column(default=0)
    epoch: Mapped[int] = mapped_column(default=0)
    lease_until: Mapped[datetime | None]
    writer: Mapped[str | None]
    place: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    echo: Mapped[str | None]
    cut_from: Mapped[int | None] = mapped_column(BigInteger)
    said: Mapped[str | None]
    verdict: Mapped[str] = mapped_column(default=NONE, server_default=NONE)
    verdict_reason: Mapped[str] = mapped_column(default=UNCHECKED.reason, server_default=UNCHECKED.reason)
    judge: Mapped[str] = mapped_column(default="", server_default="")


class SeenToken(Base):
    """A provider's one-time token, inserted with the mail it came with, or that of a desk address."""

    __tablename__ = "seen_token"

    provider: Mapped[str] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(primary_key=True)
    noted_at: Mapped[datetime] = mapped_column(index=True)


class MailFolder(Base):
    """How far a folder of a mailbox (IMAP) has been read; `account` names user, server and folder.

    Mails up to `last_uid` are done with, as long as the folder has this `uid_validity`; where it has another, its
    numbers mean nothing any more, and what came `since` the folder was first looked at is read anew.
    """

    __tablename__ = "mail_folder"

    account: Mapped[str] = mapped_column(primary_key=True)
    uid_validity: Mapped[int] = mapped_column(BigInteger)
    last_uid: Mapped[int] = mapped_column(BigInteger)
    since: Mapped[datetime]


class TooLarge(Base):
    """How many mails a door has refused on a day since they were too large; what was refused is not kept."""

    __tablename__ = "too_large"

    door: Mapped[str] = mapped_column(primary_key=True)
    day: Mapped[str] = mapped_column(primary_key=True)
    count: Mapped[int]


class Trouble(Base):
    """An address from which mail came back, lately: its points in halves, and since when mail to it has stopped.

    `probed_at` is when a mail was last tried all the same.
    """

    __tablename__ = "trouble"

    address: Mapped[str] = mapped_column(primary_key=True)
    points: Mapped[int]
    counted_at: Mapped[datetime]
    stopped_at: Mapped[datetime | None]
    probed_at: Mapped[datetime | None]
    why: Mapped[str]


class OrderSet(Base):
    """The accepted orders of one mail for one turn; `answer` (pbem.reports.answers) is what the mail is answered with.

    `lines` are as mailed; `orders`, as read in them (pbem.games.kept_orders), are what is played. Where the release
    0.1.0 kept the set, `orders` is None and the lines are read when they are played.

    `state` goes held -> used, or held -> superseded by a later mail of the same seat.
    """

    __tablename__ = "order_set"
    __table_args__ = (UniqueConstraint("inbox_id", "seat"), Index("ix_order_set_turn", "turn_id", "state"))

    id: Mapped[int] = mapped_column(primary_key=True)
    turn_id: Mapped[int] = mapped_column(ForeignKey("turn.id"))
    seat: Mapped[str]
    inbox_id: Mapped[int] = mapped_column(ForeignKey("inbox.id"))
    lines: Mapped[str]
    orders: Mapped[str | None]
    answer: Mapped[str]
    at_once: Mapped[bool]
    state: Mapped[str]


class Outbox(Base):
    """A mail to send, whole but for its pictures. `key` says what it is for and keeps it from being written twice.

    `pictures` are those that are drawn into it when it is delivered (`pbem.reports.document.Picture`, as JSON), from
    nothing but what stands there; None where there are none, and once it is sent.

    `state` goes ready -> sending -> sent, back to ready for another try, or to failed, and from there to dropped by a
    host. `text` is the plain text and
    `shown` what the HTML part shows, kept so that they can be subtracted from a reply that quotes them.
    """

    __tablename__ = "outbox"
    __table_args__ = (
        Index("ix_outbox_due", "state", "not_before"),
        Index("ix_outbox_to_address_state", "to_address", "state"),
        Index("ix_outbox_to_address_created_at", "to_address", "created_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(unique=True)
    to_address: Mapped[str] = mapped_column(index=True)
    game: Mapped[str | None]
    seat: Mapped[str | None]
    message_id: Mapped[str] = mapped_column(unique=True)
    subject: Mapped[str]
    text: Mapped[str]
    shown: Mapped[str]
    raw: Mapped[bytes] = mapped_column(LargeBinary)
    pictures: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(index=True)
    not_before: Mapped[datetime]
    state: Mapped[str]
    attempts: Mapped[int] = mapped_column(default=0)
    epoch: Mapped[int] = mapped_column(default=0)
    lease_until: Mapped[datetime | None]
    reply: Mapped[str | None]
    sent_at: Mapped[datetime | None]
    bounced_at: Mapped[datetime | None] = mapped_column(index=True)


class SlowHost(Base):
    """A mail server that took long to answer; until then mail to it goes by the delivery queue."""

    __tablename__ = "slow_host"

    host: Mapped[str] = mapped_column(primary_key=True)
    until: Mapped[datetime]


class RecordEntry(Base):
    """One line of a game's record; `body` is the line itself, whose hash covers the line before."""

    __tablename__ = "record_entry"

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    hash: Mapped[str]
    body: Mapped[str]


class PackedRecord(Base):
    """The entries of a finished game's record but the last, compressed (`pbem.games.kept_record.packed`).

    `told` has for each turn that onlookers were told of how many entries lead to it, as a JSON list; None in games that
    were packed before that was kept.
    """

    __tablename__ = "packed_record"

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)
    told: Mapped[str | None]


class Event(Base):
    """An event: a tournament of several players. `state` goes planned -> announced -> open -> running -> over.

    From any of these but the last it may go to cancelled. `announcement` is what its event file says
    (`pbem.events.announcement`, as JSON); `seed` is secret until the end. It has a `director`, and may have a `second`
    who decides the games of a director who plays. Its games are named after `stem`, before their number. `round` counts
    the rounds that were paired; `starts_at` is when the first is, None where it starts when it is full. `look_at` is
    when the direction has something to do beside the games that end, and `epoch` fences off whoever has looked at an
    older state of it.
    """

    __tablename__ = "event"
    __table_args__ = (Index("ix_event_state_look_at", "state", "look_at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    title: Mapped[str]
    announcement: Mapped[str]
    seed: Mapped[str]
    state: Mapped[str]
    director_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"), index=True)
    second_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"), index=True)
    stem: Mapped[str]
    round: Mapped[int] = mapped_column(default=0, server_default="0")
    created_at: Mapped[datetime]
    starts_at: Mapped[datetime | None]
    look_at: Mapped[datetime | None]
    epoch: Mapped[int] = mapped_column(default=0, server_default="0")

    director: Mapped[Player | None] = relationship(foreign_keys=[director_id])
    second: Mapped[Player | None] = relationship(foreign_keys=[second_id])
    entries: Mapped[list[Entrant]] = relationship(back_populates="event", order_by="Entrant.number")


class Entrant(Base):
    """Who has entered an event: a player, or a robot of a `level`. `drawn` is what the event's record calls him.

    `state` is `in`, `reserve` or `gone`. He was asked to check in by a trial order at `asked_at`, and did at `here_at`.
    """

    __tablename__ = "entrant"
    __table_args__ = (UniqueConstraint("event_id", "number"), UniqueConstraint("event_id", "player_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("event.id"))
    number: Mapped[int]
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"), index=True)
    level: Mapped[str | None]
    drawn: Mapped[str]
    state: Mapped[str]
    entered_at: Mapped[datetime]
    asked_at: Mapped[datetime | None]
    here_at: Mapped[datetime | None]

    event: Mapped[Event] = relationship(back_populates="entries")
    player: Mapped[Player | None] = relationship(lazy="joined")


class EventRound(Base):
    """A round of an event: paired at `opened_at`, to be over by `ends_at`. `state` goes open -> over.

    At `paced_at` it was looked at which of its games are too slow. Since `asked_at` the players of those that are left
    have been asked to agree, since `decides_at` the director to decide.
    """

    __tablename__ = "event_round"

    event_id: Mapped[int] = mapped_column(ForeignKey("event.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    state: Mapped[str]
    opened_at: Mapped[datetime]
    ends_at: Mapped[datetime | None]
    paced_at: Mapped[datetime | None]
    asked_at: Mapped[datetime | None]
    decides_at: Mapped[datetime | None]


class Sitting(Base):
    """A game of an event. `name` is what the event calls it (`2-5-1`), `seats` gives each seat its entrant, as JSON.

    The game knows none of it. `state` goes playing -> ended once its end is in the event's record. `agreed` is what
    each seat has said of the result, as JSON; `odds` how robots fared that played on from the position at the round's
    date, as JSON (`pbem.events.odds`), for the director who has to decide, counted while it is `weighing`; `decided_at`
    is when he did.
    """

    __tablename__ = "sitting"
    __table_args__ = (UniqueConstraint("event_id", "name"), Index("ix_sitting_state_game", "state", "game_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("event.id"))
    round: Mapped[int]
    name: Mapped[str]
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), unique=True)
    seats: Mapped[str]
    state: Mapped[str]
    agreed: Mapped[str | None]
    odds: Mapped[str | None]
    weighing: Mapped[bool] = mapped_column(default=False, server_default=false(), index=True)
    decided_at: Mapped[datetime | None]

    event: Mapped[Event] = relationship()
    game: Mapped[Game] = relationship()


class SealedBid(Base):
    """What an entrant bids for the sides of a game of an event that has not begun; it is gone once that begins."""

    __tablename__ = "sealed_bid"

    event_id: Mapped[int] = mapped_column(ForeignKey("event.id"), primary_key=True)
    sitting: Mapped[str] = mapped_column(primary_key=True)
    entrant: Mapped[str] = mapped_column(primary_key=True)
    bid: Mapped[str]
    at: Mapped[datetime]


class Overstep(Base):
    """A game of an event that a player has lost on time. Who has, cannot enter events for a while."""

    __tablename__ = "overstep"

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, index=True)
    at: Mapped[datetime]


class EventEntry(Base):
    """One line of an event's record; `body` is the line itself, whose hash covers the line before."""

    __tablename__ = "event_entry"

    event_id: Mapped[int] = mapped_column(ForeignKey("event.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    hash: Mapped[str]
    body: Mapped[str]


class LinkedBattle(Base):
    """A battle that a campaign has asked for in the turn of that number, as it was asked (`core.contract.Battle`).

    It is fought as a game, which knows none of it, or by the table, where `why` says why. `commands` has who commands
    there, as JSON (`pbem.campaigns.commanding`). `state` goes playing -> ended -> told, once the campaign has its
    result, -> sent, once the campaign is over and its players have the record; or to `off` where the campaign asks for
    it no more. By `ends_by` the table decides.
    """

    __tablename__ = "linked_battle"
    __table_args__ = (
        Index("ix_linked_battle_campaign_turn", "campaign_id", "turn", "state"),
        Index("ix_linked_battle_state_game", "state", "game_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("game.id"))
    turn: Mapped[int]
    name: Mapped[str]
    battle: Mapped[str]
    game_id: Mapped[int | None] = mapped_column(ForeignKey("game.id"), unique=True)
    commands: Mapped[str]
    state: Mapped[str]
    why: Mapped[str | None]
    ends_by: Mapped[datetime | None]

    campaign: Mapped[Game] = relationship(foreign_keys=[campaign_id])
    game: Mapped[Game | None] = relationship(foreign_keys=[game_id])


class Replied(Base):
    """The brake on unasked answers: one a kind, an address and a day."""

    __tablename__ = "replied"

    address: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    day: Mapped[str] = mapped_column(primary_key=True, index=True)


class Lease(Base):
    """Who keeps the schedule, until when, and when it last looked; likewise who did last what is done now and then."""

    __tablename__ = "lease"

    name: Mapped[str] = mapped_column(primary_key=True)
    holder: Mapped[str]
    until: Mapped[datetime]
    beat_at: Mapped[datetime]


class SettingInForce(Base):
    """A setting that all machines of this database have alike, and the machine that put it in force.

    Of a secret it is a fingerprint.
    """

    __tablename__ = "setting_in_force"

    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]
    machine: Mapped[str]
    since: Mapped[datetime]


class LocalMail(Base):
    """An outgoing mail that stays on this machine because no SMTP server is set."""

    __tablename__ = "local_mail"

    id: Mapped[int] = mapped_column(primary_key=True)
    to_address: Mapped[str] = mapped_column(index=True)
    sender: Mapped[str]
    subject: Mapped[str]
    message_id: Mapped[str] = mapped_column(unique=True)
    raw: Mapped[bytes] = mapped_column(LargeBinary)
    sent_at: Mapped[datetime]
