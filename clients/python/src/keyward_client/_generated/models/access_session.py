from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="AccessSession")


@_attrs_define
class AccessSession:
    """What holds for the sessions that the policy allows

    Example:
        {'maxAgeSeconds': 300}

    Attributes:
        max_age_seconds (int | None | Unset): How old a sign-in may be for `REAUTHENTICATION`; null is 300
        persistent (bool | None | Unset): False ends the session after 30 idle minutes; null does not decide
    """

    max_age_seconds: int | None | Unset = UNSET
    persistent: bool | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        max_age_seconds: int | None | Unset
        if isinstance(self.max_age_seconds, Unset):
            max_age_seconds = UNSET
        else:
            max_age_seconds = self.max_age_seconds

        persistent: bool | None | Unset
        if isinstance(self.persistent, Unset):
            persistent = UNSET
        else:
            persistent = self.persistent

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if max_age_seconds is not UNSET:
            field_dict["maxAgeSeconds"] = max_age_seconds
        if persistent is not UNSET:
            field_dict["persistent"] = persistent

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_max_age_seconds(data: object) -> int | None | Unset:
            return cast(int | None | Unset, data)

        max_age_seconds = _parse_max_age_seconds(d.pop("maxAgeSeconds", UNSET))

        def _parse_persistent(data: object) -> bool | None | Unset:
            return cast(bool | None | Unset, data)

        persistent = _parse_persistent(d.pop("persistent", UNSET))

        access_session = cls(
            max_age_seconds=max_age_seconds,
            persistent=persistent,
        )

        return access_session
