import { auditActions } from '../../src/platform/audit-actions.ts';
import type { Client } from './client.ts';
import type { TestService } from './service.ts';

/** One line of an export. */
export type Line = Record<string, unknown> & { type: string; sequence?: number };

/** The lines of an export, each as it came. */
export async function exportOf(client: Client, query: Record<string, string> = {}): Promise<Line[]> {
  const { status, body } = await client.call('exportAuditLogs', { query });
  if (status !== 200) throw new Error(`no export: ${status}`);
  return linesOf(String(body));
}

export const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

const tables = [
  'audit_logs',
  'audit_personal',
  'audit_seals',
  'audit_checkpoints',
  'audit_chains',
  'audit_unsealed',
];

/** Changes the audit log behind the service's back, as the owner of the database, and takes that back at the end. */
export async function altered<Result>(
  { sql }: TestService,
  statements: string,
  look: () => Promise<Result>,
): Promise<Result> {
  await sql(
    `create schema kept; ${tables.map((name) => `create table kept.${name} as table ${name}`).join(';')}`,
  );
  try {
    await sql(`begin; set local role keyward_owner; alter table audit_logs disable trigger user;
      ${statements}; alter table audit_logs enable trigger user; commit`);
    return await look();
  } finally {
    await sql('rollback');
    const back = tables
      .map((name) => `truncate ${name}; insert into ${name} select * from kept.${name}`)
      .join(';');
    await sql(`${back}; drop schema kept cascade`);
  }
}

/**
 * Writes that many audit rows of a tenant as the service does, days ago; they wait for their seal. Rows that are older than last
 * month need partitionOfThePast().
 */
export async function manyAuditRows(
  { sql }: Pick<TestService, 'sql'>,
  orgId: string,
  count: number,
  { daysAgo = 0, action = 'credential.update' }: { daysAgo?: number; action?: string } = {},
): Promise<void> {
  await partitionOfLastMonth({ sql }, `make_interval(days => ${daysAgo}, secs => ${count / 1000})`);
  await sql(
    `with made as materialized (
       select new_id('aud') as id, date_trunc('milliseconds', now()) - make_interval(days => $3) - n * interval '1 millisecond' as at,
              n, decode(md5(n::text), 'hex') as salt, '10.0.' || n % 256 || '.' || n / 256 % 256 as ip
         from generate_series(0, $2::int - 1) as n
     ), contents as materialized (
       select m.*, json_build_object('actorName', 'bench', 'targetName', 'key ' || n, 'reason', null, 'ipAddress', ip,
                                     'userAgent', repeat('curl/8 ', 10), 'changes', json_build_array())::text as content from made m
     ), personal as (
       insert into audit_personal (org_id, audit_id, created_at, salt, content, ip)
       select $1, id, at, salt, content, ip from contents
     ), unsealed as (
       insert into audit_unsealed (org_id, created_at, audit_id) select $1, at, id from contents
     )
     insert into audit_logs (org_id, id, created_at, action, actor_type, actor_id, target_type, target_id, result, request_id, personal_hash)
     select $1, id, at, $4, 'API_KEY', 'cred_' || n % 100, split_part($4, '.', 1), 'cred_t' || n % 1000,
            case when n % 500 = 0 then 'DENIED' else 'SUCCESS' end, 'req_' || n, sha256(salt || convert_to(content, 'UTF8'))
       from contents`,
    [orgId, count, daysAgo, action],
  );
}

const thisMonth = `date_trunc('month', now(), 'UTC')`;
const lastMonth = `date_trunc('month', ${thisMonth} - interval '1 day', 'UTC')`;

/**
 * Makes a partition for rows of the last 470 days, until last month, as maintain_partitions() makes them. It spans more than a
 * month.
 */
export const partitionOfThePast = (service: Pick<TestService, 'sql'>): Promise<void> =>
  partition(service, `date_trunc('month', now() - interval '470 days', 'UTC')`, lastMonth);

/**
 * Makes the partition of last month, if rows of that age belong to it. The migrations begin with the present month: on its first
 * day, a row of yesterday has no partition.
 * @param age an SQL interval
 */
const partitionOfLastMonth = (service: Pick<TestService, 'sql'>, age: string): Promise<void> =>
  partition(service, lastMonth, thisMonth, `now() - ${age} >= starts and now() - ${age} < ends`);

async function partition(
  { sql }: Pick<TestService, 'sql'>,
  from: string,
  to: string,
  condition = 'true',
): Promise<void> {
  for (const parent of ['audit_logs', 'audit_personal'])
    await sql(`do $$ declare
      starts timestamptz := ${from};
      ends timestamptz := ${to};
      child text := '${parent}_' || to_char(starts at time zone 'UTC', 'YYYYMMDD');
    begin
      if to_regclass(child) is null and ${condition} then
        execute format('create table %I partition of ${parent} for values from (%L) to (%L)', child, starts, ends);
        execute format('alter table %I owner to %I', child,
          (select tableowner from pg_tables where tablename = '${parent}'));
      end if; end $$`);
}

/** Holds what tests have written against the list of actions, which the filters of the API know. */
export function assertActions(rows: readonly { action: string }[]): void {
  const unknown = rows.filter(({ action }) => !auditActions.includes(action));
  if (unknown.length > 0)
    throw new Error(
      `Actions that neither the contract nor src/audit/own-actions.ts has: ${unknown.map(({ action }) => action).join(', ')}`,
    );
}
