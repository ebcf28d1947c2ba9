"""See docs/architecture.md for what lives here."""
