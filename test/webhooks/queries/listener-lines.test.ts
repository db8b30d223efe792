// The lines of a stream, which the test takes one by one, as a client that reads slowly.
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { createLog } from '../../../src/platform/log.ts';
import { linesOf } from '../../../src/webhooks/listener-lines.ts';
import { type ListenerStream, listenerStreams } from '../../../src/webhooks/listener-streams.ts';
import { type OpenedListener, openListener } from '../../../src/webhooks/listeners.ts';
import { withDatabase } from '../../support/global-setup.ts';
import type { ListenerLine } from '../../support/listeners.ts';
import { poolOf } from '../../support/pool.ts';
import { besides, vault } from '../../support/second-factors.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { aListener, someEvents } from '../../support/webhooks.ts';

let service: TestService;
let domain: Awaited<ReturnType<typeof besides>>;
beforeAll(async () => {
  service = await startTestService();
  domain = await besides(service);
});
afterAll(async () => {
  await domain.close();
  await service.stop();
});

const identityId = 'idn_01kahz5v3be4nr7q2m8x9c0d1e';
const events = (count: number) =>
  someEvents(
    service,
    Array.from({ length: count }, () => ({ identityId })),
  );

/** Opens a stream of a new listener. */
async function aStream({
  seconds = 600,
  longestSeconds,
}: {
  seconds?: number;
  longestSeconds?: number;
} = {}) {
  const { id } = await aListener(service.ours);
  const [{ created_by: maker } = { created_by: '' }] = await service.sql<{ created_by: string }>(
    'select created_by from webhook_listeners where id = $1',
    [id],
  );
  const caller = { actor: { type: 'API_KEY', id: maker, name: null } as const, scopes: ['*'] };
  const open = (): Promise<OpenedListener> => domain.within((tx) => openListener(tx, id, undefined, caller));
  const pool = poolOf(service);
  onTestFinished(() => pool.end());
  const log = createLog({ logLevel: 'silent', logFormat: 'json' });
  const node = listenerStreams({ pool, log, ...(longestSeconds === undefined ? {} : { longestSeconds }) });
  let opened: ListenerStream | undefined;
  const streams: typeof node = { open: (...given) => (opened = node.open(...given)) };
  const [gone, stopping] = [new AbortController(), new AbortController()];
  const ended: string[] = [];
  const lines = linesOf(await open(), {
    streams,
    vault,
    judgeAgain: () => Promise.resolve({ caller, now: new Date() }),
    gone: gone.signal,
    stopping: stopping.signal,
    seconds,
    listens: () => (reason) => void ended.push(reason),
  });
  onTestFinished(async () => void (await lines.return()));
  const next = async (): Promise<Partial<ListenerLine> | undefined> => {
    const { value } = await lines.next();
    return value ? (JSON.parse(value) as ListenerLine) : undefined;
  };
  return { id, open, gone, stopping, ended, next, end: () => opened?.ended() };
}

type Stream = Awaited<ReturnType<typeof aStream>>;

const endings: readonly { reason: string; seconds?: number; cause: (stream: Stream) => unknown }[] = [
  {
    reason: 'DELETED',
    cause: async ({ id, end }) => {
      expect((await service.ours.call('deleteWebhookListener', { path: { id } })).status).toBe(200);
      await expect.poll(end).toBe('DELETED');
    },
  },
  {
    reason: 'REPLACED',
    cause: async ({ open, end }) => {
      await open();
      await expect.poll(end).toBe('REPLACED');
    },
  },
  { reason: 'STOPPING', cause: ({ stopping }) => stopping.abort() },
  { reason: 'GONE', cause: ({ gone }) => gone.abort() },
];

test.for(endings)(
  'a stream with deliveries that wait signs no further one after its end by $reason',
  async ({ reason, cause }) => {
    const stream = await aStream();
    await events(5);
    expect(await stream.next()).toMatchObject({ type: 'heartbeat' });
    // The look found all five.
    expect([await stream.next(), await stream.next()]).toMatchObject([
      { type: 'delivery' },
      { type: 'delivery' },
    ]);
    await cause(stream);
    const last = await stream.next();
    if (reason === 'GONE') expect(last).toBeUndefined();
    else expect(last).toMatchObject({ type: 'end', reason });
    expect(await stream.next()).toBeUndefined();
    expect(stream.ended).toEqual([reason]);
  },
);

test('an event of a transaction that takes too long is not sent, and the stream says so once, before', async () => {
  const stream = await aStream({ longestSeconds: 1 });
  expect(await stream.next()).toMatchObject({ type: 'heartbeat' });
  const slow = new pg.Client({
    connectionString: withDatabase(inject('server').service, new URL(service.database).pathname.slice(1)),
  });
  await slow.connect();
  onTestFinished(() => slow.end());
  await slow.query('begin');
  expect(await stream.next()).toMatchObject({
    type: 'notice',
    reason: 'LONG_TRANSACTION',
    id: expect.any(String),
    message: expect.stringContaining('ten minutes'),
  });
  await slow.query(
    `insert into events (org_id, id, type, data, created_at)
     select org_id, new_id('evt'), type, data, now() - interval '20 seconds' from events where type = 'identity.created' and org_id = $1 limit 1`,
    [domain.orgId],
  );
  await slow.query('commit');
  const [id] = await events(1);
  const line = await stream.next();
  expect(line).toMatchObject({ type: 'delivery', headers: { 'X-Service-Event-Id': id } });
});

test('a stream that cannot be opened is not counted as open', async () => {
  const { id } = await aListener(service.ours);
  const [{ created_by: maker } = { created_by: '' }] = await service.sql<{ created_by: string }>(
    'select created_by from webhook_listeners where id = $1',
    [id],
  );
  const caller = { actor: { type: 'API_KEY', id: maker, name: null } as const, scopes: ['*'] };
  let open = 0;
  const lines = linesOf(await domain.within((tx) => openListener(tx, id, undefined, caller)), {
    streams: {
      open() {
        throw new Error('no stream');
      },
    },
    vault,
    judgeAgain: () => Promise.resolve({ caller, now: new Date() }),
    gone: new AbortController().signal,
    stopping: new AbortController().signal,
    seconds: 1,
    listens: () => {
      open++;
      return () => void open--;
    },
  });
  await expect(lines.next()).rejects.toThrow('no stream');
  expect(open).toBe(0);
});
