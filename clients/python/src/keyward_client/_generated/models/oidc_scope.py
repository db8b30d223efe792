from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.claim_mapping import ClaimMapping


T = TypeVar("T", bound="OidcScope")


@_attrs_define
class OidcScope:
    """A custom scope

    Example:
        {'id': 'scp_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'workplace', 'displayName': 'Where you work', 'description':
            None, 'claims': [{'claim': 'floor', 'source': 'attributes.floor'}], 'isDefault': False, 'createdAt':
            '2026-01-15T10:30:00.000Z', 'updatedAt': '2026-01-15T10:30:00.000Z', 'createdBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1f'}

    Attributes:
        id (str):
        name (str): What clients ask for. Not one of the standard ones, and no right over this service such as
            `credentials.read` Example: orders:read.
        display_name (str):
        description (None | str):
        claims (list[ClaimMapping]): What clients learn of a user with this scope; each claim once. Without any it is
            only a scope of access tokens Example: [{'claim': 'floor', 'source': 'attributes.floor'}].
        is_default (bool):
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
        created_by (None | str): The ID of the key or user that created it
    """

    id: str
    name: str
    display_name: str
    description: None | str
    claims: list[ClaimMapping]
    is_default: bool
    created_at: datetime.datetime
    updated_at: datetime.datetime
    created_by: None | str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        display_name = self.display_name

        description: None | str
        description = self.description

        claims = []
        for componentsschemas_claim_mappings_item_data in self.claims:
            componentsschemas_claim_mappings_item = (
                componentsschemas_claim_mappings_item_data.to_dict()
            )

            claims.append(componentsschemas_claim_mappings_item)

        is_default = self.is_default

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        created_by: None | str
        created_by = self.created_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "displayName": display_name,
                "description": description,
                "claims": claims,
                "isDefault": is_default,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "createdBy": created_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.claim_mapping import ClaimMapping  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        display_name = d.pop("displayName")

        def _parse_description(data: object) -> None | str:
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))

        claims = []
        _claims = d.pop("claims")
        for componentsschemas_claim_mappings_item_data in _claims:
            componentsschemas_claim_mappings_item = ClaimMapping.from_dict(
                componentsschemas_claim_mappings_item_data
            )

            claims.append(componentsschemas_claim_mappings_item)

        is_default = d.pop("isDefault")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        oidc_scope = cls(
            id=id,
            name=name,
            display_name=display_name,
            description=description,
            claims=claims,
            is_default=is_default,
            created_at=created_at,
            updated_at=updated_at,
            created_by=created_by,
        )

        return oidc_scope
