"""What other rooms may ask of the tables, door by door; ``tables.service`` puts them together."""
