import { afterAll, beforeAll, describe, expect } from 'vitest';
import { tenancyOf } from '../../../src/platform/entities/owned.ts';
import { openSignIn } from '../../../src/sign-in/open-sign-in.ts';
import { startSignIn } from '../../../src/sign-in/sign-ins.ts';
import { openBrowser } from '../../../src/users/sessions/browsers.ts';
import { csrfOf } from '../../../src/users/sessions/browser-token.ts';
import { beginTotp, confirmTotp } from '../../../src/users/factors/totp.ts';
import { newId } from '../../../src/lib/id.ts';
import { sql as statement } from '../../../src/lib/sql.ts';
import { aUser } from '../../support/builders.ts';
import { isActive } from '../../support/consents.ts';
import { aPasskey } from '../../support/passkeys.ts';
import { linkUser } from '../../support/connections.ts';
import { aPerson } from '../../support/person.ts';
import { aRelyingParty, authorized, type Browser, signedIn } from '../../support/relying-party.ts';
import { besides, codeOf, vault } from '../../support/second-factors.ts';
import { proveAddress } from '../../support/enforcing.ts';
import { test, type TestService } from '../../support/service.ts';
import { aSocialProvider, linksOf } from '../../support/social.ts';
import {
  aSubject,
  type Connected,
  connected,
  locally,
  outcomeOf,
  signedInAs,
  startUpstream,
  type Upstream,
} from '../../support/upstream.ts';

const password = 'vivid-harbor-cello-42';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

/** Registers an account in the name of a user who comes later, with everything that could open it again. */
async function hijacked(service: TestService, { domain }: Connected) {
  const { ours, sql } = service;
  const { orgId = '' } = ours;
  const email = `${crypto.randomUUID()}@${domain}`;
  const userId = await aUser(ours, { email, password });
  const beside = await besides(service);
  const holder = newId('ses');
  const secret = await beside.within(
    async (tx) => (await beginTotp(tx, vault, { userId, holder }))?.secret ?? '',
  );
  await beside.within((tx) => confirmTotp(tx, vault, { userId, holder, code: codeOf(secret) }, {}));
  await aPasskey(sql, userId);
  const social = await aSocialProvider(ours);
  await sql('insert into social_links (org_id, provider_id, subject, user_id) values ($1, $2, $3, $4)', [
    orgId,
    social.id,
    'attacker',
    userId,
  ]);
  await sql(
    `insert into mailed_links (org_id, id, purpose, asked_hash, user_id, email, token_hash, expires_at)
     values ($1, gen_random_uuid(), 'RESET_PASSWORD', '\\x00', $2, $3, sha256($2::text::bytea), now() + interval '1 hour')`,
    [orgId, userId, email],
  );
  const party = await aRelyingParty(ours, {
    consentRequired: true,
    scopes: ['openid', 'offline_access'],
  });
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  const scope = { scope: 'openid offline_access', prompt: 'consent' };
  const tokens = await (await authorized(party, browser, scope)).exchange();
  expect(await isActive(party, tokens.refresh_token)).toBe(true);
  return { email, userId, beside, party, browser, tokens };
}

const accountTitle = async (browser: Browser, orgId: string | undefined): Promise<string> =>
  /<h1>([^<]*)/.exec((await browser.open(`/account/${orgId}`)).text)?.[1] ?? '';

interface Standing {
  /** Whether the link is still there. */
  links: boolean;
  /** How many hours ago the issuer proved the address, and the link was made. The domain was proved two hours ago. */
  hours: number;
  /** Whether a node of the release before wrote the user. */
  isOld?: boolean;
  byMail?: boolean;
}

const wellKnown = (provider: string) => ({ provider, issuer: undefined, allowedDomains: [] });

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

