"""Devices: browsers in which a player has opened his own pages by the link in a mail, and what each of them may do.

A link alone is one factor, and travels wherever its mail is quoted or forwarded. It opens the page of its seat, where
one looks and composes; that of a person opens no seat, and shows what anybody may know. To send from there takes a
code, mailed to the address on file and typed in once for each device: from then on the device is *known*, and opens all
games of its player. So whoever sends from a page has shown what the From of a mail never shows, that he reads the mail
to that address.

What a device holds is a cookie, of which a hash is kept here. It ends with its time, with the button that ends it, for
a seat with the nonce of its reply addresses, and its being known with the address that the code was mailed to. The link
of a person ends after seven days, with his address, and with the button that ends everything in all browsers.
"""

from __future__ import annotations

import hmac
import secrets
from datetime import timedelta
from hashlib import sha256

import msgspec
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from pbem.addresses import signed
from pbem.config import Settings
from pbem.games import delegates, letters, table
from pbem.runtime.context import Context
from pbem.store.database import change, now
from pbem.store.models import UNFINISHED, Delegation, Device, Game, Outbox, Player, Seat

AGE = timedelta(days=30)
AFTER_THE_END = timedelta(days=7)
PERSONS_LINK_FOR = timedelta(days=7)
MOST_BEGUN_A_DAY = 20  # devices of one player
MOST_SEATS = 60
CODE_DIGITS, CODE_FOR, MOST_TRIES = 6, timedelta(minutes=15), 5
CODES_AN_HOUR, CODES_A_DAY = 3, 10
SECRET_BYTES = 32

LARGEST_ID = 2**31 - 1
GONE = (
    "this link is not one of ours, or does not hold any more; the latest mail of your game has one, or HELP brings one"
)
BARRED = "the host of this server has barred you"

CODE_SUBJECT = "[pbem] your code"
CODE = (
    "{code} is the code for your own pages, for {minutes} minutes.",
    "Type it in where you asked for it. From then on orders can be sent from that browser, for {days} days at most.",
    "If you did not ask for it, somebody has the link that stands at the end of a mail to you, and sees with it what "
    "you see of that game. He cannot send anything without this code: give it to nobody.",
)


class NotOpen(Exception):
    """Why a page is not open to whoever asks for it, as a sentence without its full stop."""


class NoCode(Exception):
    """Why no code is mailed, or one is not taken, as a sentence without its full stop."""


class Opened(msgspec.Struct, frozen=True):
    """A seat, its game, and the device of a player for which it is open; `known` tells whether it may send."""

    device: Device
    player: Player
    game: Game
    seat: Seat
    known: bool


class Linked(msgspec.Struct, frozen=True):
    """What a link opens for one player: a seat of a game, or without one his pages beside games."""

    player: Player
    seat: Seat | None = None


# --- Links ---------------------------------------------------------------------------------------------------------


def behind_link(session: Session, settings: Settings, token: str) -> Linked:
    """What a link opens. Raises NotOpen."""
    gone = NotOpen(GONE)
    person = signed.player_of_person_token(token)
    if person is not None:
        return _behind_persons(session, settings, *person)
    named = signed.seat_of_page_token(token)
    if named is None:
        raise gone
    name, seat_name, mac = named
    game = table.find_game(session, name)
    seat = table.seat_named(game, seat_name) if game is not None else None
    if game is None or seat is None:
        raise gone
    for player in (seat.player, delegates.of(session, seat)):
        if player is not None and signed.opens_page(settings, name, seat_name, mac, seat.nonce, player.id):
            _ensure_shown(session, game, player)
            return Linked(player, seat)
    raise gone


