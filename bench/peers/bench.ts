// `make bench-peers`: Keyward beside Better Auth and oidc-provider, on this machine and with the same data. Each has a Postgres of
// its own with the same settings, and they take turns in short rounds with the floor of each operation. bench/peers/README.md says what each does. Options:
//   --quick              one round of a second, without what runs after responses
//   --only=<run>,<run>   some of the operations; `start` is one
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Background, type MeasureBackground, openBackground } from '../frame/background.ts';
import type { Child } from '../frame/children.ts';
import type { Run } from '../frame/measure.ts';
import { chosenFrom, readOptions } from '../frame/options.ts';
import type { Given } from '../frame/requests.ts';
import { inRounds, roundsOf } from '../frame/rounds.ts';
import { secret } from '../tokens/parts.ts';
import { seedOidc } from '../tokens/seed.ts';
import { startProduct } from '../frame/product.ts';
import { saveResults } from '../frame/report.ts';
import { type Database, note, type Rig, type Server, startService, withRig } from '../frame/rig.ts';
import { type Floor, floorRequests } from './floors.ts';
import { type BetterAuth, type Keyward, type Operation, operations, type Peer } from './operations.ts';
import { connectionId, seedBetterAuth } from './seed-better-auth.ts';
import { type KeywardData, seedKeyward } from './seed-keyward.ts';
import { measureStart, type Start, type Started, type Starting, startsText } from './starts.ts';
import { atFloor, byPeer, compare, tableText } from './table.ts';

const options = readOptions({ quick: false, only: undefined });
const settings = options.quick
  ? { ...roundsOf(options), seconds: 1, starts: 1, idleMs: 1_000 }
  : { ...roundsOf(options), starts: 3, idleMs: 10_000 };
const names = chosenFrom([...operations, { name: 'start' }], options.only).map(({ name }) => name);
const isWanted = (name: string): boolean => names.includes(name);
const chosen = operations.filter(({ name }) => isWanted(name));

const production = { NODE_ENV: 'production' };
const unlimited = { RATE_LIMIT_PER_MINUTE: '0', MAX_USERS: '10000000' };
/** Counted and never reached. */
const counting = { RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_BURST: '1000000' };
// Work after responses would run while a peer is measured, so it is measured by itself.
const api = { ROLE: 'api' };

/** A service with its database. */
interface Place extends Database {
  server: Child<Server>;
  /** Starts it once more, beside the one that is measured. The floors are not started so. */
  start?: () => Promise<Started>;
}

interface Places {
  keyward: Place & { data: Keyward };
  'better-auth': Place & { data: BetterAuth };
  'oidc-provider': Place & { data: { port: number; people: string[] } };
}

async function openKeyward(rig: Rig<KeywardData>): Promise<Places['keyward']> {
  const server = await startService(rig, { ...unlimited, ...api }, production);
  const { port } = server.ready;
  const { orgId, caller } = rig.data;
  const oidc = await seedOidc({ port, orgId, key: caller, ownerUrl: rig.urls.owner });
  return {
    ...rig,
    server,
    start: () => startAsUsersDo(rig),
    data: { ...rig.data, ...oidc, port },
  };
}

/** A child of this bench. */
const asStarted = (child: Child<Server>): Started => ({
  port: child.ready.port,
  cpu: () => child.cpu(),
  memory: () => child.ask('memory'),
  stop: () => child.stop(),
});

async function startAsUsersDo(rig: Rig<KeywardData>): Promise<Started> {
  const product = await startProduct(process.cwd(), {
    DATA_DIR: join(rig.folder, 'service'),
    DATABASE_URL: rig.urls.service,
    MIGRATION_DATABASE_URL: rig.urls.owner,
    MASTER_KEY: rig.masterKey,
    ...unlimited,
  });
  return {
    ...product,
    cpu: () => Promise.resolve(product.cpu()),
    memory: () => Promise.resolve(product.memory().rss * 1e6),
  };
}

async function openBetterAuth(rig: Rig<KeywardData>): Promise<Places['better-auth']> {
  const scimToken = randomBytes(32).toString('hex');
  let opened: { server: Child<Server>; start: () => Promise<Started>; data: BetterAuth } | undefined;
  const database = await rig.addDatabase(async ({ owner }) => {
    const start = (migrate = false): Promise<Child<Server>> =>
      rig.start('peers/better-auth.js', { databaseUrl: owner, connectionId, scimToken, migrate }, production);
    const server = await start(true);
    await firstUser(server.ready.port, scimToken);
    opened = {
      server,
      start: async () => asStarted(await start()),
      data: { scimToken, ...(await seedBetterAuth(owner)) },
    };
  });
  if (!opened) throw new Error('the database was not filled');
  return { ...database, ...opened };
}

async function firstUser(port: number, scimToken: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/scim/v2/Users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scimToken}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'first@example.com',
      emails: [{ value: 'first@example.com', primary: true, type: 'work' }],
    }),
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
}

async function openProvider(rig: Rig<KeywardData>): Promise<Places['oidc-provider']> {
  const database = await rig.addDatabase(() => Promise.resolve());
  const start = (): Promise<Child<Server>> =>
    rig.start('peers/oidc-provider.ts', { databaseUrl: database.urls.owner, secret }, production);
  const server = await start();
  const people = await server.ask<string[]>('people');
  const again = async (): Promise<Started> => asStarted(await start());
  return { ...database, server, start: again, data: { port: server.ready.port, people } };
}

