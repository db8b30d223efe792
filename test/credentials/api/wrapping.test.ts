import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { Keyward } from '../../../clients/typescript/src/index.ts';
import { operations } from '../../../generated/operations.ts';
import { newSecret, wrapTokenPattern } from '../../../src/lib/secret.ts';
import { openWith } from '../../../src/credentials/wrap.ts';
import { cases, workingCall } from '../../contract/enumerate.ts';
import { anIdentity, aWrappedCredential, verify } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { testMasterKey } from '../../support/master-key.ts';
import { test, type TestService } from '../../support/service.ts';

const unwrap = (client: Client, token: unknown, headers: Record<string, string> = {}) =>
  client.call('unwrapCredential', { body: { token }, headers });

const refused = (answer: { status: number; body: { code?: string; details?: unknown } }) =>
  expect([answer.status, answer.body.code, answer.body.details]).toEqual([404, 'WRAP_TOKEN_NOT_FOUND', {}]);

/** Returns the row that the database keeps of a token. */
const kept = async ({ sql }: TestService, token: string) => {
  const [row] = await sql<{ sealed: Buffer | null }>(
    'select sealed from wrapped_secrets where token_hash = $1',
    [createHash('sha256').update(token).digest()],
  );
  return row;
};

const auditOf = ({ sql }: TestService, id: string) =>
  sql<{ result: string }>(
    `select a.actor_type, a.actor_id, a.target_type, a.result, a.code, a.request_id, p.content
       from audit_logs a join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id and p.created_at = a.created_at
      where a.action = 'credential.unwrap' and a.target_id = $1 order by a.id`,
    [id],
  );

const answering = cases
  .filter(({ id, secured }) => operations[id].secret !== null && secured)
  .map((operation) => ({ ...operation, field: operations[operation.id].secret ?? '' }));
const kinds: Record<string, string> = {
  fsl: 'setup_link',
  cred: 'credential',
  sct: 'scim_token',
  wh: 'webhook',
  cli: 'oidc_client',
  usr: 'user',
};

