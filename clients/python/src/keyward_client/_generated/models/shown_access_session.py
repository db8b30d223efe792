from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="ShownAccessSession")


@_attrs_define
class ShownAccessSession:
    """What holds for the sessions that the policy allows

    Example:
        {'maxAgeSeconds': None, 'persistent': None}

    Attributes:
        max_age_seconds (int | None): How old a sign-in may be for `REAUTHENTICATION`; null is 300
        persistent (bool | None): False ends the session after 30 idle minutes; null does not decide
    """

    max_age_seconds: int | None
    persistent: bool | None

    def to_dict(self) -> dict[str, Any]:
        max_age_seconds: int | None
        max_age_seconds = self.max_age_seconds

        persistent: bool | None
        persistent = self.persistent

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "maxAgeSeconds": max_age_seconds,
                "persistent": persistent,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_max_age_seconds(data: object) -> int | None:
            return cast(int | None, data)

        max_age_seconds = _parse_max_age_seconds(d.pop("maxAgeSeconds"))

        def _parse_persistent(data: object) -> bool | None:
            return cast(bool | None, data)

        persistent = _parse_persistent(d.pop("persistent"))

        shown_access_session = cls(
            max_age_seconds=max_age_seconds,
            persistent=persistent,
        )

        return shown_access_session
