import { randomUUID } from 'node:crypto';
import { aCredential, aScimToken } from '../../test/support/builders.ts';
import type { Client } from '../../test/support/client.ts';
import type { Shot } from './attack.ts';

/** The default limits, which the service of the bench runs with. */
export const limits = {
  key: { perMinute: 100, most: 120 },
  scim: { perMinute: 600, most: 620 },
  page: { perMinute: 300, most: 300 },
  connection: { perMinute: 180, most: 180 },
  stranger: { perMinute: 60, most: 60 },
} as const;

/** Returns a key, or a SCIM token, that has not called before. */
export const aSecret = async (ours: Client, errors: string | undefined): Promise<string> =>
  errors === 'scim'
    ? (await aScimToken(ours)).token
    : (await aCredential(ours, { scopes: ['*'], name: randomUUID() })).secret;

/** Returns a request for each body, with one new key. */
export async function keyed(
  ours: Client,
  method: string,
  path: string,
  bodies: (object | undefined)[],
): Promise<Shot[]> {
  const secret = await aSecret(ours, undefined);
  return bodies.map((body) => ({
    method,
    path,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }));
}