/** Notes that an issuer proved the address of a user at a time. Everything else that the user has was made later. */
async function provedBy(
  { sql }: Pick<TestService, 'sql'>,
  userId: string,
  issuer: string,
  { at, isOld = false }: { at?: string | undefined; isOld?: boolean | undefined } = {},
): Promise<void> {
  await sql(
    `update users set email_verified = true, email_proof = 'BY_ISSUER', email_proved_by = $2, source = 'FEDERATION',
            source_connection_id = $2, created_at = coalesce($3, created_at) where id = $1`,
    [userId, issuer, at ?? null],
  );
  await sql('update users set email_verified_at = created_at where id = $1', [userId]);
  if (!isOld) return;
  // Without the trigger, which knows no such row.
  await sql(
    `with off as materialized (select set_config('session_replication_role', 'replica', true))
     update users set email_proof = null, email_proved_by = null from off where id = $1`,
    [userId],
  );
}

/** The ways in that a user has. */
async function waysOf({ sql }: Pick<TestService, 'sql'>, userId: string) {
  const [row] = await sql<{ links: string[]; passkeys: number; password: boolean }>(
    `select array(select l.provider_id from social_links l where l.user_id = u.id order by 1) as links,
            (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys, password_hash is not null as password
       from users u where id = $1`,
    [userId],
  );
  return row;
}

