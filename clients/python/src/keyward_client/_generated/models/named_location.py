from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.named_location_type import NamedLocationType

T = TypeVar("T", bound="NamedLocation")


@_attrs_define
class NamedLocation:
    """A location that policies name

    Example:
        {'id': 'loc_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Headquarters', 'type': 'IP', 'ipRanges': ['203.0.113.0/24'],
            'countries': [], 'isTrusted': True, 'includeUnknown': False, 'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1e',
            'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt': '2026-01-15T10:30:00.000Z'}

    Attributes:
        id (str):
        name (str):
        type_ (NamedLocationType | str): Whether a location consists of address ranges or of countries
        ip_ranges (list[str]): What a location of type `IP` consists of; empty for the other type
        countries (list[str]): What a location of type `COUNTRY` consists of; empty for the other type
        is_trusted (bool): Whether users may enrol a factor from there
        include_unknown (bool): Whether an address whose country is not known counts as one of the countries
        created_by (None | str):
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
    """

    id: str
    name: str
    type_: NamedLocationType | str
    ip_ranges: list[str]
    countries: list[str]
    is_trusted: bool
    include_unknown: bool
    created_by: None | str
    created_at: datetime.datetime
    updated_at: datetime.datetime

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        type_: str
        type_ = self.type_

        ip_ranges = self.ip_ranges

        countries = self.countries

        is_trusted = self.is_trusted

        include_unknown = self.include_unknown

        created_by: None | str
        created_by = self.created_by

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "type": type_,
                "ipRanges": ip_ranges,
                "countries": countries,
                "isTrusted": is_trusted,
                "includeUnknown": include_unknown,
                "createdBy": created_by,
                "createdAt": created_at,
                "updatedAt": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        def _parse_type_(data: object) -> NamedLocationType | str:
            return cast(NamedLocationType | str, data)

        type_ = _parse_type_(d.pop("type"))

        ip_ranges = cast(list[str], d.pop("ipRanges"))

        countries = cast(list[str], d.pop("countries"))

        is_trusted = d.pop("isTrusted")

        include_unknown = d.pop("includeUnknown")

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        named_location = cls(
            id=id,
            name=name,
            type_=type_,
            ip_ranges=ip_ranges,
            countries=countries,
            is_trusted=is_trusted,
            include_unknown=include_unknown,
            created_by=created_by,
            created_at=created_at,
            updated_at=updated_at,
        )

        return named_location
