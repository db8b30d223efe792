import type { Pool } from 'pg';
import { commandLineId } from '../../lib/command-line-id.ts';
import { named, numbered, type Sql, type SqlValue, sql } from '../../lib/sql.ts';
import { withoutIndex } from '../../platform/sql/no-index.ts';
import type { Tx } from '../../platform/tx.ts';
import { running, usesToTell, watchingTenants } from './uses.ts';

/** Verifications of one presented secret that ask the same and wait for an answer. */
export interface SecretDemand {
  orgId: string;
  hash: Buffer;
  /** Where it was presented from, for the usage fact. */
  address: string | null;
  consume: boolean;
  /** The same as Postgres reads it, for the address lists; null if it is not an address. */
  inet: string | null;
  /** For each scope that is asked for, the scopes that cover it, as the text of an array. The credential must have one of each. */
  coverings: readonly string[];
  /** Whether more is asked than the statement can see, so that a use may only be counted once judged. */
  needsJudgement: boolean;
  /** The {@link SecretFinding.judgedVersion} that was judged good; uses of another version are not counted. */
  judged: string | null;
  /** The policies that cannot apply to these uses; null if they may. */
  ruledOut: RuledOut | null;
  /**
   * With a {@link judged} one, the uses of a minute that may be counted, {@link unbounded} where they are only watched;
   * null where no policy counts them.
   */
  mostInWindow: number | null;
  calls: number;
  /** The id of the event to write if this use spends the last one of the credential. */
  eventId: string;
}

/** Policies that cannot apply to a use, as far as the request says. */
export interface RuledOut {
  /** Their policies_version. */
  version: number;
  /** They cannot apply to an identity whose risk score is less. */
  belowRisk: number;
}

export type SecretState =
  | 'VALID'
  | 'EXPIRED'
  | 'REVOKED'
  | 'SUSPENDED'
  | 'USAGE_EXCEEDED'
  | 'IDENTITY_INACTIVE';

/** Which {@link SecretState} a secret has, or that its organization is suspended or closed, which callers hear as `IDENTITY_INACTIVE`. */
export type FoundState = SecretState | 'ORGANIZATION_SUSPENDED';

/** Any number of uses of a minute: the largest that a column of the statement holds. */
export const unbounded = 2_147_483_647;

/** The answer of the database to one demand; an unknown secret has no row. */
export interface SecretFinding {
  /** Place in the demands, from 0. */
  at: number;
  state: FoundState;
  /** Whether this is the old secret of a rotation. */
  grace: boolean;
  /** Names the configuration of credential and identity that this row shows, and the policies of the tenant. */
  judgedVersion: string;
  /**
   * Uses that were counted for the credential by this statement, of all demands; null when none could be: not asked
   * for, or not before it is judged, or {@link contended}.
   */
  granted: number | null;
  /** Whether a use was to be counted and the row could not be had: a change holds it, or has just changed it. */
  contended: boolean;
  /** Calls of this credential that stand before these ones in the same statement. */
  before: number | null;
  /** Uses before this statement. */
  usageCount: number;
  maxUsageCount: number | null;
  now: Date;
  credentialId: string;
  credentialName: string;
  scopes: string[];
  isTemporary: boolean;
  expiresAt: Date | null;
  allowedIps: string[] | null;
  identityAllowedIps: string[] | null;
  identityExpiresAt: Date | null;
  identityId: string;
  identityName: string;
  identityType: 'SERVICE_ACCOUNT' | 'API_KEY' | 'CI_CD' | 'AI_AGENT';
  identityStatus: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
  riskScore: number;
  tags: string[];
  /** Names the policies of the tenant; 0 when it has none, and then what follows is null. */
  policiesVersion: number;
  credentialVersion: number;
  ageSeconds: number | null;
  idleSeconds: number | null;
  /** Uses in the running minute before this statement. */
  windowUses: number | null;
}

/**
 * Looks presented secrets up and counts their uses, in one statement: the count is exact under any concurrency,
 * never passes the cap, and is durable when this resolves. It sees every change that committed before it was
 * sent, so a secret whose revocation has been answered is never valid. The use that reaches the cap expires the
 * credential and writes its event here, in the same transaction. Rows are locked in the order of their ids, so
 * that two statements never wait for each other.
 * The triggers `events_owe_deliveries` and `events_are_followed` pass its events on (platform/events.ts). If a use spends
 * the credential, the trigger `credentials_count_ended` takes the credential out of the tenant's count.
 *
 * @param wait whether to wait for rows that a change holds; one that serves the secrets of many callers must not
 */
