import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redirectUrl } from '../../../src/saml-messages/build/bindings.ts';
import { aPerson as aBrowserOf } from '../../support/person.ts';
import { aReceiver } from '../../support/receiver.ts';
import { aPerson, aRelyingParty, authorized, logoutUri, signedIn } from '../../support/relying-party.ts';
import {
  aLogoutParty,
  answerBySoap,
  framesIn,
  idOf,
  joined,
  joinedSession,
  type LogoutParty,
  logoutContent,
  logoutPath,
  responseTo,
} from '../../support/saml-logout.ts';
import { aVisitor, inflated, password, redirectPath } from '../../support/saml-sign-on.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ ROLE: 'all' });
});
afterAll(() => service.stop());

/** A user who is signed in at an OpenID Connect client and at a service provider. */
async function aUserOfBoth(party: LogoutParty) {
  const client = await aRelyingParty(service.ours);
  const browser = await signedIn(service, { issuer: client.issuer, userId: await aPerson(service) });
  const tokens = await (await authorized(client, browser)).exchange();
  await browser.open(await redirectPath(party));
  const question = await browser.open(
    oidc.buildEndSessionUrl(client.config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: logoutUri,
      state: 'bye',
    }),
  );
  return { browser, question };
}

describe('a user who signs out at an OpenID Connect client', () => {
  test('is signed out of service providers by frames, and comes back to the client', async () => {
    const party = await aLogoutParty(service.ours);
    const { browser, question } = await aUserOfBoth(party);
    const page = await browser.send(question, { logout: 'yes' });
    expect(page.url.pathname).toMatch(/\/slo\//);
    const [frame = ''] = framesIn(page);
    const xml = responseTo(party, idOf(inflated({ location: frame })), { signing: 'by-query' });
    await browser.open(redirectUrl(party.slo, { parameter: 'SAMLResponse', xml }, party.key));
    expect((await browser.open(page.url)).url.href).toBe(`${logoutUri}?state=bye`);
  });

  test('sees which service provider did not respond, with a link back to the client', async () => {
    const party = await aLogoutParty(service.ours);
    const { browser, question } = await aUserOfBoth(party);
    const page = await browser.send(question, { logout: 'yes' });
    await service.sql(`update saml_logouts set shown_at = shown_at - interval '5 seconds'`);
    const end = await browser.open(page.url);
    expect(end.text).toContain(`<li>${party.name}</li>`);
    expect(end.text).toContain(`href="${logoutUri}?state=bye"`);
  });

  test('stays signed in everywhere when the user stays signed in here', async () => {
    const party = await aLogoutParty(service.ours);
    const { browser, question } = await aUserOfBoth(party);
    expect((await browser.send(question)).url.href).toBe(`${logoutUri}?state=bye`);
    expect(
      await service.sql('select 1 as kept from saml_sessions where service_provider_id = $1', [party.id]),
    ).toEqual([{ kept: 1 }]);
  });
});

describe('a user who signs out at a service provider', () => {
  test('is signed out of OpenID Connect clients by back-channel logout', async () => {
    const receiver = await aReceiver();
    const party = await aLogoutParty(service.ours);
    const client = await aRelyingParty(service.ours, { backchannelLogoutUri: receiver.url });
    const userId = await aPerson(service);
    const browser = await signedIn(service, { issuer: client.issuer, userId });
    const tokens = await (await authorized(client, browser)).exchange();
    await browser.open(await redirectPath(party));
    const content = logoutContent(party, await joinedSession(service, party));
    const { status } = await (await aVisitor(service)).visitor.get(logoutPath(party, content));
    expect(status).toBe(303);
    await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(1);
    expect(decodeJwt(receiver.received[0]?.body.logout_token)).toMatchObject({
      sub: userId,
      sid: tokens.claims()?.['sid'],
    });
  });
});

describe('a user who ends logins on the account page', () => {
  const own = async (id: string) => {
    const [row] = await service.sql<{ id: string }>(
      'select login_id as id from saml_sessions where user_id = $1',
      [id],
    );
    return row?.id ?? '';
  };
  const ways: [what: string, action: string, fields: (id: string) => Promise<Record<string, string>>][] = [
    ['all of them', '/sessions/end-all', async () => ({})],
    ['the one of this browser', '/sessions/end', async (id) => ({ session: await own(id) })],
  ];
  test.for(ways)('and ends %s is signed out of service providers by frames', async ([, action, fields]) => {
    const party = await aLogoutParty(service.ours);
    const { id, email, visitor } = await aVisitor(service);
    const orgId = service.ours.orgId ?? '';
    await aVisitorElsewhere(email, orgId);
    await visitor.signIn(orgId, email, password);
    await joined(visitor, party);
    const account = await visitor.open(`/account/${orgId}?section=sessions`);
    const page = await visitor.send(account, await fields(id), action);
    expect(framesIn(page)).toHaveLength(1);
    expect(page.text).toContain(`<li>${party.name}</li>`);
  });
});

/** The user in another browser, so that the account page has logins to end. */
const aVisitorElsewhere = (email: string, orgId: string) =>
  aBrowserOf(service.origin).signIn(orgId, email, password);

describe('a user who is deleted', () => {
  test('is signed out of service providers by SOAP, and no name of the user stays', async () => {
    const parties: LogoutParty[] = [];
    const receiver = await aReceiver((response, received) => {
      const [party] = parties;
      if (party) answerBySoap(party)(response, received);
    });
    const party = await aLogoutParty(service.ours, { sloSoapUrl: receiver.url });
    parties.push(party);
    const { id, email, visitor } = await aVisitor(service);
    await visitor.signIn(service.ours.orgId ?? '', email, password);
    const { nameID } = await joined(visitor, party);
    await service.ours.call('deprovisionUser', { path: { userId: id }, body: { reason: 'left' } });
    const { status } = await service.ours.call('deleteUser', { path: { userId: id } });
    expect(status).toBeLessThan(300);
    await expect
      .poll(
        () => service.sql('select state from saml_logout_parts where service_provider_id = $1', [party.id]),
        { timeout: 15_000 },
      )
      .toEqual([{ state: 'DONE' }]);
    expect(receiver.received.map(({ body }) => body.includes(nameID))).toEqual([true]);
    const rows = await service.sql<{ row: string }>(
      `select to_jsonb(t)::text as row from saml_logout_parts t union all
       select to_jsonb(s)::text from saml_sessions s union all select to_jsonb(j)::text from tenant_jobs j`,
    );
    expect(rows.filter(({ row }) => row.includes(nameID))).toEqual([]);
  });
});

describe('a service provider that is deleted', () => {
  test('is told nothing, and its job ends', async () => {
    const receiver = await aReceiver();
    const party = await aLogoutParty(service.ours, { sloSoapUrl: receiver.url });
    const { id, email, visitor } = await aVisitor(service);
    await visitor.signIn(service.ours.orgId ?? '', email, password);
    await joined(visitor, party);
    await service.ours.call('deleteServiceProvider', { path: { spId: party.id } });
    await service.ours.call('suspendUser', { path: { userId: id }, body: { reason: 'left' } });
    await expect
      .poll(() => service.sql(`select from tenant_jobs where task = 'tell-service-provider'`))
      .toEqual([]);
    expect(receiver.received).toHaveLength(0);
  });
});
