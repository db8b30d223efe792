import { randomInt } from 'node:crypto';
import { describe, expect } from 'vitest';
import { openSignOn } from '../../../src/saml/sealed-asked.ts';
import {
  answerIn,
  aServiceProvider,
  aVisitor,
  redirectPath,
  responseIn,
  signInOn,
} from '../../support/saml-sign-on.ts';
import { aPerson } from '../../support/person.ts';
import { vault } from '../../support/second-factors.ts';
import { test } from '../../support/service.ts';

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

describe('startSamlSignOn', () => {
  test('signs a user in by the redirect binding, and the client accepts the response once', async ({
    service,
  }) => {
    const party = await aServiceProvider(service.ours, {
      attributeMappings: [{ name: 'mail', source: 'email' }],
    });
    const { id, email, visitor } = await aVisitor(service);
    const asked = await visitor.open(await redirectPath(party, 'back-here'));
    expect(asked.path).toMatch(/^\/login\/org_\w+\?sign_in=sgn_/);
    const page = await signInOn(visitor, asked, email);
    const { action, fields } = answerIn(page);
    expect([action, fields['RelayState']]).toEqual([party.acsUrl, 'back-here']);
    expect(page.text).toContain('<button type="submit">');
    expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
    // Without form-action, the form reaches the service provider, and so do its redirects.
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).not.toMatch(/form-action|unsafe/);
    const { profile } = await party.saml.validatePostResponseAsync(fields);
    expect(profile).toMatchObject({ nameIDFormat: persistent, mail: email, spNameQualifier: party.entityId });
    expect(profile?.sessionIndex).toMatch(/^_/);
    await expect(party.saml.validatePostResponseAsync(fields)).rejects.toThrow();

    const again = await visitor.open(await redirectPath(party));
    const second = await party.saml.validatePostResponseAsync(answerIn(again).fields);
    expect(second.profile).toMatchObject({ nameID: profile?.nameID, sessionIndex: profile?.sessionIndex });
    expect(await service.sql('select user_id, name_id from saml_sessions where user_id = $1', [id])).toEqual([
      { user_id: id, name_id: profile?.nameID },
    ]);
    expect(
      await service.sql(
        `select result from audit_logs where action = 'service_provider.sign_on' and target_id = $1`,
        [id],
      ),
    ).toEqual([{ result: 'SUCCESS' }, { result: 'SUCCESS' }]);
  });

  test('shows the pages of every sign-in, with their branding, languages and lock-out', async ({
    service,
  }) => {
    const { oursTest, origin } = service;
    const orgId = oursTest.orgId ?? '';
    await oursTest.call('updateBranding', { body: { displayName: 'Marmot Works' } });
    const party = await aServiceProvider(oursTest);
    const { email } = await aVisitor({ ours: oursTest, origin });
    const attacker = aPerson(origin, undefined, { 'accept-language': 'de' });
    const asked = await attacker.send(await attacker.open(await redirectPath(party)), { username: email });
    expect(asked.text).toContain('<html lang="de"');
    expect(asked.text).toContain('Marmot Works');
    const { action = '', fields = {} } = asked.forms[0] ?? {};
    for (let at = 0; at < 10; at++)
      expect((await attacker.post(action, { ...fields, password: `guess ${at}` })).status).toBe(400);
    expect((await attacker.post(action, { ...fields, password: 'guess' })).status).toBe(429);
    expect((await aPerson(origin).signIn(orgId, email, 'vivid-harbor-cello-42')).status).toBe(429);
  });

  test('gives one response to a request', async ({ service }) => {
    const party = await aServiceProvider(service.ours);
    const { email, visitor } = await aVisitor(service);
    const path = await redirectPath(party);
    const page = await signInOn(visitor, await visitor.open(path), email);
    expect(await visitor.get(page.path)).toMatchObject({ status: 404 });
    const replayed = await visitor.get(path);
    expect([replayed.status, replayed.headers.get('x-error-code')]).toEqual([400, 'SAML_REQUEST_INVALID']);
  });

  test('rejects an unknown issuer, the service provider of another tenant, and an address that is not registered', async ({
    service,
  }) => {
    const party = await aServiceProvider(service.ours, {}, { callbackUrl: 'https://attacker.example/acs' });
    const { visitor } = await aVisitor(service);
    const codeOf = async (path: string) => {
      const { status, headers, location } = await visitor.get(path);
      return [status, headers.get('x-error-code'), location];
    };
    expect(await codeOf(await redirectPath(party))).toEqual([400, 'SAML_ACS_MISMATCH', '']);
    const theirs = (await redirectPath(party)).replace(service.ours.orgId ?? '', service.theirs.orgId ?? '');
    expect(await codeOf(theirs)).toEqual([404, 'SP_NOT_FOUND', '']);
    await service.ours.call('deleteServiceProvider', { path: { spId: party.id } });
    expect(await codeOf(await redirectPath(party))).toEqual([404, 'SP_NOT_FOUND', '']);
    const page = await visitor.get(`/api/saml/${service.ours.orgId}/sso?SAMLRequest=AAAA`);
    expect([page.status, page.title]).toEqual([400, 'The app isn’t set up correctly']);
  });

  test('keeps a request sealed for 40 minutes, and the sweep of each minute removes it', async ({
    service,
  }) => {
    const party = await aServiceProvider(service.ours);
    const { visitor } = await aVisitor(service);
    const { location } = await visitor.get(await redirectPath(party, 'state-canary'));
    const rows = () =>
      service.sql<{ row: string; asked: Buffer; minutes: number }>(
        `select t::text as row, asked, extract(epoch from expires_at - created_at)::float8 / 60 as minutes
           from saml_requests t where service_provider_id = $1`,
        [party.id],
      );
    const [kept, ...others] = await rows();
    expect([others, kept?.minutes]).toEqual([[], 40]);
    const asked = kept?.asked ?? Buffer.alloc(0);
    const id = location.split('/').at(-1) ?? '';
    expect(openSignOn(vault, { orgId: service.ours.orgId ?? '', id, asked })?.relayState).toBe(
      'state-canary',
    );
    for (const text of ['state-canary', Buffer.from('state-canary').toString('hex'), 'acsUrl'])
      expect([text, kept?.row.includes(text), asked.includes(text)]).toEqual([text, false, false]);
    await service.sql(`update saml_requests set expires_at = now() - interval '1 second'`);
    expect((await visitor.get(location)).status).toBe(404);
    await service.runTask('sweep-requests');
    expect(await rows()).toEqual([]);
  });

  test('rejects a RelayState that is too long', async ({ service }) => {
    const party = await aServiceProvider(service.ours);
    const { visitor } = await aVisitor(service);
    const page = await visitor.get(await redirectPath(party, 'x'.repeat(1025)));
    expect([page.status, page.headers.get('x-error-code')]).toEqual([400, 'SAML_REQUEST_INVALID']);
  });
});

