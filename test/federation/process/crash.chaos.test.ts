import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aConnection,
  aDomainName,
  domainOf,
  publishAnswer,
  verifyDomain,
} from '../../support/connections.ts';
import { sharedDns } from '../../support/dns-server.ts';
import { aNode as aKilledNode, type KilledNode } from '../../support/killed-node.ts';
import { createClient } from '../../support/client.ts';
import { aPerson, type Person } from '../../support/person.ts';
import { program, service } from '../../support/process.ts';
import { linksOf, locationOf } from '../../support/social.ts';
import {
  aSubject,
  away,
  type Claims,
  connected,
  signedInAs,
  startUpstream,
  typed,
  type Upstream,
} from '../../support/upstream.ts';

let upstream: Upstream;
let honest: Upstream['answer'];
beforeAll(async () => {
  upstream = await startUpstream();
  honest = upstream.answer;
});
afterAll(() => upstream.close());

/** A node whose limits no test reaches. */
const aNode = async () => aKilledNode({ DNS_SERVERS: (await sharedDns()).address });

/** Returns the rows that a sign-in leaves behind. */
async function leftBehind({ sql }: KilledNode, { email, sub }: Claims) {
  const [row] = await sql(
    `select (select count(*)::int from users where email = $1) as users,
            (select count(*)::int from social_links where subject = $2) as links,
            (select count(*)::int from login_sessions where upstream_subject = $2) as logins,
            (select count(*)::int from events e join users u on u.id = e.data ->> 'userId'
              where e.type = 'user.created' and u.email = $1) as created`,
    [email, sub],
  );
  return row;
}

const nothing = { users: 0, links: 0, logins: 0, created: 0 };
const once = { users: 1, links: 1, logins: 1, created: 1 };

describe('a sign-in by a connection, after a kill -9', { timeout: 120_000 }, () => {
  test('between start and callback, goes on', async () => {
    const node = await aNode();
    const connection = await connected(node, upstream);
    const claims = aSubject(connection);
    const { person, callback } = await away(node, connection, claims);
    await node.restart();
    expect((await person.open(callback)).title).toBe('Your account');
    expect(await leftBehind(node, claims)).toEqual(once);
    await node.restart();
    // The response was used before.
    await person.open(callback);
    expect(await leftBehind(node, claims)).toEqual(once);
    expect((await signedInAs(node, connection, claims)).title).toBe('Your account');
    expect(await linksOf(node, claims.sub ?? '')).toHaveLength(1);
  });

  test('before the response is noted as used, is as if it had not come', async () => {
    const node = await aNode();
    const connection = await connected(node, upstream);
    const claims = aSubject(connection);
    const { person, callback } = await away(node, connection, claims);
    await node.cutOff('update on sign_ins', 'true', () => person.get(callback));
    await node.start();
    expect(await leftBehind(node, claims)).toEqual(nothing);
    expect((await person.open(callback)).title).toBe('Your account');
    expect(await leftBehind(node, claims)).toEqual(once);
  });

  test('while the identity provider is asked, or within the transaction of the end, leaves nothing, and the user can go there again', async () => {
    const node = await aNode();
    const connection = await connected(node, upstream);
    const claims = aSubject(connection);
    const goAgain = async ({ person, callback }: Awaited<ReturnType<typeof away>>) => {
      await node.start();
      expect(await leftBehind(node, claims)).toEqual(nothing);
      // A code may be redeemed once, so the user is told to go again.
      const told = await person.open(callback);
      expect([told.status, told.forms.length > 0 || told.text.includes('/login/')]).toEqual([400, true]);
    };
    const asking = await away(node, connection, claims);
    const heard = new Promise<void>((reached) => {
      upstream.answer = async () => {
        reached();
        return new Promise(() => undefined);
      };
    });
    const cut = asking.person.get(asking.callback).catch(() => 'cut off');
    await heard;
    await node.kill();
    expect(await cut).toBe('cut off');
    upstream.answer = honest;
    await goAgain(asking);

    const writes = [
      ['insert on users', 'true'],
      ['insert on social_links', 'true'],
      ['insert on federation_traces', 'true'],
      ['update on federation_connections', 'true'],
      ['insert on login_sessions', 'true'],
      ['insert on audit_logs', `new.action = 'user.login'`],
    ] as const;
    for (const [write, when] of writes) {
      const gone = await away(node, connection, claims);
      await node.cutOff(write, when, () => gone.person.get(gone.callback));
      await goAgain(gone);
    }
    expect((await signedInAs(node, connection, claims)).title).toBe('Your account');
    expect(await leftBehind(node, claims)).toEqual(once);
  });
});

