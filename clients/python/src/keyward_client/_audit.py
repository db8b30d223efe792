"""Proves that an export of the audit log is what was sealed."""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256
from typing import Any

from attrs import field, frozen

from . import _es256
from ._errors import KeywardError

MOST_FAULTS = 100
NAMED = ["type", "id", "name"]
EXPIRED_FIELDS = ["type", "id", "expired", "rowHash", "sequence", "hash"]
ROW_FIELDS = [
    *["type", "id", "timestamp", "action", "actor", "target", "result", "code", "reason", "ipAddress"],
    *["userAgent", "requestId", "changes", "environment", "erased", "sequence", "hash", "personalHash"],
    "personal",
]
EPOCH_FIELDS = [
    *["type", "sequence", "hash", "previousSequence", "previousHash", "openedAt", "keyId", "signature"],
]
END_FIELDS = [
    *["orgId", "environment", "firstSequence", "previousHash", "lastSequence", "lastHash", "omitted"],
    *["omittedHash", "exportedAt"],
]

Line = dict[str, Any]


@frozen
class AuditExportFault:
    """`MALFORMED`: a line that the service does not write. `FORGED`: something is not signed by a key you
    trust, or signs something else. The others are those of `get_audit_integrity`."""

    kind: str
    #: From 1; one after the last where something is missing at the end.
    line: int
    sequence: int | None
    id: str | None


@frozen
class AuditExportReport:
    """The tenant and the faults of an export. Believe the other fields only if it is `valid`."""

    valid: bool
    #: The first hundred.
    faults: list[AuditExportFault] = field(repr=False)
    rows: int
    org_id: str | None
    first_sequence: int | None
    last_sequence: int | None
    last_hash: str | None
    #: Rows without their personal values, which were erased, and rows that have only their hash left because
    #: of their age.
    omitted: int
    exported_at: str | None
    #: How often the service was restored from a backup between these rows. At each restore, the sequences
    #: jump: rows that were written after the backup are in older exports only.
    restores: int


def verify_audit_export(
    source: bytes | str | Iterable[bytes] | Iterable[str],
    key_ids: Collection[str],
    *,
    known: tuple[int, str] | None = None,
) -> AuditExportReport:
    """Proves that no row of an export was edited, removed, inserted, reordered or cut off.

    `source` is the export as it came: its text, or the chunks of a file or of an answer; it may be longer
    than memory. `key_ids` are those that `get_audit_integrity` showed you: a key that merely stands in the
    export proves nothing.
    `known` is a sequence and its hash that you have kept: an export that has it must have it with this hash.

    @raises KeywardError when there is no key id to trust
    """
    if isinstance(key_ids, str) or not key_ids or not all(isinstance(one, str) and one for one in key_ids):
        raise KeywardError("key_ids must be the key ids of get_audit_integrity", code="INVALID_ARGUMENT")
    verifier = _Verifier(key_ids, known)
    for line in _lines(source):
        verifier.read(line)
    return verifier.report()


def _lines(source: bytes | str | Iterable[bytes] | Iterable[str]) -> Iterator[bytes]:
    chunks = [source] if isinstance(source, (bytes, str)) else source
    rest = b""
    for chunk in chunks:
        # Half a surrogate pair gives bytes that do not decode as text, so they do not make a line.
        *lines, rest = (
            rest + (chunk.encode(errors="surrogatepass") if isinstance(chunk, str) else chunk)
        ).split(b"\n")
        yield from lines
    if rest:
        yield rest


