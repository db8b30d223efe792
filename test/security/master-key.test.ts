import { randomBytes } from 'node:crypto';
import * as oidc from 'openid-client';
import { expect } from 'vitest';
import { createVault } from '../../src/platform/vault.ts';
import { resealSecrets } from '../../src/workers/reseal-secrets.ts';
import { aWrappedCredential } from '../support/builders.ts';
import { aConnection } from '../support/connections.ts';
import { aSamlConnection } from '../support/saml-connections.ts';
import { testMasterKey } from '../support/master-key.ts';
import { poolOf } from '../support/pool.ts';
import {
  aPerson,
  aRelyingParty,
  authorized,
  begin,
  call,
  discovered,
  issuerOf,
  type RelyingParty,
  signedIn,
} from '../support/relying-party.ts';
import { aPerson as samlVisitor, fieldOf } from '../support/person.ts';
import { anAlertRule } from '../support/findings.ts';
import { aLogoutParty, logoutContent, logoutPath } from '../support/saml-logout.ts';
import { applied } from '../support/configuration.ts';
import { redirectPath } from '../support/saml-sign-on.ts';
import { arrive, aSamlSubject, awayBySaml, responseTo, samlConnected } from '../support/saml-upstream.ts';
import { besides } from '../support/second-factors.ts';
import { beginTotp } from '../../src/users/factors/totp.ts';
import { newId } from '../../src/lib/id.ts';
import { vault } from '../support/second-factors.ts';
import { test, type TestService } from '../support/service.ts';
import { aSocialProvider } from '../support/social.ts';
import { aSubject, connected, signedInAs, startUpstream } from '../support/upstream.ts';
import { createWebhook } from '../support/webhooks.ts';

/** The columns that are sealed under the master key. */
const resealed = [
  'alert_channels.target',
  'audit_keys.private_key',
  'federation_connections.client_secret',
  'federation_encryption_keys.private_key',
  'managed_objects.secrets',
  'master_keys.check_value',
  'saml_keys.private_key',
  'signing_keys.private_key',
  'social_providers.client_secret',
  'totp_enrolments.secret',
  'totp_factors.secret',
  'webhook_listeners.secret',
  'webhooks.previous_secret',
  'webhooks.secret',
];
/** Rows live for seven days at most (ADR 0029), those of SAML for 40 minutes. */
const notResealed = [
  'federation_logouts.hint',
  'federation_responses.kept',
  'login_sessions.upstream_hint',
  'oidc_artifacts.sealed',
  'saml_logouts.asked',
  'saml_requests.asked',
];
/** Columns sealed by the key or the token of the caller who may read them. */
const sealedOtherwise = ['idempotency_keys.answer', 'wrapped_secrets.sealed'];
// A listener's `place_key` is a key of its own, which seals only places of its stream (ADR 0134). A trace is stored without any secret (ADR 0063), and so is a decision. `once`, `jti`, `assertion` and `handle` are hashes.
const noSecret =
  /hash$|signature$|\.salt$|^mailed_links\.requester$|\.subnet$|\.public_key$|\.credential_id$|\.jti$|^saml_traces\.|^access_decisions\.|^federation_traces\.|^federation_responses\.(assertion|handle)$|^webhook_listeners\.place_key$/;

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const deviceClient = {
  grantTypes: [deviceGrant, 'refresh_token'],
  redirectUris: [],
  postLogoutRedirectUris: [],
};

/** Something of each kind that is sealed. */
async function fill(service: TestService): Promise<void> {
  const { ours } = service;
  const { id } = await createWebhook(ours);
  expect((await ours.call('rotateWebhookSecret', { path: { id } })).status).toBe(200);
  expect((await ours.call('createWebhookListener', { body: { events: ['identity.created'] } })).status).toBe(
    201,
  );
  await anAlertRule(ours, { channels: [{ type: 'SLACK', url: 'https://hooks.slack.com/services/T0/B0/x' }] });
  await aSocialProvider(ours);
  const github = { provider: 'github', name: 'GitHub', clientId: 'one', clientSecret: 'a secret of github' };
  await applied(ours, [{ kind: 'socialProvider', key: 'github', spec: github }]);
  await aConnection(ours);
  await aWrappedCredential(ours);
  const metadata = await service.anonymous.call('getSamlMetadata', { path: { orgId: ours.orgId ?? '' } });
  expect(metadata.status).toBe(200);
  const { id: samlId } = await aSamlConnection(ours);
  const ofConnection = await service.anonymous.call('getSamlConnectionMetadata', { path: { id: samlId } });
  expect(ofConnection.status).toBe(200);
  const domain = await besides(service);
  await domain.enrolled();
  const userId = await domain.person();
  await domain.within((tx) => beginTotp(tx, vault, { userId, holder: newId('ses') }));
  await domain.close();
  await service.runTask('seal-audit');
}

