import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOf } from '../../lib/rows.ts';

/** What a credential was used for, or refused, from one address within a minute. */
export interface DigestRow {
  credentialId: string;
  kind: 'VERIFY' | 'API' | 'FAILURE';
  address: string | null;
  uses: number;
  firstAt: Date;
  lastAt: Date;
}

/** Takes what is to be judged of a few credentials of the tenant, the earliest first: it is gone when this commits. */
export async function claimDigest(em: EntityManager, orgId: string, most: number): Promise<DigestRow[]> {
  const rows = await em.execute<
    (Omit<DigestRow, 'firstAt' | 'lastAt'> & { firstAt: string; lastAt: string })[]
  >(text, [orgId, most, orgId]);
  return rows
    .map((row) => ({ ...row, firstAt: dateOf(row.firstAt), lastAt: dateOf(row.lastAt) }))
    .sort((one, other) => one.firstAt.getTime() - other.firstAt.getTime());
}

const text = `
with few as materialized (
  select credential_id from usage_digest where org_id = ? group by credential_id order by credential_id limit ?
)
delete from usage_digest d using few where d.org_id = ? and d.credential_id = few.credential_id
returning d.credential_id as "credentialId", d.kind, d.address, d.uses::float8 as uses, d.first_at as "firstAt",
          d.last_at as "lastAt"`;
