import { resolve } from 'node:path';
import { expect } from 'vitest';
import { pythonTools } from '../../../scripts/python-tools.ts';
import { aFront } from '../../support/metadata-front.ts';
import { lacks } from '../../support/programs.ts';
import { Browser, type Shown } from '../../support/relying-party.ts';
import { framesIn } from '../../support/saml-logout.ts';
import { aVisitor, password, samlBase } from '../../support/saml-sign-on.ts';
import { aPartnerKey } from '../../support/service-providers.ts';
import type { TestService } from '../../support/service.ts';
import { phpWithSimpleSaml } from '../../support/simplesamlphp.ts';
import type { ForeignParty, Settings } from './foreign-party.ts';
import { apacheWithMellon, mellon } from './mellon.ts';
import { python3Saml } from './python3-saml.ts';
import { simpleSamlPhp } from './simplesamlphp.ts';

// A user signs in to service providers that other people wrote. Their configurations follow their manuals, as strict as
// these allow: requests are signed, responses and assertions are signed, assertions are encrypted.

const tools = pythonTools([3, 11]);
const withoutPython =
  'missing' in tools && lacks(undefined, `python3-saml as a service provider: ${tools.missing}`);
const python = 'missing' in tools ? '' : resolve(tools.folder, 'bin/python');
const withoutMellon = lacks(
  apacheWithMellon,
  'mod_auth_mellon as a service provider (Debian: apt-get install apache2-bin libapache2-mod-auth-mellon)',
);
const withoutPhp = lacks(
  phpWithSimpleSaml,
  'SimpleSAMLphp as a service provider (Debian: apt-get install php-cli php-xml simplesamlphp)',
);

const metadataOfOurs = async ({ ours }: TestService): Promise<string> =>
  (await fetch(`${ours.origin}/api/saml/${ours.orgId}/metadata`)).text();

type Start = (settings: Settings) => Promise<ForeignParty>;

/** A service provider that runs and is registered by its metadata. */
export async function aScene(service: TestService, start: Start, others: Partial<Sharing> = {}) {
  const { ours } = service;
  const settings: Settings = { idpMetadata: await metadataOfOurs(service), key: await aPartnerKey('first') };
  const party = await start(settings);
  const { addressOf, soapCalls } = await aFront(others);
  const registered = await ours.call('createServiceProvider', {
    body: {
      name: `Wiki at ${new URL(party.origin).port}`,
      metadataUrl: addressOf(party.metadataUrl),
      encryptAssertions: true,
      attributeMappings: [
        { name: 'mail', source: 'email' },
        { name: 'groups', source: 'groups' },
      ],
    },
  });
  expect(registered.status, JSON.stringify(registered.body)).toBe(201);
  expect(registered.body).toMatchObject({
    entityId: party.metadataUrl,
    requireSignedRequests: true,
    encryptAssertions: true,
    signAssertions: true,
    signResponses: true,
  });
  return {
    party,
    soapCalls,
    sloSoapUrl: registered.body.sloSoapUrl as string | null,
    name: registered.body.name as string,
    user: others.user ?? (await aVisitor(service)),
    here: others.here ?? new Browser(new URL(samlBase(ours)).origin),
    there: new Browser(party.origin),
    spId: registered.body.id as string,
    api: ours,
    configure: (next: Partial<Settings>) => party.configure(Object.assign(settings, next)),
    metadataOfOurs: () => metadataOfOurs(service),
    refresh: async () =>
      (await ours.call('refreshServiceProviderMetadata', { path: { spId: registered.body.id } })).body,
  };
}

/** The parts that differ between scenes. One user may sign in to several service providers. */
interface Sharing {
  user: Awaited<ReturnType<typeof aVisitor>>;
  here: Browser;
  /** Whether its endpoint for SOAP is published over https, as Keyward wants it. */
  hasSoap: boolean;
}

export type Scene = Awaited<ReturnType<typeof aScene>>;

export const titleOf = ({ text }: Shown) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1];
const fieldsOf = ({ text }: Shown): Record<string, string> =>
  Object.fromEntries(text.split('\n').map((line) => line.split('=', 2) as [string, string]));

/** Opens the private page of the service provider, which has no session, and returns what it shows. */
export async function signIn({ user, here, there }: Scene) {
  let page = await here.open((await there.open('/private/')).url);
  if (titleOf(page) === 'Sign in') {
    const secret = await here.send(page, { username: user.email });
    page = await here.send(secret, { password });
  }
  const [, response] = /name="SAMLResponse" value="([^"]*)"/.exec(page.text) ?? [];
  expect(response, page.text).toBeDefined();
  const xml = Buffer.from(response ?? '', 'base64').toString();
  expect(xml).toContain('<saml:EncryptedAssertion');
  expect(xml).not.toContain('<saml:Assertion');
  const shown = await there.send(page);
  expect([shown.status, shown.url.pathname], shown.text).toEqual([200, '/private/']);
  expect(fieldsOf(shown)['mail']).toBe(user.email);
  expect(fieldsOf(shown)['name_id']).toMatch(/^[\w-]{41,43}$/);
  return { nameId: fieldsOf(shown)['name_id'] };
}

/** Whether the service provider lets the user in without a question to us. */
export async function isSignedInThere({ party, there }: Scene): Promise<boolean> {
  return (await there.open('/private/')).url.origin === party.origin;
}

/** Signs out at the service provider, which asks us and believes our response. */
export async function signOutThere(scene: Scene): Promise<void> {
  const { party, here, there } = scene;
  expect(await isSignedInThere(scene)).toBe(true);
  const asking = await there.open('/sign-out');
  expect(asking.url.pathname, asking.text).toMatch(/\/slo$/);
  const answered = await here.open(asking.url);
  expect([answered.url.origin, answered.url.search], answered.text).toEqual([
    party.origin,
    expect.stringContaining('SAMLResponse='),
  ]);
  const end = await there.open(answered.url);
  expect([end.status, end.url.pathname], end.text).toEqual([200, expect.stringMatching(/^\/bye/)]);
  expect(end.text).toMatch(/^(urn:oasis:names:tc:SAML:2\.0:status:Success\n)?signed out\n*$/);
  const again = await there.open('/private/');
  expect(titleOf(await here.open(again.url))).toBe('Sign in');
}

/** Does both at the service provider. */
export async function signInAndOut(scene: Scene) {
  const seen = await signIn(scene);
  await signOutThere(scene);
  return seen;
}

/** Signs out at Keyward, which shows a page with frames. */
export async function signOutHere({ here, api }: Pick<Scene, 'here' | 'api'>): Promise<Shown> {
  const page = await here.send(await here.open(`/logout/${api.orgId}`));
  expect(titleOf(page), page.text).toBe('Signing you out');
  return page;
}

/** Does what the frame of a service provider does. It has a session in the same browser, and ends that. */
export async function openFrame({ party, here, there }: Scene, page: Shown): Promise<void> {
  const [address] = framesIn(page).filter((frame) => new URL(frame).origin === party.origin);
  expect(address, page.text).toBeDefined();
  const answer = await there.open(address ?? '');
  expect(answer.url.search, answer.text).toContain('SAMLResponse=');
  expect((await here.open(answer.url)).status).toBe(204);
}

export const parties = [
  ['Apache with mod_auth_mellon', withoutMellon, mellon],
  ['SimpleSAMLphp', withoutPhp, simpleSamlPhp],
  ['python3-saml', withoutPython, (settings: Settings) => python3Saml(python, settings)],
] as const;
