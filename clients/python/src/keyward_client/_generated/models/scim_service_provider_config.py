from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.scim_feature import ScimFeature
    from ..models.scim_meta import ScimMeta
    from ..models.scim_service_provider_config_authentication_schemes_item import (
        ScimServiceProviderConfigAuthenticationSchemesItem,
    )
    from ..models.scim_service_provider_config_bulk import ScimServiceProviderConfigBulk
    from ..models.scim_service_provider_config_filter import ScimServiceProviderConfigFilter
    from ..models.scim_service_provider_config_pagination import ScimServiceProviderConfigPagination


T = TypeVar("T", bound="ScimServiceProviderConfig")


@_attrs_define
class ScimServiceProviderConfig:
    """What a service can do of SCIM (RFC 7643 section 5, RFC 9865)

    Attributes:
        schemas (list[str]): The schemas of what is shown, by their URNs
        patch (ScimFeature): Whether something is supported Example: {'supported': True}.
        bulk (ScimServiceProviderConfigBulk):
        filter_ (ScimServiceProviderConfigFilter):
        change_password (ScimFeature): Whether something is supported Example: {'supported': True}.
        sort (ScimFeature): Whether something is supported Example: {'supported': True}.
        etag (ScimFeature): Whether something is supported Example: {'supported': True}.
        pagination (ScimServiceProviderConfigPagination):
        authentication_schemes (list[ScimServiceProviderConfigAuthenticationSchemesItem]):
        meta (ScimMeta): What the service knows of a resource Example: {'resourceType': 'User', 'version': 'W/"1"'}.
        documentation_uri (str | Unset):
    """

    schemas: list[str]
    patch: ScimFeature
    bulk: ScimServiceProviderConfigBulk
    filter_: ScimServiceProviderConfigFilter
    change_password: ScimFeature
    sort: ScimFeature
    etag: ScimFeature
    pagination: ScimServiceProviderConfigPagination
    authentication_schemes: list[ScimServiceProviderConfigAuthenticationSchemesItem]
    meta: ScimMeta
    documentation_uri: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        schemas = self.schemas

        patch = self.patch.to_dict()

        bulk = self.bulk.to_dict()

        filter_ = self.filter_.to_dict()

        change_password = self.change_password.to_dict()

        sort = self.sort.to_dict()

        etag = self.etag.to_dict()

        pagination = self.pagination.to_dict()

        authentication_schemes = []
        for authentication_schemes_item_data in self.authentication_schemes:
            authentication_schemes_item = authentication_schemes_item_data.to_dict()

            authentication_schemes.append(authentication_schemes_item)

        meta = self.meta.to_dict()

        documentation_uri = self.documentation_uri

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "schemas": schemas,
                "patch": patch,
                "bulk": bulk,
                "filter": filter_,
                "changePassword": change_password,
                "sort": sort,
                "etag": etag,
                "pagination": pagination,
                "authenticationSchemes": authentication_schemes,
                "meta": meta,
            }
        )
        if documentation_uri is not UNSET:
            field_dict["documentationUri"] = documentation_uri

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.scim_feature import ScimFeature  # noqa: PLC0415
        from ..models.scim_meta import ScimMeta  # noqa: PLC0415
        from ..models.scim_service_provider_config_authentication_schemes_item import (
            ScimServiceProviderConfigAuthenticationSchemesItem,  # noqa: PLC0415
        )
        from ..models.scim_service_provider_config_bulk import ScimServiceProviderConfigBulk  # noqa: PLC0415
        from ..models.scim_service_provider_config_filter import ScimServiceProviderConfigFilter  # noqa: PLC0415
        from ..models.scim_service_provider_config_pagination import (
            ScimServiceProviderConfigPagination,  # noqa: PLC0415
        )

        d = dict(src_dict)
        schemas = cast(list[str], d.pop("schemas"))

        patch = ScimFeature.from_dict(d.pop("patch"))

        bulk = ScimServiceProviderConfigBulk.from_dict(d.pop("bulk"))

        filter_ = ScimServiceProviderConfigFilter.from_dict(d.pop("filter"))

        change_password = ScimFeature.from_dict(d.pop("changePassword"))

        sort = ScimFeature.from_dict(d.pop("sort"))

        etag = ScimFeature.from_dict(d.pop("etag"))

        pagination = ScimServiceProviderConfigPagination.from_dict(d.pop("pagination"))

        authentication_schemes = []
        _authentication_schemes = d.pop("authenticationSchemes")
        for authentication_schemes_item_data in _authentication_schemes:
            authentication_schemes_item = (
                ScimServiceProviderConfigAuthenticationSchemesItem.from_dict(
                    authentication_schemes_item_data
                )
            )

            authentication_schemes.append(authentication_schemes_item)

        meta = ScimMeta.from_dict(d.pop("meta"))

        documentation_uri = d.pop("documentationUri", UNSET)

        scim_service_provider_config = cls(
            schemas=schemas,
            patch=patch,
            bulk=bulk,
            filter_=filter_,
            change_password=change_password,
            sort=sort,
            etag=etag,
            pagination=pagination,
            authentication_schemes=authentication_schemes,
            meta=meta,
            documentation_uri=documentation_uri,
        )

        return scim_service_provider_config
