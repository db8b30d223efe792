import { defineEntity, p } from '@mikro-orm/core';
import { Failure } from '../../../failure.ts';
import type { PostalAddress } from '../../../lib/profile-values.ts';
import { roles } from '../role.ts';
import { directorySources } from './directory-source.ts';
import { lasting, lastingFilters } from '../../../platform/entities/owned.ts';

const userStatuses = ['INVITED', 'ACTIVE', 'SUSPENDED', 'DEPROVISIONED'] as const;

export type UserStatus = (typeof userStatuses)[number];

/**
 * How the address of a user was proved: by a link in an e-mail, by a provider or connection, or by an administrator who says so. The
 * last one proves nothing about the mailbox (docs/decisions/0094).
 */
const emailProofs = ['BY_MAIL', 'BY_ISSUER', 'BY_ADMIN'] as const;

/** The proof of an address. The issuer is a provider or a connection. */
export type EmailProof = { by: 'BY_MAIL' | 'BY_ADMIN' } | { by: 'BY_ISSUER'; issuerId: string };

const text = () => p.string().strictNullable().default(null);
const time = () => p.datetime(3).strictNullable().default(null);

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    ...lasting,
    status: p.enum(userStatuses),
    email: p.string().strictNullable(),
    emailVerified: p.boolean().default(false),
    emailProof: p.enum(emailProofs).strictNullable().default(null),
    emailProvedBy: text(),
    username: p.string(),
    firstName: text(),
    lastName: text(),
    displayName: text(),
    nickname: text(),
    title: text(),
    department: text(),
    division: text(),
    organization: text(),
    costCenter: text(),
    employeeNumber: text(),
    managerId: text(),
    phoneNumber: text(),
    phoneNumberVerified: p.boolean().default(false),
    middleName: text(),
    birthdate: text(),
    gender: text(),
    website: text(),
    profileUrl: text(),
    address: p.json<PostalAddress>().strictNullable().default(null),
    locale: text(),
    timezone: text(),
    picture: text(),
    externalId: text(),
    attributes: p.json<Record<string, unknown>>(),
    // Values that SCIM stores and that have no column, by canonical names. Values of multi-valued attributes
    // are in user_values.
    scim: p.json<Record<string, unknown>>().onCreate(() => ({})),
    roles: p.enum(roles).array(),
    // Not read unless asked for, so that no view can show them by mistake.
    passwordHash: p.string().strictNullable().default(null).lazy(),
    previousPasswordHashes: p.array().default([]).lazy(),
    passwordChangedAt: time(),
    source: p.enum(directorySources).default('LOCAL'),
    sourceConnectionId: text(),
    expiresAt: time(),
    invitedAt: time(),
    activatedAt: time(),
    lastLoginAt: time(),
    deprovisionedAt: time(),
    releasedAt: time(),
  },
  filters: lastingFilters,
});

/**
 * A user (decisions 6.8). Deletion erases the row.
 *
 * Changes of its row start these triggers:
 * - `users_count_new` and `users_count_gone` record new and erased users in `quota_deltas` (platform/sql/counters.ts).
 * - `users_sign_in_names_new` and `users_sign_in_names_changed` copy `username` and `email` into `sign_in_names`. They reject
 *   a name of another user (../user-names.ts). `sign_in_names_gone` gives a name that the user loses to the oldest double (ADR 0098).
 * - `users_lead_values` and `users_follow_values` write `email`, `phone_number` and `picture` into `user_values`, for SCIM.
 * - `users_lead_addresses` and `users_follow_addresses` do the same for `address`.
 * - `users_prove_address_new` and `users_prove_address` note when `email` was proved (sql/unproved-ways.ts), and
 *   fill `email_proof` and `email_proved_by` where a statement leaves them out.
 */
export class User extends UserSchema.class {
  /** Past its expiry a person is DEPROVISIONED, also before the sweeper has written it. */
  statusAt(now: Date): UserStatus {
    return this.expiresAt !== null && this.expiresAt <= now ? 'DEPROVISIONED' : this.status;
  }

  /** Notes that the address counts as verified, and why; undefined for an address that does not count, such as a new one. */
  noteProof(proof: EmailProof | undefined): void {
    this.emailVerified = proof !== undefined;
    this.emailProof = proof?.by ?? null;
    this.emailProvedBy = proof?.by === 'BY_ISSUER' ? proof.issuerId : null;
  }

  /** @throws {Failure} USER_STATE_CONFLICT when the person has left for good */
  requirePresent(now: Date): void {
    const status = this.statusAt(now);
    if (status === 'DEPROVISIONED') throw new Failure('USER_STATE_CONFLICT', { status });
  }

  /**
   * @returns whether anything changed: suspending a suspended user changes nothing and does not fail. @throws
   * {Failure} USER_STATE_CONFLICT
   */
  suspend(now: Date): boolean {
    this.requirePresent(now);
    return become(this, 'SUSPENDED');
  }

  /**
   * Makes a suspended user ACTIVE again. A user who never was active becomes INVITED again. A user who is not
   * suspended does not change.
   * @returns whether anything changed. @throws {Failure} USER_STATE_CONFLICT
   */
  reactivate(now: Date): boolean {
    this.requirePresent(now);
    return this.status === 'SUSPENDED' && become(this, this.activatedAt === null ? 'INVITED' : 'ACTIVE');
  }

  /**
   * Makes the user ACTIVE because a directory says so over SCIM. The directory vouches for its users, so a user who
   * never was active becomes ACTIVE, too. A user who is not suspended does not change.
   * @returns whether anything changed. @throws {Failure} USER_STATE_CONFLICT
   */
  activate(now: Date): boolean {
    this.requirePresent(now);
    if (this.status !== 'SUSPENDED') return false;
    this.activatedAt ??= now;
    return become(this, 'ACTIVE');
  }

  /** Takes away what the person could prove themselves with. @returns whether anything changed */
  deprovision(now: Date): boolean {
    if (!become(this, 'DEPROVISIONED')) return false;
    this.deprovisionedAt = this.expiresAt !== null && this.expiresAt <= now ? this.expiresAt : now;
    this.passwordHash = null;
    this.previousPasswordHashes = [];
    return true;
  }
}
UserSchema.setClass(User);

function become(user: User, status: UserStatus): boolean {
  if (user.status === status) return false;
  user.status = status;
  return true;
}
