import { count, integer, rate } from './setting-kinds.ts';
import { setting } from './setting.ts';

/** The settings of rates and quotas: what each key or tenant may do and have at most. */
export const quotaSettings = [
  setting(
    'RATE_LIMIT_PER_MINUTE',
    rate,
    '100',
    'Requests per key and minute. 0 turns off all limits. Other values do not change the limits of users, addresses and OAuth clients.',
  ),
  setting(
    'RATE_LIMIT_MAX_PER_MINUTE',
    integer(1, 1_000_000),
    undefined,
    'The highest rateLimitPerMinute that a credential may have. A higher stored value counts as this one.',
    '6000, or RATE_LIMIT_PER_MINUTE if that is more',
  ),
  setting('RATE_LIMIT_BURST', rate, '20', 'Requests per key and minute that are accepted above the limit.'),
  setting(
    'VERIFY_RATE_LIMIT_PER_MINUTE',
    rate,
    undefined,
    'A separate limit for verifying credentials. If unset, verifications count toward the limit of the key.',
  ),
  setting(
    'SCIM_RATE_LIMIT_PER_MINUTE',
    rate,
    '600',
    'Requests per SCIM token and minute. 0 turns off this limit.',
  ),
  setting('MAX_IDENTITIES', count, '10000', 'Identities per tenant.'),
  setting('MAX_USERS', integer(1, 10_000_000), '1000000', 'Users per tenant.'),
  setting('MAX_GROUPS', integer(1, 1_000_000), '10000', 'Groups per tenant.'),
  setting('MAX_INVITATIONS_PER_HOUR', integer(1, 1_000_000), '1000', 'Invitations per tenant and hour.'),
  setting(
    'MAX_MAILS_PER_HOUR',
    integer(50, 1_000_000),
    '10000',
    'Mails per tenant and hour besides invitations. At most 40 % of them are for unknown browsers.',
  ),
  setting('MAX_CREDENTIALS', count, '100000', 'Live credentials per tenant.'),
  setting('MAX_CREDENTIALS_PER_IDENTITY', count, '100', 'Live credentials per identity.'),
  setting('MAX_SCIM_TOKENS', count, '50', 'Live SCIM tokens per tenant.'),
  setting('MAX_WEBHOOKS', count, '50', 'Webhooks per tenant.'),
  setting('MAX_OIDC_CLIENTS', count, '1000', 'OIDC clients per tenant.'),
  setting('MAX_OIDC_SCOPES', integer(1, 10_000), '200', 'Custom scopes per tenant.'),
  setting('MAX_OIDC_RESOURCES', integer(1, 1_000), '100', 'Resources that tokens are for, per tenant.'),
  setting('MAX_SERVICE_PROVIDERS', integer(1, 10_000), '500', 'SAML service providers per tenant.'),
  setting('MAX_CONNECTIONS', integer(1, 10_000), '200', 'Connections to identity providers per tenant.'),
  setting(
    'MAX_POLICIES',
    integer(1, 10_000),
    '200',
    'Policies per tenant, and as many of conditional access.',
  ),
  setting('MAX_NAMED_LOCATIONS', integer(1, 1_000), '100', 'Named locations per tenant.'),
  setting('MAX_ACCESS_DEVICES', integer(1, 200_000), '20000', 'Devices of conditional access per tenant.'),
] as const;
