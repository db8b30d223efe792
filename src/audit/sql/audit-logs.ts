import { dateOf } from '../../lib/rows.ts';
import { sql, type Sql } from '../../lib/sql.ts';
import {
  byTime,
  isUnfiltered,
  type ListPage,
  orderBy,
  pageOfRows,
  type TimeSort,
  type Window,
} from '../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../platform/tx.ts';

export interface AuditFilter {
  action?: string;
  actorId?: string;
  targetId?: string;
  targetType?: string;
  result?: 'SUCCESS' | 'FAILURE' | 'DENIED';
  ip?: string;
  requestId?: string;
  from?: Date;
  to?: Date;
}

export interface AuditLogRow {
  id: string;
  createdAt: Date;
  action: string;
  actorType: string;
  actorId: string | null;
  targetType: string;
  targetId: string | null;
  result: 'SUCCESS' | 'FAILURE' | 'DENIED';
  code: string | null;
  requestId: string | null;
  /** JSON; null when it was erased. */
  content: string | null;
  /** Null until it is sealed. */
  sequence: number | null;
  hash: Buffer | null;
}

const columns = {
  action: sql`a.action`,
  actorId: sql`a.actor_id`,
  targetId: sql`a.target_id`,
  targetType: sql`a.target_type`,
  requestId: sql`a.request_id`,
} as const;

/** Lists the audit rows of a tenant. */
export async function listAuditLogs(
  tx: Tx,
  orgId: string,
  filter: AuditFilter,
  sort: TimeSort<'timestamp'>,
  window: Window,
): Promise<ListPage<AuditLogRow>> {
  // Few rows have one address, and they are found by it first.
  const ofAddress =
    filter.ip === undefined
      ? sql.empty
      : sql`
  join audit_personal i on i.org_id = a.org_id and i.audit_id = a.id and i.created_at = a.created_at
   and i.org_id = ${orgId} and i.ip = ${filter.ip}`;
  const from = sql`from audit_logs a${ofAddress} where ${sql.join(conditionsOf(orgId, filter), ' and ')}`;
  const order = byTime('a.created_at', 'a.id', sort);
  const around = (page: Sql): Sql =>
    sql`${select}, a."pageKey", a."pageTie" from (${page}) as a ${beside} order by ${sql.raw(orderBy(order))}`;
  const isAll = isUnfiltered(filter);
  const all = isAll ? { count: allOf(orgId), named: 'list-audit-logs' } : {};
  return pageOfRows<RawAuditLog, AuditLogRow>(
    tx,
    { from, columns: 'a.*', order, around, toRow, ...all },
    window,
  );
}

function conditionsOf(orgId: string, filter: AuditFilter): Sql[] {
  const conditions = [sql`a.org_id = ${orgId}`];
  for (const [name, column] of Object.entries(columns) as [keyof typeof columns, Sql][]) {
    const wanted = filter[name];
    if (wanted !== undefined) conditions.push(sql`${column} = ${wanted}`);
  }
  // Written out, or Postgres could not know that its index has all of them.
  if (filter.result !== undefined) conditions.push(sql`a.result = ${literals[filter.result]}`);
  for (const [time, sign] of [
    [filter.from, sql`>=`],
    [filter.to, sql`<`],
  ] as const) {
    if (!time) continue;
    const at = time.toISOString();
    conditions.push(sql`a.created_at ${sign} ${at}::timestamptz`);
    if (filter.ip !== undefined) conditions.push(sql`i.created_at ${sign} ${at}::timestamptz`);
  }
  return conditions;
}

/** How many rows a tenant has: the sealed ones, which its chain counts, and those that wait. Before its first seal, it has few. */
const allOf = (orgId: string): Sql => sql`
select (case when c.sealed_rows is null then (select count(*) from audit_logs where org_id = ${orgId})
             else c.sealed_rows + (select count(*) from audit_unsealed where org_id = ${orgId}) end)::int
  from (select) as one left join audit_chains c on c.org_id = ${orgId}`;

/** One row of a tenant by its id. */
export async function findAuditLog(tx: Tx, orgId: string, id: string): Promise<AuditLogRow | undefined> {
  const row = await tx.row<RawAuditLog>(
    sql`${select} from audit_logs a ${beside} where a.org_id = ${orgId} and a.id = ${id}`,
  );
  return row && toRow(row);
}

type RawAuditLog = Omit<AuditLogRow, 'createdAt' | 'sequence'> & {
  createdAt: string;
  sequence: string | null;
};

const toRow = (row: RawAuditLog): AuditLogRow => ({
  ...row,
  createdAt: dateOf(row.createdAt),
  sequence: row.sequence === null ? null : Number(row.sequence),
});

const literals = { SUCCESS: sql`'SUCCESS'`, FAILURE: sql`'FAILURE'`, DENIED: sql`'DENIED'` } as const;

const select = sql`
select a.id, a.created_at as "createdAt", a.action, a.actor_type as "actorType", a.actor_id as "actorId",
       a.target_type as "targetType", a.target_id as "targetId", a.result, a.code, a.request_id as "requestId",
       p.content, s.sequence, s.hash`;

const beside = sql`
  left join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id and p.created_at = a.created_at
  left join audit_seals s on s.org_id = a.org_id and s.audit_id = a.id and s.audit_created_at = a.created_at`;
