import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newSecret } from '../../../src/lib/secret.ts';
import { leaseSeconds } from '../../../src/webhooks/sql/delivery-queue.ts';
import { anIdentity } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { migratedFolder } from '../../support/migrated-folder.ts';
import { embeddedSql, postmasterOf, service } from '../../support/process.ts';
import { receiverCa, startReceiver } from '../../support/receiver.ts';
import { createWebhook, delivering } from '../../support/webhooks.ts';

/** A server that recovers, and all that waited for it, take their time on a busy machine. */
const soon = { timeout: 30_000, interval: 100 };

const backlog = 1_000;
const writers = 4;
/** The most attempts that one process makes to one webhook at a time (deliverer.ts). */
const slots = 20;

const ends = [
  ['killed', 'SIGKILL'],
  ['stopped in fast mode', 'SIGINT'],
] as const;

const patient = { timeout: 90_000 };

test.each(ends)('loses nothing and goes on when Postgres is %s', patient, async (_how, signal) => {
  const folder = await migratedFolder();
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, receiverCa.ca);
  const key = newSecret('kd_live_');
  const node = await service({
    ...delivering,
    DATA_DIR: folder,
    NODE_EXTRA_CA_CERTS: ca,
    RATE_LIMIT_PER_MINUTE: '0',
    BOOTSTRAP_LIVE_KEY: key,
    BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
  });
  const client = createClient(node.origin, key);
  let open = 0;
  // Slow enough that some are under way at any time.
  const hook = await startReceiver((response) => {
    open++;
    setTimeout(() => response.writeHead(204).end(() => open--), 50);
  });
  onTestFinished(() => hook.close());
  const { id } = await createWebhook(client, { url: hook.url, events: ['identity.created'] });
  const arrived = () => new Set(hook.received.map(({ body }) => body.data.identityId as string));
  const sql = <Row extends Record<string, unknown>>(text: string) => embeddedSql<Row>(folder, text);

  const acknowledged: string[] = [];
  let writing = true;
  const write = async (): Promise<void> => {
    while (writing) {
      const made = await anIdentity(client).catch(() => undefined);
      if (made === undefined) await node.prints(/"msg":"postgres.restarted"/);
      else acknowledged.push(made);
    }
  };
  const writes = Promise.all(Array.from({ length: writers }, write));
  await sql(
    `insert into events (org_id, id, type, data)
     select t.id, new_id('evt'), 'identity.created', jsonb_build_object('identityId', new_id('idn'))
       from tenants t, generate_series(1, ${backlog}) where t.environment = 'live'`,
  );
  await expect.poll(() => arrived().size, { ...soon, interval: 2 }).toBeGreaterThan(backlog / 4);
  await expect.poll(() => open, { ...soon, interval: 1 }).toBeGreaterThan(slots / 2);
  process.kill(postmasterOf(folder), signal);
  const [before, sent] = [acknowledged.length, arrived().size];
  expect(sent).toBeLessThan(backlog);
  await node.prints(/"msg":"postgres.restarted"/);
  // Within seconds and by itself, the node sends the deliveries that were owed before, and the new ones.
  const seconds = { timeout: 10_000, interval: 2 };
  await expect.poll(() => arrived().size, seconds).toBeGreaterThan(sent + 2 * slots);
  await expect.poll(() => acknowledged.length, seconds).toBeGreaterThan(before + 50);
  writing = false;
  await writes;

  const unfinished = (condition = 'true') =>
    sql(
      `select status, attempts, claimed_until from deliveries where status <> 'SUCCESS' and (${condition})`,
    );
  const ofBefore = `claimed_until <= pg_postmaster_start_time() + interval '${leaseSeconds} seconds'`;
  await expect.poll(() => unfinished(`(${ofBefore}) is not true`), soon).toEqual([]);
  // Attempts that were under way when Postgres ended could not be recorded. No other node sends a delivery while its lease lasts.
  expect((await unfinished()).length).toBeLessThanOrEqual(slots);
  await sql('update deliveries set claimed_until = now() where claimed_until is not null'); // we do not wait for that
  await expect.poll(() => unfinished(), soon).toEqual([]);

  expect([...arrived()]).toEqual(expect.arrayContaining(acknowledged));
  const events = await sql<{ id: string }>(`select id from events where type = 'identity.created'`);
  expect(new Set(hook.received.map(({ body }) => body.id))).toEqual(new Set(events.map((event) => event.id)));
  expect(hook.received.length).toBeLessThanOrEqual(events.length + slots);
  const { stats } = (await client.call('getWebhook', { path: { id } })).body;
  expect(stats).toMatchObject({
    totalDeliveries: events.length,
    successfulDeliveries: events.length,
    failedDeliveries: 0,
  });

  // It listens again: were it only to look once a second, each event that follows a delivery would take a second.
  const took: number[] = [];
  for (let event = 0; event < 10; event++) {
    const began = performance.now();
    const made = await anIdentity(client);
    await expect.poll(arrived, { ...soon, interval: 2 }).toContain(made);
    took.push(performance.now() - began);
  }
  // The first may come just before the node looks, and a busy machine delays some.
  const [, ...following] = took;
  expect(following.filter((milliseconds) => milliseconds < 900).length, took.join()).toBeGreaterThan(4);
  node.signal('SIGTERM');
  expect(await node.ended).toBe(0);
});
