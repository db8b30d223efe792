import { afterAll, beforeAll, describe, expect } from 'vitest';
import { changeConnection, verifiedDomain } from '../../support/stored-connections.ts';
import {
  anEmployee,
  anEnforced,
  companyButton,
  giveLocally,
  loginsOf,
  password,
  toCompany,
} from '../../support/enforcing.ts';
import { givePassword, aPerson as aVisitor, registrationOptions } from '../../support/passkey-visits.ts';
import { aPerson, fieldOf } from '../../support/person.ts';
import { test, type TestService } from '../../support/service.ts';
import {
  aSocialProvider,
  locationOf,
  pathOf,
  press,
  type SocialIssuer,
  startSocialIssuer,
} from '../../support/social.ts';
import { aSubject, connected, signedInAs, startUpstream, type Upstream } from '../../support/upstream.ts';

let peer: SocialIssuer;
let upstream: Upstream;
beforeAll(async () => {
  [peer, upstream] = await Promise.all([startSocialIssuer(), startUpstream()]);
});
afterAll(async () => {
  peer.close();
  await upstream.close();
});

/** The addresses of this domain are proved by the social provider. */
const trustedDomain = 'social-enforced.example';

let known: Promise<{ id: string; callbackUrl: string }> | undefined;
const social = ({ ours }: TestService) =>
  (known ??= (async () => {
    const made = await aSocialProvider(ours, {
      clientId: 'keyward',
      issuer: peer.url,
      allowedDomains: [trustedDomain],
    });
    await peer.register(made.callbackUrl);
    return made;
  })());

/** A user who has signed in with the password, before the connection was enforced. */
async function signedIn(service: TestService, roles = ['MEMBER']) {
  const { id, domain } = await anEnforced(service, { enforced: false, status: 'FAILED' });
  const user = await anEmployee(service, { domain }, { roles });
  const { person, location } = await giveLocally(service, user.email);
  await person.open(location);
  await changeConnection(service, id, 'enforced = true');
  return { ...user, person, connectionId: id, security: `/account/${service.ours.orgId}?section=security` };
}

describe('updateOwnPassword', () => {
  test('is refused to users who sign in by a connection only, and not to owners', async ({ service }) => {
    const change = { password, new_password: 'quiet-lantern-orbit-17' };
    const path = `/account/${service.ours.orgId}/password`;
    const user = await signedIn(service);
    const page = await user.person.open(user.security);
    expect(page.forms.some(({ action }) => action.endsWith('/password'))).toBe(false);
    const csrf = fieldOf(await user.person.open(`/account/${service.ours.orgId}`), 'csrf');
    const answer = await user.person.post(path, { csrf, ...change });
    expect([answer.status, answer.text.includes('so you can’t change a password here')]).toEqual([403, true]);
    expect((await giveLocally(service, user.email)).title).toBe(toCompany);
    const owner = await signedIn(service, ['OWNER']);
    const done = await owner.person.send(await owner.person.open(owner.security), change, '/password');
    expect(done.path).toContain('done=password');
  });
});

describe('addOwnPasskey', () => {
  test('is refused to users who sign in by a connection only', async ({ service }) => {
    const { id, domain } = await anEnforced(service, { enforced: false });
    const person = await aVisitor(service);
    await givePassword(person);
    const email = `${crypto.randomUUID()}@${domain}`;
    await service.ours.call('updateUser', { path: { userId: person.id }, body: { email } });
    const { csrf, asked } = await registrationOptions(person);
    const credential = person.authenticator.create(asked);
    await changeConnection(service, id, 'enforced = true');
    const { orgId, visitor } = person;
    const answer = await visitor.post(`/account/${orgId}/passkeys`, { csrf, name: 'Key', credential });
    expect(answer.location).toMatch(/done=ENFORCED$/);
    expect((await visitor.open(answer.location)).text).toContain('so you can’t add a passkey here');
    expect((await visitor.post(`/account/${orgId}/passkeys/options`, { csrf })).status).toBe(404);
    expect((await visitor.open(`/account/${orgId}/passkeys`)).text).not.toContain('data-passkey="create"');
    expect(await service.sql('select from passkeys where user_id = $1', [person.id])).toEqual([]);
  });
});

describe('addOwnSocialAccount', () => {
  test('is refused to users who sign in by a connection only, also on the way back', async ({ service }) => {
    const provider = await social(service);
    const user = await signedIn(service);
    await changeConnection(service, user.connectionId, 'enforced = false');
    const page = await user.person.open(user.security);
    await peer.become({ sub: crypto.randomUUID(), email_verified: 'false' });
    const led = await press(user.person, page, `/social/${provider.id}/connect`);
    await changeConnection(service, user.connectionId, 'enforced = true');
    const back = await user.person.open(pathOf(await peer.visit(locationOf(led).href)));
    expect([back.status, back.text.includes('so you can’t connect another account here')]).toEqual([
      403,
      true,
    ]);
    const again = await press(user.person, page, `/social/${provider.id}/connect`);
    expect(again.status).toBe(403);
    expect(await service.sql('select from social_links where user_id = $1', [user.id])).toEqual([]);
  });
});

describe('finishSocialSignIn', () => {
  test('signs no user of an enforced domain in, and creates none', async ({ service }) => {
    const { id, domain } = await anEnforced(service, { status: 'FAILED' });
    await verifiedDomain(service, id, trustedDomain);
    const provider = await social(service);
    const email = `${crypto.randomUUID()}@${trustedDomain}`;
    const user = await anEmployee(service, { domain }, { roles: ['OWNER'] });
    const sub = crypto.randomUUID();
    await service.sql(
      'insert into social_links (org_id, provider_id, subject, user_id) values ($1, $2, $3, $4)',
      [service.ours.orgId, provider.id, sub, user.id],
    );
    for (const claims of [
      { sub, email: `ada@${trustedDomain}`, email_verified: 'true' },
      { sub: crypto.randomUUID(), email, email_verified: 'true' },
    ]) {
      const person = aPerson(service.origin);
      await peer.become(claims);
      const led = await press(
        person,
        await person.open(`/login/${service.ours.orgId}`),
        `/social/${provider.id}`,
      );
      const answer = await person.open(pathOf(await peer.visit(locationOf(led).href)));
      expect([answer.status, answer.title, companyButton(answer) !== undefined]).toEqual([
        403,
        toCompany,
        true,
      ]);
    }
    expect(await loginsOf(service, user.id)).toEqual([]);
    expect(await service.sql('select from users where email = $1', [email])).toEqual([]);
  });
});

describe('removeOwnFederatedAccount', () => {
  test('keeps the account of the enforced connection, which is the only way in', async ({ service }) => {
    const one = await connected(service, upstream, { enforced: true });
    const { person } = await signedInAs(service, one, aSubject(one));
    const page = await person.open(`/account/${service.ours.orgId}?section=security`);
    const answer = await person.send(page, {}, `/federation/${one.id}/disconnect`);
    expect(answer.status).toBe(400);
    expect(await service.sql('select from social_links where provider_id = $1', [one.id])).toHaveLength(1);
  });
});
