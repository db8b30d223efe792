from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.scim_dry_run import ScimDryRun
    from ..models.scim_member import ScimMember
    from ..models.scim_meta import ScimMeta


T = TypeVar("T", bound="ScimGroup")


@_attrs_define
class ScimGroup:
    """A group (RFC 7643 section 4.2)

    Example:
        {'schemas': ['urn:ietf:params:scim:schemas:core:2.0:Group'], 'id': 'grp_01kahz5v3be4nr7q2m8x9c0d1e',
            'displayName': 'Platform team'}

    Attributes:
        schemas (list[str]): The schemas of what is shown, by their URNs
        id (str):
        external_id (str | Unset): What the other directory calls it
        display_name (str | Unset): Unique in all spellings
        members (list[ScimMember] | Unset):
        urnkeywardparamsscimapimessages_2_0_dry_run (ScimDryRun | Unset): What a dry run would have changed Example:
            {'changes': [{'path': 'title', 'from': None, 'to': 'Countess'}]}.
        meta (ScimMeta | Unset): What the service knows of a resource Example: {'resourceType': 'User', 'version':
            'W/"1"'}.
    """

    schemas: list[str]
    id: str
    external_id: str | Unset = UNSET
    display_name: str | Unset = UNSET
    members: list[ScimMember] | Unset = UNSET
    urnkeywardparamsscimapimessages_2_0_dry_run: ScimDryRun | Unset = UNSET
    meta: ScimMeta | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        schemas = self.schemas

        id = self.id

        external_id = self.external_id

        display_name = self.display_name

        members: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.members, Unset):
            members = []
            for members_item_data in self.members:
                members_item = members_item_data.to_dict()

                members.append(members_item)

        urnkeywardparamsscimapimessages_2_0_dry_run: dict[str, Any] | Unset = UNSET
        if not isinstance(self.urnkeywardparamsscimapimessages_2_0_dry_run, Unset):
            urnkeywardparamsscimapimessages_2_0_dry_run = (
                self.urnkeywardparamsscimapimessages_2_0_dry_run.to_dict()
            )

        meta: dict[str, Any] | Unset = UNSET
        if not isinstance(self.meta, Unset):
            meta = self.meta.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "schemas": schemas,
                "id": id,
            }
        )
        if external_id is not UNSET:
            field_dict["externalId"] = external_id
        if display_name is not UNSET:
            field_dict["displayName"] = display_name
        if members is not UNSET:
            field_dict["members"] = members
        if urnkeywardparamsscimapimessages_2_0_dry_run is not UNSET:
            field_dict["urn:keyward:params:scim:api:messages:2.0:DryRun"] = (
                urnkeywardparamsscimapimessages_2_0_dry_run
            )
        if meta is not UNSET:
            field_dict["meta"] = meta

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.scim_dry_run import ScimDryRun  # noqa: PLC0415
        from ..models.scim_member import ScimMember  # noqa: PLC0415
        from ..models.scim_meta import ScimMeta  # noqa: PLC0415

        d = dict(src_dict)
        schemas = cast(list[str], d.pop("schemas"))

        id = d.pop("id")

        external_id = d.pop("externalId", UNSET)

        display_name = d.pop("displayName", UNSET)

        _members = d.pop("members", UNSET)
        members: list[ScimMember] | Unset = UNSET
        if _members is not UNSET:
            members = []
            for members_item_data in _members:
                members_item = ScimMember.from_dict(members_item_data)

                members.append(members_item)

        _urnkeywardparamsscimapimessages_2_0_dry_run = d.pop(
            "urn:keyward:params:scim:api:messages:2.0:DryRun", UNSET
        )
        urnkeywardparamsscimapimessages_2_0_dry_run: ScimDryRun | Unset
        if isinstance(_urnkeywardparamsscimapimessages_2_0_dry_run, Unset):
            urnkeywardparamsscimapimessages_2_0_dry_run = UNSET
        else:
            urnkeywardparamsscimapimessages_2_0_dry_run = ScimDryRun.from_dict(
                _urnkeywardparamsscimapimessages_2_0_dry_run
            )

        _meta = d.pop("meta", UNSET)
        meta: ScimMeta | Unset
        if isinstance(_meta, Unset):
            meta = UNSET
        else:
            meta = ScimMeta.from_dict(_meta)

        scim_group = cls(
            schemas=schemas,
            id=id,
            external_id=external_id,
            display_name=display_name,
            members=members,
            urnkeywardparamsscimapimessages_2_0_dry_run=urnkeywardparamsscimapimessages_2_0_dry_run,
            meta=meta,
        )

        return scim_group
