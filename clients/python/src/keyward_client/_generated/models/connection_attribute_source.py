from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ConnectionAttributeSource")


@_attrs_define
class ConnectionAttributeSource:
    """Where the value of a field comes from. `from` names claims; the first that has a value is taken. `constant` is a
    fixed value. `lowerCase` makes the value lowercase

        Example:
            {'from': ['given_name']}

        Attributes:
            from_ (list[str] | Unset): Claims, in the order in which they are tried
            constant (str | Unset): A fixed value, instead of `from`
            lower_case (bool | Unset): Whether the value is made lowercase
    """

    from_: list[str] | Unset = UNSET
    constant: str | Unset = UNSET
    lower_case: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from_: list[str] | Unset = UNSET
        if not isinstance(self.from_, Unset):
            from_ = self.from_

        constant = self.constant

        lower_case = self.lower_case

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if from_ is not UNSET:
            field_dict["from"] = from_
        if constant is not UNSET:
            field_dict["constant"] = constant
        if lower_case is not UNSET:
            field_dict["lowerCase"] = lower_case

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        from_ = cast(list[str], d.pop("from", UNSET))

        constant = d.pop("constant", UNSET)

        lower_case = d.pop("lowerCase", UNSET)

        connection_attribute_source = cls(
            from_=from_,
            constant=constant,
            lower_case=lower_case,
        )

        return connection_attribute_source
