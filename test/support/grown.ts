import pg from 'pg';

/** A group of tables that {@link grow} fills. */
export type GrownPart =
  | 'credentials'
  | 'facts'
  | 'profiles'
  | 'events'
  | 'deliveries'
  | 'audit'
  | 'artifacts'
  | 'sign-ins'
  | 'users'
  | 'groups'
  | 'logs';

/** The number of expired rows, open deliveries and so on. It is the same for any number of rows. */
export const due = 200;

/** The id of row `n`. */
export const grownId = (prefix: string, n: number): string => `${prefix}_${String(n).padStart(26, '0')}`;

const id = (prefix: string, n = 'n'): string => `'${prefix}_' || lpad((${n})::text, 26, '0')`;
/** The first `due` rows have work to do, the others have not. */
const isDue = `n <= ${due}`;
/** An owner of ten rows. */
const owner = '1 + n / 10';

/**
 * Fills tables of a tenant as years of use do: `rows` rows of what grows, and always {@link due} rows of what tasks have to do.
 * Triggers and foreign keys do not run.
 * @param url of the database, as its superuser
 */
export async function grow(
  url: string,
  orgId: string,
  rows: number,
  parts: readonly GrownPart[] = Object.keys(statements) as GrownPart[],
): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(makePastPartitions);
    for (const part of parts) {
      for (const text of statements[part])
        await client.query(text.replaceAll('$1', `'${orgId}'`).replaceAll('$2', String(rows)));
    }
  } finally {
    await client.end();
  }
}

/** Only the weeks to come have partitions in a new database. */
const makePastPartitions = `do $do$
  declare plan partition_plans; starts timestamptz; child text;
  begin
    for plan in select * from partition_plans loop
      for ago in 1..(case plan.unit when 'week' then 13 else 4 end) loop
        starts := date_trunc(plan.unit, now(), 'UTC') - ago * ('1 ' || plan.unit)::interval;
        exit when starts + ('1 ' || plan.unit)::interval <= now() - plan.keep;
        child := plan.parent || to_char(starts at time zone 'UTC', '_YYYYMMDD');
        continue when to_regclass(child) is not null;
        execute format('create table %I (like %I including all) with (%s)', child, plan.parent, plan.storage);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)',
          plan.parent, child, starts, starts + ('1 ' || plan.unit)::interval);
        execute format('alter table %I owner to %s', child,
          (select relowner::regrole from pg_class where oid = plan.parent::regclass));
      end loop;
    end loop;
  end $do$`;

/** A time in the last days, the same share of them for any number of rows, not in the last hour. */
const ago = (days: number): string =>
  `now() - interval '1 hour' - (1 - n / $2::float8) * interval '${days} days'`;
const all = 'generate_series(1, $2::int) as n';
const tenth = 'generate_series(1, $2::int / 10) as n';
const hundredth = 'generate_series(1, $2::int / 100) as n';
const few = `generate_series(1, ${due}) as n`;