describe('unwrapCredential', () => {
  test.for(answering)('returns the secret of $id once', async (operation, { service }) => {
    const { ours, anonymous } = service;
    const { id, field } = operation;
    const parts = await workingCall(operation, ours);
    const { status, body } = await ours.call(id, { ...parts, headers: { 'x-wrap-ttl': '30' } });
    expect(status).toBeLessThan(300);
    const token: string = body[field];
    expect(token).toMatch(new RegExp(wrapTokenPattern));

    const { status: found, body: unwrapped } = await unwrap(anonymous, token, {
      'x-request-id': `first-${id}`,
      'user-agent': 'curl/8',
    });
    expect(found).toBe(200);
    const resourceId: string = body.id ?? body.clientId ?? body.userId;
    expect(unwrapped).toEqual({
      secret: expect.stringMatching(
        /^((kd_(live|jit)|scim|whsec)_|[0-9A-Za-z]{43}$|https?:.+\/[\w-]{43}$|[0-9a-z-]{19}$)/,
      ),
      operation: id,
      resourceId,
      wrappedAt: expect.stringMatching(/Z$/),
    });
    // The last characters of the secret are public. The comparison shows that the unwrapped secret is the right one.
    if (body.last4) expect(unwrapped.secret.slice(-4)).toBe(body.last4);
    if (field === 'credential')
      expect(await verify(ours, unwrapped.secret)).toMatchObject({
        valid: true,
        credential: { id: body.id },
      });
    expect(await kept(service, token)).toEqual({ sealed: null });
    refused(await unwrap(anonymous, token));

    const row = {
      actor_type: 'ANONYMOUS',
      actor_id: null,
      // Listeners have the prefix of webhooks.
      target_type:
        id === 'createWebhookListener' ? 'webhook_listener' : kinds[resourceId.split('_')[0] ?? ''],
    };
    expect(await auditOf(service, resourceId)).toEqual([
      { ...row, result: 'SUCCESS', code: null, request_id: `first-${id}`, content: expect.any(String) },
      {
        ...row,
        result: 'FAILURE',
        code: 'WRAP_TOKEN_NOT_FOUND',
        request_id: expect.any(String),
        content: expect.stringContaining('"ipAddress":"127.0.0.1"'),
      },
    ]);
  });

  test('covers at least six operations that return a secret', () => {
    expect(answering.length).toBeGreaterThanOrEqual(6);
  });

  test('decrypts a stored secret only with its token, and only for its own row', async ({ service }) => {
    const { ours, organizations } = service;
    const { id, token } = await aWrappedCredential(ours);
    const sealed = (await kept(service, token))?.sealed ?? Buffer.alloc(0);
    const whose = JSON.stringify([organizations.ours.live.orgId, 'createCredential', id]);
    expect(openWith(token, sealed, whose)).toMatch(/^kd_live_/);
    const hash = createHash('sha256').update(token).digest();
    // Secrets that a thief of the database and of the master key has.
    for (const key of ['hex', 'base64', 'latin1'] as const)
      expect(() => openWith(hash.toString(key), sealed, whose)).toThrow();
    expect(() => openWith(testMasterKey, sealed, whose)).toThrow();
    expect(() => openWith(ours.key ?? '', sealed, whose)).toThrow();
    const theirs = JSON.stringify([organizations.theirs.live.orgId, 'createCredential', id]);
    expect(() => openWith(token, sealed, theirs)).toThrow();
  });

  test('returns the secret to one of many callers of two nodes', async ({ service }) => {
    const node = await service.startNode();
    const other: Client = { ...service.anonymous, origin: node.origin };
    const { id, token } = await aWrappedCredential(service.ours);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        at % 2 === 0
          ? unwrap(service.anonymous, token)
          : fetch(`${other.origin}/api/v1/credentials/unwrap`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ token }),
            }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const results = (await auditOf(service, id)).map(({ result }) => result).sort();
    expect(results).toEqual([...Array<string>(7).fill('FAILURE'), 'SUCCESS']);
    await node.stop();
  });

  test('returns nothing after the expiry, and then a task deletes the secret', async ({ service }) => {
    const { anonymous, ours, sql } = service;
    const { id, token } = await aWrappedCredential(ours, 3600);
    const [times] = await sql(
      `select extract(epoch from expires_at - created_at)::int as seconds from wrapped_secrets where resource_id = $1`,
      [id],
    );
    expect(times).toEqual({ seconds: 3600 });
    const end = (ago: string) =>
      sql(`update wrapped_secrets set expires_at = now() - $2::interval where resource_id = $1`, [id, ago]);
    await end('1 ms');
    refused(await unwrap(anonymous, token));
    expect(await auditOf(service, id)).toMatchObject([{ result: 'FAILURE', code: 'WRAP_TOKEN_NOT_FOUND' }]);
    const { token: good } = await aWrappedCredential(ours);
    await service.runTask('forget-wrapped-secrets');
    expect(await kept(service, token)).toEqual({ sealed: null });
    // 30 days on a late use is still on record, and after that the token is one that never was.
    await end('31 days');
    await service.runTask('forget-wrapped-secrets');
    expect(await kept(service, token)).toBeUndefined();
    refused(await unwrap(anonymous, token));
    expect(await auditOf(service, id)).toHaveLength(1);
    expect((await unwrap(anonymous, good)).status).toBe(200);
  });

  test('answers alike to malformed text, an unknown token and another kind of secret', async ({
    service,
  }) => {
    const { anonymous, ours, sql } = service;
    const { token } = await aWrappedCredential(ours);
    const wrongCheck = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    for (const one of [
      newSecret('kd_wrap_'),
      wrongCheck,
      ours.key,
      'x',
      `${token}\n`,
      'kd_wrap_'.padEnd(512, '0'),
    ])
      refused(await unwrap(anonymous, one));
    for (const one of ['', 'x'.repeat(513), 1, null, [token], { token }])
      expect(await unwrap(anonymous, one)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    // A caller that authenticates has the same rights here as an anonymous caller.
    expect((await unwrap(service.theirs, token)).status).toBe(200);
    const rows = await sql(`select from audit_logs where action = 'credential.unwrap' and target_id is null`);
    expect(rows).toEqual([]);
  });

  test('takes tokens that neither the API nor a verification accepts', async ({ service }) => {
    const { token } = await aWrappedCredential(service.ours);
    expect((await service.as(token).call('listCredentials')).status).toBe(401);
    expect(await verify(service.ours, token)).toMatchObject({ valid: false, code: 'NOT_FOUND' });
    expect(await unwrap(service.anonymous, token)).toMatchObject({ status: 200 });
  });

  test('has a method of the TypeScript client that needs no key', async ({ service: { origin, ours } }) => {
    const sender = new Keyward({ baseUrl: origin, apiKey: ours.key });
    const identityId = await anIdentity(ours);
    const made = await sender.credentials.create({ identityId, name: 'once' }, { wrapTtl: 60 });
    const receiver = new Keyward({ baseUrl: origin });
    const { secret, resourceId } = await receiver.credentials.unwrap({ token: made.credential });
    expect([secret.slice(-4), resourceId]).toEqual([made.last4, made.id]);
    await expect(receiver.credentials.unwrap({ token: made.credential })).rejects.toMatchObject({
      code: 'WRAP_TOKEN_NOT_FOUND',
    });
  });

  test('counts against the limit of the address', async ({ service }) => {
    const node = await service.startNode({ RATE_LIMIT_PER_MINUTE: '100' });
    const statuses = new Set<number>();
    for (let call = 0; call < 61; call++) {
      const { status } = await fetch(`${node.origin}/api/v1/credentials/unwrap`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"token":"x"}',
      });
      statuses.add(status);
    }
    expect([...statuses]).toEqual([404, 429]);
    await node.stop();
  });
});

