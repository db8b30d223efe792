import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCredential, anIdentity, verify } from '../support/builders.ts';
import type { Answer } from '../support/client.ts';
import { startTestService, type TestService } from '../support/service.ts';

// The bootstrap identity and its key count like all others.
const settings = {
  MAX_IDENTITIES: '4',
  MAX_CREDENTIALS: '6',
  MAX_CREDENTIALS_PER_IDENTITY: '3',
  MAX_SCIM_TOKENS: '2',
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService(settings);
});
afterAll(() => service.stop());

function expectFull({ status, body }: Answer, limit: number): void {
  expect([status, body.code, body.details]).toEqual([
    409,
    'QUOTA_EXCEEDED',
    expect.objectContaining({ limit, current: limit }),
  ]);
}

describe('createIdentity', () => {
  test('stops at the limit, also under parallel calls, and goes on after a deletion', async () => {
    const { theirs } = service;
    const create = () => theirs.call('createIdentity', { body: { name: 'deploy-bot', type: 'CI_CD' } });
    const answers = await Promise.all(Array.from({ length: 8 }, create));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 201)) expectFull(answer, 4);
    // A revoked identity is still there; a deleted one is not.
    const [first, second] = made.map(({ body }) => body.id);
    await theirs.call('revokeIdentity', { path: { id: first } });
    expectFull(await create(), 4);
    await theirs.call('deleteIdentity', { path: { id: second } });
    expect((await create()).status).toBe(201);
  });

  test('counts each tenant for itself', async () => {
    expect(await anIdentity(service.ours)).toMatch(/^idn_/);
  });
});

describe('createCredential', () => {
  test('stops at the live credentials of one identity, then at those of the tenant', async () => {
    const { ours, sql } = service;
    const [a, b] = [await anIdentity(ours), await anIdentity(ours)];
    const create = (identityId: string, fields: Record<string, unknown> = {}) =>
      ours.call('createCredential', { body: { identityId, name: 'made', ...fields } });
    const jit = (identityId: string) =>
      ours.call('createJitCredential', { body: { identityId, duration: '1h' } });

    const parallel = await Promise.all(Array.from({ length: 6 }, () => create(a)));
    expect(parallel.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const answer of parallel.filter(({ status }) => status !== 201)) expectFull(answer, 3);
    expectFull(await jit(a), 3);

    const ids = parallel.flatMap(({ status, body }) => (status === 201 ? [body.id] : []));
    await ours.call('suspendCredential', { path: { id: ids[0] } });
    expectFull(await create(a), 3);
    await ours.call('revokeCredential', { path: { id: ids[0] } });
    await sql("update credentials set expires_at = now() - interval '1 ms' where id = $1", [ids[1]]);
    const { body: spent } = await create(a, { maxUsageCount: 1 });
    expect((await jit(a)).status).toBe(201);
    expectFull(await create(a), 3);
    await verify(ours, spent.credential);
    expect((await create(a)).status).toBe(201);

    // The bootstrap key and three of the first identity: two are left.
    expect([(await create(b)).status, (await jit(b)).status]).toEqual([201, 201]);
    expectFull(await create(b), 6);
    await ours.call('deleteIdentity', { path: { id: a } });
    expect((await create(b)).status).toBe(201);
    expectFull(await create(b), 3);
  });

  test('stops at the limit of the tenant when identities are given theirs in parallel', async () => {
    const { oursTest } = service;
    const ids = [await anIdentity(oursTest), await anIdentity(oursTest), await anIdentity(oursTest)];
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        Array.from({ length: 9 }, (_, at) =>
          oursTest.call('createCredential', { body: { identityId: ids[at % 3], name: 'made' } }),
        ),
      );
      const made = answers.filter(({ status }) => status === 201);
      // The bootstrap key is the sixth.
      expect(made).toHaveLength(5);
      for (const { body } of made) await oursTest.call('revokeCredential', { path: { id: body.id } });
    }
  });

  test('keeps none of what it refused', async () => {
    const { ours, sql } = service;
    const [before] = await sql("select count(*) from events where type = 'credential.created'");
    const { body } = await ours.call('listIdentities', { query: { search: 'deploy-bot' } });
    const identityId = body.data.find(
      ({ credentialCount }: { credentialCount: number }) => credentialCount >= 3,
    ).id;
    await expect(aCredential(ours, { identityId })).rejects.toThrow('QUOTA_EXCEEDED');
    expect(await sql("select count(*) from events where type = 'credential.created'")).toEqual([before]);
  });
});

describe('createScimToken', () => {
  test('stops at the live tokens of the tenant, and goes on when one is revoked or expires', async () => {
    const { ours, oursTest, sql } = service;
    const create = (client = ours) => client.call('createScimToken', { body: { name: 'directory' } });
    const answers = await Promise.all(Array.from({ length: 5 }, () => create()));
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(made).toHaveLength(2);
    for (const answer of answers.filter(({ status }) => status !== 201)) expectFull(answer, 2);
    expect((await create(oursTest)).status).toBe(201);
    await ours.call('revokeScimToken', { path: { tokenId: made[0] } });
    expect((await create()).status).toBe(201);
    expectFull(await create(), 2);
    await sql('update scim_tokens set expires_at = now() where id = $1', [made[1]]);
    expect((await create()).status).toBe(201);
  });
});
