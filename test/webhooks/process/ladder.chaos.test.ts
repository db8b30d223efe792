import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { anIdentity } from '../../support/builders.ts';
import { faketime } from '../../support/clocked-run.ts';
import { type ClockedService, startServiceByClock } from '../../support/faketime.ts';
import { aGroup } from '../../support/groups.ts';
import { lacks } from '../../support/programs.ts';
import { accept, hang, type Received, type Receiver, refuse, startReceiver } from '../../support/receiver.ts';
import { createWebhook, delivering, soon } from '../../support/webhooks.ts';

/** Seconds from a failure to the next attempt (service-api 6.4). */
const ladder = [60, 300, 1_800, 7_200, 43_200];
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const receiver = async (...reply: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const started = await startReceiver(...reply);
  onTestFinished(() => started.close());
  return started;
};

/** @returns what resolves when the deliverer has sent everything that is due: another webhook's event came after it */
async function witnessOf({ client }: ClockedService): Promise<() => Promise<void>> {
  const { id } = await createWebhook(client, { url: (await receiver()).url, events: ['group.created'] });
  let events = 0;
  return async () => {
    await aGroup(client);
    events++;
    const stats = async () => (await client.call('getWebhook', { path: { id } })).body.stats;
    await expect.poll(stats, soon).toMatchObject({ successfulDeliveries: events });
  };
}

const deliveriesOf = async ({ client }: ClockedService, id: string) =>
  (await client.call('listDeliveries', { path: { id } })).body.data;

/** Moves the clock to the time of the next attempt until there is none, and waits for each. */
async function climb(service: ClockedService, webhookId: string): Promise<void> {
  const only = async () => (await deliveriesOf(service, webhookId))[0];
  for (const step of ladder.keys()) {
    await expect.poll(only, soon).toMatchObject({ status: 'RETRYING', attemptCount: step + 1 });
    service.clock.jumpTo(new Date((await only()).nextAttemptAt));
  }
  await expect.poll(only, soon).toMatchObject({ status: 'FAILED', attemptCount: 6, nextAttemptAt: null });
}

/** Returns what two libraries of other authors say of a delivery at a time. */
function verdict({ raw, headers }: Received, secret: string, at: Date, signature = 'x-service-signature') {
  const ours = `t=${String(headers['x-service-timestamp'])},v1=${String(headers[signature])}`;
  const said = (verify: () => unknown): string => {
    vi.setSystemTime(at); // Standard Webhooks' cannot be told the time
    try {
      verify();
      return 'accepted';
    } catch (error) {
      return (error as Error).message;
    } finally {
      vi.useRealTimers();
    }
  };
  return {
    stripe: said(() => Stripe.webhooks.constructEvent(raw, ours, secret, 5, undefined, at.getTime())),
    standard: said(() => new StandardWebhook(secret).verify(raw, headers as Record<string, string>)),
  };
}
const accepted = { stripe: 'accepted', standard: 'accepted' };

const hint = 'what takes days needs faketime, which sets clocks forward (Debian: apt-get install faketime)';

