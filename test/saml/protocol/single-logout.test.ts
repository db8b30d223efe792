import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { redirectUrl, soapEnvelope } from '../../../src/saml-messages/build/bindings.ts';
import { nameIdFormats } from '../../../src/saml-messages/names.ts';
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
  postLogout,
  responseTo,
} from '../../support/saml-logout.ts';
import { oddlySigned } from '../../support/saml-messages.ts';
import { answerIn, aVisitor, inflated, password } from '../../support/saml-sign-on.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  // A call that failed is tried again after e, e² and e³ times this unit.
  const jobPacing = {
    lookMs: 50,
    renewMs: 20_000,
    retryMs: 50,
    mailServer: { firstPauseMs: 500, longestPauseMs: 500 },
  };
  service = await startTestService({ ROLE: 'all' }, { jobPacing });
});
afterAll(() => service.stop());

const orgId = (): string => service.ours.orgId ?? '';

/** A user who is signed in by a browser. */
async function aSignedInVisitor() {
  const made = await aVisitor(service);
  await made.visitor.signIn(orgId(), made.email, password);
  return made;
}

async function isSignedIn(visitor: Person): Promise<boolean> {
  return (await visitor.get(`/account/${orgId()}`)).status === 200;
}

/** Returns the message that a frame or a redirect takes to a service provider. */
function messageAt(address: string): { to: string; xml: string } {
  const url = new URL(address);
  return { to: `${url.origin}${url.pathname}`, xml: inflated({ location: address }) };
}

/** The service provider behind a frame answers. */
async function answerFrame(visitor: Person, party: LogoutParty, address: string): Promise<number> {
  const id = idOf(messageAt(address).xml);
  const xml = responseTo(party, id, { signing: 'by-query' });
  const url = new URL(redirectUrl(party.slo, { parameter: 'SAMLResponse', xml }, party.key));
  return (await visitor.get(`${url.pathname}${url.search}`, { cookie: '' })).status;
}

/** A service provider that is told by SOAP. @param changes of its first answers */
async function aSoapParty(changes: readonly ((xml: string) => string)[] = []) {
  const parties: LogoutParty[] = [];
  let calls = 0;
  const receiver = await startReceiver((response, received) => {
    const [party] = parties;
    if (party) answerBySoap(party, changes[calls++])(response, received);
  });
  onTestFinished(() => receiver.close());
  const party = await aLogoutParty(service.ours, { sloSoapUrl: receiver.url });
  parties.push(party);
  return { party, receiver };
}

/** The traces of a service provider, the newest first: direction, type, outcome, binding and the rule that was broken. */
async function tracesOf({ id }: LogoutParty): Promise<(string | null)[][]> {
  const { body } = await service.ours.call('listServiceProviderTraces', { path: { spId: id } });
  return body.data.map(
    (
      one: Record<'direction' | 'messageType' | 'outcome' | 'binding', string> & {
        refusal: { rule: string } | null;
      },
    ) => [one.direction, one.messageType, one.outcome, one.binding, one.refusal?.rule ?? null],
  );
}

const refreshOf = ({ headers }: Seen): string | null => headers.get('refresh');

