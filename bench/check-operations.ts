import type { Side } from './check-side.ts';
import type { Given } from './load.ts';

/** A hot operation: the requests that are put on a side, or undefined where the side lacks it. */
export interface Operation {
  name: string;
  /** Requests at once, if not 32: a node refuses more of slow work (docs/overload.md). */
  connections?: number;
  requests: (side: Side) => Given | undefined | Promise<Given | undefined>;
}

/** One request. */
export const head = (line: string, authorization: string, body?: { type: string; text: string }): string =>
  `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\nAccept: application/json\r\n` +
  (body ? `Content-Type: ${body.type}\r\nContent-Length: ${body.text.length}\r\n\r\n${body.text}` : '\r\n');

const verifying = ({ caller }: Pick<Side, 'caller'>, keys: readonly string[], more: object = {}): Given => ({
  texts: keys.map((credential) =>
    head('POST /api/v1/credentials/verify', `Bearer ${caller}`, {
      type: 'application/json',
      text: JSON.stringify({ credential, ...more }),
    }),
  ),
  mark: '"valid":true',
});

const oidc = ({ orgId }: Side): string => `/api/oidc/${orgId}`;
const form = (fields: Record<string, string>) => ({
  type: 'application/x-www-form-urlencoded',
  text: new URLSearchParams(fields).toString(),
});
const clientGrant = { grant_type: 'client_credentials' };

const issuing =
  (format: 'jwt' | 'opaque') =>
  (side: Side): Given | undefined =>
    side.basic && {
      texts: [head(`POST ${oidc(side)}/token`, `Basic ${side.basic[format]}`, form(clientGrant))],
      mark: '"access_token":',
    };

async function introspecting(side: Side): Promise<Given | undefined> {
  if (!side.basic) return undefined;
  const authorization = `Basic ${side.basic.opaque}`;
  const texts: string[] = [];
  while (texts.length < 50) {
    const answer = await fetch(`http://127.0.0.1:${side.port}${oidc(side)}/token`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(clientGrant),
    });
    const { access_token: token = '' } = (await answer.json()) as { access_token?: string };
    texts.push(head(`POST ${oidc(side)}/introspect`, authorization, form({ token })));
  }
  return { texts, mark: '"active":true' };
}

/** The load generator puts a number in its place. */
const counter = '#'.repeat(12);
/** Creates a user by SCIM, another one with each request. @param path of the users */
export const scimCreation = (path: string, token: string): Given => ({
  texts: [
    head(`POST ${path}`, `Bearer ${token}`, {
      type: 'application/scim+json',
      text: JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: `u${counter}@example.com`,
        name: { givenName: 'Grace', familyName: 'Hopper' },
        emails: [{ value: `u${counter}@example.com`, primary: true }],
      }),
    }),
  ],
  status: 201,
  numbered: true,
  mark: '"userName"',
});

const creating = ({ scimToken, orgId }: Side): Given | undefined =>
  scimToken === undefined ? undefined : scimCreation(`/api/scim/v2/${orgId}/Users`, scimToken);

/** Looks users up by their user names, as directories do before each change. */
export const scimLookUps = (path: string, token: string, userNames: readonly string[]): Given => ({
  texts: userNames.map((name) =>
    head(`GET ${path}?filter=${encodeURIComponent(`userName eq "${name}"`)}`, `Bearer ${token}`),
  ),
  mark: '"totalResults":1,',
});

const finding = ({ scimToken, orgId, userNames }: Side): Given | undefined =>
  scimToken === undefined ? undefined : scimLookUps(`/api/scim/v2/${orgId}/Users`, scimToken, userNames);

/** Asks the API for something in the tenant whose uses are not plain. */
async function put({ port, other }: Side, method: string, path: string, body?: object): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${other.caller}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return String(((await answer.json()) as { id?: string }).id);
}

/**
 * Verifies in the tenant whose uses are not plain. The webhook and policies of the tenant stay, so the
 * operations below stand in this order.
 */
const notPlainly = ({ other }: Side): Given => verifying(other, other.keys);

/** A webhook of the tenant wants the uses. It is paused, so that no delivery is sent. */
async function verifyingWatched(side: Side): Promise<Given> {
  const id = await put(side, 'POST', 'webhooks', {
    name: 'uses',
    url: 'https://example.com/',
    events: ['credential.used'],
  });
  await put(side, 'POST', `webhooks/${id}/pause`);
  return notPlainly(side);
}

/** Conditional access blocks other uses. */
async function verifyingUnderAccess(side: Side): Promise<Given> {
  await put(side, 'POST', 'conditional-access/policies', {
    name: 'risky machines',
    priority: 1,
    status: 'ENABLED',
    decision: 'BLOCK',
    conditions: { clientTypes: ['machine'], riskLevels: ['CRITICAL'] },
  });
  return notPlainly(side);
}

/** A policy judges each use. */
async function verifyingUnderPolicy(side: Side): Promise<Given> {
  await put(side, 'POST', 'policies', {
    name: 'rotation',
    type: 'ROTATION_AGE',
    parameters: { maxAgeDays: 365 },
  });
  return notPlainly(side);
}

/** Half of the requests are plain. */
const verifyingMixed = (side: Side): Given => {
  const [plain, other] = [verifying(side, side.keys), notPlainly(side)];
  return { ...plain, texts: plain.texts.flatMap((text, at) => [text, other.texts[at] ?? text]) };
};

export const operations: readonly Operation[] = [
  { name: 'verify', requests: (side) => verifying(side, side.keys) },
  { name: 'verify-capped', requests: (side) => verifying(side, side.capped) },
  { name: 'verify-scopes', requests: (side) => verifying(side, side.keys, { scopes: ['read:orders'] }) },
  { name: 'verify-access', requests: verifyingUnderAccess },
  { name: 'verify-policy', requests: verifyingUnderPolicy },
  { name: 'verify-mixed', requests: verifyingMixed },
  { name: 'verify-watched', requests: verifyingWatched },
  { name: 'issue-opaque', requests: issuing('opaque') },
  { name: 'issue-jwt', requests: issuing('jwt') },
  { name: 'introspect', requests: introspecting },
  {
    name: 'userinfo',
    requests: (side) =>
      side.people && {
        texts: side.people.map((token) => head(`GET ${oidc(side)}/userinfo`, `Bearer ${token}`)),
        mark: 'ada@example.com',
      },
  },
  {
    name: 'get',
    requests: ({ caller, ids }) => ({
      texts: ids.map((id) => head(`GET /api/v1/credentials/${id}`, `Bearer ${caller}`)),
      mark: '"id":"cred_',
    }),
  },
  {
    name: 'list',
    requests: ({ caller }) => ({
      texts: [head('GET /api/v1/credentials?limit=20', `Bearer ${caller}`)],
      mark: '"pagination"',
    }),
  },
  { name: 'scim-create', connections: 4, requests: creating },
  { name: 'scim-find', connections: 4, requests: finding },
];