describe.skipIf(lacks(faketime, hint))('as time goes by', { timeout: 90_000 }, () => {
  test('a delivery is tried six times on the schedule, never early, becomes a dead letter and is replayed', async () => {
    const service = await startServiceByClock(delivering);
    const { client, clock } = service;
    const witness = await witnessOf(service);
    let reply = refuse;
    let secret = '';
    const verdicts: unknown[] = [];
    const hook = await receiver((response, received) => {
      verdicts.push(verdict(received, secret, clock.now()));
      reply(response, received);
    });
    const { id, signingSecret } = await createWebhook(client, {
      url: hook.url,
      events: ['identity.created'],
    });
    secret = signingSecret;
    const path = { id };
    const only = async () => (await deliveriesOf(service, id))[0];

    const planned: number[] = [];
    await anIdentity(client);
    for (const step of ladder.keys()) {
      const waits = { status: 'RETRYING', attemptCount: step + 1 };
      await expect.poll(only, soon).toMatchObject(waits);
      const { nextAttemptAt } = await only();
      const due = new Date(nextAttemptAt);
      planned.push(due.getTime());
      clock.jumpTo(new Date(due.getTime() - 10_000));
      await witness();
      expect(await only()).toMatchObject({ ...waits, nextAttemptAt });
      expect(hook.received).toHaveLength(step + 1);
      clock.jumpTo(due);
    }
    await expect.poll(only, soon).toMatchObject({ status: 'FAILED', attemptCount: 6, nextAttemptAt: null });
    clock.jumpTo(new Date(clock.now().getTime() + day));
    await witness();
    expect(hook.received).toHaveLength(6);

    const { id: deliveryId, deadLetterId } = await only();
    const { body: delivery } = await client.call('getDelivery', { path: { id, deliveryId } });
    const attempts = delivery.attempts as { attempt: number; at: string; latency: string }[];
    expect(attempts).toMatchObject(
      Array.from({ length: 6 }, (_, at) => ({ attempt: at + 1, responseCode: 500, error: 'HTTP_STATUS' })),
    );
    const ended = attempts.map(({ at, latency }) => Date.parse(at) + Number.parseInt(latency, 10));
    for (const [step, seconds] of ladder.entries()) {
      const due = planned[step] ?? 0;
      const waits = (due - (ended[step] ?? 0)) / 1000;
      expect(waits).toBeGreaterThanOrEqual(seconds);
      expect(waits).toBeLessThanOrEqual(seconds * 1.1);
      // How long after that depends on how busy the machine is.
      expect(Date.parse(attempts[step + 1]?.at ?? '')).toBeGreaterThanOrEqual(due);
    }

    expect(verdicts).toEqual(attempts.map(() => accepted));
    for (const name of ['x-service-timestamp', 'x-service-signature', 'webhook-signature'])
      expect(new Set(hook.received.map(({ headers }) => headers[name])).size).toBe(6);
    expect(hook.received.map(({ headers }) => headers['x-service-attempt'])).toEqual([...'123456']);
    const [first] = hook.received;
    if (!first) throw new Error('nothing came');
    expect(verdict(first, secret, clock.now())).toEqual({
      stripe: 'Timestamp outside the tolerance zone',
      standard: 'Message timestamp too old',
    });

    const letters = async () => (await client.call('listDeadLetters', { path })).body.data;
    expect(await letters()).toMatchObject([{ id: deadLetterId, deliveryId, attemptCount: 6 }]);
    const letter = (await client.call('getDeadLetter', { path: { id, deadLetterId } })).body;
    expect(letter).toMatchObject({ payload: first.body, attempts });
    expect(hook.received.map(({ raw }) => raw.toString())).toEqual(attempts.map(() => first.raw.toString()));

    reply = accept;
    await client.call('replayDeadLetter', { path: { id, deadLetterId } });
    await expect.poll(only, soon).toMatchObject({ status: 'SUCCESS', replayOf: deliveryId, attemptCount: 1 });
    expect(hook.received.at(-1)?.body).toEqual(first.body);
    expect(verdicts.at(-1)).toEqual(accepted);
    expect(await letters()).toEqual([]);
    const { stats } = (await client.call('getWebhook', { path })).body;
    expect(stats).toMatchObject({ totalDeliveries: 2, successfulDeliveries: 1, failedDeliveries: 1 });
  });

  test('a webhook is disabled after 120 hours without a success, and not one that had one; it recovers', async () => {
    const service = await startServiceByClock(delivering);
    const { client, clock } = service;
    const began = clock.now();
    const since = (hours: number): Date => new Date(began.getTime() + hours * hour);
    const witness = await witnessOf(service);
    const watch = await receiver();
    await createWebhook(client, { url: watch.url, events: ['webhook.disabled', 'alert.triggered'] });
    const dead = await receiver(refuse);
    const flaky = await receiver(refuse);
    const events = ['identity.created'];
    const { id } = await createWebhook(client, { url: dead.url, events });
    const other = await createWebhook(client, { url: flaky.url, events });
    const statusOf = async (webhookId: string) =>
      (await client.call('getWebhook', { path: { id: webhookId } })).body.status;
    const states = async (webhookId: string) =>
      (await deliveriesOf(service, webhookId)).map(
        ({ status, attemptCount }: { status: string; attemptCount: number }) => `${status} ${attemptCount}`,
      );
    const bothAre = async (...expected: string[]) => {
      for (const each of [id, other.id]) await expect.poll(() => states(each), soon).toEqual(expected);
    };

    await anIdentity(client);
    await bothAre('RETRYING 1');
    flaky.answer(accept);
    clock.jumpTo(since(60));
    await expect.poll(() => states(other.id), soon).toEqual(['SUCCESS 2']);
    flaky.answer(refuse);
    await expect.poll(() => states(id), soon).toEqual(['RETRYING 2']);
    await anIdentity(client);
    await expect.poll(() => states(other.id), soon).toEqual(['RETRYING 1', 'SUCCESS 2']);
    await expect.poll(() => states(id), soon).toEqual(['RETRYING 1', 'RETRYING 2']);
    clock.jumpTo(since(119));
    await expect.poll(() => states(other.id), soon).toEqual(['RETRYING 2', 'SUCCESS 2']);
    await expect.poll(() => states(id), soon).toEqual(['RETRYING 2', 'RETRYING 3']);
    await witness();
    expect([await statusOf(id), await statusOf(other.id)]).toEqual(['ACTIVE', 'ACTIVE']);

    clock.jumpTo(since(121));
    await expect.poll(() => statusOf(id), soon).toBe('DISABLED');
    const disabled = expect.objectContaining({ type: 'webhook.disabled' });
    await expect.poll(() => watch.received.map(({ body }) => body), soon).toContainEqual(disabled);
    const told = watch.received.find(({ body }) => body.type === 'webhook.disabled')?.body.data;
    expect(told).toMatchObject({ webhookId: id, url: dead.url });
    const failedFor = Date.parse(told.disabledAt) - Date.parse(told.failingSince);
    expect(failedFor).toBeGreaterThanOrEqual(120 * hour);
    // Pending deliveries are given up, even if they have attempts left.
    const letters = async () => (await client.call('listDeadLetters', { path: { id } })).body.data;
    await expect.poll(letters, soon).toHaveLength(2);
    const given = await states(id);
    expect(given.every((state: string) => state.startsWith('FAILED'))).toBe(true);

    await anIdentity(client);
    await expect.poll(() => states(other.id), soon).toEqual(['RETRYING 1', 'RETRYING 3', 'SUCCESS 2']);
    expect(await states(id)).toEqual(given);
    const sent = dead.received.length;
    clock.jumpTo(since(170));
    await witness();
    expect(dead.received).toHaveLength(sent);
    expect(await statusOf(other.id)).toBe('ACTIVE');

    dead.answer(accept);
    const resumed = await client.call('resumeWebhook', { path: { id } });
    expect(resumed.body.status).toBe('ACTIVE');
    const recovered = await client.call('recoverWebhook', {
      path: { id },
      body: { since: began.toISOString() },
    });
    expect(recovered.body).toMatchObject({ deliveries: 3, hasMore: false });
    await expect.poll(() => dead.received.length, soon).toBe(sent + 3);
    await expect
      .poll(async () => (await client.call('getWebhook', { path: { id } })).body.stats, soon)
      .toMatchObject({ totalDeliveries: 5, successfulDeliveries: 3, failedDeliveries: 2 });
    expect(await letters()).toEqual([]);
  });

  test('dead letters are kept for 30 days as what is held is, deliveries until their week is dropped; events go on', async () => {
    const service = await startServiceByClock(delivering);
    const { client, clock, sql } = service;
    const witness = await witnessOf(service);
    const { url } = await receiver(refuse);
    const { id } = await createWebhook(client, { url, events: ['identity.created'] });
    const [week] = await sql<{ name: string }>(
      `select to_char(date_trunc('week', now(), 'UTC') at time zone 'UTC', '"deliveries_"YYYYMMDD') as name`,
    );
    const { id: paused } = await createWebhook(client, { url, events: ['identity.created'] });
    await client.call('pauseWebhook', { path: { id: paused } });
    const held = async () => (await deliveriesOf(service, paused))[0];
    const madeAt = clock.now();
    await anIdentity(client);
    await climb(service, id);
    const [letter] = (await client.call('listDeadLetters', { path: { id } })).body.data;
    const path = { id, deliveryId: letter.deliveryId, deadLetterId: letter.id };
    const found = async () => [
      (await client.call('getDeadLetter', { path })).status,
      (await client.call('listDeadLetters', { path })).body.data.length,
      (await client.call('getDelivery', { path })).status,
    ];
    const cleanedUp = () =>
      sql(`select from graphile_worker.jobs where key = 'clean-up' and run_at > now() and locked_at is null`);
    const marked = () => sql('select from deliveries where dead_letter_id = $1', [letter.id]);
    const there = async () =>
      (await sql<{ there: boolean }>('select to_regclass($1) is not null as there', [week?.name]))[0]?.there;

    const kept = new Date(letter.expiresAt);
    expect(kept.getTime() - Date.parse(letter.failedAt)).toBe(30 * day);
    clock.jumpTo(new Date(madeAt.getTime() + 30 * day - minute));
    await expect.poll(cleanedUp, soon).toHaveLength(1);
    expect(await held()).toMatchObject({ attemptCount: 0, deadLetterId: null });
    clock.jumpTo(new Date(kept.getTime() - minute));
    await expect.poll(cleanedUp, soon).toHaveLength(1);
    expect(await found()).toEqual([200, 1, 200]);
    expect(await marked()).toHaveLength(1);
    expect(await held()).toMatchObject({ status: 'FAILED', deadLetterId: expect.any(String) });
    clock.jumpTo(kept);
    expect(await found()).toEqual([404, 0, 200]);
    clock.jumpTo(new Date(kept.getTime() + hour));
    await expect.poll(marked, soon).toEqual([]);
    expect(await found()).toEqual([404, 0, 200]);

    clock.jumpTo(new Date(madeAt.getTime() + 61 * day));
    await expect.poll(cleanedUp, soon).toHaveLength(1);
    expect([await there(), ...(await found())]).toEqual([true, 404, 0, 200]);
    clock.jumpTo(new Date(madeAt.getTime() + 70 * day));
    await expect.poll(there, soon).toBe(false);
    expect(await found()).toEqual([404, 0, 404]);
    await witness();
  });

  test('an old signing secret signs until its grace period is over', async () => {
    const service = await startServiceByClock(delivering);
    const { client, clock } = service;
    const hook = await receiver();
    const { id, signingSecret: old } = await createWebhook(client, {
      url: hook.url,
      events: ['identity.created'],
    });
    const { body } = await client.call('rotateWebhookSecret', {
      path: { id },
      body: { gracePeriod: 600 }, // over before the next clean-up
    });
    const rotated = clock.now().getTime();
    const arrives = async (): Promise<Received> => {
      const before = hook.received.length;
      await anIdentity(client);
      await expect.poll(() => hook.received.length, soon).toBe(before + 1);
      // Else a jump would end an attempt that is not recorded yet.
      await expect
        .poll(async () => (await deliveriesOf(service, id))[0], soon)
        .toMatchObject({ status: 'SUCCESS' });
      return hook.received[before] as Received;
    };

    clock.jumpTo(new Date(rotated + 9 * minute));
    const during = await arrives();
    expect(verdict(during, body.signingSecret, clock.now())).toEqual(accepted);
    expect(verdict(during, old, clock.now(), 'x-service-signature-previous')).toEqual(accepted);
    clock.jumpTo(new Date(rotated + 10 * minute));
    const after = await arrives();
    expect(verdict(after, body.signingSecret, clock.now())).toEqual(accepted);
    expect(after.headers).not.toHaveProperty('x-service-signature-previous');
    expect(verdict(after, old, clock.now()).standard).toBe('No matching signature found');
  });

  test('an endpoint that hangs is given up after 30 seconds, and delays none of 50 others meanwhile', async () => {
    const service = await startServiceByClock({ ...delivering, MAX_WEBHOOKS: '51' });
    const { client, clock, sql } = service;
    const events = ['identity.created'];
    const slow = await receiver(hang);
    const { id } = await createWebhook(client, { url: slow.url, events });
    const others = await Promise.all(Array.from({ length: 50 }, () => receiver()));
    for (const { url } of others) await createWebhook(client, { url, events });
    const mostToOne = 20; // as deliverer.ts says
    let owed = 0;
    /** Events for all of them, which all others get at once. */
    const happens = async (events: number): Promise<void> => {
      for (let each = 0; each < events; each++) await anIdentity(client);
      owed += events;
      const late = () =>
        sql(
          `select status, count(*) from deliveries where webhook_id <> $1 and status <> 'SUCCESS' group by 1`,
          [id],
        );
      await expect.poll(late, soon).toEqual([]);
      expect(others.map(({ received }) => received.length)).toEqual(others.map(() => owed));
    };
    const attempts = () =>
      sql<{ error: string; seconds: number }>(
        `select a.error, a.latency_ms / 1000.0::float8 as seconds
           from delivery_attempts a join deliveries d on d.id = a.delivery_id where d.webhook_id = $1`,
        [id],
      );

    const began = clock.now().getTime();
    await happens(mostToOne + 5);
    const hung = clock.now().getTime();
    // Deliveries to the others take seconds of this time on a busy machine.
    for (const seconds of [10, 20]) {
      clock.reach(new Date(began + seconds * 1000));
      await happens(1);
      expect([await attempts(), slow.received.length]).toEqual([[], mostToOne]);
    }
    clock.reach(new Date(hung + 30_000));
    await expect.poll(attempts, soon).toHaveLength(mostToOne);
    await happens(1);
    for (const { error, seconds } of await attempts()) {
      expect(error).toBe('TIMEOUT');
      expect(seconds).toBeGreaterThanOrEqual(30);
    }
    // A webhook that fails gets less room.
    await expect.poll(() => slow.received.length, soon).toBe(mostToOne + 5);
  });
});
