from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.verification_code import VerificationCode

T = TypeVar("T", bound="OutcomeCount")


@_attrs_define
class OutcomeCount:
    """How many verifications had a code

    Example:
        {'code': 'EXPIRED', 'count': 37}

    Attributes:
        code (str | VerificationCode): Why it is valid or not
        count (int):
    """

    code: str | VerificationCode
    count: int

    def to_dict(self) -> dict[str, Any]:
        code: str
        code = self.code

        count = self.count

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "code": code,
                "count": count,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_code(data: object) -> str | VerificationCode:
            return cast(str | VerificationCode, data)

        code = _parse_code(d.pop("code"))

        count = d.pop("count")

        outcome_count = cls(
            code=code,
            count=count,
        )

        return outcome_count
