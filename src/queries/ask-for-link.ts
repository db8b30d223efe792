import type { EntityManager } from '@mikro-orm/postgresql';
import { nameHash } from './name-hash.ts';

export interface AskedLink {
  id: string;
  purpose: 'SIGN_IN' | 'RESET_PASSWORD' | 'VERIFY_EMAIL';
  /** What was typed; null where the person is known. */
  askedFor: string | null;
  /** What was typed, or the id of the person: requests are counted by its hash. */
  countedBy: string;
  userId: string | null;
  browserId: string | null;
  signInId: string | null;
  locale: string | null;
  ttlSeconds: number;
  maxPerHour: number;
}

/**
 * Notes that somebody asked for a link.
 * @returns false when there were enough of this name in the last hour, which nobody is told
 */
export async function askForLinkRow(em: EntityManager, orgId: string, asked: AskedLink): Promise<boolean> {
  const rows = await em.execute<object[]>(text, [
    orgId,
    asked.id,
    asked.purpose,
    asked.askedFor,
    asked.countedBy,
    asked.userId,
    asked.browserId,
    asked.signInId,
    asked.locale,
    asked.ttlSeconds,
    orgId,
    asked.countedBy,
    asked.purpose,
    asked.maxPerHour,
  ]);
  return rows.length > 0;
}

const text = `
insert into mailed_links
  (org_id, id, purpose, asked_for, asked_hash, user_id, browser_id, sign_in_id, locale, expires_at)
select ?, ?::uuid, ?, ?, ${nameHash('?')}, ?, ?::uuid, ?, ?, now() + ?::int * interval '1 second'
 where (select count(*) from mailed_links
         where org_id = ? and asked_hash = ${nameHash('?')} and purpose = ? and created_at > now() - interval '1 hour') < ?::int
returning id`;
