import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { aDomainName, publishRecord, verifyDomain } from '../../support/connections.ts';
import { aBrowser as aChromium, type DrivenPage } from '../../support/devtools.ts';
import { aGroup } from '../../support/groups.ts';
import { aFront } from '../../support/metadata-front.ts';
import { unescaped } from '../../support/person.ts';
import { lacks, programOf } from '../../support/programs.ts';
import { aRelyingParty, authorized, Browser, redirectUri, type Shown } from '../../support/relying-party.ts';
import { aSamlConnection } from '../../support/saml-connections.ts';
import { aPartnerKey } from '../../support/service-providers.ts';
import { test, type TestService } from '../../support/service.ts';
import { phpWithSimpleSaml } from '../../support/simplesamlphp.ts';
import { loginsOf, logoutsOf } from '../../support/upstream-logout.ts';
import { arrives, enter, readOn } from '../../support/visits.ts';
import { type IdpSettings, simpleSamlIdp } from './simplesamlphp.ts';

// A user signs in to an application by an identity provider that other people wrote.

const isMissing = lacks(
  phpWithSimpleSaml,
  'SimpleSAMLphp as an identity provider (Debian: apt-get install php-cli php-xml simplesamlphp)',
);

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const withoutChromium = lacks(
  chromium,
  'Chromium signs in by SimpleSAMLphp as an identity provider (Debian: apt-get install chromium)',
);
const openPage = aChromium(chromium);

const password = 'of the company';

/** An identity provider that runs, and a connection that was made from its metadata and has a proved domain. */
async function aScene(
  service: TestService,
  fields: Record<string, unknown> = {},
  others: Partial<IdpSettings> = {},
) {
  const { ours } = service;
  const domain = aDomainName();
  const uid = randomUUID();
  const email = `${uid}@${domain}`;
  const attributes = {
    mail: [email],
    givenName: ['Ada'],
    sn: ['Lovelace'],
    title: ['Countess'],
    groups: ['engines', 'poets'],
  };
  const settings: IdpSettings = {
    key: await aPartnerKey('identity provider'),
    users: [{ uid, password, attributes }],
    ...others,
  };
  const idp = await simpleSamlIdp(settings);
  const { addressOf } = await aFront();
  const groupId = await aGroup(ours);
  const connection = await aSamlConnection(ours, {
    metadataUrl: addressOf(idp.metadataUrl),
    domains: [domain],
    trustEmail: true,
    attributeMapping: { title: { from: ['title'] } },
    groupMapping: [{ value: 'engines', groupId }],
    ...fields,
  });
  await publishRecord(ours, domain);
  expect((await verifyDomain(ours, domain)).status).toBe(200);
  idp.know(await (await fetch(connection['spMetadataUrl'])).text());
  const scene = {
    api: ours,
    idp,
    connection,
    groupId,
    uid,
    email,
    party: await aRelyingParty(ours),
    configure: (next: Partial<IdpSettings>) => idp.configure(Object.assign(settings, next)),
    refresh: async () =>
      (await ours.call('refreshSamlConnectionMetadata', { path: { id: connection.id } })).body,
    traces: async () => (await ours.call('listConnectionTraces', { path: { id: connection.id } })).body.data,
  };
  return scene;
}

type Scene = Awaited<ReturnType<typeof aScene>>;

/** Two windows of one browser: what it does at Keyward, and what it does at the identity provider. */
const aBrowser = ({ party, idp }: Scene) => ({
  here: new Browser(party.issuer),
  there: new Browser(idp.origin),
});

type Windows = ReturnType<typeof aBrowser>;

/** Fills in the form of the identity provider, if it shows one. @returns the page that takes the response to us */
async function provenThere({ uid }: Scene, { there }: Windows, page: Shown): Promise<Shown> {
  if (!page.text.includes('name="password"')) return page;
  return there.send(page, { username: uid, password });
}

const responseIn = ({ text }: Shown): string => {
  const [, value] = /name="SAMLResponse" value="([^"]*)"/.exec(text) ?? [];
  expect(value, text).toBeDefined();
  return Buffer.from(unescaped(value ?? ''), 'base64').toString();
};

/** Goes from an application to the identity provider and back to Keyward. */
async function visit(scene: Scene, windows: Windows, parameters: Record<string, string> = {}) {
  const { here, there } = windows;
  const begun = await authorized(scene.party, here, { scope: 'openid profile email', ...parameters });
  const led = await here.send(begun.shown, { username: scene.email });
  expect(led.url.href, led.text).toContain(`${scene.idp.origin}/saml2/idp/SSOService.php?SAMLRequest=`);
  const page = await there.open(led.url);
  const proven = await provenThere(scene, windows, page);
  const response = responseIn(proven);
  return { asked: page !== proven, response, end: await here.send(proven), begun };
}

