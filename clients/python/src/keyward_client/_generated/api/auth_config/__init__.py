import builtins
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.branding import Branding
from ...models.magic_link_config import MagicLinkConfig
from ...models.mail_kind import MailKind
from ...models.mail_language import MailLanguage
from ...models.mail_preview import MailPreview
from ...models.mail_template import MailTemplate
from ...models.mail_template_list import MailTemplateList
from ...models.mail_test import MailTest
from ...models.page_locale import PageLocale
from ...models.password_policy import PasswordPolicy
from ...models.registration_config import RegistrationConfig
from ...models.totp_algorithm import TotpAlgorithm
from ...models.totp_config import TotpConfig
from ...models.totp_digits import TotpDigits
from ...models.totp_enforcement import TotpEnforcement
from ...models.webauthn_attachment import WebauthnAttachment
from ...models.webauthn_attestation import WebauthnAttestation
from ...models.webauthn_config import WebauthnConfig
from ...models.webauthn_preference import WebauthnPreference
from ...types import UNSET, Unset
from . import delete_mail_template as _delete_mail_template
from . import get_branding as _get_branding
from . import get_magic_link_config as _get_magic_link_config
from . import get_mail_template as _get_mail_template
from . import get_password_policy as _get_password_policy
from . import get_registration_config as _get_registration_config
from . import get_totp_config as _get_totp_config
from . import get_webauthn_config as _get_webauthn_config
from . import list_mail_templates as _list_mail_templates
from . import preview_mail_template as _preview_mail_template
from . import replace_mail_template as _replace_mail_template
from . import test_mail_template as _test_mail_template
from . import update_branding as _update_branding
from . import update_magic_link_config as _update_magic_link_config
from . import update_password_policy as _update_password_policy
from . import update_registration_config as _update_registration_config
from . import update_totp_config as _update_totp_config
from . import update_webauthn_config as _update_webauthn_config


class AuthConfigFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_password_policy(
        self,
    ) -> PasswordPolicy:
        """Get the password policy."""

        return self._transport.call(
            _get_password_policy.request(),
            _get_password_policy.answer,
        )

    def update_password_policy(
        self,
        *,
        min_length: int | Unset = UNSET,
        max_length: int | Unset = UNSET,
        require_uppercase: bool | Unset = UNSET,
        require_lowercase: bool | Unset = UNSET,
        require_number: bool | Unset = UNSET,
        require_symbol: bool | Unset = UNSET,
        min_character_types: int | Unset = UNSET,
        disallow_common: bool | Unset = UNSET,
        disallow_user_info: bool | Unset = UNSET,
        disallow_repetition: bool | Unset = UNSET,
        custom_blocked_words: builtins.list[str] | Unset = UNSET,
        disallow_breached: bool | Unset = UNSET,
        history_count: int | Unset = UNSET,
        max_age_days: int | None | Unset = UNSET,
        lockout_threshold: int | Unset = UNSET,
        lockout_window_seconds: int | Unset = UNSET,
        lockout_duration_seconds: int | Unset = UNSET,
        reset_token_ttl_seconds: int | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> PasswordPolicy:
        """Change the password policy.

        Every new password must fit the policy from now on, no matter who sets it, also over SCIM.
        Existing passwords stay valid. Lock-outs and links follow the new policy at once.
        """

        return self._transport.call(
            _update_password_policy.request(
                min_length=min_length,
                max_length=max_length,
                require_uppercase=require_uppercase,
                require_lowercase=require_lowercase,
                require_number=require_number,
                require_symbol=require_symbol,
                min_character_types=min_character_types,
                disallow_common=disallow_common,
                disallow_user_info=disallow_user_info,
                disallow_repetition=disallow_repetition,
                custom_blocked_words=custom_blocked_words,
                disallow_breached=disallow_breached,
                history_count=history_count,
                max_age_days=max_age_days,
                lockout_threshold=lockout_threshold,
                lockout_window_seconds=lockout_window_seconds,
                lockout_duration_seconds=lockout_duration_seconds,
                reset_token_ttl_seconds=reset_token_ttl_seconds,
                if_match=if_match,
            ),
            _update_password_policy.answer,
        )

    def get_totp_config(
        self,
    ) -> TotpConfig:
        """Get the use of authenticator apps."""

        return self._transport.call(
            _get_totp_config.request(),
            _get_totp_config.answer,
        )

    def update_totp_config(
        self,
        *,
        enabled: bool | Unset = UNSET,
        enforcement: str | TotpEnforcement | Unset = UNSET,
        issuer: None | str | Unset = UNSET,
        algorithm: str | TotpAlgorithm | Unset = UNSET,
        digits: TotpDigits | Unset = UNSET,
        period_seconds: int | Unset = UNSET,
        window: int | Unset = UNSET,
        recovery_codes: int | Unset = UNSET,
        max_attempts: int | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> TotpConfig:
        """Change the use of authenticator apps.

        Sign-in follows the change at once. `algorithm`, `digits` and `periodSeconds` apply to
        apps that are set up from now on. Apps that are set up already cannot be changed. All
        codes that are valid at once, `2 * window + 1`, may span three minutes.
        """

        return self._transport.call(
            _update_totp_config.request(
                enabled=enabled,
                enforcement=enforcement,
                issuer=issuer,
                algorithm=algorithm,
                digits=digits,
                period_seconds=period_seconds,
                window=window,
                recovery_codes=recovery_codes,
                max_attempts=max_attempts,
                if_match=if_match,
            ),
            _update_totp_config.answer,
        )

    def get_webauthn_config(
        self,
    ) -> WebauthnConfig:
        """Get the use of passkeys."""

        return self._transport.call(
            _get_webauthn_config.request(),
            _get_webauthn_config.answer,
        )

    def update_webauthn_config(
        self,
        *,
        enabled: bool | Unset = UNSET,
        passwordless: bool | Unset = UNSET,
        rp_id: None | str | Unset = UNSET,
        rp_name: None | str | Unset = UNSET,
        origins: builtins.list[str] | None | Unset = UNSET,
        user_verification: str | Unset | WebauthnPreference = UNSET,
        resident_key: str | Unset | WebauthnPreference = UNSET,
        attestation: str | Unset | WebauthnAttestation = UNSET,
        authenticator_attachment: None | str | Unset | WebauthnAttachment = UNSET,
        allowed_aaguids: builtins.list[str] | None | Unset = UNSET,
        timeout_ms: int | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> WebauthnConfig:
        """Change the use of passkeys.

        Sign-in follows it at once. With `passwordless`, `userVerification` must be `required` and
        `residentKey` not `discouraged`; `allowedAaguids` need an `attestation`.
        """

        return self._transport.call(
            _update_webauthn_config.request(
                enabled=enabled,
                passwordless=passwordless,
                rp_id=rp_id,
                rp_name=rp_name,
                origins=origins,
                user_verification=user_verification,
                resident_key=resident_key,
                attestation=attestation,
                authenticator_attachment=authenticator_attachment,
                allowed_aaguids=allowed_aaguids,
                timeout_ms=timeout_ms,
                if_match=if_match,
            ),
            _update_webauthn_config.answer,
        )

    def get_magic_link_config(
        self,
    ) -> MagicLinkConfig:
        """Get the use of links by mail."""

        return self._transport.call(
            _get_magic_link_config.request(),
            _get_magic_link_config.answer,
        )

    def update_magic_link_config(
        self,
        *,
        enabled: bool | Unset = UNSET,
        ttl_seconds: int | Unset = UNSET,
        max_per_hour: int | Unset = UNSET,
        bind_to_browser: bool | Unset = UNSET,
        allow_sign_up: bool | Unset = UNSET,
        redirect_allowlist: builtins.list[str] | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> MagicLinkConfig:
        """Change the use of links by mail.

        Sign-in follows it at once; links that were sent work no longer than they would have.
        """

        return self._transport.call(
            _update_magic_link_config.request(
                enabled=enabled,
                ttl_seconds=ttl_seconds,
                max_per_hour=max_per_hour,
                bind_to_browser=bind_to_browser,
                allow_sign_up=allow_sign_up,
                redirect_allowlist=redirect_allowlist,
                if_match=if_match,
            ),
            _update_magic_link_config.answer,
        )

    def get_registration_config(
        self,
    ) -> RegistrationConfig:
        """Get the rules for new accounts.

        Tells whether people may create an account themselves, with which addresses, and how many
        a day.
        """

        return self._transport.call(
            _get_registration_config.request(),
            _get_registration_config.answer,
        )

    def update_registration_config(
        self,
        *,
        enabled: bool | Unset = UNSET,
        allowed_domains: builtins.list[str] | Unset = UNSET,
        max_per_day: int | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> RegistrationConfig:
        """Change the rules for new accounts.

        While `enabled` is true and the service can send mail, the sign-in page offers "Create
        account". A link by mail proves the address first. The new user has the role `MEMBER`. The
        rules hold again when the link is used. A new user can sign in to every client without
        `allowedGroups`.
        """

        return self._transport.call(
            _update_registration_config.request(
                enabled=enabled,
                allowed_domains=allowed_domains,
                max_per_day=max_per_day,
                if_match=if_match,
            ),
            _update_registration_config.answer,
        )

    def list_mail_templates(
        self,
        *,
        kind: MailKind | str | Unset = UNSET,
        language: MailLanguage | str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> MailTemplateList:
        """List the texts of mails.

        Each mail in each language, with the texts of Keyward and the texts that the organization
        has edited. Mails about changes are in the list, too, and cannot be edited.
        """

        return self._transport.call(
            _list_mail_templates.request(
                kind=kind,
                language=language,
                page=page,
                limit=limit,
            ),
            _list_mail_templates.answer,
        )

    def list_mail_templates_pages(
        self,
        *,
        kind: MailKind | str | Unset = UNSET,
        language: MailLanguage | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[MailTemplateList]:
        """List the texts of mails: every page, as they are asked for.

        Each mail in each language, with the texts of Keyward and the texts that the organization
        has edited. Mails about changes are in the list, too, and cannot be edited.
        """

        return _pages.by_page(
            lambda page: self.list_mail_templates(
                kind=kind,
                language=language,
                limit=limit,
                page=page,
            )
        )

    def list_mail_templates_all(
        self,
        *,
        kind: MailKind | str | Unset = UNSET,
        language: MailLanguage | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[MailTemplate]:
        """List the texts of mails: every item of every page.

        Each mail in each language, with the texts of Keyward and the texts that the organization
        has edited. Mails about changes are in the list, too, and cannot be edited.
        """

        return _pages.items(
            self.list_mail_templates_pages(
                kind=kind,
                language=language,
                limit=limit,
            )
        )

    def get_mail_template(
        self,
        kind: str,
        language: str,
    ) -> MailTemplate:
        """Get the texts of a mail."""

        return self._transport.call(
            _get_mail_template.request(
                kind,
                language,
            ),
            _get_mail_template.answer,
        )

    def replace_mail_template(
        self,
        kind: str,
        language: str,
        *,
        subject: None | str | Unset = UNSET,
        greeting: None | str | Unset = UNSET,
        greeting_without_name: None | str | Unset = UNSET,
        body: None | str | Unset = UNSET,
        footer: None | str | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> MailTemplate:
        """Replace the texts of a mail.

        A part that is null or left out has the text of Keyward. Mails that are sent from now on
        have the new texts. A text with markup, with anything that mail programs make a link of,
        or with a placeholder that the mail does not have is refused. So are the mails about
        changes (409 `MAIL_NOT_EDITABLE`).
        """

        return self._transport.call(
            _replace_mail_template.request(
                kind,
                language,
                subject=subject,
                greeting=greeting,
                greeting_without_name=greeting_without_name,
                body=body,
                footer=footer,
                if_match=if_match,
            ),
            _replace_mail_template.answer,
        )

    def delete_mail_template(
        self,
        kind: str,
        language: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> MailTemplate:
        """Reset the texts of a mail.

        Every part has the text of Keyward again, as with a replacement that has no parts. So it
        asks for the same.
        """

        return self._transport.call(
            _delete_mail_template.request(
                kind,
                language,
                if_match=if_match,
            ),
            _delete_mail_template.answer,
        )

    def preview_mail_template(
        self,
        kind: str,
        language: str,
        *,
        subject: None | str | Unset = UNSET,
        greeting: None | str | Unset = UNSET,
        greeting_without_name: None | str | Unset = UNSET,
        body: None | str | Unset = UNSET,
        footer: None | str | Unset = UNSET,
    ) -> MailPreview:
        """Preview a mail.

        Returns the mail with these texts and example values, and stores nothing. The texts obey
        the rules of `replaceMailTemplate`.
        """

        return self._transport.call(
            _preview_mail_template.request(
                kind,
                language,
                subject=subject,
                greeting=greeting,
                greeting_without_name=greeting_without_name,
                body=body,
                footer=footer,
            ),
            _preview_mail_template.answer,
        )

    def test_mail_template(
        self,
        kind: str,
        language: str,
        *,
        subject: None | str | Unset = UNSET,
        greeting: None | str | Unset = UNSET,
        greeting_without_name: None | str | Unset = UNSET,
        body: None | str | Unset = UNSET,
        footer: None | str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> MailTest:
        """Send a test mail.

        Sends the mail with these texts and example values to the caller, and stores no text. The
        link leads to the sign-in page. The caller must be a user whose address is verified (409
        `MAIL_ADDRESS_REQUIRED`). Test mails count in `MAX_MAILS_PER_HOUR`.
        """

        return self._transport.call(
            _test_mail_template.request(
                kind,
                language,
                subject=subject,
                greeting=greeting,
                greeting_without_name=greeting_without_name,
                body=body,
                footer=footer,
                idempotency_key=idempotency_key,
            ),
            _test_mail_template.answer,
        )

    def get_branding(
        self,
    ) -> Branding:
        """Get the branding."""

        return self._transport.call(
            _get_branding.request(),
            _get_branding.answer,
        )

    def update_branding(
        self,
        *,
        display_name: None | str | Unset = UNSET,
        logo_uri: None | str | Unset = UNSET,
        primary_color: None | str | Unset = UNSET,
        background_color: None | str | Unset = UNSET,
        support_uri: None | str | Unset = UNSET,
        locale: PageLocale | str | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Branding:
        """Change the branding.

        Pages and mails follow it at once. A color on which neither white nor nearly black text
        can be read well is refused.
        """

        return self._transport.call(
            _update_branding.request(
                display_name=display_name,
                logo_uri=logo_uri,
                primary_color=primary_color,
                background_color=background_color,
                support_uri=support_uri,
                locale=locale,
                if_match=if_match,
            ),
            _update_branding.answer,
        )


class AsyncAuthConfigFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_password_policy(
        self,
    ) -> PasswordPolicy:
        """Get the password policy."""

        return await self._transport.call(
            _get_password_policy.request(),
            _get_password_policy.answer,
        )

    async def update_password_policy(
        self,
        *,
        min_length: int | Unset = UNSET,
        max_length: int | Unset = UNSET,
        require_uppercase: bool | Unset = UNSET,
        require_lowercase: bool | Unset = UNSET,
        require_number: bool | Unset = UNSET,
        require_symbol: bool | Unset = UNSET,
        min_character_types: int | Unset = UNSET,
        disallow_common: bool | Unset = UNSET,
        disallow_user_info: bool | Unset = UNSET,
        disallow_repetition: bool | Unset = UNSET,
        custom_blocked_words: builtins.list[str] | Unset = UNSET,
        disallow_breached: bool | Unset = UNSET,
        history_count: int | Unset = UNSET,
        max_age_days: int | None | Unset = UNSET,
        lockout_threshold: int | Unset = UNSET,
        lockout_window_seconds: int | Unset = UNSET,
        lockout_duration_seconds: int | Unset = UNSET,
        reset_token_ttl_seconds: int | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> PasswordPolicy:
        """Change the password policy.

        Every new password must fit the policy from now on, no matter who sets it, also over SCIM.
        Existing passwords stay valid. Lock-outs and links follow the new policy at once.
        """

        return await self._transport.call(
            _update_password_policy.request(
                min_length=min_length,
                max_length=max_length,
                require_uppercase=require_uppercase,
                require_lowercase=require_lowercase,
                require_number=require_number,
                require_symbol=require_symbol,
                min_character_types=min_character_types,
                disallow_common=disallow_common,
                disallow_user_info=disallow_user_info,
                disallow_repetition=disallow_repetition,
                custom_blocked_words=custom_blocked_words,
                disallow_breached=disallow_breached,
                history_count=history_count,
                max_age_days=max_age_days,
                lockout_threshold=lockout_threshold,
                lockout_window_seconds=lockout_window_seconds,
                lockout_duration_seconds=lockout_duration_seconds,
                reset_token_ttl_seconds=reset_token_ttl_seconds,
                if_match=if_match,
            ),
            _update_password_policy.answer,
        )

    async def get_totp_config(
        self,
    ) -> TotpConfig:
        """Get the use of authenticator apps."""

        return await self._transport.call(
            _get_totp_config.request(),
            _get_totp_config.answer,
        )

    async def update_totp_config(
        self,
        *,
        enabled: bool | Unset = UNSET,
        enforcement: str | TotpEnforcement | Unset = UNSET,
        issuer: None | str | Unset = UNSET,
        algorithm: str | TotpAlgorithm | Unset = UNSET,
        digits: TotpDigits | Unset = UNSET,
        period_seconds: int | Unset = UNSET,
        window: int | Unset = UNSET,
        recovery_codes: int | Unset = UNSET,
        max_attempts: int | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> TotpConfig:
        """Change the use of authenticator apps.

        Sign-in follows the change at once. `algorithm`, `digits` and `periodSeconds` apply to
        apps that are set up from now on. Apps that are set up already cannot be changed. All
        codes that are valid at once, `2 * window + 1`, may span three minutes.
        """

        return await self._transport.call(
            _update_totp_config.request(
                enabled=enabled,
                enforcement=enforcement,
                issuer=issuer,
                algorithm=algorithm,
                digits=digits,
                period_seconds=period_seconds,
                window=window,
                recovery_codes=recovery_codes,
                max_attempts=max_attempts,
                if_match=if_match,
            ),
            _update_totp_config.answer,
        )

    async def get_webauthn_config(
        self,
    ) -> WebauthnConfig:
        """Get the use of passkeys."""

        return await self._transport.call(
            _get_webauthn_config.request(),
            _get_webauthn_config.answer,
        )

    async def update_webauthn_config(
        self,
        *,
        enabled: bool | Unset = UNSET,
        passwordless: bool | Unset = UNSET,
        rp_id: None | str | Unset = UNSET,
        rp_name: None | str | Unset = UNSET,
        origins: builtins.list[str] | None | Unset = UNSET,
        user_verification: str | Unset | WebauthnPreference = UNSET,
        resident_key: str | Unset | WebauthnPreference = UNSET,
        attestation: str | Unset | WebauthnAttestation = UNSET,
        authenticator_attachment: None | str | Unset | WebauthnAttachment = UNSET,
        allowed_aaguids: builtins.list[str] | None | Unset = UNSET,
        timeout_ms: int | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> WebauthnConfig:
        """Change the use of passkeys.

        Sign-in follows it at once. With `passwordless`, `userVerification` must be `required` and
        `residentKey` not `discouraged`; `allowedAaguids` need an `attestation`.
        """

        return await self._transport.call(
            _update_webauthn_config.request(
                enabled=enabled,
                passwordless=passwordless,
                rp_id=rp_id,
                rp_name=rp_name,
                origins=origins,
                user_verification=user_verification,
                resident_key=resident_key,
                attestation=attestation,
                authenticator_attachment=authenticator_attachment,
                allowed_aaguids=allowed_aaguids,
                timeout_ms=timeout_ms,
                if_match=if_match,
            ),
            _update_webauthn_config.answer,
        )

    async def get_magic_link_config(
        self,
    ) -> MagicLinkConfig:
        """Get the use of links by mail."""

        return await self._transport.call(
            _get_magic_link_config.request(),
            _get_magic_link_config.answer,
        )

    async def update_magic_link_config(
        self,
        *,
        enabled: bool | Unset = UNSET,
        ttl_seconds: int | Unset = UNSET,
        max_per_hour: int | Unset = UNSET,
        bind_to_browser: bool | Unset = UNSET,
        allow_sign_up: bool | Unset = UNSET,
        redirect_allowlist: builtins.list[str] | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> MagicLinkConfig:
        """Change the use of links by mail.

        Sign-in follows it at once; links that were sent work no longer than they would have.
        """

        return await self._transport.call(
            _update_magic_link_config.request(
                enabled=enabled,
                ttl_seconds=ttl_seconds,
                max_per_hour=max_per_hour,
                bind_to_browser=bind_to_browser,
                allow_sign_up=allow_sign_up,
                redirect_allowlist=redirect_allowlist,
                if_match=if_match,
            ),
            _update_magic_link_config.answer,
        )

    async def get_registration_config(
        self,
    ) -> RegistrationConfig:
        """Get the rules for new accounts.

        Tells whether people may create an account themselves, with which addresses, and how many
        a day.
        """

        return await self._transport.call(
            _get_registration_config.request(),
            _get_registration_config.answer,
        )

    async def update_registration_config(
        self,
        *,
        enabled: bool | Unset = UNSET,
        allowed_domains: builtins.list[str] | Unset = UNSET,
        max_per_day: int | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> RegistrationConfig:
        """Change the rules for new accounts.

        While `enabled` is true and the service can send mail, the sign-in page offers "Create
        account". A link by mail proves the address first. The new user has the role `MEMBER`. The
        rules hold again when the link is used. A new user can sign in to every client without
        `allowedGroups`.
        """

        return await self._transport.call(
            _update_registration_config.request(
                enabled=enabled,
                allowed_domains=allowed_domains,
                max_per_day=max_per_day,
                if_match=if_match,
            ),
            _update_registration_config.answer,
        )

    async def list_mail_templates(
        self,
        *,
        kind: MailKind | str | Unset = UNSET,
        language: MailLanguage | str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> MailTemplateList:
        """List the texts of mails.

        Each mail in each language, with the texts of Keyward and the texts that the organization
        has edited. Mails about changes are in the list, too, and cannot be edited.
        """

        return await self._transport.call(
            _list_mail_templates.request(
                kind=kind,
                language=language,
                page=page,
                limit=limit,
            ),
            _list_mail_templates.answer,
        )

    def list_mail_templates_pages(
        self,
        *,
        kind: MailKind | str | Unset = UNSET,
        language: MailLanguage | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[MailTemplateList]:
        """List the texts of mails: every page, as they are asked for.

        Each mail in each language, with the texts of Keyward and the texts that the organization
        has edited. Mails about changes are in the list, too, and cannot be edited.
        """

        return _pages.async_by_page(
            lambda page: self.list_mail_templates(
                kind=kind,
                language=language,
                limit=limit,
                page=page,
            )
        )

    def list_mail_templates_all(
        self,
        *,
        kind: MailKind | str | Unset = UNSET,
        language: MailLanguage | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[MailTemplate]:
        """List the texts of mails: every item of every page.

        Each mail in each language, with the texts of Keyward and the texts that the organization
        has edited. Mails about changes are in the list, too, and cannot be edited.
        """

        return _pages.async_items(
            self.list_mail_templates_pages(
                kind=kind,
                language=language,
                limit=limit,
            )
        )

    async def get_mail_template(
        self,
        kind: str,
        language: str,
    ) -> MailTemplate:
        """Get the texts of a mail."""

        return await self._transport.call(
            _get_mail_template.request(
                kind,
                language,
            ),
            _get_mail_template.answer,
        )

    async def replace_mail_template(
        self,
        kind: str,
        language: str,
        *,
        subject: None | str | Unset = UNSET,
        greeting: None | str | Unset = UNSET,
        greeting_without_name: None | str | Unset = UNSET,
        body: None | str | Unset = UNSET,
        footer: None | str | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> MailTemplate:
        """Replace the texts of a mail.

        A part that is null or left out has the text of Keyward. Mails that are sent from now on
        have the new texts. A text with markup, with anything that mail programs make a link of,
        or with a placeholder that the mail does not have is refused. So are the mails about
        changes (409 `MAIL_NOT_EDITABLE`).
        """

        return await self._transport.call(
            _replace_mail_template.request(
                kind,
                language,
                subject=subject,
                greeting=greeting,
                greeting_without_name=greeting_without_name,
                body=body,
                footer=footer,
                if_match=if_match,
            ),
            _replace_mail_template.answer,
        )

    async def delete_mail_template(
        self,
        kind: str,
        language: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> MailTemplate:
        """Reset the texts of a mail.

        Every part has the text of Keyward again, as with a replacement that has no parts. So it
        asks for the same.
        """

        return await self._transport.call(
            _delete_mail_template.request(
                kind,
                language,
                if_match=if_match,
            ),
            _delete_mail_template.answer,
        )

    async def preview_mail_template(
        self,
        kind: str,
        language: str,
        *,
        subject: None | str | Unset = UNSET,
        greeting: None | str | Unset = UNSET,
        greeting_without_name: None | str | Unset = UNSET,
        body: None | str | Unset = UNSET,
        footer: None | str | Unset = UNSET,
    ) -> MailPreview:
        """Preview a mail.

        Returns the mail with these texts and example values, and stores nothing. The texts obey
        the rules of `replaceMailTemplate`.
        """

        return await self._transport.call(
            _preview_mail_template.request(
                kind,
                language,
                subject=subject,
                greeting=greeting,
                greeting_without_name=greeting_without_name,
                body=body,
                footer=footer,
            ),
            _preview_mail_template.answer,
        )

    async def test_mail_template(
        self,
        kind: str,
        language: str,
        *,
        subject: None | str | Unset = UNSET,
        greeting: None | str | Unset = UNSET,
        greeting_without_name: None | str | Unset = UNSET,
        body: None | str | Unset = UNSET,
        footer: None | str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> MailTest:
        """Send a test mail.

        Sends the mail with these texts and example values to the caller, and stores no text. The
        link leads to the sign-in page. The caller must be a user whose address is verified (409
        `MAIL_ADDRESS_REQUIRED`). Test mails count in `MAX_MAILS_PER_HOUR`.
        """

        return await self._transport.call(
            _test_mail_template.request(
                kind,
                language,
                subject=subject,
                greeting=greeting,
                greeting_without_name=greeting_without_name,
                body=body,
                footer=footer,
                idempotency_key=idempotency_key,
            ),
            _test_mail_template.answer,
        )

    async def get_branding(
        self,
    ) -> Branding:
        """Get the branding."""

        return await self._transport.call(
            _get_branding.request(),
            _get_branding.answer,
        )

    async def update_branding(
        self,
        *,
        display_name: None | str | Unset = UNSET,
        logo_uri: None | str | Unset = UNSET,
        primary_color: None | str | Unset = UNSET,
        background_color: None | str | Unset = UNSET,
        support_uri: None | str | Unset = UNSET,
        locale: PageLocale | str | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Branding:
        """Change the branding.

        Pages and mails follow it at once. A color on which neither white nor nearly black text
        can be read well is refused.
        """

        return await self._transport.call(
            _update_branding.request(
                display_name=display_name,
                logo_uri=logo_uri,
                primary_color=primary_color,
                background_color=background_color,
                support_uri=support_uri,
                locale=locale,
                if_match=if_match,
            ),
            _update_branding.answer,
        )
