from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="AuditCheckpoint")


@_attrs_define
class AuditCheckpoint:
    """What the key of the organization has signed of the chain

    Example:
        {'sequence': 1000, 'hash': '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'createdAt':
            '2026-01-15T10:30:00.000Z', 'keyId': 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs', 'signature':
            'vT1mPqnFp0Wc1JXm0Vg6jR8kq2m4e8m1l0wM9v3c7w0Xn2f0m3l9Qm1kq8r4b0cV7o2JmV1z3aB5c7D9e1F3gA'}

    Attributes:
        sequence (int):
        hash_ (str):
        created_at (datetime.datetime):
        key_id (str): The thumbprint of the key (RFC 7638)
        signature (str): ES256, base64url
    """

    sequence: int
    hash_: str
    created_at: datetime.datetime
    key_id: str
    signature: str

    def to_dict(self) -> dict[str, Any]:
        sequence = self.sequence

        hash_ = self.hash_

        created_at = self.created_at.isoformat()

        key_id = self.key_id

        signature = self.signature

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "sequence": sequence,
                "hash": hash_,
                "createdAt": created_at,
                "keyId": key_id,
                "signature": signature,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        sequence = d.pop("sequence")

        hash_ = d.pop("hash")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        key_id = d.pop("keyId")

        signature = d.pop("signature")

        audit_checkpoint = cls(
            sequence=sequence,
            hash_=hash_,
            created_at=created_at,
            key_id=key_id,
            signature=signature,
        )

        return audit_checkpoint
