// Measures single statements without their waits for the disk: in transactions that are rolled back.
import pg from 'pg';
import { claimDeliveries } from '../../src/webhooks/sql/delivery-queue.ts';
import { anEvent, eventFor, type FanOut } from './fan-out.ts';
import { inTurns, millisOf } from '../frame/turns.ts';
import type { Urls } from '../frame/rig.ts';

const settings = '-c plan_cache_mode=force_generic_plan -c jit=off -c timezone=UTC';

const insert = {
  name: 'an-event',
  text: 'insert into events (org_id, id, type, data) select $1, new_id($2), $3, $4::jsonb',
};

/** A statement whose time counts, and what its transaction does before. */
interface Work {
  by: pg.Client;
  before?: () => Promise<unknown>;
  work: () => Promise<unknown>;
}

/** Milliseconds of each statement, turn by turn. */
const compare = <Name extends string>(works: Record<Name, Work>): Promise<Record<Name, number>> =>
  inTurns(
    Object.fromEntries(
      Object.entries<Work>(works).map(([name, { by, before, work }]) => [
        name,
        async () => {
          await by.query('begin');
          await before?.();
          const took = await millisOf(work);
          await by.query('rollback');
          return took;
        },
      ]),
    ) as Record<Name, () => Promise<number>>,
    { warmUps: 5, turns: 100 },
  );

/** Measures the insert of one event: without the trigger, in a tenant without webhooks, and with so many subscribed. */
export async function triggerCosts(urls: Urls, { organization: { live, test } }: FanOut) {
  const client = new pg.Client({ connectionString: urls.superuser, options: settings });
  await client.connect();
  // It keeps no plans while triggers are switched off and on.
  const untriggered = new pg.Client({
    connectionString: urls.superuser,
    options: `${settings} -c session_replication_role=replica`,
  });
  await untriggered.connect();
  const event =
    (orgId: string, subscriptions: 0 | 1 | 50, by = client) =>
    () => {
      const { type, data } = anEvent(eventFor[subscriptions]);
      return by.query({ ...insert, values: [orgId, 'evt', type, JSON.stringify(data)] });
    };
  const costs = await compare({
    'no trigger': { by: untriggered, work: event(live.orgId, 0, untriggered) },
    'tenant without webhooks': { by: client, work: event(test.orgId, 0) },
    'no subscription': { by: client, work: event(live.orgId, 0) },
    '1 subscription': { by: client, work: event(live.orgId, 1) },
    '50 subscriptions': { by: client, work: event(live.orgId, 50) },
  });
  await Promise.all([client.end(), untriggered.end()]);
  return costs;
}

/** Measures a claim: with nothing to do, and of 500 deliveries of 50 webhooks. */
export async function claimCosts(urls: Urls, { organization: { live } }: FanOut) {
  const client = new pg.Client({ connectionString: urls.service, options: settings });
  await client.connect();
  // In the transaction of each turn, which is rolled back.
  await client.query('set enable_sort = off');
  const query = async (asked: string | pg.QueryConfig) =>
    typeof asked === 'string' ? undefined : client.query(asked);
  const within = { connect: async () => ({ query, release: () => undefined }) } as unknown as pg.Pool;
  const claim = () =>
    claimDeliveries(within, {
      most: 1_000,
      sending: new Map(),
      slots: 20,
      failingSlots: 5,
      sendingOfTenants: new Map(),
    });
  const { type, data } = anEvent(eventFor[50]);
  // A minute ago: what is owed by this very transaction may be due half a millisecond later, by rounding.
  const owe = async () => {
    const values = [live.orgId, 'evt', type, JSON.stringify(data)];
    for (let event = 0; event < 10; event++) await client.query({ ...insert, values });
    await client.query(
      `update deliveries set next_attempt_at = now() - interval '1 minute' where org_id = $1 and status = 'PENDING'`,
      [live.orgId],
    );
  };
  const costs = await compare({
    'claim of nothing': { by: client, work: claim },
    'claim of 500': { by: client, before: owe, work: claim },
  });
  await client.end();
  return costs;
}
