import type { AccountClaims } from 'oidc-provider';
import { claimsFrom, isReservedClaim } from '../claim-source.ts';
import { addressClaim, formedValues, profileClaim } from '../../lib/profile-values.ts';
import { withoutDisguise } from '../../lib/shown-text.ts';
import type { SubjectRow } from '../sql/oidc-subjects.ts';
import type { CustomScope } from './parts.ts';
import { standardClaims } from './scopes.ts';

/** The claims of every scope, as the engine is configured with them. */
export function claimsOf(scopes: readonly CustomScope[]): Record<string, string[]> {
  const custom = scopes.map(({ name, claims }) => [
    name,
    claims.map(({ claim }) => claim).filter((claim) => !isReservedClaim(claim)),
  ]);
  return Object.fromEntries([
    ...custom,
    ...Object.entries(standardClaims).map(([name, claims]) => [name, [...claims]]),
  ]) as Record<string, string[]>;
}

/** Returns the values of all claims about a user. The granted scopes decide which values a client gets. */
export function claimValues(
  stored: SubjectRow,
  scopes: readonly Pick<CustomScope, 'claims'>[],
): AccountClaims {
  const subject = fitting(stored);
  const groups = subject.groups.map(({ name }) => name);
  const mapped = claimsFrom(
    scopes.flatMap(({ claims }) => claims),
    { ...subject, groups },
  );
  const whole = {
    ...mapped,
    name: subject.displayName ?? fullName(subject),
    given_name: subject.firstName,
    family_name: subject.lastName,
    middle_name: subject.middleName,
    nickname: subject.nickname,
    preferred_username: subject.username,
    profile: subject.profileUrl,
    picture: subject.picture,
    website: subject.website,
    gender: subject.gender,
    birthdate: subject.birthdate,
    zoneinfo: subject.timezone,
    locale: subject.locale,
    updated_at: Math.floor(subject.updatedAt.getTime() / 1000),
    email: subject.email,
    email_verified: subject.email === null ? null : subject.emailVerified,
    phone_number: subject.phoneNumber,
    phone_number_verified: subject.phoneNumber === null ? null : subject.phoneNumberVerified,
    address: addressClaim(subject.address),
    groups,
  };
  // RFC: a claim without a value is left out, not null (OpenID Connect Core section 5.3.2).
  const told = Object.entries(whole).filter(([, value]) => value !== null && value !== undefined);
  return { ...Object.fromEntries(told), sub: subject.id };
}

/** The names that no lookup uses. */
const names = ['displayName', 'firstName', 'middleName', 'lastName', 'nickname'] as const;

/** Leaves out what does not fit its claim, and shows names as pages do. */
function fitting(subject: SubjectRow): SubjectRow {
  const formed = formedValues.map((name) => [name, profileClaim(name, subject[name])] as const);
  const shown = names.map((name) => {
    const value = subject[name];
    return [name, value === null ? null : withoutDisguise(value).trim() || null] as const;
  });
  return { ...subject, ...Object.fromEntries([...formed, ...shown]) };
}

const fullName = ({ firstName, lastName }: SubjectRow): string | null =>
  [firstName, lastName].filter(Boolean).join(' ') || null;
