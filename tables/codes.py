"""Short names: the code by which people call a table, and the nonce by which Discord knows a message of ours."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from typing import Final

ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without I, L, O, 0 and 1, which look alike."""
NONCE_LENGTH: Final = 25
"""The longest nonce that Discord takes."""


def table_code(entropy: Callable[[int], bytes], length: int) -> str:
    """A code of so many letters, each as likely: bytes beyond the last whole round of the alphabet are thrown away."""
    letters: list[str] = []
    fair = 256 - 256 % len(ALPHABET)
    while len(letters) < length:
        letters += [ALPHABET[byte % len(ALPHABET)] for byte in entropy(length) if byte < fair]
    return "".join(letters[:length])


def tidy_code(text: str) -> str:
    """A code as somebody typed it, as it is stored. What no code has in it becomes ``?``."""
    return text.strip().lstrip("#").upper().encode("ascii", "replace").decode()


def nonce(key: str, life: int) -> str:
    """The nonce of the post with this key; ``life``: of the database, so that it brings back no message of another."""
    key = f"{key}~{life}" if life else key
    return base64.b32encode(hashlib.sha256(key.encode()).digest()).decode().lower()[:NONCE_LENGTH]
