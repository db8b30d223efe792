from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.alert_status import AlertStatus
from ..types import UNSET, Unset

T = TypeVar("T", bound="AlertPatch")


@_attrs_define
class AlertPatch:
    """What to change

    Example:
        {'status': 'ACKNOWLEDGED'}

    Attributes:
        status (AlertStatus | str | Unset): `RESOLVED` is closed
    """

    status: AlertStatus | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        status: str | Unset
        if isinstance(self.status, Unset):
            status = UNSET
        else:
            status = self.status

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if status is not UNSET:
            field_dict["status"] = status

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_status(data: object) -> AlertStatus | str | Unset:
            return cast(AlertStatus | str | Unset, data)

        status = _parse_status(d.pop("status", UNSET))

        alert_patch = cls(
            status=status,
        )

        return alert_patch
