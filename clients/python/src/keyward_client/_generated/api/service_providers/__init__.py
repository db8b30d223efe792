import builtins
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.acs_url_input import AcsUrlInput
from ...models.attribute_mapping_input import AttributeMappingInput
from ...models.deleted import Deleted
from ...models.name_id_format import NameIdFormat
from ...models.saml_encryption_algorithm import SamlEncryptionAlgorithm
from ...models.saml_signature_algorithm import SamlSignatureAlgorithm
from ...models.service_provider import ServiceProvider
from ...models.service_provider_list import ServiceProviderList
from ...models.service_provider_preview import ServiceProviderPreview
from ...models.service_provider_status import ServiceProviderStatus
from ...models.service_provider_trace import ServiceProviderTrace
from ...models.service_provider_trace_list import ServiceProviderTraceList
from ...models.slo_binding import SloBinding
from ...models.trace_outcome import TraceOutcome
from ...types import UNSET, Unset
from . import approve_service_provider_change as _approve_service_provider_change
from . import create_service_provider as _create_service_provider
from . import delete_service_provider as _delete_service_provider
from . import get_service_provider as _get_service_provider
from . import list_service_provider_traces as _list_service_provider_traces
from . import list_service_providers as _list_service_providers
from . import preview_service_provider as _preview_service_provider
from . import refresh_service_provider_metadata as _refresh_service_provider_metadata
from . import reject_service_provider_change as _reject_service_provider_change
from . import update_service_provider as _update_service_provider


class ServiceProvidersFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        status: ServiceProviderStatus | str | Unset = UNSET,
        entity_id: str | Unset = UNSET,
        search: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> ServiceProviderList:
        """List SAML service providers.

        Newest first.
        """

        return self._transport.call(
            _list_service_providers.request(
                status=status,
                entity_id=entity_id,
                search=search,
                page=page,
                limit=limit,
            ),
            _list_service_providers.answer,
        )

    def list_pages(
        self,
        *,
        status: ServiceProviderStatus | str | Unset = UNSET,
        entity_id: str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[ServiceProviderList]:
        """List SAML service providers: every page, as they are asked for.

        Newest first.
        """

        return _pages.by_page(
            lambda page: self.list(
                status=status,
                entity_id=entity_id,
                search=search,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        status: ServiceProviderStatus | str | Unset = UNSET,
        entity_id: str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[ServiceProvider]:
        """List SAML service providers: every item of every page.

        Newest first.
        """

        return _pages.items(
            self.list_pages(
                status=status,
                entity_id=entity_id,
                search=search,
                limit=limit,
            )
        )

    def create(
        self,
        *,
        name: str | Unset = UNSET,
        logo_uri: None | str | Unset = UNSET,
        entity_id: str | Unset = UNSET,
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
        idempotency_key: str | Unset = UNSET,
    ) -> ServiceProvider:
        """Register a SAML service provider.

        A service provider is an application that signs users in with SAML 2.0. Send its metadata
        as `metadataXml`, or the address of its metadata as `metadataUrl`, or `entityId` with
        `acsUrl`. If the metadata describes several service providers, add the `entityId` of one.
        The metadata gives the endpoints, the certificates and `requireSignedRequests`. Metadata
        with a DOCTYPE or above 512 KB is refused. If the metadata cannot be read from its
        address, the response is 502 `FEDERATION_CONN_FAILED`. If another service provider has the
        entity ID, the response is 409 `SP_EXISTS`.
        """

        return self._transport.call(
            _create_service_provider.request(
                name=name,
                logo_uri=logo_uri,
                entity_id=entity_id,
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
                idempotency_key=idempotency_key,
            ),
            _create_service_provider.answer,
        )

    def get(
        self,
        sp_id: str,
    ) -> ServiceProvider:
        """Get a SAML service provider."""

        return self._transport.call(
            _get_service_provider.request(
                sp_id,
            ),
            _get_service_provider.answer,
        )

    def delete(
        self,
        sp_id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a SAML service provider.

        Users can no longer sign in to it. If it is registered again with the same entity ID,
        users keep their identifiers.
        """

        return self._transport.call(
            _delete_service_provider.request(
                sp_id,
                if_match=if_match,
            ),
            _delete_service_provider.answer,
        )

    def update(
        self,
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
    ) -> ServiceProvider:
        """Change a SAML service provider.

        Fields that are left out keep their values; `null` clears. The entity ID cannot change,
        because the identifiers of users depend on it. While `metadataUrl` is set, the metadata
        governs the endpoints and the certificates. Set `metadataUrl` to null first, or send
        `metadataXml`. New metadata replaces these fields at once, and must have the same entity
        ID.
        """

        return self._transport.call(
            _update_service_provider.request(
                sp_id,
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
                if_match=if_match,
            ),
            _update_service_provider.answer,
        )

    def refresh_metadata(
        self,
        sp_id: str,
        *,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> ServiceProvider:
        """Read the metadata of a service provider again.

        Reads `metadataUrl` now; the service also reads it once a day. The response shows the
        outcome: `metadataRefreshedAt`, or `metadataError` if the metadata could not be used. New
        certificates apply at once if a known certificate remains, or if the key of
        `metadataSigningCertificate` signed the metadata. Endpoints of new hosts, and certificates
        that replace all known ones, wait as `pendingChange`. Without `metadataUrl`, the response
        is 409 `SP_STATE_CONFLICT`.
        """

        return self._transport.call(
            _refresh_service_provider_metadata.request(
                sp_id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _refresh_service_provider_metadata.answer,
        )

    def approve_change(
        self,
        sp_id: str,
        *,
        change_id: str,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> ServiceProvider:
        """Approve the pending change of a service provider.

        Applies the change that `changeId` names. If the metadata has changed since, another
        change is pending, and the response is 409 `SP_STATE_CONFLICT`. Read the service provider
        again, and compare the change with its owner first.
        """

        return self._transport.call(
            _approve_service_provider_change.request(
                sp_id,
                change_id=change_id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _approve_service_provider_change.answer,
        )

    def reject_change(
        self,
        sp_id: str,
        *,
        change_id: str,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> ServiceProvider:
        """Reject the pending change of a service provider.

        Drops the change that `changeId` names. The same metadata asks no second time. Other
        metadata does.
        """

        return self._transport.call(
            _reject_service_provider_change.request(
                sp_id,
                change_id=change_id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _reject_service_provider_change.answer,
        )

    def list_traces(
        self,
        sp_id: str,
        *,
        outcome: str | TraceOutcome | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> ServiceProviderTraceList:
        """List the last SAML messages of a service provider.

        Newest first, for 7 days: at most 1,000 verified AuthnRequests, 1,000 other verified
        messages, and 100 unverified ones. An entry shows the decoded message, and which rule a
        refused message broke. Signatures, ciphertexts, tokens and RelayState are never stored.
        Values about the user are shown only to keys that have `directory.read`, too. The entries
        of a user are erased with the user.
        """

        return self._transport.call(
            _list_service_provider_traces.request(
                sp_id,
                outcome=outcome,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_service_provider_traces.answer,
        )

    def list_traces_pages(
        self,
        sp_id: str,
        *,
        outcome: str | TraceOutcome | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[ServiceProviderTraceList]:
        """List the last SAML messages of a service provider: every page, as they are asked for.

        Newest first, for 7 days: at most 1,000 verified AuthnRequests, 1,000 other verified
        messages, and 100 unverified ones. An entry shows the decoded message, and which rule a
        refused message broke. Signatures, ciphertexts, tokens and RelayState are never stored.
        Values about the user are shown only to keys that have `directory.read`, too. The entries
        of a user are erased with the user.
        """

        return _pages.by_page(
            lambda page: self.list_traces(
                sp_id,
                outcome=outcome,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_traces_all(
        self,
        sp_id: str,
        *,
        outcome: str | TraceOutcome | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[ServiceProviderTrace]:
        """List the last SAML messages of a service provider: every item of every page.

        Newest first, for 7 days: at most 1,000 verified AuthnRequests, 1,000 other verified
        messages, and 100 unverified ones. An entry shows the decoded message, and which rule a
        refused message broke. Signatures, ciphertexts, tokens and RelayState are never stored.
        Values about the user are shown only to keys that have `directory.read`, too. The entries
        of a user are erased with the user.
        """

        return _pages.items(
            self.list_traces_pages(
                sp_id,
                outcome=outcome,
                cursor=cursor,
                limit=limit,
            )
        )

    def preview(
        self,
        sp_id: str,
        *,
        user_id: str,
        name_id_format: NameIdFormat | str | Unset = UNSET,
    ) -> ServiceProviderPreview:
        """Show what a user would get of a service provider.

        Applies the rules of a sign-on to the user, and changes nothing. The response shows the
        identifier and the attributes, or why the user would be refused. The key needs
        `directory.read` as well, and `groups.read` if the service provider has `allowedGroups` or
        learns groups.
        """

        return self._transport.call(
            _preview_service_provider.request(
                sp_id,
                user_id=user_id,
                name_id_format=name_id_format,
            ),
            _preview_service_provider.answer,
        )


class AsyncServiceProvidersFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        status: ServiceProviderStatus | str | Unset = UNSET,
        entity_id: str | Unset = UNSET,
        search: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> ServiceProviderList:
        """List SAML service providers.

        Newest first.
        """

        return await self._transport.call(
            _list_service_providers.request(
                status=status,
                entity_id=entity_id,
                search=search,
                page=page,
                limit=limit,
            ),
            _list_service_providers.answer,
        )

    def list_pages(
        self,
        *,
        status: ServiceProviderStatus | str | Unset = UNSET,
        entity_id: str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[ServiceProviderList]:
        """List SAML service providers: every page, as they are asked for.

        Newest first.
        """

        return _pages.async_by_page(
            lambda page: self.list(
                status=status,
                entity_id=entity_id,
                search=search,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        status: ServiceProviderStatus | str | Unset = UNSET,
        entity_id: str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[ServiceProvider]:
        """List SAML service providers: every item of every page.

        Newest first.
        """

        return _pages.async_items(
            self.list_pages(
                status=status,
                entity_id=entity_id,
                search=search,
                limit=limit,
            )
        )

    async def create(
        self,
        *,
        name: str | Unset = UNSET,
        logo_uri: None | str | Unset = UNSET,
        entity_id: str | Unset = UNSET,
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
        idempotency_key: str | Unset = UNSET,
    ) -> ServiceProvider:
        """Register a SAML service provider.

        A service provider is an application that signs users in with SAML 2.0. Send its metadata
        as `metadataXml`, or the address of its metadata as `metadataUrl`, or `entityId` with
        `acsUrl`. If the metadata describes several service providers, add the `entityId` of one.
        The metadata gives the endpoints, the certificates and `requireSignedRequests`. Metadata
        with a DOCTYPE or above 512 KB is refused. If the metadata cannot be read from its
        address, the response is 502 `FEDERATION_CONN_FAILED`. If another service provider has the
        entity ID, the response is 409 `SP_EXISTS`.
        """

        return await self._transport.call(
            _create_service_provider.request(
                name=name,
                logo_uri=logo_uri,
                entity_id=entity_id,
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
                idempotency_key=idempotency_key,
            ),
            _create_service_provider.answer,
        )

    async def get(
        self,
        sp_id: str,
    ) -> ServiceProvider:
        """Get a SAML service provider."""

        return await self._transport.call(
            _get_service_provider.request(
                sp_id,
            ),
            _get_service_provider.answer,
        )

    async def delete(
        self,
        sp_id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a SAML service provider.

        Users can no longer sign in to it. If it is registered again with the same entity ID,
        users keep their identifiers.
        """

        return await self._transport.call(
            _delete_service_provider.request(
                sp_id,
                if_match=if_match,
            ),
            _delete_service_provider.answer,
        )

    async def update(
        self,
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
    ) -> ServiceProvider:
        """Change a SAML service provider.

        Fields that are left out keep their values; `null` clears. The entity ID cannot change,
        because the identifiers of users depend on it. While `metadataUrl` is set, the metadata
        governs the endpoints and the certificates. Set `metadataUrl` to null first, or send
        `metadataXml`. New metadata replaces these fields at once, and must have the same entity
        ID.
        """

        return await self._transport.call(
            _update_service_provider.request(
                sp_id,
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
                if_match=if_match,
            ),
            _update_service_provider.answer,
        )

    async def refresh_metadata(
        self,
        sp_id: str,
        *,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> ServiceProvider:
        """Read the metadata of a service provider again.

        Reads `metadataUrl` now; the service also reads it once a day. The response shows the
        outcome: `metadataRefreshedAt`, or `metadataError` if the metadata could not be used. New
        certificates apply at once if a known certificate remains, or if the key of
        `metadataSigningCertificate` signed the metadata. Endpoints of new hosts, and certificates
        that replace all known ones, wait as `pendingChange`. Without `metadataUrl`, the response
        is 409 `SP_STATE_CONFLICT`.
        """

        return await self._transport.call(
            _refresh_service_provider_metadata.request(
                sp_id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _refresh_service_provider_metadata.answer,
        )

    async def approve_change(
        self,
        sp_id: str,
        *,
        change_id: str,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> ServiceProvider:
        """Approve the pending change of a service provider.

        Applies the change that `changeId` names. If the metadata has changed since, another
        change is pending, and the response is 409 `SP_STATE_CONFLICT`. Read the service provider
        again, and compare the change with its owner first.
        """

        return await self._transport.call(
            _approve_service_provider_change.request(
                sp_id,
                change_id=change_id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _approve_service_provider_change.answer,
        )

    async def reject_change(
        self,
        sp_id: str,
        *,
        change_id: str,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> ServiceProvider:
        """Reject the pending change of a service provider.

        Drops the change that `changeId` names. The same metadata asks no second time. Other
        metadata does.
        """

        return await self._transport.call(
            _reject_service_provider_change.request(
                sp_id,
                change_id=change_id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _reject_service_provider_change.answer,
        )

    async def list_traces(
        self,
        sp_id: str,
        *,
        outcome: str | TraceOutcome | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> ServiceProviderTraceList:
        """List the last SAML messages of a service provider.

        Newest first, for 7 days: at most 1,000 verified AuthnRequests, 1,000 other verified
        messages, and 100 unverified ones. An entry shows the decoded message, and which rule a
        refused message broke. Signatures, ciphertexts, tokens and RelayState are never stored.
        Values about the user are shown only to keys that have `directory.read`, too. The entries
        of a user are erased with the user.
        """

        return await self._transport.call(
            _list_service_provider_traces.request(
                sp_id,
                outcome=outcome,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_service_provider_traces.answer,
        )

    def list_traces_pages(
        self,
        sp_id: str,
        *,
        outcome: str | TraceOutcome | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[ServiceProviderTraceList]:
        """List the last SAML messages of a service provider: every page, as they are asked for.

        Newest first, for 7 days: at most 1,000 verified AuthnRequests, 1,000 other verified
        messages, and 100 unverified ones. An entry shows the decoded message, and which rule a
        refused message broke. Signatures, ciphertexts, tokens and RelayState are never stored.
        Values about the user are shown only to keys that have `directory.read`, too. The entries
        of a user are erased with the user.
        """

        return _pages.async_by_page(
            lambda page: self.list_traces(
                sp_id,
                outcome=outcome,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_traces_all(
        self,
        sp_id: str,
        *,
        outcome: str | TraceOutcome | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[ServiceProviderTrace]:
        """List the last SAML messages of a service provider: every item of every page.

        Newest first, for 7 days: at most 1,000 verified AuthnRequests, 1,000 other verified
        messages, and 100 unverified ones. An entry shows the decoded message, and which rule a
        refused message broke. Signatures, ciphertexts, tokens and RelayState are never stored.
        Values about the user are shown only to keys that have `directory.read`, too. The entries
        of a user are erased with the user.
        """

        return _pages.async_items(
            self.list_traces_pages(
                sp_id,
                outcome=outcome,
                cursor=cursor,
                limit=limit,
            )
        )

    async def preview(
        self,
        sp_id: str,
        *,
        user_id: str,
        name_id_format: NameIdFormat | str | Unset = UNSET,
    ) -> ServiceProviderPreview:
        """Show what a user would get of a service provider.

        Applies the rules of a sign-on to the user, and changes nothing. The response shows the
        identifier and the attributes, or why the user would be refused. The key needs
        `directory.read` as well, and `groups.read` if the service provider has `allowedGroups` or
        learns groups.
        """

        return await self._transport.call(
            _preview_service_provider.request(
                sp_id,
                user_id=user_id,
                name_id_format=name_id_format,
            ),
            _preview_service_provider.answer,
        )
