from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.scope_observation import ScopeObservation

if TYPE_CHECKING:
    from ..models.used_scope import UsedScope


T = TypeVar("T", bound="CredentialScopes")


@_attrs_define
class CredentialScopes:
    """Which scopes of a credential are used

    Example:
        {'credentialId': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy key', 'observation': 'OBSERVED',
            'observedSince': '2025-09-01T10:30:00.000Z', 'scopes': ['deploy.*', 'secrets.*'], 'used': [{'scope':
            'secrets.read', 'firstUsedAt': '2025-11-01T10:30:00.000Z', 'lastUsedAt': '2026-01-15T10:30:00.000Z', 'uses':
            42}], 'unused': ['deploy.*'], 'suggestion': ['secrets.read']}

    Attributes:
        credential_id (str):
        name (str):
        observation (ScopeObservation | str): Whether the use of the scopes tells which ones are needed: `OBSERVED` if
            so. `TOO_YOUNG`: the credential was not observed for the whole window. It was created, got scopes or was
            reactivated since, or the recording began later. `NOT_USED`: no use that is at least a minute old; if there is
            none at all, clean it up. `VERIFIED_WITHOUT_SCOPES`: services verify it, but none has asked for a scope it
            holds. `TOO_MANY_SCOPES`: so many different scopes that not all are recorded. `IN_GRACE`: the old secret of a
            rotation still works
        observed_since (datetime.datetime): Since when every use of these scopes would have been recorded
        scopes (list[str]): Permissions Example: ['secrets.read'].
        used (list[UsedScope]):
        unused (list[str]): Scopes it carries that nothing needed within the window
        suggestion (list[str] | None): The narrowest scopes that cover what was used; null unless `observation` is
            `OBSERVED`
    """

    credential_id: str
    name: str
    observation: ScopeObservation | str
    observed_since: datetime.datetime
    scopes: list[str]
    used: list[UsedScope]
    unused: list[str]
    suggestion: list[str] | None

    def to_dict(self) -> dict[str, Any]:
        credential_id = self.credential_id

        name = self.name

        observation: str
        observation = self.observation

        observed_since = self.observed_since.isoformat()

        scopes = self.scopes

        used = []
        for used_item_data in self.used:
            used_item = used_item_data.to_dict()

            used.append(used_item)

        unused = self.unused

        suggestion: list[str] | None
        if isinstance(self.suggestion, list):
            suggestion = self.suggestion

        else:
            suggestion = self.suggestion

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "credentialId": credential_id,
                "name": name,
                "observation": observation,
                "observedSince": observed_since,
                "scopes": scopes,
                "used": used,
                "unused": unused,
                "suggestion": suggestion,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.used_scope import UsedScope  # noqa: PLC0415

        d = dict(src_dict)
        credential_id = d.pop("credentialId")

        name = d.pop("name")

        def _parse_observation(data: object) -> ScopeObservation | str:
            return cast(ScopeObservation | str, data)

        observation = _parse_observation(d.pop("observation"))

        observed_since = datetime.datetime.fromisoformat(
            d.pop("observedSince").replace("Z", "+00:00")
        )

        scopes = cast(list[str], d.pop("scopes"))

        used = []
        _used = d.pop("used")
        for used_item_data in _used:
            used_item = UsedScope.from_dict(used_item_data)

            used.append(used_item)

        unused = cast(list[str], d.pop("unused"))

        def _parse_suggestion(data: object) -> list[str] | None:
            try:
                if not isinstance(data, list):
                    raise TypeError
                suggestion_type_0 = cast(list[str], data)

                return suggestion_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        suggestion = _parse_suggestion(d.pop("suggestion"))

        credential_scopes = cls(
            credential_id=credential_id,
            name=name,
            observation=observation,
            observed_since=observed_since,
            scopes=scopes,
            used=used,
            unused=unused,
            suggestion=suggestion,
        )

        return credential_scopes
