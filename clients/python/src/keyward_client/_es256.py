"""Verifies ES256 (ECDSA with P-256 and SHA-256) with the standard library alone.

It only ever reads public keys and public signatures: how long it takes tells nothing that is secret.
"""

from hashlib import sha256

# FIPS 186-5 and SP 800-186 section 3.2.1.3.
P = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
#: x, y and z of a point, x / z^2 and y / z^3; z is 0 at infinity.
Point = tuple[int, int, int]
INFINITY: Point = (1, 1, 0)


def verify(x: bytes, y: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the signature, r and s of 32 bytes each, is of this message and key."""
    if len(x) != 32 or len(y) != 32 or len(signature) != 64:
        return False
    key = (int.from_bytes(x, "big"), int.from_bytes(y, "big"))
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if not (0 < r < N and 0 < s < N) or not _is_on_curve(key):
        return False
    e = int.from_bytes(sha256(message).digest(), "big")
    w = pow(s, -1, N)
    px, _, pz = _add(_multiply(e * w % N, G), _multiply(r * w % N, key))
    return pz != 0 and px * pow(pz, -2, P) % P % N == r


def _is_on_curve(point: tuple[int, int]) -> bool:
    x, y = point
    return x < P and y < P and (y * y - (x * x * x - 3 * x + B)) % P == 0


def _multiply(factor: int, point: tuple[int, int]) -> Point:
    result, one = INFINITY, (*point, 1)
    for bit in bin(factor)[2:]:
        result = _double(result)
        if bit == "1":
            result = _add(result, one)
    return result


def _double(point: Point) -> Point:
    x, y, z = point
    if z == 0 or y == 0:
        return INFINITY
    s = 4 * x * y * y % P
    m = 3 * (x - z * z) * (x + z * z) % P
    x2 = (m * m - 2 * s) % P
    return x2, (m * (s - x2) - 8 * pow(y, 4, P)) % P, 2 * y * z % P


def _add(a: Point, b: Point) -> Point:
    if a[2] == 0:
        return b
    if b[2] == 0:
        return a
    (x1, y1, z1), (x2, y2, z2) = a, b
    u1, u2 = x1 * z2 * z2 % P, x2 * z1 * z1 % P
    s1, s2 = y1 * pow(z2, 3, P) % P, y2 * pow(z1, 3, P) % P
    if u1 == u2:
        return _double(a) if s1 == s2 else INFINITY
    h, r = u2 - u1, s2 - s1
    h2 = h * h % P
    h3 = h * h2 % P
    x3 = (r * r - h3 - 2 * u1 * h2) % P
    return x3, (r * (u1 * h2 - x3) - s1 * h3) % P, h * z1 * z2 % P