describe('a logout that a service provider asks for', () => {
  test('ends the login, and node-saml accepts the signed response by redirect', async () => {
    const party = await aLogoutParty(service.ours);
    const { id, visitor } = await aSignedInVisitor();
    const profile = await joined(visitor, party);
    const url = new URL(await party.saml.getLogoutUrlAsync(profile, 'back-here', {}));
    const begun = await visitor.get(`${url.pathname}${url.search}`);
    expect(begun.status).toBe(303);
    expect(await isSignedIn(visitor)).toBe(false);
    const answered = await visitor.get(begun.location);
    expect(answered.status).toBe(303);
    const to = new URL(answered.location);
    expect(`${to.origin}${to.pathname}`).toBe(party.sloUrl);
    expect(to.searchParams.get('RelayState')).toBe('back-here');
    expect(
      await party.saml.validateRedirectAsync(Object.fromEntries(to.searchParams), to.search.slice(1)),
    ).toMatchObject({ loggedOut: true });
    expect(messageAt(answered.location).xml).not.toContain('PartialLogout');
    const rows = await service.sql(
      `select action, result from audit_logs where target_id = $1 and action in ('service_provider.sign_off', 'session.revoked')
        order by action`,
      [id],
    );
    expect(rows).toEqual([
      { action: 'service_provider.sign_off', result: 'SUCCESS' },
      { action: 'session.revoked', result: 'SUCCESS' },
    ]);
  });

  test('does not end the login by a session that has passed its SessionNotOnOrAfter', async () => {
    const party = await aLogoutParty(service.ours);
    const { visitor } = await aSignedInVisitor();
    const content = logoutContent(party, await joined(visitor, party));
    await service.sql('update saml_sessions set expires_at = now() where service_provider_id = $1', [
      party.id,
    ]);
    expect((await visitor.get(logoutPath(party, content))).status).toBe(303);
    expect(await isSignedIn(visitor)).toBe(true);
  });

  // Many service providers do not keep the format of a name (SAML core section 8.3.1).
  test('finds the session by a name of the format unspecified, and not of another format', async () => {
    const party = await aLogoutParty(service.ours);
    const { visitor } = await aSignedInVisitor();
    const profile = await joined(visitor, party);
    expect(profile.nameIDFormat).toBe(nameIdFormats.persistent);
    const asked = (format: string) => {
      const nameId = { value: profile.nameID, format };
      return visitor.get(logoutPath(party, logoutContent(party, profile, { nameId })));
    };
    expect((await asked(nameIdFormats.emailAddress)).status).toBe(303);
    expect(await isSignedIn(visitor)).toBe(true);
    expect((await asked(nameIdFormats.unspecified)).status).toBe(303);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('arrives by POST without cookies, and node-saml accepts the response by POST', async () => {
    const party = await aLogoutParty(service.ours, { sloBinding: 'HTTP-POST' });
    const { visitor } = await aSignedInVisitor();
    const profile = await joined(visitor, party);
    const content = logoutContent(party, profile);
    const begun = await postLogout(visitor, party, content, 'back-here');
    expect(begun.status).toBe(303);
    const page = await visitor.get(begun.location);
    const { action, fields } = answerIn(page);
    expect([action, fields['RelayState']]).toEqual([party.sloUrl, 'back-here']);
    expect(Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString()).toContain(
      `InResponseTo="${content.id}"`,
    );
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('tells the other service providers in frames, and says Success when they have answered', async () => {
    const [asker, other] = [await aLogoutParty(service.ours), await aLogoutParty(service.ours)];
    const { visitor } = await aSignedInVisitor();
    const profile = await joined(visitor, asker);
    const theirs = await joined(visitor, other);
    const begun = await visitor.get(logoutPath(asker, logoutContent(asker, profile)));
    const page = await visitor.get(begun.location);
    expect(page.status).toBe(200);
    expect(page.text).toContain(other.name);
    expect(page.headers.get('content-security-policy')).toContain(
      `frame-src 'self' ${new URL(other.sloUrl).origin}`,
    );
    const [frame = '', second] = framesIn(page);
    expect(second).toBeUndefined();
    const { to, xml } = messageAt(frame);
    expect(to).toBe(other.sloUrl);
    expect(xml).toContain(theirs.nameID);
    expect(xml).toContain(`<samlp:SessionIndex>${theirs.sessionIndex}<`);
    const query = new URL(frame).searchParams;
    expect(
      await other.saml.validateRedirectAsync(Object.fromEntries(query), new URL(frame).search.slice(1)),
    ).toMatchObject({ loggedOut: true, profile: { nameID: theirs.nameID } });

    const meanwhile = await visitor.get(begun.location);
    expect([meanwhile.status, framesIn(meanwhile), refreshOf(meanwhile)?.slice(0, 1)]).toEqual([
      200,
      [],
      '1',
    ]);
    expect(await answerFrame(visitor, other, frame)).toBe(204);
    const answered = await visitor.get(begun.location);
    expect(answered.status).toBe(303);
    expect(messageAt(answered.location).xml).not.toContain('PartialLogout');
    // A second answer is refused.
    expect(await answerFrame(visitor, other, frame)).toBe(400);
  });

  test('says PartialLogout, and shows the user which application did not answer in five seconds', async () => {
    const [asker, other] = [await aLogoutParty(service.ours), await aLogoutParty(service.ours)];
    const { visitor } = await aSignedInVisitor();
    const profile = await joined(visitor, asker);
    await joined(visitor, other);
    const { location } = await visitor.get(logoutPath(asker, logoutContent(asker, profile)));
    await visitor.get(location);
    await service.sql(`update saml_logouts set shown_at = shown_at - interval '5 seconds'`);
    const page = await visitor.get(location);
    expect([page.status, page.title]).toEqual([200, 'You may still be signed in to some apps']);
    expect(page.text).toContain(`<li>${other.name}</li>`);
    const [, back = ''] = /<a class="button" href="(https:[^"]+)"/.exec(page.text) ?? [];
    const { to, xml } = messageAt(back.replaceAll('&amp;', '&'));
    expect(to).toBe(asker.sloUrl);
    expect(xml).toContain('status:PartialLogout');
    expect(xml).toContain('status:Success');
  });

  test('shows another browser neither frames nor names of applications', async () => {
    const [asker, other] = [await aLogoutParty(service.ours), await aLogoutParty(service.ours)];
    const { visitor } = await aSignedInVisitor();
    const profile = await joined(visitor, asker);
    await joined(visitor, other);
    const stranger = (await aSignedInVisitor()).visitor;
    const { location } = await stranger.get(logoutPath(asker, logoutContent(asker, profile)));
    const page = await stranger.get(location);
    expect(page.status).toBe(303);
    expect(messageAt(page.location).xml).toContain('PartialLogout');
    expect(await isSignedIn(visitor)).toBe(false);
    expect(await isSignedIn(stranger)).toBe(true);
  });

  test('tells a service provider with a SOAP endpoint by a call', async () => {
    const asker = await aLogoutParty(service.ours);
    const { party: other, receiver } = await aSoapParty();
    const { visitor } = await aSignedInVisitor();
    const profile = await joined(visitor, asker);
    const theirs = await joined(visitor, other);
    const { location } = await visitor.get(logoutPath(asker, logoutContent(asker, profile)));
    await expect
      .poll(
        () =>
          service.sql('select state, name_id from saml_logout_parts where service_provider_id = $1', [
            other.id,
          ]),
        {
          timeout: 15_000,
        },
      )
      .toEqual([{ state: 'DONE', name_id: null }]);
    const [call] = receiver.received;
    expect(call?.headers['content-type']).toMatch(/^text\/xml/);
    expect(call?.body).toContain(theirs.nameID);
    expect(call?.body).toContain('SignatureValue');
    const answered = await visitor.get(location);
    expect(messageAt(answered.location).xml).not.toContain('PartialLogout');
    // A reload shows the response again. It is traced once.
    await visitor.get(location);
    expect(await tracesOf(asker)).toEqual([
      ['SENT', 'LogoutResponse', 'ACCEPTED', 'HTTP-Redirect', null],
      ['RECEIVED', 'LogoutRequest', 'ACCEPTED', 'HTTP-Redirect', null],
      ['SENT', 'Response', 'ACCEPTED', 'HTTP-POST', null],
      ['RECEIVED', 'AuthnRequest', 'ACCEPTED', 'HTTP-Redirect', null],
    ]);
    expect((await tracesOf(other)).slice(0, 2)).toEqual([
      ['RECEIVED', 'LogoutResponse', 'ACCEPTED', 'SOAP', null],
      ['SENT', 'LogoutRequest', 'ACCEPTED', 'SOAP', null],
    ]);
  });
});

describe('every end of a login', () => {
  test('has service providers with SOAP endpoints told, also when an administrator suspends the user', async () => {
    const { party, receiver } = await aSoapParty();
    const { id, visitor } = await aSignedInVisitor();
    const { nameID } = await joined(visitor, party);
    await service.ours.call('suspendUser', { path: { userId: id }, body: { reason: 'left' } });
    await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(1);
    expect(receiver.received[0]?.body).toContain(nameID);
    expect(await service.sql('select 1 from saml_sessions where user_id = $1', [id])).toEqual([]);
  });

  test('counts a signature of the response with SHA-1 as absent, so that the service provider is told once', async () => {
    const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
    const algorithms = [
      { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', digest: sha1 },
      { digest: sha1 },
    ];
    const { visitor } = await aSignedInVisitor();
    const told = await Promise.all(
      algorithms.map(async (odd) => {
        const answers: ((xml: string) => string)[] = [];
        const { party, receiver } = await aSoapParty(answers);
        answers.push((xml) => {
          const asked = /InResponseTo="([^"]*)"/.exec(xml)?.[1] ?? '';
          const response = responseTo(party, asked, { signing: 'by-query' });
          return soapEnvelope(oddlySigned(response, { ...odd, privateKey: party.key.privateKey }));
        });
        return { party, receiver };
      }),
    );
    for (const { party } of told) await joined(visitor, party);
    await visitor.send(await visitor.open(`/logout/${orgId()}`), {}, `/logout/${orgId()}`);
    for (const { party, receiver } of told) {
      const states = () =>
        service.sql('select state from saml_logout_parts where service_provider_id = $1', [party.id]);
      await expect.poll(states, { timeout: 15_000 }).toEqual([{ state: 'DONE' }]);
      expect(receiver.received).toHaveLength(1);
      expect((await tracesOf(party))[0]).toEqual(['RECEIVED', 'LogoutResponse', 'ACCEPTED', 'SOAP', null]);
    }
  }, 40_000);

  test('is tried again where the response is for another request, signed by a stranger, or no success', async () => {
    const { party, receiver } = await aSoapParty([
      (xml) => xml.replace(/InResponseTo="[^"]*"/, 'InResponseTo="_other"'),
      (xml) => xml.replace(/<\/saml:Issuer>/, '.evil</saml:Issuer>'),
    ]);
    const { visitor } = await aSignedInVisitor();
    await joined(visitor, party);
    await visitor.send(await visitor.open(`/logout/${orgId()}`), {}, `/logout/${orgId()}`);
    await expect
      .poll(
        () => service.sql('select state from saml_logout_parts where service_provider_id = $1', [party.id]),
        {
          timeout: 30_000,
        },
      )
      .toEqual([{ state: 'DONE' }]);
    expect(receiver.received.length).toBe(3);
    expect(new Set(receiver.received.map(({ body }) => idOf(body))).size).toBe(3);
    const refusals = (await tracesOf(party)).filter(([direction]) => direction === 'RECEIVED');
    expect(refusals.slice(0, 3).map(([, , outcome, , rule]) => [outcome, rule])).toEqual([
      ['ACCEPTED', null],
      ['REFUSED', expect.any(String)],
      ['REFUSED', expect.any(String)],
    ]);
  }, 40_000);

  test('shows the user who signs out here which applications were signed out', async () => {
    const party = await aLogoutParty(service.ours);
    const { visitor } = await aSignedInVisitor();
    await joined(visitor, party);
    const page = await visitor.send(await visitor.open(`/logout/${orgId()}`), {}, `/logout/${orgId()}`);
    const [frame = ''] = framesIn(page);
    expect(await answerFrame(visitor, party, frame)).toBe(204);
    const end = await visitor.get(page.path);
    expect([end.status, end.title]).toEqual([200, 'You’re signed out']);
    expect(end.text).toContain(`<li>${party.name}</li>`);
  });
});
