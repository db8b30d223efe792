import * as oidc from 'openid-client';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { nodesOf, type Plan as ExplainedPlan } from '../../support/explain.ts';
import { aPerson } from '../../support/person.ts';
import { aRelyingParty, authorized, Browser, call, signedIn } from '../../support/relying-party.ts';
import { codeOf } from '../../support/second-factors.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { rounds } from '../../support/thorough.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';

/** Rows of each table that sign-ins fill; the plans are those of a million. */
const many = rounds(100_000, 50_000, 50_000);
/** The number of users. Each user has a few rows of each table. */
const people = many / 10;

/** As a busy year leaves it: of everybody some, of one person and one browser no more than of others. */
const fill = (orgId: string): string => `
set session_replication_role = replica;
insert into users (org_id, id, status, email, username)
select '${orgId}', 'usr_' || n, 'ACTIVE', 'p' || n || '@example.com', 'p' || n from generate_series(1, ${people}) n;
insert into browsers (id, token_hash, last_seen_at, known)
select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, sha256(n::text::bytea), now() - n * interval '10 s', n % 10 > 0
  from generate_series(1, ${many}) n;
insert into known_browsers (org_id, user_id, browser_id)
select '${orgId}', 'usr_' || 1 + n % ${people}, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid
  from generate_series(1, ${many}) n where n % 10 > 0;
insert into login_sessions (org_id, id, browser_id, user_id, amr, auth_time, last_seen_at, expires_at)
select org_id, 'ses_' || row_number() over (), browser_id, user_id, '{pwd}', now(), now(), now() + interval '7 days' from known_browsers;
insert into sign_ins (org_id, id, browser_id, user_id, return_to, expires_at)
select '${orgId}', 'sgn_' || n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'usr_' || 1 + n % ${people}, '/',
       now() + interval '30 minutes' from generate_series(1, ${many}) n;
insert into sign_in_failures (org_id, name_hash, window_started_at, failures)
select '${orgId}', sha256(n::text::bytea), now(), 1 from generate_series(1, ${many}) n;
insert into mailed_links (org_id, id, purpose, asked_hash, user_id, email, token_hash, browser_id, expires_at)
select '${orgId}', gen_random_uuid(), 'SIGN_IN', sha256(n::text::bytea), 'usr_' || 1 + n % ${people}, 'p' || 1 + n % ${people} || '@example.com',
       sha256(n::text::bytea), ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, now() + interval '10 minutes'
  from generate_series(1, ${many}) n;
insert into oidc_artifacts (org_id, model, id_hash, payload, client_id, user_id, grant_id, login_id, alias_hash, expires_at)
select '${orgId}', (array['AccessToken', 'RefreshToken', 'AuthorizationCode', 'Grant', 'Session', 'Interaction', 'ReplayDetection'])[1 + n % 7],
       sha256(n::text::bytea), '{}', 'oidc_' || n % 50, 'usr_' || 1 + n % ${people}, 'grant ' || n / 7, 'ses_' || n,
       case when n % 7 = 4 then sha256(n::text::bytea) end, now() + interval '1 hour'
  from generate_series(1, ${many}) n;
insert into totp_factors (org_id, user_id, secret, algorithm, digits, period_seconds, last_step, created_at, last_used_at)
select '${orgId}', 'usr_' || n, sha256(n::text::bytea), 'SHA1', 6, 30, 0, now(), now() from generate_series(1, ${people}) n;
insert into totp_enrolments (org_id, holder, user_id, secret, algorithm, digits, period_seconds, expires_at)
select '${orgId}', 'sgn_' || n, 'usr_' || 1 + n % ${people}, sha256(n::text::bytea), 'SHA1', 6, 30, now() + interval '30 minutes'
  from generate_series(1, ${many}) n;
insert into recovery_codes (org_id, user_id, code_hash, created_at)
select '${orgId}', 'usr_' || 1 + n % ${people}, sha256(n::text::bytea), now() from generate_series(1, ${many}) n;
insert into passkey_challenges (org_id, holder, purpose, challenge, expires_at)
select '${orgId}', 'sgn_' || n, 'AUTHENTICATE', 'x', now() + interval '30 minutes' from generate_series(1, ${many}) n;
insert into passkeys (org_id, id, user_id, name, credential_id, public_key, counter, aaguid, device_type, backed_up, rp_id)
select '${orgId}', 'psk_' || n, 'usr_' || 1 + n % ${people}, 'key', sha256(n::text::bytea), 'x', 0, gen_random_uuid(), 'single', false, 'localhost'
  from generate_series(1, ${many}) n;
insert into oidc_user_code_tries (org_id, address, wrong, started_at)
select '${orgId}', '10.0.0.0'::inet + n, 1, now() from generate_series(1, ${many}) n;
set session_replication_role = origin;
analyze;`;

