import { dateOf } from '../../lib/rows.ts';
import type { FieldChange } from '../../lib/field-change.ts';
import { sql, type Sql } from '../../lib/sql.ts';
import type { LastWrite } from '../../platform/last-writes.ts';
import type { Tx } from '../../platform/tx.ts';

/** An act of an operator, or its refusal. */
export interface OperatorAct {
  id: string;
  /** Noun and verb, such as `organization.create`. */
  action: string;
  /** The key that the operator used; null for what an operator did at the machine of the service, and for a leak. */
  key: { id: string; name: string } | null;
  targetId: string | null;
  targetName: string | null;
  result: 'SUCCESS' | 'FAILURE' | 'DENIED';
  /** The code of the refusal, if it was refused. */
  code: string | null;
  /** Where a key was found that leaked. */
  reason: string | null;
  requestId: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  changes: readonly FieldChange[];
}

// The trigger `operator_audit_append_only` rejects every later update of such a row, and `operator_audit_kept` its deletion within 400 days.
const insert = (act: OperatorAct, at: Sql = sql`now()`): Sql => sql`
insert into operator_audit (id, at, action, operator_key_id, operator_key_name, target_id, target_name, result, code, reason, request_id,
                            ip_address, user_agent, changes)
values (${act.id}, ${at}, ${act.action}, ${act.key?.id ?? null}, ${act.key?.name ?? null}, ${act.targetId}, ${act.targetName}, ${act.result},
        ${act.code}, ${act.reason}, ${act.requestId}, ${act.ipAddress}, ${act.userAgent}, ${JSON.stringify(act.changes)}::jsonb)`;

/** Writes an act of an operator with the last statement of its transaction. */
export const operatorAuditRow = (act: OperatorAct): LastWrite => ({
  parts: [['operator_audit_rows', insert(act)]],
});

/** Writes an act of an operator at once, in the transaction of the change. */
export async function recordOperatorAct(tx: Tx, act: OperatorAct): Promise<void> {
  await tx.run(insert(act));
}

/** Writes an act of before a restore again, with its time. The backup does not have it. Facts about a person are left out. */
export async function writeOperatorActAgain(tx: Tx, { at, ...act }: OperatorAuditRow): Promise<void> {
  const known = { ...act, requestId: null, ipAddress: null, userAgent: null };
  await tx.run(insert(known, sql`${at.toISOString()}::timestamptz`));
}

/** A row of the audit of operators. */
export interface OperatorAuditRow extends OperatorAct {
  at: Date;
}

/** Which rows of the audit of operators are read, newest first. */
export interface ActWindow {
  /** At most so many. */
  limit: number;
  /** From this time on. */
  since?: Date;
  /** Older than this row. */
  after?: OperatorAuditRow | undefined;
}

/** Reads the newest rows of a window. */
export async function newestOperatorActs(
  tx: Tx,
  { limit, since, after }: ActWindow,
): Promise<OperatorAuditRow[]> {
  const from = since ? sql`at >= ${since.toISOString()}::timestamptz` : sql`true`;
  const before = after
    ? sql`at <= ${after.at.toISOString()}::timestamptz and (at < ${after.at.toISOString()}::timestamptz or id > ${after.id})`
    : sql`true`;
  const rows = await tx.rows<RawAct>(sql`
select id, at, action, operator_key_id as "keyId", operator_key_name as "keyName", target_id as "targetId", target_name as "targetName",
       result, code, reason, request_id as "requestId", ip_address as "ipAddress", user_agent as "userAgent", changes
  from operator_audit where ${from} and ${before} order by at desc, id limit ${limit}::int`);
  return rows.map(({ keyId, keyName, at, ...row }) => ({
    ...row,
    at: dateOf(at),
    key: keyId === null ? null : { id: keyId, name: keyName ?? '' },
  }));
}

type RawAct = Omit<OperatorAuditRow, 'at' | 'key'> & {
  at: string;
  keyId: string | null;
  keyName: string | null;
};

/** Acts of operators that are counted together. */
export type CountedAct = 'organization.create' | 'organization.suspend' | 'organization.close';

/**
 * Tells when there is room for another act, if operators have done `limit` of these acts within an hour: in seconds since 1970, and how
 * long that is. An act that changed nothing has no row. The answer is exact while organizations are locked.
 */
export const untilRoomForAct = (
  tx: Tx,
  actions: readonly CountedAct[],
  limit: number,
): Promise<{ resetAt: number; secondsLeft: number } | undefined> =>
  tx.row<{ resetAt: number; secondsLeft: number }>(sql`
select ceil(extract(epoch from at + interval '1 hour'))::float8 as "resetAt", extract(epoch from at + interval '1 hour' - now())::float8 as "secondsLeft"
  from operator_audit
 where action = any (${[...actions]}::text[]) and result = 'SUCCESS' and at > now() - interval '1 hour'
 order by at desc, id offset ${limit - 1}::int limit 1`);

/**
 * Returns when the last mails about a closing of an organization left, or will leave. A mail is put off by a day at most, so the closings of
 * two days tell.
 */
export async function lastMailsOfClosing(tx: Tx, id: string): Promise<Date | undefined> {
  const row = await tx.row<{ at: string | null }>(sql`
select max((c.change ->> 'to')::timestamptz) as at
  from operator_audit a cross join lateral jsonb_array_elements(a.changes) as c (change)
 where a.at > now() - interval '49 hours' and a.target_id = ${id} and a.action = 'organization.close' and a.result = 'SUCCESS'
   and c.change ->> 'field' = ${mailsField}`);
  return row?.at ? dateOf(row.at) : undefined;
}

/** The change of a closing that says when its mails leave. */
export const mailsField = 'ownersToldAt';
