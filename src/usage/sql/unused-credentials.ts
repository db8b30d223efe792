import { dateOf } from '../../lib/rows.ts';
import { sql, type Sql } from '../../lib/sql.ts';
import type { TenantLock } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';
import { type UnusedRow, unusedSince } from '../../credentials/sql/credentials.ts';

export interface UnusedToEnd {
  unusedForDays: number;
  /** The statuses of credentials that can still be ended so. */
  statuses: readonly string[];
  identityTypes?: readonly string[];
  tags?: readonly string[];
  credentialIds?: readonly string[];
  after?: string;
}

export interface UnusedOne
  extends Pick<UnusedRow, 'id' | 'name' | 'identityId' | 'identityName' | 'scopes' | 'unusedSince'> {
  /** Whether it is unused for long enough; else it was only never used. */
  due: boolean;
  /** Whether the grace period of an old secret is over unseen. */
  graceEnded: boolean;
}

/**
 * Returns the unused credentials, and those never used that are newer than that. Their order is that of their ids, as
 * in every statement that locks credentials.
 * @param lock whether to keep them from being used or changed until the transaction ends
 */
export async function unusedCredentialsToEnd(
  tx: Tx,
  orgId: string,
  { unusedForDays, statuses, identityTypes, tags, credentialIds, after }: UnusedToEnd,
  { most, lock }: { most: number; lock: boolean },
): Promise<UnusedOne[]> {
  const conditions = [
    sql`c.org_id = ${orgId}`,
    sql`c.status = any (${textsOf(statuses)})`,
    sql`(c.last_used_at is null or c.last_used_at < now() - ${unusedForDays} * interval '1 day')`,
  ];
  if (after !== undefined) conditions.push(sql`c.id > ${after}`);
  if (identityTypes) conditions.push(sql`i.type = any (${textsOf(identityTypes)})`);
  if (tags) conditions.push(sql`i.tags && ${textsOf(tags)}`);
  if (credentialIds) conditions.push(sql`c.id = any (${textsOf(credentialIds)})`);
  const rows = await tx.rows<Omit<UnusedOne, 'unusedSince'> & { unusedSince: string }>(
    sql`select c.id, c.name, c.identity_id as "identityId", i.name as "identityName", c.scopes,
            ${unusedSince} as "unusedSince", ${unusedSince} < now() - ${unusedForDays} * interval '1 day' as due,
            coalesce(c.previous_expires_at <= now(), false) as "graceEnded"
       from credentials c join identities i on i.org_id = c.org_id and i.id = c.identity_id
      where c.deleted_at is null and (c.expires_at is null or c.expires_at > now())
        and ${sql.join(conditions, ' and ')}
      order by c.org_id, c.id limit ${most} ${lock ? sql`for no key update of c` : sql.empty}`,
  );
  return rows.map((row) => ({ ...row, unusedSince: dateOf(row.unusedSince) }));
}

/** An array of texts. */
const textsOf = (texts: readonly string[]): Sql =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`;

/**
 * Suspends or revokes credentials. `unusedCredentialsToEnd` has locked their rows. Under the tenant's lock, the last key with
 * scope `*` stays. The trigger `credentials_count_ended` takes revoked credentials out of the tenant's count.
 */
export async function endCredentials(
  tx: Tx,
  { orgId }: TenantLock,
  ids: readonly string[],
  ended: Ended,
): Promise<void> {
  await tx.run(end(orgId, ids, ended));
}

interface Ended {
  status: 'SUSPENDED' | 'REVOKED';
  reason: string;
}

const end = (orgId: string, ids: readonly string[], { status, reason }: Ended): Sql => sql`
update credentials
   set status = ${status}, status_reason = ${reason},
       previous_secret_hash = case when ${status} = 'REVOKED' then null else previous_secret_hash end,
       previous_expires_at = case when ${status} = 'REVOKED' then null else previous_expires_at end,
       version = version + 1, updated_at = now()
 where org_id = ${orgId} and id = any (${textsOf(ids)})`;
