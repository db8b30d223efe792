import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    segment,
)

from ...models.acs_url_input import AcsUrlInput
from ...models.attribute_mapping_input import AttributeMappingInput
from ...models.name_id_format import NameIdFormat
from ...models.saml_encryption_algorithm import SamlEncryptionAlgorithm
from ...models.saml_signature_algorithm import SamlSignatureAlgorithm
from ...models.service_provider import ServiceProvider
from ...models.service_provider_patch import ServiceProviderPatch
from ...models.service_provider_status import ServiceProviderStatus
from ...models.slo_binding import SloBinding
from ...types import UNSET, Unset


def request(
    sp_id: str,
    *,
    name: str | Unset = UNSET,
    logo_uri: None | str | Unset = UNSET,
    status: ServiceProviderStatus | str | Unset = UNSET,
    acs_url: str | Unset = UNSET,
    acs_urls: builtins.list[AcsUrlInput] | Unset = UNSET,
    slo_url: None | str | Unset = UNSET,
    slo_response_url: None | str | Unset = UNSET,
    slo_soap_url: None | str | Unset = UNSET,
    slo_binding: SloBinding | str | Unset = UNSET,
    name_id_format: NameIdFormat | str | Unset = UNSET,
    name_id_attribute: None | str | Unset = UNSET,
    attribute_mappings: builtins.list[AttributeMappingInput] | Unset = UNSET,
    audiences: builtins.list[str] | Unset = UNSET,
    sign_assertions: bool | Unset = UNSET,
    sign_responses: bool | Unset = UNSET,
    encrypt_assertions: bool | Unset = UNSET,
    encryption_algorithm: SamlEncryptionAlgorithm | str | Unset = UNSET,
    encryption_certificate: None | str | Unset = UNSET,
    signing_certificates: builtins.list[str] | Unset = UNSET,
    require_signed_requests: bool | Unset = UNSET,
    allow_sha_1: bool | Unset = UNSET,
    signature_algorithm: SamlSignatureAlgorithm | str | Unset = UNSET,
    assertion_ttl: int | Unset = UNSET,
    session_ttl: int | Unset = UNSET,
    idp_initiated: bool | Unset = UNSET,
    default_relay_state: None | str | Unset = UNSET,
    allowed_groups: builtins.list[str] | None | Unset = UNSET,
    metadata_xml: str | Unset = UNSET,
    metadata_url: None | str | Unset = UNSET,
    metadata_signing_certificate: None | str | Unset = UNSET,
    signing_key_id: None | str | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = ServiceProviderPatch(
        name=name,
        logo_uri=logo_uri,
        status=status,
        acs_url=acs_url,
        acs_urls=acs_urls,
        slo_url=slo_url,
        slo_response_url=slo_response_url,
        slo_soap_url=slo_soap_url,
        slo_binding=slo_binding,
        name_id_format=name_id_format,
        name_id_attribute=name_id_attribute,
        attribute_mappings=attribute_mappings,
        audiences=audiences,
        sign_assertions=sign_assertions,
        sign_responses=sign_responses,
        encrypt_assertions=encrypt_assertions,
        encryption_algorithm=encryption_algorithm,
        encryption_certificate=encryption_certificate,
        signing_certificates=signing_certificates,
        require_signed_requests=require_signed_requests,
        allow_sha_1=allow_sha_1,
        signature_algorithm=signature_algorithm,
        assertion_ttl=assertion_ttl,
        session_ttl=session_ttl,
        idp_initiated=idp_initiated,
        default_relay_state=default_relay_state,
        allowed_groups=allowed_groups,
        metadata_xml=metadata_xml,
        metadata_url=metadata_url,
        metadata_signing_certificate=metadata_signing_certificate,
        signing_key_id=signing_key_id,
    ).to_dict()
    return Request(
        "PATCH",
        f"/api/v1/saml/service-providers/{segment(sp_id)}",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> ServiceProvider:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ServiceProvider.from_dict(data)

    return response_200
