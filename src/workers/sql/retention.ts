import type { Pool } from 'pg';
import { numbered, sql, type Sql } from '../../lib/sql.ts';
import { isAside } from '../../platform/sql/tenant-jobs.ts';
import { keptSeconds } from '../../webhooks/sql/listeners.ts';
import { type Part, partOf } from './table-parts.ts';

/** Rows that one statement removes. It locks no more rows, and none that another transaction holds. */
const block = 1_000;
/** Statements for one table in one run; what is left then is left to the next run. */
const mostBlocks = 200;
/** For what every sign-in and every token leaves behind: 500 rows a second go as fast as they come. */
const mostBusyBlocks = 2_000;

/**
 * Removes rows that are no longer kept (decisions 6.16, docs/retention.md), a block at a time, so that no request waits
 * for long:
 * - tombstones, secrets that a rotation replaced, SCIM tokens and initial access tokens that ended, after 90 days
 * - invitations seven days and other mailed links a day after their end
 * - counts of mails and of registered clients two hours after their hour began
 * - idempotency records after 24 hours, and windows of addresses after ten minutes
 * - attempts to sign in an hour after their end, and logins at their end
 * - browsers without a sign-in after a day, and others 400 days after they were last seen
 * - failures to sign in after two days, and authenticator apps that were never confirmed
 * - notes of exchanged tokens an hour after their end
 * - used scopes after 400 days and with their credential
 * - signing secrets whose time of grace is over
 * - anomalies and alerts after 400 days, and the data that finds them (docs/risk.md)
 * - counts of access policies, verifications and sign-ins, and back-tests, after 30 days
 *
 * May run on several nodes at once. It reads what it removes, by an index. Where an index would cost every use of a row, a run reads
 * one part of the table (`partOf`).
 *
 * @throws {AggregateError} with what failed, when each table has had its turn
 */
export const removeOldRows = (pool: Pool): Promise<void> =>
  // Traces that `sweep-requests` has left after an outage.
  removeAll(
    pool,
    [...removals, ...busyRemovals],
    traces.map((kind) => trimming(kind, `select org_id, id from ${kind.partners}`)),
  );

/**
 * Removes what requests without a key left behind and what has ended: sign-ins, browsers, and artifacts of the OpenID Connect
 * engine, kept forms among them. Also removes requests, logouts and surplus traces of SAML service providers, and these rows of
 * connections: surplus traces, used logout tokens, responses, test sign-ins, and logouts at their identity providers. Listeners without a
 * stream go as well. May run on several nodes at once.
 *
 * @throws {AggregateError} with what failed, when each table has had its turn
 */
export const sweepRequests = (pool: Pool): Promise<void> =>
  removeAll(
    pool,
    busyRemovals,
    traces.map((kind) => trimming(kind, withNewTraces(kind))),
  );

type Step = (pool: Pool) => Promise<void>;

