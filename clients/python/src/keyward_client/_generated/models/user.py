from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.directory_source import DirectorySource
from ..models.user_role import UserRole
from ..models.user_status import UserStatus
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.group_of_user import GroupOfUser
    from ..models.postal_address_type_0 import PostalAddressType0
    from ..models.user_attributes import UserAttributes


T = TypeVar("T", bound="User")


@_attrs_define
class User:
    """A user of the organization

    Example:
        {'id': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'status': 'ACTIVE', 'email': 'ada@example.com', 'emailVerified': True,
            'username': 'ada@example.com', 'firstName': 'Ada', 'lastName': 'Lovelace', 'displayName': 'Ada Lovelace',
            'nickname': None, 'title': None, 'department': 'Engineering', 'division': None, 'organization': None,
            'costCenter': None, 'employeeNumber': None, 'managerId': None, 'phoneNumber': None, 'phoneNumberVerified':
            False, 'locale': 'en-GB', 'timezone': 'Europe/London', 'picture': None, 'externalId': None, 'middleName': None,
            'birthdate': '1815-12-10', 'gender': None, 'website': None, 'profileUrl': None, 'address': None, 'attributes':
            {'floor': 3}, 'roles': ['MEMBER'], 'mfaMethods': [], 'source': 'LOCAL', 'sourceConnectionId': None, 'expiresAt':
            None, 'invitedAt': None, 'activatedAt': '2026-01-15T10:30:00.000Z', 'lastLoginAt': None, 'deprovisionedAt':
            None, 'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt': '2026-01-15T10:30:00.000Z', 'createdBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'groups': [{'id': 'grp_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Engineering'}]}

    Attributes:
        id (str):
        status (str | UserStatus): `INVITED` has not chosen a password yet, `SUSPENDED` cannot sign in and can be
            reactivated, `DEPROVISIONED` has left for good
        email (None | str):
        email_verified (bool): Whether the address counts as verified, in the claim `email_verified` too: the user
            followed a link in an email, an identity provider vouches for the address, or an administrator or a directory
            says so
        username (str): What the user signs in with
        first_name (None | str):
        last_name (None | str):
        display_name (None | str):
        nickname (None | str):
        title (None | str):
        department (None | str):
        division (None | str):
        organization (None | str):
        cost_center (None | str):
        employee_number (None | str):
        manager_id (None | str): The ID of the user they report to; not checked
        phone_number (None | str):
        phone_number_verified (bool): Whether the number was shown to be the user's; the claim `phone_number_verified`
        locale (None | str):
        timezone (None | str): The claim `zoneinfo`, such as `Europe/London`
        picture (None | str): The address of a picture
        external_id (None | str): What another system calls them; a label, never a right
        middle_name (None | str):
        birthdate (None | str): `YYYY-MM-DD`, `0000-MM-DD` without the year, or `YYYY`; the claim `birthdate` Example:
            1815-12-10.
        gender (None | str):
        website (None | str): A page on the web, with http or https Example: https://example.com/ada.
        profile_url (None | str): A page about the user; the claim `profile`
        address (None | PostalAddressType0): A postal address; the claim `address`, and the leading value of SCIM's
            `addresses` Example: {'streetAddress': "12 St James's Square", 'locality': 'London', 'postalCode': 'SW1Y 4JH',
            'country': 'GB'}.
        attributes (UserAttributes): Other data that you store about the user, up to 16 KB as JSON. If you set a schema
            of attributes, the data must fit it Example: {'floor': 3}.
        roles (list[str | UserRole]):
        mfa_methods (list[str]): The second factors the user has set up; `TOTP` is an authenticator app Example:
            ['TOTP'].
        source (DirectorySource | str): `LOCAL` was made here; anything else comes from a system that provisions this
            directory
        source_connection_id (None | str): The connection that provisions them
        expires_at (datetime.datetime | None): When the user is deprovisioned by itself
        invited_at (datetime.datetime | None):
        activated_at (datetime.datetime | None): When the user was first `ACTIVE`
        last_login_at (datetime.datetime | None):
        deprovisioned_at (datetime.datetime | None):
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
        created_by (None | str): The ID of the key or user that created it
        groups (list[GroupOfUser] | Unset): The first thousand groups the user is in, by name; only in answers about one
            user
    """

    id: str
    status: str | UserStatus
    email: None | str
    email_verified: bool
    username: str
    first_name: None | str
    last_name: None | str
    display_name: None | str
    nickname: None | str
    title: None | str
    department: None | str
    division: None | str
    organization: None | str
    cost_center: None | str
    employee_number: None | str
    manager_id: None | str
    phone_number: None | str
    phone_number_verified: bool
    locale: None | str
    timezone: None | str
    picture: None | str
    external_id: None | str
    middle_name: None | str
    birthdate: None | str
    gender: None | str
    website: None | str
    profile_url: None | str
    address: None | PostalAddressType0
    attributes: UserAttributes
    roles: list[str | UserRole]
    mfa_methods: list[str]
    source: DirectorySource | str
    source_connection_id: None | str
    expires_at: datetime.datetime | None
    invited_at: datetime.datetime | None
    activated_at: datetime.datetime | None
    last_login_at: datetime.datetime | None
    deprovisioned_at: datetime.datetime | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    created_by: None | str
    groups: list[GroupOfUser] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.postal_address_type_0 import PostalAddressType0  # noqa: PLC0415

        id = self.id

        status: str
        status = self.status

        email: None | str
        email = self.email

        email_verified = self.email_verified

        username = self.username

        first_name: None | str
        first_name = self.first_name

        last_name: None | str
        last_name = self.last_name

        display_name: None | str
        display_name = self.display_name

        nickname: None | str
        nickname = self.nickname

        title: None | str
        title = self.title

        department: None | str
        department = self.department

        division: None | str
        division = self.division

        organization: None | str
        organization = self.organization

        cost_center: None | str
        cost_center = self.cost_center

        employee_number: None | str
        employee_number = self.employee_number

        manager_id: None | str
        manager_id = self.manager_id

        phone_number: None | str
        phone_number = self.phone_number

        phone_number_verified = self.phone_number_verified

        locale: None | str
        locale = self.locale

        timezone: None | str
        timezone = self.timezone

        picture: None | str
        picture = self.picture

        external_id: None | str
        external_id = self.external_id

        middle_name: None | str
        middle_name = self.middle_name

        birthdate: None | str
        birthdate = self.birthdate

        gender: None | str
        gender = self.gender

        website: None | str
        website = self.website

        profile_url: None | str
        profile_url = self.profile_url

        address: dict[str, Any] | None
        if isinstance(self.address, PostalAddressType0):
            address = self.address.to_dict()

        else:
            address = self.address

        attributes = self.attributes

        roles = []
        for roles_item_data in self.roles:
            roles_item: str
            roles_item = roles_item_data
            roles.append(roles_item)

        mfa_methods = self.mfa_methods

        source: str
        source = self.source

        source_connection_id: None | str
        source_connection_id = self.source_connection_id

        expires_at: None | str
        if isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        invited_at: None | str
        if isinstance(self.invited_at, datetime.datetime):
            invited_at = self.invited_at.isoformat()
        else:
            invited_at = self.invited_at

        activated_at: None | str
        if isinstance(self.activated_at, datetime.datetime):
            activated_at = self.activated_at.isoformat()
        else:
            activated_at = self.activated_at

        last_login_at: None | str
        if isinstance(self.last_login_at, datetime.datetime):
            last_login_at = self.last_login_at.isoformat()
        else:
            last_login_at = self.last_login_at

        deprovisioned_at: None | str
        if isinstance(self.deprovisioned_at, datetime.datetime):
            deprovisioned_at = self.deprovisioned_at.isoformat()
        else:
            deprovisioned_at = self.deprovisioned_at

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        created_by: None | str
        created_by = self.created_by

        groups: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.groups, Unset):
            groups = []
            for groups_item_data in self.groups:
                groups_item = groups_item_data.to_dict()

                groups.append(groups_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "status": status,
                "email": email,
                "emailVerified": email_verified,
                "username": username,
                "firstName": first_name,
                "lastName": last_name,
                "displayName": display_name,
                "nickname": nickname,
                "title": title,
                "department": department,
                "division": division,
                "organization": organization,
                "costCenter": cost_center,
                "employeeNumber": employee_number,
                "managerId": manager_id,
                "phoneNumber": phone_number,
                "phoneNumberVerified": phone_number_verified,
                "locale": locale,
                "timezone": timezone,
                "picture": picture,
                "externalId": external_id,
                "middleName": middle_name,
                "birthdate": birthdate,
                "gender": gender,
                "website": website,
                "profileUrl": profile_url,
                "address": address,
                "attributes": attributes,
                "roles": roles,
                "mfaMethods": mfa_methods,
                "source": source,
                "sourceConnectionId": source_connection_id,
                "expiresAt": expires_at,
                "invitedAt": invited_at,
                "activatedAt": activated_at,
                "lastLoginAt": last_login_at,
                "deprovisionedAt": deprovisioned_at,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "createdBy": created_by,
            }
        )
        if groups is not UNSET:
            field_dict["groups"] = groups

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.group_of_user import GroupOfUser  # noqa: PLC0415
        from ..models.postal_address_type_0 import PostalAddressType0  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        def _parse_status(data: object) -> str | UserStatus:
            return cast(str | UserStatus, data)

        status = _parse_status(d.pop("status"))

        def _parse_email(data: object) -> None | str:
            return cast(None | str, data)

        email = _parse_email(d.pop("email"))

        email_verified = d.pop("emailVerified")

        username = d.pop("username")

        def _parse_first_name(data: object) -> None | str:
            return cast(None | str, data)

        first_name = _parse_first_name(d.pop("firstName"))

        def _parse_last_name(data: object) -> None | str:
            return cast(None | str, data)

        last_name = _parse_last_name(d.pop("lastName"))

        def _parse_display_name(data: object) -> None | str:
            return cast(None | str, data)

        display_name = _parse_display_name(d.pop("displayName"))

        def _parse_nickname(data: object) -> None | str:
            return cast(None | str, data)

        nickname = _parse_nickname(d.pop("nickname"))

        def _parse_title(data: object) -> None | str:
            return cast(None | str, data)

        title = _parse_title(d.pop("title"))

        def _parse_department(data: object) -> None | str:
            return cast(None | str, data)

        department = _parse_department(d.pop("department"))

        def _parse_division(data: object) -> None | str:
            return cast(None | str, data)

        division = _parse_division(d.pop("division"))

        def _parse_organization(data: object) -> None | str:
            return cast(None | str, data)

        organization = _parse_organization(d.pop("organization"))

        def _parse_cost_center(data: object) -> None | str:
            return cast(None | str, data)

        cost_center = _parse_cost_center(d.pop("costCenter"))

        def _parse_employee_number(data: object) -> None | str:
            return cast(None | str, data)

        employee_number = _parse_employee_number(d.pop("employeeNumber"))

        def _parse_manager_id(data: object) -> None | str:
            return cast(None | str, data)

        manager_id = _parse_manager_id(d.pop("managerId"))

        def _parse_phone_number(data: object) -> None | str:
            return cast(None | str, data)

        phone_number = _parse_phone_number(d.pop("phoneNumber"))

        phone_number_verified = d.pop("phoneNumberVerified")

        def _parse_locale(data: object) -> None | str:
            return cast(None | str, data)

        locale = _parse_locale(d.pop("locale"))

        def _parse_timezone(data: object) -> None | str:
            return cast(None | str, data)

        timezone = _parse_timezone(d.pop("timezone"))

        def _parse_picture(data: object) -> None | str:
            return cast(None | str, data)

        picture = _parse_picture(d.pop("picture"))

        def _parse_external_id(data: object) -> None | str:
            return cast(None | str, data)

        external_id = _parse_external_id(d.pop("externalId"))

        def _parse_middle_name(data: object) -> None | str:
            return cast(None | str, data)

        middle_name = _parse_middle_name(d.pop("middleName"))

        def _parse_birthdate(data: object) -> None | str:
            return cast(None | str, data)

        birthdate = _parse_birthdate(d.pop("birthdate"))

        def _parse_gender(data: object) -> None | str:
            return cast(None | str, data)

        gender = _parse_gender(d.pop("gender"))

        def _parse_website(data: object) -> None | str:
            return cast(None | str, data)

        website = _parse_website(d.pop("website"))

        def _parse_profile_url(data: object) -> None | str:
            return cast(None | str, data)

        profile_url = _parse_profile_url(d.pop("profileUrl"))

        def _parse_address(data: object) -> None | PostalAddressType0:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                componentsschemas_postal_address_type_0 = PostalAddressType0.from_dict(data)

                return componentsschemas_postal_address_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PostalAddressType0, data)

        address = _parse_address(d.pop("address"))

        attributes = d.pop("attributes")

        roles = []
        _roles = d.pop("roles")
        for roles_item_data in _roles:

            def _parse_roles_item(data: object) -> str | UserRole:
                return cast(str | UserRole, data)

            roles_item = _parse_roles_item(roles_item_data)

            roles.append(roles_item)

        mfa_methods = cast(list[str], d.pop("mfaMethods"))

        def _parse_source(data: object) -> DirectorySource | str:
            return cast(DirectorySource | str, data)

        source = _parse_source(d.pop("source"))

        def _parse_source_connection_id(data: object) -> None | str:
            return cast(None | str, data)

        source_connection_id = _parse_source_connection_id(d.pop("sourceConnectionId"))

        def _parse_expires_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                expires_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        expires_at = _parse_expires_at(d.pop("expiresAt"))

        def _parse_invited_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                invited_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return invited_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        invited_at = _parse_invited_at(d.pop("invitedAt"))

        def _parse_activated_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                activated_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return activated_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        activated_at = _parse_activated_at(d.pop("activatedAt"))

        def _parse_last_login_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_login_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return last_login_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_login_at = _parse_last_login_at(d.pop("lastLoginAt"))

        def _parse_deprovisioned_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                deprovisioned_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return deprovisioned_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        deprovisioned_at = _parse_deprovisioned_at(d.pop("deprovisionedAt"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        _groups = d.pop("groups", UNSET)
        groups: list[GroupOfUser] | Unset = UNSET
        if _groups is not UNSET:
            groups = []
            for groups_item_data in _groups:
                groups_item = GroupOfUser.from_dict(groups_item_data)

                groups.append(groups_item)

        user = cls(
            id=id,
            status=status,
            email=email,
            email_verified=email_verified,
            username=username,
            first_name=first_name,
            last_name=last_name,
            display_name=display_name,
            nickname=nickname,
            title=title,
            department=department,
            division=division,
            organization=organization,
            cost_center=cost_center,
            employee_number=employee_number,
            manager_id=manager_id,
            phone_number=phone_number,
            phone_number_verified=phone_number_verified,
            locale=locale,
            timezone=timezone,
            picture=picture,
            external_id=external_id,
            middle_name=middle_name,
            birthdate=birthdate,
            gender=gender,
            website=website,
            profile_url=profile_url,
            address=address,
            attributes=attributes,
            roles=roles,
            mfa_methods=mfa_methods,
            source=source,
            source_connection_id=source_connection_id,
            expires_at=expires_at,
            invited_at=invited_at,
            activated_at=activated_at,
            last_login_at=last_login_at,
            deprovisioned_at=deprovisioned_at,
            created_at=created_at,
            updated_at=updated_at,
            created_by=created_by,
            groups=groups,
        )

        return user
