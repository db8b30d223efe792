import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSecret } from '../../../src/lib/secret.ts';
import { aCredential, aScimToken, eventsAbout, verify } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import {
  forgeries,
  github,
  p384,
  published,
  report,
  reporting,
  signed,
  whereFound as url,
} from '../../support/secret-scanning.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createWebhook } from '../../support/webhooks.ts';

// As GitHub's partner program sends it: https://docs.github.com/en/code-security/secret-scanning/secret-scanning-partnership-program/secret-scanning-partner-program

let service: TestService;
let keys: Receiver;
beforeAll(async () => {
  const answer = published({ k1: github.publicKey, k384: p384.publicKey });
  keys = await startReceiver((response) => response.end(answer));
  service = await startTestService({ SECRET_SCANNING_KEYS_URL: keys.url, LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  await service.stop();
  await keys.close();
});

const { send, labels } = reporting(() => service.origin);

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const leaksOf = async (id: string) =>
  (await eventsAbout(service, id)).filter(({ type }) => type === 'credential.leaked');
const auditOf = (id: string) =>
  service.sql<{ content: string }>(
    `select a.action, a.actor_type, a.actor_id, a.result, p.content
       from audit_logs a join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id and p.created_at = a.created_at
      where a.action like '%.leak' and a.target_id = $1 order by a.id`,
    [id],
  );

describe('receiveLeakedSecrets', () => {
  test('suspends a key of any organization, reports it once, and ignores a second report', async () => {
    const { theirs } = service;
    const { id, identityId, secret } = await aCredential(theirs, { name: 'shop key' });
    const body = JSON.stringify([report(secret), report(newSecret('kd_live_'), { type: 'other' })]);
    const userAgent = 'GitHub-Hookshot/1';
    const { status, body: verdicts } = await send(body, { ...signed(body), 'user-agent': userAgent });
    expect(status).toBe(200);
    expect(verdicts).toEqual([
      { token_hash: hashOf(secret), token_type: 'keyward_api_key', label: 'true_positive' },
      { token_hash: expect.stringMatching(/^[0-9a-f]{64}$/), token_type: 'other', label: 'false_positive' },
    ]);
    expect(await verify(theirs, secret)).toMatchObject({ valid: false, code: 'SUSPENDED' });
    const { body: credential, headers } = await theirs.call('getCredential', { path: { id } });
    expect(credential).toMatchObject({ status: 'SUSPENDED', statusReason: 'LEAKED' });

    const about = { credentialId: id, identityId, identityName: 'deploy-bot', environment: 'live' };
    const scanner = { type: 'SYSTEM', id: null, name: 'GitHub secret scanning' };
    const told = [
      {
        type: 'credential.leaked',
        data: {
          ...about,
          secret: 'CURRENT',
          action: 'SUSPENDED',
          reportedBy: 'GITHUB',
          source: 'commit',
          url,
        },
      },
      { type: 'credential.suspended', data: { ...about, reason: 'LEAKED', suspendedBy: scanner } },
    ];
    expect((await eventsAbout(service, id)).slice(1)).toEqual(told);
    const [row, ...more] = await auditOf(id);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      action: 'credential.leak',
      actor_type: 'SYSTEM',
      actor_id: null,
      result: 'SUCCESS',
    });
    expect(JSON.parse(row?.content ?? '')).toEqual({
      actorName: scanner.name,
      targetName: 'shop key',
      reason: `LEAKED: commit ${url}`,
      ipAddress: '127.0.0.1',
      userAgent,
      changes: [
        { field: 'status', from: 'ACTIVE', to: 'SUSPENDED' },
        { field: 'statusReason', from: null, to: 'LEAKED' },
      ],
    });

    const again = await send(body);
    expect([again.status, again.body]).toEqual([200, verdicts]);
    expect(await labels(report(secret), report(secret, { url: 'https://github.com/other' }))).toEqual([
      'true_positive',
      'true_positive',
    ]);
    expect((await eventsAbout(service, id)).slice(1)).toEqual(told);
    expect(await auditOf(id)).toHaveLength(1);
    expect((await theirs.call('getCredential', { path: { id } })).headers.get('etag')).toBe(
      headers.get('etag'),
    );
  });

  test('tells where the key was found, cut between characters', async () => {
    const { id, secret } = await aCredential(service.ours);
    await labels(report(secret, { url: `https://example.com/${'😀'.repeat(600)}` }));
    expect(JSON.parse((await auditOf(id))[0]?.content ?? '').reason).toMatch(/^LEAKED: commit .*😀\ufffd$/u);
  });

  test('suspends a key again after it was reactivated', async () => {
    const { id, secret } = await aCredential(service.ours);
    await labels(report(secret));
    await service.ours.call('reactivateCredential', { path: { id } });
    expect(await labels(report(secret))).toEqual(['true_positive']);
    expect(await verify(service.ours, secret)).toMatchObject({ code: 'SUSPENDED' });
    expect(await leaksOf(id)).toHaveLength(2);
  });

  test('reports a key once when many reports arrive at once, on two nodes', async () => {
    const node = await service.startNode();
    const { id, secret } = await aCredential(service.ours);
    const body = JSON.stringify([report(secret)]);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => send(body, signed(body), at % 2 ? node.origin : service.origin)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(6).fill(200));
    expect(await leaksOf(id)).toHaveLength(1);
    expect(await auditOf(id)).toHaveLength(1);
    await node.stop();
  });

  test('ends the old secret of a rotation, and keeps the credential active', async () => {
    const { ours } = service;
    const { id, secret } = await aCredential(ours);
    const { body: rotated } = await ours.call('rotateCredential', {
      path: { id },
      body: { gracePeriod: 3600 },
    });
    expect(await verify(ours, secret)).toMatchObject({ valid: true, gracePeriod: true });
    expect(await labels(report(secret, { url: '', source: null }))).toEqual(['true_positive']);
    expect(await verify(ours, secret)).toMatchObject({ valid: false, code: 'REVOKED' });
    expect(await verify(ours, rotated.credential)).toMatchObject({ valid: true });
    const told = (await eventsAbout(service, id)).filter(({ type }) => /leaked|revoked/.test(type));
    expect(told).toMatchObject([
      {
        type: 'credential.leaked',
        data: { secret: 'PREVIOUS', action: 'SECRET_ENDED', url: null, source: null },
      },
      { type: 'credential.revoked', data: { reason: 'ROTATED' } },
    ]);
    // Nothing is left whose end the sweeper could tell a second time.
    await service.runTask('expire-credentials');
    expect((await eventsAbout(service, id)).filter(({ type }) => type === 'credential.revoked')).toHaveLength(
      1,
    );
    // A secret that has ended does not count as a secret of ours.
    expect(await labels(report(secret))).toEqual(['false_positive']);
  });

  test('suspends the last full key of an organization as well', async () => {
    const { key } = service.organizations.theirs.test;
    const client = service.as(key);
    expect((await client.call('listCredentials')).status).toBe(200);
    expect(await labels(report(key))).toEqual(['true_positive']);
    expect((await client.call('listCredentials')).status).toBe(401);
    // As docs/leaked-keys.md says: who has the database lets it go on for the moment it takes to replace its secret.
    const [lost] = await service.sql<{ id: string }>(
      `update credentials set status = 'ACTIVE', status_reason = null, version = version + 1
        where status_reason = 'LEAKED' and secret_prefix = 'kd_test_' and secret_last4 = $1 returning id`,
      [key.slice(-4)],
    );
    const path = { id: lost?.id ?? '' };
    const { status, body } = await client.call('rotateCredential', { path, body: { gracePeriod: 0 } });
    expect(status).toBe(200);
    expect((await client.call('listCredentials')).status).toBe(401);
    expect((await service.as(body.credential).call('listCredentials')).status).toBe(200);
  });

  test('reports once a key that was suspended for another reason', async () => {
    const { ours } = service;
    const { id, secret } = await aCredential(ours);
    await ours.call('suspendCredential', { path: { id }, body: { reason: 'On leave' } });
    for (let time = 0; time < 2; time++) expect(await labels(report(secret))).toEqual(['true_positive']);
    expect(await leaksOf(id)).toMatchObject([{ data: { secret: 'CURRENT', action: 'NONE' } }]);
    const { body } = await ours.call('getCredential', { path: { id } });
    expect(body).toMatchObject({ status: 'SUSPENDED', statusReason: 'LEAKED' });
    expect((await auditOf(id)).map(({ content }) => JSON.parse(content).changes)).toEqual([
      [{ field: 'statusReason', from: 'On leave', to: 'LEAKED' }],
    ]);
  });

  test('recognizes keys that no longer work, and reports nothing about them', async () => {
    const { ours, sql } = service;
    const revoked = await aCredential(ours);
    await ours.call('revokeCredential', { path: { id: revoked.id } });
    const expired = await aCredential(ours, { isTemporary: true, ttl: 3600 });
    await sql(`update credentials set expires_at = now() - interval '1 s' where id = $1`, [expired.id]);
    const deleted = await aCredential(ours);
    await ours.call('deleteCredential', { path: { id: deleted.id } });
    const all = [revoked, expired, deleted];
    expect(await labels(...all.map(({ secret }) => report(secret)))).toEqual(all.map(() => 'true_positive'));
    for (const { id } of all) expect([await leaksOf(id), await auditOf(id)]).toEqual([[], []]);
    expect((await ours.call('getCredential', { path: { id: revoked.id } })).body.status).toBe('REVOKED');
  });

  test('also suspends keys of an inactive identity', async () => {
    const { ours } = service;
    const { id, identityId, secret } = await aCredential(ours);
    await ours.call('suspendIdentity', { path: { id: identityId } });
    await labels(report(secret));
    await ours.call('reactivateIdentity', { path: { id: identityId } });
    expect(await verify(ours, secret)).toMatchObject({ code: 'SUSPENDED' });
    expect(await leaksOf(id)).toHaveLength(1);
  });

  test('revokes a SCIM token', async () => {
    const { ours, origin } = service;
    const { id, token } = await aScimToken(ours);
    const directory = createClient(origin, token, ours.orgId);
    const list = () => directory.call('listScimUsers', { path: { orgId: ours.orgId ?? '' } });
    expect((await list()).status).toBe(200);
    for (let time = 0; time < 2; time++)
      expect(await labels(report(token, { type: 'keyward_scim_token' }))).toEqual(['true_positive']);
    expect((await list()).status).toBe(401);
    expect(await auditOf(id)).toMatchObject([{ action: 'scim_token.leak', actor_type: 'SYSTEM' }]);
  });

  test('ignores other texts, and accepts new fields', async () => {
    const { body: webhook } = await service.ours.call('createWebhook', {
      body: { name: 'a hook', url: 'https://hooks.invalid/', events: ['credential.leaked'] },
    });
    const { secret } = await aCredential(service.ours);
    const others = [
      `${secret} `,
      secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0'),
      newSecret('kd_test_'),
      newSecret('scim_'),
      webhook.signingSecret,
      '',
      'é'.repeat(2000),
      '__proto__',
    ];
    expect(await labels(...others.map((one) => report(one, { more: { of: ['github'] } })))).toEqual(
      others.map(() => 'false_positive'),
    );
    expect(await verify(service.ours, secret)).toMatchObject({ valid: true });
    expect((await send('[]')).body).toEqual([]);
    expect(await labels({ token: secret, type: 'x' })).toEqual(['true_positive']);
  });

  test('suspends the other keys if it cannot suspend one of them', async () => {
    const [stuck, free] = [await aCredential(service.ours), await aCredential(service.theirs)];
    const body = JSON.stringify([report(stuck.secret), report(free.secret)]);
    await service.sql(
      `create function stuck() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$`,
    );
    await service.sql(
      `create trigger stuck before update on credentials for each row when (old.id = '${stuck.id}') execute function stuck()`,
    );
    expect((await send(body)).status).toBe(500);
    await service.sql('drop trigger stuck on credentials');
    expect(await verify(service.theirs, free.secret)).toMatchObject({ code: 'SUSPENDED' });
    expect(await verify(service.ours, stuck.secret)).toMatchObject({ valid: true });
    expect((await send(body)).status).toBe(200);
    expect(await verify(service.ours, stuck.secret)).toMatchObject({ code: 'SUSPENDED' });
  });

  test.for(Object.entries(forgeries))(
    'is refused with %s, whether the key exists or not',
    async ([, forge]) => {
      const { id, secret } = await aCredential(service.ours);
      const refusals = [];
      for (const token of [secret, newSecret('kd_live_'), 'x']) {
        const body = JSON.stringify([report(token)]);
        const answer = await send(body, { ...forge(body), 'x-request-id': 'the-same' });
        refusals.push([answer.status, answer.body]);
      }
      expect(refusals[0]).toMatchObject([403, { code: 'SIGNATURE_INVALID', details: {} }]);
      expect(refusals.slice(1)).toEqual([refusals[0], refusals[0]]);
      expect(await verify(service.ours, secret)).toMatchObject({ valid: true });
      expect([await leaksOf(id), await auditOf(id)]).toEqual([[], []]);
    },
  );

  test('checks the form before the signature, and reveals nothing by it', async () => {
    const large = report('x', { url: 'x'.repeat(8193) });
    for (const [body, status] of [
      ['{}', 400],
      ['[{}]', 400],
      ['[1]', 400],
      [JSON.stringify([large]), 400],
      [`[${'{"token":"x","type":"x"},'.repeat(5000)}{"token":"x","type":"x"}]`, 400],
      ['[', 400],
      ['', 400],
    ] as const)
      expect([body.slice(0, 20), (await send(body)).status]).toEqual([body.slice(0, 20), status]);
    expect((await service.ours.call('listCredentials', { query: { limit: 1 } })).status).toBe(200);
  });

  test('answers 503 while GitHub’s keys cannot be loaded, and changes nothing', async () => {
    const node = await service.startNode({
      SECRET_SCANNING_KEYS_URL: 'https://keys.invalid/',
    });
    const { secret } = await aCredential(service.ours);
    const body = JSON.stringify([report(secret)]);
    for (let time = 0; time < 2; time++) {
      const { status, headers, body: refused } = await send(body, signed(body), node.origin);
      expect([status, refused.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await verify(service.ours, secret)).toMatchObject({ valid: true });
    await node.stop();
  });

  test('accepts the call that GitHub documents, with the key that GitHub publishes', async () => {
    const identifier = 'bcb53661c06b4728e59d897fb6165d5c9cda0fd9cdf9d09ead458168deb7518c';
    const key =
      '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYAGMWO8XgCamYKMJS6jc/qgvSlAd\nAjPuDPRcXU22YxgBrz+zoN19MzuRyW87qEt9/AmtoNP5GrobzUvQSyJFVw==\n-----END PUBLIC KEY-----\n';
    const theirKeys = await startReceiver((response) =>
      response.end(JSON.stringify({ public_keys: [{ key_identifier: identifier, key, is_current: true }] })),
    );
    const node = await service.startNode({ SECRET_SCANNING_KEYS_URL: theirKeys.url });
    const answer = await send(
      '[{"source":"commit","token":"some_token","type":"some_type","url":"https://example.com/base-repo-url/"}]',
      {
        'github-public-key-identifier': identifier,
        'github-public-key-signature':
          'MEQCIQDaMKqrGnE27S0kgMrEK0eYBmyG0LeZismAEz/BgZyt7AIfXt9fErtRS4XaeSt/AO1RtBY66YcAdjxji410VQV4xg==',
      },
      node.origin,
    );
    expect([answer.status, answer.body]).toEqual([
      200,
      [{ token_hash: hashOf('some_token'), token_type: 'some_type', label: 'false_positive' }],
    ]);
    expect(theirKeys.received).toMatchObject([{ headers: { 'user-agent': 'keyward' } }]);
    await node.stop();
    await theirKeys.close();
  });

  test('notifies the webhooks that subscribe to it', async () => {
    const { id: webhookId } = await createWebhook(service.ours, { events: ['credential.leaked'] });
    const { id, secret } = await aCredential(service.ours);
    await labels(report(secret));
    const owed = await service.sql(`select event_type, resource_id from deliveries where webhook_id = $1`, [
      webhookId,
    ]);
    expect(owed).toEqual([{ event_type: 'credential.leaked', resource_id: expect.stringMatching(/^idn_/) }]);
    expect(await leaksOf(id)).toHaveLength(1);
  });
});
