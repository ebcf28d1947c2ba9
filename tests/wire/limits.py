"""Discord's rate limits as a client meets them: headers on every answer, and 429 where too much came."""

from __future__ import annotations

import re
import time
from collections import deque
from dataclasses import dataclass, field

NUMBER = re.compile(r"/\d+")


@dataclass
class Fault:
    """What a request gets instead of its answer. ``drop``: the connection breaks and there is no answer at all."""

    status: int
    code: int = 0
    message: str = "a simulated fault"
    headers: dict[str, str] = field(default_factory=dict)
    drop: bool = False


def too_many(seconds: float, *, shared: bool = False) -> Fault:
    """429 for so many seconds; ``shared`` by all routes, which Discord calls global."""
    headers = {"Retry-After": f"{seconds:.3f}", "Via": "1.1 wire"}
    if shared:
        headers["X-RateLimit-Global"] = "true"
    return Fault(429, message="You are being rate limited.", headers=headers)


class Limits:
    """``count`` requests in ``seconds`` for each route and its major parameter (server, channel or webhook)."""

    def __init__(self, count: int = 1000, seconds: float = 1.0) -> None:
        self.count, self.seconds = count, seconds
        self._came: dict[str, deque[float]] = {}

    def take(self, method: str, path: str) -> tuple[dict[str, str], Fault | None]:
        """The headers of the answer, and the 429 if this one was too many."""
        now = time.monotonic()
        bucket = bucket_of(method, path)
        came = self._came.setdefault(bucket, deque())
        while came and came[0] <= now - self.seconds:
            came.popleft()
        rest = came[0] + self.seconds - now if came else self.seconds
        if len(came) >= self.count:
            return self._headers(bucket, 0, rest), too_many(rest)
        came.append(now)
        return self._headers(bucket, self.count - len(came), rest), None

    def _headers(self, bucket: str, remaining: int, rest: float) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(self.count),
            "X-RateLimit-Remaining": str(remaining),
            "X-RateLimit-Reset": f"{time.time() + rest:.3f}",
            "X-RateLimit-Reset-After": f"{rest:.3f}",
            "X-RateLimit-Bucket": f"{hash(bucket) & 0xFFFFFFFF:08x}",
        }


def bucket_of(method: str, path: str) -> str:
    """The first number of a path is its major parameter; the others do not count."""
    head, _, tail = path.lstrip("/").partition("/")
    first, _, rest = tail.partition("/")
    if head in ("interactions", "webhooks"):
        return f"{method} {head}/{tail.split('/messages')[0]}"
    return f"{method} {head}/{first}{NUMBER.sub('/#', f'/{rest}')}"


def kind_of(method: str, path: str) -> str:
    """The route without its numbers and tokens: what sort of request it is."""
    plain = re.sub(r"^/(interactions|webhooks)/\d+/[^/]+", r"/\1/#/token", path)
    return f"{method} {NUMBER.sub('/#', plain)}"
