"""GGUF files taken apart and put together again, to be damaged in between."""

import struct

NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
TEXT, LIST = 8, 9


class GgufFile:
    """`fields`: name to [type, value], of lists [LIST, element type, values]; `tensors`: lists of
    name, sizes, type and offset; `data`: the bytes behind them."""

    ALIGNMENT = 32

    def __init__(self, path):
        self.bytes, self.place = path.read_bytes(), 8
        tensors, fields = self.number("Q"), self.number("Q")
        self.fields = {}
        for _ in range(fields):
            name, kind = self.text(), self.number("I")
            if kind == LIST:
                kind, length = self.number("I"), self.number("Q")
                self.fields[name] = [LIST, kind, [self.value(kind) for _ in range(length)]]
            else:
                self.fields[name] = [kind, self.value(kind)]
        self.tensors = []
        for _ in range(tensors):
            name = self.text()
            sizes = [self.number("Q") for _ in range(self.number("I"))]
            self.tensors.append([name, sizes, self.number("I"), self.number("Q")])
        self.place += -self.place % self.ALIGNMENT
        self.data = self.bytes[self.place:]

    def number(self, code):
        value, = struct.unpack_from("<" + code, self.bytes, self.place)
        self.place += struct.calcsize("<" + code)
        return value

    def text(self):
        length = self.number("Q")
        self.place += length
        return self.bytes[self.place - length:self.place]

    def value(self, kind):
        return self.text() if kind == TEXT else self.number(NUMBERS[kind])

    def written(self):
        def text(value):
            return struct.pack("<Q", len(value)) + value

        def packed(kind, value):
            return text(value) if kind == TEXT else struct.pack("<" + NUMBERS[kind], value)

        parts = [b"GGUF", struct.pack("<IQQ", 3, len(self.tensors), len(self.fields))]
        for name, field in self.fields.items():
            parts += [text(name), struct.pack("<I", field[0])]
            if field[0] == LIST:
                parts.append(struct.pack("<IQ", field[1], len(field[2])))
                parts += [packed(field[1], value) for value in field[2]]
            else:
                parts.append(packed(*field))
        for name, sizes, kind, offset in self.tensors:
            parts += [text(name), struct.pack("<I", len(sizes)), struct.pack(f"<{len(sizes)}Q", *sizes),
                      struct.pack("<IQ", kind, offset)]
        head = b"".join(parts)
        return head + b"\0" * (-len(head) % self.ALIGNMENT) + self.data