/** The same, up to the application, which exchanges its code. */
async function signIn(scene: Scene, windows = aBrowser(scene), parameters: Record<string, string> = {}) {
  const { end, begun, ...seen } = await visit(scene, windows, parameters);
  expect(end.url.href, `${end.text} ${JSON.stringify(await scene.traces(), null, 1)}`).toContain(
    `${redirectUri}?code=`,
  );
  const claims = (await begun.exchangeAt(end)).claims();
  return { ...seen, sub: claims?.sub ?? '' };
}

const userOf = async ({ api }: Scene, userId: string) =>
  (await api.call('getUser', { path: { userId } })).body;

/** Whether the browser is signed in to Keyward. */
const isSignedIn = async ({ api }: Scene, { here }: Windows): Promise<boolean> =>
  (await here.open(`/account/${api.orgId}`)).text.includes('<h1>Your account</h1>');

/** Signs out at the identity provider, which asks us and believes our response. */
async function signOutThere({ idp, connection }: Scene, { here, there }: Windows): Promise<void> {
  const asking = await there.open(idp.signOutUrl);
  expect(asking.url.pathname, asking.text).toBe(`/api/v1/federation/saml/${connection.id}/slo`);
  const answered = await here.open(asking.url);
  expect(answered.url.href, answered.text).toContain(
    `${idp.origin}/saml2/idp/SingleLogoutService.php?SAMLResponse=`,
  );
  const end = await there.open(answered.url);
  expect(end.url.href, end.text).toBe(idp.homeUrl);
}

/** Signs out at Keyward, which asks the identity provider and verifies its response. @returns where the sign-out ends */
async function signOutHere({ idp, api, connection, party }: Scene, { here, there }: Windows): Promise<Shown> {
  const asked = await here.send(await here.open(`/logout/${api.orgId}`));
  const { sloBinding } = connection as { sloBinding?: string };
  const isForm = sloBinding === 'HTTP-POST';
  const logoutUrl = `${idp.origin}/saml2/idp/SingleLogoutService.php`;
  expect(isForm ? asked.text : asked.url.href).toContain(isForm ? `action="${logoutUrl}"` : logoutUrl);
  const answer = await (isForm ? there.send(asked) : there.open(asked.url));
  if (!isForm) return here.open(answer.url);
  // A form of another site brings no cookie.
  expect(answer.text).toContain('name="SAMLResponse"');
  const cookieless = await new Browser(idp.origin).send(answer);
  expect(cookieless.url.origin).toBe(new URL(party.issuer).origin);
  return here.open(cookieless.url);
}

