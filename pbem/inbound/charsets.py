"""From the bytes of a mail to plain characters: charsets as they are declared, misdeclared and invented, and the
look-alikes of plain characters that phones and word processors put in their place.

Nothing here can fail: any bytes become some text.
"""

from __future__ import annotations

import codecs
import re

# What mail programs call a charset and what they send under that name (the WHATWG encoding standard's table, for the
# charsets seen in mail). Latin-1 stands for Windows-1252 everywhere but on paper.
_SPOKEN_AS = {
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "latin1": "cp1252",
    "us-ascii": "utf-8",
    "ascii": "utf-8",
    "ansi_x3.4-1968": "utf-8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "iso-2022-jp": "iso2022_jp_ext",
    "iso-8859-8-i": "iso-8859-8",
    "x-mac-roman": "mac-roman",
    "macintosh": "mac-roman",
}
# Python's codecs that no mail declares in good faith; punycode takes quadratic time besides.
_NO_CHARSETS = {"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "mbcs", "oem", "palmos"}

_LINE_BREAKS = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_SPACES = "\t\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
# Invisible: zero-width, soft hyphen, byte-order mark, and the direction marks by which a name can pose as another.
_INVISIBLE = [
    *(0xAD, 0x34F, 0x61C, 0x180E, 0xFEFF, 0x2060),
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
]
_FOLDED = {
    **dict.fromkeys(map(ord, _SPACES), " "),
    **dict.fromkeys(_INVISIBLE, None),
    **dict.fromkeys([*range(0x09), *range(0x0E, 0x20), *range(0x7F, 0xA0)], None),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63"), "-"),
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032\u02bc"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u2033\xab\xbb"), '"'),
    **dict.fromkeys(map(ord, "\u2192\u27a1\u21d2\u2794"), "->"),
    # Lone surrogates, which UTF-7 can spell and nothing can store.
    **dict.fromkeys(range(0xD800, 0xE000), "\ufffd"),
    # Full-width ASCII, which Japanese and Chinese input methods produce.
    **{0xFF01 + offset: chr(0x21 + offset) for offset in range(0x5E)},
}


def decode(raw: bytes, declared: str | None) -> str:
    """The text of `raw`: by the charset declared, else UTF-8, else Windows-1252, else Latin-1, which takes any byte.

    UTF-7 is read only where it is declared, since any ASCII text could be it.
    """
    for charset in (_known(declared), "utf-8", "cp1252"):
        if charset is not None:
            try:
                return raw.decode(charset)
            except (UnicodeError, LookupError, ValueError):
                continue
    return raw.decode("latin-1")


def fold(text: str) -> str:
    """The text with one kind of line break, plain spaces, quotation marks, dashes and digits, and nothing invisible.

    An order typed with a phone's curly quotes or with full-width digits reads like any other; letters are untouched.
    """
    return _LINE_BREAKS.sub("\n", text).translate(_FOLDED)


def _known(declared: str | None) -> str | None:
    if not declared or len(declared) > 40:
        return None
    name = declared.strip(" \t\"'").lower()
    name = _SPOKEN_AS.get(name, name)
    try:
        codec = codecs.lookup(name)
    except (LookupError, ValueError):
        return None
    return None if codec.name.replace("_", "-") in _NO_CHARSETS else codec.name
