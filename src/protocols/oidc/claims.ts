import type { AccountClaims } from 'oidc-provider';
import { claimsFrom, isReservedClaim } from '../../lib/claim-source.ts';
import { addressClaim } from '../../lib/profile-values.ts';
import type { SubjectRow } from '../../queries/find-oidc-subject.ts';
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

/** What is said of a person. Which of it is told is decided by the scopes that were granted. */
export function claimValues(subject: SubjectRow, scopes: readonly CustomScope[]): AccountClaims {
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

const fullName = ({ firstName, lastName }: SubjectRow): string | null =>
  [firstName, lastName].filter(Boolean).join(' ') || null;
