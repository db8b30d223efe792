import { describe, expect } from 'vitest';
import { aPerson, fieldOf, type Person } from '../../support/person.ts';
import {
  aLogoutParty,
  framesIn,
  joined,
  logoutContent,
  logoutPath,
  postLogout,
} from '../../support/saml-logout.ts';
import { aVisitor, inflated, password } from '../../support/saml-sign-on.ts';
import { test, type TestService } from '../../support/service.ts';

async function aSignedInVisitor(service: TestService) {
  const made = await aVisitor(service);
  await made.visitor.signIn(service.ours.orgId ?? '', made.email, password);
  return made;
}

const isSignedIn = async ({ ours }: TestService, visitor: Person): Promise<boolean> =>
  (await visitor.get(`/account/${ours.orgId}`)).status === 200;

describe('startSamlLogout', () => {
  test('ends only the sessions of the index that the request names', async ({ service }) => {
    const party = await aLogoutParty(service.ours);
    const { email, visitor } = await aSignedInVisitor(service);
    const elsewhere = aPerson(service.origin);
    await elsewhere.signIn(service.ours.orgId ?? '', email, password);
    const profile = await joined(visitor, party);
    const other = await joined(elsewhere, party);
    expect(other.nameID).toBe(profile.nameID);
    await visitor.get(logoutPath(party, logoutContent(party, profile)));
    expect([await isSignedIn(service, visitor), await isSignedIn(service, elsewhere)]).toEqual([false, true]);
    await visitor.get(logoutPath(party, logoutContent(party, profile, { sessionIndexes: [] })));
    expect(await isSignedIn(service, elsewhere)).toBe(false);
  });

  test('ends the sessions that the request names, although another user is signed in', async ({
    service,
  }) => {
    const party = await aLogoutParty(service.ours);
    const { visitor } = await aSignedInVisitor(service);
    const { visitor: carrier } = await aSignedInVisitor(service);
    const profile = await joined(visitor, party);
    await joined(carrier, party);
    await carrier.get(logoutPath(party, logoutContent(party, profile)));
    expect([await isSignedIn(service, visitor), await isSignedIn(service, carrier)]).toEqual([false, true]);
  });

  test('knows neither service providers that are disabled nor those of other tenants', async ({
    service,
  }) => {
    const party = await aLogoutParty(service.ours);
    const { visitor } = await aSignedInVisitor(service);
    const profile = await joined(visitor, party);
    const path = () => logoutPath(party, logoutContent(party, profile));
    const theirs = path().replace(service.ours.orgId ?? '', service.theirs.orgId ?? '');
    expect((await visitor.get(theirs)).status).toBe(404);
    await party.change({ status: 'DISABLED' });
    const refused = await visitor.get(path());
    expect([refused.status, refused.title]).toEqual([404, 'The app isn’t set up correctly']);
    expect(await isSignedIn(service, visitor)).toBe(true);
    // Its session ends with the login, and it is not told.
    const page = await visitor.open(`/logout/${service.ours.orgId}`);
    const out = await visitor.send(page, {}, `/logout/${service.ours.orgId}`);
    expect([out.path, framesIn(out)]).toEqual([`/login/${service.ours.orgId}/signed-out`, []]);
    expect(
      await service.sql('select 1 from saml_sessions where service_provider_id = $1', [party.id]),
    ).toEqual([]);
  });
});

describe('postSamlLogout', () => {
  test('ends the login before the browser goes on', async ({ service }) => {
    const party = await aLogoutParty(service.ours, { sloBinding: 'HTTP-POST' });
    const other = await aLogoutParty(service.ours, { sloBinding: 'HTTP-POST' });
    const { visitor } = await aSignedInVisitor(service);
    const profile = await joined(visitor, party);
    await joined(visitor, other);
    const posted = await postLogout(visitor, party, logoutContent(party, profile));
    expect(posted.status).toBe(303);
    expect(await isSignedIn(service, visitor)).toBe(false);
    // The form waits for its button where no scripts run.
    const page = await visitor.get(posted.location);
    expect(page.text).toContain(
      `<form method="post" action="${other.sloUrl}" target="logout-0" data-logout>`,
    );
    expect(Buffer.from(fieldOf(page, 'SAMLRequest'), 'base64').toString()).toContain('SignatureValue');
    expect(page.text).toContain(`Sign out of ${other.name}`);
  });

  test('rejects a form with both messages, and one with none', async ({ service }) => {
    const visitor = aPerson(service.origin);
    const path = `/api/saml/${service.ours.orgId}/slo`;
    const forms: Record<string, string>[] = [
      { RelayState: 'x' },
      { SAMLRequest: 'AAAA', SAMLResponse: 'AAAA' },
    ];
    for (const form of forms) {
      const page = await visitor.post(path, form);
      expect([page.status, page.headers.get('x-error-code')]).toEqual([400, 'SAML_REQUEST_INVALID']);
    }
  });
});

