from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.user_role import UserRole
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.postal_address_type_0 import PostalAddressType0
    from ..models.user_attributes import UserAttributes


T = TypeVar("T", bound="UserPatch")


@_attrs_define
class UserPatch:
    """What to change; omitted fields keep their values, null clears those that may be null

    Example:
        {'title': 'Analyst', 'attributes': {'floor': 4}}

    Attributes:
        email (str | Unset): The email address of the user; it is unique in the organization, without regard to case
            Example: ada@example.com.
        email_verified (bool | Unset): true for an address of a domain that a connection has verified; otherwise only an
            OWNER who has just signed in may send it, or a key with every scope. A caller that expires may not. A new
            address is not verified unless the request says so
        username (str | Unset):
        first_name (None | str | Unset): One detail of a user Example: Ada.
        last_name (None | str | Unset): One detail of a user Example: Ada.
        display_name (None | str | Unset): One detail of a user Example: Ada.
        nickname (None | str | Unset): One detail of a user Example: Ada.
        title (None | str | Unset): One detail of a user Example: Ada.
        department (None | str | Unset): One detail of a user Example: Ada.
        division (None | str | Unset): One detail of a user Example: Ada.
        organization (None | str | Unset): One detail of a user Example: Ada.
        cost_center (None | str | Unset): One detail of a user Example: Ada.
        employee_number (None | str | Unset): One detail of a user Example: Ada.
        manager_id (None | str | Unset): One detail of a user Example: Ada.
        phone_number (None | str | Unset): One detail of a user Example: Ada.
        phone_number_verified (bool | Unset): true only together with the `phoneNumber` that was verified, and with
            every right that the user has. A new number is not verified
        locale (None | str | Unset): One detail of a user Example: Ada.
        timezone (None | str | Unset): One detail of a user Example: Ada.
        picture (None | str | Unset): One detail of a user Example: Ada.
        external_id (None | str | Unset): One detail of a user Example: Ada.
        middle_name (None | str | Unset): One detail of a user Example: Ada.
        birthdate (None | str | Unset): `YYYY-MM-DD`, `0000-MM-DD` without the year, or `YYYY`; the claim `birthdate`
            Example: 1815-12-10.
        gender (None | str | Unset): One detail of a user Example: Ada.
        website (None | str | Unset): A page on the web, with http or https Example: https://example.com/ada.
        profile_url (None | str | Unset): A page on the web, with http or https Example: https://example.com/ada.
        address (None | PostalAddressType0 | Unset): A postal address; the claim `address`, and the leading value of
            SCIM's `addresses` Example: {'streetAddress': "12 St James's Square", 'locality': 'London', 'postalCode': 'SW1Y
            4JH', 'country': 'GB'}.
        attributes (UserAttributes | Unset): Other data that you store about the user, up to 16 KB as JSON. If you set a
            schema of attributes, the data must fit it Example: {'floor': 3}.
        roles (list[str | UserRole] | Unset): The roles of a user; the caller must hold every scope that the given roles
            carry Example: ['MEMBER'].
        password (str | Unset): Held against the password policy; never shown
        expires_at (datetime.datetime | None | Unset):
    """

    email: str | Unset = UNSET
    email_verified: bool | Unset = UNSET
    username: str | Unset = UNSET
    first_name: None | str | Unset = UNSET
    last_name: None | str | Unset = UNSET
    display_name: None | str | Unset = UNSET
    nickname: None | str | Unset = UNSET
    title: None | str | Unset = UNSET
    department: None | str | Unset = UNSET
    division: None | str | Unset = UNSET
    organization: None | str | Unset = UNSET
    cost_center: None | str | Unset = UNSET
    employee_number: None | str | Unset = UNSET
    manager_id: None | str | Unset = UNSET
    phone_number: None | str | Unset = UNSET
    phone_number_verified: bool | Unset = UNSET
    locale: None | str | Unset = UNSET
    timezone: None | str | Unset = UNSET
    picture: None | str | Unset = UNSET
    external_id: None | str | Unset = UNSET
    middle_name: None | str | Unset = UNSET
    birthdate: None | str | Unset = UNSET
    gender: None | str | Unset = UNSET
    website: None | str | Unset = UNSET
    profile_url: None | str | Unset = UNSET
    address: None | PostalAddressType0 | Unset = UNSET
    attributes: UserAttributes | Unset = UNSET
    roles: list[str | UserRole] | Unset = UNSET
    password: str | Unset = UNSET
    expires_at: datetime.datetime | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.postal_address_type_0 import PostalAddressType0  # noqa: PLC0415

        email = self.email

        email_verified = self.email_verified

        username = self.username

        first_name: None | str | Unset
        if isinstance(self.first_name, Unset):
            first_name = UNSET
        else:
            first_name = self.first_name

        last_name: None | str | Unset
        if isinstance(self.last_name, Unset):
            last_name = UNSET
        else:
            last_name = self.last_name

        display_name: None | str | Unset
        if isinstance(self.display_name, Unset):
            display_name = UNSET
        else:
            display_name = self.display_name

        nickname: None | str | Unset
        if isinstance(self.nickname, Unset):
            nickname = UNSET
        else:
            nickname = self.nickname

        title: None | str | Unset
        if isinstance(self.title, Unset):
            title = UNSET
        else:
            title = self.title

        department: None | str | Unset
        if isinstance(self.department, Unset):
            department = UNSET
        else:
            department = self.department

        division: None | str | Unset
        if isinstance(self.division, Unset):
            division = UNSET
        else:
            division = self.division

        organization: None | str | Unset
        if isinstance(self.organization, Unset):
            organization = UNSET
        else:
            organization = self.organization

        cost_center: None | str | Unset
        if isinstance(self.cost_center, Unset):
            cost_center = UNSET
        else:
            cost_center = self.cost_center

        employee_number: None | str | Unset
        if isinstance(self.employee_number, Unset):
            employee_number = UNSET
        else:
            employee_number = self.employee_number

        manager_id: None | str | Unset
        if isinstance(self.manager_id, Unset):
            manager_id = UNSET
        else:
            manager_id = self.manager_id

        phone_number: None | str | Unset
        if isinstance(self.phone_number, Unset):
            phone_number = UNSET
        else:
            phone_number = self.phone_number

        phone_number_verified = self.phone_number_verified

        locale: None | str | Unset
        if isinstance(self.locale, Unset):
            locale = UNSET
        else:
            locale = self.locale

        timezone: None | str | Unset
        if isinstance(self.timezone, Unset):
            timezone = UNSET
        else:
            timezone = self.timezone

        picture: None | str | Unset
        if isinstance(self.picture, Unset):
            picture = UNSET
        else:
            picture = self.picture

        external_id: None | str | Unset
        if isinstance(self.external_id, Unset):
            external_id = UNSET
        else:
            external_id = self.external_id

        middle_name: None | str | Unset
        if isinstance(self.middle_name, Unset):
            middle_name = UNSET
        else:
            middle_name = self.middle_name

        birthdate: None | str | Unset
        if isinstance(self.birthdate, Unset):
            birthdate = UNSET
        else:
            birthdate = self.birthdate

        gender: None | str | Unset
        if isinstance(self.gender, Unset):
            gender = UNSET
        else:
            gender = self.gender

        website: None | str | Unset
        if isinstance(self.website, Unset):
            website = UNSET
        else:
            website = self.website

        profile_url: None | str | Unset
        if isinstance(self.profile_url, Unset):
            profile_url = UNSET
        else:
            profile_url = self.profile_url

        address: dict[str, Any] | None | Unset
        if isinstance(self.address, Unset):
            address = UNSET
        elif isinstance(self.address, PostalAddressType0):
            address = self.address.to_dict()

        else:
            address = self.address

        attributes = self.attributes

        roles: list[str] | Unset = UNSET
        if not isinstance(self.roles, Unset):
            roles = []
            for componentsschemas_user_roles_item_data in self.roles:
                componentsschemas_user_roles_item: str
                componentsschemas_user_roles_item = componentsschemas_user_roles_item_data
                roles.append(componentsschemas_user_roles_item)

        password = self.password

        expires_at: None | str | Unset
        if isinstance(self.expires_at, Unset):
            expires_at = UNSET
        elif isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if email is not UNSET:
            field_dict["email"] = email
        if email_verified is not UNSET:
            field_dict["emailVerified"] = email_verified
        if username is not UNSET:
            field_dict["username"] = username
        if first_name is not UNSET:
            field_dict["firstName"] = first_name
        if last_name is not UNSET:
            field_dict["lastName"] = last_name
        if display_name is not UNSET:
            field_dict["displayName"] = display_name
        if nickname is not UNSET:
            field_dict["nickname"] = nickname
        if title is not UNSET:
            field_dict["title"] = title
        if department is not UNSET:
            field_dict["department"] = department
        if division is not UNSET:
            field_dict["division"] = division
        if organization is not UNSET:
            field_dict["organization"] = organization
        if cost_center is not UNSET:
            field_dict["costCenter"] = cost_center
        if employee_number is not UNSET:
            field_dict["employeeNumber"] = employee_number
        if manager_id is not UNSET:
            field_dict["managerId"] = manager_id
        if phone_number is not UNSET:
            field_dict["phoneNumber"] = phone_number
        if phone_number_verified is not UNSET:
            field_dict["phoneNumberVerified"] = phone_number_verified
        if locale is not UNSET:
            field_dict["locale"] = locale
        if timezone is not UNSET:
            field_dict["timezone"] = timezone
        if picture is not UNSET:
            field_dict["picture"] = picture
        if external_id is not UNSET:
            field_dict["externalId"] = external_id
        if middle_name is not UNSET:
            field_dict["middleName"] = middle_name
        if birthdate is not UNSET:
            field_dict["birthdate"] = birthdate
        if gender is not UNSET:
            field_dict["gender"] = gender
        if website is not UNSET:
            field_dict["website"] = website
        if profile_url is not UNSET:
            field_dict["profileUrl"] = profile_url
        if address is not UNSET:
            field_dict["address"] = address
        if attributes is not UNSET:
            field_dict["attributes"] = attributes
        if roles is not UNSET:
            field_dict["roles"] = roles
        if password is not UNSET:
            field_dict["password"] = password
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.postal_address_type_0 import PostalAddressType0  # noqa: PLC0415

        d = dict(src_dict)
        email = d.pop("email", UNSET)

        email_verified = d.pop("emailVerified", UNSET)

        username = d.pop("username", UNSET)

        def _parse_first_name(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        first_name = _parse_first_name(d.pop("firstName", UNSET))

        def _parse_last_name(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        last_name = _parse_last_name(d.pop("lastName", UNSET))

        def _parse_display_name(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        display_name = _parse_display_name(d.pop("displayName", UNSET))

        def _parse_nickname(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        nickname = _parse_nickname(d.pop("nickname", UNSET))

        def _parse_title(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        title = _parse_title(d.pop("title", UNSET))

        def _parse_department(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        department = _parse_department(d.pop("department", UNSET))

        def _parse_division(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        division = _parse_division(d.pop("division", UNSET))

        def _parse_organization(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        organization = _parse_organization(d.pop("organization", UNSET))

        def _parse_cost_center(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        cost_center = _parse_cost_center(d.pop("costCenter", UNSET))

        def _parse_employee_number(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        employee_number = _parse_employee_number(d.pop("employeeNumber", UNSET))

        def _parse_manager_id(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        manager_id = _parse_manager_id(d.pop("managerId", UNSET))

        def _parse_phone_number(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        phone_number = _parse_phone_number(d.pop("phoneNumber", UNSET))

        phone_number_verified = d.pop("phoneNumberVerified", UNSET)

        def _parse_locale(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        locale = _parse_locale(d.pop("locale", UNSET))

        def _parse_timezone(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        timezone = _parse_timezone(d.pop("timezone", UNSET))

        def _parse_picture(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        picture = _parse_picture(d.pop("picture", UNSET))

        def _parse_external_id(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        external_id = _parse_external_id(d.pop("externalId", UNSET))

        def _parse_middle_name(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        middle_name = _parse_middle_name(d.pop("middleName", UNSET))

        def _parse_birthdate(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        birthdate = _parse_birthdate(d.pop("birthdate", UNSET))

        def _parse_gender(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        gender = _parse_gender(d.pop("gender", UNSET))

        def _parse_website(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        website = _parse_website(d.pop("website", UNSET))

        def _parse_profile_url(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        profile_url = _parse_profile_url(d.pop("profileUrl", UNSET))

        def _parse_address(data: object) -> None | PostalAddressType0 | Unset:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                componentsschemas_postal_address_type_0 = PostalAddressType0.from_dict(data)

                return componentsschemas_postal_address_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PostalAddressType0 | Unset, data)

        address = _parse_address(d.pop("address", UNSET))

        attributes = d.pop("attributes", UNSET)

        _roles = d.pop("roles", UNSET)
        roles: list[str | UserRole] | Unset = UNSET
        if _roles is not UNSET:
            roles = []
            for componentsschemas_user_roles_item_data in _roles:

                def _parse_componentsschemas_user_roles_item(data: object) -> str | UserRole:
                    return cast(str | UserRole, data)

                componentsschemas_user_roles_item = _parse_componentsschemas_user_roles_item(
                    componentsschemas_user_roles_item_data
                )

                roles.append(componentsschemas_user_roles_item)

        password = d.pop("password", UNSET)

        def _parse_expires_at(data: object) -> datetime.datetime | None | Unset:
            try:
                if not isinstance(data, str):
                    raise TypeError
                expires_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        expires_at = _parse_expires_at(d.pop("expiresAt", UNSET))

        user_patch = cls(
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
            password=password,
            expires_at=expires_at,
        )

        return user_patch