export async function verifySecrets(
  pool: Pool,
  demands: SecretDemand[],
  wait: boolean,
): Promise<SecretFinding[]> {
  const statement = wait
    ? named('verify-secrets-waiting', verification(demands, sql.empty))
    : named('verify-secrets', verification(demands, skipLocked));
  const { rows } = await pool.query<SecretFinding>(numbered(statement));
  return rows;
}

/** The columns of the credential that the statements read for a presented secret `f` of an identity `i`. */
const found = sql`c.id, c.name, c.scopes, c.is_temporary, c.expires_at, c.usage_count, c.max_usage_count,
         c.allowed_ips, c.version, c.status, c.status_reason, c.identity_id, c.created_at, c.last_rotated_at, c.last_used_at,
         c.use_window_started_at, c.use_window_count`;

/**
 * The {@link FoundState} of a secret.
 * @param suspendedAt when its organization was suspended or closed; null while the organization serves
 */
export const state = (
  suspendedAt: Sql,
): Sql => sql`case when ${suspendedAt} is not null then 'ORGANIZATION_SUSPENDED'
              when f.status = 'REVOKED' then 'REVOKED'
              when f.status = 'EXPIRED' and f.status_reason = 'USAGE_LIMIT' then 'USAGE_EXCEEDED'
              when f.status = 'EXPIRED' or f.expires_at <= now() then 'EXPIRED'
              when f.status = 'SUSPENDED' then 'SUSPENDED'
              when i.status <> 'ACTIVE' or i.expires_at <= now() then 'IDENTITY_INACTIVE'
              when f.usage_count >= f.max_usage_count then 'USAGE_EXCEEDED'
              else 'VALID' end`;

/**
 * Whether a secret is presented from an allowed address, and has the scopes that are asked for. It may miss what fits. Such a use
 * is judged, and then counted by the next statement.
 * @param places of the demands that ask for scopes
 * @param coverings {@link SecretDemand.coverings} at these places
 */
export const fits = (
  places: SqlValue,
  coverings: SqlValue,
): Sql => sql`(f.allowed_ips is null or coalesce(f.inet::inet <<= any (f.allowed_ips::cidr[]), false))
             and (i.allowed_ips is null or coalesce(f.inet::inet <<= any (i.allowed_ips::cidr[]), false))
             and not exists (select from unnest(${places}::int[], ${coverings}::text[]) as needed (at, covering)
                              where needed.at = f.at and not f.scopes && needed.covering::text[])`;

const skipLocked = sql`skip locked`;

const watching = watchingTenants(sql`queued`);

const told = usesToTell(sql`
    select q.org_id, q.id, s.identity_id, s.identity_name, t.environment, s.max_usage_count, q.address,
           null::text as user_agent, 'VERIFY' as source, least(q.calls, q.uses - q.before) as uses,
           q.usage_count + q.before as usage_count
      from queued q join seen s on s.at = q.at join tenants t on t.id = q.org_id
     where q.uses > q.before
     order by q.at`);

const isActive = withoutIndex(sql`c.status = 'ACTIVE'`);

