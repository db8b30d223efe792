// `make ways`: which functions of `src` a warm request enters, on six ways through the product. Writes bench/ways.json, and the files
// of each way in the order of their first functions to .cache/ways.
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordExchanges } from '../../scripts/same/recording/exchanges.ts';
import { beginTest } from '../../scripts/same/recording/state.ts';
import { aCredential, anIdentity, aUser, verify } from '../../test/support/builders.ts';
import { aDirectoryOf, type Directory } from '../../test/support/directories.ts';
import { aPerson } from '../../test/support/person.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import { aRelyingParty } from '../../test/support/relying-party.ts';
import {
  answerIn,
  aServiceProvider,
  aVisitor,
  password,
  redirectPath,
  signInOn,
} from '../../test/support/saml-sign-on.ts';
import { aScimUser, expectPatched, patch } from '../../test/support/scim.ts';
import { startTestService, type TestService } from '../../test/support/service.ts';
import { aUserCaller } from '../../test/support/user-caller.ts';
import { anEmail } from '../../test/support/users.ts';
import { createWebhook, delivering, soon } from '../../test/support/webhooks.ts';
import { signInUntilTokens } from '../../test/support/whole-sign-in.ts';
import { columns } from '../frame/report.ts';
import { entriesOf, type Entry, installEntries } from './entries.ts';
import { summarize, type Way } from './summary.ts';

/** So many times a way is gone before it is recorded: caches are warm, and guesses about statements are made. */
const warmUps = 5;

const ways: Record<string, Way> = {};
let service: TestService;

beforeAll(async () => {
  installEntries();
  recordExchanges();
  beginTest('ways');
  service = await startTestService();
});

afterAll(async () => {
  await service.stop();
  writeFileSync('bench/ways.json', `${JSON.stringify(ways, undefined, 2)}\n`);
  const names = ['requests', 'files', 'folders', 'rooms', 'functions', 'calls', 'returns'] as const;
  const rows = Object.entries(ways).map(([name, way]) => [name, ...names.map((one) => String(way[one]))]);
  process.stdout.write(`\n${columns([['way', ...names], ...rows])}\n`);
});

/** Goes a way until it is warm, and records it once. */
async function record(
  name: string,
  go: () => Promise<unknown>,
  of: 'requests' | 'everything' = 'requests',
): Promise<void> {
  for (let times = 0; times < warmUps; times++) await go();
  const requests = await entriesOf(of, go);
  expect(requests).not.toEqual([]);
  ways[name] = summarize(requests);
  writeVisited(name, requests);
}

function writeVisited(name: string, requests: readonly (readonly Entry[])[]): void {
  const files = [...new Set(requests.flat().map(({ file }) => file))];
  mkdirSync('.cache/ways', { recursive: true });
  writeFileSync(`.cache/ways/${name.replaceAll(' ', '-')}.txt`, `${files.join('\n')}\n`);
}

test('a verification', async () => {
  const { secret } = await aCredential(service.ours);
  await record('verify', async () =>
    expect(await verify(service.ours, secret)).toMatchObject({ valid: true }),
  );
});

test('a sign-in by password, until its tokens', async () => {
  const party = await aRelyingParty(service.ours);
  const email = anEmail();
  await aUser(service.ours, { email, password });
  await record('authorize to token', () => signInUntilTokens(service.origin, party, { email, password }));
});

test('a sign-on with SAML', async () => {
  const party = await aServiceProvider(service.ours);
  const { email } = await aVisitor(service);
  await record('SAML sign-on', async () => {
    const visitor = aPerson(service.origin);
    answerIn(await signInOn(visitor, await visitor.open(await redirectPath(party)), email));
  });
});

test('a PATCH of a user over SCIM', async () => {
  const directory: Directory = await aDirectoryOf(service, 'GENERIC');
  const { id } = await aScimUser(directory);
  let times = 0;
  await record('SCIM PATCH', async () => {
    const operation = { op: 'replace', path: 'displayName', value: `Ada ${times++}` };
    expectPatched(await patch(directory, `/Users/${id}`, [operation]));
  });
});

test('a change, from its response until the webhook has it', async () => {
  const own = await startTestService(delivering);
  const receiver = await startReceiver();
  const { received, url } = receiver;
  await createWebhook(own.ours, { url, events: ['credential.rotated'] });
  const { id } = await aCredential(own.ours);
  const change = (): Promise<unknown> => own.ours.call('rotateCredential', { path: { id } });
  const arrives = (count: number): Promise<void> => expect.poll(() => received.length, soon).toBe(count);
  for (let times = 1; times <= warmUps; times++) {
    await change();
    await arrives(times);
  }
  await change();
  const after = await entriesOf('everything', () => arrives(warmUps + 1));
  ways['change to webhook'] = { ...summarize(after), requests: 0 };
  writeVisited('change to webhook', after);
  await receiver.close();
  await own.stop();
});

test('a change from the dashboard, on the side of the server', async () => {
  const { client } = await aUserCaller(service);
  const id = await anIdentity(service.ours);
  let times = 0;
  await record('dashboard mutation', async () => {
    const { status } = await client.call('updateIdentity', {
      path: { id },
      body: { description: `change ${times++}` },
    });
    expect(status).toBe(200);
  });
});
