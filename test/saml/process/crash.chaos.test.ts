import { describe, expect, onTestFinished, test } from 'vitest';
import { redirectUrl } from '../../../src/saml-messages/build/bindings.ts';
import { stopBefore } from '../../support/held-writes.ts';
import { aNode as aKilledNode } from '../../support/killed-node.ts';
import type { Person, Seen } from '../../support/person.ts';
import { startReceiver } from '../../support/receiver.ts';
import {
  aLogoutParty,
  answerBySoap,
  framesIn,
  idOf,
  joined,
  type LogoutParty,
  logoutContent,
  logoutPath,
  responseTo,
} from '../../support/saml-logout.ts';
import {
  answerIn,
  aServiceProvider,
  aVisitor,
  inflated,
  type Party,
  password,
  redirectPath,
} from '../../support/saml-sign-on.ts';

/** A node, and users who sign in with it. */
async function aNode() {
  const node = await aKilledNode();
  return {
    ...node,
    aSignedIn: async () => {
      const made = await aVisitor(node);
      await made.visitor.signIn(node.orgId, made.email, password);
      return made;
    },
  };
}

type Node = Awaited<ReturnType<typeof aNode>>;

/** How often something of a user is there. */
const counts = async ({ sql }: Node, userId: string): Promise<Record<string, number>> => {
  const [row] = await sql<Record<string, number>>(
    `select (select count(*)::int from login_sessions where user_id = $1) as logins,
            (select count(*)::int from saml_sessions where user_id = $1) as sessions,
            (select count(*)::int from audit_logs where target_id = $1 and action = 'service_provider.sign_on') as "signOns",
            (select count(*)::int from audit_logs where target_id = $1 and action = 'service_provider.sign_off') as "signOffs"`,
    [userId],
  );
  return row ?? {};
};

const accepted = async (party: Party, page: Seen) => {
  const { profile } = await party.saml.validatePostResponseAsync(answerIn(page).fields);
  return profile;
};

