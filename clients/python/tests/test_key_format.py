"""The vectors that docs/key-format.md publishes."""

import json
from pathlib import Path

import pytest

from keyward_client import is_keyward_key, secret_kind

VECTORS = json.loads(
    (Path(__file__).parents[3] / "docs" / "key-format-vectors.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("vector", VECTORS["good"], ids=lambda one: one["text"])
def test_knows_a_secret(vector):
    assert secret_kind(vector["text"]) == vector["kind"]
    assert is_keyward_key(vector["text"]) is (vector["kind"] == "API_KEY")


@pytest.mark.parametrize("vector", VECTORS["bad"], ids=lambda one: one["why"])
def test_knows_what_is_none(vector):
    assert secret_kind(vector["text"]) is None
    assert is_keyward_key(vector["text"]) is False
