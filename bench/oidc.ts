// Measures the cost of tokens of the OpenID Connect provider: issue (client_credentials), introspection,
// userinfo. Each run is compared with the same engine on its own store in memory, behind the same HTTP layer.
// Each run is also compared with jose signing alone. Part of `make bench`; bench/peers has oidc-provider by
// itself. Options:
//   --quick              one round of two seconds
//   --profile=<run>      instead, where the CPU time of one run's server goes
//   --only=<run>,<run>   some of the runs
import { parseArgs } from 'node:util';
import { createOrganization, describeOrganization } from '../src/organizations/creation.ts';
import { openDatabase } from '../src/database/open.ts';
import type { Child } from './children.ts';
import type { Given } from './load.ts';
import { measure, type Row } from './measure.ts';
import { secret } from './oidc-parts.ts';
import { basicOf, introspections, postForm, seedOidc } from './oidc-seed.ts';
import { profileRun } from './profile.ts';
import { type Goal, saveResults, summarize, summaryText } from './report.ts';
import { note, type Rig, type Server, startService, type Urls, withRig } from './rig.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    profile: { type: 'string' },
    only: { type: 'string' },
  },
});
const settings = options.quick ? { rounds: 1, seconds: 2, warmUp: 2 } : { rounds: 3, seconds: 4, warmUp: 3 };

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

const wanted = (options.profile ?? options.only)?.split(',');
const chosen = wanted ? runs.filter(({ name }) => wanted.includes(name)) : runs;
if (wanted?.some((name) => !runs.some((run) => run.name === name)))
  throw new Error(`There are ${runs.map(({ name }) => name).join(', ')}`);

interface Data {
  orgId: string;
  key: string;
}

async function seed(url: Urls): Promise<Data> {
  const organization = describeOrganization('Bench');
  const database = await openDatabase(url.service, 5);
  await createOrganization(database.orm, organization, { onlyIfFirst: true, announce: () => undefined });
  await database.close();
  return organization.live;
}

async function bench(rig: Rig<Data>): Promise<void> {
  const { orgId, key } = rig.data;
  const path = `/api/oidc/${orgId}`;
  const load = await rig.start<object>('load.ts');
  const env = { RATE_LIMIT_PER_MINUTE: '0', ROLE: 'api' };
  const service = await startService(rig, env);
  const engine = await startService(rig, env, {}, { oauthBy: 'engine' });
  const { jwt, opaque, people } = await seedOidc({
    port: service.ready.port,
    orgId,
    key,
    ownerUrl: rig.urls.owner,
  });
  const clients = { orgId, jwtClient: jwt['clientId'], opaqueClient: opaque['clientId'] };
  const memory = async (): Promise<Place> => {
    const server = await rig.start<Server & { people: string[] }>('servers/oidc-memory.ts', clients);
    return {
      server,
      people: server.ready.people,
      basic: { jwt: basicOf(jwt, secret), opaque: basicOf(opaque, secret) },
    };
  };
  const places: Record<(typeof runs)[number]['place'], Place> = {
    service: {
      server: service,
      people,
      basic: { jwt: basicOf(jwt), opaque: basicOf(opaque) },
    },
    engine: { server: engine, people, basic: { jwt: basicOf(jwt), opaque: basicOf(opaque) } },
    memory: await memory(),
    // Its store forgets after a thousand tokens: what is looked up has one that nothing else is written to.
    kept: await memory(),
    sign: { server: await rig.start('servers/sign.ts'), people: [], basic: { jwt: '', opaque: '' } },
  };

  const contestants = [];
  for (const { name, place, about } of chosen) {
    const given = await givenFor(name, path, places[place]);
    contestants.push({
      name,
      about,
      given,
      server: places[place].server,
      kind: 'verify' as const,
      connections: 32,
    });
  }
  if (options.profile !== undefined) {
    for (const one of contestants)
      process.stdout.write(
        await profileRun({ server: one.server, load }, one, { seconds: settings.seconds, firstWarmUp: 2 }),
      );
    return;
  }
  const rows: Row[] = [];
  for (let round = 1; round <= settings.rounds; round++) {
    for (const one of contestants) {
      const { seconds, warmUp } = settings;
      const row = await measure(rig, { server: one.server, load }, one, { round, seconds, warmUp });
      rows.push(row);
      note(`round ${round}  ${row.name.padEnd(22)} ${row.perSecond.toFixed(0)} requests/s`);
    }
  }
  const summary = summarize(rows, contestants, goals);
  process.stdout.write(`\n${summaryText(summary)}\nin full: ${saveResults(settings, rows, summary)}\n`);
}

/** The requests of a run, and what stands in a right answer. */
async function givenFor(name: string, path: string, { server, people, basic }: Place): Promise<Given> {
  const format = name.includes('jwt') ? 'jwt' : 'opaque';
  const issue = postForm(`${path}/token`, basic[format], { grant_type: 'client_credentials' });
  if (name === 'sign')
    return {
      texts: [
        'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
      ],
      mark: '"access_token":',
    };
  if (name.startsWith('issue')) return { texts: [issue], mark: '"access_token":' };
  if (name.startsWith('userinfo'))
    return {
      texts: people.map(
        (token) =>
          `GET ${path}/userinfo HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      ),
      mark: 'ada@example.com',
    };
  const paths = { token: `${path}/token`, introspect: `${path}/introspect` };
  const texts = await introspections(server.ready.port, paths, basic[format]);
  return { texts, mark: '"active":true' };
}

await withRig(seed, bench);
