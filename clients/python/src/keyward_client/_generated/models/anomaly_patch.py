from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.anomaly_status import AnomalyStatus
from ..types import UNSET, Unset

T = TypeVar("T", bound="AnomalyPatch")


@_attrs_define
class AnomalyPatch:
    """What to change; omitted fields keep their values, null clears the note

    Example:
        {'status': 'ACKNOWLEDGED', 'note': 'Asked the team'}

    Attributes:
        status (AnomalyStatus | str | Unset): `RESOLVED` and `FALSE_POSITIVE` are closed
        note (None | str | Unset):
    """

    status: AnomalyStatus | str | Unset = UNSET
    note: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        status: str | Unset
        if isinstance(self.status, Unset):
            status = UNSET
        else:
            status = self.status

        note: None | str | Unset
        if isinstance(self.note, Unset):
            note = UNSET
        else:
            note = self.note

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if status is not UNSET:
            field_dict["status"] = status
        if note is not UNSET:
            field_dict["note"] = note

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_status(data: object) -> AnomalyStatus | str | Unset:
            return cast(AnomalyStatus | str | Unset, data)

        status = _parse_status(d.pop("status", UNSET))

        def _parse_note(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        note = _parse_note(d.pop("note", UNSET))

        anomaly_patch = cls(
            status=status,
            note=note,
        )

        return anomaly_patch
