import { randomUUID } from 'node:crypto';
import type { Client } from './client.ts';
import type { TestService } from './service.ts';

/** Creates an identity and tells its id. */
export async function anIdentity(client: Client, fields: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await client.call('createIdentity', {
    body: { name: 'deploy-bot', type: 'CI_CD', ...fields },
  });
  if (status !== 201) throw new Error(`no identity: ${JSON.stringify(body)}`);
  return body.id;
}

/** Creates a credential, of a new identity unless one is named. */
export async function aCredential(
  client: Client,
  fields: Record<string, unknown> = {},
): Promise<{ id: string; identityId: string; secret: string }> {
  const identityId =
    typeof fields['identityId'] === 'string' ? fields['identityId'] : await anIdentity(client);
  const { status, body } = await client.call('createCredential', {
    body: { name: 'deploy key', ...fields, identityId },
  });
  if (status !== 201) throw new Error(`no credential: ${JSON.stringify(body)}`);
  return { id: body.id, identityId, secret: body.credential };
}

/** Creates a credential whose secret no caller has seen, and returns its wrap token. */
export async function aWrappedCredential(
  client: Client,
  seconds = 300,
): Promise<{ id: string; token: string }> {
  const { status, body } = await client.call('createCredential', {
    body: { name: 'deploy key', identityId: await anIdentity(client) },
    headers: { 'x-wrap-ttl': String(seconds) },
  });
  if (status !== 201) throw new Error(`no credential: ${JSON.stringify(body)}`);
  return { id: body.id, token: body.credential };
}

/** Creates a SCIM token that may do everything SCIM can. */
export async function aScimToken(
  client: Client,
  fields: Record<string, unknown> = {},
): Promise<{ id: string; token: string }> {
  const { status, body } = await client.call('createScimToken', { body: { name: 'directory', ...fields } });
  if (status !== 201) throw new Error(`no SCIM token: ${JSON.stringify(body)}`);
  return { id: body.id, token: body.token };
}

/** Creates a person who is ACTIVE, with an address of their own, and tells their id. */
export async function aUser(client: Client, fields: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await client.call('createUser', {
    body: { email: `${randomUUID()}@example.com`, sendInvite: false, ...fields },
  });
  if (status !== 201) throw new Error(`no user: ${JSON.stringify(body)}`);
  return body.id;
}

/** Verifies a secret as another service would, and tells the answer's body. */
export async function verify(client: Client, secret: string, fields: Record<string, unknown> = {}) {
  const { body } = await client.call('verifyCredential', { body: { credential: secret, ...fields } });
  return body;
}

/** A caller of our live tenant whose key has these scopes, and the id of that key. */
export async function aCallerWith(
  service: Pick<TestService, 'ours' | 'as'>,
  scopes: string[],
  fields: Record<string, unknown> = {},
): Promise<{ caller: Client; id: string; identityId: string }> {
  const { id, identityId, secret } = await aCredential(service.ours, { scopes, ...fields });
  return { caller: service.as(secret), id, identityId };
}

/** The events about a credential, or those about an identity itself, oldest first. */
export function eventsAbout(
  { sql }: Pick<TestService, 'sql'>,
  id: string,
): Promise<{ type: string; data: Record<string, unknown> }[]> {
  return sql(
    `select type, data from events
      where data ->> 'credentialId' = $1 or (data ->> 'identityId' = $1 and not data ? 'credentialId')
      order by created_at, type`,
    [id],
  );
}
