import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RateLimited } from '../../../src/failure.ts';
import { bytesReader, ClientGone, isWhole } from '../../../src/http/body/body-bytes.ts';
import { restDropper } from '../../../src/http/body/rest-of-request.ts';

const server = http.createServer();
const clients: Socket[] = [];
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  for (const client of clients) client.destroy();
  server.close();
});

interface Sending {
  request: IncomingMessage;
  response: ServerResponse;
  /** Sends texts, each as a piece of its own. */
  send: (...pieces: string[]) => void;
  /** Says that there is no more. */
  end: () => void;
  leave: () => void;
}

async function sending(): Promise<Sending> {
  const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(client);
  client.on('error', () => undefined);
  client.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  return {
    request,
    response,
    send: (...pieces) =>
      client.write(pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')),
    end: () => client.write('0\r\n\r\n'),
    leave: () => client.destroy(),
  };
}

const limit = 1_000;
const rests = { requests: 2, bytes: 10_000, ms: 60_000 };
const bounds = { held: 1_000_000, rests };
const kilobyte = 'x'.repeat(1_000);

/** Watches a body until its size or its refusal is known. */
function watched(body: Promise<Buffer>) {
  const state = { ended: false };
  const ending = async (): Promise<unknown> => {
    try {
      return (await body).length;
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : error;
    } finally {
      state.ended = true;
    }
  };
  return { state, outcome: ending() };
}

describe('bodies that are too long', () => {
  test('are read to their end one at a time, and others are cut off', async () => {
    const read = bytesReader(bounds);
    const [first, second, third] = [await sending(), await sending(), await sending()];
    const long = watched(read(first.request, { limit, owner: 'a', response: first.response }));
    first.send(kilobyte, 'more');
    await once(first.request, 'data');
    const other = read(second.request, { limit, owner: 'b', response: second.response });
    second.send(kilobyte, 'more');
    await expect(other).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      details: { maximumBytes: limit },
    });
    expect([long.state.ended, second.request.isPaused()]).toEqual([false, true]);
    first.end();
    expect(await long.outcome).toBe('PAYLOAD_TOO_LARGE');
    // Its place is free for the next, which goes away.
    const last = watched(read(third.request, { limit, owner: 'c', response: third.response }));
    third.send(kilobyte, 'more');
    await once(third.request, 'data');
    third.leave();
    expect(await last.outcome).toBeInstanceOf(ClientGone);
    const fourth = await sending();
    const again = watched(read(fourth.request, { limit, owner: 'd', response: fourth.response }));
    fourth.send(kilobyte, 'more');
    fourth.end();
    expect(await again.outcome).toBe('PAYLOAD_TOO_LARGE');
    expect(fourth.request.readableEnded).toBe(true);
  });

  test('from one owner are read only while enough places are free', async () => {
    const read = bytesReader({ ...bounds, rests: { ...rests, requests: 3 } });
    const refused = async (owner: string): Promise<{ outcome: Promise<unknown>; end: () => void }> => {
      const { request, response, send, end } = await sending();
      const { outcome } = watched(read(request, { limit, owner, response }));
      send(kilobyte, 'more');
      await once(request, 'data');
      return { outcome: outcome.then(() => request.isPaused()), end };
    };
    const [first, second, other] = [await refused('a'), await refused('a'), await refused('b')];
    expect(await second.outcome).toBe(true);
    first.end();
    other.end();
    expect(await Promise.all([first.outcome, other.outcome])).toEqual([false, false]);
  });

  test('are read only up to a limit of bytes and time', async () => {
    const endless = await sending();
    const much = bytesReader(bounds)(endless.request, { limit, owner: 'a', response: endless.response });
    endless.send(...Array.from({ length: 13 }, () => kilobyte));
    await expect(much).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    const slow = await sending();
    const late = bytesReader({ ...bounds, rests: { ...rests, ms: 1 } })(slow.request, {
      limit,
      owner: 'a',
      response: slow.response,
    });
    slow.send(kilobyte, 'more');
    await expect(late).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });
});