describe('finishSamlSignOn', () => {
  test('refuses users outside of the allowed groups with a signed status', async ({ service }) => {
    const { body: group } = await service.ours.call('createGroup', { body: { name: 'Wiki users' } });
    const party = await aServiceProvider(service.ours, { allowedGroups: [group.id] });
    const { email, visitor } = await aVisitor(service);
    const page = await signInOn(visitor, await visitor.open(await redirectPath(party)), email);
    expect(responseIn(page)).toContain('status:RequestDenied');
    expect(responseIn(page)).toContain('SignatureValue');
    expect(responseIn(page)).not.toContain('Assertion ');
    await expect(party.saml.validatePostResponseAsync(answerIn(page).fields)).rejects.toThrow(
      /may not use this application/,
    );
    const { body: metrics } = await service.anonymous.send('GET', '/metrics');
    expect(metrics).toContain(
      'keyward_saml_sign_ons_total{started="service_provider",outcome="RequestDenied"} 1',
    );
  });

  test('answers a passive request of a signed-out user with a status, and asks a signed-in user again if forced', async ({
    service,
  }) => {
    const passive = await aServiceProvider(service.ours, {}, { passive: true });
    const { email, visitor } = await aVisitor(service);
    expect(responseIn(await visitor.open(await redirectPath(passive)))).toContain('status:NoPassive');
    await visitor.signIn(service.ours.orgId ?? '', email, 'vivid-harbor-cello-42');
    const { profile } = await passive.saml.validatePostResponseAsync(
      answerIn(await visitor.open(await redirectPath(passive))).fields,
    );
    expect(profile?.nameIDFormat).toBe(persistent);
    const forced = await aServiceProvider(service.ours, {}, { forceAuthn: true });
    const asked = await visitor.open(await redirectPath(forced));
    expect(asked.path).toMatch(/^\/login\//);
    expect(responseIn(await signInOn(visitor, asked, email))).toContain('status:Success');
  });

  test('names no user by a value that is too long for an identifier', async ({ service }) => {
    const party = await aServiceProvider(service.ours, {
      nameIdFormat: 'unspecified',
      nameIdAttribute: 'attributes.badge',
    });
    // Random, so that Postgres cannot compress it.
    const badge = String.fromCodePoint(...Array.from({ length: 1000 }, () => randomInt(0x4e00, 0x9fff)));
    const { email, visitor } = await aVisitor(service, { attributes: { badge } });
    const page = await signInOn(visitor, await visitor.open(await redirectPath(party)), email);
    expect(responseIn(page)).toContain('status:InvalidNameIDPolicy');
  });

  test('answers an unknown class of authentication with a status', async ({ service }) => {
    const party = await aServiceProvider(service.ours, {}, { authnContext: ['urn:example:retina'] });
    const { visitor } = await aVisitor(service);
    expect(responseIn(await visitor.open(await redirectPath(party)))).toContain('status:NoAuthnContext');
  });
});

describe('postSamlSignOn', () => {
  test('signs a user in by a form of another site', async ({ service }) => {
    const party = await aServiceProvider(
      service.ours,
      {},
      { authnRequestBinding: 'HTTP-POST', skipRequestCompression: true },
    );
    const { email, visitor } = await aVisitor(service);
    const { SAMLRequest: message = '' } = await party.saml.getAuthorizeMessageAsync('back-here', undefined);
    const posted = await visitor.post(
      new URL(party.sso).pathname,
      { SAMLRequest: message, RelayState: 'back-here' },
      { 'sec-fetch-site': 'cross-site', origin: 'https://wiki.example.com' },
    );
    expect(posted.status).toBe(303);
    const { fields } = answerIn(await signInOn(visitor, await visitor.follow(posted), email));
    expect(fields['RelayState']).toBe('back-here');
    expect((await party.saml.validatePostResponseAsync(fields)).loggedOut).toBe(false);
  });
});
