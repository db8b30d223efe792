// The memory of 1,000 tenants that have keys of their own and whose providers were used once, beside that of one tenant which
// was used as often: code that is compiled and a heap that has grown are not what a tenant costs.
// Nothing is stored: it is the instances that are measured. Options: --tenants=<count>
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Pool } from 'pg';
import { parseForm } from '../src/lib/form.ts';
import { newId } from '../src/lib/id.ts';
import { newTokenKey, type PrivateTokenKey } from '../src/lib/token-key.ts';
import { createOidcEngine } from '../src/protocols/oidc/engine.ts';
import { clientRow, engineParts, secret, settingsWith } from './oidc-parts.ts';

const { values: options } = parseArgs({ options: { tenants: { type: 'string', default: '1000' } } });
const aim = 150;
const clientId = newId('cli');
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

// Making RSA keys takes most of the time and none of the memory: some are used again, each read anew from its text.
const rsa = await Promise.all(Array.from({ length: 8 }, () => newTokenKey('RS256', 'rsa')));
let next = 0;
const keysFor = async (): Promise<PrivateTokenKey[]> => [
  { ...(JSON.parse(JSON.stringify(rsa[next++ % rsa.length])) as PrivateTokenKey), kid: newId('key') },
  await newTokenKey('ES256', newId('key')),
];
const pool = { query: () => Promise.resolve({ rows: [], rowCount: 1 }) } as unknown as Pool;
const oidc = createOidcEngine(
  engineParts(pool, {
    version: () => Promise.resolve(1),
    load: async (orgId) => settingsWith(orgId, await keysFor()),
    client: (_orgId, id) => Promise.resolve(clientRow(id, 'jwt')),
  }),
);
const visit = {
  address: '127.0.0.1',
  browserToken: undefined,
  requestId: 'req',
  program: true,
  userCode: '',
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

async function useOnce(orgId = newId('org')): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/oidc/${orgId}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status}: ${text}`);
}

async function megabytes(): Promise<{ kept: number; resident: number }> {
  for (let times = 0; times < 3; times++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { kept: (heapUsed + external) / 1e6, resident: rss / 1e6 };
}

const first = newId('org');
for (let count = 0; count < Number(options.tenants); count++) await useOnce(first);
const one = await megabytes();
for (let count = 1; count < Number(options.tenants); count++) await useOnce();
const many = await megabytes();
const more = many.resident - one.resident;
process.stdout.write(
  `1 tenant: ${one.kept.toFixed(0)} MB kept, ${one.resident.toFixed(0)} MB resident\n` +
    `${options.tenants} tenants: ${many.kept.toFixed(0)} MB kept, ${many.resident.toFixed(0)} MB resident\n` +
    `${more.toFixed(0)} MB more, aim ${aim}: ${more < aim ? 'reached' : 'missed'}\n`,
);
server.close();
server.closeAllConnections();