describe('showSamlLogout', () => {
  test('answers 404 to a name that does not exist, or has expired', async ({ service }) => {
    const party = await aLogoutParty(service.ours);
    const visitor = aPerson(service.origin);
    const unknown = await visitor.get(`/api/saml/${service.ours.orgId}/slo/unknown`);
    expect(unknown.status).toBe(404);
    const profile = { nameID: 'x', nameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' };
    const { location } = await visitor.get(logoutPath(party, logoutContent(party, profile)));
    expect((await visitor.get(location)).status).toBe(303);
    await service.sql(`update saml_logouts set expires_at = now() - interval '1 second'`);
    expect((await visitor.get(location)).status).toBe(404);
    await service.runTask('sweep-requests');
    expect(await service.sql('select 1 from saml_logouts where expires_at < now()')).toEqual([]);
  });

  test('shows a page of its own to a user whose service provider has no address for the response', async ({
    service,
  }) => {
    const party = await aLogoutParty(service.ours, { sloUrl: null });
    const { visitor } = await aSignedInVisitor(service);
    const profile = await joined(visitor, party);
    const page = await visitor.open(logoutPath(party, logoutContent(party, profile)));
    expect([page.status, page.title]).toEqual([200, 'You’re signed out']);
  });
});

describe('submitSamlLogout', () => {
  const unsigned = { signingCertificates: [] };

  test('signs the user out who confirms a request without a signature', async ({ service }) => {
    const party = await aLogoutParty(service.ours, unsigned);
    const { visitor } = await aSignedInVisitor(service);
    const profile = await joined(visitor, party);
    const path = logoutPath(party, logoutContent(party, profile), { signedBy: 'unsigned', relayState: 'r' });
    const question = await visitor.open(path);
    expect([question.status, question.title]).toEqual([200, 'Sign out?']);
    expect(await isSignedIn(service, visitor)).toBe(true);
    const [form] = question.forms;
    const decided = await visitor.post(form?.action ?? '', { ...form?.fields, logout: 'yes' });
    expect(await isSignedIn(service, visitor)).toBe(false);
    const answered = await visitor.get(decided.location);
    expect(answered.location).toMatch(`${party.sloUrl}?SAMLResponse=`);
    expect(inflated(answered)).toContain('status:Success');
  });

  test('tells the service provider that the user stays signed in', async ({ service }) => {
    const party = await aLogoutParty(service.ours, unsigned);
    const { visitor } = await aSignedInVisitor(service);
    const profile = await joined(visitor, party);
    const question = await visitor.open(
      logoutPath(party, logoutContent(party, profile), { signedBy: 'unsigned' }),
    );
    const [form] = question.forms;
    const decided = await visitor.post(form?.action ?? '', form?.fields ?? {});
    expect(inflated(await visitor.get(decided.location))).toContain('status:RequestDenied');
    expect(await isSignedIn(service, visitor)).toBe(true);
  });

  test('offers a user who stays signed in to continue, if the service provider takes no response', async ({
    service,
  }) => {
    const party = await aLogoutParty(service.ours, { ...unsigned, sloUrl: null });
    const { visitor } = await aSignedInVisitor(service);
    const profile = await joined(visitor, party);
    const question = await visitor.open(
      logoutPath(party, logoutContent(party, profile), { signedBy: 'unsigned' }),
    );
    const [form] = question.forms;
    const decided = await visitor.post(form?.action ?? '', form?.fields ?? {});
    const page = await visitor.get(decided.location);
    expect([page.status, page.title]).toEqual([200, 'You’re still signed in']);
    expect(page.text).toContain(`<a class="button" href="/login/${service.ours.orgId}">Continue</a>`);
    expect(await isSignedIn(service, visitor)).toBe(true);
  });

  test('asks only the browser whose login the request names, and ends nothing for others', async ({
    service,
  }) => {
    const party = await aLogoutParty(service.ours, unsigned);
    const { visitor } = await aSignedInVisitor(service);
    const { visitor: other } = await aSignedInVisitor(service);
    const profile = await joined(visitor, party);
    await joined(other, party);
    const path = () => logoutPath(party, logoutContent(party, profile), { signedBy: 'unsigned' });
    const forOther = await other.get(path());
    expect(inflated(await other.get(forOther.location))).toContain('status:Success');
    const question = await visitor.open(path());
    const [form] = question.forms;
    // The form of one browser is worth nothing in another, nor without its token.
    await other.post(form?.action ?? '', { ...form?.fields, logout: 'yes' });
    await visitor.post(form?.action ?? '', { csrf: 'x', logout: 'yes' });
    expect([await isSignedIn(service, visitor), await isSignedIn(service, other)]).toEqual([true, true]);
  });

  test('ends a session that is named, and not those of the user in other browsers', async ({ service }) => {
    const party = await aLogoutParty(service.ours, unsigned);
    const { email, visitor } = await aSignedInVisitor(service);
    const elsewhere = aPerson(service.origin);
    await elsewhere.signIn(service.ours.orgId ?? '', email, password);
    const profile = await joined(visitor, party);
    await joined(elsewhere, party);
    const content = logoutContent(party, profile, { sessionIndexes: [] });
    const question = await visitor.open(logoutPath(party, content, { signedBy: 'unsigned' }));
    const [form] = question.forms;
    await visitor.post(form?.action ?? '', { ...form?.fields, logout: 'yes' });
    expect([await isSignedIn(service, visitor), await isSignedIn(service, elsewhere)]).toEqual([false, true]);
  });
});
