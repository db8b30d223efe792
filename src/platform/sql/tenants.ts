import type { Pool } from 'pg';
import { Failure } from '../../failure.ts';
import { isId } from '../../lib/id.ts';
import { named, numbered, sql, type Sql } from '../../lib/sql.ts';
import type { FindTenant, Tenant } from '../tenancy.ts';
import type { Tx } from '../tx.ts';

/** The tenant that a background task works for. It may be suspended. */
export async function findTenant(pool: Pool, orgId: string): Promise<Tenant | undefined> {
  const { rows } = await pool.query<Tenant>(numbered(named('find-tenant', byId(orgId))));
  return rows[0];
}

const byId = (orgId: string): Sql => sql`select id as "orgId", environment from tenants where id = ${orgId}`;

/**
 * Makes the function that finds the tenant that a request names. An id that is malformed costs no statement. The function throws
 * {Failure} ORGANIZATION_SUSPENDED.
 */
export const tenantFinder =
  (pool: Pool): FindTenant =>
  async (orgId) =>
    isId('org', orgId) ? serving(await findNamedTenant(pool, orgId)) : undefined;

/** Finds a tenant that serves. A suspended one is unknown, for requests whose response must not tell. */
export async function findServingTenant(pool: Pool, orgId: string): Promise<Tenant | undefined> {
  const found = await findNamedTenant(pool, orgId);
  return found?.isSuspended ? undefined : found;
}

/** A tenant that a request names, and whether its organization is suspended or closed now. */
export interface NamedRow extends Tenant {
  isSuspended: boolean;
}

/** Returns the tenant of a request. @throws {Failure} ORGANIZATION_SUSPENDED */
export function serving(row: NamedRow | undefined): Tenant | undefined {
  if (!row) return undefined;
  const { isSuspended, ...tenant } = row;
  if (isSuspended) throw new Failure('ORGANIZATION_SUSPENDED');
  return tenant;
}

async function findNamedTenant(pool: Pool, orgId: string): Promise<NamedRow | undefined> {
  const { rows } = await pool.query<NamedRow>(numbered(named('find-named-tenant', namedById(orgId))));
  return rows[0];
}

const namedById = (orgId: string): Sql => sql`
select id as "orgId", environment, suspended_at is not null as "isSuspended" from tenants where id = ${orgId}`;

/**
 * The live tenant of the organization that the first start made; undefined before it, and after its erasure. The next oldest is that of a
 * customer, and nothing takes its place by itself. Where a restore does not know when an erased one was made, its id tells.
 */
export async function firstTenant(pool: Pool): Promise<(Tenant & { name: string }) | undefined> {
  const { rows } = await pool.query<Tenant & { name: string }>(numbered(first));
  return rows[0];
}

const first = sql`
select t.id as "orgId", t.environment, t.name
  from (select id, environment, name, created_at from tenants where environment = 'live' order by created_at, id limit 1) as t
 where not exists (select from erased_organizations e where coalesce(e.made_at < t.created_at, e.org_id < t.id))`;

/** Tells whether an organization was erased. */
export async function wasOneErased(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ erased: boolean }>(
    'select exists (select from erased_organizations) as erased',
  );
  return rows[0]?.erased ?? false;
}

/** The live tenant of the service, if it has one organization only. */
export async function onlyTenant(pool: Pool): Promise<Tenant | undefined> {
  const { rows } = await pool.query<Tenant>(numbered(only));
  return rows.length === 1 ? rows[0] : undefined;
}

const only = sql`select id as "orgId", environment from tenants where environment = 'live' order by created_at, id limit 2`;

/** Tells whether a tenant serves: its organization is neither suspended nor closed. */
export const isServing = (tx: Tx, orgId: string): Promise<boolean> =>
  tx.has(sql`select from tenants where id = ${orgId} and suspended_at is null`);

/** Tells whether a tenant is of a closed organization whose data is to be erased at this time. */
export const isToBeErased = (tx: Tx, orgId: string, at: Date): Promise<boolean> =>
  tx.has(sql`select from tenants where id = ${orgId} and erase_at = ${at.toISOString()}::timestamptz`);

declare const held: unique symbol;

/**
 * The lock of a tenant, which lasts until the transaction ends. A function that relies on it asks for one, so that a caller
 * cannot forget it.
 */
export interface TenantLock {
  readonly orgId: string;
  /** Which policies the tenant has, 0 for none. They stay these as long as the tenant is locked. */
  readonly policiesVersion: number;
  readonly [held]: true;
}

/**
 * Locks a tenant. Changes that count what others leave behind (quotas, the last key) wait for each other. Take it before any
 * other row, or two changes may wait for each other without end.
 * @throws when there is no such tenant
 */
export async function lockTenant(tx: Tx, orgId: string): Promise<TenantLock> {
  const row = await tx.row<{ version: number }>(
    sql`select policies_version::float8 as version from tenants where id = ${orgId} for no key update`,
  );
  if (!row) throw new Error('There is no such tenant');
  return { orgId, policiesVersion: row.version } as TenantLock;
}

/** An organization, as each of its two tenants sees it. */
export interface Organization {
  name: string;
  liveOrgId: string;
  testOrgId: string;
}

/** The organization of a tenant. */
export async function organizationOf(tx: Tx, orgId: string): Promise<Organization | undefined> {
  return tx.row<Organization>(organization(orgId));
}

const organization = (orgId: string): Sql => sql`
select own.name, live.id as "liveOrgId", test.id as "testOrgId"
  from tenants own
  join tenants live on live.organization_id = own.organization_id and live.environment = 'live'
  join tenants test on test.organization_id = own.organization_id and test.environment = 'test'
 where own.id = ${orgId}`;
