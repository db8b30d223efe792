import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.connection_account_linking import ConnectionAccountLinking
from ...models.connection_attribute_mapping import ConnectionAttributeMapping
from ...models.connection_name_id_format import ConnectionNameIdFormat
from ...models.group_mapping import GroupMapping
from ...models.idp_binding import IdpBinding
from ...models.saml_connection import SamlConnection
from ...models.saml_connection_input import SamlConnectionInput
from ...types import UNSET, Unset


def request(
    *,
    name: str,
    is_draft: bool | Unset = UNSET,
    idp_entity_id: str | Unset = UNSET,
    sso_url: str | Unset = UNSET,
    sso_binding: IdpBinding | str | Unset = UNSET,
    slo_url: None | str | Unset = UNSET,
    slo_response_url: None | str | Unset = UNSET,
    slo_binding: IdpBinding | str | Unset = UNSET,
    certificates: builtins.list[str] | Unset = UNSET,
    metadata_xml: str | Unset = UNSET,
    metadata_url: None | str | Unset = UNSET,
    metadata_signing_certificate: None | str | Unset = UNSET,
    sign_requests: bool | Unset = UNSET,
    want_assertions_signed: bool | Unset = UNSET,
    want_encrypted: bool | Unset = UNSET,
    name_id_format: ConnectionNameIdFormat | str | Unset = UNSET,
    subject_attribute: None | str | Unset = UNSET,
    allow_idp_initiated: bool | Unset = UNSET,
    clock_skew_seconds: int | Unset = UNSET,
    logout_upstream: bool | Unset = UNSET,
    domains: builtins.list[str] | Unset = UNSET,
    enforced: bool | Unset = UNSET,
    jit_provisioning: bool | Unset = UNSET,
    account_linking: ConnectionAccountLinking | str | Unset = UNSET,
    trust_email: bool | Unset = UNSET,
    trust_mfa: bool | Unset = UNSET,
    attribute_mapping: ConnectionAttributeMapping | Unset = UNSET,
    groups_claim: str | Unset = UNSET,
    group_mapping: builtins.list[GroupMapping] | Unset = UNSET,
    allowed_groups: builtins.list[str] | None | Unset = UNSET,
    max_session_seconds: int | None | Unset = UNSET,
    product: None | str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = SamlConnectionInput(
        name=name,
        is_draft=is_draft,
        idp_entity_id=idp_entity_id,
        sso_url=sso_url,
        sso_binding=sso_binding,
        slo_url=slo_url,
        slo_response_url=slo_response_url,
        slo_binding=slo_binding,
        certificates=certificates,
        metadata_xml=metadata_xml,
        metadata_url=metadata_url,
        metadata_signing_certificate=metadata_signing_certificate,
        sign_requests=sign_requests,
        want_assertions_signed=want_assertions_signed,
        want_encrypted=want_encrypted,
        name_id_format=name_id_format,
        subject_attribute=subject_attribute,
        allow_idp_initiated=allow_idp_initiated,
        clock_skew_seconds=clock_skew_seconds,
        logout_upstream=logout_upstream,
        domains=domains,
        enforced=enforced,
        jit_provisioning=jit_provisioning,
        account_linking=account_linking,
        trust_email=trust_email,
        trust_mfa=trust_mfa,
        attribute_mapping=attribute_mapping,
        groups_claim=groups_claim,
        group_mapping=group_mapping,
        allowed_groups=allowed_groups,
        max_session_seconds=max_session_seconds,
        product=product,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/federation/saml",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> SamlConnection:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = SamlConnection.from_dict(data)

    return response_200
