import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Notes that a token of another issuer was exchanged. Whoever presents the same one at the same time waits here, so take it
 * before any lock.
 * @param endsAt when it is no token any more, after which nobody needs the note
 * @returns whether it was the first time
 */
export async function spendToken(
  em: EntityManager,
  orgId: string,
  hash: Buffer,
  endsAt: Date,
): Promise<boolean> {
  const rows = await em.execute<object[]>(text, [orgId, hash, endsAt.toISOString()]);
  return rows.length > 0;
}

const text = `
insert into exchanged_tokens (org_id, token_hash, ends_at) values (?, ?, ?::timestamptz)
on conflict do nothing
returning org_id`;
