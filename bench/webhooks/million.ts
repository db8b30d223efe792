import pg from 'pg';
import { note, type Urls } from '../frame/rig.ts';

/** As many as autovacuum leaves (migrations/schema/09-webhooks.sql): each has two dead rows. */
const unswept = 10_000;

/**
 * Puts a million finished deliveries of 20,000 events to all 50 webhooks, and their attempts, into this week. All are
 * vacuumed but the newest. Around those lie the dead rows that real deliveries leave behind, which were open, claimed
 * and sent.
 */
export async function million(urls: Urls, orgId: string): Promise<void> {
  note('adding a million finished deliveries');
  const client = new pg.Client(urls.superuser);
  await client.connect();
  await client.query('set session_replication_role = replica'); // owes nothing to anybody
  await client.query(events, [orgId]);
  await client.query(`${deliveries('SUCCESS')} where n > $2::int`, [orgId, unswept]);
  await client.query(attempts, [orgId]);
  await client.query('vacuum (analyze) deliveries');
  await client.query('vacuum (analyze) delivery_attempts');
  await client.query('vacuum (analyze) events');
  // In one transaction, so that the service never sees them owed.
  await client.query('begin');
  await client.query(`${deliveries('PENDING')} where n <= $2::int`, [orgId, unswept]);
  await client.query(`update deliveries set claimed_until = now() where ${old} and status = 'PENDING'`);
  await client.query(
    `update deliveries set claimed_until = null, next_attempt_at = null, attempts = 1, status = 'SUCCESS'
      where ${old} and status = 'PENDING'`,
  );
  await client.query('commit');
  await client.query('checkpoint');
  await client.end();
}

const time = `date_trunc('week', now(), 'UTC') + (now() - date_trunc('week', now(), 'UTC'))`;
const id = (prefix: string): string => `'${prefix}_' || lpad(n::text, 26, '0')`;
const old = `id < 'dlv_00001'`;

const events = `
insert into events (org_id, id, type, data, created_at)
select $1, ${id('evt')}, 'identity.suspended', jsonb_build_object('identityId', ${id('idn')}, 'filling', repeat('x', 250)),
       ${time} * (n / 20000.0)
  from generate_series(1, 20000) as n`;

const deliveries = (status: string): string => `
insert into deliveries (org_id, id, created_at, webhook_id, event_id, event_type, event_at, resource_id, status, attempts,
                        next_attempt_at)
select $1, 'dlv_' || lpad(m::text, 26, '0'), e.created_at, w.id, e.id, e.type, e.created_at, e.data ->> 'identityId',
       '${status}', ${status === 'PENDING' ? '0, now()' : '1, null'}
  from generate_series(1, 1000000) as m
  cross join lateral (select 1000001 - m as n) as age
  join (select *, row_number() over (order by id) as place from events where id < 'evt_00001') as e
    on e.place = 1 + (m - 1) / 50
  join (select id, row_number() over (order by id) as place from webhooks) as w on w.place = 1 + m % 50`;

const attempts = `
insert into delivery_attempts (org_id, delivery_id, created_at, attempt, at, response_code, latency_ms, response_body)
select org_id, id, created_at, 1, created_at, 204, 12, '' from deliveries where org_id = $1 and ${old}`;
