import type { Subject } from '../../judge/compile.ts';
import type {
  AccessDecision,
  AttemptOutcome,
  ClientType,
  DeviceTrust,
  RiskLevel,
} from '../../judge/types.ts';
import { dateOf } from '../../../lib/rows.ts';
import { type Shared, shared, sql, type Sql } from '../../../lib/sql.ts';
import type { LastWrite } from '../../../platform/last-writes.ts';
import { type ListPage, type Order, pageOfRows, type Window } from '../../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../../platform/tx.ts';

/** The signals of an attempt, as they are stored. A signal that was not known is left out. */
export interface StoredSignals {
  groups?: readonly string[];
  identityType?: string;
  address?: string;
  country?: string;
  devicePlatform?: string;
  deviceTrust?: DeviceTrust;
  riskLevel?: RiskLevel;
  clientType?: ClientType;
  /** Stored if it is true. */
  isAgent?: boolean;
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
  const { users, added } = statementsOf(orgId, rows);
  await tx.run(sql`with decision_users as (${users}) ${added}`);
}

/** As {@link addDecisions}, for the last statement of a transaction. */
export function decisionRows(orgId: string, rows: readonly DecisionRow[]): LastWrite {
  const { users, added } = statementsOf(orgId, rows);
  return {
    parts: [
      ['decision_users', users],
      ['decision_rows', added],
    ],
  };
}

function statementsOf(orgId: string, rows: readonly DecisionRow[]): { users: Sql; added: Sql } {
  const tenant = shared(orgId);
  const userIds = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
  const given = rows.map((row) => ({ ...row, outcomes: row.outcomes.toString('base64') }));
  return {
    users: keptUsers(tenant, JSON.stringify(userIds)),
    added: insert(tenant, JSON.stringify(given).replaceAll('\\u0000', '\\ufffd')),
  };
}

// A user who is being erased is waited for, or nothing would erase this row. The rows are in the order of their shared rows, so
// that two nodes never wait for each other without end.
const keptUsers = (orgId: Shared, userIds: string): Sql => sql`
select u.id from users u
 where u.org_id = ${orgId} and u.id = any(array(select jsonb_array_elements_text(${userIds}::jsonb)))
   for key share`;

const insert = (orgId: Shared, rows: string): Sql => sql`
insert into access_decisions as d (org_id, id, at, subject, user_id, identity_id, credential_id, application, decision, outcome,
                                   policy_id, policies, attempts, shared, signals, outcomes, request_id)
select ${orgId}, g.id, case when g.shared then date_trunc('minute', g.at) else g.at end, g.subject, g."userId",
       g."identityId", g."credentialId", g.application, g.decision, g.outcome, g."policyId",
       array(select jsonb_array_elements_text(g.policies)), g.attempts, g.shared, g.signals, decode(g.outcomes, 'base64'), g."requestId"
  from jsonb_to_recordset(${rows}::jsonb) as g (id text, at timestamptz, subject text, "userId" text, "identityId" text,
         "credentialId" text, application text, decision text, outcome text, "policyId" text, policies jsonb, attempts int, shared boolean, signals jsonb,
         outcomes text, "requestId" text)
 where g."userId" is null or g."userId" in (select id from decision_users)
 order by coalesce(g."credentialId", coalesce(g."userId", g."identityId") || ' ' || g.application, g.application, ''), g.outcome, g.policies ->> 0, g.at
on conflict (org_id, (coalesce(credential_id, coalesce(user_id, identity_id) || ' ' || application, application, '')), outcome, (policies[1]), at)
   where shared
   do update set attempts = d.attempts + excluded.attempts`;

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
  const conditions = [
    also(policyId, (id) => sql`policies @> array[${id}] and policies <> '{}'`),
    also(userId, (id) => sql`user_id = ${id}`),
    also(identityId, (id) => sql`identity_id = ${id}`),
    also(decision, (one) => sql`decision = ${one}`),
    also(outcome, (one) => sql`outcome = ${one}`),
    also(application, (one) => sql`application = ${one}`),
    also(from?.toISOString(), (at) => sql`at >= ${at}::timestamptz`),
    also(to?.toISOString(), (at) => sql`at < ${at}::timestamptz`),
  ];
  const where = sql.join(conditions, '');
  return pageOfRows<RawRow, DecisionRow>(
    tx,
    {
      from: sql`from access_decisions where org_id = ${orgId} and at > now() - interval '30 days'${where}`,
      columns,
      order: newest,
      toRow,
    },
    window,
  );
}

/** A condition behind others, if its value was asked for. */
const also = (value: string | undefined, condition: (value: string) => Sql): Sql =>
  value === undefined ? sql.empty : sql` and ${condition(value)}`;

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
  await tx.run(sql`delete from access_decisions where org_id = ${orgId} and user_id = ${userId}`);
}