describe('SimpleSAMLphp as an identity provider', { timeout: 60_000 }, () => {
  test.skipIf(isMissing)(
    'signs a new user in to an application, with mapped fields and groups, and the same user again',
    async ({ service }) => {
      const scene = await aScene(service);
      const { idp, connection, groupId, email, api } = scene;
      expect(connection).toMatchObject({
        idpEntityId: idp.metadataUrl,
        ssoBinding: 'HTTP-Redirect',
        nameIdFormat: 'persistent',
        metadataError: null,
      });
      const windows = aBrowser(scene);
      const first = await signIn(scene, windows);
      expect(first.asked).toBe(true);
      expect(await userOf(scene, first.sub)).toMatchObject({
        email,
        firstName: 'Ada',
        lastName: 'Lovelace',
        title: 'Countess',
        source: 'FEDERATION',
        sourceConnectionId: connection.id,
      });
      const members = await api.call('listGroupMembers', { path: { groupId } });
      expect(members.body.data).toMatchObject([{ userId: first.sub }]);
      // It has a session of the first window, and Keyward has none in another browser.
      const again = await signIn(scene, { ...aBrowser(scene), there: windows.there });
      expect(again).toMatchObject({ asked: false, sub: first.sub });
      expect((await signIn(scene)).sub).toBe(first.sub);
    },
  );

  test.skipIf(isMissing)(
    'encrypts assertions by AES-CBC, which count inside signed responses only',
    async ({ service }) => {
      const scene = await aScene(service, { wantEncrypted: true, wantAssertionsSigned: false });
      const plain = await visit(scene, aBrowser(scene));
      expect(plain.end.text).toContain('FEDERATION_CONN_FAILED');
      scene.configure({ encrypts: true });
      const { response } = await signIn(scene);
      expect(response).toContain('<saml:EncryptedAssertion');
      expect(response).toContain('http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p');
      expect(response).toContain('http://www.w3.org/2001/04/xmlenc#aes128-cbc');
      scene.configure({ signsResponses: false });
      const { end } = await visit(scene, aBrowser(scene));
      expect(end.text).toContain('FEDERATION_CONN_FAILED');
      const [trace] = await scene.traces();
      expect(trace).toMatchObject({ outcome: 'FAILED', step: 'RESPONSE', verified: false });
      expect(trace.reason).toContain('cannot be decrypted');
    },
  );

  test.skipIf(isMissing)('answers requests of Keyward only if they are signed', async ({ service }) => {
    const scene = await aScene(service);
    await signIn(scene);
    const path = { id: scene.connection.id };
    await scene.api.call('updateSamlConnection', { path, body: { signRequests: false } });
    const { here, there } = aBrowser(scene);
    const { shown } = await authorized(scene.party, here);
    const led = await here.send(shown, { username: scene.email });
    expect((await there.open(led.url)).text).toContain('no signature found on message');
  });

  test.skipIf(isMissing)(
    'signs the user in with its first key, with both published, and with the second alone',
    async ({ service }) => {
      const scene = await aScene(service);
      const { sub } = await signIn(scene);
      const nextKey = await aPartnerKey('next');
      scene.configure({ nextKey });
      const both = await scene.refresh();
      expect(both).toMatchObject({ pendingChange: null, metadataError: null });
      expect(both.certificates).toHaveLength(2);
      expect((await signIn(scene)).sub).toBe(sub);
      scene.configure({ key: nextKey, nextKey: undefined });
      expect((await signIn(scene)).sub).toBe(sub);
      const alone = await scene.refresh();
      expect(alone).toMatchObject({ pendingChange: null, metadataError: null });
      expect(alone.certificates).toHaveLength(1);
      expect((await signIn(scene)).sub).toBe(sub);
    },
  );

  test.skipIf(isMissing)(
    'begins a sign-in itself, which leads to a request of Keyward where the connection allows it',
    async ({ service }) => {
      const scene = await aScene(service);
      const { idp, connection } = scene;
      const windows = aBrowser(scene);
      const { here, there } = windows;
      const start = idp.startUrl(connection['spEntityId']);
      const refused = await here.send(await provenThere(scene, windows, await there.open(start)));
      expect([refused.status, refused.headers.get('x-error-code')]).toEqual([400, 'FEDERATION_CONN_FAILED']);
      expect((await scene.traces())[0].reason).toContain('allowIdpInitiated');
      const path = { id: connection.id };
      await scene.api.call('updateSamlConnection', { path, body: { allowIdpInitiated: true } });
      const led = await here.send(await there.open(start));
      expect(led.url.href).toContain(`${idp.origin}/saml2/idp/SSOService.php?SAMLRequest=`);
      expect(await isSignedIn(scene, windows)).toBe(false);
      const end = await here.send(await there.open(led.url));
      expect(end.text).toContain('<h1>Your account</h1>');
    },
  );

  test.skipIf(isMissing)(
    'proves the user again for prompt=login, although it has a session',
    async ({ service }) => {
      const scene = await aScene(service);
      const windows = aBrowser(scene);
      const { sub } = await signIn(scene, windows);
      const other = { ...aBrowser(scene), there: windows.there };
      expect((await signIn(scene, other)).asked).toBe(false);
      // A login of the same second would count as one of now.
      await service.sql(
        `update login_sessions set auth_time = now() - interval '1 hour' where user_id = $1`,
        [sub],
      );
      expect((await signIn(scene, windows, { prompt: 'login' })).asked).toBe(true);
    },
  );

  test.skipIf(isMissing)(
    'signs users in by an attribute, and out, as it is set without care: with identifiers that do not last',
    async ({ service }) => {
      const scene = await aScene(service, { subjectAttribute: 'uid' }, { isCareful: false });
      expect(scene.connection['nameIdFormat']).toBe('unspecified');
      const windows = aBrowser(scene);
      const { sub, response } = await signIn(scene, windows);
      expect(response).toContain('nameid-format:transient');
      expect((await signIn(scene)).sub).toBe(sub);
      await signOutThere(scene, windows);
      expect(await isSignedIn(scene, windows)).toBe(false);
    },
  );

  test.skipIf(isMissing)('signs the user out of Keyward by a redirect', async ({ service }) => {
    const scene = await aScene(service);
    const windows = aBrowser(scene);
    const elsewhere = aBrowser(scene);
    await signIn(scene, windows);
    await signIn(scene, elsewhere);
    expect(await isSignedIn(scene, windows)).toBe(true);
    await signOutThere(scene, windows);
    expect(await isSignedIn(scene, windows)).toBe(false);
    // It names the session that ends.
    expect(await isSignedIn(scene, elsewhere)).toBe(true);
    expect((await signIn(scene, windows)).asked).toBe(true);
  });

  test.skipIf(isMissing).for(['HTTP-Redirect', 'HTTP-POST'] as const)(
    'is asked to sign the user out after a sign-out at Keyward, by %s',
    async (sloBinding, { service }) => {
      const logsOutByForm = sloBinding === 'HTTP-POST';
      const scene = await aScene(service, { logoutUpstream: true }, { logsOutByForm });
      expect(scene.connection).toMatchObject({ sloBinding, logoutUpstream: true });
      if (logsOutByForm) {
        // It prefers redirects. Without one in our metadata, it answers by a form.
        const metadata = await (await fetch(scene.connection['spMetadataUrl'])).text();
        scene.idp.know(metadata.replace(/<md:SingleLogoutService [^>]*HTTP-Redirect[^>]*>/, ''));
      }
      const windows = aBrowser(scene);
      const elsewhere = aBrowser(scene);
      await signIn(scene, windows);
      await signIn(scene, elsewhere);
      const end = await signOutHere(scene, windows);
      expect([end.status, end.url.pathname]).toEqual([200, `/login/${scene.api.orgId}/signed-out`]);
      expect(await isSignedIn(scene, windows)).toBe(false);
      expect((await signIn(scene, windows)).asked).toBe(true);
      // The request names the session, so another one goes on.
      expect((await signIn(scene, { ...elsewhere, here: aBrowser(scene).here })).asked).toBe(false);
      expect(await logoutsOf(service, scene.connection)).toEqual([]);
      const failed = (await scene.traces()).filter((one: { step: unknown }) => one.step === 'LOGOUT');
      expect(failed).toEqual([]);
    },
  );
});

