import { describe, expect, test } from 'vitest';
import { aNode, type KilledNode } from '../../support/killed-node.ts';
import type { Person } from '../../support/person.ts';
import { bringSamlLogoutAnswer, samlLogoutIn } from '../../support/saml-upstream-logout.ts';
import {
  arrive,
  aSamlSubject,
  awayBySaml,
  backBySaml,
  responseTo,
  type SamlConnected,
  samlConnected,
  signedInBySaml,
} from '../../support/saml-upstream.ts';
import { linksOf } from '../../support/social.ts';
import { loginsOf, signedOutPath, signOut, startPattern } from '../../support/upstream-logout.ts';

type Subject = ReturnType<typeof aSamlSubject>;

/** Returns the rows that a sign-in leaves behind. */
async function leftBehind({ sql }: KilledNode, { email, name }: Subject) {
  const [row] = await sql(
    `select (select count(*)::int from users where email = $1) as users,
            (select count(*)::int from social_links where subject like '%' || $2 || '%') as links,
            (select count(*)::int from login_sessions where upstream_subject like '%' || $2 || '%') as logins,
            (select count(*)::int from events e join users u on u.id = e.data ->> 'userId'
              where e.type = 'user.created' and u.email = $1) as created`,
    [email, name],
  );
  return row;
}

const nothing = { users: 0, links: 0, logins: 0, created: 0 };
const once = { users: 1, links: 1, logins: 1, created: 1 };

/** The IDs of assertions that are used, and the responses that wait for their browsers. */
const kept = ({ sql }: KilledNode, { id }: SamlConnected) =>
  sql<{ waits: boolean }>(
    'select kept is not null as waits from federation_responses where connection_id = $1 order by waits',
    [id],
  );

/** A user at the identity provider, with the response that a browser brings from there. */
async function aComing(node: KilledNode, one: SamlConnected, says = aSamlSubject(one)) {
  const { person, asked } = await awayBySaml(node, one);
  const xml = responseTo(one, asked.id, says);
  return { person, says, bring: () => arrive(node, one, xml, asked.relayState) };
}

const isAccount = async (person: Person, path: string) => (await person.open(path)).title === 'Your account';
/** The ID of the assertion was used before. */
const refused = async (bring: () => ReturnType<typeof arrive>) => {
  const { status, headers } = await bring();
  return [status, headers.get('x-error-code')];
};
const failed = [400, 'FEDERATION_CONN_FAILED'];

