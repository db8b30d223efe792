import { describe, expect } from 'vitest';
import { nameIdFormats, statusCodes } from '../../../src/saml-messages/names.ts';
import { buildErrorResponse } from '../../../src/saml-messages/build/response.ts';
import { readCertificate } from '../../../src/saml-messages/certificate.ts';
import { accept } from '../../../src/saml-messages/verify/accepted.ts';
import { aPerson } from '../../support/person.ts';
import { partner } from '../../support/saml-messages.ts';
import { idpCertificate } from '../../support/saml-sign-on.ts';
import { aUser } from '../../support/builders.ts';
import { press } from '../../support/social.ts';
import {
  arrive,
  aSamlSubject,
  askedBy,
  awayBySaml,
  backBySaml,
  contentFor,
  responseTo,
  samlConnected,
  signedInBySaml,
} from '../../support/saml-upstream.ts';
import { test } from '../../support/service.ts';
import { changeConnection } from '../../support/stored-connections.ts';
import { locally, outcomeOf } from '../../support/upstream.ts';

describe('submitIdentifier', () => {
  test('leads to a SAML identity provider by a redirect whose query is signed', async ({ service }) => {
    const { ours } = service;
    const one = await samlConnected(service);
    const { led, asked } = await awayBySaml(service, one);
    expect([led.status, asked.url]).toEqual([303, one.idpEntityId.replace('/metadata', '/sso')]);
    const ourKey = readCertificate(await idpCertificate(ours));
    const verified = accept(asked.received, 'AuthnRequest', {
      certificates: [ourKey],
      requireSignature: true,
    });
    expect(verified.proof?.certificate.fingerprint).toBe(ourKey.fingerprint);
    expect(asked.request).toMatchObject({
      issuer: one.spEntityId,
      destination: asked.url,
      assertionConsumerServiceUrl: one.acsUrl,
      forceAuthn: false,
      isPassive: false,
      nameIdPolicy: { format: nameIdFormats.persistent },
    });
    expect(asked.relayState).toMatch(/^sgn_[0-9a-z]{26}\.[\w-]{43}$/);
    // Nothing of what was typed goes there.
    expect(asked.received.xml).not.toContain(one.domain);
    expect(led.location).not.toContain(one.domain);
  });

  test('leads there by a form whose message is signed', async ({ service }) => {
    const one = await samlConnected(service, { ssoBinding: 'HTTP-POST', nameIdFormat: 'unspecified' });
    const { led, asked } = await awayBySaml(service, one);
    expect([led.status, led.title, led.headers.get('cache-control')]).toEqual([
      200,
      'Opening Acme',
      'no-store',
    ]);
    expect(led.text).toContain('data-submit');
    const ourKey = readCertificate(await idpCertificate(service.ours));
    const verified = accept(asked.received, 'AuthnRequest', {
      certificates: [ourKey],
      requireSignature: true,
    });
    expect(verified.proof).toBeDefined();
    expect(asked.request.nameIdPolicy).toBeUndefined();
    const seen = await backBySaml(
      service,
      one,
      { person: aPerson(service.origin), asked },
      aSamlSubject(one),
    );
    expect(seen.title).toBe('This sign-in has expired');
  });

  test('signs no request with signRequests: false', async ({ service }) => {
    for (const ssoBinding of ['HTTP-Redirect', 'HTTP-POST']) {
      const one = await samlConnected(service, { ssoBinding, signRequests: false });
      const { led, asked } = await awayBySaml(service, one);
      expect([asked.received.xml.includes('Signature'), led.location.includes('Signature')]).toEqual([
        false,
        false,
      ]);
    }
  });
});

