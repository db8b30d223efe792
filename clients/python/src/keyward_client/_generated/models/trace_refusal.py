from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.trace_step import TraceStep

T = TypeVar("T", bound="TraceRefusal")


@_attrs_define
class TraceRefusal:
    """The rule that a message broke

    Example:
        {'code': 'SAML_REQUEST_INVALID', 'step': 'check', 'rule': 'destination', 'reason': 'Destination is not the URL
            that received the message.', 'found': 'https://old.example.com/api/saml/org_01kahz5v3be4nr7q2m8x9c0d1e/sso'}

    Attributes:
        code (str): The code of the error. The user saw it, unless the message came by SOAP
        step (str | TraceStep): The step of reading a message. A message goes through the steps in this order
        rule (None | str): The name of the rule; null if the code says all
        reason (str): The rule in a sentence
        found (None | str): What was found instead, if it may be shown
    """

    code: str
    step: str | TraceStep
    rule: None | str
    reason: str
    found: None | str

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        step: str
        step = self.step

        rule: None | str
        rule = self.rule

        reason = self.reason

        found: None | str
        found = self.found

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "code": code,
                "step": step,
                "rule": rule,
                "reason": reason,
                "found": found,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        code = d.pop("code")

        def _parse_step(data: object) -> str | TraceStep:
            return cast(str | TraceStep, data)

        step = _parse_step(d.pop("step"))

        def _parse_rule(data: object) -> None | str:
            return cast(None | str, data)

        rule = _parse_rule(d.pop("rule"))

        reason = d.pop("reason")

        def _parse_found(data: object) -> None | str:
            return cast(None | str, data)

        found = _parse_found(d.pop("found"))

        trace_refusal = cls(
            code=code,
            step=step,
            rule=rule,
            reason=reason,
            found=found,
        )

        return trace_refusal
