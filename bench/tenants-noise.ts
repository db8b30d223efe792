// How long the work of a quiet tenant waits, alone and beside a tenant that asks for very much.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../src/database/open.ts';
import { emit } from '../src/platform/events.ts';
import { inTransaction } from '../src/platform/tenancy.ts';
import { createVault } from '../src/platform/vault.ts';
import { webhookSecretPurpose } from '../src/webhooks/webhook-requests.ts';
import { newSigningSecret } from '../src/webhooks/webhook-signature.ts';
import { anEvent } from './fan-out.ts';
import { median } from './report.ts';
import { type Rig, startService } from './rig.ts';
import { startSink } from './trusted-sink.ts';

/** Milliseconds. */
export type Noise = Record<string, number>;

const times = 15;
const noisyJobs = 20_000;
const noisyEvents = 5_000;

/** Tenant 1 is noisy, tenant 3 is quiet. Both are live. */
export async function measureNoise(rig: Rig<unknown>, tenantId: (number: number) => string): Promise<Noise> {
  const { hookUrl, trusting } = await startSink(rig);
  const env = { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'fatal', EGRESS_ALLOW: '127.0.0.0/8' };
  // Takes connections and says nothing.
  const hanging = createServer().listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  const address = hanging.address();
  const hangingPort = typeof address === 'object' && address ? address.port : 0;
  const client = new pg.Client(rig.urls.superuser);
  await client.connect();
  const database = await openDatabase(rig.databaseUrl, 5);
  const [noisy, quiet] = [tenantId(1), tenantId(3)];
  const vault = createVault([Buffer.from(rig.masterKey, 'base64')]);
  await hooksOf(client, vault, noisy, `https://127.0.0.1:${hangingPort}/`, 20);
  await hooksOf(client, vault, quiet, hookUrl, 1);
  const node = await startService(rig, env, trusting);

  const job = async (): Promise<number> => {
    const at = performance.now();
    await client.query(addJobs, [quiet, 1]);
    const left = 'select from tenant_jobs where org_id = $1 and due_at <= now()';
    while (((await client.query(left, [quiet])).rowCount ?? 0) > 0) await wait(1);
    return performance.now() - at;
  };
  const delivery = async (): Promise<number> => {
    const at = performance.now();
    await emitFor(database, quiet);
    while (((await client.query(owed, [quiet])).rowCount ?? 0) > 0) await wait(1);
    return performance.now() - at;
  };
  const middle = async (measure: () => Promise<number>): Promise<number> => {
    await measure();
    const all: number[] = [];
    while (all.length < times) all.push(await measure());
    return median(all);
  };
  const alone = { job: await middle(job), delivery: await middle(delivery) };
  await client.query(addJobs, [noisy, noisyJobs]);
  const jobBeside = await middle(job);
  const { rows: left } = await client.query<{ count: number }>(
    'select count(*)::int as count from tenant_jobs where org_id = $1 and due_at <= now()',
    [noisy],
  );
  for (let at = 0; at < noisyEvents / 100; at++) await emitFor(database, noisy, 100);
  const deliveryBeside = await middle(delivery);
  await node.stop();
  await database.close();
  await client.end();
  hanging.close();
  return {
    'a job of a quiet tenant, ms': alone.job,
    [`beside ${noisyJobs} jobs of a noisy one, ms`]: jobBeside,
    'of these left after it': left[0]?.count ?? 0,
    'a delivery of a quiet tenant, ms': alone.delivery,
    [`beside ${noisyEvents * 20} deliveries to an endpoint that hangs, ms`]: deliveryBeside,
  };
}

/** A job that finds its user gone, and ends: what is measured is its turn. */
const addJobs = `
with added as (
  insert into tenant_jobs (org_id, class, task, payload, max_attempts)
  select $1, 'work', 'erase-actions', jsonb_build_object('orgId', $1::text, 'userId', 'usr_0'), 25 from generate_series(1, $2::int)
  returning 1
)
select pg_notify('keyward_jobs', '') from added limit 1`;

const owed = `select from deliveries where org_id = $1 and status in ('PENDING', 'RETRYING') and next_attempt_at <= now()`;

async function hooksOf(
  client: pg.Client,
  vault: ReturnType<typeof createVault>,
  orgId: string,
  url: string,
  count: number,
): Promise<void> {
  await client.query('delete from webhooks where org_id = $1', [orgId]);
  for (let at = 0; at < count; at++) {
    const id = `whk_noise_${orgId.slice(-2)}_${at}`;
    const secret = vault.seal(newSigningSecret(), orgId, webhookSecretPurpose(id));
    await client.query(
      `insert into webhooks (org_id, id, name, url, events, secret) values ($1, $2, 'hook', $3, '{identity.suspended}', $4)`,
      [orgId, id, url, secret],
    );
  }
}

const emitFor = (
  database: Awaited<ReturnType<typeof openDatabase>>,
  orgId: string,
  count = 1,
): Promise<void> =>
  inTransaction(database.orm, { orgId, environment: 'live' }, async (em) => {
    await emit(
      em,
      Array.from({ length: count }, () => anEvent('identity.suspended')),
    );
  });
