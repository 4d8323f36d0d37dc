"""Orders as answers and reports tell them, put into the words of orders: what we say, a player may send back.

A movement is told by where it ends, so what is made of it says that too, and the rules refuse it where it would come
out otherwise (E36). What does not tell enough is left as it is, and is asked about: a way partly by road and partly
across country, where the road was left unsaid; and a fight, whose answer tells no more than what came of it.
"""

from __future__ import annotations

import re

LONGEST_TOLD = 400

_CODE = "[a-z][a-z0-9]{1,4}"
_NUMBER = "[0-9]{1,3}(?:,[0-9]{3})*"
_WAY = r"(?:[nesw]{1,3}|[0-9]{1,3} degrees)"
_YARDS = f"(?P<yards>{_NUMBER}) yards?"
_WHO = rf"(?:(?:napoleon|wellington) moves: )?(?P<piece>{_CODE})(?: \({_NUMBER}\))?"
_AT = r"(?P<at>[0-9]{1,5},[0-9]{1,5})"
_FACING = f"facing (?P<facing>{_WAY})"
_LIST = f"{_CODE}(?:, {_CODE})*(?: and {_CODE})?"
_ROOM = (
    rf"(?: \(that is the most\)| \(its move allows {_NUMBER} yards? more(?: by road)?"
    r"(?:, but (?:finds no place to stand there|the board ends there|its own [a-z0-9]{2,5} leaves no room"
    r"|(?:the garrisoned wall of )?[a-z0-9]{2,5} bars the way))?\))?"
)
_TOUCHES = rf"(?: \(touches {_LIST}\))?"
_GUNS = rf"(?P<guns>{_LIST}) (?:fires?|have fired|has fired) at (?P<target>{_CODE})"
_IN = "(?: in [a-z][a-z' ]{1,40})?"
_ABOVE = rf"(?: \({_LIST} stands? in a line above too, which comes first\))?"

_END = f"{_ROOM}{_TOUCHES}"
_STANDING = f"(?:your )?standing order for (?P<who>all your pieces|{_CODE}):"

# What is told, and the order that it tells of, with the parts of the text by their names.
_FORMS = (
    (
        rf"{_WHO}(?: goes)? {_YARDS},? to {_AT}(?: {_FACING})?{_END}",
        "move {piece} toward {at} {yards} {told}",
    ),
    (
        rf"{_WHO}(?: goes)? {_YARDS} by road (?P<road>{_CODE}),? to {_AT}(?: {_FACING})?{_END}",
        "move {piece} road {road} to {at} {told}",
    ),
    (
        rf"{_WHO} turns (?P<side>left|right) by (?P<degrees>[0-9]+) degrees?, to face (?P<facing>{_WAY}) at {_AT}"
        rf"{_END}",
        "turn {piece} {side} {degrees} {told}",
    ),
    (rf"{_WHO} turns about, to face (?P<facing>{_WAY}) at {_AT}{_END}", "turn {piece} around {told}"),
    (rf"{_WHO} turns to (?P<heading>{_WAY})", "turn {piece} to {heading}"),
    (
        rf"{_WHO} wheels (?P<side>left|right) by (?P<degrees>[0-9]+) degrees?"
        rf"(?: \(its outer corner goes {_NUMBER} yards?\))?,? to {_AT} {_FACING}{_END}",
        "wheel {piece} {side} {degrees} {told}",
    ),
    (
        rf"(?:(?:napoleon|wellington) moves: )?(?P<general>napoleon|wellington) goes from {_CODE} to (?P<piece>{_CODE})"
        rf"(?: \({_CODE} may not attack or fire this turn, and he helps no attack\))?",
        "{general} to {piece}",
    ),
    (rf"{_WHO} leaves the field(?: for good, and counts as {_NUMBER} lost)?", "exit {piece}"),
    (
        rf"{_GUNS}{_IN}(?:: {_CODE} goes back 100 yards for each point of one die, as far as the way is free"
        rf"|(?:, with other guns,)? and {_CODE} is destroyed without a die(?: \(cavalry may ride off instead\))?"
        r"|, a duel(?: gun by gun)? in which the lower one is lost: .*"
        rf"|: each gun needs 10 or more with two dice, 6 in 36)?{_ABOVE}",
        "fire {guns} at {target}",
    ),
    (
        rf"{_GUNS}{_IN}: (?:die [1-6]|dice [1-6]\+[1-6]=|[0-9]+ [^:]{{1,80}} against [0-9]+).*",
        "fire {guns} at {target}",
    ),
    (rf"(?P<guns>{_LIST}) fire together at (?P<target>{_CODE}), which cannot stand it\..*", "fire {guns} at {target}"),
    (
        rf"(?P<attack>attack {_CODE} with {_LIST}[a-z0-9 ]{{0,40}}): {_CODE}(?:\+{_CODE})* \({_NUMBER}\) on .*",
        "{attack}",
    ),
    (r"this mail is for turn (?P<number>[0-9]{1,6})", "turn {number}"),
    (rf"{_STANDING} (?P<when>always|never) evade", "stand evade {who} {when}"),
    (rf"{_STANDING} evade where it is much the weaker", "stand evade {who} weak"),
    (rf"{_STANDING} after a draw (?P<then>hold|retreat)", "stand draw {who} {then}"),
    (rf"{_STANDING} retreat straight away", "stand retreat {who} away"),
    (rf"{_STANDING} retreat on bearing (?P<heading>{_WAY})", "stand retreat {who} bearing {heading}"),
    (rf"{_STANDING} nobody supports", "stand support {who} none"),
    (rf"{_STANDING} the rules choose the support", "stand support {who} auto"),
    (rf"{_STANDING} (?P<guns>{_LIST}) may support", "stand support {who} with {guns}"),
    (
        rf"(?:your )?standing order: if his carrier falls, your general goes to (?P<piece>{_CODE})",
        "stand general fallback {piece}",
    ),
)
_TOLD = tuple((re.compile(said), typed) for said, typed in _FORMS)


def as_typed(text: str) -> str | None:
    """The order that a line of ours tells of, in the words of an order; None where it is no such line."""
    plain = " ".join(text[: LONGEST_TOLD + 1].lower().split()).rstrip(" .")
    if len(plain) > LONGEST_TOLD:
        return None
    for said, typed in _TOLD:
        found = said.fullmatch(plain)
        if found is not None:
            parts = found.groupdict()
            parts["who"] = "all" if parts.get("who") == "all your pieces" else parts.get("who")
            return typed.format(**parts, told=_told(parts)).strip()
    return None


def _told(parts: dict[str, str | None]) -> str:
    """How the movement comes out, in the words of an order."""
    if parts.get("at") is None:
        return ""
    said = f"ending {parts['at']}"
    said += f" facing {parts['facing']}" if parts.get("facing") else ""
    return f"{said} after {parts['yards']}" if parts.get("yards") else said
