import type { Subject } from '../../judge/compile.ts';
import type {
  AccessDecision,
  AttemptOutcome,
  ClientType,
  DeviceTrust,
  RiskLevel,
} from '../../judge/types.ts';
import { dateOf } from '../../../lib/rows.ts';
import type { LastWrite } from '../../../platform/last-writes.ts';
import { type ListPage, type Order, pageOfRows, type Window } from '../../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../../platform/tx.ts';

/** What was known of an attempt, as it is stored: what is left out was not known. */
export interface StoredSignals {
  groups?: readonly string[];
  identityType?: string;
  address?: string;
  country?: string;
  devicePlatform?: string;
  deviceTrust?: DeviceTrust;
  riskLevel?: RiskLevel;
  clientType?: ClientType;
  amr?: readonly string[];
  /** When the user signed in. */
  authTime?: string;
  /** Whether the browser was asked for its device; absent for a request that no browser sent. */
  deviceAsked?: boolean;
}

/** A row of access_decisions. */
export interface DecisionRow {
  id: string;
  at: Date;
  subject: Subject;
  userId: string | null;
  identityId: string | null;
  credentialId: string | null;
  application: string | null;
  decision: AccessDecision;
  outcome: AttemptOutcome;
  policyId: string | null;
  policies: string[];
  /** How many attempts share the row. */
  attempts: number;
  /** Whether it is the row of a minute. */
  shared: boolean;
  signals: StoredSignals;
  /** Deflated. */
  outcomes: Buffer;
  requestId: string | null;
}

/** Adds decisions; shared ones to the row of their minute. */
export async function addDecisions(tx: Tx, orgId: string, rows: readonly DecisionRow[]): Promise<void> {
  await tx.execute(insertAlone, { ...decisionRows(orgId, rows).values });
}

/** As {@link addDecisions}, for the last statement of a transaction. */
export function decisionRows(orgId: string, rows: readonly DecisionRow[]): LastWrite {
  const given = rows.map((row) => ({ ...row, outcomes: row.outcomes.toString('base64') }));
  return {
    parts: [
      ['decision_users', users],
      ['decision_rows', insert],
    ],
    values: {
      decisionOrgId: orgId,
      decisionRows: JSON.stringify(given).replaceAll('\\u0000', '\\ufffd'),
      decisionUsers: JSON.stringify([...new Set(rows.flatMap(({ userId }) => userId ?? []))]),
    },
  };
}

// A user who is being erased is waited for, or nothing would erase this row. The rows are in the order of their shared rows, so
// that two nodes never wait for each other without end.
const users = `
select u.id from users u
 where u.org_id = :decisionOrgId and u.id = any(array(select jsonb_array_elements_text(:decisionUsers::jsonb)))
   for key share`;

const insert = `
insert into access_decisions as d (org_id, id, at, subject, user_id, identity_id, credential_id, application, decision, outcome,
                                   policy_id, policies, attempts, shared, signals, outcomes, request_id)
select :decisionOrgId, g.id, case when g.shared then date_trunc('minute', g.at) else g.at end, g.subject, g."userId",
       g."identityId", g."credentialId", g.application, g.decision, g.outcome, g."policyId",
       array(select jsonb_array_elements_text(g.policies)), g.attempts, g.shared, g.signals, decode(g.outcomes, 'base64'), g."requestId"
  from jsonb_to_recordset(:decisionRows::jsonb) as g (id text, at timestamptz, subject text, "userId" text, "identityId" text,
         "credentialId" text, application text, decision text, outcome text, "policyId" text, policies jsonb, attempts int, shared boolean, signals jsonb,
         outcomes text, "requestId" text)
 where g."userId" is null or g."userId" in (select id from decision_users)
 order by coalesce(g."credentialId", coalesce(g."userId", g."identityId") || ' ' || g.application, g.application, ''), g.outcome, g.policies ->> 0, g.at
on conflict (org_id, (coalesce(credential_id, coalesce(user_id, identity_id) || ' ' || application, application, '')), outcome, (policies[1]), at)
   where shared
   do update set attempts = d.attempts + excluded.attempts`;

const insertAlone = `with decision_users as (${users}) ${insert}`;

/** Which decisions a list has. */
export interface DecisionFilter {
  policyId?: string;
  userId?: string;
  identityId?: string;
  decision?: AccessDecision;
  outcome?: AttemptOutcome;
  application?: string;
  from?: Date;
  to?: Date;
}

/** Lists decisions, the newest first. */
export function listDecisions(
  tx: Tx,
  orgId: string,
  { policyId, userId, identityId, decision, outcome, application, from, to }: DecisionFilter,
  window: Window,
): Promise<ListPage<DecisionRow>> {
  const conditions = Object.entries({
    [`policies @> array[?] and policies <> '{}'`]: policyId,
    'user_id = ?': userId,
    'identity_id = ?': identityId,
    'decision = ?': decision,
    'outcome = ?': outcome,
    'application = ?': application,
    'at >= ?::timestamptz': from?.toISOString(),
    'at < ?::timestamptz': to?.toISOString(),
  }).filter(([, value]) => value !== undefined);
  const where = conditions.map(([sql]) => ` and ${sql}`).join('');
  return pageOfRows<RawRow, DecisionRow>(
    tx,
    {
      from: `from access_decisions where org_id = ? and at > now() - interval '30 days'${where}`,
      values: [orgId, ...conditions.map(([, value]) => value)],
      columns,
      order: newest,
      toRow,
    },
    window,
  );
}

const newest: Order = { key: 'at', keyType: 'timestamptz', descending: true, tie: 'id', tieDescending: true };

const columns = `id, at, subject, user_id as "userId", identity_id as "identityId", credential_id as "credentialId", application,
  decision, outcome, policy_id as "policyId", policies, attempts, shared, signals, encode(outcomes, 'base64') as outcomes,
  request_id as "requestId"`;

type RawRow = Omit<DecisionRow, 'at' | 'outcomes'> & { at: string; outcomes: string };

const toRow = (row: RawRow): DecisionRow => ({
  ...row,
  at: dateOf(row.at),
  outcomes: Buffer.from(row.outcomes, 'base64'),
});

/** Erases the decisions about a user. */
export async function eraseDecisions(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.execute('delete from access_decisions where org_id = ? and user_id = ?', [orgId, userId]);
}
