// The parts of bench/webhooks.ts: a service, a sink for what it delivers, and graphile-worker beside it.
import { setTimeout as wait } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/database/open.ts';
import { inTransaction, type Tenant } from '../../src/platform/tenancy.ts';
import { emit, type NewEvent } from '../../src/platform/events.ts';
import { newId } from '../../src/lib/id.ts';
import type { Child } from '../frame/children.ts';
import { type Rig, type Server, startService, type Urls } from '../frame/rig.ts';
import { apiOf } from '../frame/api.ts';
import { makeOrganization } from '../frame/seed.ts';
import { startSink } from '../frame/sink.ts';

export interface Organization {
  live: Tenant & { key: string };
  test: Tenant;
}

/** How many webhooks hear of an event. */
export type Subscriptions = 1 | 50;

export interface FanOut {
  database: Database;
  organization: Organization;
  service: Child<Server>;
  sink: Child<Server>;
  bare: Child<object>;
  /** The pool of the bare worker's database. */
  jobs: pg.Pool;
  hookUrl: string;
}

/** Which event so many hear of. */
export const eventFor = { 0: 'identity.created', 1: 'identity.revoked', 50: 'identity.suspended' } as const;

/** Makes an organization whose live tenant is to have webhooks, and whose test tenant has none. */
export async function anOrganization(urls: Urls): Promise<Organization> {
  const { live, test } = await makeOrganization(urls.service);
  return {
    live: { orgId: live.orgId, environment: 'live', key: live.key },
    test: { orgId: test.orgId, environment: 'test' },
  };
}

/** Starts all of it; the service and the worker believe the sink's authority. */
export async function startFanOut(rig: Rig<Organization>): Promise<FanOut> {
  const { sink, hookUrl, trusting } = await startSink(rig);
  const env = { RATE_LIMIT_PER_MINUTE: '0', ROLE: 'all', EGRESS_ALLOW: '127.0.0.0/8' };
  const service = await startService(rig, env, trusting);
  for (let at = 0; at < 50; at++) await subscribe(rig, service, hookUrl, at);

  const bareUrl = await bareDatabase(rig.urls);
  const bare = await rig.start<object>('servers/bare-worker.ts', { databaseUrl: bareUrl }, trusting);
  return {
    database: await openDatabase(rig.urls.service, 5),
    organization: rig.data,
    service,
    sink,
    bare,
    jobs: new pg.Pool({ connectionString: bareUrl, max: 4 }),
    hookUrl,
  };
}

async function subscribe(
  { data }: Rig<Organization>,
  { ready }: Child<Server>,
  url: string,
  at: number,
): Promise<void> {
  const events = at === 0 ? [eventFor[1], eventFor[50]] : [eventFor[50]];
  const api = apiOf(ready.port, data.live.key);
  await api('POST', 'webhooks', { name: `hook ${at}`, url: `${url}/${at}`, events });
}

/** Makes a separate database on the same server, so that an added job does not wake the service. */
async function bareDatabase({ superuser }: Urls): Promise<string> {
  const client = new pg.Client(superuser);
  await client.connect();
  await client.query('create database bare');
  await client.end();
  const url = new URL(superuser);
  url.pathname = '/bare';
  await runMigrations({ connectionString: url.href });
  return url.href;
}

/** Returns an event like that of a suspended identity, for an identity that does not exist. */
export const anEvent = (type: (typeof eventFor)[keyof typeof eventFor]): NewEvent =>
  ({
    type,
    data: {
      identityId: newId('idn'),
      identityName: 'deploy-bot',
      reason: 'The build server was replaced',
      suspendedBy: { type: 'API_KEY', id: newId('cred'), name: 'terraform' },
      credentialCount: 3,
    },
  }) as unknown as NewEvent;

/** Writes events as the service's changes do, several transactions at a time. */
export async function change(
  { database, organization }: Pick<FanOut, 'database' | 'organization'>,
  { type, events, each }: { type: NewEvent['type']; events: number; each: number },
): Promise<void> {
  const made = Array.from({ length: each }, () => anEvent(type as (typeof eventFor)[0]));
  await several(events / each, () => inTransaction(database.orm, organization.live, (tx) => emit(tx, made)));
}

/** Adds a job for each delivery. */
export async function addJobs({ jobs }: Pick<FanOut, 'jobs'>, count: number, each: number): Promise<void> {
  const payload = {
    id: newId('evt'),
    timestamp: new Date(),
    webhookId: newId('wh'),
    ...anEvent(eventFor[50]),
  };
  const text = `select from graphile_worker.add_jobs(
    array(select json_populate_record(null::graphile_worker.job_spec, json_build_object('identifier', 'send', 'payload', $1::json))
            from generate_series(1, $2)))`;
  await several(count / each, () => jobs.query(text, [JSON.stringify(payload), each]));
}

async function several(times: number, work: () => Promise<unknown>): Promise<void> {
  let left = times;
  const run = async (): Promise<void> => {
    while (left-- > 0) await work();
  };
  await Promise.all([run(), run(), run(), run()]);
}

/** Waits until a statement says that all is done. */
export async function settled(pool: Pick<pg.Pool, 'query'>, text: string, wanted: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ count: number }>(text);
    if (rows[0]?.count === wanted) return;
    await wait(10);
  }
}