const verification = (demands: readonly SecretDemand[], locking: Sql): Sql => sql`
with asked as (
  select asked.*, (ordinal - 1)::int as at
    from unnest(${demands.map((d) => d.orgId)}::text[], ${demands.map((d) => d.hash)}::bytea[],
                ${demands.map((d) => d.address)}::text[], ${demands.map((d) => d.consume)}::boolean[],
                ${demands.map((d) => d.needsJudgement)}::boolean[], ${demands.map((d) => d.judged)}::text[],
                ${demands.map((d) => d.calls)}::int[], ${demands.map((d) => d.eventId)}::text[],
                ${demands.map((d) => d.mostInWindow)}::int[], ${demands.map((d) => d.ruledOut?.version ?? null)}::bigint[],
                ${demands.map((d) => d.ruledOut?.belowRisk ?? null)}::int[], ${demands.map((d) => d.inet)}::text[])
         with ordinality
         as asked (org_id, hash, address, consume, needs_judgement, judged, calls, event_id, most_in_window, ruled_out, below_risk,
                   inet, ordinal)
), found as (
  select asked.*, ${found}, false as grace
    -- lateral and limit keep this a look-up per secret: a plan made while there are few rows would scan them all
    from asked, lateral (select * from credentials c where c.secret_hash = asked.hash limit 1) c
   where c.org_id = asked.org_id
  union all
  select asked.*, ${found}, true as grace
    from asked, lateral (select * from credentials c
      where c.previous_secret_hash = asked.hash and c.org_id = asked.org_id and c.previous_expires_at > now() limit 1) c
), seen as materialized (
  select f.*, i.name as identity_name, i.type as identity_type,
         i.status as identity_status, i.risk_score, i.tags, i.allowed_ips as identity_allowed_ips, i.expires_at as identity_expires_at,
         f.version || '.' || i.version || '.' || t.policies_version as judged_version, t.policies_version,
         ${state(sql`t.suspended_at`)} as state,
         (not f.needs_judgement and ${fits(
           demands.flatMap(({ coverings }, at) => coverings.map(() => at)),
           demands.flatMap(({ coverings }) => coverings),
         )}
             and (t.policies_version = 0
                  or coalesce(t.policies_version = f.ruled_out and i.risk_score < f.below_risk, false)))
           or coalesce(f.judged = f.version || '.' || i.version || '.' || t.policies_version, false) as countable
    from found f
    join identities i on i.org_id = f.org_id and i.id = f.identity_id
    join tenants t on t.id = f.org_id
), held as materialized (
  select s.at, s.org_id, s.id, s.calls, s.address, c.usage_count, c.max_usage_count,
         -- no count by policies that are gone, or demands of one credential would be granted by different sums
         case when s.policies_version > 0 then s.most_in_window end as most_in_window,
         coalesce(c.${running}, false) as window_runs,
         case when c.${running} then c.use_window_count else 0 end as window_uses
    from seen s
    join credentials c on c.org_id = s.org_id and c.id = s.id
   where s.state = 'VALID' and s.consume and s.countable and c.version = s.version and ${isActive}
   order by c.org_id, c.id
     for no key update of c ${locking}
), queued as materialized (
  select h.*, coalesce(usage_count + uses >= max_usage_count, false) as spent
    from (
      -- greatest() and least() skip nulls: without the case, an uncapped credential would never count
      select h.*,
             least(total, case when max_usage_count is not null then greatest(max_usage_count - usage_count, 0) end,
                   case when most_in_window is not null then greatest(most_in_window - window_uses, 0) end) as uses
        from (select *, sum(calls) over (partition by org_id, id order by at) - calls as before,
                     sum(calls) over (partition by org_id, id) as total from held) as h) as h
), updated as (
  update credentials c
     set usage_count = c.usage_count + q.uses,
         last_used_at = date_trunc('milliseconds', now()),
         use_window_started_at =
           case when q.most_in_window is null or q.window_runs then c.use_window_started_at else now() end,
         use_window_count =
           case when q.most_in_window is null then c.use_window_count else q.window_uses + q.uses end,
         status = case when q.spent then 'EXPIRED' else c.status end,
         status_reason = case when q.spent then 'USAGE_LIMIT' else c.status_reason end,
         version = c.version + q.spent::int,
         updated_at = case when q.spent then now() else c.updated_at end
    from queued q where c.org_id = q.org_id and c.id = q.id and q.before = 0 and q.uses > 0
  returning q.at, c.usage_count, q.spent
), facts as (
  insert into usage_facts (org_id, credential_id, source, address, uses)
  select q.org_id, q.id, 'VERIFY', q.address, sum(least(q.calls, q.uses - q.before))
    from queued q where q.uses > q.before
   group by q.org_id, q.id, q.address
), watching as materialized (${watching}
), told as (
  -- the use that spends a credential is told before its end
  insert into events (org_id, id, type, data) ${told}
  union all
  select s.org_id, s.event_id, 'credential.expired', jsonb_build_object(
           'credentialId', s.id, 'identityId', s.identity_id, 'identityName', s.identity_name,
           'expiresAt', to_char(s.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', 'USAGE_LIMIT', 'usageCount', u.usage_count,
           'environment', (select environment from tenants t where t.id = s.org_id))
    from updated u join seen s on s.at = u.at where u.spent
)
select s.at, s.state, s.grace, s.judged_version as "judgedVersion",
       s.state = 'VALID' and s.consume and s.countable and q.at is null as contended,
       q.uses::int as granted, q.before::int as before,
       coalesce(q.usage_count, s.usage_count)::float8 as "usageCount", s.max_usage_count as "maxUsageCount",
       now() as now, s.id as "credentialId", s.name as "credentialName", s.scopes,
       s.is_temporary as "isTemporary", s.expires_at as "expiresAt", s.allowed_ips as "allowedIps",
       s.identity_allowed_ips as "identityAllowedIps", s.identity_id as "identityId",
       s.identity_name as "identityName", s.identity_type as "identityType", s.identity_status as "identityStatus",
       s.identity_expires_at as "identityExpiresAt",
       s.risk_score as "riskScore", s.tags, s.policies_version::float8 as "policiesVersion",
       s.version as "credentialVersion", p.*
  from seen s
  left join queued q on q.at = s.at
  left join lateral (
    select extract(epoch from now() - coalesce(s.last_rotated_at, s.created_at))::float8 as "ageSeconds",
           extract(epoch from now() - greatest(s.last_used_at, s.last_rotated_at, s.created_at))::float8 as "idleSeconds",
           coalesce(q.window_uses, case when s.${running} then s.use_window_count else 0 end) as "windowUses"
     where s.policies_version > 0) as p on true`;