/** A request by POST, as a browser brings it from another site. */
async function posted(visitor: Person, party: Party): Promise<Seen> {
  const { SAMLRequest: message = '' } = await party.saml.getAuthorizeMessageAsync('here', undefined);
  return visitor.post(
    new URL(party.sso).pathname,
    { SAMLRequest: message, RelayState: 'here' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://wiki.example.com' },
  );
}

const byPost = { authnRequestBinding: 'HTTP-POST', skipRequestCompression: true } as const;

describe('a sign-on, after a kill -9', { timeout: 120_000 }, () => {
  test('goes on at each step, and its request has one response', async () => {
    const node = await aNode();
    const party = await aServiceProvider(node.ours, {}, byPost);
    const { id, email, visitor } = await aVisitor(node);
    const { location } = await posted(visitor, party);
    await node.restart();
    const asked = await visitor.open(location);
    await node.restart();
    const named = await visitor.send(asked, { username: email });
    await node.restart();
    const [form] = named.forms;
    const signedIn = await visitor.post(form?.action ?? '', { ...form?.fields, password });
    expect([signedIn.status, signedIn.location]).toEqual([303, location]);
    await node.restart();
    const page = await visitor.get(location);
    expect(answerIn(page).fields['RelayState']).toBe('here');
    const profile = await accepted(party, page);
    await node.restart();
    expect((await visitor.get(location)).status).toBe(404);
    expect(await counts(node, id)).toEqual({ logins: 1, sessions: 1, signOns: 1, signOffs: 0 });
    // A response that was lost on its way is replaced by that to another request, for the same session.
    const again = await accepted(party, await visitor.follow(await posted(visitor, party)));
    expect(again).toMatchObject({ nameID: profile?.nameID, sessionIndex: profile?.sessionIndex });
    expect(await counts(node, id)).toEqual({ logins: 1, sessions: 1, signOns: 2, signOffs: 0 });
  });

  test('within the transaction of a step, does the step again', async () => {
    const node = await aNode();
    const { id, visitor } = await node.aSignedIn();
    const kept = [
      ['insert on saml_requests', 'true'],
      ['insert on saml_traces', `new.facts ->> 'direction' = 'RECEIVED'`],
    ] as const;
    const answered = [
      ['insert on saml_sessions', 'true'],
      ['update on saml_requests', 'true'],
      ['insert on audit_logs', `new.action = 'service_provider.sign_on'`],
      ['insert on saml_traces', `new.facts ->> 'direction' = 'SENT'`],
    ] as const;
    for (const [write, when] of kept) {
      const path = await redirectPath(await aServiceProvider(node.ours));
      await node.cutOff(write, when, () => visitor.get(path));
      await node.start();
      expect(await node.sql('select from saml_requests where answered_at is null')).toEqual([]);
      // The ID of the request has not been used.
      expect((await visitor.open(path)).text).toContain('SAMLResponse');
    }
    const before = await counts(node, id);
    for (const [at, [write, when]] of answered.entries()) {
      const party = await aServiceProvider(node.ours);
      const { location } = await visitor.get(await redirectPath(party));
      await node.cutOff(write, when, () => visitor.get(location));
      await node.start();
      expect([write, await counts(node, id)]).toEqual([
        write,
        { ...before, sessions: kept.length + at, signOns: kept.length + at },
      ]);
      const profile = await accepted(party, await visitor.get(location));
      expect(
        await node.sql('select session_index from saml_sessions where service_provider_id = $1', [party.id]),
      ).toEqual([{ session_index: profile?.sessionIndex }]);
    }
    expect((await counts(node, id))['logins']).toBe(1);
  });
});

/** A service provider that is told by SOAP. @param silentFor how many calls it does not answer */
async function aSoapParty(node: Node, silentFor = 0) {
  const parties: LogoutParty[] = [];
  let calls = 0;
  const receiver = await startReceiver((response, received) => {
    const [party] = parties;
    if (party && ++calls > silentFor) answerBySoap(party)(response, received);
  });
  onTestFinished(() => receiver.close());
  const party = await aLogoutParty(node.ours, { sloSoapUrl: receiver.url });
  parties.push(party);
  const isDone = () =>
    expect
      .poll(
        () =>
          node.sql('select state, name_id from saml_logout_parts where service_provider_id = $1', [party.id]),
        { timeout: 20_000 },
      )
      .toEqual([{ state: 'DONE', name_id: null }]);
  return { party, receiver, isDone };
}

/** As if the time was over for which a dead node had claimed them. */
const freeJobs = ({ sql }: Node) => sql('update tenant_jobs set leased_until = now()');

describe('a logout, after a kill -9', { timeout: 120_000 }, () => {
  test('within the transaction of its request, has ended nothing, and the request can be sent again', async () => {
    const node = await aNode();
    const steps = [
      ['insert on saml_logouts', 'true'],
      ['delete on login_sessions', 'true'],
      ['delete on saml_sessions', 'true'],
      ['insert on saml_logout_parts', 'true'],
      ['insert on tenant_jobs', `new.task = 'tell-service-provider'`],
      ['update on saml_logout_parts', 'true'],
      ['insert on audit_logs', `new.action = 'service_provider.sign_off'`],
      ['insert on saml_traces', `new.facts ->> 'messageType' = 'LogoutRequest'`],
    ] as const;
    const asker = await aLogoutParty(node.ours);
    const { party: other, receiver } = await aSoapParty(node);
    const { id, email, visitor } = await node.aSignedIn();
    const profile = await joined(visitor, asker);
    await joined(visitor, other);
    const path = logoutPath(asker, logoutContent(asker, profile));
    const before = await counts(node, id);
    expect(before).toMatchObject({ logins: 1, sessions: 2, signOffs: 0 });
    for (const [write, when] of steps) {
      await node.cutOff(write, when, () => visitor.get(path));
      await node.start();
      expect([write, await counts(node, id)]).toEqual([write, before]);
    }
    expect(receiver.received).toEqual([]);
    const begun = await visitor.get(path);
    expect(begun.status).toBe(303);
    expect(await counts(node, id)).toMatchObject({ logins: 0, sessions: 0, signOffs: 1 });
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1);
    await expect.poll(async () => (await visitor.get(begun.location)).status, { timeout: 20_000 }).toBe(303);
    expect(inflated(await visitor.get(begun.location))).not.toContain('PartialLogout');
    // The user can sign in again.
    await visitor.signIn(node.orgId, email, password);
    await joined(visitor, asker);
  });

  test('between the end of the login and the calls, tells by SOAP and in frames, and answers the request', async () => {
    const node = await aNode();
    await node.restart({ ROLE: 'api' });
    const asker = await aLogoutParty(node.ours);
    const front = await aLogoutParty(node.ours);
    const { party: other, receiver, isDone } = await aSoapParty(node);
    const { id, visitor } = await node.aSignedIn();
    const profile = await joined(visitor, asker);
    for (const party of [front, other]) await joined(visitor, party);
    const { location } = await visitor.get(
      logoutPath(asker, logoutContent(asker, profile), { relayState: 'back-here' }),
    );
    expect(await counts(node, id)).toMatchObject({ logins: 0, sessions: 0, signOffs: 1 });
    expect(receiver.received).toEqual([]);
    await node.restart();
    await isDone();
    expect(receiver.received).toHaveLength(1);
    const [frame = ''] = framesIn(await visitor.get(location));
    await node.restart();
    const xml = responseTo(front, idOf(inflated({ location: frame })), { signing: 'by-query' });
    const url = new URL(redirectUrl(front.slo, { parameter: 'SAMLResponse', xml }, front.key));
    expect((await visitor.get(`${url.pathname}${url.search}`)).status).toBe(204);
    await node.restart();
    const answered = await visitor.get(location);
    expect(new URL(answered.location).searchParams.get('RelayState')).toBe('back-here');
    expect(inflated(answered)).toContain('status:Success');
    expect(inflated(answered)).not.toContain('PartialLogout');
    expect(receiver.received).toHaveLength(1);
  });

  test('in the midst of a call, calls again with another ID until the service provider has answered', async () => {
    const node = await aNode();
    const { party, receiver, isDone } = await aSoapParty(node, 1);
    const { id, visitor } = await node.aSignedIn();
    await joined(visitor, party);
    await node.ours.call('suspendUser', { path: { userId: id }, body: { reason: 'left' } });
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1);
    await node.kill();
    await freeJobs(node);
    await node.start();
    await isDone();
    expect(new Set(receiver.received.map(({ body }) => idOf(body))).size).toBe(2);
    await expect
      .poll(() => node.sql(`select from tenant_jobs where task = 'tell-service-provider'`), {
        timeout: 20_000,
      })
      .toEqual([]);
  });

  test('between the answer of a service provider and its note, calls once more', async () => {
    const node = await aNode();
    const { party, receiver, isDone } = await aSoapParty(node);
    const { id, visitor } = await node.aSignedIn();
    await joined(visitor, party);
    const stop = await stopBefore(node, 'update on saml_logout_parts');
    await node.ours.call('suspendUser', { path: { userId: id }, body: { reason: 'left' } });
    await stop.reached();
    await node.kill();
    await stop.end();
    expect(receiver.received).toHaveLength(1);
    await freeJobs(node);
    await node.start();
    await isDone();
    expect(receiver.received).toHaveLength(2);
  });

  test('before the user decides, still asks, and ends the login once', async () => {
    const node = await aNode();
    const party = await aLogoutParty(node.ours, { signingCertificates: [] });
    const { id, visitor } = await node.aSignedIn();
    const profile = await joined(visitor, party);
    const { location } = await visitor.get(
      logoutPath(party, logoutContent(party, profile), { signedBy: 'unsigned' }),
    );
    await node.restart();
    const question = await visitor.get(location);
    expect(question.title).toBe('Sign out?');
    const decide = () => visitor.send(question, { logout: 'yes' });
    await node.cutOff('delete on login_sessions', 'true', decide);
    await node.start();
    expect(await counts(node, id)).toMatchObject({ logins: 1, sessions: 1, signOffs: 0 });
    const [form] = question.forms;
    const decided = await visitor.post(form?.action ?? '', { ...form?.fields, logout: 'yes' });
    await node.restart();
    expect(inflated(await visitor.get(decided.location))).toContain('status:Success');
    expect(await counts(node, id)).toMatchObject({ logins: 0, sessions: 0, signOffs: 1 });
  });
});