class _Verifier:
    def __init__(self, key_ids: Collection[str], known: tuple[int, str] | None) -> None:
        self.key_ids = set(key_ids)
        self.known = known
        self.faults: list[AuditExportFault] = []
        self.keys: dict[str, tuple[bytes, bytes]] = {}
        self.missing: dict[int, None] = {}
        self.header: Line | None = None
        self.end: Line | None = None
        self.sequence = 0
        self.hash = "0" * 64
        self.omitted = 0
        self.omitted_hash = sha256()
        self.line = 0
        self.rows = 0
        self.restores = 0

    def read(self, text: bytes) -> None:
        self.line += 1
        line = _parsed(text)
        if line is None:
            return self.fault("MALFORMED")
        if self.end is not None:
            return self.fault("INSERTED", line)
        kind = line.get("type")
        if self.header is None:
            return self.read_header(line) if kind == "header" else self.fault("MALFORMED")
        if kind == "row":
            return self.read_row(line)
        if kind == "checkpoint":
            return self.read_checkpoint(line)
        if kind == "epoch":
            return self.read_epoch(line)
        return self.read_end(line) if kind == "end" else self.fault("MALFORMED")

    def report(self) -> AuditExportReport:
        self.line += 1
        if self.end is None:
            self.fault("CUT_OFF", {"sequence": self.sequence + 1})
        for sequence in self.missing:
            self.fault("REMOVED", {"sequence": sequence})
        end = self.end or {}
        return AuditExportReport(
            valid=not self.faults,
            faults=self.faults[:MOST_FAULTS],
            rows=self.rows,
            org_id=_text(end.get("orgId")),
            first_sequence=_number(end.get("firstSequence")),
            last_sequence=_number(end.get("lastSequence")),
            last_hash=_text(end.get("lastHash")),
            omitted=self.omitted,
            exported_at=_text(end.get("exportedAt")),
            restores=self.restores,
        )

    def fault(self, kind: str, about: Line | None = None) -> None:
        about = about or {}
        if len(self.faults) <= MOST_FAULTS:
            place = _number(about.get("sequence"))
            self.faults.append(AuditExportFault(kind, self.line, place, _text(about.get("id"))))

    def read_header(self, line: Line) -> None:
        self.header = line
        first, keys = _number(line.get("firstSequence")), line.get("keys")
        if line.get("format") != "keyward.audit.1" or first is None or not isinstance(keys, list):
            return self.fault("MALFORMED")
        if not _is_hash(line.get("previousHash")):
            return self.fault("MALFORMED")
        self.sequence, self.hash = first - 1, line["previousHash"]
        for one in keys:
            public = one.get("publicKey") if isinstance(one, dict) else None
            x, y = (public.get("x"), public.get("y")) if isinstance(public, dict) else (None, None)
            # The id is made of the key. An id that was written beside another key proves nothing.
            jwk = _json({"crv": "P-256", "kty": "EC", "x": x, "y": y})
            made = urlsafe_b64encode(sha256(jwk).digest()).decode().rstrip("=")
            if made in self.key_ids:
                self.keys[made] = (_from_base64url(x), _from_base64url(y))
        return None

    def read_row(self, line: Line) -> None:
        self.rows += 1
        sequence, own = _number(line.get("sequence")), line.get("hash")
        if sequence is None or not _is_hash(own):
            return self.fault("MALFORMED", line)
        if self.known is not None and self.known[0] == sequence and self.known[1] != own:
            self.fault("FORGED", line)
        row_hash = self.hash_of(line)
        if sequence <= self.sequence:
            # It stands behind its place, or there are two for one.
            late = sequence in self.missing
            self.missing.pop(sequence, None)
            return self.fault("REORDERED" if late else "INSERTED", line)
        if line.get("expired") is True or line.get("personal", ...) is None:
            self.omitted += 1
            self.omitted_hash.update(f"{sequence}\n".encode())
        gone = self.sequence + 1
        while gone < sequence and len(self.missing) <= MOST_FAULTS:
            self.missing[gone] = None
            gone += 1
        follows = sequence == self.sequence + 1
        if row_hash is None or (follows and _link(self.hash, row_hash) != own):
            self.fault("EDITED", line)
        self.sequence, self.hash = sequence, str(own)
        return None

    def hash_of(self, line: Line) -> str | None:
        """The hash of a row by itself; None when what it shows is not what is hashed."""
        if line.get("expired") is True:
            row_hash = line.get("rowHash")
            return str(row_hash) if list(line) == EXPIRED_FIELDS and _is_hash(row_hash) else None
        header = self.header or {}
        if list(line) != ROW_FIELDS or line["environment"] != header.get("environment"):
            return None
        actor, target = line["actor"], line["target"]
        if not all(isinstance(one, dict) and list(one) == NAMED for one in (actor, target)):
            return None
        if not _is_personal(line):
            return None
        columns = [
            *["keyward.audit.1", header.get("orgId"), line["id"], line["timestamp"], line["action"]],
            *[actor["type"], actor["id"], target["type"], target["id"]],
            *[line["result"], line["code"], line["requestId"], line["personalHash"]],
        ]
        return sha256(_json(columns)).hexdigest()

    def read_checkpoint(self, line: Line) -> None:
        sequence, own, at = (line.get(name) for name in ("sequence", "hash", "createdAt"))
        signed = _json(["keyward.audit.checkpoint.1", (self.header or {}).get("orgId"), sequence, own, at])
        if sequence != self.sequence or own != self.hash or not self.is_signed(line, signed):
            self.fault("FORGED", line)

    def read_epoch(self, line: Line) -> None:
        """A restore began here: the numbers jump, and the hashes go on."""
        self.restores += 1
        sequence, own = _number(line.get("sequence")), line.get("hash")
        if list(line) != EPOCH_FIELDS or sequence is None or not _is_hash(own):
            return self.fault("MALFORMED", line)
        before, before_hash = line["previousSequence"], line["previousHash"]
        org_id = (self.header or {}).get("orgId")
        signed = _json(
            ["keyward.audit.epoch.1", org_id, before, before_hash, sequence, line["openedAt"]],
        )
        follows = before == self.sequence and before_hash == self.hash and sequence > self.sequence
        linked = _link(self.hash, sha256(signed).hexdigest()) == own
        if not follows or not linked or not self.is_signed(line, signed):
            self.fault("FORGED", line)
        self.sequence, self.hash = sequence, str(own)
        return None

    def read_end(self, line: Line) -> None:
        self.end = line
        header = self.header or {}
        last = line.get("lastSequence")
        signed = _json(["keyward.audit.export.1", *(line.get(name) for name in END_FIELDS)])
        same = ("orgId", "environment", "firstSequence", "previousHash", "exportedAt")
        if any(line.get(name) != header.get(name) for name in same) or not self.is_signed(line, signed):
            self.fault("FORGED", {"sequence": last})
        if _number(last) is None or self.sequence < line["lastSequence"]:
            return self.fault("CUT_OFF", {"sequence": self.sequence + 1})
        if self.sequence != last or self.hash != line.get("lastHash"):
            self.fault("FORGED", {"sequence": last})
        omitted = (line.get("omitted"), line.get("omittedHash"))
        if omitted != (self.omitted, self.omitted_hash.hexdigest()):
            self.fault("EDITED", {"sequence": last})
        return None

    def is_signed(self, line: Line, signed: bytes) -> bool:
        key_id = line.get("keyId")
        key = self.keys.get(key_id) if isinstance(key_id, str) else None
        return key is not None and _es256.verify(*key, signed, _from_base64url(line.get("signature")))