/** A secret that no credential of the tenant has any more. */
export interface RetiredDemand {
  orgId: string;
  hash: Buffer;
}

export interface RetiredSecret {
  /** The credential that a rotation has given another secret. */
  credentialId: string;
  now: Date;
}

/** Finds secrets that a rotation has replaced, each at the place of its demand. They are kept for 90 days. */
export async function retiredSecrets(
  pool: Pool,
  demands: readonly RetiredDemand[],
): Promise<(RetiredSecret | undefined)[]> {
  const { rows } = await pool.query<RetiredSecret & { at: number }>(
    numbered(named('retired-secrets', retired(demands))),
  );
  const byPlace = new Map(rows.map(({ at, ...found }) => [at, found]));
  return demands.map((_, at) => byPlace.get(at));
}

const retired = (demands: readonly RetiredDemand[]): Sql => sql`
select (asked.at - 1)::int as at, r.credential_id as "credentialId", now() as now
  from unnest(${demands.map(({ orgId }) => orgId)}::text[], ${demands.map(({ hash }) => hash)}::bytea[])
       with ordinality as asked (org_id, hash, at)
  join retired_secrets r on r.org_id = asked.org_id and r.secret_hash = asked.hash`;

/** A secret of some tenant. */
export interface FoundSecret {
  /** Place in the hashes, from 0. */
  at: number;
  orgId: string;
  environment: 'live' | 'test';
  kind: 'CREDENTIAL' | 'SCIM_TOKEN' | 'USER_TOKEN' | 'INITIAL_ACCESS_TOKEN' | 'REGISTRATION_TOKEN';
  /** The id of what the secret proves. A token of the command line proves its grant, and a registration access token its client. */
  id: string;
}

/** Finds the owners of these secrets, in all tenants. An unknown secret has no row. */
export async function findLeakedSecrets(pool: Pool, hashes: readonly Buffer[]): Promise<FoundSecret[]> {
  const { rows } = await pool.query<FoundSecret>(numbered(named('find-leaked-secrets', leaked(hashes))));
  return rows;
}

// Written out, or Postgres could not know that the index `oidc_artifacts_of_command_line` has the tokens.
const commandLine = sql.raw(`'${commandLineId}'`);

// lateral and limit keep it a look-up per secret, as in `verification`.
const leaked = (hashes: readonly Buffer[]): Sql => sql`
with asked as (
  select hash, (ordinal - 1)::int as at from unnest(${hashes}::bytea[]) with ordinality as asked (hash, ordinal)
)
select asked.at, f.org_id as "orgId", t.environment, f.kind, f.id
  from asked, lateral (
    (select c.org_id, 'CREDENTIAL' as kind, c.id from credentials c where c.secret_hash = asked.hash limit 1)
    union all
    (select c.org_id, 'CREDENTIAL', c.id from credentials c where c.previous_secret_hash = asked.hash limit 1)
    union all
    (select s.org_id, 'SCIM_TOKEN', s.id from scim_tokens s where s.token_hash = asked.hash limit 1)
    union all
    (select i.org_id, 'INITIAL_ACCESS_TOKEN', i.id from oidc_initial_access_tokens i where i.token_hash = asked.hash limit 1)
    union all
    (select r.org_id, 'REGISTRATION_TOKEN', r.client_id from oidc_client_registrations r where r.token_hash = asked.hash limit 1)
    union all
    (select a.org_id, 'USER_TOKEN', a.grant_id from oidc_artifacts a
      where a.id_hash = asked.hash and a.client_id = ${commandLine} and a.model in ('AccessToken', 'RefreshToken')
        and a.grant_id is not null limit 1)
  ) as f
  join tenants t on t.id = f.org_id
 order by asked.at`;

/**
 * Notes that a token of another issuer was exchanged. A caller who presents the same token at the same time waits
 * here, so call this before taking any lock.
 * A token from before a restore counts as exchanged, because the note of its exchange may be lost.
 * @param times when the token was issued, and when it expires: after that, the note is not needed
 * @returns whether it was the first time
 */
export async function spendToken(
  tx: Tx,
  orgId: string,
  hash: Buffer,
  { issuedAt, endsAt }: { issuedAt: Date; endsAt: Date },
): Promise<boolean> {
  return tx.has(sql`
    insert into exchanged_tokens (org_id, token_hash, ends_at)
    select ${orgId}, ${hash}, ${endsAt.toISOString()}::timestamptz
     where not exists (select from restores where restored_at >= ${issuedAt.toISOString()}::timestamptz)
    on conflict do nothing
    returning org_id`);
}
