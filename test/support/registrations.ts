import { type Answer, type Client, createClient } from './client.ts';

/** Sets who may register clients at the tenant of a caller. */
export async function letRegister(ours: Client, body: Record<string, unknown>): Promise<void> {
  const { status, body: answer } = await ours.call('updateClientRegistration', { body });
  if (status !== 200) throw new Error(`not set: ${JSON.stringify(answer)}`);
}

/** Creates an initial access token. */
export async function anInitialToken(
  ours: Client,
  fields: Record<string, unknown> = {},
): Promise<{ id: string; token: string }> {
  const { status, body } = await ours.call('createInitialAccessToken', {
    body: { name: 'Editors', ...fields },
  });
  if (status !== 201) throw new Error(`no token: ${JSON.stringify(body)}`);
  return body;
}

const orgOf = ({ orgId }: Client): string => {
  if (orgId === undefined) throw new Error('a client of a tenant registers');
  return orgId;
};

const bearer = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

/** Registers a client at the tenant of a caller, as a program without a key does. */
export const aRegistration = (
  ours: Client,
  metadata: Record<string, unknown> = {},
  token?: string,
): Promise<Answer> =>
  createClient(ours.origin).call('createOidcRegistration', {
    path: { orgId: orgOf(ours) },
    body: { client_name: 'Editor', redirect_uris: ['http://127.0.0.1/callback'], ...metadata },
    headers: bearer(token),
  });

/** Calls an operation of a registered client. */
export const atRegistration = (
  ours: Client,
  operation: 'getOidcRegistration' | 'replaceOidcRegistration' | 'deleteOidcRegistration',
  clientId: string,
  token: string | undefined,
  body?: Record<string, unknown>,
): Promise<Answer> =>
  createClient(ours.origin).call(operation, {
    path: { orgId: orgOf(ours), clientId },
    ...(body === undefined ? {} : { body }),
    headers: bearer(token),
  });
