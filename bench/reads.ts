// Measures the cost of reads, and of SCIM creations and searches. The floor is node:http with a bare statement
// for the same rows. Ratios are of CPU time (process and Postgres together) and of rates, of neighbouring runs.
// Part of `make bench`. Options:
//   --quick                  one round of a second, to see that everything works
//   --only=<run>,<run>       some of the runs
//   --profile=<run>          instead, where the CPU time of one run's service goes
//   --service=<folder>       another checkout, whose service is measured in turn with this one
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createOrganization, describeOrganization } from '../src/organizations/creation.ts';
import { openDatabase } from '../src/database/open.ts';
import { countQuota } from '../src/platform/sql/counters.ts';
import { manyAuditRows } from '../test/support/audit.ts';
import { manyPeople, personId } from '../test/support/many-people.ts';
import type { Child } from './children.ts';
import type { Given } from './load.ts';
import { measure, type Row } from './measure.ts';
import { profileRun } from './profile.ts';
import { median } from './report.ts';
import { note, type Rig, type Server, startService, type Urls, withRig } from './rig.ts';
import { insertCredentials, insertIdentities, insertScimToken } from './seed.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    profile: { type: 'string' },
    service: { type: 'string' },
  },
});
const settings = options.quick ? { rounds: 1, seconds: 1, warmUp: 1 } : { rounds: 3, seconds: 4, warmUp: 1 };
const people = 20_000;

interface Data {
  orgId: string;
  key: string;
  scimToken: string;
  credentials: string[];
  identities: string[];
  userNames: string[];
}

async function seed(urls: Urls): Promise<Data> {
  const organization = describeOrganization('Bench');
  const database = await openDatabase(urls.service, 2);
  await createOrganization(database.orm, organization, { onlyIfFirst: true, announce: () => undefined });
  await database.close();
  const { orgId, key } = organization.live;
  const owner = new pg.Client(urls.owner);
  await owner.connect();
  const sql = async <Found extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await owner.query<Found>(text, values)).rows;
  const identities = await insertIdentities(owner, orgId, 4_000);
  const { ids: credentials } = await insertCredentials(owner, {
    orgId,
    identities,
    count: people,
    maxUsageCount: null,
  });
  await manyPeople({ sql }, orgId, people);
  const names = await sql<{ username: string }>(
    'select username from users where org_id = $1 and id <= $2 limit 5000',
    [orgId, personId(people)],
  );
  const scimToken = await insertScimToken(owner, orgId);
  // Half of them end in the next 300 days. One statement made them, but a walk by cursors needs times that differ.
  await sql(
    `update credentials set created_at = now() - random() * interval '300 days',
            expires_at = case when id = any ($2::text[]) then now() + (1 + random() * 300) * interval '1 day' end
      where org_id = $1 and id = any ($3::text[])`,
    [orgId, credentials.filter((_, at) => at % 2 === 0), credentials],
  );
  await manyAuditRows({ sql }, orgId, people);
  await foldCounts(urls, orgId);
  await sql('vacuum (analyze)');
  await owner.end();
  return { orgId, key, scimToken, credentials, identities, userNames: names.map(({ username }) => username) };
}

/** As the next creation in the tenant does. */
async function foldCounts(urls: Urls, orgId: string): Promise<void> {
  const database = await openDatabase(urls.service, 2);
  const tx = database.orm.em.fork();
  for (const kind of ['credentials', 'identities', 'users'] as const) await countQuota(tx, orgId, kind);
  await database.close();
}

interface Run {
  name: string;
  /** The ratio that the project wants: the rate over the rate of the floor. */
  aim: number;
  service: Given;
  floor: Given;
  /** 32, if not others: SCIM bounds what one tenant does at once. */
  connections?: number;
}

const host = 'HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n';
const get = (path: string, secret: string): string =>
  `GET ${path} ${host}Authorization: Bearer ${secret}\r\n\r\n`;
const bare = (path: string): string => `GET ${path} ${host}\r\n`;
const post = (path: string, secret: string, body: string): string =>
  `POST ${path} ${host}Authorization: Bearer ${secret}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** The paths of the pages of a list, each behind the one before. */
async function pagesOf({ port }: Server, path: string, key: string): Promise<string[]> {
  const paths: string[] = [];
  let next = path;
  while (paths.length < differentPages) {
    paths.push(next);
    const response = await fetch(`http://127.0.0.1:${port}${next}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    const { pagination } = (await response.json()) as { pagination: { nextCursor: string } };
    next = `${path}&cursor=${encodeURIComponent(pagination.nextCursor)}`;
  }
  return paths;
}

/** So many that few of the requests of a moment are for the same page. */
const differentPages = 256;

