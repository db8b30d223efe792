// Two nodes of the commit in test/upgrade/from are replaced by two of this tree, one after the other, and back, under load. The gate
// replaces one of them, and the night both: the release before and this one run beside each other in either.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as oidc from 'openid-client';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newSecret } from '../../src/lib/secret.ts';
import { haproxy, startBalancer } from '../support/balancer.ts';
import { aCredential, anIdentity, aUser, verify } from '../support/builders.ts';
import { createClient } from '../support/client.ts';
import { earlierRelease } from '../support/earlier-release.ts';
import { freePort } from '../support/free-port.ts';
import { aPerson } from '../support/person.ts';
import { emptyDatabase, type Service, service, sourceProgram } from '../support/process.ts';
import { lacks } from '../support/programs.ts';
import { receiverCa, startReceiver } from '../support/receiver.ts';
import { aRelyingParty, authorized, Browser, signedIn } from '../support/relying-party.ts';
import { steadyLoad } from '../support/steady-load.ts';
import { isThorough } from '../support/thorough.ts';
import { anEmail } from '../support/users.ts';
import { createWebhook } from '../support/webhooks.ts';

const password = 'vivid-harbor-cello-42';
const soon = { timeout: 30_000, interval: 25 };

/** @throws with what came instead */
const must = (right: boolean, what: string, seen: unknown): void => {
  if (!right) throw new Error(`${what}: ${JSON.stringify(seen)}`);
};

async function aFleet() {
  const { env, sql } = await emptyDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'keyward-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, receiverCa.ca);
  const front = await freePort();
  const ports = { a: await freePort(), b: await freePort() };
  const settings = {
    ...env,
    BASE_URL: `http://localhost:${front}`,
    BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
    BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
    RATE_LIMIT_PER_MINUTE: '0',
    EGRESS_ALLOW: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: ca,
    // Ten checks of the balancer.
    DRAIN_SECONDS: '2',
  };
  const earlier = await earlierRelease();
  const startEarlier: typeof sourceProgram = (file, given) => sourceProgram(join(earlier, file), given);
  const running = new Map<string, Service>();
  const start = async (node: 'a' | 'b', release: 'earlier' | 'this'): Promise<void> => {
    const given = { ...settings, PORT: String(ports[node]) };
    running.set(node, await service(given, release === 'this' ? undefined : startEarlier));
  };
  const stop = async (node: 'a' | 'b'): Promise<void> => {
    running.get(node)?.signal('SIGTERM');
    expect(await running.get(node)?.ended).toBe(0);
  };
  return {
    sql,
    settings,
    front,
    ports,
    start,
    stop,
    printed: (node: string) => running.get(node)?.printed(),
  };
}

