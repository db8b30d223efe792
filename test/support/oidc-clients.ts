import { randomUUID } from 'node:crypto';
import type { Client } from './client.ts';

/** A confidential web client, unless the fields say otherwise. */
export async function anOidcClient(
  client: Client,
  fields: Record<string, unknown> = {},
): Promise<{ clientId: string; clientSecret: string }> {
  const body = { name: 'Portal', redirectUris: ['https://app.example.com/callback'], ...fields };
  const { status, body: made } = await client.call('createOidcClient', { body });
  if (status !== 201) throw new Error(`no client: ${JSON.stringify(made)}`);
  return made;
}

export async function anOidcScope(
  client: Client,
  fields: Record<string, unknown> = {},
): Promise<{ id: string; name: string }> {
  const body = { name: `scope-${randomUUID()}`, ...fields };
  const { status, body: made } = await client.call('createOidcScope', { body });
  if (status !== 201) throw new Error(`no scope: ${JSON.stringify(made)}`);
  return made;
}
