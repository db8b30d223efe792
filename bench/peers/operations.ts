import { head, scimCreation, scimLookUps } from '../check-operations.ts';
import type { Given } from '../load.ts';
import { basicOf, introspections, type OidcSeed, postForm } from '../oidc-seed.ts';
import { secret } from '../oidc-parts.ts';
import type { Floor } from './floors.ts';
import { type BetterAuthKeys, userName } from './seed-better-auth.ts';
import type { KeywardData } from './seed-keyward.ts';
import { peopleCount } from './sizes.ts';

export type Peer = 'better-auth' | 'oidc-provider';

export interface Keyward extends KeywardData, OidcSeed {
  port: number;
}

export interface BetterAuth extends BetterAuthKeys {
  scimToken: string;
}

export interface PlainProvider {
  port: number;
  /** Access tokens of a user. */
  people: string[];
}

type Requests = Given | Promise<Given>;
interface Shared {
  name: string;
  /** Requests at once; four where a directory sends them. */
  connections: number;
  /** Ours over theirs, by rate (issue 22). */
  aim: number;
  floor: Floor;
  keyward: (keyward: Keyward) => Requests;
  /** Set if ours counts a rate limit, too. */
  limited?: true;
  /** Set if a request leaves work that is done after the response. */
  leavesWork?: true;
}
export type Operation = Shared &
  (
    | { peer: 'better-auth'; theirs: (peer: BetterAuth) => Requests }
    | { peer: 'oidc-provider'; theirs: (peer: PlainProvider) => Requests }
  );

const verifying = ({ caller }: Keyward, keys: readonly string[]): Given => ({
  texts: keys.map((credential) =>
    head('POST /api/v1/credentials/verify', `Bearer ${caller}`, {
      type: 'application/json',
      text: JSON.stringify({ credential }),
    }),
  ),
  mark: '"valid":true',
});

/** Its endpoint judges no caller. */
const verifyingThere = (keys: readonly string[]): Given => ({
  texts: keys.map((key) =>
    head('POST /verify', 'none', { type: 'application/json', text: JSON.stringify({ key }) }),
  ),
  mark: '"valid":true',
});

const names = Array.from({ length: 5_000 }, (_, at) => userName(1 + ((at * 7919) % peopleCount)));
const finding = (path: string, token: string): Given => scimLookUps(path, token, names);
const usersOf = ({ orgId }: Keyward): string => `/api/scim/v2/${orgId}/Users`;
const usersThere = '/api/auth/scim/v2/Users';

const oidc = ({ orgId }: Keyward, path: string): string => `/api/oidc/${orgId}/${path}`;
const issuing = (path: string, basic: string): Given => ({
  texts: [postForm(path, basic, { grant_type: 'client_credentials' })],
  mark: '"access_token":',
});
const there = (clientId: string): string => basicOf({ clientId }, secret);
const introspecting = async (
  port: number,
  paths: { token: string; introspect: string },
  basic: string,
): Promise<Given> => ({ texts: await introspections(port, paths, basic), mark: '"active":true' });
const informing = (path: string, people: readonly string[]): Given => ({
  texts: people.map((token) => head(`GET ${path}`, `Bearer ${token}`)),
  mark: 'ada@example.com',
});

export const operations: readonly Operation[] = [
  {
    name: 'verify',
    peer: 'better-auth',
    connections: 32,
    aim: 15,
    floor: 'update',
    keyward: (keyward) => verifying(keyward, keyward.keys),
    theirs: ({ keys }) => verifyingThere(keys),
    leavesWork: true,
  },
  {
    name: 'verify-capped',
    peer: 'better-auth',
    connections: 32,
    aim: 15,
    floor: 'update',
    keyward: (keyward) => verifying(keyward, keyward.capped),
    theirs: ({ capped }) => verifyingThere(capped),
  },
  {
    name: 'verify-limited',
    peer: 'better-auth',
    connections: 32,
    aim: 15,
    floor: 'update',
    limited: true,
    keyward: (keyward) => verifying(keyward, keyward.capped),
    theirs: ({ limited }) => verifyingThere(limited),
  },
  {
    name: 'scim-create',
    peer: 'better-auth',
    connections: 4,
    aim: 12,
    floor: 'insert',
    keyward: (keyward) => scimCreation(usersOf(keyward), keyward.scimToken),
    theirs: ({ scimToken }) => scimCreation(usersThere, scimToken),
    leavesWork: true,
  },
  {
    name: 'scim-find',
    peer: 'better-auth',
    connections: 4,
    aim: 15,
    floor: 'read',
    keyward: (keyward) => finding(usersOf(keyward), keyward.scimToken),
    theirs: ({ scimToken }) => finding(usersThere, scimToken),
  },
  {
    name: 'token-opaque',
    peer: 'oidc-provider',
    connections: 32,
    aim: 4,
    floor: 'insert',
    keyward: (keyward) => issuing(oidc(keyward, 'token'), basicOf(keyward.opaque)),
    theirs: () => issuing('/token', there('opaque')),
    leavesWork: true,
  },
  {
    name: 'token-jwt',
    peer: 'oidc-provider',
    connections: 32,
    aim: 2,
    floor: 'sign',
    keyward: (keyward) => issuing(oidc(keyward, 'token'), basicOf(keyward.jwt)),
    theirs: () => issuing('/token', there('jwt')),
  },
  {
    name: 'introspect',
    peer: 'oidc-provider',
    connections: 32,
    aim: 6,
    floor: 'read',
    keyward: (keyward) =>
      introspecting(
        keyward.port,
        { token: oidc(keyward, 'token'), introspect: oidc(keyward, 'introspect') },
        basicOf(keyward.opaque),
      ),
    theirs: ({ port }) =>
      introspecting(port, { token: '/token', introspect: '/token/introspection' }, there('opaque')),
  },
  {
    name: 'userinfo',
    peer: 'oidc-provider',
    connections: 32,
    aim: 5,
    floor: 'read',
    keyward: (keyward) => informing(oidc(keyward, 'userinfo'), keyward.people),
    theirs: ({ people }) => informing('/me', people),
  },
];
