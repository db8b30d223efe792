import { expect } from 'vitest';
import { aCredential } from '../support/builders.ts';
import { issuerOf } from '../support/relying-party.ts';
import { type Running, shown } from './quickstart.ts';

/** Returns an access token that a machine gets for an API. */
export async function tokenFor({ api }: Pick<Running, 'api'>, resource: string): Promise<string> {
  const { status, body } = await api.call('createOidcClient', {
    body: { name: 'Report', applicationType: 'machine', scopes: ['invoices.read'], resources: [resource] },
  });
  expect(status).toBe(201);
  const basic = Buffer.from(`${body.clientId}:${body.clientSecret}`).toString('base64');
  const response = await fetch(`${issuerOf(api)}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'invoices.read', resource }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

/** Calls the API of a quickstart with good and bad keys and tokens. */
export async function callApi(running: Running): Promise<void> {
  const { api, home, env } = running;
  const call = async (secret?: string) => {
    const headers: Record<string, string> = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
    const response = await fetch(`${home}api/invoices`, { headers, redirect: 'manual' });
    return { status: response.status, text: await response.text() };
  };
  const answer = JSON.parse(shown('json', '{"caller"')) as unknown;
  expect(JSON.parse(await running.terminal.run(shown('sh', 'IDENTITY=')))).toEqual(answer);
  const granted = { status: 200, text: expect.stringMatching(/"caller":".+"INV-1"/) };
  const { id, secret: key } = await aCredential(api, { scopes: ['invoices.read'] });
  const { secret: other } = await aCredential(api, { scopes: ['invoices.pay'] });
  expect(await call()).toMatchObject({ status: 401 });
  expect(await call(key)).toMatchObject(granted);
  expect(await call(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`)).toMatchObject({ status: 401 });
  expect(await call(other)).toMatchObject({ status: 403 });
  expect(await call(await tokenFor(running, env['AUDIENCE'] ?? ''))).toMatchObject(granted);
  expect(await call(await tokenFor(running, 'https://other.example.com/'))).toMatchObject({ status: 401 });
  await api.call('revokeCredential', { path: { id } });
  expect(await call(key)).toMatchObject({ status: 401 });
}