def _is_personal(line: Line) -> bool:
    """Whether the values that may be erased are those that were hashed, and are shown as they are."""
    shown = [
        line["actor"]["name"],
        line["target"]["name"],
        line["reason"],
        line["ipAddress"],
        line["userAgent"],
    ]
    shown.append(line["changes"])
    personal = line["personal"]
    if personal is None:
        return line["erased"] is True and shown == [None, None, None, None, None, []]
    if not isinstance(personal, dict) or line["erased"] is not False:
        return False
    salt, content = personal.get("salt"), personal.get("content")
    if not isinstance(salt, str) or not re.fullmatch(r"([0-9a-f]{2})*", salt) or not isinstance(content, str):
        return False
    encoded = content.encode(errors="surrogatepass")
    if sha256(bytes.fromhex(salt) + encoded).hexdigest() != line["personalHash"]:
        return False
    own = _parsed(encoded) or {}
    names = ("actorName", "targetName", "reason", "ipAddress", "userAgent")
    # Compared as JSON: True is 1 for Python, and 1.0 as well.
    return _json(shown) == _json([*(own.get(name) for name in names), own.get("changes", [])])


def _parsed(text: bytes) -> Line | None:
    """Returns an object. Returns None for other JSON, and for ambiguous text, such as a repeated field."""
    try:
        value = json.loads(text.decode(), object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _once(pairs: list[tuple[str, Any]]) -> Line:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError
    return fields


def _json(value: Any) -> bytes:
    """As the service writes what is hashed."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(errors="surrogatepass")


def _link(previous: str, row_hash: str) -> str:
    return sha256(bytes.fromhex(previous) + bytes.fromhex(row_hash)).hexdigest()


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value) is not None


def _number(value: object) -> int | None:
    return value if type(value) is int else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _from_base64url(text: object) -> bytes:
    if not isinstance(text, str) or not re.fullmatch(r"[A-Za-z0-9_-]+", text):
        return b""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return b""
