import { expect } from 'vitest';
import { aCredential } from '../support/builders.ts';
import type { DrivenPage } from '../support/devtools.ts';
import { issuerOf } from '../support/relying-party.ts';
import { arrives, clickOn, enter, readOn } from '../support/visits.ts';
import type { Running } from './quickstart.ts';

const soon = { timeout: 20_000, interval: 50 };

/** Ada signs in at Keyward, and allows what the application asks for. */
export async function signIn(page: DrivenPage): Promise<void> {
  await arrives(page, 'Sign in');
  await enter(page, 'username', 'ada@example.com');
  await arrives(page, 'Enter your password');
  await enter(page, 'password', 'vivid-harbor-cello-42');
  await arrives(page, 'Allow Quickstart to access your account?');
  expect(await readOn(page)).toContain('Read your invoices');
  await clickOn(page, 'Allow');
}

/** Ada signs in at a web page, sees what the API tells the page with her token, and signs out of both. */
export async function walkPages(page: DrivenPage): Promise<void> {
  const shows = (text: string) => expect.poll(() => readOn(page), soon).toContain(text);
  await arrives(page, 'Quickstart');
  await shows('You are not signed in.');
  await clickOn(page, 'Sign in');
  await signIn(page);
  await arrives(page, 'Quickstart');
  await shows('Hello, Ada Lovelace.');
  await shows('INV-1');
  await clickOn(page, 'Sign out');
  await arrives(page, 'Sign out?');
  await clickOn(page, 'Sign out');
  await arrives(page, 'Quickstart');
  await shows('You are not signed in.');
  // Keyward has ended its session too: the next sign-in asks for the name again.
  await clickOn(page, 'Sign in');
  await arrives(page, 'Sign in');
}

/** Returns an access token that a machine gets for an API. */
async function tokenFor({ api }: Running, resource: string): Promise<string> {
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
  const granted = { status: 200, text: expect.stringMatching(/"caller":".+"INV-1"/) };
  const { secret: key } = await aCredential(api, { scopes: ['invoices.read'] });
  const { secret: other } = await aCredential(api, { scopes: ['invoices.pay'] });
  expect(await call()).toMatchObject({ status: 401 });
  expect(await call(key)).toMatchObject(granted);
  expect(await call(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`)).toMatchObject({ status: 401 });
  expect(await call(other)).toMatchObject({ status: 403 });
  expect(await call(await tokenFor(running, env['AUDIENCE'] ?? ''))).toMatchObject(granted);
  expect(await call(await tokenFor(running, 'https://other.example.com/'))).toMatchObject({ status: 401 });
}
