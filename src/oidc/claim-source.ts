// Which claims a custom scope may have, and where their values stand.

import type { ManagementScope } from '../lib/scope.ts';
import { type Grantor, requireGrantable, requireMayEnd } from '../platform/grants.ts';
import { type PersonSource, personSources } from './sql/oidc-subjects.ts';

/**
 * The claims of tokens and userinfo that need no scope. The main sources are RFC 7519, RFC 9068, RFC 8693,
 * RFC 9449 and OpenID Connect Core section 2.
 */
const ofTokens = [
  'iss sub aud exp nbf iat jti typ azp nonce auth_time acr amr sid at_hash c_hash s_hash rt_hash',
  'client_id scope cnf act may_act events htm htu ath token_type active username',
  'sub_jwk _claim_names _claim_sources transaction_id vot vtm org_id',
];
/**
 * The claims of the standard scopes: OpenID Connect Core section 5.4, and `groups`. Each claim has one meaning
 * and one source.
 */
const ofStandardScopes = [
  'name family_name given_name middle_name nickname preferred_username profile picture website gender birthdate',
  'zoneinfo locale updated_at email email_verified address phone_number phone_number_verified groups',
];
const reservedClaims = new Set([...ofTokens, ...ofStandardScopes].flatMap((names) => names.split(' ')));

/** Whether a custom scope may not give the claim. */
export const isReservedClaim = (claim: string): boolean => reservedClaims.has(claim);

/** The names of their groups. */
export const groupsSource = 'groups';

const ofAttributes = 'attributes.';

/** A claim of a custom scope, and where its value stands. */
export interface ClaimMapping {
  claim: string;
  source: string;
}

/** Whether values can stand there. */
export const isClaimSource = (source: string): boolean =>
  source === groupsSource ||
  (source.startsWith(ofAttributes) && source.length > ofAttributes.length) ||
  personSources.some((field) => field === source);

/**
 * Requires that a caller who shows a field of users to others can read it.
 * @throws {Failure} SCOPE_NOT_GRANTABLE
 */
export function requireMayShow(grantor: Grantor, mappings: readonly { source: string }[]): void {
  requireGrantable(grantor, scopesToShow(mappings));
}

/** The same for an end of what shows these fields (docs/decisions/0094). @throws {Failure} SCOPE_NOT_GRANTABLE */
export function requireMayStopShowing(grantor: Grantor, mappings: readonly { source: string }[]): void {
  requireMayEnd(grantor, scopesToShow(mappings));
}

function scopesToShow(mappings: readonly { source: string }[]): ManagementScope[] {
  if (mappings.length === 0) return [];
  const groups = mappings.some(({ source }) => source === groupsSource);
  return ['directory.read', ...(groups ? (['groups.read'] as const) : [])];
}

/** The user, groups and attributes that claims are taken from. */
export type ClaimPerson = Readonly<Partial<Record<PersonSource, unknown>>> & {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly groups: readonly string[];
};

/** The claims of the scopes that a token has. A claim whose value is not there is left out, and a reserved one always is. */
export function claimsFrom(mappings: readonly ClaimMapping[], person: ClaimPerson): Record<string, unknown> {
  const claims = new Map<string, unknown>();
  for (const { claim, source } of mappings) {
    if (isReservedClaim(claim)) continue;
    const value = valueAt(source, person);
    if (value !== undefined && value !== null) claims.set(claim, value);
  }
  return Object.fromEntries(claims);
}

/** Returns the value of a source; undefined or null where the user has none. */
export function valueAt(source: string, person: ClaimPerson): unknown {
  if (source === groupsSource) return person.groups;
  if (source.startsWith(ofAttributes)) {
    const name = source.slice(ofAttributes.length);
    // Properties that every object inherits are not attributes.
    return Object.hasOwn(person.attributes, name) ? person.attributes[name] : undefined;
  }
  const field = personSources.find((one) => one === source);
  return field === undefined ? undefined : person[field];
}
