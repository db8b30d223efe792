from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="TraceKey")


@_attrs_define
class TraceKey:
    """The certificate whose key verified a received message, or signed a sent one

    Example:
        {'fingerprint': '7d1a4c0be5fd2ba2a8d1c0f7b9a3c1b1d5e0f4a29c6c1f8d3e7a60b52f4c9d18', 'subject':
            'CN=app.example.com'}

    Attributes:
        fingerprint (str): The SHA-256 of the certificate in hexadecimal
        subject (str):
    """

    fingerprint: str
    subject: str

    def to_dict(self) -> dict[str, Any]:
        fingerprint = self.fingerprint

        subject = self.subject

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "fingerprint": fingerprint,
                "subject": subject,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        fingerprint = d.pop("fingerprint")

        subject = d.pop("subject")

        trace_key = cls(
            fingerprint=fingerprint,
            subject=subject,
        )

        return trace_key
