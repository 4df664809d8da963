"""Builds the `precompiled_charsmap` of a `Precompiled` normalizer: a trie of byte strings as a
double array, and the texts that they are replaced by. The layout is that of SentencePiece's models.
"""

import struct


def make_trie(values):
    root = {}
    for key, value in values.items():
        node = root
        for byte in key:
            node = node.setdefault(byte, {})
        node[0] = value  # no key holds the byte 0, so it can mark an end
    return root


class DoubleArray:
    """Children of a node stand at its base xor their byte; a value stands at the base itself."""

    def __init__(self):
        self.units = [0]
        self.used = {0}
        self.free = {}  # how many of the 256 places of each block, where it has any been used

    def base_for(self, labels):
        block = 0
        while True:
            if self.free.get(block, 256) >= len(labels):
                for base in range(block, block + 256):
                    if all(base ^ label not in self.used for label in labels):
                        return base
            block += 256

    def place(self, node, position):
        base = self.base_for(node)
        self.used.update(base ^ label for label in node)
        block = base & ~0xFF
        self.free[block] = self.free.get(block, 256) - len(node)
        while len(self.units) <= base | 0xFF:
            self.units.append(0)
        self.units[position] |= (position ^ base) << 10 | (0 in node) << 8
        assert position ^ base < 1 << 21
        return base

    def build(self, root):
        waiting = [(root, 0)]
        while waiting:
            node, position = waiting.pop()
            base = self.place(node, position)
            for label, child in node.items():
                if label == 0:
                    self.units[base] = child | 1 << 31
                else:
                    self.units[base ^ label] |= label
                    waiting.append((child, base ^ label))


def make_charsmap(replacements):
    """`replacements`: from bytes to the text that takes their place."""
    texts, places = b"", {}
    for text in replacements.values():
        if text not in places:
            places[text] = len(texts)
            texts += text.encode() + b"\0"
    array = DoubleArray()
    array.build(make_trie({key: places[text] for key, text in replacements.items()}))
    units = struct.pack(f"<{len(array.units)}I", *array.units)
    return struct.pack("<I", len(units)) + units + texts
