import { describe, expect, test } from 'vitest';
import { changeLines } from '../../../src/credentials/change-lines.ts';
import { type ChangeStreams, changeStreams } from '../../../src/credentials/change-streams.ts';
import type { ChangesPlace, ReadChanges } from '../../../src/credentials/sql/verification-changes.ts';
import { Failure } from '../../../src/failure.ts';

const log = { warn: () => undefined };
const never = new AbortController().signal;
const lookAt = (place: ChangesPlace, found: Partial<ReadChanges> = {}): Promise<ReadChanges> =>
  Promise.resolve({ changes: new Map(), place, isOtherServer: false, ...found });
const here: ChangesPlace = { read: '9:9:', at: 0, server: 'one' };
const readsNothing = () => lookAt(here);
const hangs = () => new Promise<ReadChanges>(() => undefined);

/** Makes the events of a stream. */
const linesOf = (streams: ChangeStreams, means: Partial<Parameters<typeof changeLines>[0]> = {}) =>
  changeLines({
    open: () => streams.open('org_1'),
    places: { textOf: () => 'id', placeOf: () => here },
    after: undefined,
    read: readsNothing,
    judgeAgain: () => Promise.resolve(),
    concerns: () => false,
    gone: never,
    stopping: never,
    seconds: 60,
    ...means,
  });

test('streams that open after another server took over stay open', async () => {
  let server = 'one';
  const read = (_: readonly string[], place: ChangesPlace | undefined) =>
    lookAt({ ...here, server }, { isOtherServer: place !== undefined && place.server !== server });
  const streams = changeStreams({ read, log });
  const before = streams.open('org_1');
  await before.nextLook(10_000);
  server = 'two';
  while (!before.isLost()) await before.next(10_000);
  // Before the next look, so the node goes on looking.
  const after = streams.open('org_1');
  for (let looks = 0; looks < 3; looks += 1) await after.nextLook(10_000);
  expect(after.isLost()).toBe(false);
  expect(after.take()?.place.server).toBe('two');
  after.leave();
});

test('a node looks again a second after a slow failure', async () => {
  let looks = 0;
  const read = async () => {
    looks += 1;
    if (looks > 1) return readsNothing();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    throw new Error('the database does not answer');
  };
  const began = performance.now();
  const stream = changeStreams({ read, log }).open('org_1');
  await stream.nextLook(10_000);
  expect(stream.take()?.place).toEqual(here);
  expect(performance.now() - began).toBeLessThan(4_000);
  stream.leave();
});

describe('while the first look hangs', () => {
  test('a stream ends as soon as its client leaves', async () => {
    const leaving = new AbortController();
    const first = linesOf(changeStreams({ read: hangs, log }), { gone: leaving.signal }).next();
    leaving.abort();
    expect(await first).toEqual({ done: true, value: undefined });
  });

  test('a stream ends as soon as its node stops', async () => {
    const stops = new AbortController();
    const first = linesOf(changeStreams({ read: hangs, log }), { stopping: stops.signal }).next();
    stops.abort();
    expect((await first).value).toBe('event: end\ndata: {"reason":"STOPPING"}\n\n');
  });

  test('a stream ends after its seconds, and says that changes cannot be read', async () => {
    const { value } = await linesOf(changeStreams({ read: hangs, log }), { seconds: 1 }).next();
    expect(value).toBe('event: end\ndata: {"reason":"UNAVAILABLE"}\n\n');
  });
});

test('the caller is judged before the first event, also if the client missed changes', async () => {
  const missed = { credentials: ['cred_of_the_caller'], identities: [], all: false };
  const lines = linesOf(changeStreams({ read: readsNothing, log }), {
    after: 'id',
    read: () => lookAt(here, { changes: new Map([['org_1', missed]]) }),
    judgeAgain: () => Promise.reject(new Failure('UNAUTHORIZED')),
  });
  expect((await lines.next()).value).toBe('event: end\ndata: {"reason":"REFUSED","code":"UNAUTHORIZED"}\n\n');
  expect((await lines.next()).done).toBe(true);
});

test.for<[string, () => Promise<ReadChanges>]>([
  ['is of another start of the server', () => lookAt(here, { isOtherServer: true })],
  ['cannot be read', () => Promise.reject(new Error('the database does not answer'))],
])('a client must drop everything if its place %s', async ([, read]) => {
  const lines = linesOf(changeStreams({ read: readsNothing, log }), { after: 'id', read });
  expect((await lines.next()).value).toBe('retry: 1000\nid: id\nevent: reset\ndata: {}\n\n');
  await lines.return();
});

test('a stream without looks neither wakes up nor tells a heartbeat', async () => {
  let looks = 0;
  const streams = changeStreams({ read: () => (looks++ === 0 ? readsNothing() : hangs()), log });
  let wakes = 0;
  const open = () => {
    const stream = streams.open('org_1');
    const take = () => {
      wakes += 1;
      return stream.take();
    };
    return { ...stream, take };
  };
  const told: string[] = [];
  for await (const line of linesOf(streams, { open, seconds: 3 }))
    told.push(line.trim().split('\n').at(-1) ?? '');
  // The heartbeat after the first second stands for the only look, if that is young enough.
  expect(told.filter((line) => !line.startsWith('id'))).toEqual(['data: {}', 'data: {"reason":"TIME"}']);
  expect(wakes).toBeLessThan(12);
});