async function removeAll(pool: Pool, statements: readonly Sql[], last: readonly Step[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of [...statements.map(inBlocks), ...last]) {
    try {
      await step(pool);
    } catch (error) {
      errors.push(error); // A fault of one table does not concern the next.
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} tables could not be cleaned up`);
}

function inBlocks(statement: Sql): Step {
  const most = busyRemovals.includes(statement) ? mostBusyBlocks : mostBlocks;
  return async (pool) => {
    for (let blocks = 0; blocks < most; blocks++) {
      const { rowCount } = await pool.query(numbered(statement));
      if ((rowCount ?? 0) < block) break;
    }
  };
}

/** Rows are locked before they are removed, so the place of none changes in between. */
function remove(name: string, condition: string): Sql {
  const table = sql.raw(name);
  return sql`delete from ${table} where ctid = any (array(
    select ctid from ${table} t where ${sql.raw(condition)} limit ${block}::int for update skip locked))`;
}
const removeInParts = (table: string, condition: string, part: Part): Sql =>
  remove(table, `${partOf(table, 't', part)} and (${condition})`);
/** Some ten thousand rows. */
const hourly: Part = { everySeconds: 3_600, pages: 500 };

/** Tables about the use of credentials. Their rows are kept as long as the credential. */
const ofCredentials = [
  'scope_uses',
  'credential_profiles',
  'credential_addresses',
  'credential_countries',
  'credential_days',
];
const ofRemoved = (table: string): string =>
  `${table} as (delete from ${table} t using removed r where t.org_id = r.org_id and t.credential_id = r.id)`;

/**
 * Removes credentials with what is kept of their use.
 * The triggers `credentials_count_gone` and `identities_count_gone` skip these rows, which were counted out at their end.
 */
const removeCredentials = sql`
with removed as (
  ${remove('credentials', `deleted_at < now() - interval '90 days'`)} returning org_id, id
), ${sql.raw(ofCredentials.map(ofRemoved).join(', '))}
select from removed`;

/** The traces of one kind of partner, by the column that names the partner. */
interface Traces {
  table: 'saml_traces' | 'federation_traces';
  column: 'service_provider_id' | 'connection_id';
  partners: 'saml_service_providers' | 'federation_connections';
}

const traces: readonly Traces[] = [
  { table: 'saml_traces', column: 'service_provider_id', partners: 'saml_service_providers' },
  { table: 'federation_traces', column: 'connection_id', partners: 'federation_connections' },
];

interface Partner {
  org_id: string;
  id: string;
}

/** Partners whose traces one statement trims. */
const trimmedAtOnce = 100;

/**
 * Keeps the newest 1,000 traces of these partners with something that they vouch for, the newest 1,000 verified requests for a
 * sign-in, and the newest 100 others. Each partner is looked at once: to find the oldest trace that is kept, Postgres reads a
 * thousand entries of an index.
 */
function trimming(kind: Traces, partners: string): Step {
  return async (pool) => {
    const { rows } = await pool.query<Partner>(partners);
    for (let at = 0; at < rows.length; at += trimmedAtOnce) {
      const some = rows.slice(at, at + trimmedAtOnce);
      await pool.query(numbered(trim(kind, some)));
    }
  };
}

/** Only partners with new traces can have too many. */
const withNewTraces = ({ table, column }: Traces): string =>
  `select distinct org_id, ${column} as id from ${table} where at > now() - interval '3 minutes'`;

function trim({ table: name, column }: Traces, partners: readonly Partner[]): Sql {
  const [table, partner] = [sql.raw(name), sql.raw(column)];
  const tenants = partners.map(({ org_id }) => org_id);
  const ids = partners.map(({ id }) => id);
  return sql`
delete from ${table} where ctid = any (array(
  select surplus.ctid
    from unnest(${tenants}::text[], ${ids}::text[]) p (org_id, id)
   cross join (values (0, 100), (1, 1000), (2, 1000)) kept (ring, most)
   cross join lateral (select n.at, n.id from ${table} n
      where n.org_id = p.org_id and n.${partner} = p.id and n.ring = kept.ring
      order by n.at desc, n.id offset kept.most limit 1) cut
   cross join lateral (select t.ctid from ${table} t
      where t.org_id = p.org_id and t.${partner} = p.id and t.ring = kept.ring
        and t.at <= cut.at and (t.at < cut.at or t.id >= cut.id)
        for update skip locked) surplus))`;
}

const busyRemovals = [
  remove('webhook_listeners', `seen_at < now() - interval '${keptSeconds} seconds'`),
  remove('verification_changes', `at < now() - interval '10 minutes'`),
  remove('sign_ins', `expires_at < now() - interval '1 hour'`),
  // A browser without a sign-in is worthless after a day. A known browser is kept for as long as its cookie.
  remove('browsers', `not known and last_seen_at < now() - interval '1 day'`),
  remove('oidc_artifacts', `expires_at < now()`),
  remove('passkey_challenges', `expires_at < now()`),
  remove('saml_requests', `expires_at < now()`),
  remove('saml_logouts', `expires_at < now()`),
  remove('saml_logout_parts', `expires_at < now()`),
  removeInParts('request_windows', `started_at < now() - interval '10 minutes'`, {
    everySeconds: 60,
    pages: 5_000,
  }),
  remove('saml_traces', `at < now() - interval '7 days'`),
  remove('federation_traces', `at < now() - interval '7 days'`),
  remove('federation_logout_tokens', `expires_at < now()`),
  remove('federation_logouts', `expires_at < now()`),
  remove('federation_responses', `forget_at < now()`),
  remove('federation_test_sign_ins', `expires_at < now()`),
];

const removals = [
  remove('idempotency_keys', `created_at < now() - interval '24 hours'`),
  removeCredentials,
  remove('retired_secrets', `retired_at < now() - interval '90 days'`),
  remove(
    'identities',
    `deleted_at < now() - interval '90 days'
      and not exists (select from credentials c where c.org_id = t.org_id and c.identity_id = t.id)`,
  ),
  // Every use changes `last_used_at`. An index on it would end the HOT updates of these rows.
  removeInParts('scope_uses', `last_used_at < now() - interval '400 days'`, hourly),
  remove('scim_tokens', `least(revoked_at, expires_at) < now() - interval '90 days'`),
  remove('oidc_initial_access_tokens', `least(revoked_at, expires_at) < now() - interval '90 days'`),
  remove('oidc_registration_hours', `hour < now() - interval '2 hours'`),
  remove('federation_encryption_keys', `retired_at < now() - interval '30 days'`),
  remove('federation_setup_links', `expires_at < now() - interval '90 days'`),
  remove('mailed_links', `expires_at < now() - interval '1 day'`),
  remove('mail_windows', `hour < now() - interval '2 hours'`),
  remove('invitations', `expires_at < now() - interval '7 days'`),
  remove('login_sessions', `expires_at < now() or last_seen_at < now() - interval '12 hours'`),
  // A lock lasts a day at most, and a window no longer.
  remove('sign_in_failures', `window_started_at < now() - interval '2 days'`),
  remove('browsers', `last_seen_at < now() - interval '400 days'`),
  // As with `scope_uses`, for every sign-in.
  removeInParts('sign_in_places', `last_seen_at < now() - interval '400 days'`, hourly),
  remove('totp_enrolments', `expires_at < now()`),
  // A sign-in that it began goes on for half an hour.
  remove('access_passes', `expires_at < now() - interval '1 day'`),
  remove('saml_sessions', `expires_at < now()`),
  remove('oidc_user_code_tries', `started_at < now() - interval '1 hour'`),
  remove('anomalies', `coalesce(closed_at, last_seen_at) < now() - interval '400 days'`),
  remove('alerts', `coalesce(resolved_at, last_triggered_at) < now() - interval '400 days'`),
  remove('governance_inbox', `due_at = 'infinity' and created_at < now() - interval '90 days'`),
  remove('failure_facts', `at < now() - interval '7 days'`),
  remove('identity_violations', `violated_at < now() - interval '7 days'`),
  remove('credential_days', `day < (now() at time zone 'UTC')::date - 36`),
  // A node of the release before removes a credential and these rows by two statements, and may be killed in between. A join might
  // read all credentials for a few rows.
  ...ofCredentials.map((table) =>
    removeInParts(
      table,
      '(select true from credentials c where c.org_id = t.org_id and c.id = t.credential_id) is null',
      { ...hourly, pages: 50 },
    ),
  ),
  ...['verification_days', 'refusal_days', 'sign_in_days'].map((table) =>
    remove(table, `day < (now() at time zone 'UTC')::date - 30`),
  ),
  remove('access_policy_days', `day < (now() at time zone 'UTC')::date - 30`),
  remove('access_backtests', `created_at < now() - interval '30 days'`),
  remove('tenant_jobs', `given_up_at < now() - interval '30 days'`),
  remove('operator_audit', `at < now() - interval '400 days'`),
  // An address that fails is called again within ten minutes as long as anything waits for it.
  remove('failing_addresses', `retry_at < now() - interval '1 hour'`),
  // A job that waits behind an address that never answers has had no attempt of its own. Jobs that are set aside wait for a resumption
  // (platform/sql/tenant-jobs.ts).
  sql`update tenant_jobs set given_up_at = now(), last_error = coalesce(last_error, 'It waited for seven days')
    where ctid = any (array(select ctid from tenant_jobs t
      where t.given_up_at is null and t.created_at < now() - interval '7 days' and not ${isAside(sql`t`)}
      limit ${block}::int for update skip locked))`,
  // A role that may not change rows may not lock them either, and these need no lock.
  sql`delete from exchanged_tokens where ctid = any (array(
     select ctid from exchanged_tokens where ends_at < now() - interval '1 hour' limit ${block}::int))`,
  sql`update webhooks set previous_secret = null, previous_secret_expires_at = null
    where ctid = any (array(select ctid from webhooks where previous_secret_expires_at < now() limit ${block}::int
      for no key update skip locked))`,
];
