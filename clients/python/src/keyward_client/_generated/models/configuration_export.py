from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.configuration_kind import ConfigurationKind

if TYPE_CHECKING:
    from ..models.configuration_export_pagination import ConfigurationExportPagination
    from ..models.configuration_object import ConfigurationObject


T = TypeVar("T", bound="ConfigurationExport")


@_attrs_define
class ConfigurationExport:
    """A page of the configuration

    Example:
        {'data': [{'kind': 'identity', 'key': 'deploy-bot', 'spec': {'name': 'Deploy bot', 'type': 'CI_CD', 'tags':
            ['production']}}], 'unreadable': ['webhook'], 'pagination': {'limit': 200, 'hasMore': False}}

    Attributes:
        data (list[ConfigurationObject]):
        unreadable (list[ConfigurationKind | str]): The kinds that the caller may not read
        pagination (ConfigurationExportPagination):
    """

    data: list[ConfigurationObject]
    unreadable: list[ConfigurationKind | str]
    pagination: ConfigurationExportPagination

    def to_dict(self) -> dict[str, Any]:
        data = []
        for data_item_data in self.data:
            data_item = data_item_data.to_dict()

            data.append(data_item)

        unreadable = []
        for unreadable_item_data in self.unreadable:
            unreadable_item: str
            unreadable_item = unreadable_item_data
            unreadable.append(unreadable_item)

        pagination = self.pagination.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "data": data,
                "unreadable": unreadable,
                "pagination": pagination,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.configuration_export_pagination import ConfigurationExportPagination  # noqa: PLC0415
        from ..models.configuration_object import ConfigurationObject  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = ConfigurationObject.from_dict(data_item_data)

            data.append(data_item)

        unreadable = []
        _unreadable = d.pop("unreadable")
        for unreadable_item_data in _unreadable:

            def _parse_unreadable_item(data: object) -> ConfigurationKind | str:
                return cast(ConfigurationKind | str, data)

            unreadable_item = _parse_unreadable_item(unreadable_item_data)

            unreadable.append(unreadable_item)

        pagination = ConfigurationExportPagination.from_dict(d.pop("pagination"))

        configuration_export = cls(
            data=data,
            unreadable=unreadable,
            pagination=pagination,
        )

        return configuration_export