const filled = [
  'users',
  'browsers',
  'known_browsers',
  'login_sessions',
  'sign_ins',
  'sign_in_failures',
  'mailed_links',
  'oidc_artifacts',
  'totp_factors',
  'totp_enrolments',
  'recovery_codes',
  'passkey_challenges',
  'passkeys',
  'oidc_user_code_tries',
];

interface Asked {
  name?: string | undefined;
  text: string;
  values: unknown[];
}

type Plan = ExplainedPlan & { 'Plan Rows': number; Plans?: Plan[] };

/** Notes what the service asks Postgres while something is done. */
async function asked(work: () => Promise<unknown>): Promise<Asked[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const found = new Map<string, Asked>();
  for (const [first, second] of query.mock.calls as unknown[][]) {
    const { name, text, values } =
      typeof first === 'string' ? { name: undefined, text: first, values: second } : (first as Asked);
    if (/^\s*(with|select|insert|update|delete)\b/i.test(text))
      found.set(text, { name, text, values: Array.isArray(values) ? values : [] });
  }
  query.mockRestore();
  return [...found.values()];
}

/**
 * Returns the faults of the plan of a statement. A fault is a table read from end to end, or a sort of more than a page can
 * show.
 */
async function faultsOf(
  client: pg.Client,
  { name, text, values }: Asked,
  used: Set<string>,
): Promise<string[]> {
  const explain = 'explain (format json) ';
  let rows: { 'QUERY PLAN': [{ Plan: Plan }] }[];
  if (!filled.some((table) => text.includes(table))) return [];
  if (name === undefined) ({ rows } = await client.query(explain + text, values));
  else {
    // For a statement with a name, Postgres keeps a plan that fits all values.
    await client.query(`prepare asked as ${text}`);
    const literals = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(literal(value))));
    ({ rows } = await client.query(
      `${explain} execute asked ${literals.length > 0 ? `(${literals.join(', ')})` : ''}`,
    ));
    await client.query('deallocate asked');
  }
  const nodes = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
  return nodes.flatMap((node) => {
    const {
      'Node Type': type,
      'Relation Name': table = '',
      'Plan Rows': expected,
      'Index Name': index,
    } = node;
    if (index !== undefined) used.add(index);
    if (type === 'Seq Scan' && filled.includes(table)) return [`reads all of ${table}: ${text}`];
    // Where no statistics tell, Postgres expects thousands of a JSON list that has one or two.
    if (/Sort/.test(type) && expected > 1_000) return [`sorts ${expected} rows: ${text}`];
    return [];
  });
}

/** As SQL takes it in `execute`. */
function literal(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  if (!Array.isArray(value)) return String(value);
  return `{${value.map((one) => (one === null ? 'null' : JSON.stringify(literal(one)))).join(',')}}`;
}

