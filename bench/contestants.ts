import type { Child } from './children.ts';
import type { Given, Kind } from './load.ts';
import { type Rig, type Server, startService } from './rig.ts';

export type ServerName = 'service' | 'limited' | 'floor' | 'rows' | 'path' | 'parse';

/** One thing that is measured. */
export interface Contestant {
  name: string;
  server: ServerName;
  kind: Kind;
  given?: Given;
  connections: number;
  about: string;
}

const many = 64;

/** In the order in which each round runs them: what is compared stands side by side. */
export const contestants: readonly Contestant[] = [
  {
    name: 'verify',
    server: 'service',
    kind: 'verify',
    connections: many,
    about: 'the service, rate limit off',
  },
  {
    name: 'verify-scoped',
    server: 'service',
    kind: 'scoped',
    connections: many,
    about: 'with two scopes and an address',
  },
  {
    name: 'verify-policed',
    server: 'service',
    kind: 'policed',
    connections: many,
    about: 'and 20 policies that judge it',
  },
  {
    name: 'floor',
    server: 'floor',
    kind: 'verify',
    connections: many,
    about: 'node:http, one UPDATE per request',
  },
  {
    name: 'verify-limited',
    server: 'limited',
    kind: 'verify',
    connections: many,
    about: 'rate limit counted',
  },
  {
    name: 'verify-capped',
    server: 'limited',
    kind: 'capped',
    connections: many,
    about: 'and keys with a usage cap',
  },
  {
    name: 'get',
    server: 'limited',
    kind: 'get',
    connections: many,
    about: 'GET of one credential',
  },
  {
    name: 'path',
    server: 'path',
    kind: 'verify',
    connections: many,
    about: 'verify, its statements stubbed',
  },
  { name: 'parse', server: 'parse', kind: 'verify', connections: many, about: 'node:http, JSON and a hash' },
  { name: 'verify-1', server: 'service', kind: 'verify', connections: 1, about: 'one request at a time' },
  { name: 'rows-1', server: 'rows', kind: 'verify', connections: 1, about: 'floor, caller and facts too' },
  { name: 'floor-1', server: 'floor', kind: 'verify', connections: 1, about: 'one request at a time' },
];

/** Counted and never reached. */
const counting = { RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_BURST: '1000000' };

/** The servers, each in a process of its own; those that are not measured are idle. */
export const servers: Readonly<Record<ServerName, (rig: Rig) => Promise<Child<Server>>>> = {
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
};