/** Returns the continuous work of clients and users, and the facts that they know of it. */
async function everything({ front, settings, sql }: Awaited<ReturnType<typeof aFleet>>) {
  const origin = `http://127.0.0.1:${front}`;
  const [{ id: orgId } = { id: '' }] = await sql<{ id: string }>(
    "select id from tenants where environment = 'live'",
  );
  const ours = createClient(origin, settings.BOOTSTRAP_LIVE_KEY, orgId);
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const hook = await createWebhook(ours, { url: receiver.url, events: ['credential.created'] });
  const counted = await aCredential(ours, { maxUsageCount: 1_000_000 });
  const identityId = await anIdentity(ours);
  const known = { uses: 0, credentials: new Set([counted.id]), identities: [counted.identityId, identityId] };

  const email = anEmail();
  const userId = await aUser(ours, { email, password });
  const stays = aPerson(origin);
  await stays.signIn(orgId, email, password);
  const party = await aRelyingParty(ours, { scopes: ['openid', 'offline_access'] });
  const browser = await signedIn({ sql }, { issuer: party.issuer, userId }, new Browser(settings.BASE_URL));
  const tokens = await (await authorized(party, browser)).exchange();
  let refresh = tokens.refresh_token ?? '';

  const works = {
    'verification of a counted credential': async () => {
      const answer = await verify(ours, counted.secret);
      must(answer.valid === true, 'not valid', answer);
      known.uses++;
    },
    'credentials with a cap': async () => {
      const { id, secret } = await aCredential(ours, { identityId, maxUsageCount: 3 });
      known.credentials.add(id);
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => verify(ours, secret)));
      must(answers.filter(({ valid }) => valid).length === 3, 'the cap of 3', answers);
    },
    changes: async () => {
      const id = await anIdentity(ours);
      known.identities.push(id);
      const changed = await ours.call('updateIdentity', {
        path: { id },
        body: { description: `I am ${id}` },
      });
      must(changed.status === 200, 'no change', changed);
      const read = await ours.call('getIdentity', { path: { id } });
      must(read.body.description === `I am ${id}`, 'the change is lost', read);
    },
    'a session': async () => {
      const page = await stays.get(`/account/${orgId}`);
      must(page.status === 200 && page.text.includes(email), 'no account page', [page.status, page.title]);
    },
    'a sign-in': async () => {
      const person = aPerson(origin);
      const page = await person.signIn(orgId, email, password);
      must(page.status === 200 && page.text.includes(email), 'not signed in', [page.status, page.title]);
    },
    'tokens, signed and sealed': async () => {
      const renewed = await oidc.refreshTokenGrant(party.config, refresh);
      refresh = renewed.refresh_token ?? '';
      must(renewed.claims()?.sub === userId, 'no ID token', renewed);
      const info = await oidc.fetchUserInfo(party.config, renewed.access_token, userId);
      must(info.sub === userId, 'no user info', info);
      const flow = await authorized(party, browser);
      must((await flow.exchange()).claims()?.sub === userId, 'no code flow', flow.shown.status);
    },
  };

  /** Everything that was acknowledged is there, once, and its events came with the right signature. */
  const settled = async (): Promise<void> => {
    const { body } = await ours.call('getCredential', { path: { id: counted.id } });
    expect(body.usageCount).toBe(known.uses);
    expect(await sql('select id from identities where id = any ($1)', [known.identities])).toHaveLength(
      known.identities.length,
    );
    const events = await sql<{ id: string }>(
      "select data ->> 'credentialId' as id from events where type = 'credential.created' and data ->> 'credentialId' = any ($1)",
      [[...known.credentials]],
    );
    expect(new Set(events.map(({ id }) => id))).toEqual(known.credentials);
    const delivered = () => new Set(receiver.received.map(({ body }) => body.data.credentialId as string));
    await expect.poll(() => [...known.credentials].filter((id) => !delivered().has(id)), soon).toEqual([]);
    const signing = new StandardWebhook(hook.signingSecret);
    for (const { raw, headers } of receiver.received) signing.verify(raw, headers as Record<string, string>);
  };

  return { origin, orgId, email, works, settled };
}

describe.skipIf(lacks(haproxy, 'the rolling upgrade needs HAProxy (Debian: apt install haproxy)'))(
  'two nodes',
  () => {
    test(`are replaced by this release ${isThorough ? 'one after the other' : 'on one node'}, and back, without a failed request or a lost write`, {
      timeout: 180_000,
    }, async () => {
      const fleet = await aFleet();
      const { ports, front, start, stop } = fleet;
      const balancer = await startBalancer(front, ports);
      await Promise.all([start('a', 'earlier'), start('b', 'earlier')]);
      await Promise.all([balancer.isUp('a', true), balancer.isUp('b', true)]);
      const { origin, orgId, email, works, settled } = await everything(fleet);
      const { broken } = await balancer.counts();
      const load = steadyLoad(works);

      /** The page that asks for the password, as this node made it. */
      const begunOn = async (node: 'a' | 'b', other: 'a' | 'b') => {
        await balancer.drain(other);
        const person = aPerson(origin);
        const asked = await person.send(await person.open(`/login/${orgId}`), { username: email });
        await balancer.resume(other);
        await balancer.isUp(other, true);
        return async () => {
          await balancer.drain(node);
          const page = await person.send(asked, { password });
          expect([page.status, page.text.includes(email)]).toEqual([200, true]);
          await balancer.resume(node);
        };
      };
      const replace = async (node: 'a' | 'b', release: 'earlier' | 'this', drains: boolean) => {
        if (!drains) await balancer.drain(node);
        await stop(node);
        await balancer.isUp(node, false);
        if (!drains) await balancer.resume(node);
        await start(node, release);
        await balancer.isUp(node, true);
      };
      await load.more(2);

      // Up. The release in test/upgrade/from knows no DRAIN_SECONDS, so the operator takes its nodes away.
      await replace('a', 'this', false);
      await load.more(2);
      const endOnOld = await begunOn('a', 'b');
      await endOnOld();
      const endOnNew = await begunOn('b', 'a');
      await endOnNew();

      // Back, on the new schema. SIGTERM is enough.
      if (isThorough) {
        await replace('b', 'this', false);
        await load.more(2);
        await replace('b', 'earlier', true);
        const endsBack = await begunOn('a', 'b');
        await endsBack();
        await load.more(2);
      }
      await replace('a', 'earlier', true);
      await load.more(2);

      await load.end();
      expect(load.failures).toEqual([]);
      expect((await balancer.counts()).broken).toBe(broken);
      await settled();
    });
  },
);
