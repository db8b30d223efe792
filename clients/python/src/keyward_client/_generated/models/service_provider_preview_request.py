from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.name_id_format import NameIdFormat
from ..types import UNSET, Unset

T = TypeVar("T", bound="ServiceProviderPreviewRequest")


@_attrs_define
class ServiceProviderPreviewRequest:
    """The user, and what the service provider asks for

    Example:
        {'userId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        user_id (str): The ID of the user
        name_id_format (NameIdFormat | str | Unset): Which identifier of a user the service provider gets (Core section
            8.3). `persistent` is a random value that depends on the user and the entity ID alone. `emailAddress` is the
            verified address. `transient` is new with each sign-in. `unspecified` is the value of `nameIdAttribute`, or the
            username
    """

    user_id: str
    name_id_format: NameIdFormat | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        user_id = self.user_id

        name_id_format: str | Unset
        if isinstance(self.name_id_format, Unset):
            name_id_format = UNSET
        else:
            name_id_format = self.name_id_format

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "userId": user_id,
            }
        )
        if name_id_format is not UNSET:
            field_dict["nameIdFormat"] = name_id_format

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        user_id = d.pop("userId")

        def _parse_name_id_format(data: object) -> NameIdFormat | str | Unset:
            return cast(NameIdFormat | str | Unset, data)

        name_id_format = _parse_name_id_format(d.pop("nameIdFormat", UNSET))

        service_provider_preview_request = cls(
            user_id=user_id,
            name_id_format=name_id_format,
        )

        return service_provider_preview_request
