// Signing out at the identity provider of a SAML connection (SAML profiles section 4.4), with `logoutUpstream`.
import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { nameIdFormats, statusCodes } from '../../../src/saml-messages/names.ts';
import { aPerson, type Person, type Seen } from '../../support/person.ts';
import { authorized, aRelyingParty, Browser, logoutUri, type Shown } from '../../support/relying-party.ts';
import { aLogoutParty, framesIn, joined } from '../../support/saml-logout.ts';
import { partner, stranger } from '../../support/saml-messages.ts';
import {
  bringSamlLogoutAnswer,
  type SamlLogoutAnswer,
  samlLogoutIn,
} from '../../support/saml-upstream-logout.ts';
import {
  aSamlSubject,
  type SamlConnected,
  samlConnected,
  type Says,
  signedInBySaml,
} from '../../support/saml-upstream.ts';
import { test, type TestService } from '../../support/service.ts';
import { changeConnection, type SamlConnectionFields } from '../../support/stored-connections.ts';
import { loginsOf, logoutsOf, signedOutPath, signOut, startPattern } from '../../support/upstream-logout.ts';

interface SignedIn {
  one: SamlConnected;
  person: Person;
  says: Says;
}

/** A user who has signed in by a connection that signs users out upstream. */
async function aSignedIn(
  service: TestService,
  fields: SamlConnectionFields = {},
  changes: Says = {},
): Promise<SignedIn> {
  const one = await samlConnected(service, { logoutUpstream: true, ...fields });
  const says = { ...aSamlSubject(one), ...changes };
  const { person } = await signedInBySaml(service, one, says);
  return { one, person, says };
}

/** Signs out, and goes as far as the identity provider. */
async function leave(service: TestService, { person }: Pick<SignedIn, 'person'>) {
  const led = await person.get((await signOut(service, person)).location);
  return { led, ...(await samlLogoutIn(service.ours, led)) };
}

/** The same after a sign-out that leads to an address which a test would notice. */
async function leaveFor(service: TestService, made: SignedIn) {
  const left = await leave(service, made);
  const end = `https://${crypto.randomUUID()}.example.com/bye`;
  await service.sql('update federation_logouts set next_url = $2 where connection_id = $1', [
    made.one.id,
    end,
  ]);
  const bring = (answer?: SamlLogoutAnswer, inResponseTo = left.request.id): Promise<Seen> =>
    bringSamlLogoutAnswer(service, made.one, { person: made.person, inResponseTo }, answer);
  return { ...left, end, bring };
}

/** Returns the fields that samlLogoutIn() reads, for a browser that follows redirects on its own. */
const seenOf = ({ url, text }: Shown): Pick<Seen, 'status' | 'location' | 'forms'> => {
  const [, action = ''] = /<form method="post" action="([^"]*)"/.exec(text) ?? [];
  const [, message = ''] = /name="SAMLRequest" value="([^"]*)"/.exec(text) ?? [];
  return message === ''
    ? { status: 303, location: url.href, forms: [] }
    : { status: 200, location: '', forms: [{ action, fields: { SAMLRequest: message } }] };
};

const finishPattern = (id: string): RegExp =>
  new RegExp(`^/api/v1/federation/saml/${id}/logged-out\\?state=[\\w-]{43}$`);

const lastTrace = async ({ ours }: TestService, { id }: SamlConnected) =>
  (await ours.call('listConnectionTraces', { path: { id } })).body.data[0];

