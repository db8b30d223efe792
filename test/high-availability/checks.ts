// Checks after the failovers that everything still holds that clients were told (ledger.ts).
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { verifyAuditExport } from '../../clients/typescript/src/index.ts';
import type { Client } from '../support/client.ts';
import type { Receiver } from '../support/receiver.ts';
import type { Ledger } from './ledger.ts';
import type { Load } from './load.ts';

const soon = { timeout: 120_000, interval: 250 };

/** Asks about each, a few at a time. */
async function each<Item>(items: readonly Item[], ask: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const item of waiting) await ask(item);
    }),
  );
}

/** Lists acknowledged changes that are not there, and credentials that work though their end was acknowledged. */
async function lostCredentials(client: Client, { credentials }: Ledger): Promise<string[]> {
  const lost: string[] = [];
  const isValid = async (credential: string): Promise<boolean> => {
    const { status, body } = await client.call('verifyCredential', { body: { credential, consume: false } });
    if (status !== 200) lost.push(`no verification: ${status}`);
    return body.valid;
  };
  await each(credentials, async ({ id, secret, ended }) => {
    const { status } = await client.call('getCredential', { path: { id } });
    if (status !== 200) lost.push(`${id} was created: ${status}`);
    if (secret !== undefined && !(await isValid(secret))) lost.push(`${id} has another secret`);
    for (const one of ended) if (await isValid(one)) lost.push(`${id} works with an ended secret`);
  });
  return lost;
}

/** Lists capped credentials that were used too often, or whose uses were not all counted. */
async function wrongCounts(
  client: Client,
  { capped, verified }: Ledger,
  steadyId: string,
): Promise<string[]> {
  const wrong: string[] = [];
  const countOf = async (id: string): Promise<number> =>
    (await client.call('getCredential', { path: { id } })).body.usageCount;
  await each(capped, async ({ id, cap, valid, refused }) => {
    const stored = await countOf(id);
    if (valid > cap || stored > cap || stored < valid || !refused)
      wrong.push(`${id}: ${valid} uses were acknowledged, ${stored} are counted, ${cap} are allowed`);
  });
  const stored = await countOf(steadyId);
  if (stored < verified.length)
    wrong.push(`${verified.length} uses were acknowledged, and ${stored} are counted`);
  return wrong;
}

/** Lists the events of acknowledged changes that the receiver did not get. */
export function missingEvents({ credentials }: Ledger, { received }: Receiver): string[] {
  const came = new Set(received.map(({ body }) => `${body.type} ${body.data.credentialId}`));
  return credentials.flatMap(({ id, events }) =>
    events.map((type) => `${type} ${id}`).filter((event) => !came.has(event)),
  );
}

export async function checkAll(
  client: Client,
  ledger: Ledger,
  { steadyId, signedIn, authorization }: Load,
  receiver: Receiver,
): Promise<void> {
  expect(ledger.faults.slice(0, 20)).toEqual([]);
  expect(await lostCredentials(client, ledger)).toEqual([]);
  expect(await wrongCounts(client, ledger, steadyId)).toEqual([]);

  const inactive: string[] = [];
  await each(ledger.tokens, async (token) => {
    const { body } = await client.call('introspectOidcToken', {
      path: { orgId: client.orgId ?? '' },
      body: { token },
      headers: { authorization },
    });
    if (body.active !== true) inactive.push(`a token is gone: ${JSON.stringify(body)}`);
  });
  await each(signedIn, async (person) => {
    const { title, status } = await person.open(`/account/${client.orgId}`);
    if (title !== 'Your account') inactive.push(`a session is gone: ${status} ${title}`);
  });
  expect(inactive).toEqual([]);

  await expect.poll(() => missingEvents(ledger, receiver).slice(0, 5), soon).toEqual([]);

  const whole = async () => (await client.call('getAuditIntegrity')).body;
  await expect.poll(whole, soon).toMatchObject({ valid: true, faults: [], unsealed: 0 });
  const { keyIds } = await whole();
  const { status, body } = await client.call('exportAuditLogs');
  expect(status).toBe(200);
  const report = await verifyAuditExport(Readable.from([Buffer.from(body)]), { keyIds });
  expect(report).toMatchObject({ valid: true, faults: [] });
}
