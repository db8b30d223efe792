from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="MailTest")


@_attrs_define
class MailTest:
    """A test mail that will be sent

    Example:
        {'to': 'ada@example.com'}

    Attributes:
        to (str): The verified address of the caller
    """

    to: str

    def to_dict(self) -> dict[str, Any]:
        to = self.to

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "to": to,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        to = d.pop("to")

        mail_test = cls(
            to=to,
        )

        return mail_test
