"""Texts that are hard on a linguistic pipeline: written by hand, and drawn at random."""

import random
import unicodedata

WRITTEN = [
    "",
    " ",
    "   ",
    "\t",
    "\n",
    " \n\n\t ",
    "Hello world!",
    "  Two blanks  in a row , and before a comma .",
    "Line one\nline two\r\nline three\n\n\nline six",
    "tab\tseparated\tvalues",
    "I don't think we can't've won't y'all gonna gotta, c'mon let's go!",
    "i ' m here , it ' s fine , don ' t worry",
    "I’m sure it’s John’s; they’re “quoted” ‘so’ — or – so…",
    "Im dont cant wouldnt couldve shouldnt've",
    "See https://example.com/a/b?c=d&e=f#g, http://localhost:8080/x or www.example.org.",
    "Mail first.last+tag@sub.example.co.uk or <me@example.com>!",
    "ftp://files.example.net/pub//a..b and file names like a.txt, b.tar.gz",
    "U.S.A. and U.K., e.g. this, i.e. that, etc... Ph.D. a.m. 5p.m. 11am",
    "It costs $5, US$6.50, 7€ or £8–9; 10km at 5km/h. 3.5% of 1,000,000.",
    "1-2 1--2 2*3 x=y a/b and/or 3^4 5+6 +7 -8",
    "(nested [brackets {here}])... \"double\" 'single' ``latex''",
    "Smile :) :-) ;-) :( <3 XD ^_^ (^_^) ¯\\_(ツ)_/¯ o_O",
    "😀😀 emoji👍🏽 in👨‍👩‍👧text 🇩🇪 ❤️",
    "well-known state-of-the-art twenty-one e-mail re-enter co-operate",
    "He said:\"no\".She left,quickly;then stopped.One more.And on",
    "日本語のテキスト。全角！？（括弧）",
    "中文句子，没有空格。Mixed 中文 and English字。",
    "한국어 문장입니다. Русский текст, ещё один. Ελληνικά ΟΔΟΣ ΑΣ.",
    "هذا نص عربي، مع علامات؟ עברית גם",
    "हिन्दी वाक्य। ไทยไม่มีวรรค",
    "İstanbul straße ǅungla ﬁne ﬂow Ⅷ ½ ² ٣ ৪",
    "no\u00a0break\u00a0space thin\u2009space ideographic\u3000space zero\u200bwidth \ufeffbom",
    "control \x01\x02 chars \x1c\x1d\x1e\x1f and \x7f \x85 next",
    "combining e\u0301 a\u0308\u0323 and Z̷͓a̴l̸g̶o̵",
    "mark case root number person list dep agent meta form: words that are symbols in spaCy",
    "nothin' doin' goin' ol' 'em 'cause 'bout somethin' y'all ain't got ta gon na",
    "The mice ran faster than the geese; the children's feet were better.",
    "She saw the wolves, buses, boxes, ladies, knives and analyses being taken away.",
    "There are 3 things; it is raining; here's what they'd've done had I been asked.",
    "Barack Obama visited Berlin on 19 June 2013 with Angela Merkel for $3 million.",
    "Apple Inc. isn't buying U.K. startup for $1 billion on Monday at 5 p.m., Mr. Smith said.",
    "The man the dog the cat chased bit ran away, and the apples, pears and plums rotted.",
    "What did you see? Who's there? Why not! Never... Ever!? Yes?!",
    "UPPER CASE SENTENCE ABOUT THE UNITED NATIONS. lower case about germany.",
    "a",
    ".",
    "''",
    "\"",
    "-",
    "'s",
    "n't",
    "!" * 50,
    "." * 50,
    "-" * 50,
    "(" * 20 + "x" + ")" * 20,
    "word " * 300,
    "a" * 10_000,
    "A1b2" * 2_500,
    "é" * 10_000,
    "ab." * 3_333,
    "one,two;" * 1_000,
]

PIECES = (
    "I'm don't can't U.S. e.g. a.m. 5pm (hi) :) http://x.example me@x.example 10km $5 well-known "
    "... -- and/or y'all o'clock 's ' \" “ ” ’ , . ; ! ? \n \t \u00a0 co. Inc. vs. nothin' c'mon "
    "let's 'em US$ 3.14 1,000 The dog Paris was running quickly because she had seen three birds"
).split(" ")
PUNCTUATION = list("'’‘\".,;:!?()[]{}-–—…/\\$€£%&*+=<>@#^~`|_ \n\t 0123456789aAbBzZ")
BLOCKS = [
    0x80, 0x100, 0x250, 0x370, 0x400, 0x530, 0x590, 0x600, 0x900, 0xB00, 0xE00, 0x1000, 0x1100,
    0x1E00, 0x2000, 0x2100, 0x2190, 0x2460, 0x3000, 0x3040, 0x3200, 0xA000, 0xAC00, 0xF900, 0xFE30,
    0xFF00, 0x10000, 0x1D400, 0x1F300, 0x1F900, 0x20000,
]  # fmt: skip


def is_assigned(code_point):
    """What a character newer than this Python's Unicode tables is depends on who is asked."""
    return unicodedata.category(chr(code_point)) not in ("Cn", "Cs")


def drawn(count, seed):
    """`count` random texts: any characters, punctuation, ASCII, pieces of words, one block."""
    source = random.Random(seed)
    everything = [chr(c) for c in range(1, 0x30000) if is_assigned(c)]
    blocks = [[chr(c) for c in range(b, b + 256) if is_assigned(c)] for b in BLOCKS]
    ascii_characters = [chr(c) for c in range(1, 127)]

    def text():
        kind, length = source.randrange(5), source.randrange(40)
        if kind == 0:
            return "".join(source.choices(everything, k=length))
        if kind == 1:
            return "".join(source.choices(PUNCTUATION, k=length))
        if kind == 2:
            return "".join(source.choices(ascii_characters, k=length))
        if kind == 3:
            return "".join(
                source.choice(PIECES) + source.choice(["", "", " ", " ", " ", "  "])
                for _ in range(length)
            )
        block = source.choice(blocks)
        return "".join(source.choice((source.choice(block), source.choice(PUNCTUATION)))
                       for _ in range(length))

    return [text() for _ in range(count)]
