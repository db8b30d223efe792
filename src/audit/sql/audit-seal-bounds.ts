import type { EntityManager } from '@mikro-orm/postgresql';

/** The first and the last seal of a tenant, and how many rows wait for one. */
export async function auditSealBounds(
  em: EntityManager,
  orgId: string,
): Promise<{ first: number | null; last: number | null; unsealed: number }> {
  const [row] = await em.execute<{ first: string | null; last: string | null; unsealed: number }[]>(text, [
    orgId,
    orgId,
    orgId,
  ]);
  const number = (value: string | null | undefined): number | null => (value ? Number(value) : null);
  return { first: number(row?.first), last: number(row?.last), unsealed: row?.unsealed ?? 0 };
}

/** The sequences between which the rows of a time stand; undefined if there are none. */
export async function auditSealsOfTime(
  em: EntityManager,
  orgId: string,
  { from, to }: { from?: Date; to?: Date },
): Promise<{ first: number; last: number } | undefined> {
  const [row] = await em.execute<{ first: string | null; last: string | null }[]>(ofTime, [
    orgId,
    from?.toISOString() ?? '-infinity',
    to?.toISOString() ?? 'infinity',
  ]);
  return row?.first ? { first: Number(row.first), last: Number(row.last) } : undefined;
}

const text = `
select (select min(sequence) from audit_seals where org_id = ?) as first,
       (select max(sequence) from audit_seals where org_id = ?) as last,
       (select count(*)::int from audit_unsealed where org_id = ?) as unsealed`;

const ofTime = `
select min(sequence) as first, max(sequence) as last from audit_seals
 where org_id = ? and audit_created_at >= ?::timestamptz and audit_created_at < ?::timestamptz`;
