from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="RateLimitedBodyDetails")


@_attrs_define
class RateLimitedBodyDetails:
    """The limit and when the next window starts

    Attributes:
        limit (int):
        remaining (int):
        reset_at (datetime.datetime):
        docs (str | Unset): The page about `code`. `VALIDATION_ERROR` and `PASSWORD_POLICY_VIOLATION` have none, because
            their details name fields Example: https://keyward.example/docs/errors/CREDENTIAL_NOT_FOUND.
    """

    limit: int
    remaining: int
    reset_at: datetime.datetime
    docs: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        limit = self.limit

        remaining = self.remaining

        reset_at = self.reset_at.isoformat()

        docs = self.docs

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "limit": limit,
                "remaining": remaining,
                "resetAt": reset_at,
            }
        )
        if docs is not UNSET:
            field_dict["docs"] = docs

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        limit = d.pop("limit")

        remaining = d.pop("remaining")

        reset_at = datetime.datetime.fromisoformat(d.pop("resetAt").replace("Z", "+00:00"))

        docs = d.pop("docs", UNSET)

        rate_limited_body_details = cls(
            limit=limit,
            remaining=remaining,
            reset_at=reset_at,
            docs=docs,
        )

        return rate_limited_body_details
