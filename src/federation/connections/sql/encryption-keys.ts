import { dateOf } from '../../../lib/rows.ts';
import { type Sql, sql } from '../../../lib/sql.ts';
import type { TenantLock } from '../../../platform/sql/tenants.ts';
import type { Tx } from '../../../platform/tx.ts';

/** A key that identity providers encrypt assertions for. */
export interface EncryptionKeyRow {
  id: string;
  /** In PEM. */
  certificate: string;
  /** The private half, sealed. */
  sealed: Buffer;
  createdAt: Date;
  /** Since when a successor is published instead of it. */
  retiredAt: Date | null;
  /** Until when it decrypts; null for the newest. */
  removedAt: Date | null;
}

/** Identity providers renew their copy of the metadata within this time, as with keys that sign (src/saml/saml-keys.ts). */
const overlap = sql`interval '30 days'`;

/** The encryption keys of a tenant that decrypt, the newest first. Each is tried, so that there must be few. */
export async function readEncryptionKeys(tx: Tx, orgId: string): Promise<EncryptionKeyRow[]> {
  const rows = await tx.rows<RawRow>(read(orgId));
  return rows.map(({ sealed, createdAt, retiredAt, removedAt, ...row }) => ({
    ...row,
    sealed: Buffer.from(sealed, 'base64'),
    createdAt: dateOf(createdAt),
    retiredAt: retiredAt === null ? null : dateOf(retiredAt),
    removedAt: removedAt === null ? null : dateOf(removedAt),
  }));
}

type RawRow = Pick<EncryptionKeyRow, 'id' | 'certificate'> &
  Record<'sealed' | 'createdAt', string> &
  Record<'retiredAt' | 'removedAt', string | null>;

const read = (orgId: string): Sql => sql`
select id, certificate, encode(private_key, 'base64') as sealed, created_at as "createdAt", retired_at as "retiredAt",
       retired_at + ${overlap} as "removedAt"
  from federation_encryption_keys
 where org_id = ${orgId} and (retired_at is null or retired_at > now() - ${overlap})
 order by retired_at desc nulls first, created_at desc, id desc limit 5`;

/** Keeps a new key. */
export async function writeEncryptionKey(
  tx: Tx,
  { orgId }: TenantLock,
  { id, certificate, sealed }: Pick<EncryptionKeyRow, 'id' | 'certificate' | 'sealed'>,
): Promise<void> {
  await tx.run(
    sql`insert into federation_encryption_keys (org_id, id, private_key, certificate) values (${orgId}, ${id}, ${sealed}, ${certificate})`,
  );
}

/** Retires the keys of a tenant that are published. @returns their ids */
export const retireEncryptionKeys = (tx: Tx, { orgId }: TenantLock): Promise<string[]> =>
  idsOf(
    tx,
    sql`update federation_encryption_keys set retired_at = now() where org_id = ${orgId} and retired_at is null`,
  );

/** Removes all keys of a tenant: what was encrypted for them is lost. @returns their ids */
export const removeEncryptionKeys = (tx: Tx, { orgId }: TenantLock): Promise<string[]> =>
  idsOf(tx, sql`delete from federation_encryption_keys where org_id = ${orgId}`);

async function idsOf(tx: Tx, change: Sql): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`${change} returning id`);
  return rows.map(({ id }) => id);
}