async function runsOf(
  { orgId, key, scimToken, credentials, identities, userNames }: Data,
  server: Server,
): Promise<Run[]> {
  const scim = `/api/scim/v2/${orgId}/Users`;
  const filtering = (name: string): string => `${scim}?filter=${encodeURIComponent(`userName eq "${name}"`)}`;
  const made = (who: string): string => {
    // Another name in each request: load.ts replaces the digits.
    const userName = `${who}-############@example.com`;
    return JSON.stringify({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName,
      name: { givenName: 'Given', familyName: 'Family' },
      emails: [{ value: userName, primary: true, type: 'work' }],
      active: true,
    });
  };
  // All ask for the same page, and then for pages of the same list that differ.
  const page = async (rows: string, path: string, floor: string): Promise<Run[]> =>
    [
      { name: `${rows} of a page`, paths: [path] },
      { name: `${rows} of many pages`, paths: await pagesOf(server, path, key) },
    ].map(({ name, paths }) => ({
      name,
      aim: 0.5,
      service: { texts: paths.map((one) => get(one, key)), mark: '"data":[' },
      floor: { texts: [bare(floor)], mark: '"data":[' },
    }));
  const who = randomBytes(6).toString('hex');
  return [
    {
      name: 'credential',
      aim: 0.6,
      service: { texts: credentials.map((id) => get(`/api/v1/credentials/${id}`, key)), mark: '"id":"cred_' },
      floor: { texts: credentials.map((id) => bare(`/credential/${id}`)), mark: '"id":"cred_' },
    },
    {
      name: 'identity',
      aim: 0.6,
      service: { texts: identities.map((id) => get(`/api/v1/identities/${id}`, key)), mark: '"id":"idn_' },
      floor: { texts: identities.map((id) => bare(`/identity/${id}`)), mark: '"id":"idn_' },
    },
    ...(await page('credentials', '/api/v1/credentials?limit=20', '/credentials')),
    ...(await page('users', '/api/v1/directory/users?limit=20', '/users')),
    ...(await page('audit rows', '/api/v1/audit-logs?limit=20', '/audit')),
    {
      name: 'scim userName eq',
      aim: 0.5,
      connections: 2,
      service: { texts: userNames.map((name) => get(filtering(name), scimToken)), mark: '"totalResults":1' },
      floor: { texts: userNames.map((name) => bare(`/named/${name}`)), mark: '"id":"usr_' },
    },
    {
      name: 'scim create',
      aim: 0.5,
      connections: 3,
      service: {
        texts: [post(scim, scimToken, made(`s${who}`))],
        mark: '"id":"usr_',
        status: 201,
        numbered: true,
      },
      floor: { texts: [post('/create', key, made(`f${who}`))], mark: '"id":"usr_', numbered: true },
    },
  ];
}

async function bench(rig: Rig<Data>): Promise<void> {
  // The rows of a tenant have their seals. A list of rows that wait for theirs would count them.
  const sealer = await rig.start<object>('servers/sealer.ts', {
    databaseUrl: rig.databaseUrl,
    masterKey: rig.masterKey,
  });
  await sealer.ask('all');
  await sealer.stop();
  const load = await rig.start<object>('load.ts');
  const floor = await rig.start('servers/rows.ts', {
    databaseUrl: rig.databaseUrl,
    orgId: rig.data.orgId,
  });
  const env = { RATE_LIMIT_PER_MINUTE: '0', MAX_USERS: '10000000' };
  const service = await startService(rig, env);
  const before =
    options.service === undefined ? undefined : await startService(rig, env, {}, { folder: options.service });
  const wanted = options.profile ?? options.only;
  const runs = (await runsOf(rig.data, service.ready)).filter(
    ({ name }) => wanted === undefined || wanted.split(',').includes(name),
  );
  if (options.profile !== undefined) {
    for (const { name, service: given, connections = 32 } of runs) {
      const contestant = {
        name,
        server: 'service' as const,
        kind: 'get' as const,
        given,
        connections,
        about: '',
      };
      process.stdout.write(
        await profileRun({ server: service, load }, contestant, { ...settings, firstWarmUp: 3 }),
      );
    }
    return;
  }
  for (const run of runs) {
    const rows: Record<'floor' | 'service' | 'before', Row[]> = { floor: [], service: [], before: [] };
    const one = async (
      server: Child<Server> | undefined,
      who: keyof typeof rows,
      given: Given,
      round: number,
    ) => {
      if (!server) return;
      const contestant = { name: run.name, kind: 'get' as const, given, connections: run.connections ?? 32 };
      const row = await measure(rig, { server, load }, contestant, { round, ...settings });
      rows[who].push(row);
    };
    for (let round = 1; round <= settings.rounds; round++) {
      await one(floor, 'floor', run.floor, round);
      await one(before, 'before', run.service, round);
      await one(service, 'service', run.service, round);
    }
    const of = (who: keyof typeof rows, read: (row: Row) => number): number => median(rows[who].map(read));
    const cpu = (row: Row): number => row.serverCpu + (row.postgresCpu ?? 0);
    const figures = (who: keyof typeof rows): string =>
      `${of(who, ({ perSecond }) => perSecond).toFixed(0)}/s (${of(who, ({ serverCpu }) => serverCpu).toFixed(0)} + ${of(who, ({ postgresCpu }) => postgresCpu ?? 0).toFixed(0)} µs)`;
    const ratio = of('service', ({ perSecond }) => perSecond) / of('floor', ({ perSecond }) => perSecond);
    const byCpu = of('floor', cpu) / of('service', cpu);
    const earlier = before ? `  before ${figures('before')}` : '';
    process.stdout.write(
      `${run.name.padEnd(22)} ${figures('service').padEnd(26)} floor ${figures('floor').padEnd(26)} ${ratio.toFixed(2)} by rate, ${byCpu.toFixed(2)} by CPU  aim ${run.aim}  ${ratio >= run.aim ? 'reached' : 'missed'}${earlier}\n`,
    );
  }
  note('done');
}

await withRig(seed, bench);
