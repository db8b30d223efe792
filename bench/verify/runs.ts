// The runs of `bench/verify.ts`: their servers, their requests, and the aims.
import type { Child } from '../frame/children.ts';
import type { Goal } from '../frame/report.ts';
import { credentialReads, type Given, verifications } from '../frame/requests.ts';
import { type Rig, type Server, startService } from '../frame/rig.ts';
import type { Seed } from './seed.ts';

/** Counted and never reached. */
const counting = { RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_BURST: '1000000' };

/** Each is a process of its own. Those that are not measured are idle. */
export const servers = {
  service: (rig) => startService(rig, { RATE_LIMIT_PER_MINUTE: '0' }),
  limited: (rig) => startService(rig, counting),
  floor: (rig) => rig.start('servers/floor.ts', { databaseUrl: rig.databaseUrl, orgId: rig.data.orgId }),
  rows: (rig) =>
    rig.start('servers/floor.ts', {
      databaseUrl: rig.databaseUrl,
      orgId: rig.data.orgId,
      caller: rig.data.caller,
    }),
  path: (rig) => rig.start('servers/path.ts', { env: counting }),
  parse: (rig) => rig.start('servers/parse.ts'),
} satisfies Record<string, (rig: Rig<Seed>) => Promise<Child<Server>>>;

export const requests = {
  plain: ({ caller, keys }) => verifications(caller, keys),
  scoped: ({ caller, keys }) =>
    verifications(caller, keys, { scopes: ['read:orders', 'write:orders'], ipAddress: '203.0.113.7' }),
  capped: ({ caller, capped }) => verifications(caller, capped),
  policed: ({ policed }) => verifications(policed.caller, policed.keys),
  get: ({ caller, ids }) => credentialReads(caller, ids),
} satisfies Record<string, (data: Seed) => Given>;

interface Row {
  name: string;
  server: keyof typeof servers;
  kind: keyof typeof requests;
  connections: number;
  about: string;
}

/** In the order in which each round runs them: what is compared stands side by side. */
export const runs: readonly Row[] = [
  { name: 'verify', server: 'service', kind: 'plain', connections: 64, about: 'the service, rate limit off' },
  {
    name: 'verify-scoped',
    server: 'service',
    kind: 'scoped',
    connections: 64,
    about: 'with two scopes and an address',
  },
  {
    name: 'verify-policed',
    server: 'service',
    kind: 'policed',
    connections: 64,
    about: 'and 20 policies that judge it',
  },
  {
    name: 'floor',
    server: 'floor',
    kind: 'plain',
    connections: 64,
    about: 'node:http, one UPDATE per request',
  },
  { name: 'verify-limited', server: 'limited', kind: 'plain', connections: 64, about: 'rate limit counted' },
  {
    name: 'verify-capped',
    server: 'limited',
    kind: 'capped',
    connections: 64,
    about: 'and keys with a usage cap',
  },
  { name: 'get', server: 'limited', kind: 'get', connections: 64, about: 'GET of one credential' },
  { name: 'path', server: 'path', kind: 'plain', connections: 64, about: 'verify, its statements stubbed' },
  { name: 'parse', server: 'parse', kind: 'plain', connections: 64, about: 'node:http, JSON and a hash' },
  { name: 'verify-1', server: 'service', kind: 'plain', connections: 1, about: 'one request at a time' },
  { name: 'rows-1', server: 'rows', kind: 'plain', connections: 1, about: 'floor, caller and facts too' },
  { name: 'floor-1', server: 'floor', kind: 'plain', connections: 1, about: 'one request at a time' },
];

export const goals: readonly Goal[] = [
  { of: 'verify', to: 'floor', aim: 1.7 },
  { of: 'verify-limited', to: 'floor', aim: 1.2 },
  { of: 'verify-capped', to: 'floor', aim: 1.2 },
  { of: 'verify-scoped', to: 'verify', aim: 0.9 },
  { of: 'verify-policed', to: 'verify', aim: 0.8 },
  { of: 'get', to: 'floor', aim: 0.6 },
  { of: 'path', to: 'parse', aim: 0.25 },
  // By rate. The p50 of a verification alone is to be at most 1.8 times that of the floor.
  { of: 'verify-1', to: 'floor-1', aim: 0.56 },
  // The rows of a verification, without its checks.
  { of: 'rows-1', to: 'floor-1', aim: 0.56 },
];
