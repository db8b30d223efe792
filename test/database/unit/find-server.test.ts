import { expect, test } from 'vitest';
import { bestOf } from '../../../src/database/find-server.ts';
import { openServers } from '../../../src/database/servers.ts';

const servers = ['a', 'b', 'c'].map((name) => ({ name, url: `postgres://${name}/keyward` }));
const [a, b, c] = servers as [(typeof servers)[0], (typeof servers)[0], (typeof servers)[0]];

test('the right one of several servers that accept writes is the one that was promoted last', () => {
  const timelines = new Map([
    [a, 3],
    [b, 12],
  ]);
  expect(bestOf([a, b], timelines, a)).toBe(b);
  expect(bestOf([a, b], timelines, c)).toBe(b);
});

test('a server stays right if no other one has a higher timeline, or if one does not tell', () => {
  const same = new Map([
    [a, 3],
    [b, 3],
    [c, 0],
  ]);
  expect(bestOf([a, b], same, b)).toBe(b);
  expect(bestOf([a, b], same, c)).toBe(a);
  expect(bestOf([a, b, c], same, c)).toBe(c);
  expect(bestOf([], same, a)).toBeUndefined();
});

test('a certificate is checked for the host that is connected, also if the URL only says ssl=true', () => {
  const Client = openServers('postgres://127.0.0.1/keyward?ssl=true').client();
  const { connection } = new Client();
  expect(connection).toMatchObject({ ssl: { checkServerIdentity: expect.any(Function) } });
});
