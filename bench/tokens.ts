// Measures the cost of tokens of the OpenID Connect provider: issue (client_credentials), introspection,
// userinfo. Each run is compared with the same engine on its own store in memory, behind the same HTTP layer.
// Each run is also compared with jose signing alone. Part of `make bench`; bench/peers has oidc-provider by
// itself. Options:
//   --quick              one round of two seconds
//   --profile=<run>      instead, where the CPU time of one run's server goes
//   --only=<run>,<run>   some of the runs
import type { Child } from './frame/children.ts';
import type { Run } from './frame/measure.ts';
import { chosenFrom, readOptions } from './frame/options.ts';
import type { Goal } from './frame/report.ts';
import { type Given, introspections, json, requestText, tokenRequests, userinfos } from './frame/requests.ts';
import { compareRuns, roundsOf } from './frame/rounds.ts';
import { type Rig, type Server, startService, withRig } from './frame/rig.ts';
import { makeOrganization } from './frame/seed.ts';
import { secret } from './tokens/parts.ts';
import { basicOf, seedOidc } from './tokens/seed.ts';

const options = readOptions({ quick: false, profile: undefined, only: undefined });

interface Place {
  server: Child<Server>;
  people: string[];
  /** The credentials of a request, by the client. */
  basic: Record<'jwt' | 'opaque', string>;
}

const runs = [
  { name: 'issue-opaque', place: 'service', about: 'an opaque token, kept in Postgres' },
  { name: 'issue-opaque-engine', place: 'engine', about: 'the same, answered by the engine' },
  { name: 'issue-opaque-memory', place: 'memory', about: 'the same engine, its store in memory' },
  { name: 'issue-jwt', place: 'service', about: 'a signed one, kept as well' },
  { name: 'issue-jwt-engine', place: 'engine', about: 'the same, answered by the engine' },
  { name: 'issue-jwt-memory', place: 'memory', about: 'the same engine, its store in memory' },
  { name: 'sign', place: 'sign', about: 'node:http, and jose signs' },
  { name: 'introspect', place: 'service', about: 'an opaque token' },
  { name: 'introspect-engine', place: 'engine', about: 'the same, answered by the engine' },
  { name: 'introspect-memory', place: 'kept', about: 'the same engine, its store in memory' },
  { name: 'introspect-jwt', place: 'service', about: 'a signed one' },
  { name: 'introspect-jwt-engine', place: 'engine', about: 'the same, answered by the engine' },
  { name: 'introspect-jwt-memory', place: 'kept', about: 'the same engine, its store in memory' },
  { name: 'userinfo', place: 'service', about: 'of a person, by an opaque token' },
  { name: 'userinfo-engine', place: 'engine', about: 'the same, answered by the engine' },
  { name: 'userinfo-memory', place: 'kept', about: 'the same engine, its store in memory' },
] as const;

const goals: readonly Goal[] = [
  { of: 'issue-opaque', to: 'issue-opaque-engine', aim: 1 },
  { of: 'issue-jwt', to: 'issue-jwt-engine', aim: 1 },
  { of: 'introspect', to: 'introspect-engine', aim: 1 },
  { of: 'introspect-jwt', to: 'introspect-jwt-engine', aim: 1 },
  { of: 'userinfo', to: 'userinfo-engine', aim: 1 },
  { of: 'introspect', to: 'introspect-memory', aim: 0.5 },
  { of: 'introspect-jwt', to: 'introspect-jwt-memory', aim: 0.5 },
  { of: 'userinfo', to: 'userinfo-memory', aim: 0.5 },
  { of: 'issue-opaque', to: 'issue-opaque-memory', aim: 0.3 },
  { of: 'issue-jwt', to: 'issue-jwt-memory', aim: 0.3 },
  { of: 'issue-jwt', to: 'sign', aim: 0.1 },
];

async function placesOf(rig: Rig<{ orgId: string; key: string }>) {
  const { orgId, key } = rig.data;
  const env = { RATE_LIMIT_PER_MINUTE: '0', ROLE: 'api' };
  const service = await startService(rig, env);
  const engine = await startService(rig, env, {}, { oauthBy: 'engine' });
  const { port } = service.ready;
  const { jwt, opaque, people } = await seedOidc({ port, orgId, key, ownerUrl: rig.urls.owner });
  const clients = { orgId, jwtClient: jwt['clientId'], opaqueClient: opaque['clientId'] };
  const basic = { jwt: basicOf(jwt), opaque: basicOf(opaque) };
  const memory = async (): Promise<Place> => {
    const server = await rig.start<Server & { people: string[] }>('servers/oidc-memory.ts', clients);
    return {
      server,
      people: server.ready.people,
      basic: { jwt: basicOf(jwt, secret), opaque: basicOf(opaque, secret) },
    };
  };
  return {
    service: { server: service, people, basic },
    engine: { server: engine, people, basic },
    memory: await memory(),
    // Its store forgets after a thousand tokens: what is looked up has one that nothing else is written to.
    kept: await memory(),
    sign: { server: await rig.start('servers/sign.ts'), people: [], basic },
  } satisfies Record<(typeof runs)[number]['place'], Place>;
}

/** The requests of a run, and what stands in a right answer. */
async function givenFor(name: string, path: string, { server, people, basic }: Place): Promise<Given> {
  if (name === 'sign') return { texts: [requestText('POST /', {}, json({}))], mark: '"access_token":' };
  const credentials = basic[name.includes('jwt') ? 'jwt' : 'opaque'];
  const token = `${path}/token`;
  if (name.startsWith('issue')) return tokenRequests(token, credentials);
  if (name.startsWith('userinfo')) return userinfos(`${path}/userinfo`, people);
  return introspections(server.ready.port, { token, introspect: `${path}/introspect` }, credentials);
}

await withRig(
  async (urls) => (await makeOrganization(urls.service)).live,
  async (rig) => {
    const load = await rig.start<object>('frame/load.ts');
    const places = await placesOf(rig);
    const compared: Run[] = [];
    for (const { name, place, about } of chosenFrom(runs, options.profile ?? options.only)) {
      const given = await givenFor(name, `/api/oidc/${rig.data.orgId}`, places[place]);
      compared.push({ name, about, given, server: places[place].server, connections: 32, place: rig });
    }
    const profiled = options.profile !== undefined;
    await compareRuns(load, compared, { goals, rounds: roundsOf(options), profiled });
  },
);