/** Starts each floor that is asked for once; all share a Postgres. */
async function openFloors(rig: Rig<KeywardData>): Promise<(does: Floor) => Promise<Place>> {
  const database = await rig.addDatabase(() => Promise.resolve());
  const open = new Map<Floor, Place>();
  return async (does) => {
    const start = (): Promise<Child<Server>> =>
      rig.start('peers/floor.ts', { databaseUrl: database.urls.owner, does }, production);
    const place = open.get(does) ?? { ...database, server: await start() };
    open.set(does, place);
    return place;
  };
}

/** The requests of an operation, to ours and to the peer's. */
async function requestsOf(operation: Operation, places: Partial<Places>): Promise<[Given, Given]> {
  const { keyward } = places;
  if (!keyward) throw new Error('Keyward is always measured');
  const ours = await operation.keyward(keyward.data);
  if (operation.peer === 'better-auth') {
    const peer = places['better-auth'];
    if (peer) return [ours, await operation.theirs(peer.data)];
  } else {
    const peer = places['oidc-provider'];
    if (peer) return [ours, await operation.theirs(peer.data)];
  }
  throw new Error(`${operation.peer} was not started`);
}

async function bench(rig: Rig<KeywardData>): Promise<void> {
  const load = await rig.start<object>('frame/load.ts');
  const isNeeded = (peer: Peer): boolean => isWanted('start') || chosen.some((one) => one.peer === peer);
  const places: Partial<Places> & Pick<Places, 'keyward'> = { keyward: await openKeyward(rig) };
  if (isNeeded('better-auth')) places['better-auth'] = await openBetterAuth(rig);
  if (isNeeded('oidc-provider')) places['oidc-provider'] = await openProvider(rig);

  const floorOf = await openFloors(rig);
  const groups: Measured[][] = [];
  for (const operation of chosen) {
    const [ours, theirs] = await requestsOf(operation, places);
    const { name, connections, leavesWork } = operation;
    const { keyward } = places;
    const server = operation.limited
      ? await startService(rig, { ...counting, ...api }, production)
      : keyward.server;
    const peer = places[operation.peer] as Place;
    const floor = await floorOf(operation.floor);
    const both = { about: '', connections, leavesWork };
    groups.push([
      { ...both, name, given: ours, place: keyward, server },
      { ...both, name: byPeer(operation), given: theirs, place: peer, server: peer.server },
      {
        ...both,
        name: atFloor(operation),
        given: floorRequests,
        place: floor,
        server: floor.server,
        leavesWork: undefined,
      },
    ]);
  }
  const rows = await inRounds(load, groups, settings);
  const background = options.quick ? new Map() : await afterResponses(rig, places, groups.flat(), load);
  const starts = isWanted('start') ? await measureStarts(places, load) : [];
  const lines = compare(rows, chosen, background);
  const file = saveResults(settings, rows, { lines, starts });
  const texts = [
    ...(lines.length > 0 ? [tableText(lines)] : []),
    ...(starts.length > 0 ? [startsText(starts)] : []),
  ];
  process.stdout.write(`\n${texts.join('\n\n')}\nin full: ${file}\n`);
}

interface Measured extends Run {
  leavesWork: true | undefined;
  place: Place;
}

/** Measures the cost of requests after their responses: tasks of ours, and vacuum of both. */
async function afterResponses(
  rig: Rig<KeywardData>,
  places: Partial<Places>,
  runs: readonly Measured[],
  load: Child<object>,
): Promise<Map<string, Background>> {
  const found = new Map<string, Background>();
  const leaving = runs.filter(({ leavesWork }) => leavesWork);
  if (leaving.length === 0) return found;
  note('waiting for what requests leave to do');
  const worker = await startService(rig, unlimited, production);
  const open = new Map<Place, MeasureBackground | undefined>(
    await Promise.all(
      Object.values(places).map(async (place) => {
        const nodes = place === places.keyward ? [place.server, worker] : [place.server];
        return [place, await openBackground(place, nodes)] as const;
      }),
    ),
  );
  for (const { name, place, given, connections } of leaving) {
    const order = { port: place.server.ready.port, given, connections, seconds: settings.seconds };
    const left = await open.get(place)?.(load, order);
    if (left) found.set(name, left);
  }
  await worker.stop();
  return found;
}

async function measureStarts(places: Partial<Places>, load: Child<object>): Promise<Start[]> {
  const starting: Starting[] = [];
  for (const [by, name] of [
    ['keyward', 'verify'],
    ['better-auth', 'verify'],
    ['oidc-provider', 'token-opaque'],
  ] as const) {
    const place = places[by];
    const operation = operations.find((one) => one.name === name);
    if (!place?.start || !operation) continue;
    const [ours, theirs] = await requestsOf(operation, places);
    const { start } = place;
    starting.push({
      by: by === 'keyward' ? 'Keyward' : by,
      start,
      given: by === 'keyward' ? ours : theirs,
      postmaster: place.postmaster,
    });
  }
  // The first start of Keyward keeps its compiled code for the others.
  for (const one of starting) await measureStart(one, load, 0);
  const found: Start[] = [];
  for (let round = 1; round <= settings.starts; round++) {
    for (const one of starting) {
      const start = await measureStart(one, load, settings.idleMs);
      found.push(start);
      note(
        `start ${round}  ${start.by.padEnd(15)} ${start.process.toFixed(0)} ms, ${start.rss.toFixed(0)} MB`,
      );
    }
  }
  return found;
}

await withRig(seedKeyward, bench);
