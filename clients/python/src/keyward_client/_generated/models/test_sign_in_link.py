from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="TestSignInLink")


@_attrs_define
class TestSignInLink:
    """A link for a test sign-in

    Example:
        {'url': 'https://id.example.com/login/org_01kahz5v3be4nr7q2m8x9c0d1e/test-sign-
            in/EXAMPLE000000000000000000000000000000000000', 'expiresAt': '2026-01-15T10:45:00.000Z'}

    Attributes:
        url (str): Open it, or send it to a user who has an account at the identity provider. The page shows the claims
            of the account that is used there
        expires_at (datetime.datetime): When the link ends, unless it is used before
    """

    url: str
    expires_at: datetime.datetime

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "url": url,
                "expiresAt": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        url = d.pop("url")

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt").replace("Z", "+00:00"))

        test_sign_in_link = cls(
            url=url,
            expires_at=expires_at,
        )

        return test_sign_in_link
