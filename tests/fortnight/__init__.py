"""A simulated fortnight: many tables, people of very different habits, outages of the bot and of Discord.

``python -m tests.fortnight`` plays it and prints the figures; the test plays a short form of it.
"""
