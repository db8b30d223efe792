import json
from pathlib import Path
from typing import Any

import pytest

from keyward_client import AuditExportReport, KeywardError, verify_audit_export

# The TypeScript client is held against the same ones (test/clients/audit-verifiers.test.ts).
VECTORS = json.loads(Path(__file__).with_name("audit_vectors.json").read_text(encoding="utf-8"))
EXPORT = "".join(f"{line}\n" for line in VECTORS["export"])
OWN = [VECTORS["keys"]["own"]]


def altered(case: dict[str, Any]) -> bytes:
    lines = list(VECTORS[case["of"]])
    chopped = 0
    for step, at, *words in case["steps"]:
        if step == "replace":
            assert words[0] in lines[at]
            lines[at] = lines[at].replace(words[0], words[1])
        elif step == "remove":
            del lines[at]
        elif step == "copy":
            lines.insert(words[0], lines[at])
        elif step == "move":
            lines.insert(words[0], lines.pop(at))
        elif step == "keep":
            lines = lines[:at]
        elif step == "chop":
            chopped = at
        elif step == "unsign":
            lines[at] = compact({**json.loads(lines[at]), "keyId": None, "signature": None})
        elif step == "personal":
            row = json.loads(lines[at])
            gone = {"reason": None, "ipAddress": None, "userAgent": None, "changes": [], "erased": True}
            named = {part: {**row[part], "name": None} for part in ("actor", "target")}
            lines[at] = compact({**row, **named, **gone, "personal": None})
        else:
            raise AssertionError(step)
    text = "".join(f"{line}\n" for line in lines).encode()
    return text[: len(text) - chopped] if chopped else text


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def kinds(report: AuditExportReport) -> set[str]:
    assert report.valid is (not report.faults)
    return {fault.kind for fault in report.faults}


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"])
def test_judges_as_the_other_verifiers_do(case):
    report = verify_audit_export(altered(case), [VECTORS["keys"][name] for name in case["keys"]])
    assert kinds(report) == set(case["kinds"])


def test_reads_text_bytes_and_chunks_of_any_size():
    whole = verify_audit_export(EXPORT, OWN)
    assert (whole.valid, whole.rows, whole.first_sequence, whole.last_sequence) == (True, 7, 1, 7)
    assert whole.omitted == 1
    encoded = EXPORT.encode()
    for source in (
        encoded,
        EXPORT.splitlines(keepends=True),
        [encoded[at : at + 7] for at in range(0, len(encoded), 7)],
    ):
        assert verify_audit_export(source, OWN) == whole


def test_holds_a_place_that_was_kept_against_the_export():
    known = json.loads(VECTORS["export"][5])
    assert verify_audit_export(EXPORT, OWN, known=(known["sequence"], known["hash"])).valid
    assert kinds(verify_audit_export(EXPORT, OWN, known=(known["sequence"], "0" * 64))) == {"FORGED"}


@pytest.mark.parametrize("key_ids", [[], [""], OWN[0], [None]])
def test_does_not_verify_without_a_key_to_trust(key_ids):
    with pytest.raises(KeywardError) as caught:
        verify_audit_export(EXPORT, key_ids)
    assert caught.value.code == "INVALID_ARGUMENT"


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"x",
        b"[]",
        b"null",
        b"\xff",
        b"{}",
        b'{"type":"row"}',
        b"[" * 100_000,
        b'{"type":"header","keys":[1]}',
    ],
)
def test_survives_whatever_is_in_the_file(line):
    for text in (line + b"\n" + EXPORT.encode(), EXPORT.encode().replace(b"\n", b"\n" + line + b"\n", 1)):
        assert not verify_audit_export(text, OWN).valid
