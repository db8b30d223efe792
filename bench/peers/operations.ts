import {
  type Given,
  introspections,
  json,
  requestText,
  scimCreation,
  scimLookUps,
  tokenRequests,
  userinfos,
  verifications,
} from '../frame/requests.ts';
import { basicOf, type OidcSeed } from '../tokens/seed.ts';
import { secret } from '../tokens/parts.ts';
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

const verifying = ({ caller }: Keyward, keys: readonly string[]): Given => verifications(caller, keys);

/** Its endpoint judges no caller. */
const verifyingThere = (keys: readonly string[]): Given => ({
  texts: keys.map((key) => requestText('POST /verify', {}, json({ key }))),
  mark: '"valid":true',
});

const names = Array.from({ length: 5_000 }, (_, at) => userName(1 + ((at * 7919) % peopleCount)));
const finding = (path: string, token: string): Given => scimLookUps(path, token, names);
const usersOf = ({ orgId }: Keyward): string => `/api/scim/v2/${orgId}/Users`;
const usersThere = '/api/auth/scim/v2/Users';

const oidc = ({ orgId }: Keyward, path: string): string => `/api/oidc/${orgId}/${path}`;
const there = (clientId: string): string => basicOf({ clientId }, secret);

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
    keyward: (keyward) => tokenRequests(oidc(keyward, 'token'), basicOf(keyward.opaque)),
    theirs: () => tokenRequests('/token', there('opaque')),
    leavesWork: true,
  },
  {
    name: 'token-jwt',
    peer: 'oidc-provider',
    connections: 32,
    aim: 2,
    floor: 'sign',
    keyward: (keyward) => tokenRequests(oidc(keyward, 'token'), basicOf(keyward.jwt)),
    theirs: () => tokenRequests('/token', there('jwt')),
  },
  {
    name: 'introspect',
    peer: 'oidc-provider',
    connections: 32,
    aim: 6,
    floor: 'read',
    keyward: (keyward) =>
      introspections(
        keyward.port,
        { token: oidc(keyward, 'token'), introspect: oidc(keyward, 'introspect') },
        basicOf(keyward.opaque),
      ),
    theirs: ({ port }) =>
      introspections(port, { token: '/token', introspect: '/token/introspection' }, there('opaque')),
  },
  {
    name: 'userinfo',
    peer: 'oidc-provider',
    connections: 32,
    aim: 5,
    floor: 'read',
    keyward: (keyward) => userinfos(oidc(keyward, 'userinfo'), keyward.people),
    theirs: ({ people }) => userinfos('/me', people),
  },
];
