from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.identity_status import IdentityStatus
from ..models.identity_type import IdentityType

T = TypeVar("T", bound="IdentitySummary")


@_attrs_define
class IdentitySummary:
    """Whose secret it is

    Example:
        {'id': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy-bot', 'type': 'CI_CD', 'status': 'ACTIVE', 'riskScore':
            0, 'tags': ['payments']}

    Attributes:
        id (str):
        name (str):
        type_ (IdentityType | str): The kind of machine
        status (IdentityStatus | str): `SUSPENDED` can be undone, `REVOKED` cannot; the credentials of both verify as
            invalid
        risk_score (int):
        tags (list[str]):
    """

    id: str
    name: str
    type_: IdentityType | str
    status: IdentityStatus | str
    risk_score: int
    tags: list[str]

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        type_: str
        type_ = self.type_

        status: str
        status = self.status

        risk_score = self.risk_score

        tags = self.tags

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "type": type_,
                "status": status,
                "riskScore": risk_score,
                "tags": tags,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        def _parse_type_(data: object) -> IdentityType | str:
            return cast(IdentityType | str, data)

        type_ = _parse_type_(d.pop("type"))

        def _parse_status(data: object) -> IdentityStatus | str:
            return cast(IdentityStatus | str, data)

        status = _parse_status(d.pop("status"))

        risk_score = d.pop("riskScore")

        tags = cast(list[str], d.pop("tags"))

        identity_summary = cls(
            id=id,
            name=name,
            type_=type_,
            status=status,
            risk_score=risk_score,
            tags=tags,
        )

        return identity_summary
