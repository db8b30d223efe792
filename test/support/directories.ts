import { aScimToken } from './builders.ts';
import { type Answer, type Client, createClient } from './client.ts';
import type { TestService } from './service.ts';

/** Whatever presents a secret at the SCIM URLs of a tenant. */
export interface Directory {
  tokenId: string;
  token: string;
  orgId: string;
  /** Where its URLs start. */
  base: string;
  /** As {@link Client.call}; the tenant is known. */
  call: Client['call'];
  /** As {@link Client.send}; takes what follows the base, and a text as body as it is. */
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
}

const tenants = { ours: 'live', oursTest: 'test', theirs: 'live' } as const;

/** A directory with a token of its own. @param fields of the token: `permissions`, `profile`, … */
export async function aDirectory(
  service: TestService,
  fields: Record<string, unknown> = {},
  whose: keyof typeof tenants = 'ours',
): Promise<Directory> {
  const organization = service.organizations[whose === 'theirs' ? 'theirs' : 'ours'];
  const { orgId } = organization[tenants[whose]];
  const { id: tokenId, token } = await aScimToken(service[whose], fields);
  return directoryWith(service, { orgId, token, tokenId });
}

export function directoryWith(
  { origin }: Pick<TestService, 'origin'>,
  { orgId, token, tokenId = '' }: { orgId: string; token: string | undefined; tokenId?: string },
): Directory {
  const client = createClient(origin, token);
  const base = `/api/scim/v2/${orgId}`;
  return {
    tokenId,
    token: token ?? '',
    orgId,
    base,
    call: (id, parts = {}) => client.call(id, { ...parts, path: { orgId, ...parts.path } }),
    send: (method, path, body, headers = {}) =>
      client.send(method, base + path.replaceAll(' ', '%20').replaceAll('"', '%22'), {
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }), ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
  };
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';
export const dryRunSchema = 'urn:keyward:params:scim:api:messages:2.0:DryRun';

/** The body that creates a person. */
export const scimPerson = (userName: string, more: Record<string, unknown> = {}) => ({
  schemas: [userSchema],
  userName,
  ...more,
});

/** The body that replaces one attribute. */
export const replacing = (path: string, value: unknown) => ({
  schemas: [patchSchema],
  Operations: [{ op: 'replace', path, value }],
});

/** Creates a person over SCIM and tells their id. */
export async function aScimPerson(
  { send }: Pick<Directory, 'send'>,
  userName: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const { status, body } = await send('POST', '/Users', scimPerson(userName, more));
  if (status !== 201) throw new Error(`no person: ${JSON.stringify(body)}`);
  return body.id;
}
