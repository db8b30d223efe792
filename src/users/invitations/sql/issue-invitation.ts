import type { EntityManager } from '@mikro-orm/postgresql';

export interface IssuedInvitation {
  email: string;
  /** What to call the person; null when we know no name. */
  name: string | null;
  /** The language they are known to speak, as a tag. */
  locale: string | null;
}

interface NewToken {
  orgId: string;
  userId: string;
  tokenHash: Buffer;
  now: Date;
  expiresAt: Date;
}

/**
 * Gives a waiting invitation its token, instead of the one it may have had, and notes the time with the person.
 * @returns undefined when nobody waits for it: the person is gone, has accepted, was suspended, or has no address
 */
export async function issueInvitation(
  em: EntityManager,
  { orgId, userId, tokenHash, now, expiresAt }: NewToken,
): Promise<IssuedInvitation | undefined> {
  const [row] = await em.execute<IssuedInvitation[]>(text, [
    orgId,
    userId,
    now.toISOString(),
    tokenHash.toString('hex'),
    expiresAt.toISOString(),
    now.toISOString(),
  ]);
  return row;
}

// The person is locked first, as whoever deletes a person does. The version stays: what nobody changed by a request
// must not make an ETag stale.
const text = `
with person as materialized (
  select org_id, id from users
   where org_id = ? and id = ? and status = 'INVITED' and email is not null and released_at is null
     and (expires_at is null or expires_at > ?::timestamptz)
     for no key update
), issued as (
  update invitations as i set token_hash = decode(?, 'hex'), expires_at = ?::timestamptz
    from person as p
   where i.org_id = p.org_id and i.user_id = p.id
  returning i.org_id, i.user_id
)
update users as u set invited_at = ?::timestamptz
  from issued as i
 where u.org_id = i.org_id and u.id = i.user_id
returning u.email, coalesce(u.display_name, u.first_name) as name, u.locale`;
