import { randomBytes } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import type { OperationId } from '../../src/operation.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { leaksOf, serverLog, tablesAsText } from '../support/canaries.ts';
import { type CallParts, createClient } from '../support/client.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { sendRaw } from '../support/raw.ts';
import { startTestService, test } from '../support/service.ts';

// security.md 1: "Secret in logs, audit, webhook, error".

test('no secret leaves the service but in the answer that issues it', async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const node = await startServiceProcess(service, { LOG_LEVEL: 'trace' });
  const { ours, theirs, oursTest, organizations, sql } = service;
  const secrets = new Set(
    Object.values(organizations).flatMap(({ live, test: testing }) => [live.key, testing.key]),
  );
  const told: string[] = [];
  const client = createClient(node.origin, ours.key);
  const call = async (id: OperationId, parts: CallParts = {}, by = client) => {
    const { status, body, headers } = await by.call(id, parts);
    const { credential, token, signingSecret, secret, ...others } = body ?? {};
    // The fields that issue a secret; in a verification `credential` is a summary.
    const issued = [credential, token, signingSecret, secret].filter(
      (one) => typeof one === 'string' && one !== 'whsec_********',
    );
    for (const one of issued) secrets.add(one);
    told.push(JSON.stringify([issued.length > 0 ? others : body, [...headers]]));
    return { status, body };
  };

  // A whole life.
  const { body: identity } = await call('createIdentity', { body: { name: 'canary', type: 'CI_CD' } });
  const identityId: string = identity.id;
  const headers = { 'idempotency-key': 'canary-1' };
  const parts = { body: { identityId, name: 'canary', scopes: ['credentials.*'] }, headers };
  const { body: made } = await call('createCredential', parts);
  expect((await call('createCredential', parts)).body.credential).toBe(made.credential);
  const { body: jit } = await call('createJitCredential', {
    body: { identityId, duration: '1h', maxUsage: 3 },
  });
  const path = { id: made.id };
  for (const secret of [made.credential, jit.credential])
    await call('verifyCredential', { body: { credential: secret, ipAddress: '203.0.113.7' } });
  const { body: rotated } = await call('rotateCredential', {
    path,
    body: { gracePeriod: 60 },
    headers: { 'idempotency-key': 'canary-2' },
  });
  await call('updateCredential', { path, body: { name: 'renamed', metadata: { a: 1 } } });
  for (const id of [
    'getCredential',
    'getCredentialUsage',
    'suspendCredential',
    'reactivateCredential',
    'listCredentials',
    'listIdentities',
  ] as const)
    await call(id, { path });
  await call('getIdentity', { path: { id: identityId } });
  for (const key of [made.credential, rotated.credential, jit.credential])
    await call('listCredentials', {}, createClient(node.origin, key));
  for (const by of [theirs, oursTest])
    await call(
      'verifyCredential',
      { body: { credential: made.credential } },
      createClient(node.origin, by.key),
    );

  const scimParts = { body: { name: 'canary' }, headers: { 'idempotency-key': 'canary-scim-1' } };
  const { body: scim } = await call('createScimToken', scimParts);
  expect((await call('createScimToken', scimParts)).body.token).toBe(scim.token);
  await call('listScimTokens');
  await call('listIdentities', {}, createClient(node.origin, scim.token));
  await call('verifyCredential', { body: { credential: scim.token } });

  // A token is a secret as long as it is good, and its secret is nowhere before or after.
  for (const late of [false, true]) {
    const { body: wrapped } = await call('createCredential', {
      body: parts.body,
      headers: { 'x-wrap-ttl': '60', 'idempotency-key': `canary-wrap-${late}` },
    });
    if (late) {
      await sql('update wrapped_secrets set expires_at = now()');
      await service.runTask('forget-wrapped-secrets');
    }
    for (const status of [late ? 404 : 200, 404]) {
      const unwrapped = await call('unwrapCredential', { body: { token: wrapped.credential } });
      expect(unwrapped.status).toBe(status);
    }
    await call('verifyCredential', { body: { credential: wrapped.credential } });
  }
  const { body: unused } = await call('createCredential', {
    body: parts.body,
    headers: { 'x-wrap-ttl': '3600' },
  });

  const hook = { name: 'canary', url: 'https://canary.invalid/hook', events: ['identity.created'] };
  const hookParts = { body: hook, headers: { 'idempotency-key': 'canary-hook-1' } };
  const { body: webhook } = await call('createWebhook', hookParts);
  expect((await call('createWebhook', hookParts)).body.signingSecret).toBe(webhook.signingSecret);
  const hookPath = { id: webhook.id };
  const { body: renewed } = await call('rotateWebhookSecret', {
    path: hookPath,
    body: {},
    headers: { 'idempotency-key': 'canary-hook-2' },
  });
  expect(renewed.signingSecret).not.toBe(webhook.signingSecret);
  await call('createIdentity', { body: { name: 'canary', type: 'CI_CD' } });
  await call('updateWebhook', { path: hookPath, body: { name: 'renamed' } });
  for (const id of ['getWebhook', 'listWebhooks', 'testWebhook', 'pauseWebhook', 'listDeliveries'] as const)
    await call(id, { path: hookPath });

  // The path of an address is its secret, and no answer issues it.
  const [pathOfSlack, routingKey] = [randomBytes(24).toString('hex'), randomBytes(16).toString('hex')];
  secrets.add(pathOfSlack).add(routingKey);
  const channels = [
    { type: 'SLACK', url: `https://canary.invalid/services/${pathOfSlack}` },
    { type: 'PAGERDUTY', routingKey },
  ];
  const ruleParts = { body: { name: 'canary', events: ['anomaly.detected'], channels } };
  const { body: rule } = await call('createAlertRule', {
    ...ruleParts,
    headers: { 'idempotency-key': 'canary-rule' },
  });
  expect(rule.channels).toHaveLength(2);
  for (const channel of [
    { type: 'SLACK', url: `http://canary.invalid/${pathOfSlack}` },
    { type: 'TEAMS', routingKey },
  ])
    await call('updateAlertRule', { path: { id: rule.id }, body: { channels: [channel] } });
  // Tests call no other server.
  await call('updateAlertRule', { path: { id: rule.id }, body: { channels: [{ id: rule.channels[0].id }] } });
  for (const id of ['getAlertRule', 'listAlertRules', 'testAlertRule'] as const)
    await call(id, { path: { id: rule.id } });

  // Secrets where they do not belong, and requests that fail while they carry one.
  const secret: string = rotated.credential;
  const never = newSecret('kd_live_');
  secrets.add(never);
  for (const stray of [secret, never, scim.token, renewed.signingSecret, unused.credential]) {
    await call('verifyCredential', { body: { credential: `${stray} ` } });
    await call('verifyCredential', { body: { credential: stray.padEnd(600, 'x') } });
    await call('verifyCredential', { body: { credential: [stray] } });
    await call('verifyCredential', { body: { credential: stray, scopes: [stray], ipAddress: stray } });
    for (const id of [
      'getCredential',
      'rotateCredential',
      'revokeCredential',
      'deleteCredential',
      'suspendIdentity',
    ] as const)
      await call(id, { path: { id: stray } });
    await call('updateCredential', { path: { id: stray }, body: {} });
    await call('listCredentials', { query: { search: stray, status: stray, limit: stray } });
    await call('listCredentials', { query: { search: stray } });
    await call('createIdentity', {
      body: {
        name: stray.repeat(3),
        type: stray,
        tags: [`${stray} `],
        expiresAt: stray,
        allowedIps: [stray],
      },
    });
    await call('createIdentity', {
      body: { name: 'canary', type: 'CI_CD' },
      headers: { 'idempotency-key': stray },
    });
    await call('updateCredential', { path, body: {}, headers: { 'if-match': stray } });
    await call('updateCredential', { path, body: {}, headers: { 'if-match': `"${stray}"` } });
    await call('createCredential', { body: { identityId: stray, name: 'canary' } });
    await call('createWebhook', {
      body: { name: stray.repeat(3), url: `https://${stray}@x.example/`, events: [stray] },
    });
    await call('rotateWebhookSecret', { path: { id: stray }, body: { gracePeriod: stray } });
    for (const token of [stray, `${stray}.${stray}.${stray}`])
      await call('exchangeToken', { body: { orgId: ours.orgId, identityId, token } });
    await call('revokeScimToken', { path: { tokenId: stray } });
    await call('unwrapCredential', { body: { token: `${stray}x` } });
    await call('createCredential', { body: parts.body, headers: { 'x-wrap-ttl': stray } });
    await call('listScimTokens', { query: { status: stray } });
    await call('createScimToken', {
      body: { name: stray.repeat(2), permissions: [stray], expiresAt: stray },
    });
    for (const [headers, body] of [
      [{ 'content-type': 'application/json' }, `{"credential":"${stray}"`],
      [{ 'content-type': 'text/plain' }, stray],
      [{ 'content-type': stray, accept: stray }, stray],
    ] as const) {
      const answer = await sendRaw(node.origin, {
        method: 'POST',
        path: `/api/v1/credentials/verify?x=${stray}`,
        headers: { ...headers, authorization: `Bearer ${ours.key}`, referer: stray },
        body,
      });
      told.push(answer.text, JSON.stringify(answer.headers));
    }
    await call('receiveLeakedSecrets', { body: [{ token: stray, type: stray, url: stray }] });
    for (const authorization of [stray, `Basic ${stray}`, `Bearer ${stray}x`, `Bearer ${stray} ${stray}`]) {
      const answer = await sendRaw(node.origin, {
        path: `/api/v1/identities/${stray}/${stray}`,
        headers: { authorization },
      });
      told.push(answer.text, JSON.stringify(answer.headers));
    }
  }

  // A fault of ours on every path of a secret: what is logged then is the database's own words.
  await sql('alter table credentials rename column last_used_at to elsewhere');
  await sql('alter table usage_facts rename column uses to elsewhere');
  await sql('alter table scim_tokens rename column token_last4 to elsewhere');
  await sql('alter table webhooks rename column previous_secret to elsewhere');
  await sql('alter table wrapped_secrets rename column sealed to elsewhere');
  const failing: [OperationId, CallParts][] = [
    ['verifyCredential', { body: { credential: secret } }],
    ['createCredential', { body: parts.body, headers: { 'idempotency-key': 'canary-3' } }],
    ['rotateCredential', { path, headers: { 'idempotency-key': 'canary-4' } }],
    ['listCredentials', {}],
    ['createScimToken', { body: scimParts.body, headers: { 'idempotency-key': 'canary-scim-2' } }],
    ['listScimTokens', {}],
    ['createWebhook', { body: hook, headers: { 'idempotency-key': 'canary-hook-3' } }],
    ['rotateWebhookSecret', { path: hookPath, body: {} }],
    ['testWebhook', { path: hookPath }],
    ['unwrapCredential', { body: { token: unused.credential } }],
    ['createCredential', { body: parts.body, headers: { 'x-wrap-ttl': '60' } }],
  ];
  for (const [id, broken] of failing) expect((await call(id, broken)).status).toBe(500);
  await sql('alter table wrapped_secrets rename column elsewhere to sealed');
  await sql('alter table webhooks rename column elsewhere to previous_secret');
  await sql('alter table scim_tokens rename column elsewhere to token_last4');
  await sql('alter table usage_facts rename column elsewhere to uses');
  await sql('alter table credentials rename column elsewhere to last_used_at');
  await call('revokeCredential', { path, body: { reason: 'canary' } });
  await call('deleteIdentity', { path: { id: identityId } });
  await call('revokeScimToken', { path: { tokenId: scim.id } });

  for (const id of ['listAuditLogs', 'exportAuditLogs', 'getAuditIntegrity'] as const)
    expect((await call(id)).status).toBe(200);

  const { text: metrics } = await sendRaw(node.origin, { path: '/metrics' });
  const tables = await tablesAsText(service);
  node.signal('SIGTERM');
  expect(await node.ended).toBe(0);
  const places = { answers: told.join('\n'), log: node.printed(), metrics, tables };
  const server = serverLog();
  expect(secrets.size).toBeGreaterThanOrEqual(11);
  for (const place of Object.values(places)) expect(place.length).toBeGreaterThan(1_000);
  expect(places.log).toContain('"level":"debug"');
  expect(places.log).toContain('INTERNAL_ERROR');
  expect(places.tables).toContain('credential.rotate');
  expect(places.tables).toContain('scim_token.revoke');
  expect(leaksOf(secrets, { ...places, server })).toEqual([]);
});
