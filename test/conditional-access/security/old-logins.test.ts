// An open browser must not enrol the factor of an attacker: a login of long ago proves too little to set a factor up.
import { describe, expect, onTestFinished } from 'vitest';
import { accessTest as test, aLocation, anAccessPolicy } from '../../support/access.ts';
import { withApp } from '../../support/access-users.ts';
import { aUser } from '../../support/builders.ts';
import {
  aRelyingParty,
  authorized,
  type Browser,
  type Shown,
  signedIn,
} from '../../support/relying-party.ts';
import { besides } from '../../support/second-factors.ts';
import type { TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';

/** An application that demands factors of users, and a trusted location where the users are. */
async function demanding({ ours }: TestService, ...requirements: string[]) {
  const party = await aRelyingParty(ours);
  const conditions = { applications: { include: [party.clientId] } };
  await anAccessPolicy(ours, { decision: 'REQUIRE', requirements, conditions });
  const id = await aLocation(ours, { ipRanges: ['127.0.0.0/8', '::1'], isTrusted: true });
  onTestFinished(async () => void (await ours.call('deleteNamedLocation', { path: { id } })));
  return party;
}

/** Returns the browser of a user who signed in some minutes ago. */
async function signedInBefore(
  service: TestService,
  by: { issuer: string; userId: string; amr?: string[] },
  minutes: number,
): Promise<Browser> {
  const browser = await signedIn(service, by);
  await service.sql(
    'update login_sessions set auth_time = now() - make_interval(mins => $2) where user_id = $1',
    [by.userId, minutes],
  );
  return browser;
}

const titleOf = ({ text }: Shown): string => /<h1[^>]*>([^<]*)</.exec(text)?.[1]?.trim() ?? '';

/** Types name and password. */
async function typeIn(browser: Browser, shown: Shown, email: string): Promise<Shown> {
  return browser.send(await browser.send(shown, { username: email }), { password });
}

describe('an application that demands a factor of a user who has none, by a login of long ago', () => {
  test.for([
    ['MFA', ['pwd'], 'Set up an authenticator app'],
    ['PASSKEY', ['pwd'], 'Set up a passkey'],
    ['PASSKEY', ['pwd', 'otp', 'mfa'], 'Set up a passkey'],
  ] as [string, string[], string][])(
    'lets the user set it up only after the password: %s, %j',
    async ([requirement, amr, setUp], { service }) => {
      const party = await demanding(service, requirement);
      const email = anEmail();
      const userId = await aUser(service.ours, { email, password });
      const by = { issuer: party.issuer, userId, amr };
      const recent = await signedInBefore(service, by, 5);
      expect(titleOf((await authorized(party, recent)).shown)).toBe(setUp);
      const browser = await signedInBefore(service, by, 60);
      const { shown } = await authorized(party, browser);
      expect(shown.text).toContain('name="username"');
      expect(titleOf(await browser.open(`${shown.url.href}&factor=enrol-passkey`))).not.toBe(setUp);
      expect(titleOf(await typeIn(browser, shown, email))).toBe(setUp);
    },
  );

  test('takes no form of the page that sets it up when the login has become old', async ({ service }) => {
    const party = await demanding(service, 'MFA');
    const userId = await aUser(service.ours, { email: anEmail(), password });
    const browser = await signedInBefore(service, { issuer: party.issuer, userId }, 5);
    const { shown } = await authorized(party, browser);
    await service.sql(`update sign_ins set auth_time = auth_time - interval '1 hour' where user_id = $1`, [
      userId,
    ]);
    expect(titleOf(shown)).toBe('Set up an authenticator app');
    const next = await browser.send(shown, { otp: '123456' });
    expect(next.text).toContain('name="username"');
  });
});

describe('a user with an app, by a login of long ago', () => {
  test('types its code, and no password, where two factors are demanded', async ({ service }) => {
    const party = await demanding(service, 'MFA');
    const domain = await besides(service);
    onTestFinished(() => domain.close());
    const { userId, nextCode } = await withApp(service, domain);
    const browser = await signedInBefore(service, { issuer: party.issuer, userId }, 60);
    const { shown } = await authorized(party, browser);
    expect(shown.text).toContain('name="otp"');
    const back = await browser.send(shown, { otp: nextCode() });
    expect(back.url.searchParams.get('code')).toBeTruthy();
  });

  test('types the password before the code where a passkey is to be set up', async ({ service }) => {
    const party = await demanding(service, 'PASSKEY');
    const domain = await besides(service);
    onTestFinished(() => domain.close());
    const { userId, email, nextCode } = await withApp(service, domain);
    const browser = await signedInBefore(service, { issuer: party.issuer, userId }, 60);
    const { shown } = await authorized(party, browser);
    expect(shown.text).toContain('name="username"');
    const asked = await typeIn(browser, shown, email);
    expect(asked.text).toContain('name="otp"');
    expect(titleOf(await browser.send(asked, { otp: nextCode() }))).toBe('Set up a passkey');
  });
});
