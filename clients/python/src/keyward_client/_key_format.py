"""Tells a secret of Keyward by its form, without asking anybody."""

import re
import zlib
from typing import Literal

SecretKind = Literal["API_KEY", "OPERATOR_KEY", "REGISTRATION_TOKEN", "SCIM_TOKEN", "USER_TOKEN", "WRAP_TOKEN"]

_KINDS: dict[str, SecretKind] = {
    "kd_live_": "API_KEY",
    "kd_test_": "API_KEY",
    "kd_jit_": "API_KEY",
    "kd_operator_": "OPERATOR_KEY",
    "kd_initial_": "REGISTRATION_TOKEN",
    "kd_registration_": "REGISTRATION_TOKEN",
    "kd_user_": "USER_TOKEN",
    "kd_refresh_": "USER_TOKEN",
    "scim_": "SCIM_TOKEN",
    "kd_wrap_": "WRAP_TOKEN",
}
_FORM = re.compile(
    r"(?:(kd_live_|kd_test_|kd_jit_|kd_operator_|kd_initial_|kd_registration_|scim_|kd_wrap_)[0-9A-Za-z]{43}"
    r"|(kd_user_|kd_refresh_)[0-9A-Za-z]{86})"
    r"([0-9A-Za-z]{6})"
)
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def secret_kind(text: str) -> SecretKind | None:
    """Returns the kind of a text that has the form and the check digits of a secret of Keyward, and nothing
    else before or behind it. Returns None for other texts. Only the service knows if the secret is valid."""
    found = _FORM.fullmatch(text)
    if found is None or found[3] != _check(text[:-6]):
        return None
    return _KINDS[found[1] or found[2]]


def is_keyward_key(text: str) -> bool:
    """Whether this text has the form and the check digits of an API key, `kd_(live|test|jit)_…`."""
    return secret_kind(text) == "API_KEY"


def _check(text: str) -> str:
    """The CRC-32 of zlib over ASCII text, as six digits of base 62."""
    rest = zlib.crc32(text.encode("ascii"))
    check = ""
    for _ in range(6):
        rest, digit = divmod(rest, 62)
        check = _DIGITS[digit] + check
    return check