test('a connection that is disabled on one node signs no user in on the other', async () => {
  const node = await aNode();
  const other = await service({ ...node.settings, PORT: '0' });
  const connection = await connected(node, upstream);
  const elsewhere = ({ cookies }: Person): Person => {
    const person = aPerson(other.origin);
    person.cookies.add(cookies);
    return person;
  };
  // The other node has signed users in, so that it knows the connection.
  for (let at = 0; at < 2; at++) {
    const { person, callback } = await away(node, connection, aSubject(connection));
    expect((await elsewhere(person).open(callback)).title).toBe('Your account');
  }
  const claims = aSubject(connection);
  const { person, callback } = await away(node, connection, claims);
  const path = { id: connection.id };
  await node.ours.call('updateConnection', { path, body: { status: 'DISABLED' } });
  expect((await elsewhere(person).open(callback)).status).toBe(404);
  const there = { ...node, origin: other.origin };
  const { led } = await typed(there, `ada@${connection.domain}`);
  expect(locationOf(led).pathname).toBe(`/login/${node.orgId}`);
  expect(await leftBehind(node, claims)).toEqual(nothing);
  const again = createClient(other.origin, node.settings.BOOTSTRAP_LIVE_KEY);
  await again.call('updateConnection', { path, body: { status: 'ACTIVE' } });
  expect((await signedInAs(node, connection, claims)).title).toBe('Your account');
});

describe('the proof of a domain, after a kill -9', { timeout: 120_000 }, () => {
  const provedEvents = ({ sql }: KilledNode, domain: string) =>
    sql<{ type: string }>(`select type from events where data ->> 'domain' = $1 order by created_at, id`, [
      domain,
    ]);

  test('is there as a whole, or not at all', async () => {
    const node = await aNode();
    const domain = aDomainName();
    await aConnection(node.ours, { domains: [domain] });
    const { verification } = await domainOf(node.ours, domain);
    await publishAnswer(domain, { txt: [verification.value] });
    const writes = [
      ['update on federation_domains', `new.status = 'VERIFIED'`],
      ['insert on events', `new.type = 'domain.verified'`],
      ['insert on audit_logs', `new.action = 'domain.verify'`],
    ] as const;
    for (const [write, when] of writes) {
      await node.cutOff(write, when, () => verifyDomain(node.ours, domain));
      await node.start();
      expect([write, (await domainOf(node.ours, domain))['status']]).toEqual([write, 'PENDING']);
      expect(await provedEvents(node, domain)).toEqual([]);
    }
    expect((await verifyDomain(node.ours, domain)).body.status).toBe('VERIFIED');
    await node.restart();
    expect(await domainOf(node.ours, domain)).toMatchObject({ status: 'VERIFIED' });
    expect(await provedEvents(node, domain)).toEqual([{ type: 'domain.verified' }]);
  });

  test('and the proof of another organization, leave the domain with one of them, or with none', async () => {
    const node = await aNode();
    const made = program('scripts/organization.ts', node.env, 'Rival');
    expect(await made.ended).toBe(0);
    const [key = ''] = /\bkd_live_[0-9A-Za-z]{49}\b/.exec(made.printed()) ?? [];
    const rival = createClient(node.origin, key);
    const domain = aDomainName();
    for (const client of [node.ours, rival]) await aConnection(client, { domains: [domain] });
    const values = [];
    for (const client of [node.ours, rival])
      values.push((await domainOf(client, domain))['verification'].value);
    const states = async () => [
      (await domainOf(node.ours, domain))['status'],
      (await domainOf(rival, domain))['status'],
    ];
    await publishAnswer(domain, { txt: [values[0]] });
    expect((await verifyDomain(node.ours, domain)).body.status).toBe('VERIFIED');
    await publishAnswer(domain, { txt: [values[1]] });
    const writes = [
      ['insert on events', `new.type = 'domain.failed'`, ['VERIFIED', 'PENDING']],
      ['insert on alerts', 'true', ['VERIFIED', 'PENDING']],
      ['update on federation_domains', `new.status = 'VERIFIED'`, ['FAILED', 'PENDING']],
    ] as const;
    for (const [write, when, left] of writes) {
      await node.cutOff(write, when, () => verifyDomain(rival, domain));
      await node.start();
      expect([write, await states()]).toEqual([write, left]);
    }
    expect((await verifyDomain(rival, domain)).body.status).toBe('VERIFIED');
    expect(await states()).toEqual(['FAILED', 'VERIFIED']);
    expect(await provedEvents(node, domain)).toEqual(
      ['domain.verified', 'domain.failed', 'domain.verified'].map((type) => ({ type })),
    );
  });
});
