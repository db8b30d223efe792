import { sql, type Sql } from '../../lib/sql.ts';
import type { TenantLock } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';
import type { PublicTokenKey, TokenAlgorithm } from '../token-key.ts';

export type SigningKeyStatus = 'UPCOMING' | 'ACTIVE' | 'RETIRED';

/** A key that signs tokens, without its private half. */
export interface SigningKeyRow {
  /** The `kid` of what it signs. */
  id: string;
  algorithm: TokenAlgorithm;
  status: SigningKeyStatus;
  publicKey: PublicTokenKey;
  createdAt: Date;
  /** From when on it signs or signed. */
  activatesAt: Date;
  retiredAt: Date | null;
  /** When the task looks at it again. */
  dueAt: Date | null;
  /** By Postgres's clock. */
  due: boolean;
}

/** The keys of a tenant, those that sign first, then those that will, then the newest of those that did. */
export async function readSigningKeys(tx: Tx, orgId: string): Promise<SigningKeyRow[]> {
  const rows = await tx.rows<SigningKeyRow>(read(orgId));
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    activatesAt: new Date(row.activatesAt),
    retiredAt: row.retiredAt && new Date(row.retiredAt),
    dueAt: row.dueAt && new Date(row.dueAt),
  }));
}

const read = (orgId: string): Sql => sql`
select id, algorithm, status, public_key as "publicKey", created_at as "createdAt", activates_at as "activatesAt",
       retired_at as "retiredAt", due_at as "dueAt", coalesce(due_at <= now(), false) as due
  from signing_keys
 where org_id = ${orgId}
 order by array_position(array['ACTIVE', 'UPCOMING', 'RETIRED'], status), activates_at desc, algorithm desc, id`;

/** A key that is made: it waits, or signs at once. */
export interface NewSigningKeyRow
  extends Pick<SigningKeyRow, 'id' | 'algorithm' | 'publicKey' | 'activatesAt'> {
  status: Exclude<SigningKeyStatus, 'RETIRED'>;
  /** Sealed. */
  privateKey: Buffer;
  dueAt: Date;
}

/** Stores a new key. */
export async function writeSigningKey(tx: Tx, { orgId }: TenantLock, key: NewSigningKeyRow): Promise<void> {
  await tx.run(sql`
insert into signing_keys (org_id, id, algorithm, status, public_key, private_key, activates_at, due_at)
values (${orgId}, ${key.id}, ${key.algorithm}, ${key.status}, ${JSON.stringify(key.publicKey)}::jsonb, ${key.privateKey},
        ${key.activatesAt.toISOString()}::timestamptz, ${key.dueAt.toISOString()}::timestamptz)`);
}
