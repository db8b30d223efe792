import type { Pool } from 'pg';
import { sql, type Sql } from '../../../lib/sql.ts';
import type { Locked } from '../../../platform/locked.ts';
import { tenantsWithDue } from '../../../platform/sql/tenants-with-due.ts';
import type { Tenant } from '../../../platform/tenancy.ts';
import type { Tx } from '../../../platform/tx.ts';
import type { User } from '../entities/user.ts';

/** Fields of a person that the API and SCIM both show. */
export const userDetails = [
  'id',
  'email',
  'username',
  'firstName',
  'lastName',
  'displayName',
  'nickname',
  'title',
  'department',
  'division',
  'organization',
  'costCenter',
  'employeeNumber',
  'managerId',
  'phoneNumber',
  'locale',
  'timezone',
  'picture',
  'externalId',
  'middleName',
  'birthdate',
  'gender',
  'website',
  'profileUrl',
  'address',
  'attributes',
  'source',
] as const;

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the columns for these fields of `users u`, by the names of the entity. */
export const userFields = (names: readonly string[]): string =>
  names.map((name) => `u.${snake(name)} as "${name}"`).join(', ');

/** As {@link userFields}, and the status at this moment. */
export const userColumns = (names: readonly string[]): string =>
  `case when u.expires_at <= now() then 'DEPROVISIONED' else u.status end as status, ${userFields(names)}`;

declare const kept: unique symbol;

/** The id of a user that `lockUsers` keeps from being deprovisioned or deleted until the transaction ends. */
export type KeptUserId = string & { readonly [kept]: true };

/** The id of a user whose row this transaction has locked. */
export const keptIdOf = ({ id }: Locked<User>): KeptUserId => id as KeptUserId;

/** Tells which of some ids `lockUsers` has found and locked. */
export interface KeptUsers {
  has(id: string): id is KeptUserId;
}

/**
 * Locks users, in the order of their ids. Until the caller's transaction ends, no other transaction can deprovision
 * or delete them. Take this lock before the lock of any group. The end of a user locks the user first and the user's
 * groups after that.
 * @returns those who exist and are not deprovisioned
 */
export async function lockUsers(tx: Tx, orgId: string, userIds: readonly string[]): Promise<KeptUsers> {
  const rows = await tx.rows<{ id: string }>(lock(orgId, JSON.stringify(userIds)));
  return keptIn(new Set(rows.map(({ id }) => id)));
}

const keptIn = (ids: ReadonlySet<string>): KeptUsers => ({ has: (id): id is KeptUserId => ids.has(id) });

/** The answer of `lockUsers` to no ids, without a statement. */
export const noKeptUsers = keptIn(new Set());

const lock = (orgId: string, userIds: string): Sql => sql`
select id from users
 where org_id = ${orgId} and id = any (array(select jsonb_array_elements_text(${userIds}::jsonb))) and status <> 'DEPROVISIONED'
 order by id for share`;

declare const held: unique symbol;

/** The lock of the owners of a tenant, which lasts until the transaction ends. Only `lockOwners` makes one. */
export interface OwnersLock {
  readonly orgId: string;
  readonly [held]: true;
}

/**
 * Makes changes that may take the last owner away wait for each other until the caller's transaction ends. The lock of the
 * user comes first: the holder of this lock then waits for no user any more, so two changes never wait for each other.
 */
export const lockOwners = (tx: Tx, { orgId }: Locked<User>): Promise<OwnersLock> => lockOwnersOf(tx, orgId);

/** As {@link lockOwners}, for a caller that has locked no user, and locks none after it. */
export async function lockOwnersOf(tx: Tx, orgId: string): Promise<OwnersLock> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('keyward.owners.' || ${orgId}, 0))`);
  return { orgId } as OwnersLock;
}

/** Tells whether another user is an owner who can sign in and whose account does not expire. */
export async function otherOwner(tx: Tx, { orgId }: OwnersLock, besidesId: string): Promise<boolean> {
  return tx.has(anotherOwner(orgId, besidesId));
}

const anotherOwner = (orgId: string, besidesId: string): Sql => sql`
select from users
 where org_id = ${orgId} and id <> ${besidesId} and 'OWNER' = any (roles) and status = 'ACTIVE' and expires_at is null
   and released_at is null
 limit 1`;

/** Returns the tenants with a user whose `expiresAt` has passed. */
export const tenantsWithLeavers = (pool: Pool): Promise<Tenant[]> =>
  tenantsWithDue(pool, [['users', `expires_at <= now() and status <> 'DEPROVISIONED'`]]);

/** The active owners of a tenant, the oldest first. Those who will leave count as well. @param most at most so many */
export async function activeOwners(tx: Tx, orgId: string, most: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
select id from users
 where org_id = ${orgId} and 'OWNER' = any (roles) and status = 'ACTIVE' and (expires_at is null or expires_at > now())
 order by created_at, id limit ${most}`);
  return rows.map(({ id }) => id);
}
