import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChainPoint } from '../audit-chain.ts';

/** The place of a row in the chain. */
export interface NewSeal extends ChainPoint {
  id: string;
  createdAt: string;
  rowHash: Buffer;
}

/** Appends seals to a chain that is locked; the last of them is its end. */
export async function writeAuditSeals(
  em: EntityManager,
  orgId: string,
  seals: readonly NewSeal[],
): Promise<void> {
  const last = seals.at(-1);
  if (!last) return;
  const rows = seals.map(({ sequence, id, createdAt, rowHash, hash }) => ({
    sequence,
    id,
    created_at: createdAt,
    row_hash: rowHash.toString('hex'),
    hash: hash.toString('hex'),
  }));
  await em.execute(text, [JSON.stringify(rows), orgId, last.sequence, last.hash, orgId, orgId]);
}

const text = `
with sealed as (
  select * from jsonb_to_recordset(?::jsonb)
    as s (sequence bigint, id text, created_at timestamptz(3), row_hash text, hash text)
), taken as (
  delete from audit_unsealed u using sealed s where u.org_id = ? and u.created_at = s.created_at and u.audit_id = s.id
), chained as (
  update audit_chains set sequence = ?, hash = ? where org_id = ?
)
insert into audit_seals (org_id, sequence, audit_id, audit_created_at, row_hash, hash)
select ?, sequence, id, created_at, decode(row_hash, 'hex'), decode(hash, 'hex') from sealed order by sequence`;
