import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Notes that a verified logout token is used.
 * @returns whether it was used before; of many requests with one token, one uses it
 */
export async function isReplayed(
  em: EntityManager,
  orgId: string,
  { connectionId, jti, expiresAt }: { connectionId: string; jti: Buffer; expiresAt: Date },
): Promise<boolean> {
  const rows = await em.execute<object[]>(use, {
    orgId,
    connectionId,
    jti: jti.toString('hex'),
    expiresAt: expiresAt.toISOString(),
  });
  return rows.length === 0;
}

const use = `
insert into federation_logout_tokens (org_id, connection_id, jti, expires_at)
values (:orgId, :connectionId, decode(:jti, 'hex'), :expiresAt::timestamptz)
on conflict do nothing
returning connection_id`;
