import { aCredential } from '../../test/support/builders.ts';
import type { TestService } from '../../test/support/service.ts';
import type { Attack, Shot } from './attack.ts';

/** Several callers of a tenant together. Places bound what its reports take, not the rate of one caller. */
const often = { perMinute: 600, most: 620 };
/** Reports read the newest 10,000 rows of each table. */
const rows = 100_000;

/** The reports of a tenant whose tables are larger than what a report reads. */
export async function* reportAttacks(service: TestService): AsyncGenerator<Attack> {
  await manyRows(service);
  for (const name of ['overview', 'verification-outcomes'])
    yield { name: `reports: ${name} of a large tenant`, shots: [await asking(service, name)], ...often };
}

async function asking({ ours }: TestService, name: string): Promise<Shot> {
  const { secret } = await aCredential(ours, { scopes: ['*'], rateLimitPerMinute: often.perMinute });
  return { method: 'GET', path: `/api/v1/reports/${name}`, headers: { authorization: `Bearer ${secret}` } };
}

async function manyRows({ sql, ours }: TestService): Promise<void> {
  const values = [ours.orgId, rows];
  const tables = ['identities', 'credentials', 'users'];
  for (const table of tables) await sql(`alter table ${table} disable trigger user`);
  await sql(
    `insert into identities (org_id, id, name, type, risk_score)
     select $1, 'idn_large_' || n, 'bot ' || n, 'CI_CD', n % 101 from generate_series(1, $2::int) as n`,
    values,
  );
  await sql(
    `insert into credentials (org_id, id, identity_id, name, type, secret_hash, secret_prefix, secret_last4)
     select $1, 'cred_large_' || n, 'idn_large_' || n, 'key ' || n, 'API_KEY', sha256(('large' || n)::bytea), 'kd_live_', 'abcd'
       from generate_series(1, $2::int) as n`,
    values,
  );
  await sql(
    `insert into users (org_id, id, status, username)
     select $1, 'usr_large_' || n, 'ACTIVE', 'large ' || n from generate_series(1, $2::int) as n`,
    values,
  );
  for (const table of tables) await sql(`alter table ${table} enable trigger user`);
  await sql(
    `insert into alerts (org_id, id, subject, title, severity, source_type, description, last_triggered_at, created_at, updated_at, status)
     select $1, 'alt_large_' || n, 'large ' || n, 'An alert', 'HIGH', 'WEBHOOK', '', now(), now(), now(), 'OPEN'
       from generate_series(1, $2::int / 5) as n`,
    values,
  );
  await sql(
    `insert into webhooks (org_id, id, name, url, events, secret, status)
     values ($1, 'whk_large', 'hook', 'https://127.0.0.1:9/', '{*}', '', 'DISABLED')`,
    [ours.orgId],
  );
  await sql(
    `insert into deliveries (org_id, id, webhook_id, event_id, event_type, event_at, status, next_attempt_at, dead_letter_id, dead_lettered_at)
     select $1, 'dlv_large_' || n, 'whk_large', 'evt_large_' || n, 'user.created', now(), 'FAILED', null, 'dlq_large_' || n, now()
       from generate_series(1, $2::int) as n`,
    values,
  );
  const days = `(now() at time zone 'UTC')::date - day`;
  await sql(
    `insert into refusal_days (org_id, credential_id, day, code, refusals)
     select $1, 'cred_large_' || n, ${days}, 'EXPIRED', 1 + n % 9 from generate_series(1, $2::int) as n, generate_series(0, 5) as day`,
    values,
  );
  await sql(
    `insert into usage_days (org_id, credential_id, day, source, uses)
     select $1, 'cred_large_' || n, ${days}, 'VERIFY', 1 from generate_series(1, $2::int) as n, generate_series(0, 5) as day`,
    values,
  );
  for (const table of [...tables, 'alerts', 'deliveries', 'refusal_days', 'usage_days'])
    await sql(`vacuum (analyze) ${table}`);
}
