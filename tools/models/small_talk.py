"""Wraps a claim into what people say around facts in a dialogue.

A verifier is asked about the fact, not about the greeting: the label of a pair stays when its
hypothesis is wrapped. All phrases were written for this project.
"""

import random

BEFORE = [
    "I think {}", "I believe {}", "I heard that {}", "Yes, {}", "Yeah, {}", "Well, {}",
    "Oh nice! {}", "Oh wow, {}", "That is so cool! {}", "I love this topic. {}",
    "I love that! {}", "Did you know that {}", "Did you know {}", "I am pretty sure {}",
    "I read somewhere that {}", "As far as I know, {}", "Not sure, but I think {}", "Actually, {}",
    "Good question! {}", "Hmm, {}", "Haha, {}", "Interesting. {}", "Sure! {}", "Fun fact: {}",
    "I did not know that. {}", "I'm a big fan too. {}", "No way! {}", "From what I know {}",
    "It's great that you asked. {}", "Me too! {}", "I've always liked it. {}", "True, {}",
]
AFTER = [
    "{} Do you like it?", "{} What do you think?", "{} That is amazing.", "{} Isn't that cool?",
    "{} I love it.", "{} Have you heard of it?", "{} Pretty interesting!", "{}, right?",
    "{}, I think.", "{}, I believe.", "{} I find that fascinating.", "{} Would you like to know more?",
    "{} I wish I knew more about it.", "{} How about you?", "{} :)", "{} It's one of my favorites.",
]


def _joined(frame: str, claim: str) -> str:
    position = frame.index("{}")
    inside = position > 0 and not frame[:position].rstrip().endswith((".", "!", "?", ":"))
    first_word = claim.split(" ", 1)[0]
    if inside and first_word[1:] == first_word[1:].lower() and first_word not in ("I", "I'm"):
        claim = claim[0].lower() + claim[1:]
    if frame[position + 2 : position + 3] == ",":
        claim = claim.rstrip(" .!")
    elif not frame.endswith("{}") and claim[-1] not in ".!?":
        claim += "."
    return frame.replace("{}", claim)


def wrapped(claim: str, rng: random.Random) -> str:
    """`claim` with something before it, after it, or both."""
    claim = claim.strip()
    if not claim:
        return claim
    kind = rng.random()
    if kind < 0.65:
        claim = _joined(rng.choice(BEFORE), claim)
    if kind > 0.45:
        claim = _joined(rng.choice(AFTER), claim)
    return claim
