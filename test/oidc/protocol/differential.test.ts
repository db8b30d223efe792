// The answers that are made without the engine against those of the engine, on one database. Each request is sent to a node of either
// kind, and what it changed is taken back. DIFFERENTIAL=<count> sends so many; a failed run prints the seed that draws the same ones.
import { describe, expect, inject, test as base } from 'vitest';
import { startTestService, type TestService } from '../../support/service.ts';
import { Comparer, endConnections, type Side } from '../differential/compare.ts';
import { mutate } from '../differential/mutations.ts';
import { holding } from '../../support/held-rows.ts';
import { randomFrom } from '../../support/random.ts';
import { sized } from '../../support/thorough.ts';
import { aDraft, basicOf, type Endpoint, written } from '../differential/requests.ts';
import { aWorld, type World } from '../differential/world.ts';

const count = Number(process.env['DIFFERENTIAL'] ?? sized(450, 300));
const seed = Number(process.env['TEST_SEED'] ?? 1);
const endpoints: readonly Endpoint[] = ['token', 'introspect', 'userinfo'];

interface Arena {
  world: World;
  ours: Side;
  engine: Side;
  comparer: Comparer;
  /** How many requests of each kind the engine did not answer. */
  own: Map<string, number>;
  service: TestService;
}

const test = base.extend<{ arena: Arena }>({
  arena: [
    // Vitest reads the names of the fixtures this one needs from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      inject('server');
      const own = new Map<string, number>();
      const service = await startTestService(
        {},
        { answeredByOwn: (operation) => own.set(operation, (own.get(operation) ?? 0) + 1) },
      );
      // Both are one server to their clients.
      const baseUrl = service.origin.replace('127.0.0.1', 'localhost');
      const node = await service.startNode(
        { BASE_URL: baseUrl },
        { oauthBy: 'engine', answeredByOwn: () => expect.unreachable() },
      );
      const world = await aWorld(service, randomFrom(seed));
      own.clear();
      await use({
        world,
        own,
        service,
        ours: { name: 'ours', origin: service.origin },
        engine: { name: 'engine', origin: node.origin },
        comparer: await Comparer.on(service, world.issuer),
      });
      endConnections();
      await node.stop();
      await service.stop();
    },
    { scope: 'file' },
  ],
});

/** Sends so many requests to both, and returns those that were answered differently. */
async function differences({ world, ours, engine, comparer, own }: Arena, endpoint: Endpoint, many: number) {
  const found: object[] = [];
  const statuses = new Map<string, number>();
  for (let at = 0; at < many && found.length < 10; at++) {
    const random = randomFrom(seed ^ Math.imul(at + 1, 0x9e_37_79_b1) ^ endpoint.length);
    // Each token is presented once as it is.
    const token = endpoint === 'token' ? undefined : world.tokens[at];
    const draft = aDraft(endpoint, world, random, token);
    if (!token) mutate(draft, random.pick([0, 0, 0, 1, 1, 1, 1, 2, 2, 3]), world, random);
    const sides = random.happens(0.5) ? [ours, engine] : [engine, ours];
    const came = new Map<string, object>();
    const before = own.get(endpoint === 'userinfo' ? 'userInfo' : endpoint) ?? 0;
    for (const side of sides) {
      const wire = await written(draft, `${side.name}-${endpoint}-${at}-${seed}`);
      came.set(side.name, await comparer.sent(side, wire, draft.times));
    }
    const [a, b] = [came.get('ours'), came.get('engine')];
    const isOwn = (own.get(endpoint === 'userinfo' ? 'userInfo' : endpoint) ?? 0) > before;
    const name = `${(b as { answers: { status: number }[] }).answers[0]?.status}${isOwn ? ' ours' : ''}`;
    statuses.set(name, (statuses.get(name) ?? 0) + 1);
    if (JSON.stringify(a) !== JSON.stringify(b))
      found.push({ at, story: draft.story, isOwn, ours: a, engine: b });
  }
  return { found, statuses };
}

describe.each(endpoints)('a request to /%s', (endpoint) => {
  test('is answered as the engine answers it', { timeout: 60_000 + count * 200 }, async ({ arena }) => {
    const { found, statuses } = await differences(arena, endpoint, Math.ceil(count / endpoints.length));
    if (process.env['DIFFERENTIAL']) console.info(endpoint, Object.fromEntries(statuses));
    expect(found).toEqual([]);
    // A way that is never gone would show no difference.
    expect(statuses.get('200 ours') ?? 0).toBeGreaterThan(count / 150);
  });
});

/** Returns the answer of a side, without the parts that change from moment to moment. */
async function plainAnswer(side: Side, world: World, endpoint: Endpoint) {
  const token = world.tokens.find(
    ({ kind, key, party }) =>
      kind === (endpoint === 'userinfo' ? 'access' : 'machine') &&
      !key &&
      party.method === 'client_secret_basic',
  );
  if (!token) throw new Error('the world has no such token');
  const { clientId, secret } = token.party;
  const init: RequestInit =
    endpoint === 'userinfo'
      ? { headers: { authorization: `Bearer ${token.value}` } }
      : {
          method: 'POST',
          headers: { authorization: basicOf(clientId, secret ?? '') },
          body: new URLSearchParams(
            endpoint === 'token' ? { grant_type: 'client_credentials' } : { token: token.value },
          ),
        };
  const response = await fetch(`${side.origin}/api/oidc/${world.orgId}/${endpoint}`, init);
  const { requestId, access_token, ...body } = (await response.json()) as Record<string, unknown>;
  const headers = [...response.headers].filter(
    ([name]) => !['date', 'x-request-id', 'content-length', 'connection', 'keep-alive'].includes(name),
  );
  return { status: response.status, headers, body, random: [typeof requestId, typeof access_token] };
}

describe('a request that no statement can be run for', () => {
  test.for<[lock: string, asked: readonly Endpoint[]]>([
    ['access exclusive', endpoints],
    // Only the statement that stores the token waits.
    ['share', ['token']],
  ])('gets the 503 of the engine: %s', async ([lock, asked], { arena }) => {
    const { world, service, ours, engine } = arena;
    for (const endpoint of asked)
      expect(await plainAnswer(ours, world, endpoint)).toMatchObject({ status: 200 });
    const release = await holding(service, `lock table oidc_artifacts in ${lock} mode`);
    const answers = asked.map((endpoint) =>
      Promise.all([ours, engine].map((side) => plainAnswer(side, world, endpoint))),
    );
    for (const [own, theirs] of await Promise.all(answers)) {
      expect(own).toMatchObject({ status: 503 });
      expect(own).toEqual(theirs);
    }
    await release();
  });
});
