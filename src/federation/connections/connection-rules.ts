import { invalid } from '../../failure.ts';
import type { MayReach } from '../../lib/public-url.ts';
import { refusalOfUrl } from '../../lib/public-url.ts';
import { requireAllowedGroups } from '../../users/groups/allowed-groups.ts';
import { Group } from '../../users/groups/entities/group.ts';
import { requireMapping } from './attribute-fields.ts';
import type { ConnectionSettings, OidcSettings } from './entities/connection.ts';
import type { Tx } from '../../platform/tx.ts';

/** The settings of an OpenID Connect connection that must fit together. */
export type OidcRules = CommonRules &
  Pick<ConnectionSettings, 'trustEmail'> &
  OidcSettings & { issuer: string | null; hasSecret: boolean };

/** The settings of all types that must fit together. */
export type CommonRules = Pick<
  ConnectionSettings,
  'attributeMapping' | 'groupMapping' | 'accountLinking' | 'enforced'
>;

/** The service that a connection is held against. */
export interface RuleMeans {
  mayReach: MayReach;
  /** The public origin. */
  baseUrl: string;
}

/**
 * Everything that an OpenID Connect connection must be that does not depend on other rows.
 * @throws {Failure} VALIDATION_ERROR
 */
export function requireSoundOidc(connection: OidcRules, { mayReach, baseUrl }: RuleMeans): void {
  const { issuer, discoveryUrl, scopes, tokenEndpointAuthMethod: method, pkce, hasSecret } = connection;
  requireIssuer(issuer ?? '', mayReach);
  requireForeign('issuer', issuer ?? '', baseUrl);
  requireForeign('clientId', connection.clientId ?? '', baseUrl);
  if (discoveryUrl !== null) requireServer('discoveryUrl', discoveryUrl, mayReach);
  if (!(scopes ?? []).includes('openid')) throw invalid('scopes', 'must include openid');
  const needsSecret = method === 'client_secret_basic' || method === 'client_secret_post';
  if (needsSecret && !hasSecret)
    throw invalid('clientSecret', 'is required for client_secret_basic and client_secret_post');
  if (!needsSecret && hasSecret)
    throw invalid('clientSecret', `may not be sent with tokenEndpointAuthMethod: ${method}`);
  // Otherwise a code that is read on its way is worth a login (RFC 9700 section 2.1.1).
  if (method === 'none' && pkce !== true)
    throw invalid('pkce', 'must be true for tokenEndpointAuthMethod none');
  if (connection.trustEmail && isShared(issuer ?? ''))
    throw invalid(
      'trustEmail',
      'must be false, because this issuer has the users of many organizations, and they choose their addresses',
    );
  requireSound(connection);
}

/** Applies the rules for connections of all types. @throws {Failure} VALIDATION_ERROR */
export function requireSound({
  attributeMapping,
  groupMapping,
  accountLinking,
  enforced,
}: CommonRules): void {
  // Users who are not linked yet could then sign in nowhere.
  if (enforced && accountLinking === 'NONE')
    throw invalid(
      'accountLinking',
      'must be VERIFIED_DOMAIN or EXPLICIT with enforced: true; with EXPLICIT, users prove both accounts once',
    );
  requireMapping(attributeMapping);
  const seen = new Set<string>();
  for (const [at, { value, groupId }] of groupMapping.entries()) {
    const pair = JSON.stringify([value, groupId]);
    if (seen.has(pair)) throw invalid(`groupMapping.${at}`, 'must be unique among the mappings');
    seen.add(pair);
  }
}

/** A subject belongs to an issuer, so the issuer is compared character by character. */
function requireIssuer(issuer: string, mayReach: MayReach): void {
  requireServer('issuer', issuer, mayReach);
  if (issuer.includes('?'))
    throw invalid('issuer', 'must be an https:// URL without a query such as https://login.example.com');
}

/**
 * Requires that a name does not belong to this service. With its own tenant as identity provider, a sign-in could go in a circle.
 * An assertion of a client with such an id would look like a token of ours.
 */
export function requireForeign(field: string, text: string, baseUrl: string): void {
  const isOurs =
    text.startsWith(baseUrl) || (URL.canParse(text) && new URL(text).host === new URL(baseUrl).host);
  if (isOurs) throw invalid(field, `must not begin with ${baseUrl}, which is this service`);
}

/** A name says nothing about its addresses; those are looked at whenever the server is called. */
function requireServer(field: string, text: string, mayReach: MayReach): void {
  const allowed = refusalOfUrl(text, mayReach);
  if (allowed !== undefined) throw invalid(field, `must be ${allowed}`);
  if (isManyTenants(text))
    throw invalid(
      field,
      'must name one directory of Entra ID: replace common, organizations or consumers by its tenant ID',
    );
}

const entraHosts: ReadonlySet<string> = new Set([
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
  'login.chinacloudapi.cn',
  'login.microsoft.com',
  'login.windows.net',
  'sts.windows.net',
]);
const manyTenants = /^(common|organizations|consumers|\{tenantid\}|%7btenantid%7d)$/i;

/** Tells whether a URL of Entra ID stands for all its directories: any of their users could then sign in. */
function isManyTenants(text: string): boolean {
  const { hostname, pathname } = new URL(text);
  const isEntra = entraHosts.has(hostname.replace(/\.$/, ''));
  return isEntra && pathname.split('/').some((segment) => manyTenants.test(segment));
}

/** Issuers whose users belong to no organization, or to any. The last is the directory of personal Microsoft accounts. */
const sharedIssuers: readonly RegExp[] = [
  /^https:\/\/accounts\.google\.com\/?$/i,
  /^https:\/\/appleid\.apple\.com\/?$/i,
  /^https:\/\/gitlab\.com\/?$/i,
  /^https:\/\/www\.linkedin\.com\/oauth\/?$/i,
  /^https:\/\/www\.facebook\.com\/?$/i,
  /9188040d-6c67-4c5b-b112-36a304b66dad/i,
];

/** Tells whether an issuer has the users of many organizations. */
const isShared = (issuer: string): boolean => sharedIssuers.some((pattern) => pattern.test(issuer));

/**
 * Requires that the groups exist that a connection names. A directory would undo memberships in its own groups.
 * @throws {Failure} VALIDATION_ERROR
 */
export async function requireGroups(
  tx: Tx,
  orgId: string,
  { groupMapping, allowedGroups }: Pick<ConnectionSettings, 'groupMapping' | 'allowedGroups'>,
): Promise<void> {
  await requireAllowedGroups(tx, orgId, allowedGroups);
  const ids = [...new Set(groupMapping.map(({ groupId }) => groupId))];
  const groups = await tx.find(Group, { id: { $in: ids }, source: { $ne: 'SCIM' } });
  const known = new Set(groups.map(({ id }) => id));
  const unknown = groupMapping.findIndex(({ groupId }) => !known.has(groupId));
  if (unknown !== -1)
    throw invalid(
      `groupMapping.${unknown}.groupId`,
      'must be the ID of an existing group that no directory manages over SCIM',
    );
}
