import { describe, expect, onTestFinished } from 'vitest';
import { eventsAbout, verify } from '../../support/builders.ts';
import { audited, exchange, reasonOf, test } from '../../support/exchange.ts';
import { aWorkload, secondsFromNow, startIssuer } from '../../support/issuer.ts';
import { aPolicy } from '../../support/policies.ts';
import { startTestService } from '../../support/service.ts';

describe('exchangeToken', () => {
  test('issues a credential that lives for a quarter of an hour', async ({ service, issuer }) => {
    const { ours, sql } = service;
    const identityId = await aWorkload(ours, issuer);
    const token = await issuer.sign();
    const { status, body } = await exchange(service, { identityId, token, scopes: ['secrets.read'] });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^cred_/),
        name: expect.stringMatching(/^workload-deploy-bot-\d{14}$/),
        identityId,
        type: 'WORKLOAD',
        status: 'ACTIVE',
        statusReason: null,
        environment: 'live',
        scopes: ['secrets.read'],
        isTemporary: true,
        prefix: 'kd_jit_',
        last4: body.credential.slice(-4),
        allowedIps: null,
        rateLimitPerMinute: null,
        metadata: {},
        usageCount: 0,
        lastUsedAt: null,
        expiresAt: new Date(Date.parse(body.createdAt) + 900_000).toISOString(),
        createdAt: expect.any(String),
        updatedAt: body.createdAt,
        lastRotatedAt: null,
        createdBy: null,
        credential: expect.stringMatching(/^kd_jit_/),
        maxUsage: null,
      },
    });
    expect(await verify(ours, body.credential, { scopes: ['secrets.read'] })).toMatchObject({ valid: true });
    const actor = { type: 'ANONYMOUS', id: null, name: 'repo:acme/shop:ref:refs/heads/main' };
    expect(await eventsAbout(service, body.id)).toMatchObject([
      { type: 'credential.created', data: { type: 'WORKLOAD', createdBy: actor } },
    ]);
    const [row] = await audited(service);
    expect(row).toMatchObject({ actor_type: 'ANONYMOUS', target_id: body.id, result: 'SUCCESS', code: null });
    expect(JSON.parse(row?.content ?? '')).toMatchObject({
      actorName: actor.name,
      targetName: body.name,
      reason: `A token of ${issuer.url}`,
      ipAddress: '127.0.0.1',
    });
    // Nothing of the token is kept but the hash of what was signed.
    const kept = await sql<{ text: string }>(
      `select t::text as text from exchanged_tokens t union all select content from audit_personal
       union all select data::text from events union all select c::text from credentials c`,
    );
    const all = kept.map(({ text }) => text).join('\n');
    for (const piece of token.split('.').slice(1)) expect(all).not.toContain(piece.slice(8, 40));
  });

  test('needs no key, and ignores one', async ({ service, issuer }) => {
    const { theirs, ours } = service;
    const body = { orgId: ours.orgId, identityId: await aWorkload(ours, issuer), token: await issuer.sign() };
    expect((await theirs.call('exchangeToken', { body })).status).toBe(201);
  });

  test('issues a credential for the requested time, an hour at most', async ({ service, issuer }) => {
    const identityId = await aWorkload(service.ours, issuer);
    for (const [duration, seconds] of [
      ['1s', 1],
      ['60m', 3_600],
      ['1h', 3_600],
    ] as const) {
      const { body } = await exchange(service, { identityId, token: await issuer.sign(), duration });
      expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(seconds * 1_000);
    }
    const token = await issuer.sign();
    for (const duration of ['0s', '61m', '2h', '1d', '99999999999999999h']) {
      expect(await exchange(service, { identityId, token, duration })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR', details: { duration: expect.stringMatching(/from 1s to 1h/) } },
      });
    }
    const { body } = await exchange(service, { identityId, token });
    const later = new Date(Date.parse(body.createdAt) + 3_601_000).toISOString();
    expect(
      await service.ours.call('updateCredential', { path: { id: body.id }, body: { expiresAt: later } }),
    ).toMatchObject({ status: 400, body: { details: { expiresAt: expect.stringMatching(/an hour/) } } });
  });

  test('rejects a field that is empty or too long', async ({ service, issuer }) => {
    const identityId = await aWorkload(service.ours, issuer);
    for (const [field, value] of [
      ['token', 'x'.repeat(16_385)],
      ['token', ''],
      ['identityId', 'x'.repeat(101)],
      ['orgId', ''],
    ] as const) {
      const sent = { identityId, token: await issuer.sign(), [field]: value };
      expect(await exchange(service, sent)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR' },
      });
    }
  });

  test('accepts a token once from eight parallel calls at two nodes, also after a restart', async ({
    service,
    issuer,
  }) => {
    const { ours, sql } = service;
    const node = await service.startNode();
    const identityId = await aWorkload(ours, issuer);
    const token = await issuer.sign();
    const body = { orgId: ours.orgId, identityId, token };
    const send = (origin: string, sent = body) =>
      fetch(`${origin}/api/v1/credentials/exchange`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => send(at % 2 ? node.origin : service.origin)),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 401),
    ]);
    expect(await reasonOf(service)).toMatch(/already exchanged/);
    await node.stop();
    const later = await service.startNode();
    expect((await send(later.origin)).status).toBe(401);
    // Another identity, and another spelling of the same signature, make no other token of it.
    const another = await aWorkload(ours, issuer);
    expect((await send(later.origin, { ...body, identityId: another })).status).toBe(401);
    expect((await send(later.origin, { ...body, token: malleated(token) })).status).toBe(401);
    expect(await reasonOf(service)).toMatch(/already exchanged/);
    await later.stop();
    const left = () => sql('select from exchanged_tokens');
    const before = (await left()).length;
    await service.runTask('clean-up');
    expect((await left()).length).toBe(before);
    await sql("update exchanged_tokens set ends_at = now() - interval '2 hours'");
    await service.runTask('clean-up');
    expect(await left()).toEqual([]);
  });

  /** ECDSA: (r, s) and (r, n - s) are signatures of the same. */
  function malleated(token: string): string {
    const [header, claims, signature = ''] = token.split('.');
    const bytes = Buffer.from(signature, 'base64url');
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`);
    const other = Buffer.concat([
      bytes.subarray(0, 32),
      Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
    ]);
    return [header, claims, other.toString('base64url')].join('.');
  }

  test('grants no scope beyond allowedScopes, and then accepts the token again', async ({
    service,
    issuer,
  }) => {
    const identityId = await aWorkload(
      service.ours,
      issuer,
      {},
      { allowedScopes: ['deploy.*', 'identities.read'] },
    );
    const token = await issuer.sign();
    for (const scope of ['*', 'secrets.read', 'identities.write', 'identities.*']) {
      expect(await exchange(service, { identityId, token, scopes: ['deploy.run', scope] })).toMatchObject({
        status: 403,
        body: { code: 'SCOPE_NOT_GRANTABLE', details: { scopes: [scope] } },
      });
      expect((await audited(service))[0]).toMatchObject({ result: 'DENIED', code: 'SCOPE_NOT_GRANTABLE' });
    }
    const scopes = ['deploy.run', 'identities.read'];
    expect(await exchange(service, { identityId, token, scopes })).toMatchObject({
      status: 201,
      body: { scopes },
    });
  });

  test('grants no management scope to an identity without a ceiling', async ({ service, issuer }) => {
    const identityId = await aWorkload(service.ours, issuer, {}, { allowedScopes: null });
    for (const scope of ['*', 'identities.read', 'keyward.later']) {
      expect(
        await exchange(service, { identityId, token: await issuer.sign(), scopes: [scope] }),
      ).toMatchObject({ status: 403, body: { code: 'SCOPE_NOT_GRANTABLE', details: { scopes: [scope] } } });
    }
    const token = await issuer.sign();
    expect((await exchange(service, { identityId, token, scopes: ['secrets.read'] })).status).toBe(201);
  });

  test('issues no more credentials than an identity may have', async ({ issuer }) => {
    const service = await startTestService({ MAX_CREDENTIALS_PER_IDENTITY: '1' });
    onTestFinished(() => service.stop());
    const identityId = await aWorkload(service.ours, issuer);
    expect((await exchange(service, { identityId, token: await issuer.sign() })).status).toBe(201);
    expect(await exchange(service, { identityId, token: await issuer.sign() })).toMatchObject({
      status: 409,
      body: { code: 'QUOTA_EXCEEDED' },
    });
    expect((await audited(service))[0]).toMatchObject({ result: 'FAILURE', code: 'QUOTA_EXCEEDED' });
  });

  const now = secondsFromNow;
  // As the platforms document them (docs/workload-identity.md), but for the host of the issuer.
  const hour = { iat: now(0), exp: now(3_600) };
  const platforms: [name: string, rule: Record<string, unknown>, claims: Record<string, unknown>][] = [
    [
      'GitHub Actions',
      {
        subject: 'repo:acme/shop:ref:refs/heads/*',
        claims: { repository_owner_id: '2020', runner_environment: 'github-hosted' },
      },
      {
        sub: 'repo:acme/shop:ref:refs/heads/main',
        ref: 'refs/heads/main',
        repository: 'acme/shop',
        repository_owner: 'acme',
        repository_owner_id: '2020',
        run_id: '22259804324',
        run_attempt: '1',
        runner_environment: 'github-hosted',
        job_workflow_ref: 'acme/shop/.github/workflows/deploy.yml@refs/heads/main',
        ref_protected: 'true',
        nbf: now(-300),
        exp: now(300),
      },
    ],
    [
      'GitLab',
      {
        subject: 'project_path:acme/shop:ref_type:branch:ref:main',
        claims: { namespace_id: '72', ref_protected: 'true' },
      },
      {
        ...hour,
        sub: 'project_path:acme/shop:ref_type:branch:ref:main',
        namespace_id: '72',
        namespace_path: 'acme',
        project_id: '20',
        project_path: 'acme/shop',
        user_access_level: 'developer',
        user_identities: [{ provider: 'github', extern_uid: '2435223452345' }],
        pipeline_source: 'push',
        ref_protected: 'true',
        groups_direct: ['acme'],
        nbf: now(-5),
      },
    ],
    [
      'Kubernetes',
      { subject: 'system:serviceaccount:shop:deployer' },
      {
        ...hour,
        aud: ['keyward'],
        sub: 'system:serviceaccount:shop:deployer',
        nbf: now(0),
        'kubernetes.io': {
          namespace: 'shop',
          node: { name: 'node-1', uid: '646e7c5e-32d6-4d42-9dbd-e504e6cbe6b1' },
          pod: { name: 'deployer-5d9f', uid: '5e0bd49b-f040-43b0-99b7-22765a53f7f3' },
          serviceaccount: { name: 'deployer', uid: '14ee3fa4-a7e2-420f-9f9a-dbc4507c3798' },
        },
      },
    ],
  ];
  test('rejects what a policy forbids, and records the violation', async ({ service, issuer }) => {
    const { ours } = service;
    const identityId = await aWorkload(ours, issuer);
    const selector = { identityIds: [identityId] };
    const policyId = await aPolicy(ours, { type: 'OWNER_REQUIRED', selector });
    const { status, body } = await exchange(service, { identityId, token: await issuer.sign() });
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'POLICY_DENIED' });
    const told = `select data from events where type = 'policy.violated' and data ->> 'policyId' = $1`;
    expect(await service.sql(told, [policyId])).toMatchObject([
      {
        data: {
          identityId,
          action: 'exchangeToken',
          outcome: 'DENIED',
          requestId: expect.stringMatching(/^req_/),
        },
      },
    ]);
    expect((await audited(service))[0]).toMatchObject({ result: 'DENIED', code: 'POLICY_DENIED' });
  });

  test.for(platforms)('accepts a token in the format of %s', async ([, rule, claims], { service }) => {
    const issuer = await startIssuer({ alg: 'RS256' });
    onTestFinished(() => issuer.close());
    const identityId = await aWorkload(service.ours, issuer, rule);
    expect((await exchange(service, { identityId, token: await issuer.sign(claims) })).status).toBe(201);
  });
});
