from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CleanedUpCore")


@_attrs_define
class CleanedUpCore:
    """An unused credential, in short

    Example:
        {'credentialId': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy key', 'identityId':
            'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'identityName': 'deploy-bot', 'unusedSince': '2025-09-01T10:30:00.000Z'}

    Attributes:
        credential_id (str):
        name (str):
        identity_id (str):
        identity_name (str):
        unused_since (datetime.datetime): Its last use, or else its last rotation or its creation; or later, when it was
            reactivated or given scopes
    """

    credential_id: str
    name: str
    identity_id: str
    identity_name: str
    unused_since: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        credential_id = self.credential_id

        name = self.name

        identity_id = self.identity_id

        identity_name = self.identity_name

        unused_since = self.unused_since.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "credentialId": credential_id,
                "name": name,
                "identityId": identity_id,
                "identityName": identity_name,
                "unusedSince": unused_since,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        credential_id = d.pop("credentialId")

        name = d.pop("name")

        identity_id = d.pop("identityId")

        identity_name = d.pop("identityName")

        unused_since = datetime.datetime.fromisoformat(d.pop("unusedSince").replace("Z", "+00:00"))

        cleaned_up_core = cls(
            credential_id=credential_id,
            name=name,
            identity_id=identity_id,
            identity_name=identity_name,
            unused_since=unused_since,
        )

        cleaned_up_core.additional_properties = d
        return cleaned_up_core

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
