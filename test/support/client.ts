import { isHosted } from '../../src/lib/contract.ts';
import { operations } from '../../generated/operations.ts';
import type { OperationId } from '../../src/operation.ts';
import { formType } from '../../src/lib/form.ts';
import { assertPassed, routeOf } from './contract-proxy.ts';
import { withoutDocs } from './error-links.ts';

/** An answer as a client sees it. */
export interface Answer {
  status: number;
  headers: Headers;
  // Tests look into bodies of every shape; what a body must look like is held against the contract elsewhere.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export interface CallParts {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A caller with one API key, or with none. */
export interface Client {
  readonly key: string | undefined;
  readonly origin: string;
  /** The tenant of the key, where it is known. */
  readonly orgId: string | undefined;
  /** Calls an operation of the contract by its id. */
  call: (id: OperationId, parts?: CallParts) => Promise<Answer>;
  /** Sends anything anywhere. */
  send: (method: string, path: string, init?: Sent) => Promise<Answer>;
}

interface Sent {
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  /** Where pages lead to is what their tests ask. */
  redirect?: 'manual' | 'follow';
}

/** A list is a field that is sent several times. */
const formOf = (body: unknown): string =>
  new URLSearchParams(
    Object.entries(body as Record<string, string | string[]>).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  ).toString();

/** Headers of every request of a caller without a key. A function makes them for one request. */
type Always = Record<string, string> | ((method: string, url: string) => Promise<Record<string, string>>);

/** @param always headers of every request, of a caller without a key */
export function createClient(origin: string, key?: string, orgId?: string, always: Always = {}): Client {
  const request = async (
    method: string,
    url: string,
    { body, headers = {}, redirect = 'follow' }: Sent = {},
  ): Promise<Answer> => {
    const made = typeof always === 'function' ? await always(method, url) : always;
    const response = await fetch(url, {
      method,
      redirect,
      headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...made, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const json =
      /^application\/(scim\+)?json/.test(response.headers.get('content-type') ?? '') && text !== '';
    const { status, headers: sent } = response;
    return { status, headers: sent, body: json ? withoutDocs(JSON.parse(text)) : text };
  };
  return {
    key,
    origin,
    orgId,
    send: (method, path, init) => request(method, origin + path, init),
    async call(id, { path = {}, query = {}, body, headers = {} } = {}) {
      const facts = operations[id];
      const isForm = (facts.requestTypes as readonly string[]).includes(formType);
      const target = facts.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(path[name] ?? ''),
      );
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const url = (await routeOf(origin, id, key)) + target;
      const answer = await request(facts.method, search.size > 0 ? `${url}?${search.toString()}` : url, {
        headers: {
          ...(body === undefined ? {} : { 'content-type': isForm ? formType : 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isForm ? formOf(body) : JSON.stringify(body) }),
        redirect: isHosted(facts) ? 'manual' : 'follow',
      });
      assertPassed(id, answer);
      return answer;
    },
  };
}
