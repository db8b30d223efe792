// Anyone can run an issuer that calls an address verified. A social provider at a server of the tenant's own speaks for proved domains
// only, and a caller who writes it needs what a connection needs.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aCallerWith, aUser } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { linkUser } from '../../support/connections.ts';
import { aPerson } from '../../support/person.ts';
import { test, type TestService } from '../../support/service.ts';
import { aDomain, provedDomain, verifiedDomain, aConnection } from '../../support/stored-connections.ts';
import { aSocialProvider, linksOf, press } from '../../support/social.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { aUserCaller } from '../../support/user-caller.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

/** Signs in with an account of the own issuer that has this address, by a provider that allows its domain. */
async function signedUp(service: TestService, email: string) {
  const provider = await aSocialProvider(service.ours, {
    clientId: `keyward-${randomUUID()}`,
    issuer: upstream.url,
    allowedDomains: [email.replace(/.*@/, '')],
  });
  const sub = randomUUID();
  upstream.claims = { sub, email, email_verified: true };
  const person = aPerson(service.origin);
  const page = await person.open(`/login/${service.ours.orgId}`);
  const led = await press(person, page, `/social/${provider.id}`);
  const { title } = await person.open(upstream.visit(led));
  expect(title).toBe('Your account');
  const [link] = await linksOf(service, sub);
  return link;
}

describe('an own issuer', () => {
  test.for<[what: string, make: (service: TestService, domain: string) => Promise<unknown>]>([
    ['was never proved', async () => undefined],
    [
      'a connection waits to prove',
      async (service, domain) => verifiedDomain(service, (await aConnection(service)).id, domain, 'PENDING'),
    ],
    [
      'a connection has lost',
      async (service, domain) => verifiedDomain(service, (await aConnection(service)).id, domain, 'FAILED'),
    ],
    [
      'another organization proved',
      async (service, domain) => {
        const orgId = service.theirs.orgId ?? '';
        await verifiedDomain(service, (await aConnection(service, {}, orgId)).id, domain);
      },
    ],
  ])('gives its users no address of a domain that %s', async ([, make], { service }) => {
    const domain = aDomain();
    await make(service, domain);
    const link = await signedUp(service, `ceo@${domain}`);
    expect(link).toMatchObject({ email: null, email_verified: false });
    expect(link?.username).toMatch(/^oidc-[0-9a-f]{16}$/);
  });

  test('gives its users verified addresses of a domain that the organization proved', async ({ service }) => {
    const email = `ada@${await provedDomain(service)}`;
    expect(await signedUp(service, email)).toMatchObject({ email, email_verified: true, username: email });
  });
});

const own = (fields: Record<string, unknown> = {}) => ({
  provider: 'oidc',
  name: 'Acme',
  clientId: `client-${randomUUID()}`,
  clientSecret: 'a secret of the test',
  issuer: 'https://issuer.invalid',
  ...fields,
});
const google = () => ({ ...own(), provider: 'google', issuer: undefined });

const patching = (id: string) => ({ path: { providerId: id } });

/** Changes that let the issuer, or more users of it, in. */
const giving: Record<string, unknown>[] = [
  { clientSecret: 'mine' },
  { clientId: 'mine' },
  { allowedDomains: ['acme.example', 'other.example'] },
  { allowedDomains: [] },
  { allowSignUp: true },
  { accountLinking: 'EXPLICIT' },
  { enabled: true },
  { scopes: ['openid'] },
];
/** Changes that give nothing. */
const narrowing: Record<string, unknown>[] = [
  { name: 'Other' },
  { allowedDomains: ['acme.example'] },
  { allowSignUp: false },
  { accountLinking: 'NONE' },
  { enabled: false },
];

/** Makes a provider before each change, which the change then differs from. */
async function changed(service: TestService, by: Client, body: Record<string, unknown>) {
  const opposite = { allowSignUp: false, accountLinking: 'NONE', enabled: false };
  const loose = { allowedDomains: ['acme.example', 'more.example'] };
  const { id } = await aSocialProvider(
    service.ours,
    own(narrowing.includes(body) ? loose : { ...opposite, ...loose }),
  );
  const answer = await by.call('updateSocialProvider', { ...patching(id), body });
  return [JSON.stringify(body), answer.body.code];
}

