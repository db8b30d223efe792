from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.configuration_kind import ConfigurationKind

if TYPE_CHECKING:
    from ..models.configuration_object_spec import ConfigurationObjectSpec


T = TypeVar("T", bound="ConfigurationObject")


@_attrs_define
class ConfigurationObject:
    """One object of the configuration

    Example:
        {'kind': 'identity', 'key': 'deploy-bot', 'spec': {'name': 'Deploy bot', 'type': 'CI_CD', 'tags':
            ['production']}}

    Attributes:
        kind (ConfigurationKind | str): The kind of an object; `x-resources` of this document describes each
        key (str): The name of an object in the configuration. It is unique in its kind, and stays when the object gets
            another name. A kind that exists once has the key `default` Example: deploy-bot.
        spec (ConfigurationObjectSpec): The fields that the operations of the kind take. `kind/key` in place of an ID
            refers to another object. A field that is left out has its default; one without a default keeps its value
    """

    kind: ConfigurationKind | str
    key: str
    spec: ConfigurationObjectSpec

    def to_dict(self) -> dict[str, Any]:
        kind: str
        kind = self.kind

        key = self.key

        spec = self.spec

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "kind": kind,
                "key": key,
                "spec": spec,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_kind(data: object) -> ConfigurationKind | str:
            return cast(ConfigurationKind | str, data)

        kind = _parse_kind(d.pop("kind"))

        key = d.pop("key")

        spec = d.pop("spec")

        configuration_object = cls(
            kind=kind,
            key=key,
            spec=spec,
        )

        return configuration_object