describe('bodies', () => {
  test('that are rejected are read to their end, but not kept', async () => {
    const { request, response, send, end } = await sending();
    const refusal = new RateLimited({ limit: 1, remaining: 0, resetAt: 0 }, 1);
    const admit = (size: number): void => {
      if (size > 600) throw refusal;
    };
    // A second body of the owner fits only because nothing of the first is kept.
    const read = bytesReader({ ...bounds, held: 2_000 });
    const body = watched(read(request, { limit, owner: 'a', response, admit }));
    send('x'.repeat(500));
    await once(request, 'data');
    send('x'.repeat(500));
    await once(request, 'data');
    expect(body.state.ended).toBe(false);
    const next = await sending();
    const small = read(next.request, { limit, owner: 'a', response: next.response, admit });
    next.send('x'.repeat(500));
    next.end();
    expect(await small).toHaveLength(500);
    end();
    expect(await body.outcome).toBe('RATE_LIMITED');
    expect(request.isPaused()).toBe(false);
  });

  test('from one owner use at most the free memory until they are answered', async () => {
    const read = bytesReader({ ...bounds, held: 6_000 });
    const mine = [await sending(), await sending(), await sending()] as const;
    const theirs = await sending();
    const own = mine.map(({ request, response }) => watched(read(request, { limit, owner: 'a', response })));
    for (const { send } of mine.slice(0, 2)) send(kilobyte);
    await Promise.all(mine.slice(0, 2).map(({ request }) => once(request, 'data')));
    mine[2].send(kilobyte);
    expect(await own[2]?.outcome).toBe('RATE_LIMITED');
    const other = read(theirs.request, { limit, owner: 'b', response: theirs.response });
    theirs.send(kilobyte);
    theirs.end();
    expect(await other).toHaveLength(1_000);
    theirs.response.end();
    for (const { end } of mine.slice(0, 2)) end();
    expect(await Promise.all(own.slice(0, 2).map(({ outcome }) => outcome))).toEqual([1_000, 1_000]);
    const again = async () => {
      const next = await sending();
      const body = watched(read(next.request, { limit, owner: 'a', response: next.response }));
      next.send(kilobyte);
      next.end();
      return body.outcome;
    };
    expect(await again()).toBe('RATE_LIMITED');
    const closed = [once(mine[0].response, 'close'), once(mine[1].response, 'close')];
    mine[0].response.end();
    mine[1].leave();
    await Promise.all(closed);
    expect(await again()).toBe(1_000);
  });

  test('that have come whole count as held until they are answered, and are read to their end', async () => {
    const read = bytesReader({ ...bounds, held: 6_000 });
    const whole = async (size: number, owner: string) => {
      const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
      clients.push(client);
      client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`);
      const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
      await expect.poll(() => isWhole(request)).toBe(true);
      return { request, response, outcome: watched(read(request, { limit, owner, response })).outcome };
    };
    const [first, second] = [await whole(1_000, 'a'), await whole(1_000, 'a')];
    expect(await Promise.all([first.outcome, second.outcome])).toEqual([1_000, 1_000]);
    await expect.poll(() => first.request.readableEnded).toBe(true);
    const third = await whole(1_000, 'a');
    expect([await third.outcome, third.request.isPaused()]).toEqual(['RATE_LIMITED', true]);
    expect(await (await whole(1_001, 'b')).outcome).toBe('PAYLOAD_TOO_LARGE');
    const closed = once(first.response, 'close');
    first.response.end();
    await closed;
    expect(await (await whole(1_000, 'a')).outcome).toBe(1_000);
  });

  test('may arrive in a few thousand pieces, and are rejected in more, even if they are too long', async () => {
    const read = bytesReader();
    const letters = (count: number): string[] => Array.from({ length: count }, () => 'x');
    const few = await sending();
    const words = read(few.request, { limit: 10_000, owner: 'a', response: few.response });
    few.send(...letters(3_900));
    few.end();
    expect(await words).toHaveLength(3_900);
    for (const [most, code] of [
      [10_000, 'VALIDATION_ERROR'],
      [100, 'PAYLOAD_TOO_LARGE'],
    ] as const) {
      const many = await sending();
      const crumbs = read(many.request, { limit: most, owner: 'a', response: many.response });
      many.send(...letters(4_100));
      await expect(crumbs).rejects.toMatchObject({ code });
      expect(many.request.isPaused()).toBe(true);
    }
  });
});

describe('the rest of a request that is turned away', () => {
  test('is dropped before the response only while its sender leaves places to others', async () => {
    const dropRest = restDropper({ ...rests, requests: 3 });
    const answered: string[] = [];
    const turnedAway = async (sender: string, name: string): Promise<Sending> => {
      const client = await sending();
      client.send('begun');
      dropRest(client.request, sender, () => answered.push(name));
      return client;
    };
    const first = await turnedAway('a', 'the first of a');
    await turnedAway('a', 'the second of a');
    expect(answered).toEqual(['the second of a']);
    const other = await turnedAway('b', 'the first of b');
    expect(answered).toEqual(['the second of a']);
    const ended = [once(first.request, 'end'), once(other.request, 'end')];
    first.end();
    other.end();
    await Promise.all(ended);
    expect(answered.slice(1).toSorted()).toEqual(['the first of a', 'the first of b']);
    // The places are free again.
    await turnedAway('a', 'the third of a');
    expect(answered).toHaveLength(3);
  });
});
