from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.identity_type import IdentityType
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.federated_subject import FederatedSubject
    from ..models.metadata import Metadata


T = TypeVar("T", bound="IdentityInput")


@_attrs_define
class IdentityInput:
    """An identity to create

    Example:
        {'name': 'deploy-bot', 'type': 'CI_CD', 'tags': ['payments']}

    Attributes:
        name (str):
        type_ (IdentityType | str): The kind of machine
        description (None | str | Unset):
        owner_user_id (None | str | Unset):
        tags (list[str] | Unset): Labels to find and select by Example: ['payments'].
        allowed_scopes (list[str] | None | Unset): The scopes that credentials may carry; null means any Example:
            ['deploy.*'].
        allowed_ips (list[str] | None | Unset): Addresses and CIDR ranges from which it may be used; null means
            anywhere. A verification must then name the `ipAddress`, or it answers `IP_NOT_ALLOWED`. They are kept in their
            shortest form Example: ['203.0.113.0/24'].
        federated_subjects (list[FederatedSubject] | Unset): Whose tokens of another issuer stand for this identity
            Example: [].
        metadata (Metadata | Unset): Your own notes, up to 10 KB as JSON; never interpreted Example: {'team':
            'payments'}.
        expires_at (datetime.datetime | None | Unset):
    """

    name: str
    type_: IdentityType | str
    description: None | str | Unset = UNSET
    owner_user_id: None | str | Unset = UNSET
    tags: list[str] | Unset = UNSET
    allowed_scopes: list[str] | None | Unset = UNSET
    allowed_ips: list[str] | None | Unset = UNSET
    federated_subjects: list[FederatedSubject] | Unset = UNSET
    metadata: Metadata | Unset = UNSET
    expires_at: datetime.datetime | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        type_: str
        type_ = self.type_

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        owner_user_id: None | str | Unset
        if isinstance(self.owner_user_id, Unset):
            owner_user_id = UNSET
        else:
            owner_user_id = self.owner_user_id

        tags: list[str] | Unset = UNSET
        if not isinstance(self.tags, Unset):
            tags = self.tags

        allowed_scopes: list[str] | None | Unset
        if isinstance(self.allowed_scopes, Unset):
            allowed_scopes = UNSET
        elif isinstance(self.allowed_scopes, list):
            allowed_scopes = self.allowed_scopes

        else:
            allowed_scopes = self.allowed_scopes

        allowed_ips: list[str] | None | Unset
        if isinstance(self.allowed_ips, Unset):
            allowed_ips = UNSET
        elif isinstance(self.allowed_ips, list):
            allowed_ips = self.allowed_ips

        else:
            allowed_ips = self.allowed_ips

        federated_subjects: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.federated_subjects, Unset):
            federated_subjects = []
            for componentsschemas_federated_subjects_item_data in self.federated_subjects:
                componentsschemas_federated_subjects_item = (
                    componentsschemas_federated_subjects_item_data.to_dict()
                )

                federated_subjects.append(componentsschemas_federated_subjects_item)

        metadata = self.metadata

        expires_at: None | str | Unset
        if isinstance(self.expires_at, Unset):
            expires_at = UNSET
        elif isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "type": type_,
            }
        )
        if description is not UNSET:
            field_dict["description"] = description
        if owner_user_id is not UNSET:
            field_dict["ownerUserId"] = owner_user_id
        if tags is not UNSET:
            field_dict["tags"] = tags
        if allowed_scopes is not UNSET:
            field_dict["allowedScopes"] = allowed_scopes
        if allowed_ips is not UNSET:
            field_dict["allowedIps"] = allowed_ips
        if federated_subjects is not UNSET:
            field_dict["federatedSubjects"] = federated_subjects
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.federated_subject import FederatedSubject  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        def _parse_type_(data: object) -> IdentityType | str:
            return cast(IdentityType | str, data)

        type_ = _parse_type_(d.pop("type"))

        def _parse_description(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        def _parse_owner_user_id(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        owner_user_id = _parse_owner_user_id(d.pop("ownerUserId", UNSET))

        tags = cast(list[str], d.pop("tags", UNSET))

        def _parse_allowed_scopes(data: object) -> list[str] | None | Unset:
            try:
                if not isinstance(data, list):
                    raise TypeError
                componentsschemas_scope_ceiling_type_0 = cast(list[str], data)

                return componentsschemas_scope_ceiling_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        allowed_scopes = _parse_allowed_scopes(d.pop("allowedScopes", UNSET))

        def _parse_allowed_ips(data: object) -> list[str] | None | Unset:
            try:
                if not isinstance(data, list):
                    raise TypeError
                componentsschemas_allowed_ips_type_0 = cast(list[str], data)

                return componentsschemas_allowed_ips_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        allowed_ips = _parse_allowed_ips(d.pop("allowedIps", UNSET))

        _federated_subjects = d.pop("federatedSubjects", UNSET)
        federated_subjects: list[FederatedSubject] | Unset = UNSET
        if _federated_subjects is not UNSET:
            federated_subjects = []
            for componentsschemas_federated_subjects_item_data in _federated_subjects:
                componentsschemas_federated_subjects_item = FederatedSubject.from_dict(
                    componentsschemas_federated_subjects_item_data
                )

                federated_subjects.append(componentsschemas_federated_subjects_item)

        metadata = d.pop("metadata", UNSET)

        def _parse_expires_at(data: object) -> datetime.datetime | None | Unset:
            try:
                if not isinstance(data, str):
                    raise TypeError
                expires_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        expires_at = _parse_expires_at(d.pop("expiresAt", UNSET))

        identity_input = cls(
            name=name,
            type_=type_,
            description=description,
            owner_user_id=owner_user_id,
            tags=tags,
            allowed_scopes=allowed_scopes,
            allowed_ips=allowed_ips,
            federated_subjects=federated_subjects,
            metadata=metadata,
            expires_at=expires_at,
        )

        return identity_input
