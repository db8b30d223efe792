import { expect } from 'vitest';
import { aScimToken } from '../../support/builders.ts';
import type { TestService } from '../../support/service.ts';

/** An answer as a directory sees it. */
export interface ScimAnswer {
  status: number;
  type: string | null;
  headers: Headers;
  // Resources of every shape; the contract's own tests say what they look like.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** A directory that provisions our first organization with a token of its own. */
export interface Provider {
  token: string;
  tokenId: string;
  /** Sends a request word for word; `target` is below the base URL, spaces and quotes are encoded as URLs do. */
  send: (
    method: string,
    target: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<ScimAnswer>;
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** What is entered in a directory as the address of SCIM. */
export const scimUrl = ({ origin, organizations }: Pick<TestService, 'origin' | 'organizations'>): string =>
  `${origin}/api/scim/v2/${organizations.ours.live.orgId}`;

/**
 * A directory of one kind; every answer it gets must be SCIM's, whatever it asked for.
 * @param headers what it sends with everything
 */
export async function aProvider(
  service: TestService,
  profile: string,
  headers: Record<string, string> = {},
): Promise<Provider> {
  const { id, token } = await aScimToken(service.ours, { name: `${profile} directory`, profile });
  return {
    token,
    tokenId: id,
    async send(method, target, body, more) {
      const response = await fetch(encodeURI(scimUrl(service) + target), {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/scim+json; charset=utf-8' }),
          ...headers,
          ...more,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const type = response.headers.get('content-type');
      if (text !== '') expect(type).toMatch(/^application\/(scim\+)?json/);
      return { status: response.status, type, headers: response.headers, body: text && JSON.parse(text) };
    },
  };
}

/** The members of a PATCH request, as every directory wraps its operations. */
export const patchOf = (...operations: unknown[]) => ({ schemas: [patchSchema], Operations: operations });

/** Whether a PATCH was done: RFC 7644 section 3.5.2 lets a service answer with or without the resource. */
export function expectPatched({ status, body }: ScimAnswer): void {
  expect([200, 204], JSON.stringify(body)).toContain(status);
}

/** The ids of a group's members, sorted. */
export async function membersOf({ send }: Provider, groupId: string): Promise<string[]> {
  const { status, body } = await send('GET', `/Groups/${groupId}`);
  expect(status).toBe(200);
  return (body.members ?? []).map(({ value }: { value: string }) => value).toSorted();
}

/** Creates a person and tells their id. */
export async function aPerson({ send }: Provider, userName: string): Promise<string> {
  const { status, body } = await send('POST', '/Users', { schemas: [userSchema], userName });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

/** The status of a person as the directory's own API tells it. */
export async function stateOf({ ours }: Pick<TestService, 'ours'>, userId: string): Promise<string> {
  const { status, body } = await ours.call('getUser', { path: { userId } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.status;
}
