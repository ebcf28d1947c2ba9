"""What people type when they mean no good."""

from __future__ import annotations

EVIL_NAME = "@everyone **x** [y](https://z) \u202e" + "e\u0301" * 9
"""Of one who sits nowhere."""
ODD_NAME = "<@1> _||`a`||_ # \u2067\u200b<#2>"
"""Of one who sits at two tables."""
ODD = (
    *("", " ", "0", "-1", "01", "1.0", "²", "١", "𝟙", "9" * 20, "9" * 100, "-", ".", ":", "s1", "s2", "null", "None"),
    *("B3", "B3N R1NE B2E", "B3N@brake_1", "F F FL", "C8", "A1", "H12", "22:00-07:00", "Europe/Paris", "2026-13-45"),
    *(
        "@everyone",
        "@here",
        "<@1>",
        "<@&1>",
        "<#1>",
        "[a](https://x)",
        "```",
        "**_~|",
        "{code}",
        "%s%n",
        "$(x)",
        "';--",
    ),
    *("\0", "\n" * 50, "\u202e\u2067x", "e" + "\u0301" * 80, "\u200b" * 40, "\u3164", "🟠" * 30, "蓝三北", "\ud83d"),
    *(
        "\udfff\ud83d",
        "\u200f\u200e\u061c",
        "\ufeff",
        "\u2028\u2029",
        "\U000e0041" * 20,
        "Z\u0351\u036b\u0343" * 30,
        "\t\r\x1b[31m",
    ),
    *(
        "<@!1>",
        "<t:0:R>",
        "</play:1>",
        "<:a:1>",
        "# a",
        "> a",
        "-# a",
        "[a](<https://x>)",
        "||a||",
        "\\",
        "../..",
        "{0}",
    ),
    *("x" * 100, "x" * 4000, "x" * 6000, "\u0301" * 6000, "蓝" * 6000, "B3N " * 1000, "𝔅" * 2000, "@everyone " * 400),
)
