import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOrNull } from '../../lib/rows.ts';

/** What ends or confines a credential, with what its identity adds. */
export interface CallerBounds {
  identityId: string;
  /** When it stops working by itself; null when it does not. */
  credentialEndsAt: Date | null;
  /** When its identity stops working; null when it does not. */
  identityEndsAt: Date | null;
  /** How often it can still be used; null where that is not limited. */
  usesLeft: number | null;
  /** The address ranges of the credential; null where it may be used from anywhere. */
  credentialIps: string[] | null;
  /** Those of its identity, which hold as well. */
  identityIps: string[] | null;
  /** Its own limit of requests a minute; null where that of the service holds. */
  perMinute: number | null;
}

/** Reads what bounds the credential of the caller; undefined where there is no such credential. */
export async function callerBounds(
  em: EntityManager,
  orgId: string,
  credentialId: string,
): Promise<CallerBounds | undefined> {
  const [row] = await em.execute<RawRow[]>(text, [orgId, credentialId]);
  if (!row) return undefined;
  const { credentialEndsAt, identityEndsAt } = row;
  return {
    ...row,
    credentialEndsAt: dateOrNull(credentialEndsAt),
    identityEndsAt: dateOrNull(identityEndsAt),
  };
}

type End = 'credentialEndsAt' | 'identityEndsAt';
type RawRow = Omit<CallerBounds, End> & Record<End, string | null>;

const text = `
select c.identity_id as "identityId", c.expires_at as "credentialEndsAt", i.expires_at as "identityEndsAt",
       (c.max_usage_count - c.usage_count)::float8 as "usesLeft",
       c.allowed_ips as "credentialIps", i.allowed_ips as "identityIps",
       c.rate_limit_per_minute as "perMinute"
  from credentials c
  join identities i on i.org_id = c.org_id and i.id = c.identity_id
 where c.org_id = ? and c.id = ?`;
