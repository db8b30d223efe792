import { METHODS } from 'node:http';
import { expect } from 'vitest';
import { openSocket, sendRaw } from '../../support/raw.ts';
import { drawn } from '../../support/thorough.ts';
import { callerOf, cases, everything, methodsOf, targetOf, type Case } from '../enumerate.ts';
import type { Visitor, World } from '../visitor.ts';

// Node passes CONNECT and upgrades to no handler, and closes the connection.
const methodNames = METHODS.filter((method) => method !== 'CONNECT');
const usual = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const unusual = methodNames.filter((method) => !usual.includes(method));

/** Whether the operation is the first of its path. A path is visited once. */
const isFirst = (operation: Case): boolean =>
  everything.find(({ path }) => path === operation.path) === operation;

async function answers405({ path }: Case, { origin, ours }: World): Promise<void> {
  const declared = methodsOf(path);
  const target = path.replace(/\{\w+\}/g, 'x');
  const socket = await openSocket(origin);
  const candidates = [...usual, ...drawn(unusual, 2, path)];
  for (const method of candidates.filter((candidate) => !declared.includes(candidate))) {
    for (const key of ['', `Authorization: Bearer ${ours.key}\r\n`]) {
      socket.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\n${key}\r\n`);
      const { status, headers, body } = await socket.answer({ bodiless: method === 'HEAD' });
      expect({ method, status }).toEqual({ method, status: 405 });
      expect(headers.allow?.split(', ').sort()).toEqual([...declared].sort());
      expect(headers['x-request-id']).toMatch(/^req_/);
      if (method === 'HEAD') continue;
      if (headers['x-error-code'] !== undefined || path.startsWith('/api/scim/'))
        expect(headers['x-error-code']).toBe('METHOD_NOT_ALLOWED');
      else expect(body).toMatchObject({ code: 'METHOD_NOT_ALLOWED', requestId: headers['x-request-id'] });
    }
  }
  socket.close();
}

/** The methods of a path: those that it does not declare, and HEAD where it declares GET. */
export const methods: Visitor = {
  name: 'a method',
  visits: [
    {
      title: 'lists the methods of its path, and the path answers 405 to all others',
      of: isFirst,
      halved: 'methods',
      visit: answers405,
    },
    {
      title: 'answers HEAD with the headers of GET and no body',
      of: (operation) => cases.includes(operation) && operation.method === 'GET',
      halved: 'HEAD',
      async visit(operation, world) {
        const { path = {} } = await world.working(operation);
        const { key } = await callerOf(operation, world.ours);
        const ask = (method: string) =>
          sendRaw(world.origin, {
            method,
            path: targetOf(operation, path),
            headers: { authorization: `Bearer ${key}`, 'x-request-id': 'the-same' },
          });
        const [get, head] = [await ask('GET'), await ask('HEAD')];
        const { date: _, 'transfer-encoding': chunked, ...expected } = get.headers;
        const { date: __, 'transfer-encoding': ___, ...headers } = head.headers;
        expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
        // A body that is generated while it is sent has no length.
        if (chunked === undefined) expect(Number(head.headers['content-length'])).toBeGreaterThan(0);
        if (operation.id !== 'listCredentials') expect(headers).toEqual(expected);
      },
    },
  ],
};
