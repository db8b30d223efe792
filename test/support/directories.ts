import { aScimToken } from './builders.ts';
import { type Answer, type Client, createClient } from './client.ts';
import type { TestService } from './service.ts';

/** A client that presents a secret at the SCIM URLs of a tenant: a directory that provisions the tenant. */
export interface Directory {
  tokenId: string;
  token: string;
  orgId: string;
  /** Where its URLs start. */
  base: string;
  /** As {@link Client.call}; the tenant is known. */
  call: Client['call'];
  /**
   * Sends a request word for word. The path follows the base, with spaces and quotes encoded as in URLs. A text is sent as the
   * body as it is. Throws for a response that is not SCIM's.
   */
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
}

const tenants = { ours: 'live', oursTest: 'test', theirs: 'live' } as const;

/** Returns the SCIM address that an administrator enters in a directory. */
export const scimUrl = ({ origin, organizations }: Pick<TestService, 'origin' | 'organizations'>): string =>
  `${origin}/api/scim/v2/${organizations.ours.live.orgId}`;

/**
 * A directory with a token of its own.
 * @param fields of the token: `permissions`, `profile`, …
 * @param headers what it sends with everything
 */
export async function aDirectory(
  service: TestService,
  fields: Record<string, unknown> = {},
  whose: keyof typeof tenants = 'ours',
  headers: Record<string, string> = {},
): Promise<Directory> {
  const organization = service.organizations[whose === 'theirs' ? 'theirs' : 'ours'];
  const { orgId } = organization[tenants[whose]];
  const { id: tokenId, token } = await aScimToken(service[whose], fields);
  return directoryWith(service, { orgId, token, tokenId, headers });
}

/** A directory of one kind, which provisions our first organization. @param headers what it sends with everything */
export const aDirectoryOf = (
  service: TestService,
  profile: string,
  headers?: Record<string, string>,
): Promise<Directory> => aDirectory(service, { name: `${profile} directory`, profile }, 'ours', headers);

export function directoryWith(
  { origin }: Pick<TestService, 'origin'>,
  {
    orgId,
    token,
    tokenId = '',
    headers: always = {},
  }: { orgId: string; token: string | undefined; tokenId?: string; headers?: Record<string, string> },
): Directory {
  const client = createClient(origin, token);
  const base = `/api/scim/v2/${orgId}`;
  return {
    tokenId,
    token: token ?? '',
    orgId,
    base,
    call: (id, parts = {}) => client.call(id, { ...parts, path: { orgId, ...parts.path } }),
    async send(method, path, body, headers) {
      // Characters that are encoded already stay as they are.
      const target = base + encodeURI(path).replaceAll('%25', '%');
      const answer = await client.send(method, target, {
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/scim+json; charset=utf-8' }),
          ...always,
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const type = answer.headers.get('content-type');
      if (answer.body !== '' && !/^application\/(scim\+)?json/.test(type ?? ''))
        throw new Error(`${method} ${target} answered ${answer.status} with ${type}`);
      return answer;
    },
  };
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';
export const dryRunSchema = 'urn:keyward:params:scim:api:messages:2.0:DryRun';

/** The body that creates a person. */
export const scimPerson = (userName: string, more: Record<string, unknown> = {}) => ({
  schemas: [userSchema],
  userName,
  ...more,
});

/** The members of a PATCH request, as every directory wraps its operations. */
export const patchOf = (...operations: unknown[]) => ({ schemas: [patchSchema], Operations: operations });

/** The body that replaces one attribute. */
export const replacing = (path: string, value: unknown) => patchOf({ op: 'replace', path, value });

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
