from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.configuration_kind import ConfigurationKind

if TYPE_CHECKING:
    from ..models.configuration_change import ConfigurationChange
    from ..models.configuration_plan_counts import ConfigurationPlanCounts


T = TypeVar("T", bound="ConfigurationPlan")


@_attrs_define
class ConfigurationPlan:
    """What changes, in the order of the changes

    Example:
        {'fingerprint': '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'changes': [{'action':
            'CHANGE', 'kind': 'identity', 'key': 'deploy-bot', 'id': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'at': '/objects/0',
            'adopts': False, 'fields': [{'field': 'name', 'from': 'Deploy', 'to': 'Deploy bot'}], 'refusal': None}],
            'unreadable': [], 'counts': {'create': 0, 'change': 1, 'adopt': 0, 'delete': 0, 'release': 0, 'unchanged': 0,
            'refused': 0, 'untried': 0}}

    Attributes:
        fingerprint (str): Stands for the objects without their secrets, the state that they were compared with, and the
            caller Example: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.
        changes (list[ConfigurationChange]):
        unreadable (list[ConfigurationKind | str]): The kinds that the caller may not read. Nothing of them is pruned
        counts (ConfigurationPlanCounts): How many objects each action is about, and how many are unchanged. `refused`
            counts those of the changes that are refused. `untried` counts those that were judged by permission alone,
            because trying all of them takes longer than 10 seconds
    """

    fingerprint: str
    changes: list[ConfigurationChange]
    unreadable: list[ConfigurationKind | str]
    counts: ConfigurationPlanCounts

    def to_dict(self) -> dict[str, Any]:
        fingerprint = self.fingerprint

        changes = []
        for changes_item_data in self.changes:
            changes_item = changes_item_data.to_dict()

            changes.append(changes_item)

        unreadable = []
        for unreadable_item_data in self.unreadable:
            unreadable_item: str
            unreadable_item = unreadable_item_data
            unreadable.append(unreadable_item)

        counts = self.counts.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "fingerprint": fingerprint,
                "changes": changes,
                "unreadable": unreadable,
                "counts": counts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.configuration_change import ConfigurationChange  # noqa: PLC0415
        from ..models.configuration_plan_counts import ConfigurationPlanCounts  # noqa: PLC0415

        d = dict(src_dict)
        fingerprint = d.pop("fingerprint")

        changes = []
        _changes = d.pop("changes")
        for changes_item_data in _changes:
            changes_item = ConfigurationChange.from_dict(changes_item_data)

            changes.append(changes_item)

        unreadable = []
        _unreadable = d.pop("unreadable")
        for unreadable_item_data in _unreadable:

            def _parse_unreadable_item(data: object) -> ConfigurationKind | str:
                return cast(ConfigurationKind | str, data)

            unreadable_item = _parse_unreadable_item(unreadable_item_data)

            unreadable.append(unreadable_item)

        counts = ConfigurationPlanCounts.from_dict(d.pop("counts"))

        configuration_plan = cls(
            fingerprint=fingerprint,
            changes=changes,
            unreadable=unreadable,
            counts=counts,
        )

        return configuration_plan