describe('receiveSamlResponse', () => {
  test('takes a form without a cookie, and sends the browser on to an address that it brings a cookie to', async ({
    service,
  }) => {
    const one = await samlConnected(service);
    const { person, asked } = await awayBySaml(service, one);
    const arrived = await arrive(
      service,
      one,
      responseTo(one, asked.id, aSamlSubject(one)),
      asked.relayState,
    );
    expect(arrived.status).toBe(303);
    expect(arrived.headers.getSetCookie()).toEqual([]);
    expect(arrived.location).toMatch(
      new RegExp(`^/api/v1/federation/saml/${one.id}/finish\\?response=[\\w-]{43}&state=sgn_[\\w.-]+$`),
    );
    expect((await person.open(arrived.location)).title).toBe('Your account');
  });

  test('takes one response of eight that are the same', async ({ service }) => {
    const one = await samlConnected(service);
    const { asked } = await awayBySaml(service, one);
    const xml = responseTo(one, asked.id, aSamlSubject(one));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => arrive(service, one, xml, asked.relayState)),
    );
    const taken = answers.filter(({ status }) => status === 303);
    expect([taken.length, answers.filter(({ status }) => status === 400).length]).toEqual([1, 7]);
  });

  test('shows a status that is not Success, and returns to the sign-in when the user declines', async ({
    service,
  }) => {
    const one = await samlConnected(service);
    const { person, asked } = await awayBySaml(service, one);
    const status = (code: string, subcode: string) =>
      buildErrorResponse(
        { ...contentFor(one, asked.id, {}), status: { code, subcode, message: 'person-canary' } },
        partner,
      );
    const denied = status(statusCodes.responder, statusCodes.requestDenied);
    const back = await arrive(service, one, denied, asked.relayState);
    expect((await person.open(back.location)).title).toBe('Enter your password');
    const failed = status(statusCodes.responder, statusCodes.authnFailed);
    const seen = await arrive(service, one, failed, asked.relayState);
    expect([seen.status, seen.title, outcomeOf(seen)]).toEqual([
      400,
      'We couldn’t sign you in',
      'FEDERATION_CONN_FAILED',
    ]);
    const [trace] = (await service.ours.call('listConnectionTraces', { path: { id: one.id } })).body.data;
    expect(trace).toMatchObject({
      outcome: 'FAILED',
      verified: false,
      step: 'RESPONSE',
      reason: `The identity provider responded with the status ${statusCodes.responder}, ${statusCodes.authnFailed}`,
    });
    expect(JSON.stringify(trace)).not.toContain('person-canary');
    expect(seen.text).toContain(trace.reference);
  });

  test('accepts nothing for a disabled connection, or for a connection by OpenID Connect', async ({
    service,
  }) => {
    const one = await samlConnected(service);
    const { person, asked } = await awayBySaml(service, one);
    const xml = responseTo(one, asked.id, aSamlSubject(one));
    await changeConnection(service, one.id, "status = 'DISABLED'");
    expect((await arrive(service, one, xml, asked.relayState)).status).toBe(404);
    await changeConnection(service, one.id, "status = 'ACTIVE'");
    const arrived = await arrive(service, one, xml, asked.relayState);
    await changeConnection(service, one.id, "status = 'DISABLED'");
    expect((await person.open(arrived.location)).status).toBe(404);
    const users = await service.sql('select from users where source_connection_id = $1', [one.id]);
    expect(users).toEqual([]);
  });

  test('starts a sign-in of its own for an unsolicited response, where the connection allows it', async ({
    service,
  }) => {
    const one = await samlConnected(service, { allowIdpInitiated: true });
    const mallory = aSamlSubject(one);
    const arrived = await arrive(service, one, responseTo(one, undefined, mallory), 'https://evil.example/');
    expect([arrived.status, arrived.location]).toEqual([
      303,
      expect.stringMatching(new RegExp(`^/api/v1/federation/saml/${one.id}/finish\\?response=[\\w-]{43}$`)),
    ]);
    const person = aPerson(service.origin);
    const led = await person.get(arrived.location);
    expect(led.location).toMatch(
      new RegExp(`^${one.idpEntityId.replace('/metadata', '/sso')}\\?SAMLRequest=`),
    );
    expect(led.location).not.toContain('evil');
    expect((await person.open(`/account/${service.ours.orgId}`)).title).toBe('Sign in');
    // The identity provider says who this browser's user is.
    const ada = aSamlSubject(one);
    const seen = await backBySaml(service, one, { person, asked: askedBy(led) }, ada);
    expect([seen.title, seen.path]).toEqual(['Your account', `/account/${service.ours.orgId}`]);
    const users = await service.sql('select email from users where source_connection_id = $1', [one.id]);
    expect(users).toEqual([{ email: ada.email }]);
    expect((await person.get(arrived.location)).status).toBe(400);
  });

  test('refuses an unsolicited response where the connection does not allow it', async ({ service }) => {
    const one = await samlConnected(service);
    const seen = await arrive(service, one, responseTo(one, undefined, aSamlSubject(one)));
    expect([seen.status, outcomeOf(seen)]).toEqual([400, 'FEDERATION_CONN_FAILED']);
    const [trace] = (await service.ours.call('listConnectionTraces', { path: { id: one.id } })).body.data;
    expect(trace.reason).toContain('allowIdpInitiated');
  });
});