/** Opens the account page, which leads to SimpleSAMLphp, and proves the user there. @returns the account page */
async function toSimpleSaml(page: DrivenPage, { api, party, email, uid }: Scene): Promise<string> {
  const account = `${new URL(party.issuer).origin}/account/${api.orgId}`;
  await page.send('Page.navigate', { url: account });
  await arrives(page, 'Sign in');
  await enter(page, 'username', email);
  await arrives(page, 'Enter your username and password');
  await page.evaluate(`{
    const { username, password } = document.forms[0].elements;
    username.value = ${JSON.stringify(uid)};
    password.value = ${JSON.stringify(password)};
    document.forms[0].submit();
  }`);
  return account;
}

describe('a user in Chromium', { timeout: 60_000 }, () => {
  test.skipIf(isMissing || withoutChromium)(
    'goes to SimpleSAMLphp at another site and back, and signs out there',
    async ({ service }) => {
      const scene = await aScene(service);
      const { idp, email } = scene;
      const page = await openPage('about:blank');
      const go = (url: string) => page.send('Page.navigate', { url });
      const account = await toSimpleSaml(page, scene);
      await arrives(page, 'Your account');
      expect(await readOn(page)).toContain(email);
      await go(idp.signOutUrl);
      await arrives(page, 'SimpleSAMLphp installation page');
      await go(account);
      await arrives(page, 'Sign in');
    },
  );

  test.skipIf(isMissing || withoutChromium)(
    'signs out here, and with logoutUpstream at SimpleSAMLphp, too',
    async ({ service }) => {
      const scene = await aScene(service, { logoutUpstream: true });
      const page = await openPage('about:blank');
      const site = new URL(scene.party.issuer).origin;
      const go = (path: string) => page.send('Page.navigate', { url: `${site}${path}` });
      const { orgId } = scene.api;
      await toSimpleSaml(page, scene);
      await arrives(page, 'Your account');
      await go(`/logout/${orgId}`);
      await arrives(page, 'Sign out?');
      await page.evaluate('document.forms[0].requestSubmit()');
      await arrives(page, 'You’re signed out');
      expect(await loginsOf(service, scene.connection)).toEqual([]);
      // SimpleSAMLphp asks for the password again.
      await toSimpleSaml(page, scene);
      await arrives(page, 'Your account');
    },
  );
});
