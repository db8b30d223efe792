from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.configuration_kind import ConfigurationKind
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.configuration_object import ConfigurationObject


T = TypeVar("T", bound="ConfigurationApplyRequest")


@_attrs_define
class ConfigurationApplyRequest:
    """The objects of a plan, with their secrets

    Example:
        {'objects': [{'kind': 'identity', 'key': 'deploy-bot', 'spec': {'name': 'Deploy bot', 'type': 'CI_CD', 'tags':
            ['production']}}], 'prune': False, 'fingerprint':
            '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'}

    Attributes:
        objects (list[ConfigurationObject]): The objects, in any order
        fingerprint (str): Stands for the objects without their secrets, the state that they were compared with, and the
            caller Example: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.
        prune (bool | Unset): Whether objects are deleted that an apply has made or taken over, and that are not in
            `objects`
        kinds (list[ConfigurationKind | str] | Unset): The kinds that `prune` is about; all kinds when left out
    """

    objects: list[ConfigurationObject]
    fingerprint: str
    prune: bool | Unset = UNSET
    kinds: list[ConfigurationKind | str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        objects = []
        for objects_item_data in self.objects:
            objects_item = objects_item_data.to_dict()

            objects.append(objects_item)

        fingerprint = self.fingerprint

        prune = self.prune

        kinds: list[str] | Unset = UNSET
        if not isinstance(self.kinds, Unset):
            kinds = []
            for kinds_item_data in self.kinds:
                kinds_item: str
                kinds_item = kinds_item_data
                kinds.append(kinds_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "objects": objects,
                "fingerprint": fingerprint,
            }
        )
        if prune is not UNSET:
            field_dict["prune"] = prune
        if kinds is not UNSET:
            field_dict["kinds"] = kinds

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.configuration_object import ConfigurationObject  # noqa: PLC0415

        d = dict(src_dict)
        objects = []
        _objects = d.pop("objects")
        for objects_item_data in _objects:
            objects_item = ConfigurationObject.from_dict(objects_item_data)

            objects.append(objects_item)

        fingerprint = d.pop("fingerprint")

        prune = d.pop("prune", UNSET)

        _kinds = d.pop("kinds", UNSET)
        kinds: list[ConfigurationKind | str] | Unset = UNSET
        if _kinds is not UNSET:
            kinds = []
            for kinds_item_data in _kinds:

                def _parse_kinds_item(data: object) -> ConfigurationKind | str:
                    return cast(ConfigurationKind | str, data)

                kinds_item = _parse_kinds_item(kinds_item_data)

                kinds.append(kinds_item)

        configuration_apply_request = cls(
            objects=objects,
            fingerprint=fingerprint,
            prune=prune,
            kinds=kinds,
        )

        return configuration_apply_request
