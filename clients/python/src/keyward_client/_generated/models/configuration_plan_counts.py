from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="ConfigurationPlanCounts")


@_attrs_define
class ConfigurationPlanCounts:
    """How many objects each action is about, and how many are unchanged. `refused` counts those of the changes that are
    refused. `untried` counts those that were judged by permission alone, because trying all of them takes longer than
    10 seconds

        Attributes:
            create (int):
            change (int):
            adopt (int):
            delete (int):
            release (int):
            unchanged (int):
            refused (int):
            untried (int):
    """

    create: int
    change: int
    adopt: int
    delete: int
    release: int
    unchanged: int
    refused: int
    untried: int

    def to_dict(self) -> dict[str, Any]:
        create = self.create

        change = self.change

        adopt = self.adopt

        delete = self.delete

        release = self.release

        unchanged = self.unchanged

        refused = self.refused

        untried = self.untried

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "create": create,
                "change": change,
                "adopt": adopt,
                "delete": delete,
                "release": release,
                "unchanged": unchanged,
                "refused": refused,
                "untried": untried,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        create = d.pop("create")

        change = d.pop("change")

        adopt = d.pop("adopt")

        delete = d.pop("delete")

        release = d.pop("release")

        unchanged = d.pop("unchanged")

        refused = d.pop("refused")

        untried = d.pop("untried")

        configuration_plan_counts = cls(
            create=create,
            change=change,
            adopt=adopt,
            delete=delete,
            release=release,
            unchanged=unchanged,
            refused=refused,
            untried=untried,
        )

        return configuration_plan_counts