const statements: Record<GrownPart, readonly string[]> = {
  credentials: [
    `insert into identities (org_id, id, name, type, tags, risk_score, created_at, updated_at, expires_at)
     select $1, ${id('idn')}, 'service ' || n, 'SERVICE_ACCOUNT', '{payments}', n % 100, ${ago(400)}, now(), null
       from generate_series(1, $2::int / 10 + 1) as n`,
    // One of ten credentials is revoked, one has expired, and one is suspended. Half of them expire.
    `insert into credentials (org_id, id, identity_id, name, type, status, scopes, secret_hash, secret_prefix, secret_last4,
                              usage_count, last_used_at, expires_at, created_at, updated_at, deleted_at, expiry_notice_at,
                              previous_secret_hash, previous_expires_at)
     select $1, ${id('cred')}, ${id('idn', owner)}, 'key ' || n, 'API_KEY',
            case when n % 50 = 1 then 'REVOKED' when ${isDue} then 'ACTIVE' when n % 10 = 1 then 'REVOKED' when n % 10 = 2 then 'EXPIRED' when n % 10 = 3 then 'SUSPENDED' else 'ACTIVE' end,
            '{read:orders,write:orders}', sha256(convert_to($1 || n, 'UTF8')), 'kd_live_', 'abcd', n % 7,
            case when n % 3 > 0 then now() - (n % 120) * interval '1 day' end,
            case when ${isDue} then now() - interval '1 minute'
                 when n % 10 = 2 then now() - (n % 300 + 1) * interval '1 day'
                 when n % 2 = 0 then now() + (n % 300 + 40) * interval '1 day' end,
            ${ago(400)}, now(),
            case when n % 50 = 1 then now() - case when ${isDue} then 91 else n % 80 end * interval '1 day' end,
            case when n % 2 = 0 and n % 10 not in (1, 2) and not ${isDue} then now() + (n % 300 + 10) * interval '1 day' end,
            case when n % 200 = 5 then sha256(convert_to($1 || 'old' || n, 'UTF8')) end,
            case when n % 200 = 5 then now() + interval '1 day' end
       from ${all}`,
    `insert into retired_secrets (org_id, secret_hash, credential_id, retired_at)
     select $1, sha256(convert_to($1 || 'retired' || n, 'UTF8')), ${id('cred')}, now() - (n % 80) * interval '1 day' from ${tenth}`,
    `insert into quota_deltas (org_id, kind, delta)
     select $1, 'credentials', count(*) from credentials where org_id = $1 and status in ('ACTIVE', 'SUSPENDED')`,
    `insert into quota_deltas (org_id, kind, delta) select $1, 'identities', count(*) from identities where org_id = $1`,
  ],
  facts: [
    `insert into usage_facts (org_id, credential_id, at, source, address, uses)
     select $1, ${id('cred', '1 + (n * 7919::bigint) % ($2 / 10)')}, ${ago(60)}, case when n % 5 = 0 then 'API' else 'VERIFY' end,
            '192.0.2.' || n % 200, 1 from ${all}`,
    // Uses that the next roll-up and the next digest sum up.
    `insert into usage_facts (org_id, credential_id, at, source, address, uses)
     select $1, ${id('cred', '1 + n % 50')}, now() - interval '4 minutes' + n * interval '10 milliseconds', 'VERIFY', '192.0.2.1', 1
       from generate_series(1, 2000) as n`,
    `update usage_progress set rolled_to = now() - interval '5 minutes'`,
    `update detection_bookmarks set at = now() - interval '5 minutes' where name = 'usage'`,
    `insert into usage_days (org_id, credential_id, day, source, address, uses)
     select $1, ${id('cred', owner)}, (now() - (n % 10 + 1) * interval '7 days')::date, 'VERIFY', '192.0.2.' || n % 10, 5 from ${all}`,
    `insert into scope_uses (org_id, credential_id, scope, first_used_at, last_used_at, uses)
     select $1, ${id('cred', '1 + n / 2')}, case n % 2 when 0 then 'read:orders' else 'write:orders' end,
            now() - interval '300 days', now() - (n % 300) * interval '1 day', 9 from ${all}`,
    `insert into failure_facts (org_id, credential_id, at, code, address, failures)
     select $1, ${id('cred', '1 + (n * 7919::bigint) % ($2 / 10)')}, ${ago(6)}, 'IP_NOT_ALLOWED', '192.0.2.1', 1 from ${tenth}`,
    `insert into verification_days (org_id, day, code, verifications)
     select $1 || n, (now() - interval '5 days')::date, 'VALID', 5 from ${hundredth}`,
    `insert into refusal_days (org_id, credential_id, day, code, refusals)
     select $1, ${id('cred')}, (now() - (n % 25 + 1) * interval '1 day')::date, 'IP_NOT_ALLOWED', 5 from ${tenth}`,
  ],
  profiles: [
    `insert into credential_profiles (org_id, credential_id, first_seen_at, last_seen_at)
     select $1, ${id('cred')}, now() - interval '50 days', now() - interval '2 hours' from ${tenth}`,
    `insert into credential_addresses (org_id, credential_id, address, known, first_seen_at, last_seen_at)
     select $1, ${id('cred', owner)}, '192.0.2.' || n % 10, true, now() - interval '50 days', now() - interval '2 hours' from ${all}`,
    `insert into credential_countries (org_id, credential_id, country, known, first_seen_at, last_seen_at)
     select $1, ${id('cred')}, 'DE', true, now() - interval '50 days', now() - interval '2 hours' from ${tenth}`,
    `insert into credential_days (org_id, credential_id, day, uses, hours)
     select $1, ${id('cred', owner)}, (now() - (n % 10 + 1) * interval '3 days')::date, 5, 7 from ${all}`,
    `insert into anomalies (org_id, id, type, severity, score, identity_id, credential_id, subject, description, evidence, status,
                            last_seen_at, created_at, updated_at, closed_at)
     select $1, ${id('ano')}, 'NEW_IP', 'LOW', 10, ${id('idn')}, ${id('cred')}, 's' || n, 'd', '{}',
            case when n % 10 = 0 then 'OPEN' else 'RESOLVED' end, ${ago(300)}, ${ago(300)}, now(),
            case when n % 10 = 0 then null else ${ago(300)} end
       from ${tenth}`,
    `insert into alerts (org_id, id, subject, title, severity, status, source_type, description, last_triggered_at, created_at, updated_at, resolved_at)
     select $1, ${id('alt')}, 's' || n, 't', 'LOW', case when n % 10 = 0 then 'OPEN' else 'RESOLVED' end, 'anomaly', 'd', ${ago(300)}, ${ago(300)}, now(),
            case when n % 10 = 0 then null else ${ago(300)} end
       from ${tenth}`,
  ],
  events: [
    `insert into events (org_id, id, type, data, created_at)
     select $1, ${id('evt')}, 'identity.suspended', jsonb_build_object('identityId', ${id('idn')}, 'filling', repeat('x', 150)), ${ago(60)}
       from ${all}`,
  ],
  deliveries: [
    `insert into webhooks (org_id, id, name, url, events, secret)
     select $1, ${id('wh')}, 'hook ' || n, 'https://hooks.example.com/' || n, '{identity.suspended}', '\\x00' from generate_series(1, 20) as n`,
    `insert into deliveries (org_id, id, created_at, webhook_id, event_id, event_type, event_at, resource_id, status, attempts, next_attempt_at,
                             dead_letter_id, dead_lettered_at)
     select $1, ${id('dlv')}, ${ago(60)}, ${id('wh', '1 + n % 20')}, ${id('evt')}, 'identity.suspended', ${ago(60)}, ${id('idn')},
            case when n % 100 = 0 then 'FAILED' else 'SUCCESS' end, 1, null,
            case when n % 100 = 0 then ${id('dlq')} end, case when n % 100 = 0 then ${ago(60)} end
       from ${all}`,
    `insert into delivery_attempts (org_id, delivery_id, created_at, attempt, at, response_code, latency_ms, response_body)
     select $1, ${id('dlv')}, ${ago(60)}, 1, ${ago(60)}, 204, 12, '' from ${all}`,
    `insert into deliveries (org_id, id, webhook_id, event_id, event_type, event_at, resource_id, status)
     select $1, ${id('dlv', '900000000 + n')}, ${id('wh', '1 + n % 20')}, ${id('evt')}, 'identity.suspended', now() - interval '1 minute', ${id('idn')}, 'PENDING'
       from ${few}`,
  ],
  audit: [
    `insert into audit_logs (org_id, id, created_at, action, actor_type, actor_id, target_type, target_id, result, request_id, personal_hash)
     select $1, ${id('aud')}, ${ago(60)}, case n % 10 when 0 then 'identity.suspend' else 'credential.update' end, 'API_KEY', ${id('cred', '1 + n % 100')}, 'credential', ${id('cred', owner)},
            case when n % 50 = 0 then 'DENIED' else 'SUCCESS' end, ${id('req')}, sha256(convert_to(n::text, 'UTF8'))
       from ${all}`,
    `insert into audit_personal (org_id, audit_id, created_at, salt, content, ip)
     select $1, ${id('aud')}, ${ago(60)}, '\\x00',
            '{"actorName":"bench","targetName":"key","reason":null,"ipAddress":null,"userAgent":null,"changes":[]}', '192.0.2.' || n % 250
       from ${all}`,
    `insert into audit_seals (org_id, sequence, audit_id, audit_created_at, row_hash, hash, sealed_at)
     select $1, n, ${id('aud')}, ${ago(60)}, sha256(convert_to(n::text, 'UTF8')), sha256(convert_to(n::text, 'UTF8')), ${ago(60)} from ${all}`,
    `insert into audit_chains (org_id, sequence, hash, checkpoint_sequence, checkpoint_at, cut_before)
     select $1, $2::int, sha256(convert_to(($2::int)::text, 'UTF8')), $2::int, now() + interval '1 hour', now()`,
    `insert into audit_logs (org_id, id, created_at, action, actor_type, target_type, result, personal_hash)
     select $1, ${id('aud', '900000000 + n')}, now() - interval '1 minute', 'credential.update', 'SYSTEM', 'credential', 'SUCCESS', '\\x00' from ${few}`,
    `insert into audit_unsealed (org_id, created_at, audit_id)
     select org_id, created_at, id from audit_logs where org_id = $1 and created_at >= now() - interval '10 minutes'`,
  ],
  artifacts: [
    `insert into oidc_artifacts (org_id, model, id_hash, payload, client_id, user_id, grant_id, created_at, expires_at)
     select $1, case n % 3 when 0 then 'RefreshToken' when 1 then 'AccessToken' else 'Grant' end, sha256(convert_to($1 || n, 'UTF8')), '{"kind":"bench","filling":"' || repeat('x', 200) || '"}',
            'cli_1', ${id('usr', '1 + n / 5')}, ${id('grant', '1 + n / 3')}, now() - interval '1 hour',
            case when ${isDue} then now() - interval '1 minute' else now() + (n % 20 + 1) * interval '1 hour' end
       from ${all}`,
    `insert into exchanged_tokens (org_id, token_hash, ends_at)
     select $1, sha256(convert_to($1 || n, 'UTF8')), case when ${isDue} then now() - interval '2 hours' else now() + interval '1 hour' end from ${tenth}`,
    `insert into idempotency_keys (org_id, credential_id, operation_id, key_hash, request_hash, created_at)
     select $1, ${id('cred', '1 + n % 100')}, 'createIdentity', sha256(convert_to($1 || n, 'UTF8')), '\\x00',
            case when ${isDue} then now() - interval '25 hours' else now() - interval '1 hour' end from ${all}`,
    `insert into request_windows (name, started_at, count)
     select $1 || n, case when ${isDue} then now() - interval '11 minutes' else now() end, 1 from ${all}`,
  ],
  'sign-ins': [
    `insert into browsers (id, token_hash, last_seen_at, known)
     select md5($1 || n)::uuid, sha256(convert_to($1 || n, 'UTF8')),
            case when ${isDue} then now() - interval '2 days' else now() - (n % 20) * interval '1 hour' end, not ${isDue} and n % 2 = 0
       from ${tenth}`,
    `insert into login_sessions (org_id, id, browser_id, user_id, amr, auth_time, created_at, last_seen_at, expires_at)
     select $1, ${id('ses')}, md5($1 || n)::uuid, ${id('usr')}, '{pwd}', now(), now() - interval '1 hour',
            now() - (n % 10) * interval '1 hour', case when ${isDue} then now() - interval '1 minute' else now() + interval '10 hours' end
       from ${tenth}`,
    `insert into sign_ins (org_id, id, browser_id, user_id, return_to, expires_at)
     select $1, ${id('sgn')}, md5($1 || n)::uuid, ${id('usr')}, '/', case when ${isDue} then now() - interval '2 hours' else now() + interval '20 minutes' end
       from ${tenth}`,
    `insert into sign_in_places (org_id, user_id, countries, last_seen_at)
     select $1, ${id('usr')}, '{"DE": 1}', now() - (n % 300) * interval '1 day' from ${all}`,
    `insert into sign_in_failures (org_id, name_hash, window_started_at, failures)
     select $1, sha256(convert_to($1 || n, 'UTF8')), case when ${isDue} then now() - interval '3 days' else now() end, 1 from ${tenth}`,
    `insert into mailed_links (org_id, id, purpose, asked_hash, user_id, email, token_hash, created_at, expires_at)
     select $1, md5($1 || n)::uuid, 'RESET_PASSWORD', sha256(convert_to($1 || n, 'UTF8')), ${id('usr')}, md5('e' || n) || '@example.com', sha256(convert_to($1 || n, 'UTF8')), now(),
            case when ${isDue} then now() - interval '2 days' else now() + interval '10 minutes' end from ${tenth}`,
    `insert into invitations (org_id, user_id, token_hash, expires_at)
     select $1, ${id('usr')}, sha256(convert_to($1 || n, 'UTF8')), case when ${isDue} then now() - interval '8 days' else now() + interval '3 days' end from ${all}`,
  ],
  users: [
    `insert into users (org_id, id, status, email, username, first_name, last_name, display_name, external_id, created_at, updated_at, roles)
     select $1, ${id('usr')}, case when n % 20 = 0 then 'SUSPENDED' else 'ACTIVE' end,
            md5('e' || n) || '@example.com', md5('u' || n), 'First' || n % 1000, 'Last' || n % 7919, 'First' || n % 1000 || ' Last' || n % 7919, md5('x' || n), ${ago(400)}, ${ago(400)},
            case when n <= 50 then '{MEMBER,ADMIN}'::text[] else '{MEMBER}' end
       from ${all}`,
    `insert into user_values (org_id, user_id, attribute, place, leads, data)
     select $1, ${id('usr')}, 'emails', 0, true, jsonb_build_object('value', md5('e' || n) || '@example.com', 'primary', true) from ${all}`,
    `insert into sign_in_names (org_id, name, user_id) select $1, md5('u' || n), ${id('usr')} from ${all}`,
    `insert into sign_in_names (org_id, name, user_id) select $1, md5('e' || n) || '@example.com', ${id('usr')} from ${all}`,
    `insert into quota_deltas (org_id, kind, delta) values ($1, 'users', $2::int)`,
  ],
  groups: [
    `insert into groups (org_id, id, name, external_id, member_count, created_at)
     select $1, ${id('grp')}, 'Group ' || n, md5('g' || n), case when n = 1 then $2::int else 1 end, ${ago(300)} from ${tenth}`,
    // One large group, and others of one member.
    `insert into group_members (org_id, group_id, user_id, added_at) select $1, ${id('grp', '1')}, ${id('usr')}, ${ago(300)} from ${all}`,
    `insert into group_members (org_id, group_id, user_id, added_at) select $1, ${id('grp')}, ${id('usr')}, ${ago(300)} from ${tenth} where n > 1`,
    `insert into quota_deltas (org_id, kind, delta) values ($1, 'groups', $2::int / 10)`,
  ],
  logs: [
    `insert into provisioning_log (org_id, id, at, token_id, operation, method, target_type, target_id, status)
     select $1, ${id('prv')}, ${ago(25)}, ${id('sct', '1')}, 'replaceScimUser', 'PUT', 'User', ${id('usr')}, case when n % 50 = 0 then 400 else 200 end from ${tenth}`,
    `insert into access_decisions (org_id, id, at, subject, user_id, application, decision, outcome, shared, policies, signals, outcomes)
     select $1, ${id('cad')}, ${ago(25)}, 'user', ${id('usr')}, 'cli_1', 'ALLOW', case when n % 50 = 0 then 'DENIED' else 'ALLOWED' end, false, array[${id('cap', '1 + n % 20')}], '{}', '\\x00' from ${tenth}`,
    `insert into access_policy_days (org_id, policy_id, day, allowed)
     select $1 || n, 'cap_' || n % 20, (now() - (n % 20 + 1) * interval '1 day')::date, 5 from ${tenth}`,
  ],
};
