from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.scim_permission import ScimPermission
from ..models.scim_profile import ScimProfile
from ..types import UNSET, Unset

T = TypeVar("T", bound="ScimTokenInput")


@_attrs_define
class ScimTokenInput:
    """A SCIM token to create

    Example:
        {'name': 'Okta production', 'profile': 'OKTA'}

    Attributes:
        name (str):
        profile (ScimProfile | str | Unset): The directory that uses the token, whose ways of SCIM are then understood
        permissions (list[ScimPermission | str] | Unset): What a SCIM token may do Example: ['users.read',
            'users.write', 'groups.read', 'groups.write'].
        allowed_ips (list[str] | None | Unset): Addresses and CIDR ranges from which the token may be used; null means
            anywhere
        expires_at (datetime.datetime | Unset): When it expires, at most 730 days ahead; 365 days ahead when absent
    """

    name: str
    profile: ScimProfile | str | Unset = UNSET
    permissions: list[ScimPermission | str] | Unset = UNSET
    allowed_ips: list[str] | None | Unset = UNSET
    expires_at: datetime.datetime | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        profile: str | Unset
        if isinstance(self.profile, Unset):
            profile = UNSET
        else:
            profile = self.profile

        permissions: list[str] | Unset = UNSET
        if not isinstance(self.permissions, Unset):
            permissions = []
            for componentsschemas_scim_permissions_item_data in self.permissions:
                componentsschemas_scim_permissions_item: str
                componentsschemas_scim_permissions_item = (
                    componentsschemas_scim_permissions_item_data
                )
                permissions.append(componentsschemas_scim_permissions_item)

        allowed_ips: list[str] | None | Unset
        if isinstance(self.allowed_ips, Unset):
            allowed_ips = UNSET
        elif isinstance(self.allowed_ips, list):
            allowed_ips = self.allowed_ips

        else:
            allowed_ips = self.allowed_ips

        expires_at: str | Unset = UNSET
        if not isinstance(self.expires_at, Unset):
            expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
            }
        )
        if profile is not UNSET:
            field_dict["profile"] = profile
        if permissions is not UNSET:
            field_dict["permissions"] = permissions
        if allowed_ips is not UNSET:
            field_dict["allowedIps"] = allowed_ips
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        def _parse_profile(data: object) -> ScimProfile | str | Unset:
            return cast(ScimProfile | str | Unset, data)

        profile = _parse_profile(d.pop("profile", UNSET))

        _permissions = d.pop("permissions", UNSET)
        permissions: list[ScimPermission | str] | Unset = UNSET
        if _permissions is not UNSET:
            permissions = []
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

        def _parse_allowed_ips(data: object) -> list[str] | None | Unset:
            try:
                if not isinstance(data, list):
                    raise TypeError
                allowed_ips_type_0 = cast(list[str], data)

                return allowed_ips_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        allowed_ips = _parse_allowed_ips(d.pop("allowedIps", UNSET))

        _expires_at = d.pop("expiresAt", UNSET)
        expires_at: datetime.datetime | Unset
        if isinstance(_expires_at, Unset):
            expires_at = UNSET
        else:
            expires_at = datetime.datetime.fromisoformat(_expires_at.replace("Z", "+00:00"))

        scim_token_input = cls(
            name=name,
            profile=profile,
            permissions=permissions,
            allowed_ips=allowed_ips,
            expires_at=expires_at,
        )

        return scim_token_input
