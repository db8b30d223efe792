import type { EntityManager } from '@mikro-orm/postgresql';
import type { TenantLock } from '../../platform/sql/tenants.ts';

/** A key that identity providers encrypt assertions for. */
export interface EncryptionKeyRow {
  id: string;
  /** In PEM. */
  certificate: string;
  /** The private half, sealed. */
  sealed: Buffer;
}

/** The encryption keys of a tenant, the newest first. */
export async function readEncryptionKeys(em: EntityManager, orgId: string): Promise<EncryptionKeyRow[]> {
  const rows = await em.execute<(Omit<EncryptionKeyRow, 'sealed'> & { sealed: string })[]>(read, [orgId]);
  return rows.map((row) => ({ ...row, sealed: Buffer.from(row.sealed, 'base64') }));
}

const read = `
select id, certificate, encode(private_key, 'base64') as sealed
  from federation_encryption_keys where org_id = ? order by created_at desc, id desc limit 5`;

/** Keeps a new key. */
export async function writeEncryptionKey(
  em: EntityManager,
  { orgId }: TenantLock,
  { id, certificate, sealed }: EncryptionKeyRow,
): Promise<void> {
  await em.execute(
    'insert into federation_encryption_keys (org_id, id, private_key, certificate) values (?, ?, ?, ?)',
    [orgId, id, sealed, certificate],
  );
}