describe('createCredential', () => {
  const create = (service: TestService, identityId: string, headers: Record<string, string>) =>
    service.ours.call('createCredential', { body: { identityId, name: 'once' }, headers });

  test.for(['29', '3601', '0', '-30', '', '60.5', '6e1', ' ', '0x3c', 'x', '60, 60', '9'.repeat(400)])(
    'does not wrap for %j seconds, and creates nothing',
    async (ttl, { service }) => {
      const identityId = await anIdentity(service.ours);
      const { status, body } = await create(service, identityId, { 'x-wrap-ttl': ttl });
      expect([status, body.code, Object.keys(body.details)]).toEqual([
        400,
        'VALIDATION_ERROR',
        ['x-wrap-ttl'],
      ]);
      const { body: list } = await service.ours.call('listCredentials', { query: { identityId } });
      expect(list.data).toEqual([]);
    },
  );

  test('wraps nothing when it fails', async ({ service }) => {
    const count = async () => (await service.sql('select from wrapped_secrets')).length;
    const before = await count();
    const { status } = await create(service, 'idn_none', { 'x-wrap-ttl': '60' });
    expect([status, await count()]).toEqual([404, before]);
  });

  test('answers a retry with the same token, but not a different request', async ({ service }) => {
    const identityId = await anIdentity(service.ours);
    const headers = { 'x-wrap-ttl': '60', 'idempotency-key': 'wrap-1' };
    const first = await create(service, identityId, headers);
    const again = await create(service, identityId, headers);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    // For the same key, an unwrapped secret would undo the wrapping. A wrap token for a later request would not belong to
    // that request's secret.
    for (const other of [{ 'idempotency-key': 'wrap-1' }, { ...headers, 'x-wrap-ttl': '61' }])
      expect(await create(service, identityId, other)).toMatchObject({
        status: 409,
        body: { code: 'IDEMPOTENCY_CONFLICT' },
      });
    expect((await unwrap(service.anonymous, again.body.credential)).status).toBe(200);
    refused(await unwrap(service.anonymous, first.body.credential));
  });
});
