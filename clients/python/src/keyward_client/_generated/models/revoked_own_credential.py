from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.revoked_own_credential_status import (
    RevokedOwnCredentialStatus,
)

T = TypeVar("T", bound="RevokedOwnCredential")


@_attrs_define
class RevokedOwnCredential:
    """The credential of the caller, which is revoked now

    Example:
        {'id': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'workload-deploy-bot-20260115103000', 'status': 'REVOKED'}

    Attributes:
        id (str):
        name (str):
        status (RevokedOwnCredentialStatus):
    """

    id: str
    name: str
    status: RevokedOwnCredentialStatus

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        status = self.status

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "status": status,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        status = d.pop("status")

        revoked_own_credential = cls(
            id=id,
            name=name,
            status=status,
        )

        return revoked_own_credential