describe('the first sign-in of the owner of an address', () => {
  test('takes everything away that was made before the address was proved', async ({ service }) => {
    const { ours, sql } = service;
    const connection = await connected(service, upstream);
    const { email, userId, beside, party, browser, tokens } = await hijacked(service, connection);
    // A sign-in of the attacker waits for another factor.
    const waiting = await beside.within(async (tx) => {
      const attacker = await openBrowser(tx, undefined);
      const { id } = await startSignIn(tx, attacker, { returnTo: '/' });
      const provedAt = tenancyOf(tx).now.getTime();
      await tx.run(statement`
update sign_ins set user_id = ${userId}, amr = '{hwk}', auth_time = now(), state = ${JSON.stringify({ provedAt })} where id = ${id}`);
      return { token: attacker.token, id };
    });
    const claims = { ...aSubject(connection), email };
    const seen = await signedInAs(service, connection, claims);
    expect(outcomeOf(seen)).toBe('SIGNED_IN');

    const links = await sql<{ provider_id: string }>(
      'select provider_id from social_links where user_id = $1',
      [userId],
    );
    expect(links).toEqual([{ provider_id: connection.id }]);
    const { body } = await ours.call('getUser', { path: { userId } });
    expect(body).toMatchObject({ email, emailVerified: true, mfaMethods: [], status: 'ACTIVE' });
    for (const table of ['totp_factors', 'recovery_codes', 'passkeys', 'oidc_consents'])
      expect([table, await sql(`select from ${table} where user_id = $1`, [userId])]).toEqual([table, []]);
    expect(await accountTitle(browser, ours.orgId)).toBe('Sign in');
    expect([await isActive(party, tokens.refresh_token), await isActive(party, tokens.access_token)]).toEqual(
      [false, false],
    );
    const wrong = await locally(service, aPerson(service.origin), { email, password });
    expect(wrong.text).toContain('Incorrect username or password.');
    const dead = await sql(
      `select from mailed_links l join users u on u.org_id = l.org_id and u.id = l.user_id
        where u.id = $1 and u.password_changed_at <= l.created_at`,
      [userId],
    );
    expect(dead).toEqual([]);
    const again = await beside.within((tx) =>
      openSignIn(tx, { ...waiting, form: { csrf: csrfOf(waiting.token, waiting.id) } }),
    );
    expect('signIn' in again && again.signIn.isProved()).toBe(false);
    await beside.close();

    const told = await sql<{ type: string; reason: string | null; fields: string }>(
      `select type, data ->> 'reason' as reason,
              (select string_agg(distinct c ->> 'field', ',' order by c ->> 'field') from jsonb_array_elements(data -> 'changes') as c) as fields
         from events where data ->> 'userId' = $1 and type in ('session.revoked', 'user.updated')
        order by created_at, id`,
      [userId],
    );
    expect(told).toContainEqual({ type: 'session.revoked', reason: 'USER_RECLAIMED', fields: null });
    expect(told).toContainEqual({
      type: 'user.updated',
      reason: null,
      fields: 'emailVerified,mfaMethods,passkeys,password,socialAccounts',
    });
    // The owner sets up factors of their own, and they stay.
    await aPasskey(sql, userId);
    expect(outcomeOf(await signedInAs(service, connection, claims))).not.toBe('SIGN_IN_FIRST');
    expect(await sql('select from passkeys where user_id = $1', [userId])).toHaveLength(1);
  });

  test('takes it away also if the address was verified afterwards', async ({ service }) => {
    // The owner of the address has followed the link of an e-mail that the attacker asked for.
    const before = `now() - interval '1 minute'`;
    const ways: [what: string, sql: string][] = [
      ['a password', `update users set password_changed_at = ${before} where id = $1`],
      ['a passkey', `update passkeys set created_at = ${before} where user_id = $1`],
    ];
    for (const [what, change] of ways) {
      const connection = await connected(service, upstream);
      const claims = aSubject(connection);
      const userId = await aUser(service.ours, { email: claims.email, password });
      await aPasskey(service.sql, userId);
      await service.sql(`update passkeys set rp_id = 'elsewhere.example' where user_id = $1`, [userId]);
      // All other things are younger than the proof.
      await service.sql(`update users set password_changed_at = now() + interval '1 minute' where id = $1`, [
        userId,
      ]);
      await service.sql(`update passkeys set created_at = now() + interval '1 minute' where user_id = $1`, [
        userId,
      ]);
      await service.sql(change, [userId]);
      await service.sql(`update users set email_verified = true where id = $1`, [userId]);
      expect([what, outcomeOf(await signedInAs(service, connection, claims))]).toEqual([what, 'SIGNED_IN']);
      const left = await service.sql(
        `select password_hash, (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys, email_verified
           from users u where id = $1`,
        [userId],
      );
      expect([what, left]).toEqual([what, [{ password_hash: null, passkeys: 0, email_verified: true }]]);
    }
  });

  test('keeps everything if the address was verified before', async ({ service }) => {
    const { sql } = service;
    const connection = await connected(service, upstream);
    const { email, userId, beside, party, browser, tokens } = await hijacked(service, connection);
    await beside.close();
    await proveAddress(service, userId);
    await sql('delete from totp_factors where user_id = $1', [userId]);
    // The link is with a provider that vouches for addresses itself.
    await sql(
      `update social_providers p set provider = 'google', issuer = null from social_links l where l.provider_id = p.id and l.user_id = $1`,
      [userId],
    );
    const claims = { ...aSubject(connection), email };
    await signedInAs(service, connection, claims);
    expect((await linksOf(service, claims.sub ?? ''))[0]?.user_id).toBe(userId);
    expect(await isActive(party, tokens.refresh_token)).toBe(true);
    expect(await accountTitle(browser, service.ours.orgId)).toBe('Your account');
    const links = await sql('select from social_links where user_id = $1', [userId]);
    expect(links).toHaveLength(2);
  });

  test('takes everything away if an issuer opened the account that does not vouch for the domain', async ({
    service,
  }) => {
    const { sql, ours } = service;
    const connection = await connected(service, upstream);
    const { email, userId, beside, party, browser, tokens } = await hijacked(service, connection);
    await beside.close();
    // The own issuer of a caller was the first to say that the address is verified.
    const [{ provider_id: issuer } = { provider_id: '' }] = await sql<{ provider_id: string }>(
      'select provider_id from social_links where user_id = $1',
      [userId],
    );
    await provedBy(service, userId, issuer);
    const claims = { ...aSubject(connection), email };
    expect(outcomeOf(await signedInAs(service, connection, claims))).toBe('SIGNED_IN');
    expect(await waysOf(service, userId)).toEqual({ links: [connection.id], passkeys: 0, password: false });
    expect(await sql('select from totp_factors where user_id = $1', [userId])).toEqual([]);
    expect(await accountTitle(browser, ours.orgId)).toBe('Sign in');
    expect(await isActive(party, tokens.refresh_token)).toBe(false);
    const told = await sql(
      `select from events where type = 'session.revoked' and data ->> 'userId' = $1 and data ->> 'reason' = 'USER_RECLAIMED'`,
      [userId],
    );
    expect(told).toHaveLength(1);
    const audited = await sql<{ fields: string[] }>(
      `select array(select c ->> 'field' from jsonb_array_elements(p.content::jsonb -> 'changes') as c) as fields
         from audit_logs a join audit_personal p on p.audit_id = a.id
        where a.target_id = $1 and a.action = 'user.update' order by a.created_at desc limit 1`,
      [userId],
    );
    expect(audited[0]?.fields).toEqual(expect.arrayContaining(['password', 'socialAccounts']));
  });

  const before: Standing = { links: true, hours: 3 };
  const after: Standing = { links: true, hours: 1 };
  test.for<[what: string, keeps: boolean, standing: Standing, provider: Record<string, unknown>]>([
    ['Google', true, before, wellKnown('google')],
    ['GitHub', true, before, wellKnown('github')],
    ['Facebook, where users enter any address', false, before, wellKnown('facebook')],
    ['Microsoft, where users enter any address', false, before, wellKnown('microsoft')],
    ['an own issuer that the domain was allowed before its proof', false, before, {}],
    ['an own issuer that the domain was allowed after its proof', true, after, {}],
    ['an own issuer that another domain was allowed', false, after, { allowedDomains: ['other.example'] }],
    ['an own issuer that was deleted', false, { ...after, links: false }, {}],
    ['an own issuer, in the release before', false, { ...before, isOld: true }, {}],
    ['a deleted provider, in the release before', false, { ...before, isOld: true, links: false }, {}],
    ['only the mailbox', true, { hours: 3, links: false, byMail: true }, {}],
  ])(
    'after %s opened the account, keeps its ways in: %s',
    async ([, keeps, standing, provider], { service }) => {
      const { ours, sql } = service;
      const connection = await connected(service, upstream);
      const claims = aSubject(connection);
      const userId = await aUser(ours, { email: claims.email, password });
      await aPasskey(sql, userId);
      await sql(`update passkeys set rp_id = 'elsewhere.example' where user_id = $1`, [userId]);
      const at = hoursAgo(standing.hours);
      await sql('update federation_domains set verified_at = $2 where domain = $1', [
        connection.domain,
        hoursAgo(2),
      ]);
      const made = await aSocialProvider(ours, { allowedDomains: [connection.domain], ...provider });
      await sql(
        `insert into social_links (org_id, provider_id, subject, user_id, created_at) values ($1, $2, 'the subject', $3, $4)`,
        [ours.orgId, made.id, userId, at],
      );
      if (standing.byMail) await proveAddress(service, userId);
      else await provedBy(service, userId, made.id, { at, isOld: standing.isOld });
      if (!standing.links) await ours.call('deleteSocialProvider', { path: { providerId: made.id } });
      expect(outcomeOf(await signedInAs(service, connection, claims))).toBe('SIGNED_IN');
      const links = keeps && standing.links ? [connection.id, made.id] : [connection.id];
      expect(await waysOf(service, userId)).toEqual({ links, passkeys: keeps ? 1 : 0, password: keeps });
    },
  );

  test('takes everything away if an account of another connection opened it', async ({ service }) => {
    const [other, connection] = [await connected(service, upstream), await connected(service, upstream)];
    const claims = aSubject(connection);
    const userId = await aUser(service.ours, { email: claims.email, password });
    await proveAddress(service, userId);
    await linkUser(service, other.id, userId);
    expect(outcomeOf(await signedInAs(service, connection, claims))).toBe('SIGNED_IN');
    expect(await waysOf(service, userId)).toEqual({ links: [connection.id], passkeys: 0, password: false });
  });
});
