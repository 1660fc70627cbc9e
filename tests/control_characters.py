"""Characters that must not reach a terminal, a page or a file for people as they are, and a text that has them all."""

import re

__all__ = ["FAMILIES", "HOSTILE", "READABLE", "READABLE_NAME", "SHORT", "hidden_in"]

FAMILIES = {
    "C0": "".join(map(chr, range(0x01, 0x20))),
    "DEL and C1": "".join(map(chr, range(0x7F, 0xA0))),
    "marks": "\u061c\u200b\u200e\u200f\ufeff",
    "joiners": "\u200c\u200d",
    "bidirectional controls": "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    "separators": "\u2028\u2029",
    "tags": "\U000e0001\U000e0041\U000e007f",
}
HOSTILE = "m\x1b]0;t\x07\x1b[31mk" + "x".join("".join(FAMILIES.values()))
"""A text for values of any length; `m` and `k` and `x` keep joiners away from letters that may have them."""
SHORT = "m\x1b[31m\x07\x08\r\n\t\x7f\x9b31m\u202e\u2066\u200b\u200d\ufeff\u2028\U000e0041"
"""A text for names of files."""
READABLE_NAME = "你好 مرحبا नमस्ते e\u0301 größe"
"""A name that stays as it is."""
READABLE = f"{READABLE_NAME} می\u200cخواهم क\u094d\u200dष 👩\u200d👩\u200d👧 \u2764\ufe0f\u200d🔥 \xa0"
"""A text that stays as it is, with joiners and variation selectors."""

_BREAKS = "\n\t"
_RAW = re.compile("[" + re.escape("".join(sorted({*"".join(FAMILIES.values())} - {*_BREAKS}))) + "\ud800-\udfff]")


def hidden_in(text: str) -> list[str]:
    """Hidden characters that a text has as they are, besides line breaks and tabs; each once."""
    return sorted({ascii(character) for character in _RAW.findall(text)})
