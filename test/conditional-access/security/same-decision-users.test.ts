import fc from 'fast-check';
import { generateKeyPairSync, hash, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSignedCertificate } from '../../../src/saml-messages/self-signed.ts';
import { aLocation, anAccessDevice } from '../../support/access.ts';
import { withApp } from '../../support/access-users.ts';
import { aUser } from '../../support/builders.ts';
import { aGroup } from '../../support/groups.ts';
import { mmdb } from '../../support/mmdb.ts';
import { aPasskey } from '../../support/passkeys.ts';
import {
  addresses,
  none,
  places,
  placesAndTimes,
  replacePolicies,
  selection,
  some,
  sometimes,
  statuses,
} from '../../support/random-policies.ts';
import {
  aRelyingParty,
  authorized,
  Browser,
  type RelyingParty,
  type Shown,
  signedIn,
} from '../../support/relying-party.ts';
import { besides } from '../../support/second-factors.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { rounds } from '../../support/thorough.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';
const trusted = '203.0.113.0/24';
const anonymous = new Set(['198.51.100.1', '2001:db8::1']);

let service: TestService;
let domain: Awaited<ReturnType<typeof besides>>;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyward-places-'));
  const [file, networks] = [join(folder, 'places.mmdb'), join(folder, 'anonymous.txt')];
  writeFileSync(file, mmdb(places));
  writeFileSync(networks, '198.51.100.0/24\n2001:db8::/32\n');
  service = await startTestService({
    GEOIP_FILE: file,
    ANONYMOUS_NETWORKS_FILE: networks,
    TRUSTED_PROXIES: '127.0.0.1',
    CLIENT_CERT_PROXIES: '127.0.0.1',
  });
  domain = await besides(service);
});
afterAll(async () => {
  await domain.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface User {
  userId: string;
  email: string;
  /** Whether the user has an authenticator app and a passkey. */
  hasFactors: boolean;
}

interface Device {
  ownerId: string;
  trust: string;
  platform: string;
  header: string;
}

/** Where a request comes from, and what its proxy tells of it. */
interface Front {
  address: string;
  platform: keyof typeof agents;
  device: Device | undefined;
}

const agents = {
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36',
  linux: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15',
} as const;

const headersOf = ({ address, platform, device }: Front): Record<string, string> => ({
  'x-forwarded-for': address,
  'x-forwarded-proto': 'https',
  'user-agent': agents[platform],
  ...(device ? { 'client-cert': device.header } : {}),
});

/** Creates a device, with a certificate as a proxy tells of it (RFC 9440). */
async function aDevice(ownerId: string, trust: string): Promise<Device> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { raw } = new X509Certificate(await selfSignedCertificate(keys, 'device', new Date()));
  const certificateThumbprints = [hash('sha256', raw, 'hex')];
  await anAccessDevice(service.ours, { userId: ownerId, trust, platform: 'macos', certificateThumbprints });
  return { ownerId, trust, platform: 'macos', header: `:${raw.toString('base64')}:` };
}

/** The earlier sign-in of a user. */
interface Past {
  amr: string[];
  /** The seconds since the sign-in. */
  age: number;
  /** Whether the last sign-in was in Tokyo a minute ago. */
  wasInTokyo: boolean;
}

/** Gives a user a past for the next attempt. @returns the points that it adds for an address */
async function rewrite({ userId }: User, { wasInTokyo }: Past, address: string): Promise<number> {
  await service.sql('delete from known_browsers where user_id = $1', [userId]);
  await service.sql('delete from sign_in_places where user_id = $1', [userId]);
  if (wasInTokyo)
    await service.sql(
      `insert into sign_in_places (org_id, user_id, countries, latitude, longitude, located_at, last_seen_at)
       select org_id, id, jsonb_build_object('JP', now()), 35.68, 139.76, now() - interval '1 minute', now()
         from users where id = $1`,
      [userId],
    );
  const [{ failures } = { failures: 0 }] = await service.sql<{ failures: number }>(
    `select count(*)::int as failures from audit_logs where target_id = $1 and action = 'user.login_failed'`,
    [userId],
  );
  const isFar = wasInTokyo && address !== '198.51.100.1';
  return (isFar ? 25 + 30 : 0) + (failures >= 5 ? 20 : 0) + (anonymous.has(address) ? 25 : 0);
}

const levelOf = (points: number): string =>
  points < 25 ? 'LOW' : points < 50 ? 'MEDIUM' : points < 75 ? 'HIGH' : 'CRITICAL';

type Outcome = 'allowed' | 'blocked' | 'asked';

const outcomeOf = ({ url, text, status }: Shown, isThere: (url: URL) => boolean): Outcome => {
  if (status === 403 || url.searchParams.get('error') === 'access_denied') return 'blocked';
  if (isThere(url)) return 'allowed';
  if (status !== 200) throw new Error(`${status} ${url.href}: ${text.slice(0, 500)}`);
  return 'asked';
};
const hasCode = (url: URL): boolean => url.searchParams.has('code');

/** A refresh token, with what counted when the user came for it. */
interface Held {
  user: User;
  party: RelyingParty;
  isPublic: boolean;
  front: Front;
  past: Past;
  token: string;
}

async function refreshed(held: Held, front: Front): Promise<Outcome> {
  const { issuer, clientId, clientSecret } = held.party;
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: {
      ...headersOf(front),
      ...(held.isPublic
        ? {}
        : { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` }),
    },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: held.token,
      ...(held.isPublic ? { client_id: clientId } : {}),
    }),
  });
  const body = (await response.json()) as { error?: string; refresh_token?: string };
  held.token = body.refresh_token ?? held.token;
  if (response.status === 200) return 'allowed';
  expect(body.error).toBe('invalid_grant');
  return 'blocked';
}

test('simulation, sign-ins, authorizations, account pages and refreshes decide the same by random policies', async () => {
  const { ours, sql } = service;
  const scopes = ['openid', 'offline_access'];
  const [web, kept, app] = await Promise.all([
    aRelyingParty(ours),
    aRelyingParty(ours, { scopes }),
    aRelyingParty(ours, { scopes, applicationType: 'native', tokenEndpointAuthMethod: 'none' }),
  ]);
  const { issuer } = web;
  const account = `/account/${ours.orgId}`;

  const strong = await withApp(service, domain);
  await aPasskey(sql, strong.userId);
  const users: User[] = [{ ...strong, hasFactors: true }];
  for (let at = 0; at < 2; at++) {
    const email = anEmail();
    users.push({ userId: await aUser(ours, { email, password }), email, hasFactors: false });
  }
  const groups = [await aGroup(ours), await aGroup(ours)];
  for (const [at, groupId] of groups.entries())
    for (const { userId } of users.slice(at, at + 2))
      await ours.call('addGroupMembers', { path: { groupId }, body: { userId } });
  const devices = await Promise.all(
    users.slice(0, 2).map(({ userId }, at) => aDevice(userId, at === 0 ? 'compliant' : 'managed')),
  );
  const locations = [
    await aLocation(ours, { ipRanges: [trusted], isTrusted: true }),
    await aLocation(ours, { ipRanges: ['198.51.100.0/24', '2001:db8::/32'] }),
    await aLocation(ours, { type: 'COUNTRY', countries: ['FR'] }),
    await aLocation(ours, { type: 'COUNTRY', countries: ['DE'], includeUnknown: true }),
  ];

  const fronts: fc.Arbitrary<Front> = fc.record({
    address: fc.constantFrom(...addresses),
    platform: fc.constantFrom('windows', 'linux', 'ios'),
    device: fc.option(fc.constantFrom(...devices), { nil: undefined }),
  });
  const pasts: fc.Arbitrary<Past> = fc.record({
    amr: fc.constantFrom(['pwd'], ['pwd'], ['pwd', 'otp', 'mfa'], ['pwd', 'hwk', 'mfa']),
    age: fc.constantFrom(0, 0, 1_000),
    wasInTokyo: fc.boolean(),
  });

  /** Signs a user in with a browser, without a visit to the pages. */
  const inBrowser = async ({ userId }: User, front: Front, { amr, age }: Past): Promise<Browser> => {
    const browser = await signedIn(service, { issuer, userId, amr }, new Browser(issuer, headersOf(front)));
    await sql(`update login_sessions set auth_time = now() - $2 * interval '1 second' where user_id = $1`, [
      userId,
      age,
    ]);
    return browser;
  };
  await replacePolicies(ours, []);
  const tokens: Held[] = [];
  for (const [at, { user, party, front, past }] of fc
    .sample(fc.record({ front: fronts, past: pasts }), users.length * 2)
    .map(
      (drawn, nth) =>
        [nth, { ...drawn, user: users[nth >> 1] as User, party: nth % 2 === 0 ? kept : app }] as const,
    )) {
    const browser = await inBrowser(user, front, past);
    const asked = { scope: scopes.join(' '), prompt: 'consent' };
    const got = await authorized(party, browser, asked);
    const token = (await got.exchange()).refresh_token ?? '';
    tokens.push({ user, party, front, past, token, isPublic: at % 2 === 1 });
  }

  const conditions = fc.record({
    users: sometimes(selection(...users.map(({ userId }) => userId)), none),
    groups: sometimes(selection(...groups), none),
    applications: sometimes(selection('keyward:account', web.clientId, kept.clientId, app.clientId), none),
    ...placesAndTimes(locations),
    devicePlatforms: sometimes(some('windows', 'linux', 'macos', 'ios'), []),
    deviceTrust: sometimes(some('compliant', 'managed', 'unknown'), []),
    clientTypes: fc.constantFrom([], ['browser'], ['native'], ['browser', 'native'], ['machine', 'browser']),
  });
  const requirements = ['MFA', 'PASSKEY', 'REAUTHENTICATION', 'COMPLIANT_DEVICE'];
  const policy = fc
    .record({
      conditions,
      decision: fc.constantFrom('ALLOW', 'BLOCK', 'REQUIRE', 'REQUIRE'),
      required: fc.subarray(requirements, { minLength: 1, maxLength: 2 }),
      maxAgeSeconds: fc.constantFrom(300, 3_600),
      status: statuses,
    })
    .map(({ required, maxAgeSeconds, decision, conditions: said, status }) => ({
      // A policy that asks users to prove something may not judge keys.
      conditions:
        decision === 'REQUIRE'
          ? { ...said, clientTypes: said.clientTypes.filter((type) => type !== 'machine') }
          : // The calls of the test must go on, so no policy judges the API.
            {
              ...said,
              applications: {
                ...said.applications,
                exclude: [...said.applications.exclude, 'keyward:api'],
              },
            },
      decision,
      status,
      session: { maxAgeSeconds },
      ...(decision === 'REQUIRE' ? { requirements: required } : {}),
    }));
  const attempt = fc.record({
    kind: fc.constantFrom('sign-in', 'account', 'authorize', 'refresh'),
    user: fc.constantFrom(...users),
    held: fc.constantFrom(...tokens),
    front: fronts,
    past: pasts,
  });

  const real: Record<string, (user: User, front: Front, past: Past, held: Held) => Promise<Outcome>> = {
    async 'sign-in'({ email }, front) {
      const browser = new Browser(issuer, headersOf(front));
      const name = await browser.send(await browser.open(`/login/${ours.orgId}`), { username: email });
      const shown = await browser.send(name, { password });
      // The account page judges again. It knows the browser and the country by now, so its answer may be another one.
      const [login] = await sql(
        'select from login_sessions l join browsers b on b.id = l.browser_id where b.token_hash = $1',
        [hash('sha256', browser.cookie('kd_session') ?? '', 'buffer')],
      );
      return login ? 'allowed' : outcomeOf(shown, () => false);
    },
    async account(user, front, past) {
      const browser = await inBrowser(user, front, past);
      return outcomeOf(await browser.open(account), ({ pathname }) => pathname === account);
    },
    async authorize(user, front, past) {
      const { shown } = await authorized(web, await inBrowser(user, front, past));
      return outcomeOf(shown, hasCode);
    },
    refresh: (_user, front, _past, held) => refreshed(held, front),
  };

  const seen = new Map<string, number>();
  const decideAlike = async (
    policies: readonly ({ session: { maxAgeSeconds: number } } & Record<string, unknown>)[],
    tries: readonly { kind: string; user: User; held: Held; front: Front; past: Past }[],
  ): Promise<void> => {
    const ids = await replacePolicies(ours, policies);
    for (const { kind, held, ...drawn } of tries) {
      const user = kind === 'refresh' ? held.user : drawn.user;
      const isFromGrant = kind === 'refresh' && !held.isPublic;
      const counts = isFromGrant ? held.front : drawn.front;
      const signIn = { ...drawn.past, amr: ['pwd'], age: 0 };
      const past =
        kind === 'refresh'
          ? { ...held.past, wasInTokyo: drawn.past.wasInTokyo }
          : kind === 'sign-in'
            ? signIn
            : drawn.past;
      const riskLevel = levelOf(await rewrite(user, past, counts.address));
      const own = counts.device?.ownerId === user.userId ? counts.device : undefined;
      const { body } = await ours.call('simulateAccess', {
        body: {
          userId: user.userId,
          application:
            kind === 'refresh'
              ? held.party.clientId
              : kind === 'authorize'
                ? web.clientId
                : 'keyward:account',
          clientType: kind === 'refresh' && held.isPublic ? 'native' : 'browser',
          ipAddress: counts.address,
          devicePlatform: own?.platform ?? counts.platform,
          deviceTrust: own?.trust ?? 'unknown',
          riskLevel,
        },
      });
      const limit = policies[ids.indexOf(body.policyId as string)]?.session.maxAgeSeconds ?? 0;
      const isMet: Record<string, boolean> = {
        MFA: past.amr.includes('mfa'),
        PASSKEY: past.amr.includes('hwk'),
        COMPLIANT_DEVICE: own?.trust === 'compliant',
        REAUTHENTICATION: past.age < limit,
      };
      const missing = (body.requirements as string[]).filter((one) => !isMet[one]);
      const mayEnrol = riskLevel === 'LOW' && counts.address.endsWith('203.0.113.7');
      const canProve =
        !missing.includes('COMPLIANT_DEVICE') &&
        kind !== 'refresh' &&
        // The account page begins a new sign-in, which blocks a user who has nothing to prove.
        (kind === 'account' ||
          user.hasFactors ||
          missing.includes('REAUTHENTICATION') ||
          (mayEnrol && (missing.includes('MFA') || missing.includes('PASSKEY'))));
      const expected: Outcome =
        body.decision === 'BLOCK'
          ? 'blocked'
          : missing.length === 0
            ? // A user who has an app needs it for every sign-in.
              kind === 'sign-in' && user.hasFactors
              ? 'asked'
              : 'allowed'
            : canProve
              ? 'asked'
              : 'blocked';
      const found = await real[kind]?.(user, drawn.front, past, held);
      const what = { kind, user, front: drawn.front, past, riskLevel, missing, policyId: body.policyId };
      expect({ ...what, found }).toEqual({ ...what, found: expected });
      seen.set(`${kind} ${expected}`, (seen.get(`${kind} ${expected}`) ?? 0) + 1);
    }
  };
  // Random tries may lack an outcome, so one that is allowed, one that is blocked and one that is asked are always tried.
  const tried = (kind: string, at: number) => ({
    kind,
    user: users[at] as User,
    held: tokens[0] as Held,
    front: { address: '203.0.113.7', platform: 'linux' as const, device: undefined },
    past: { amr: ['pwd'], age: 0, wasInTokyo: false },
  });
  const session = { maxAgeSeconds: 300 };
  const always = [tried('account', 1), tried('authorize', 1), tried('sign-in', 0)];
  await decideAlike([{ session, conditions: { applications: { include: [web.clientId] } } }], always);
  expect([...seen.keys()]).toEqual(['account allowed', 'authorize blocked', 'sign-in asked']);
  const attempts = fc.array(attempt, { minLength: 6, maxLength: 6 });
  await fc.assert(fc.asyncProperty(fc.array(policy, { minLength: 2, maxLength: 6 }), attempts, decideAlike), {
    numRuns: rounds(60, 20, 12),
  });
}, 600_000);