describe('finishSamlSignIn', () => {
  test('signs a new user in, and the same user again', async ({ service }) => {
    const { sql, ours } = service;
    const one = await samlConnected(service);
    const ada = aSamlSubject(one);
    const first = await signedInBySaml(service, one, ada);
    expect([first.status, first.title, first.path]).toEqual([200, 'Your account', `/account/${ours.orgId}`]);
    const users = await sql(
      'select username, first_name, last_name, email_verified, source from users where email = $1',
      [ada.email],
    );
    expect(users).toEqual([
      {
        username: ada.email,
        first_name: 'Ada',
        last_name: 'Lovelace',
        email_verified: true,
        source: 'FEDERATION',
      },
    ]);
    const renamed = { ...ada, attributes: [{ name: 'email', values: ['x@elsewhere.example'] }] };
    expect((await signedInBySaml(service, one, renamed)).title).toBe('Your account');
    const links = await sql('select subject from social_links where provider_id = $1', [one.id]);
    expect(links).toEqual([{ subject: JSON.stringify([nameIdFormats.persistent, ada.name]) }]);
    const [shown] = await sql('select health, version from federation_connections where id = $1', [one.id]);
    expect(shown).toEqual({ health: 'HEALTHY', version: 1 });
  });

  test('works once, in the browser that went there', async ({ service }) => {
    const one = await samlConnected(service);
    const { person, asked } = await awayBySaml(service, one);
    const arrived = await arrive(
      service,
      one,
      responseTo(one, asked.id, aSamlSubject(one)),
      asked.relayState,
    );
    const stranger = aPerson(service.origin);
    await stranger.open(`/login/${service.ours.orgId}`);
    for (const other of [stranger, aPerson(service.origin)])
      expect((await other.open(arrived.location)).title).toBe('This sign-in has expired');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => {
        const same = aPerson(service.origin);
        same.cookies.add(person.cookies);
        return same.get(arrived.location);
      }),
    );
    const signedIn = answers.filter(
      ({ status, headers }) => status === 303 && headers.getSetCookie().length > 0,
    );
    expect(signedIn).toHaveLength(1);
  });

  test('makes one user and one link of eight first sign-ins in parallel', async ({ service }) => {
    const one = await samlConnected(service);
    const ada = aSamlSubject(one);
    const gone = [];
    for (let at = 0; at < 8; at++) gone.push(await awayBySaml(service, one));
    const seen = await Promise.all(gone.map((away) => backBySaml(service, one, away, ada)));
    expect(seen.map(({ title }) => title)).toEqual(Array.from({ length: 8 }, () => 'Your account'));
    const links = await service.sql('select from social_links where provider_id = $1', [one.id]);
    expect(links).toHaveLength(1);
  });

  test('takes a response within two minutes, and keeps nothing of it afterwards', async ({ service }) => {
    const { sql } = service;
    const one = await samlConnected(service);
    const gone = await awayBySaml(service, one);
    const ada = aSamlSubject(one);
    const arrived = await arrive(service, one, responseTo(one, gone.asked.id, ada), gone.asked.relayState);
    await sql(`update federation_responses set expires_at = now() where connection_id = $1`, [one.id]);
    expect((await gone.person.open(arrived.location)).status).toBe(400);
    expect((await signedInBySaml(service, one, ada)).title).toBe('Your account');
    const kept =
      'select count(*)::int as rows, count(kept)::int as kept from federation_responses where connection_id = $1';
    expect(await sql(kept, [one.id])).toEqual([{ rows: 2, kept: 1 }]);
    await sql(`update federation_responses set forget_at = now() where connection_id = $1`, [one.id]);
    await service.runTask('sweep-requests');
    expect(await sql(kept, [one.id])).toEqual([{ rows: 0, kept: 0 }]);
  });

  test('goes on at another node', async ({ service }) => {
    const node = await service.startNode();
    const one = await samlConnected(service);
    const { person, asked } = await awayBySaml(service, one);
    const arrived = await arrive(
      service,
      one,
      responseTo(one, asked.id, aSamlSubject(one)),
      asked.relayState,
    );
    const elsewhere = aPerson(node.origin);
    elsewhere.cookies.add(person.cookies);
    expect((await elsewhere.open(arrived.location)).title).toBe('Your account');
    await node.stop();
  });

  test('connects an account of the identity provider to the own account', async ({ service }) => {
    const { ours } = service;
    const one = await samlConnected(service, { accountLinking: 'EXPLICIT', jitProvisioning: false });
    const ada = aSamlSubject(one);
    const email = `member@${one.domain}`;
    const userId = await aUser(ours, { email, password });
    expect(outcomeOf(await signedInBySaml(service, one, ada))).toBe('NOT_CONNECTED');
    const person = aPerson(service.origin);
    expect((await locally(service, person, { email, password })).title).toBe('Your account');
    const account = await person.open(`/account/${ours.orgId}?section=security`);
    const asked = askedBy(await press(person, account, `/federation/${one.id}/connect`));
    const seen = await backBySaml(service, one, { person, asked }, ada);
    expect([seen.title, seen.path]).toEqual([
      'Your account',
      expect.stringContaining(`/account/${ours.orgId}?section=security`),
    ]);
    const links = await service.sql('select user_id from social_links where provider_id = $1', [one.id]);
    expect(links).toEqual([{ user_id: userId }]);
    expect(outcomeOf(await signedInBySaml(service, one, ada))).toBe('SIGNED_IN');
  });
});

const password = 'vivid-harbor-cello-42';
