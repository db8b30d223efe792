from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.alert_channel_test import AlertChannelTest


T = TypeVar("T", bound="AlertRuleTest")


@_attrs_define
class AlertRuleTest:
    """What became of the test messages of a rule, one for each channel

    Example:
        {'channels': [{'id': 'alc_01kahz5v3be4nr7q2m8x9c0d1e', 'type': 'SLACK', 'status': 'SENT', 'error': None}]}

    Attributes:
        channels (list[AlertChannelTest]):
    """

    channels: list[AlertChannelTest]

    def to_dict(self) -> dict[str, Any]:
        channels = []
        for channels_item_data in self.channels:
            channels_item = channels_item_data.to_dict()

            channels.append(channels_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "channels": channels,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.alert_channel_test import AlertChannelTest  # noqa: PLC0415

        d = dict(src_dict)
        channels = []
        _channels = d.pop("channels")
        for channels_item_data in _channels:
            channels_item = AlertChannelTest.from_dict(channels_item_data)

            channels.append(channels_item)

        alert_rule_test = cls(
            channels=channels,
        )

        return alert_rule_test
