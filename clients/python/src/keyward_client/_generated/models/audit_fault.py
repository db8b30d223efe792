from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.audit_fault_kind import AuditFaultKind

T = TypeVar("T", bound="AuditFault")


@_attrs_define
class AuditFault:
    """Where the log is not what was sealed

    Example:
        {'kind': 'EDITED', 'sequence': 17, 'id': 'aud_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        kind (AuditFaultKind | str): `EDITED`: a row, its personal values or its seal differs from the sealed one.
            `REMOVED`: the row is gone. `INSERTED`: the row was never sealed. `REORDERED`: the row stands in the place of
            another. `CUT_OFF`: the end is missing. `FORGED`: a checkpoint is missing, is not signed by the key of the
            organization, or signs other data
        sequence (int | None): Null for a row that has none
        id (None | str): The ID of the row, where it is known
    """

    kind: AuditFaultKind | str
    sequence: int | None
    id: None | str

    def to_dict(self) -> dict[str, Any]:
        kind: str
        kind = self.kind

        sequence: int | None
        sequence = self.sequence

        id: None | str
        id = self.id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "kind": kind,
                "sequence": sequence,
                "id": id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_kind(data: object) -> AuditFaultKind | str:
            return cast(AuditFaultKind | str, data)

        kind = _parse_kind(d.pop("kind"))

        def _parse_sequence(data: object) -> int | None:
            return cast(int | None, data)

        sequence = _parse_sequence(d.pop("sequence"))

        def _parse_id(data: object) -> None | str:
            return cast(None | str, data)

        id = _parse_id(d.pop("id"))

        audit_fault = cls(
            kind=kind,
            sequence=sequence,
            id=id,
        )

        return audit_fault
