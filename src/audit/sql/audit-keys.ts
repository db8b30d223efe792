import type { EntityManager } from '@mikro-orm/postgresql';

/** The private half of a key that signs checkpoints, sealed. */
export interface AuditKeyRow {
  id: string;
  privateKey: Buffer;
}

/** The keys of a tenant, the newest first. */
export const auditKeys = (em: EntityManager, orgId: string): Promise<AuditKeyRow[]> =>
  em.execute<AuditKeyRow[]>(
    `select id, private_key as "privateKey" from audit_keys where org_id = ? order by created_at desc, id`,
    [orgId],
  );

/** Keeps a new key. */
export async function writeAuditKey(
  em: EntityManager,
  orgId: string,
  { id, privateKey, publicKey }: AuditKeyRow & { publicKey: object },
): Promise<void> {
  await em.execute(
    'insert into audit_keys (org_id, id, public_key, private_key) values (?, ?, ?::jsonb, ?)',
    [orgId, id, JSON.stringify(publicKey), privateKey],
  );
}
