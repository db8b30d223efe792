import type { AccountClaims } from 'oidc-provider';
import type { SubjectRow } from '../../queries/find-oidc-subject.ts';
import type { CustomScope } from './parts.ts';
import { standardClaims } from './scopes.ts';

/** What a token says by itself; no scope and no attribute of a person says otherwise (security.md section 3). */
const reserved: ReadonlySet<string> = new Set([
  'iss',
  'sub',
  'aud',
  'exp',
  'nbf',
  'iat',
  'jti',
  'acr',
  'amr',
  'auth_time',
  'sid',
  'azp',
  'nonce',
  'at_hash',
  'c_hash',
  's_hash',
  'act',
  'cnf',
  'client_id',
  'scope',
  'events',
  'org',
  '_claim_names',
  '_claim_sources',
]);

const standard: ReadonlySet<string> = new Set(Object.values(standardClaims).flat());

const isFree = (claim: string): boolean => !reserved.has(claim) && !standard.has(claim);

/** The claims of every scope, as the engine is configured with them. */
export function claimsOf(scopes: readonly CustomScope[]): Record<string, string[]> {
  const custom = scopes.map(({ name, claims }) => [
    name,
    claims.map(({ claim }) => claim).filter((claim) => !reserved.has(claim)),
  ]);
  return Object.fromEntries([
    ...custom,
    ...Object.entries(standardClaims).map(([name, claims]) => [name, [...claims]]),
  ]) as Record<string, string[]>;
}

/** What is said of a person. Which of it is told is decided by the scopes that were granted. */
export function claimValues(subject: SubjectRow, scopes: readonly CustomScope[]): AccountClaims {
  const mapped = scopes
    .flatMap(({ claims }) => claims)
    .filter(({ claim }) => isFree(claim))
    .map(({ claim, source }) => [claim, valueAt(subject, source)] as const);
  const whole = {
    ...Object.fromEntries(mapped),
    name: subject.displayName ?? fullName(subject),
    given_name: subject.firstName,
    family_name: subject.lastName,
    nickname: subject.nickname,
    preferred_username: subject.username,
    picture: subject.picture,
    zoneinfo: subject.timezone,
    locale: subject.locale,
    updated_at: Math.floor(subject.updatedAt.getTime() / 1000),
    email: subject.email,
    email_verified: subject.email === null ? null : subject.emailVerified,
    phone_number: subject.phoneNumber,
    groups: subject.groups.map(({ name }) => name),
    sub: subject.id,
  };
  // RFC: a claim without a value is left out, not null (OpenID Connect Core section 5.3.2).
  return Object.fromEntries(
    Object.entries(whole).filter(([, value]) => value !== null && value !== undefined),
  ) as unknown as AccountClaims;
}

const fullName = ({ firstName, lastName }: SubjectRow): string | null =>
  [firstName, lastName].filter(Boolean).join(' ') || null;

/** @param source a field of a person, `attributes.<name>`, or `groups` */
function valueAt(subject: SubjectRow, source: string): unknown {
  if (source.startsWith('attributes.')) {
    const name = source.slice('attributes.'.length);
    return Object.hasOwn(subject.attributes, name) ? subject.attributes[name] : undefined;
  }
  if (source === 'groups') return subject.groups.map(({ name }) => name);
  if (source === 'groupIds') return subject.groups.map(({ id }) => id);
  return Object.hasOwn(subject, source) ? subject[source as keyof SubjectRow] : undefined;
}
