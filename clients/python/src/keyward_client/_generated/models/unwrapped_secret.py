from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="UnwrappedSecret")


@_attrs_define
class UnwrappedSecret:
    """The unwrapped secret, and how it was created. Compare `operation` and `resourceId` with the values that you were
    told to expect. An earlier holder of the token could have unwrapped it and given you another token

        Example:
            {'secret': 'kd_live_EXAMPLE0000000000000000000000000000000000002OaE2T', 'operation': 'createCredential',
                'resourceId': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'wrappedAt': '2026-01-15T10:30:00.000Z'}

        Attributes:
            secret (str): The secret; keep it now, it is never shown again
            operation (str): The operationId of the call that answered it
            resource_id (str): The ID of what it is the secret of: a credential, a SCIM token, a webhook
            wrapped_at (datetime.datetime): When it was wrapped
    """

    secret: str
    operation: str
    resource_id: str
    wrapped_at: datetime.datetime

    def to_dict(self) -> dict[str, Any]:
        secret = self.secret

        operation = self.operation

        resource_id = self.resource_id

        wrapped_at = self.wrapped_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "secret": secret,
                "operation": operation,
                "resourceId": resource_id,
                "wrappedAt": wrapped_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        secret = d.pop("secret")

        operation = d.pop("operation")

        resource_id = d.pop("resourceId")

        wrapped_at = datetime.datetime.fromisoformat(d.pop("wrappedAt").replace("Z", "+00:00"))

        unwrapped_secret = cls(
            secret=secret,
            operation=operation,
            resource_id=resource_id,
            wrapped_at=wrapped_at,
        )

        return unwrapped_secret