def _behind_persons(session: Session, settings: Settings, number: int, made: int, mac: str) -> Linked:
    player = session.get(Player, number) if number <= LARGEST_ID else None
    # One that is not there is checked like any other, so that the time taken does not tell.
    genuine = signed.opens_persons_pages(settings, number, player.address if player is not None else "", made, mac)
    if player is None or not genuine:
        raise NotOpen(GONE)
    if player.barred is not None:
        raise NotOpen(BARRED)
    since = 0.0 if player.links_since is None else player.links_since.timestamp()
    if made <= since or now(session).timestamp() - made > PERSONS_LINK_FOR.total_seconds():
        raise NotOpen(GONE)
    return Linked(player)


def exchange(session: Session, linked: Linked, secret: str | None) -> str:
    """Open what is behind a link in the browser that has this cookie, or in one that is new; the secret for its cookie.

    Raises NotOpen.
    """
    moment = now(session)
    device = _of_cookie(session, secret)
    if device is None or device.player_id != linked.player.id or secret is None:
        begun = select(func.count(Device.id)).where(
            Device.player_id == linked.player.id, Device.begun_at > moment - timedelta(days=1)
        )
        if (session.scalar(begun) or 0) >= MOST_BEGUN_A_DAY:
            raise NotOpen("this was opened in many browsers today, and can be opened in another tomorrow")
        secret = secrets.token_urlsafe(SECRET_BYTES)
        device = Device(
            player_id=linked.player.id, secret=_hashed(secret), seats="{}", begun_at=moment, until=moment + AGE
        )
        session.add(device)
    if linked.seat is not None:
        seats = {**_seats(device), str(linked.seat.id): linked.seat.nonce}
        device.seats = msgspec.json.encode(dict(list(seats.items())[-MOST_SEATS:])).decode()
    session.flush()
    return secret


# --- What is open --------------------------------------------------------------------------------------------------


def opened(session: Session, settings: Settings, secret: str | None, game_name: str, seat_name: str) -> Opened:
    """The seat, as it is open in the browser of this cookie. Raises NotOpen."""
    closed = NotOpen("this page is open in no browser but the one in which the link from a mail was opened")
    device = _of_cookie(session, secret)
    game = table.find_game(session, game_name)
    seat = table.seat_named(game, seat_name) if game is not None else None
    if device is None or game is None or seat is None or not delegates.may_write(session, seat, device.player):
        raise closed
    known = is_known(settings, device)
    if not known and not hmac.compare_digest(_seats(device).get(str(seat.id), ""), seat.nonce):
        raise closed
    _ensure_shown(session, game, device.player)
    return Opened(device, device.player, game, seat, known)


def games_of(session: Session, settings: Settings, device: Device) -> list[Seat]:
    """The seats of running games that are open in a browser: of a known one all that its player may write for."""
    player = device.player
    played = select(Seat).join(Game, Game.id == Seat.game_id).where(Game.state.in_(UNFINISHED), Game.state != "forming")
    others = select(Delegation.seat_id).where(Delegation.player_id == player.id, Delegation.until > now(session))
    mine = played.where((Seat.player_id == player.id) | Seat.id.in_(others)).order_by(Game.id)
    found = list(session.scalars(mine))
    if is_known(settings, device):
        return found
    seats = _seats(device)
    return [seat for seat in found if seats.get(str(seat.id)) == seat.nonce]


def _ensure_shown(session: Session, game: Game, player: Player) -> None:
    if player.barred is not None:
        raise NotOpen(BARRED)
    if game.state == "running":
        return
    if game.state != "over":
        raise NotOpen("this game has not begun")
    if game.over_at is not None and now(session) - game.over_at > AFTER_THE_END:
        raise NotOpen(f"this game has been over for more than {AFTER_THE_END.days} days")


# --- Codes ---------------------------------------------------------------------------------------------------------


def is_known(settings: Settings, device: Device) -> bool:
    """Whether a code came back from this browser that was mailed to what is the player's address still."""
    return device.known_for is not None and any(
        hmac.compare_digest(device.known_for, _mac(key, "address", device.player.address))
        for key in settings.signing_keys()
    )


