from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.directory_source import DirectorySource

T = TypeVar("T", bound="Group")


@_attrs_define
class Group:
    """People who have something in common

    Example:
        {'id': 'grp_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Platform team', 'description': 'Who runs the build servers',
            'externalId': None, 'source': 'LOCAL', 'memberCount': 0, 'scopes': [], 'createdAt': '2026-01-15T10:30:00.000Z',
            'updatedAt': '2026-01-15T10:30:00.000Z', 'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        id (str):
        name (str): Unique in all spellings; over 100 characters only from SCIM
        description (None | str):
        external_id (None | str): What another system calls it
        source (DirectorySource | str): `LOCAL` was made here; anything else comes from a system that provisions this
            directory
        member_count (int):
        scopes (list[str]): What its members may do
        created_at (datetime.datetime):
        updated_at (datetime.datetime): When it or its membership last changed
        created_by (None | str): The ID of the key or user that created it
    """

    id: str
    name: str
    description: None | str
    external_id: None | str
    source: DirectorySource | str
    member_count: int
    scopes: list[str]
    created_at: datetime.datetime
    updated_at: datetime.datetime
    created_by: None | str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        description: None | str
        description = self.description

        external_id: None | str
        external_id = self.external_id

        source: str
        source = self.source

        member_count = self.member_count

        scopes = self.scopes

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        created_by: None | str
        created_by = self.created_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "description": description,
                "externalId": external_id,
                "source": source,
                "memberCount": member_count,
                "scopes": scopes,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "createdBy": created_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        def _parse_description(data: object) -> None | str:
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))

        def _parse_external_id(data: object) -> None | str:
            return cast(None | str, data)

        external_id = _parse_external_id(d.pop("externalId"))

        def _parse_source(data: object) -> DirectorySource | str:
            return cast(DirectorySource | str, data)

        source = _parse_source(d.pop("source"))

        member_count = d.pop("memberCount")

        scopes = cast(list[str], d.pop("scopes"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        group = cls(
            id=id,
            name=name,
            description=description,
            external_id=external_id,
            source=source,
            member_count=member_count,
            scopes=scopes,
            created_at=created_at,
            updated_at=updated_at,
            created_by=created_by,
        )

        return group
