from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.configuration_action import ConfigurationAction
from ..models.configuration_kind import ConfigurationKind

if TYPE_CHECKING:
    from ..models.configuration_difference import ConfigurationDifference
    from ..models.configuration_refusal import ConfigurationRefusal


T = TypeVar("T", bound="ConfigurationChange")


@_attrs_define
class ConfigurationChange:
    """One change

    Example:
        {'action': 'CHANGE', 'kind': 'identity', 'key': 'deploy-bot', 'id': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'at':
            '/objects/0', 'adopts': False, 'fields': [{'field': 'name', 'from': 'Deploy', 'to': 'Deploy bot'}], 'refusal':
            None}

    Attributes:
        action (ConfigurationAction | str): The change of an object. `ADOPT` takes over an object that there is,
            unchanged. `RELEASE` leaves an object as it is, and manages it no more
        kind (ConfigurationKind | str): The kind of an object; `x-resources` of this document describes each
        key (str): The name of an object in the configuration. It is unique in its kind, and stays when the object gets
            another name. A kind that exists once has the key `default` Example: deploy-bot.
        id (None | str): The ID of the object; null before it is created
        at (None | str): Where the object stands in the request; null if it is not there
        adopts (bool): Whether the change takes over an object that no apply manages
        fields (list[ConfigurationDifference]):
        refusal (ConfigurationRefusal | None):
    """

    action: ConfigurationAction | str
    kind: ConfigurationKind | str
    key: str
    id: None | str
    at: None | str
    adopts: bool
    fields: list[ConfigurationDifference]
    refusal: ConfigurationRefusal | None

    def to_dict(self) -> dict[str, Any]:
        from ..models.configuration_refusal import ConfigurationRefusal  # noqa: PLC0415

        action: str
        action = self.action

        kind: str
        kind = self.kind

        key = self.key

        id: None | str
        id = self.id

        at: None | str
        at = self.at

        adopts = self.adopts

        fields = []
        for fields_item_data in self.fields:
            fields_item = fields_item_data.to_dict()

            fields.append(fields_item)

        refusal: dict[str, Any] | None
        if isinstance(self.refusal, ConfigurationRefusal):
            refusal = self.refusal.to_dict()

        else:
            refusal = self.refusal

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "action": action,
                "kind": kind,
                "key": key,
                "id": id,
                "at": at,
                "adopts": adopts,
                "fields": fields,
                "refusal": refusal,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.configuration_difference import ConfigurationDifference  # noqa: PLC0415
        from ..models.configuration_refusal import ConfigurationRefusal  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_action(data: object) -> ConfigurationAction | str:
            return cast(ConfigurationAction | str, data)

        action = _parse_action(d.pop("action"))

        def _parse_kind(data: object) -> ConfigurationKind | str:
            return cast(ConfigurationKind | str, data)

        kind = _parse_kind(d.pop("kind"))

        key = d.pop("key")

        def _parse_id(data: object) -> None | str:
            return cast(None | str, data)

        id = _parse_id(d.pop("id"))

        def _parse_at(data: object) -> None | str:
            return cast(None | str, data)

        at = _parse_at(d.pop("at"))

        adopts = d.pop("adopts")

        fields = []
        _fields = d.pop("fields")
        for fields_item_data in _fields:
            fields_item = ConfigurationDifference.from_dict(fields_item_data)

            fields.append(fields_item)

        def _parse_refusal(data: object) -> ConfigurationRefusal | None:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                refusal_type_0 = ConfigurationRefusal.from_dict(data)

                return refusal_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ConfigurationRefusal | None, data)

        refusal = _parse_refusal(d.pop("refusal"))

        configuration_change = cls(
            action=action,
            kind=kind,
            key=key,
            id=id,
            at=at,
            adopts=adopts,
            fields=fields,
            refusal=refusal,
        )

        return configuration_change