def mail_code(session: Session, context: Context, device: Device) -> None:
    """Mail a code to the player's address on file; the one before holds no more. Raises NoCode."""
    moment = now(session)
    key = f"code/{device.player_id}"
    for most, span in ((CODES_AN_HOUR, timedelta(hours=1)), (CODES_A_DAY, timedelta(days=1))):
        lately = Outbox.created_at > moment - span
        sent = select(func.count(Outbox.id)).where(lately, Outbox.key.startswith(f"{key}/", autoescape=True))
        if (session.scalar(sent) or 0) >= most:
            raise NoCode(f"{most} codes were mailed lately, and no more are for now; try again later")
    code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}d}"
    device.code = _mac(context.settings.signing_keys()[0], "code", str(device.id), device.player.address, code)
    device.code_until, device.tries = moment + CODE_FOR, 0
    session.flush()
    said = {"code": code, "minutes": int(CODE_FOR.total_seconds() // 60), "days": AGE.days}
    told = [line.format(**said) for line in CODE]
    letters.letter(session, context, device.player.address, CODE_SUBJECT, told, key)


def take_code(session: Session, settings: Settings, device: Device, typed: str) -> None:
    """Make a device known by the code that was mailed. A wrong one counts, so the transaction is to be committed.

    Raises NoCode.
    """
    # Counted first, and by the database: several at once are several.
    tried = update(Device).where(Device.id == device.id, Device.code.is_not(None), Device.tries < MOST_TRIES)
    if change(session, tried.values(tries=Device.tries + 1)) != 1:
        raise NoCode("no code waits to be typed in here, or it was tried too often; ask for another")
    session.refresh(device)
    if device.code is None or device.code_until is None or device.code_until <= now(session):
        raise NoCode("the code has run out; ask for another")
    address = device.player.address
    right = (_mac(key, "code", str(device.id), address, "".join(typed.split())[:20]) for key in settings.signing_keys())
    if not any(hmac.compare_digest(device.code, each) for each in right):
        left = MOST_TRIES - device.tries
        raise NoCode(f"that is not the code; {left} more {'try' if left == 1 else 'tries'}, then ask for another")
    device.known_for = _mac(settings.signing_keys()[0], "address", address)
    device.code = device.code_until = None
    session.flush()


# --- The end -------------------------------------------------------------------------------------------------------


def of_cookie(session: Session, secret: str | None) -> Device:
    """The device of a cookie. Raises NotOpen."""
    found = _of_cookie(session, secret)
    if found is None:
        raise NotOpen("nothing is open in this browser; open the link at the end of a mail to you")
    return found


def end(session: Session, device: Device) -> None:
    """End what is open in a browser."""
    session.execute(delete(Device).where(Device.id == device.id))


def end_all(session: Session, device: Device) -> None:
    """End what is open in any browser of the same player, and the links of his that belong to no seat."""
    device.player.links_since = now(session)
    session.execute(delete(Device).where(Device.player_id == device.player_id))


def form_token(settings: Settings, secret: str) -> str:
    """What the forms of a browser must bring along: no other site can read it, and no other browser has the same."""
    return _mac(settings.signing_keys()[0], "form", secret)


def is_form_token(settings: Settings, secret: str, token: str) -> bool:
    """Whether a form came from a page in the browser of this cookie."""
    given = token.encode("utf-8", "replace")
    return any(hmac.compare_digest(given, _mac(key, "form", secret).encode()) for key in settings.signing_keys())


def _of_cookie(session: Session, secret: str | None) -> Device | None:
    if not secret or len(secret) > 2 * SECRET_BYTES:
        return None
    found = session.scalar(select(Device).where(Device.secret == _hashed(secret)))
    return found if found is not None and found.until > now(session) else None


def _seats(device: Device) -> dict[str, str]:
    return msgspec.json.decode(device.seats, type=dict[str, str])


def _hashed(secret: str) -> str:
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def _mac(key: bytes, *parts: str) -> str:
    return hmac.digest(key, "\n".join(("pbem device 1", *parts)).encode("utf-8", "replace"), "sha256").hex()[:40]
