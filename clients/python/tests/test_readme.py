"""The examples of the README, as they are."""

import hashlib
import hmac
import os
import re
import runpy
import time
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^## (\d)\..*?^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
PRINTS = {
    "1": r"this is bootstrap|this is Ours|this is .+",
    "2": r"keep this, it is shown only now: kd_\w+_….*\n40[04] \w+ .*req_\w+",
    "3": r".+ (None|\d{4}-.*)",
    "4": r"True the old one\nTrue the new one\nnight key \d{4}-.*",
    "5": r"",
    "6": r"ScimUser\(",
    "7": r"as it was sealed",
}


@pytest.mark.live
@pytest.mark.skipif("KEYWARD_URL" not in os.environ, reason="KEYWARD_URL names no service")
@pytest.mark.parametrize(("number", "source"), EXAMPLES, ids=[number for number, _ in EXAMPLES])
def test_runs_the_example(number, source, tmp_path, capsys, monkeypatch):
    script = tmp_path / "example.py"
    script.write_text(source, encoding="utf-8")
    named = runpy.run_path(str(script), run_name="__main__")
    assert re.match(PRINTS[number], capsys.readouterr().out)
    if "keyward" in named:
        named["keyward"].close()
    if "receive" in named:
        check_receiver(named["receive"], monkeypatch)


def check_receiver(receive, monkeypatch):
    monkeypatch.setenv("KEYWARD_WEBHOOK_SECRET", "whsec_test")
    body = b'{"id": "evt_1", "type": "credential.rotated", "data": {}}'
    stamp = str(int(time.time()))
    signature = hmac.new(b"whsec_test", f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()
    headers = {"X-Service-Timestamp": stamp, "X-Service-Signature": signature}
    assert receive(body, headers) == 204
    assert receive(body + b" ", headers) == 400


def test_has_seven_examples():
    assert [number for number, _ in EXAMPLES] == ["1", "2", "3", "4", "5", "6", "7"]
