import type { Pool } from 'pg';
import { sql, type Sql } from '../../lib/sql.ts';
import type { PublicTokenKey } from '../../oidc/token-key.ts';
import { tenantsWithDue } from '../../platform/sql/tenants-with-due.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { TenantLock } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';

export type SamlKeyStatus = 'UPCOMING' | 'ACTIVE' | 'RETIRED';

/** A key that signs SAML messages, without its private half. */
export interface SamlKeyRow {
  id: string;
  status: SamlKeyStatus;
  publicKey: PublicTokenKey;
  /** In PEM. */
  certificate: string;
  certificateExpiresAt: Date;
  createdAt: Date;
  /** From when on it may sign. */
  activatesAt: Date;
  retiredAt: Date | null;
  /** When the task looks at it again. */
  dueAt: Date | null;
  /** By Postgres's clock. */
  due: boolean;
}

/** The SAML keys of a tenant, the one that signs first, then the one that waits, then those that did. */
export async function readSamlKeys(tx: Tx, orgId: string): Promise<SamlKeyRow[]> {
  const rows = await tx.rows<SamlKeyRow>(sql`${read(orgId)} order by ${order}`);
  return rows.map(withTimes);
}

/** @returns undefined when the tenant has no such key */
export async function findSamlKey(tx: Tx, orgId: string, id: string): Promise<SamlKeyRow | undefined> {
  const row = await tx.row<SamlKeyRow>(sql`${read(orgId)} and id = ${id}`);
  return row && withTimes(row);
}

/** Reads the sealed private half of a key. @returns undefined when the tenant has no such key */
export async function readSealedSamlKey(tx: Tx, orgId: string, id: string): Promise<Buffer | undefined> {
  const row = await tx.row<{ sealed: string }>(sealedHalf(orgId, id));
  return row && Buffer.from(row.sealed, 'base64');
}

const sealedHalf = (orgId: string, id: string): Sql =>
  sql`select encode(private_key, 'base64') as sealed from saml_keys where org_id = ${orgId} and id = ${id}`;

const withTimes = (row: SamlKeyRow): SamlKeyRow => ({
  ...row,
  certificateExpiresAt: new Date(row.certificateExpiresAt),
  createdAt: new Date(row.createdAt),
  activatesAt: new Date(row.activatesAt),
  retiredAt: row.retiredAt && new Date(row.retiredAt),
  dueAt: row.dueAt && new Date(row.dueAt),
});

const read = (orgId: string): Sql => sql`
select id, status, public_key as "publicKey", certificate, certificate_expires_at as "certificateExpiresAt",
       created_at as "createdAt", activates_at as "activatesAt", retired_at as "retiredAt", due_at as "dueAt",
       coalesce(due_at <= now(), false) as due
  from saml_keys
 where org_id = ${orgId}`;

const order = sql`array_position(array['ACTIVE', 'UPCOMING', 'RETIRED'], status), activates_at desc, id`;

/** A key that is made: it waits, or signs at once. */
export interface NewSamlKeyRow
  extends Pick<SamlKeyRow, 'id' | 'publicKey' | 'certificate' | 'certificateExpiresAt' | 'dueAt'> {
  status: Exclude<SamlKeyStatus, 'RETIRED'>;
  /** Sealed. */
  privateKey: Buffer;
}

/** Stores a new key. */
export async function writeSamlKey(tx: Tx, { orgId }: TenantLock, key: NewSamlKeyRow): Promise<void> {
  await tx.run(write(orgId, key));
}

const write = (orgId: string, key: NewSamlKeyRow): Sql => sql`
insert into saml_keys (org_id, id, status, public_key, private_key, certificate, certificate_expires_at, activates_at, due_at)
values (${orgId}, ${key.id}, ${key.status}, ${JSON.stringify(key.publicKey)}::jsonb, ${key.privateKey},
        ${key.certificate}, ${key.certificateExpiresAt.toISOString()}::timestamptz, now(),
        ${key.dueAt?.toISOString() ?? null}::timestamptz)`;

/** The tenants with a key that needs a successor, or that goes. */
export const tenantsWithDueSamlKeys = (pool: Pool): Promise<Tenant[]> =>
  tenantsWithDue(pool, [['saml_keys', 'due_at <= now()']]);

/** Notes that the active key has a successor. @returns the id of the active key, if there is one */
export async function expectSamlSuccessor(tx: Tx, orgId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(expect(orgId));
  return rows.map(({ id }) => id);
}

const expect = (orgId: string): Sql =>
  sql`update saml_keys set due_at = null where org_id = ${orgId} and status = 'ACTIVE' returning id`;

/** Ends what the active key signs. It stays published so long. @returns its id, if there is one */
export async function retireSamlKey(tx: Tx, orgId: string, keptSeconds: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(retire(orgId, keptSeconds));
  return rows.map(({ id }) => id);
}

const retire = (orgId: string, keptSeconds: number): Sql => sql`
update saml_keys set status = 'RETIRED', retired_at = now(), due_at = now() + ${keptSeconds} * interval '1 second'
 where org_id = ${orgId} and status = 'ACTIVE'
returning id`;

/** Lets the upcoming key sign; there must be no active one. @returns its id, if there is one */
export async function activateUpcomingSamlKey(tx: Tx, orgId: string, dueAt: Date): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(activate(orgId, dueAt));
  return rows.map(({ id }) => id);
}

const activate = (orgId: string, dueAt: Date): Sql => sql`
update saml_keys set status = 'ACTIVE', activates_at = now(), due_at = ${dueAt.toISOString()}::timestamptz
 where org_id = ${orgId} and status = 'UPCOMING'
returning id`;

/** Removes keys for good. No service provider may name one of them. */
export async function removeSamlKeys(tx: Tx, orgId: string, ids: readonly string[]): Promise<void> {
  const joined = ids.join(',');
  await tx.run(
    sql`delete from saml_keys where org_id = ${orgId} and id = any(string_to_array(${joined}, ','))`,
  );
}
