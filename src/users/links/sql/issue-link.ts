import type { EntityManager } from '@mikro-orm/postgresql';

interface NewToken {
  id: string;
  tokenHash: Buffer;
  /** Null when the address is nobody's yet. */
  userId: string | null;
  email: string;
  maxPerHour: number;
}

/**
 * Gives a link its token, instead of the one it may have had, unless enough links of its purpose were sent to this person
 * or this address in the last hour, which the same requester asked for. Links to one address are issued one after the other.
 * @returns whether the mail is to be sent
 */
export async function issueLink(
  em: EntityManager,
  orgId: string,
  { id, tokenHash, userId, email, maxPerHour }: NewToken,
): Promise<boolean> {
  // Whoever is somebody is locked already.
  if (userId === null) await lockAddress(em, orgId, email);
  const rows = await em.execute<object[]>(text, [
    tokenHash,
    userId,
    email,
    orgId,
    id,
    userId,
    email,
    maxPerHour,
  ]);
  return rows.length > 0;
}

/** One after the other, where an address has nobody who could be locked. */
export async function lockAddress(em: EntityManager, orgId: string, email: string): Promise<void> {
  await em.execute(lock, [orgId, email]);
}

// Folded as `text` folds it, or two spellings of one address would not wait for each other.
const lock = `select pg_advisory_xact_lock(hashtextextended(?::text || ' ' || lower(?), 21))`;

/** Takes the token back in the transaction that made it: the mail is not sent. */
export async function takeTokenBack(em: EntityManager, orgId: string, id: string): Promise<void> {
  await em.execute('update mailed_links set token_hash = null where org_id = ? and id = ?::uuid', [
    orgId,
    id,
  ]);
}

/** What was typed is not kept longer than it is needed. */
export async function forgetAsked(em: EntityManager, orgId: string, id: string): Promise<void> {
  await em.execute('update mailed_links set asked_for = null where org_id = ? and id = ?::uuid', [orgId, id]);
}

const text = `
update mailed_links l set token_hash = ?, user_id = ?, email = ?, asked_for = null
 where l.org_id = ? and l.id = ?::uuid and l.used_at is null
   and (select count(*) from mailed_links o
         where o.org_id = l.org_id and o.id <> l.id and o.purpose = l.purpose and o.token_hash is not null
           and o.requester is not distinct from l.requester
           and (o.user_id = ? or lower(o.email) = lower(?)) and o.created_at > now() - interval '1 hour') < ?::int
returning l.id`;