describe('a sign-in by a SAML connection, after a kill -9', { timeout: 120_000 }, () => {
  test('between start and response, goes on, and its response counts once', async () => {
    const node = await aNode();
    const one = await samlConnected(node);
    const { person, says, bring } = await aComing(node, one);
    await node.restart();
    const { location } = await bring();
    expect(await isAccount(person, location)).toBe(true);
    expect(await leftBehind(node, says)).toEqual(once);
    await node.restart();
    expect(await refused(bring)).toEqual(failed);
    await person.open(location);
    expect(await leftBehind(node, says)).toEqual(once);
    expect(await kept(node, one)).toEqual([{ waits: false }]);
  });

  test('within the transaction of the response, is as if it had not come', async () => {
    const node = await aNode();
    const one = await samlConnected(node);
    const { person, says, bring } = await aComing(node, one);
    await node.cutOff('insert on federation_responses', 'true', bring);
    await node.start();
    expect(await kept(node, one)).toEqual([]);
    const { location } = await bring();
    expect(await isAccount(person, location)).toBe(true);
    expect(await leftBehind(node, says)).toEqual(once);
  });

  test('between response and finish, goes on in its browser, and its response counts once', async () => {
    const node = await aNode();
    const one = await samlConnected(node);
    const { person, says, bring } = await aComing(node, one);
    const { location } = await bring();
    await node.restart();
    expect(await leftBehind(node, says)).toEqual(nothing);
    expect(await refused(bring)).toEqual(failed);
    expect(await isAccount(person, location)).toBe(true);
    await node.restart();
    expect(await refused(bring)).toEqual(failed);
    expect(await leftBehind(node, says)).toEqual(once);
  });

  test('before the response is noted as fetched, is as if the browser had not come', async () => {
    const node = await aNode();
    const one = await samlConnected(node);
    const { person, says, bring } = await aComing(node, one);
    const { location } = await bring();
    for (const write of ['update on sign_ins', 'update on federation_responses']) {
      await node.cutOff(write, 'true', () => person.get(location));
      await node.start();
      expect([write, await kept(node, one), await leftBehind(node, says)]).toEqual([
        write,
        [{ waits: true }],
        nothing,
      ]);
    }
    expect(await isAccount(person, location)).toBe(true);
    expect(await leftBehind(node, says)).toEqual(once);
  });

  test('within the transaction of the end, leaves nothing but the used ID, and the user can go there again', async () => {
    const node = await aNode();
    const one = await samlConnected(node);
    const says = aSamlSubject(one);
    const writes = [
      ['insert on users', 'true'],
      ['insert on social_links', 'true'],
      ['insert on federation_traces', 'true'],
      ['update on federation_connections', 'true'],
      ['insert on login_sessions', 'true'],
      ['insert on audit_logs', `new.action = 'user.login'`],
      ['insert on events', `new.type = 'user.login'`],
    ] as const;
    for (const [at, [write, when]] of writes.entries()) {
      const { person, bring } = await aComing(node, one, says);
      const { location } = await bring();
      await node.cutOff(write, when, () => person.get(location));
      await node.start();
      expect([write, await leftBehind(node, says)]).toEqual([write, nothing]);
      expect(await refused(bring)).toEqual(failed);
      expect(await kept(node, one)).toEqual(Array.from({ length: at + 1 }, () => ({ waits: false })));
      // The response was fetched. The user is told to go again.
      const told = await person.open(location);
      expect([told.status, told.forms.length > 0 || told.text.includes('/login/')]).toEqual([400, true]);
    }
    expect((await signedInBySaml(node, one, says)).title).toBe('Your account');
    expect(await leftBehind(node, says)).toEqual(once);
    expect(await linksOf(node, JSON.stringify([says.nameId?.format, says.name]))).toHaveLength(1);
  });
});

describe('a sign-out at a SAML identity provider, after a kill -9', { timeout: 120_000 }, () => {
  test('within the transaction of the sign-out, has ended nothing', async () => {
    const node = await aNode();
    const one = await samlConnected(node, { logoutUpstream: true });
    const { person } = await signedInBySaml(node, one, aSamlSubject(one));
    for (const write of ['delete on login_sessions', 'insert on federation_logouts']) {
      await node.cutOff(write, 'true', () => signOut(node, person));
      await node.start();
      expect([write, (await loginsOf(node, one)).length]).toEqual([write, 1]);
    }
    expect((await signOut(node, person)).location).toMatch(startPattern(one.id));
    expect(await loginsOf(node, one)).toEqual([]);
  });

  test('goes on at each step, and comes back once', async () => {
    const node = await aNode();
    const one = await samlConnected(node, { logoutUpstream: true });
    const gone = await awayBySaml(node, one);
    await backBySaml(node, one, gone, aSamlSubject(one));
    const { person } = gone;
    const { location } = await signOut(node, person);
    await node.cutOff('update on federation_logouts', 'true', () => person.get(location));
    await node.start();
    const { request } = await samlLogoutIn(node.ours, await person.get(location));
    const bring = () =>
      bringSamlLogoutAnswer(node, one, { person, inResponseTo: request.id }, { binding: 'HTTP-POST' });
    await node.cutOff('update on federation_logouts', 'true', bring);
    await node.start();
    const back = await bring();
    await node.restart();
    expect((await bring()).location).toBe(signedOutPath(node));
    await node.cutOff('delete on federation_logouts', 'true', () => person.get(back.location));
    await node.start();
    const end = 'https://app.example.com/bye';
    await node.sql('update federation_logouts set next_url = $1', [end]);
    expect((await person.get(back.location)).location).toBe(end);
    expect((await person.get(back.location)).location).toBe(signedOutPath(node));
  });
});
