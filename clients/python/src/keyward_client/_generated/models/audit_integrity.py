from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.audit_checkpoint import AuditCheckpoint
    from ..models.audit_fault import AuditFault
    from ..models.audit_public_key import AuditPublicKey


T = TypeVar("T", bound="AuditIntegrity")


@_attrs_define
class AuditIntegrity:
    """What was found in a stretch of the chain, and where the chain stands

    Example:
        {'valid': True, 'faults': [], 'fromSequence': 1, 'toSequence': 1042, 'nextSequence': None, 'firstSequence': 1,
            'lastSequence': 1042, 'lastHash': '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
            'unsealed': 0, 'lastCheckpoint': None, 'keyIds': ['NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'], 'publicKeys':
            [{'kty': 'EC', 'crv': 'P-256', 'x': 'WKn-ZIGevcwGIyyrzFoZNBdaq9_TsqzGl96oc0CWuis', 'y':
            'y77t-RvAHRKTsSGdIYUfweuOvwrvDD-Q3Hv5J0fSKbE'}]}

    Attributes:
        valid (bool): Whether no fault was found in this stretch
        faults (list[AuditFault]): The first hundred
        from_sequence (int | None): The first row that was read; null if none was
        to_sequence (int | None): The last one
        next_sequence (int | None): Where to go on; null at the end
        first_sequence (int | None): The oldest seal that is kept
        last_sequence (int): The newest sealed row; 0 before the first
        last_hash (str): Its hash
        unsealed (int): Rows that wait for their seal
        last_checkpoint (AuditCheckpoint | None):
        key_ids (list[str]): What to give a verifier
        public_keys (list[AuditPublicKey]):
    """

    valid: bool
    faults: list[AuditFault]
    from_sequence: int | None
    to_sequence: int | None
    next_sequence: int | None
    first_sequence: int | None
    last_sequence: int
    last_hash: str
    unsealed: int
    last_checkpoint: AuditCheckpoint | None
    key_ids: list[str]
    public_keys: list[AuditPublicKey]

    def to_dict(self) -> dict[str, Any]:
        from ..models.audit_checkpoint import AuditCheckpoint  # noqa: PLC0415

        valid = self.valid

        faults = []
        for faults_item_data in self.faults:
            faults_item = faults_item_data.to_dict()

            faults.append(faults_item)

        from_sequence: int | None
        from_sequence = self.from_sequence

        to_sequence: int | None
        to_sequence = self.to_sequence

        next_sequence: int | None
        next_sequence = self.next_sequence

        first_sequence: int | None
        first_sequence = self.first_sequence

        last_sequence = self.last_sequence

        last_hash = self.last_hash

        unsealed = self.unsealed

        last_checkpoint: dict[str, Any] | None
        if isinstance(self.last_checkpoint, AuditCheckpoint):
            last_checkpoint = self.last_checkpoint.to_dict()

        else:
            last_checkpoint = self.last_checkpoint

        key_ids = self.key_ids

        public_keys = []
        for public_keys_item_data in self.public_keys:
            public_keys_item = public_keys_item_data.to_dict()

            public_keys.append(public_keys_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "valid": valid,
                "faults": faults,
                "fromSequence": from_sequence,
                "toSequence": to_sequence,
                "nextSequence": next_sequence,
                "firstSequence": first_sequence,
                "lastSequence": last_sequence,
                "lastHash": last_hash,
                "unsealed": unsealed,
                "lastCheckpoint": last_checkpoint,
                "keyIds": key_ids,
                "publicKeys": public_keys,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.audit_checkpoint import AuditCheckpoint  # noqa: PLC0415
        from ..models.audit_fault import AuditFault  # noqa: PLC0415
        from ..models.audit_public_key import AuditPublicKey  # noqa: PLC0415

        d = dict(src_dict)
        valid = d.pop("valid")

        faults = []
        _faults = d.pop("faults")
        for faults_item_data in _faults:
            faults_item = AuditFault.from_dict(faults_item_data)

            faults.append(faults_item)

        def _parse_from_sequence(data: object) -> int | None:
            return cast(int | None, data)

        from_sequence = _parse_from_sequence(d.pop("fromSequence"))

        def _parse_to_sequence(data: object) -> int | None:
            return cast(int | None, data)

        to_sequence = _parse_to_sequence(d.pop("toSequence"))

        def _parse_next_sequence(data: object) -> int | None:
            return cast(int | None, data)

        next_sequence = _parse_next_sequence(d.pop("nextSequence"))

        def _parse_first_sequence(data: object) -> int | None:
            return cast(int | None, data)

        first_sequence = _parse_first_sequence(d.pop("firstSequence"))

        last_sequence = d.pop("lastSequence")

        last_hash = d.pop("lastHash")

        unsealed = d.pop("unsealed")

        def _parse_last_checkpoint(data: object) -> AuditCheckpoint | None:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                last_checkpoint_type_0 = AuditCheckpoint.from_dict(data)

                return last_checkpoint_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(AuditCheckpoint | None, data)

        last_checkpoint = _parse_last_checkpoint(d.pop("lastCheckpoint"))

        key_ids = cast(list[str], d.pop("keyIds"))

        public_keys = []
        _public_keys = d.pop("publicKeys")
        for public_keys_item_data in _public_keys:
            public_keys_item = AuditPublicKey.from_dict(public_keys_item_data)

            public_keys.append(public_keys_item)

        audit_integrity = cls(
            valid=valid,
            faults=faults,
            from_sequence=from_sequence,
            to_sequence=to_sequence,
            next_sequence=next_sequence,
            first_sequence=first_sequence,
            last_sequence=last_sequence,
            last_hash=last_hash,
            unsealed=unsealed,
            last_checkpoint=last_checkpoint,
            key_ids=key_ids,
            public_keys=public_keys,
        )

        return audit_integrity
