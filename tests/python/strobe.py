"""Keccak-f[1600] and as much of STROBE-128 as the proofs use: PROTOCOL.md, section 4.1."""

LANE = 2**64 - 1
RATE = 166


def _round_constants():
    """FIPS 202, algorithm 5: the bits of a shift register, spread over 24 lanes."""
    constants, register = [], 1
    for _ in range(24):
        constant = 0
        for j in range(7):
            if register & 1:
                constant ^= 1 << (2**j - 1)
            register <<= 1
            if register & 0x100:
                register ^= 0x171
        constants.append(constant)
    return constants


def _rotations_and_places():
    """For rho and pi: where lane 5y + x goes, and by how many bits it is turned."""
    x, y = 1, 0
    moves = [(0, 0, 0)]
    for t in range(24):
        to_x, to_y = y, (2 * x + 3 * y) % 5
        moves.append((5 * y + x, 5 * to_y + to_x, (t + 1) * (t + 2) // 2 % 64))
        x, y = to_x, to_y
    return moves


ROUND_CONSTANTS = _round_constants()
MOVES = _rotations_and_places()


def keccak_f(state):
    """Permutes the 200 bytes of `state` in place."""
    lanes = [int.from_bytes(state[8 * i : 8 * i + 8], "little") for i in range(25)]
    moved = [0] * 25
    for constant in ROUND_CONSTANTS:
        # theta
        c0, c1, c2, c3, c4 = (
            lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20]
            for x in range(5)
        )
        parity = (
            c4 ^ (c1 << 1 & LANE | c1 >> 63),
            c0 ^ (c2 << 1 & LANE | c2 >> 63),
            c1 ^ (c3 << 1 & LANE | c3 >> 63),
            c2 ^ (c4 << 1 & LANE | c4 >> 63),
            c3 ^ (c0 << 1 & LANE | c0 >> 63),
        )
        # rho and pi
        for source, target, bits in MOVES:
            lane = lanes[source] ^ parity[source % 5]
            moved[target] = (lane << bits | lane >> (64 - bits)) & LANE
        # chi
        for y in (0, 5, 10, 15, 20):
            a0, a1, a2, a3, a4 = moved[y : y + 5]
            lanes[y] = a0 ^ (~a1 & a2)
            lanes[y + 1] = a1 ^ (~a2 & a3)
            lanes[y + 2] = a2 ^ (~a3 & a4)
            lanes[y + 3] = a3 ^ (~a4 & a0)
            lanes[y + 4] = a4 ^ (~a0 & a1)
        # iota
        lanes[0] ^= constant
    for i, lane in enumerate(lanes):
        state[8 * i : 8 * i + 8] = lane.to_bytes(8, "little")


class Strobe:
    """The names are those of section 4.1."""

    def __init__(self):
        self.st = bytearray(200)
        self.st[0:6] = bytes.fromhex("01a801000160")
        self.st[6:18] = b"STROBEv1.0.2"
        keccak_f(self.st)
        self.pos = self.pos_begin = 0

    def run_f(self):
        self.st[self.pos] ^= self.pos_begin
        self.st[self.pos + 1] ^= 0x04
        self.st[167] ^= 0x80
        keccak_f(self.st)
        self.pos = self.pos_begin = 0

    def absorb(self, data):
        for byte in data:
            self.st[self.pos] ^= byte
            self.pos += 1
            if self.pos == RATE:
                self.run_f()

    def squeeze(self, count):
        output = bytearray()
        for _ in range(count):
            output.append(self.st[self.pos])
            self.st[self.pos] = 0
            self.pos += 1
            if self.pos == RATE:
                self.run_f()
        return bytes(output)

    def begin(self, flags):
        old = self.pos_begin
        self.pos_begin = self.pos + 1
        self.absorb(bytes([old, flags]))
        if flags & 4 and self.pos != 0:
            self.run_f()

    def meta_ad(self, data):
        self.begin(0x12)
        self.absorb(data)

    def ad(self, data):
        self.begin(0x02)
        self.absorb(data)

    def prf(self, count):
        self.begin(0x07)
        return self.squeeze(count)
