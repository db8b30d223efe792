import type { EntityManager } from '@mikro-orm/postgresql';
import type { AskedLink } from './ask-for-link.ts';

export interface LiveLink {
  id: string;
  /** Null when nobody had the address. */
  userId: string | null;
  email: string;
  /** What the person signs in with; null as well. */
  username: string | null;
  browserId: string | null;
  signInId: string | null;
}

interface Presented {
  purpose: AskedLink['purpose'];
  tokenHash: Buffer;
}

/** A link that works still: looking changes nothing. */
export async function liveLink(
  em: EntityManager,
  orgId: string,
  { purpose, tokenHash }: Presented,
): Promise<LiveLink | undefined> {
  const [row] = await em.execute<LiveLink[]>(`select ${columns} ${live}`, [orgId, tokenHash, purpose]);
  return row;
}

/**
 * Uses a link up; of many that do so at once one succeeds. The person is locked first, as whoever deletes a person does.
 * @param browser in which alone it works; null where it works in any
 */
export async function useLinkRow(
  em: EntityManager,
  orgId: string,
  presented: Presented,
  browser: string | null,
): Promise<LiveLink | undefined> {
  const found = await liveLink(em, orgId, presented);
  if (!found) return undefined;
  if (found.userId !== null) await em.execute(lock, [orgId, found.userId]);
  const { purpose, tokenHash } = presented;
  const rows = await em.execute<object[]>(use, [
    orgId,
    found.id,
    browser,
    browser,
    orgId,
    tokenHash,
    purpose,
  ]);
  return rows.length > 0 ? found : undefined;
}

// It dies with the address it was sent to, and, where it leads in, with a change of the password: whoever changes it may do
// so because somebody else reads their mail.
const live = `
  from mailed_links l left join users u on u.org_id = l.org_id and u.id = l.user_id
 where l.org_id = ? and l.token_hash = ? and l.purpose = ? and l.used_at is null and l.expires_at > now()
   and (l.user_id is null
     or (u.status = 'ACTIVE' and lower(u.email) = lower(l.email) and (u.expires_at is null or u.expires_at > now())
         and (l.purpose = 'VERIFY_EMAIL' or u.password_changed_at is null or u.password_changed_at <= l.created_at)))`;

const columns = `l.id, l.user_id as "userId", l.email, u.username, l.browser_id as "browserId",
       l.sign_in_id as "signInId"`;

const lock = 'select from users where org_id = ? and id = ? for no key update';

const use = `
update mailed_links set used_at = now()
 where org_id = ? and id = ?::uuid and used_at is null and (?::uuid is null or browser_id = ?::uuid)
   and exists (select ${live})
returning id`;