/** The columns of bytes, and of each how many rows begin like this. */
async function beginning({ sql }: TestService, start: Buffer): Promise<Record<string, number>> {
  const columns = await sql<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.atttypid = 'bytea'::regtype and not a.attisdropped order by 1, 2`,
  );
  const counts: Record<string, number> = {};
  for (const { table, column } of columns) {
    const [row] = await sql<{ count: number }>(
      `select count(*)::int as count from ${table} where substring(${column} for $1) = $2`,
      [start.length, start],
    );
    counts[`${table}.${column}`] = row?.count ?? 0;
  }
  return counts;
}

const having = (counts: Record<string, number>): string[] =>
  Object.keys(counts).filter((name) => counts[name]);

test('a new master key reseals long-lived values, and unreadable short-lived values cause no server error', async ({
  service,
}) => {
  const { ours, sql } = service;
  await fill(service);
  const userId = await aPerson(service);
  const parties = {
    plain: await aRelyingParty(ours, { backchannelLogoutUri: 'https://127.0.0.1:1/' }),
    asking: await aRelyingParty(ours, { consentRequired: true }),
    device: await aRelyingParty(ours, deviceClient),
  };
  const browser = await signedIn(service, { issuer: issuerOf(ours), userId });
  const tokens = await (await authorized(parties.plain, browser)).exchange();
  const consent = await browser.open((await begin(parties.asking)).url);
  expect(consent.text).toContain('name="answer"');
  const codes = await oidc.initiateDeviceAuthorization(parties.device.config, { scope: 'openid' });
  const visitor = samlVisitor(service.origin);
  const serviceProvider = await aLogoutParty(ours);
  const unknown = { nameID: 'x', nameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' };
  const waiting = [
    await visitor.get(await redirectPath(serviceProvider)),
    await visitor.get(logoutPath(serviceProvider, logoutContent(serviceProvider, unknown))),
  ].map(({ location }) => location);

  const upstream = await startUpstream();
  upstream.metadata = { end_session_endpoint: `${upstream.url}/end` };
  const connection = await connected(service, upstream, { logoutUpstream: true });
  await signedInAs(service, connection, aSubject(connection));
  const { person: leaver } = await signedInAs(service, connection, aSubject(connection));
  const asked = await leaver.open(`/logout/${ours.orgId}`);
  const leaving = await leaver.post(asked.forms.at(-1)?.action ?? '', { csrf: fieldOf(asked, 'csrf') });

  const idp = await samlConnected(service);
  const away = await awayBySaml(service, idp);
  const says = responseTo(idp, away.asked.id, aSamlSubject(idp));
  const arrived = await arrive(service, idp, says, away.asked.relayState);
  expect(arrived.status).toBe(303);

  const [old, next] = [Buffer.from(testMasterKey, 'base64'), randomBytes(32)];
  const before = await beginning(service, createVault([old]).start);
  // A column that is new here is either resealed or named above.
  expect(Object.keys(before).filter((name) => !noSecret.test(name))).toEqual(
    [...resealed, ...notResealed, ...sealedOtherwise].toSorted(),
  );
  expect(having(before)).toEqual([...resealed, ...notResealed].toSorted());
  const pool = poolOf(service);
  await resealSecrets(pool, createVault([next, old]), { info: () => undefined, error: () => undefined });
  await pool.end();
  expect(having(await beginning(service, createVault([old]).start))).toEqual(notResealed);
  expect(having(await beginning(service, createVault([next]).start))).toEqual(resealed);

  const node = await service.startNode({ MASTER_KEY: next.toString('base64'), ROLE: 'all' });
  try {
    const there = issuerOf({ ...ours, origin: node.origin });
    const at = async (party: RelyingParty): Promise<RelyingParty> => ({
      ...party,
      issuer: there,
      config: await discovered(there, party.clientId, party.clientSecret),
    });
    const moved = (url: URL | string) => Object.assign(new URL(url), { port: new URL(node.origin).port });
    // The login is a row of Keyward and goes on, so clients get new tokens.
    // The session of the provider cannot be read any more, and its tokens end with it.
    const { url } = await begin(await at(parties.plain), { prompt: 'none' });
    expect((await browser.open(url)).url.searchParams.get('code')).toBeTruthy();
    const plain = await at(parties.plain);
    expect((await call(plain, '/introspect', { token: tokens.access_token })).body).toEqual({
      active: false,
    });
    const refreshed = await call(plain, '/token', {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token ?? '',
    });
    expect([refreshed.status, refreshed.body['error']]).toEqual([400, 'invalid_grant']);
    for (const path of waiting) {
      const { status, headers } = await samlVisitor(node.origin).get(path);
      expect([path, status, headers.get('x-error-code')]).toEqual([path, 404, 'INTERACTION_NOT_FOUND']);
    }
    const elsewhere = samlVisitor(node.origin);
    elsewhere.cookies.add(leaver.cookies);
    const sent = new URL((await elsewhere.get(leaving.location)).location);
    expect([sent.pathname, sent.searchParams.get('id_token_hint')]).toEqual(['/end', null]);
    await upstream.close();
    const answered = await browser.send({ ...consent, url: moved(consent.url) }, { answer: 'allow' });
    expect([answered.status, answered.headers.get('x-error-code')]).toEqual([404, 'INTERACTION_NOT_FOUND']);
    const polled = await call(await at(parties.device), '/token', {
      grant_type: deviceGrant,
      device_code: codes.device_code,
    });
    expect([polled.status, polled.body['error']]).toEqual([400, 'invalid_grant']);
    const typed = await browser.open(moved(codes.verification_uri));
    expect((await browser.send(typed, { user_code: codes.user_code })).text).toContain('data-failed');
    const { end_session_endpoint: end = '' } = plain.config.serverMetadata();
    expect((await browser.open(end)).status).toBe(200);
    // The clients of the earlier session cannot be read any more. The job ends, and is not retried endlessly.
    expect((await ours.call('suspendUser', { path: { userId }, body: {} })).status).toBe(200);
    const left = () => sql(`select last_error from tenant_jobs where task = 'begin-logout'`);
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
  } finally {
    await node.stop();
  }
});
