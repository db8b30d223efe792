from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.scim_permission import ScimPermission
from ..models.scim_profile import ScimProfile
from ..models.scim_token_status import ScimTokenStatus

T = TypeVar("T", bound="ScimTokenWithSecret")


@_attrs_define
class ScimTokenWithSecret:
    """A new SCIM token with its secret, which is shown only here

    Attributes:
        id (str):
        name (str):
        token_prefix (str): How the token starts
        last4 (str): How the token ends
        profile (ScimProfile | str): The directory that uses the token, whose ways of SCIM are then understood
        permissions (list[ScimPermission | str]): What a SCIM token may do Example: ['users.read', 'users.write',
            'groups.read', 'groups.write'].
        allowed_ips (list[str] | None): Addresses and CIDR ranges from which the token may be used; null means anywhere
        status (ScimTokenStatus | str): `EXPIRED` past its `expiresAt`; `REVOKED` for good
        expires_at (datetime.datetime):
        last_used_at (datetime.datetime | None): Its last use; noted at most once a minute
        created_at (datetime.datetime):
        created_by (None | str): The ID of the key or user that created it
        token (str): The token; keep it now, it is never shown again. With `X-Wrap-Ttl` a wrap token in its place
            Example: scim_EXAMPLE0000000000000000000000000000000000001ZtzVt.
    """

    id: str
    name: str
    token_prefix: str
    last4: str
    profile: ScimProfile | str
    permissions: list[ScimPermission | str]
    allowed_ips: list[str] | None
    status: ScimTokenStatus | str
    expires_at: datetime.datetime
    last_used_at: datetime.datetime | None
    created_at: datetime.datetime
    created_by: None | str
    token: str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        token_prefix = self.token_prefix

        last4 = self.last4

        profile: str
        profile = self.profile

        permissions = []
        for componentsschemas_scim_permissions_item_data in self.permissions:
            componentsschemas_scim_permissions_item: str
            componentsschemas_scim_permissions_item = componentsschemas_scim_permissions_item_data
            permissions.append(componentsschemas_scim_permissions_item)

        allowed_ips: list[str] | None
        if isinstance(self.allowed_ips, list):
            allowed_ips = self.allowed_ips

        else:
            allowed_ips = self.allowed_ips

        status: str
        status = self.status

        expires_at = self.expires_at.isoformat()

        last_used_at: None | str
        if isinstance(self.last_used_at, datetime.datetime):
            last_used_at = self.last_used_at.isoformat()
        else:
            last_used_at = self.last_used_at

        created_at = self.created_at.isoformat()

        created_by: None | str
        created_by = self.created_by

        token = self.token

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "tokenPrefix": token_prefix,
                "last4": last4,
                "profile": profile,
                "permissions": permissions,
                "allowedIps": allowed_ips,
                "status": status,
                "expiresAt": expires_at,
                "lastUsedAt": last_used_at,
                "createdAt": created_at,
                "createdBy": created_by,
                "token": token,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        token_prefix = d.pop("tokenPrefix")

        last4 = d.pop("last4")

        def _parse_profile(data: object) -> ScimProfile | str:
            return cast(ScimProfile | str, data)

        profile = _parse_profile(d.pop("profile"))

        permissions = []
        _permissions = d.pop("permissions")
        for componentsschemas_scim_permissions_item_data in _permissions:

            def _parse_componentsschemas_scim_permissions_item(
                data: object,
            ) -> ScimPermission | str:
                return cast(ScimPermission | str, data)

            componentsschemas_scim_permissions_item = (
                _parse_componentsschemas_scim_permissions_item(
                    componentsschemas_scim_permissions_item_data
                )
            )

            permissions.append(componentsschemas_scim_permissions_item)

        def _parse_allowed_ips(data: object) -> list[str] | None:
            try:
                if not isinstance(data, list):
                    raise TypeError
                allowed_ips_type_0 = cast(list[str], data)

                return allowed_ips_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        allowed_ips = _parse_allowed_ips(d.pop("allowedIps"))

        def _parse_status(data: object) -> ScimTokenStatus | str:
            return cast(ScimTokenStatus | str, data)

        status = _parse_status(d.pop("status"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt").replace("Z", "+00:00"))

        def _parse_last_used_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_used_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return last_used_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_used_at = _parse_last_used_at(d.pop("lastUsedAt"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        token = d.pop("token")

        scim_token_with_secret = cls(
            id=id,
            name=name,
            token_prefix=token_prefix,
            last4=last4,
            profile=profile,
            permissions=permissions,
            allowed_ips=allowed_ips,
            status=status,
            expires_at=expires_at,
            last_used_at=last_used_at,
            created_at=created_at,
            created_by=created_by,
            token=token,
        )

        return scim_token_with_secret
