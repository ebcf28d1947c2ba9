"""Scrapyard's commands. Without one, the bot runs."""

from app.commands import main

if __name__ == "__main__":
    main()