async function signIn({ ours, origin }: TestService): Promise<void> {
  const orgId = ours.orgId ?? '';
  const email = anEmail();
  const userId = await aUser(ours, { email, password });
  const person = aPerson(origin);
  await person.signIn(orgId, email, 'wrong');
  await person.signIn(orgId, email, password);
  const settings = await person.open(`/account/${orgId}/totp`);
  const secret = (/<code class="secret"[^>]*>([^<]*)</.exec(settings.text)?.[1] ?? '').replaceAll(' ', '');
  const codes = await person.send(settings, { otp: codeOf(secret) });
  const [recovery = ''] = /\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}\b/i.exec(codes.text) ?? [];
  await person.open(`/account/${orgId}/passkeys`);
  await person.open(`/logout/${orgId}`);
  const other = aPerson(origin);
  const second = await other.signIn(orgId, email, password);
  await other.send(second, { otp: '000000' });
  await other.send(second, { otp: codeOf(secret, 30) });
  const third = aPerson(origin);
  const step = await third.signIn(orgId, email, password);
  await third.send(await third.open(`${step.path}&factor=recovery-code`), { recovery_code: recovery });
  await third.send(await third.open(`/login/${orgId}/forgot-password`), { username: email });
  await third.open(`/login/${orgId}/magic-link/${'a'.repeat(43)}`);
  await third.open(`/login/${orgId}/reset-password/${'a'.repeat(43)}`);
  await other.send(await other.open(`/logout/${orgId}`), {});
  const path = { userId };
  await ours.call('deleteUserFactors', { path });
  for (const _ of [1, 2, 3]) await aPerson(origin).signIn(orgId, email, password);
  const { body } = await ours.call('listUserSessions', { path, query: { limit: 1 } });
  await ours.call('listUserSessions', { path, query: { cursor: body.pagination.nextCursor } });
  await ours.call('endUserSession', { path: { userId, sessionId: body.data[0].id } });
  await ours.call('endUserSessions', { path });
  await ours.call('suspendUser', { path: { userId }, body: {} });
  await ours.call('deleteUser', { path: { userId } });
}

async function connect(service: TestService): Promise<void> {
  const { ours } = service;
  const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
  const grantTypes = ['authorization_code', 'refresh_token', deviceGrant];
  const party = await aRelyingParty(ours, { consentRequired: true, grantTypes, refreshReuseWindow: 5 });
  const userId = await aUser(ours, {});
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  // Until Postgres has plans that fit all values.
  for (let again = 0; again < 2; again++) {
    const { exchange } = await authorized(party, browser);
    const tokens = await exchange();
    await oidc.fetchUserInfo(party.config, tokens.access_token, userId);
    await oidc.tokenIntrospection(party.config, tokens.access_token);
    await oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
    await exchange().catch(() => undefined);
    await oidc.tokenRevocation(party.config, tokens.access_token);
  }
  const codes = await oidc.initiateDeviceAuthorization(party.config, { scope: 'openid' });
  await call(party, '/token', { grant_type: deviceGrant, device_code: codes.device_code });
  await browser.send(await browser.open(codes.verification_uri), { user_code: codes.user_code });
  await new Browser(party.issuer).open(party.config.serverMetadata().end_session_endpoint ?? '');
  await ours.call('suspendUser', { path: { userId }, body: {} });
}

test('no statement of signing in, of OpenID Connect or of cleaning up after them reads a table from end to end', {
  timeout: 600_000,
}, async () => {
  const service = await startTestService({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'no-reply@keyward.example',
  });
  try {
    const { sql, ours } = service;
    await sql(fill(ours.orgId ?? ''));
    const statements = [
      ...(await asked(() => signIn(service))),
      ...(await asked(() => connect(service))),
      ...(await asked(() => service.runTask('clean-up'))),
    ];
    expect(statements.length).toBeGreaterThan(150);
    const client = new pg.Client(service.database);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('set plan_cache_mode = force_generic_plan');
    const faults: string[] = [];
    const used = new Set<string>();
    for (const statement of statements) faults.push(...(await faultsOf(client, statement, used)));
    await client.end();
    expect([...new Set(faults)]).toEqual([]);
    // One day may bring a hundred thousand visitors.
    for (const index of ['oidc_artifacts_of_login', 'browsers_unknown']) expect([...used]).toContain(index);
  } finally {
    await service.stop();
  }
});
