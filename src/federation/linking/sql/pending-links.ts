import { type Sql, sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

interface Link {
  orgId: string;
  connectionId: string;
  subject: string;
  userId: string;
}

/** Links an account with a user, unless either has another link of the connection. */
export async function addLink(
  tx: Tx,
  orgId: string,
  link: Omit<Link, 'orgId'>,
): Promise<'ADDED' | 'LINKED' | 'TAKEN'> {
  const added = await tx.rows<object>(add({ orgId, ...link }));
  if (added.length > 0) return 'ADDED';
  const linked = await tx.rows<object>(same({ orgId, ...link }));
  return linked.length > 0 ? 'LINKED' : 'TAKEN';
}

const add = ({ orgId, connectionId, subject, userId }: Link): Sql => sql`
insert into social_links (org_id, provider_id, subject, user_id, last_used_at)
values (${orgId}, ${connectionId}, ${subject}, ${userId}, now())
on conflict do nothing
returning user_id`;

const same = ({ orgId, connectionId, subject, userId }: Link): Sql => sql`
update social_links set last_used_at = now()
 where org_id = ${orgId} and provider_id = ${connectionId} and subject = ${subject} and user_id = ${userId}
returning user_id`;