describe('startUpstreamLogout', () => {
  test('takes the browser to the SAML identity provider with a signed request, after the login has ended', async ({
    service,
  }) => {
    const nameId = {
      value: ` ${crypto.randomUUID()} `,
      format: nameIdFormats.persistent,
      nameQualifier: 'https://idp.example.com/directory',
    };
    const made = await aSignedIn(service, {}, { nameId, assertion: { sessionIndex: 'theirs' } });
    const { one, person } = made;
    const left = await signOut(service, person);
    expect([left.status, left.location]).toEqual([303, expect.stringMatching(startPattern(one.id))]);
    expect(await loginsOf(service, one)).toEqual([]);
    const led = await person.get(left.location);
    expect([led.status, led.headers.get('referrer-policy'), led.headers.get('cache-control')]).toEqual([
      303,
      'no-referrer',
      'no-store',
    ]);
    const sloUrl = one.idpEntityId.replace('/metadata', '/slo');
    const { url, request } = await samlLogoutIn(service.ours, led);
    expect([url, new URL(led.location).searchParams.get('RelayState')]).toEqual([sloUrl, null]);
    expect(request).toMatchObject({
      isSigned: true,
      issuer: one.spEntityId,
      destination: sloUrl,
      nameId,
      sessionIndexes: ['theirs'],
      reason: 'urn:oasis:names:tc:SAML:2.0:logout:user',
    });
    expect((request.notOnOrAfter?.getTime() ?? 0) - request.issueInstant.getTime()).toBe(300_000);
    expect(await logoutsOf(service, one)).toEqual([{ is_sent: true, hint: null, next_url: null }]);
    // A second visit does not ask again.
    expect((await person.get(left.location)).location).toBe(signedOutPath(service));
  });

  test('names the user exactly as the identity provider did, with qualifiers that say nothing new', async ({
    service,
  }) => {
    const one = await samlConnected(service, { logoutUpstream: true, signRequests: false });
    const nameId = {
      value: crypto.randomUUID(),
      format: nameIdFormats.persistent,
      nameQualifier: one.idpEntityId,
      spNameQualifier: one.spEntityId,
    };
    const { person } = await signedInBySaml(service, one, { ...aSamlSubject(one), nameId });
    expect((await leave(service, { person })).request.nameId).toEqual(nameId);
  });

  test('takes the browser there by a form, with the query of the endpoint', async ({ service }) => {
    const made = await aSignedIn(service, {
      sloBinding: 'HTTP-POST',
      sloUrl: 'https://idp.example/slo?keep=this',
      sloResponseUrl: 'https://idp.example/slo-answers',
    });
    const { led, request } = await leave(service, made);
    const [form] = led.forms;
    expect([led.status, led.headers.get('cache-control'), form?.action]).toEqual([
      200,
      'no-store',
      'https://idp.example/slo?keep=this',
    ]);
    expect(Object.keys(form?.fields ?? {})).toEqual(['SAMLRequest']);
    expect(request).toMatchObject({ isSigned: true, destination: 'https://idp.example/slo?keep=this' });
  });

  test('signs users out whose login began before logoutUpstream was set', async ({ service }) => {
    const made = await aSignedIn(service, { logoutUpstream: false });
    await changeConnection(service, made.one.id, 'logout_upstream = true');
    expect((await leave(service, made)).request.nameId).toMatchObject(made.says.nameId ?? {});
  });

  test('is skipped without logoutUpstream, and for a disabled connection', async ({ service }) => {
    const off = await aSignedIn(service, { logoutUpstream: false });
    const disabled = await aSignedIn(service);
    await changeConnection(service, disabled.one.id, "status = 'DISABLED'");
    for (const { person, one } of [off, disabled]) {
      expect((await signOut(service, person)).location).toBe(signedOutPath(service));
      expect(await loginsOf(service, one)).toEqual([]);
      expect(await logoutsOf(service, one)).toEqual([]);
    }
  });

  test('goes on if the identity provider has no logout endpoint, or gave no NameID, or a very long one', async ({
    service,
  }) => {
    const long = { value: 'x'.repeat(3_000), format: nameIdFormats.persistent };
    const withoutName = await aSignedIn(service);
    await service.sql('update login_sessions set upstream_hint = null where connection_id = $1', [
      withoutName.one.id,
    ]);
    for (const made of [
      await aSignedIn(service, { sloUrl: null }),
      await aSignedIn(service, {}, { nameId: long }),
      withoutName,
    ]) {
      const { location } = await signOut(service, made.person);
      expect(location).toMatch(startPattern(made.one.id));
      expect((await made.person.get(location)).location).toBe(signedOutPath(service));
      expect(await loginsOf(service, made.one)).toEqual([]);
      expect(await logoutsOf(service, made.one)).toEqual([]);
    }
  });

  test('asks once, of eight visits at the same time', async ({ service }) => {
    const { person } = await aSignedIn(service);
    const { location } = await signOut(service, person);
    const answers = await Promise.all(Array.from({ length: 8 }, () => person.get(location)));
    expect(answers.filter((one) => one.location.includes('SAMLRequest='))).toHaveLength(1);
  });
});

