#!/usr/bin/env python3
"""Plays a seat at random: `nodealer bot --exec "python3 examples/bots/random_bot.py"`.

Every line on standard input is a question, every line on standard output an answer; docs/bots.md has
every field. What is written to standard error is shown to whoever started the bot.
"""

import json
import random
import sys


def choose(question):
    """The number of an entry that may be chosen. What it means is in `entry["label"]`."""
    allowed = [entry["entry"] for entry in question["menu"]["entries"] if entry["allowed"]]
    return random.choice(allowed)


def main():
    for line in sys.stdin:
        question = json.loads(line)
        if question["v"] != 1:
            sys.exit(f"this bot knows version 1 of the lines, not {question['v']}")
        print(json.dumps({"entry": choose(question)}), flush=True)


if __name__ == "__main__":
    main()
