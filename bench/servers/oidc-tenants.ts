// Holds the providers of tenants that have keys of their own, each used at least once, and says what memory it has then.
// Nothing is stored: it is the instances that are measured.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { parseForm } from '../../src/lib/form.ts';
import { newId } from '../../src/lib/id.ts';
import { createOidcEngine } from '../../src/oidc/engine/engine.ts';
import { answerParent, startedWith } from '../child.ts';
import { clientRow, engineParts, secret, settingsWith } from '../oidc-parts.ts';
import { collect, memory } from './memory.ts';

const { tenants, requests, keys } = startedWith as {
  tenants: number;
  requests: number;
  /**
   * The keys as JSON. Making keys takes most of the time, so some are used again. Each is parsed separately, so that
   * each is a copy.
   */
  keys: string[];
};
const clientId = newId('cli');

let next = 0;
const keysFor = () =>
  (JSON.parse(keys[next++ % keys.length] ?? '[]') as { kid: string }[]).map((key) => ({
    ...key,
    kid: newId('key'),
  }));
const pool = { query: () => Promise.resolve({ rows: [], rowCount: 1 }) } as unknown as Pool;
const oidc = createOidcEngine({
  ...engineParts(pool, {
    ahead: () =>
      Promise.resolve({
        version: 1,
        accessVersion: 0,
        policiesVersion: 0,
        environment: 'live' as const,
        now: new Date(),
        artifact: () => undefined,
        client: () => undefined,
        subject: () => undefined,
        session: () => undefined,
      }),
    load: (orgId) => Promise.resolve(settingsWith(orgId, keysFor())),
    client: (_orgId, id) => Promise.resolve(clientRow(id, 'jwt')),
  }),
  saveToken: () => Promise.resolve(true),
  saveMachineToken: () => Promise.resolve(),
});
const visit = {
  address: '127.0.0.1',
  browserToken: undefined,
  requestId: 'req',
  userCode: '',
  program: true,
  form: undefined,
};
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const orgId = request.url?.split('/')[3] ?? '';
    const form = parseForm(Buffer.concat(chunks));
    oidc
      .open(orgId)
      .then((one) => one?.answer(request, response, { ...visit, page: () => Promise.resolve('') }, form))
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;

async function use(orgId: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/oidc/${orgId}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status}: ${text}`);
}

const orgIds = Array.from({ length: tenants }, () => newId('org'));
// The number of requests is the same for every number of tenants. Compiled code and a grown heap do not count as the
// cost of one tenant.
for (let count = 0; count < requests; count++) {
  await use(orgIds[count % tenants] ?? '');
  // Otherwise the process keeps the pages that the garbage of its busiest moment took: V8 gives them back late, or
  // never.
  if (count % 200 === 0) collect();
}
const used = await memory();
server.close();
server.closeAllConnections();
answerParent({ ...used, loaded: next });