describe('finishSamlUpstreamLogout', () => {
  test.for(['HTTP-Redirect', 'HTTP-POST'] as const)(
    'leads to where an application wanted the browser to go, after a response by %s',
    async (binding, { service }) => {
      const party = await aRelyingParty(service.ours);
      const { one, person } = await aSignedIn(service, { sloBinding: binding });
      const browser = new Browser(party.issuer);
      browser.set('kd_session', person.cookies.get('kd_session') ?? '');
      const tokens = await (await authorized(party, browser)).exchange();
      const url = oidc.buildEndSessionUrl(party.config, {
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: logoutUri,
        state: 'bye',
      });
      const asked = await browser.open(url);
      const led = await browser.send(asked, { logout: 'yes' });
      expect(await loginsOf(service, one)).toEqual([]);
      const { request } = await samlLogoutIn(service.ours, seenOf(led));
      const back = await bringSamlLogoutAnswer(
        service,
        one,
        { person, inResponseTo: request.id },
        { binding },
      );
      expect([back.status, back.location]).toEqual([303, expect.stringMatching(finishPattern(one.id))]);
      const end = await person.get(back.location);
      expect([end.status, end.location, end.headers.get('referrer-policy')]).toEqual([
        303,
        `${logoutUri}?state=bye`,
        'no-referrer',
      ]);
      expect(await logoutsOf(service, one)).toEqual([]);
    },
  );

  test('leads to the page that says that the user is signed out, by default', async ({ service }) => {
    const made = await aSignedIn(service);
    const { request } = await leave(service, made);
    const { person, one } = made;
    const back = await bringSamlLogoutAnswer(service, one, { person, inResponseTo: request.id });
    const end = await person.open(back.location);
    expect([end.status, end.path]).toEqual([200, signedOutPath(service)]);
  });

  test('lets service providers be told before the browser leaves', async ({ service }) => {
    const party = await aLogoutParty(service.ours);
    const { one, person } = await aSignedIn(service);
    await joined(person, party);
    const left = await signOut(service, person);
    const waiting = await person.get(left.location);
    expect(framesIn(waiting)).toHaveLength(1);
    // The time is over for which the page waits.
    await service.sql("update saml_logouts set shown_at = now() - interval '1 minute'");
    const end = await person.get(left.location);
    const path = end.location || (/href="([^"]*\/logout\?state=[^"]*)"/.exec(end.text)?.[1] ?? '');
    expect(path).toMatch(startPattern(one.id));
    const { request } = await samlLogoutIn(service.ours, await person.get(path));
    const back = await bringSamlLogoutAnswer(service, one, { person, inResponseTo: request.id });
    expect((await person.open(back.location)).path).toBe(signedOutPath(service));
  });

  const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);
  const hostile: readonly [what: string, answer: SamlLogoutAnswer, reason: string][] = [
    ['is not signed', { key: 'unsigned' }, 'is not signed'],
    ['is signed by a stranger', { key: stranger }, 'No known key'],
    ['is not signed in its form', { key: 'unsigned', binding: 'HTTP-POST' }, 'is not signed'],
    [
      'was changed after it was signed',
      { binding: 'HTTP-POST', change: (xml) => xml.replace(/ InResponseTo="_/, ' InResponseTo="_0') },
      'No known key',
    ],
    ['is from another issuer', { content: { issuer: 'https://evil.example/metadata' } }, 'Issuer'],
    ['was made for another address', { content: { destination: 'https://evil.example/slo' } }, 'Destination'],
    ['names no request of ours', { content: { inResponseTo: '_0123456789abcdef' } }, 'No sign-out waits'],
    ['is too old', { content: { issueInstant: ago(600) } }, 'is too old'],
    ['is from the future', { content: { issueInstant: ago(-600) } }, 'future'],
    ['has a document type', { binding: 'HTTP-POST', change: (xml) => `<!DOCTYPE r>${xml}` }, 'DOCTYPE'],
    ['is not XML', { binding: 'HTTP-POST', change: () => 'not XML' }, 'not well-formed'],
  ];
  test.for(hostile)(
    'does not lead there if the response %s, and the right one still does',
    async ([, answer, reason], { service }) => {
      const made = await aSignedIn(service);
      const { end, bring } = await leaveFor(service, made);
      const refused = await bring(answer);
      expect([refused.status, refused.location]).toEqual([303, signedOutPath(service)]);
      expect((await made.person.open(refused.location)).title).toBe('You’re signed out');
      expect(await lastTrace(service, made.one)).toMatchObject({
        outcome: 'FAILED',
        step: 'LOGOUT',
        verified: false,
        reason: expect.stringContaining(reason),
      });
      expect((await made.person.get((await bring()).location)).location).toBe(end);
    },
  );

  test('takes a response once, in the browser that signed out, from the identity provider that was asked', async ({
    service,
  }) => {
    const made = await aSignedIn(service);
    const other = await samlConnected(service, { logoutUpstream: true });
    const { end, bring, request } = await leaveFor(service, made);
    const { person } = made;
    const elsewhere = await bringSamlLogoutAnswer(service, other, { person, inResponseTo: request.id });
    expect(elsewhere.location).toBe(signedOutPath(service));
    const back = await bring({ binding: 'HTTP-POST' });
    expect(back.location).toMatch(finishPattern(made.one.id));
    for (const binding of ['HTTP-POST', 'HTTP-Redirect'] as const)
      expect((await bring({ binding })).location).toBe(signedOutPath(service));
    const thief = aPerson(service.origin);
    await thief.open(`/login/${service.ours.orgId}`);
    for (const one of [thief, aPerson(service.origin)])
      expect((await one.get(back.location)).location).toBe(signedOutPath(service));
    expect((await person.get(back.location.replace(made.one.id, other.id))).location).toBe(
      signedOutPath(service),
    );
    const ends = await Promise.all(Array.from({ length: 8 }, () => person.get(back.location)));
    expect(ends.map(({ location }) => location).toSorted()).toEqual([
      ...Array.from({ length: 7 }, () => signedOutPath(service)),
      end,
    ]);
  });

  test('takes one of eight responses at the same time', async ({ service }) => {
    const { bring } = await leaveFor(service, await aSignedIn(service));
    const answers = await Promise.all(Array.from({ length: 8 }, () => bring({ binding: 'HTTP-POST' })));
    expect(answers.filter(({ location }) => location.includes('/logged-out?state='))).toHaveLength(1);
  });

  test('does not take the ID of the request for a response, nor an address that a request names', async ({
    service,
  }) => {
    const made = await aSignedIn(service);
    const { request, end, bring } = await leaveFor(service, made);
    const below = `/api/v1/federation/saml/${made.one.id}/logged-out`;
    const evil = { post_logout_redirect_uri: 'https://evil.example', RelayState: 'https://evil.example' };
    const asId = JSON.stringify({ requestId: request.id });
    const wrong: Record<string, string>[] = [{}, { state: request.id }, { state: asId }, evil];
    for (const query of wrong) {
      const path = `${below}?${new URLSearchParams(query).toString()}`;
      expect([query, (await made.person.get(path)).location]).toEqual([query, signedOutPath(service)]);
    }
    expect((await made.person.get((await bring()).location)).location).toBe(end);
  });

  test('does not wait for a response longer than ten minutes', async ({ service }) => {
    const made = await aSignedIn(service);
    const { bring } = await leaveFor(service, made);
    await service.sql("update federation_logouts set expires_at = now() - interval '1 second'");
    expect((await bring()).location).toBe(signedOutPath(service));
    expect(await loginsOf(service, made.one)).toEqual([]);
  });

  test('goes on if the identity provider could not sign the user out, and the trace says so', async ({
    service,
  }) => {
    const made = await aSignedIn(service);
    const { end, bring } = await leaveFor(service, made);
    const status = { code: statusCodes.responder, subcode: statusCodes.partialLogout };
    const back = await bring({ key: partner, content: { status } });
    expect((await made.person.get(back.location)).location).toBe(end);
    expect(await lastTrace(service, made.one)).toMatchObject({
      outcome: 'FAILED',
      step: 'LOGOUT',
      reason: expect.stringContaining('PartialLogout'),
    });
  });
});