describe('a caller that ends', () => {
  test('makes no provider at an own issuer and loosens none, and may narrow and delete one', async ({
    service,
  }) => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { caller } = await aCallerWith(service, ['auth_config.write'], { expiresAt });
    expect((await caller.call('createSocialProvider', { body: own() })).body.code).toBe(
      'BOUND_NOT_GRANTABLE',
    );
    for (const body of giving)
      expect(await changed(service, caller, body)).toEqual([JSON.stringify(body), 'BOUND_NOT_GRANTABLE']);
    for (const body of narrowing)
      expect(await changed(service, caller, body)).toEqual([JSON.stringify(body), undefined]);
    expect((await caller.call('createSocialProvider', { body: google() })).body.code).toBe(
      'BOUND_NOT_GRANTABLE',
    );
    const { id } = await aSocialProvider(service.ours);
    expect((await caller.call('deleteSocialProvider', patching(id))).status).toBe(200);
  });
});

describe('a user who signed in six minutes ago', () => {
  test('proves it again to write an own issuer, and not to narrow or delete one', async ({ service }) => {
    const { client, userId } = await aUserCaller(service);
    await service.sql(
      `update login_sessions set auth_time = now() - interval '6 minutes' where user_id = $1`,
      [userId],
    );
    const refusal = 'REAUTHENTICATION_REQUIRED';
    expect((await client.call('createSocialProvider', { body: own() })).body.code).toBe(refusal);
    for (const body of giving)
      expect(await changed(service, client, body)).toEqual([JSON.stringify(body), refusal]);
    for (const body of narrowing)
      expect(await changed(service, client, body)).toEqual([JSON.stringify(body), undefined]);
    const { id } = await aSocialProvider(service.ours);
    expect((await client.call('deleteSocialProvider', patching(id))).status).toBe(200);
  });
});

describe('a key without the rights of the users of an own issuer', () => {
  test('neither makes, changes nor deletes it', async ({ service }) => {
    const { ours } = service;
    const { caller } = await aCallerWith(service, ['auth_config.write']);
    const refusal = 'SCOPE_NOT_GRANTABLE';
    const domain = aDomain();
    await aUser(ours, { email: `ada@${domain}`, roles: ['SECURITY'] });
    const made = await caller.call('createSocialProvider', { body: own({ allowedDomains: [domain] }) });
    expect(made.body.code).toBe(refusal);
    const { id: linked } = await aSocialProvider(ours);
    await linkUser(service, linked, await aUser(ours, { roles: ['SECURITY'] }));
    const { id: named } = await aSocialProvider(ours, { allowedDomains: [domain] });
    for (const id of [linked, named]) {
      for (const body of [
        { name: 'Other' },
        { clientSecret: 'mine' },
        { clientId: 'mine' },
        { allowedDomains: [domain, 'other.example'] },
        { allowSignUp: false },
        { accountLinking: 'NONE' },
        { enabled: false },
      ]) {
        const answer = await caller.call('updateSocialProvider', { ...patching(id), body });
        expect([JSON.stringify(body), answer.body.code]).toEqual([JSON.stringify(body), refusal]);
      }
      expect((await caller.call('deleteSocialProvider', patching(id))).body.code).toBe(refusal);
    }
    const { caller: holder } = await aCallerWith(service, ['*']);
    expect((await holder.call('deleteSocialProvider', patching(linked))).status).toBe(200);
    // At its well-known issuer, the operator of the provider chooses no user.
    const { id: known } = await aSocialProvider(ours, google());
    await linkUser(service, known, await aUser(ours, { roles: ['SECURITY'] }));
    expect(
      (await caller.call('updateSocialProvider', { ...patching(known), body: { name: 'G' } })).status,
    ).toBe(200);
  });
});
