import { describe, expect, test as plain } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { holding, waiting } from '../../support/held-rows.ts';
import { aPerson } from '../../support/person.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';

const test = plain.extend<{ service: TestService }>({
  service: [
    // Vitest reads the names of the fixtures this one needs from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startTestService({ DATABASE_POOL_SIZE: '9' });
      await use(service);
      await service.stop();
    },
    { scope: 'file' },
  ],
});

/** Works as another tenant meanwhile: reads, writes, and a sign-in of a user. */
async function neighbour({ theirs, origin }: TestService) {
  const email = anEmail();
  const statuses = [
    (await theirs.call('listIdentities')).status,
    (await theirs.call('createIdentity', { body: { name: 'deploy-bot', type: 'CI_CD' } })).status,
  ];
  await aUser(theirs, { email, password });
  const { title } = await aPerson(origin).signIn(theirs.orgId ?? '', email, password);
  return [...statuses, title];
}

describe('a tenant whose calls wait for a row', () => {
  test('holds a third of the connections, and the others are answered', { timeout: 60_000 }, async ({
    service,
  }) => {
    const { ours } = service;
    const id = await aUser(ours, {});
    const release = await holding(service, 'select from users where id = $1 for update', [id]);
    const change = (n: number) =>
      ours.call('updateUser', { path: { userId: id }, body: { title: `title ${n}` } });
    const held = Array.from({ length: 24 }, (_, n) => change(n));
    await waiting(service, 3);
    expect(await neighbour(service)).toEqual([200, 201, 'Your account']);
    await waiting(service, 3);
    // More than may wait are refused at once.
    const many = Array.from({ length: 210 }, (_, n) => change(n));
    const first = await Promise.race(many);
    expect(first).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', details: { limit: 3 } } });
    expect(first.headers.get('retry-after')).toBe('2');
    expect((await service.theirs.call('listIdentities')).status).toBe(200);
    await release();
    const statuses = new Set((await Promise.all([...held, ...many])).map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect((await change(0)).status).toBe(200);
  });
});

describe('a tenant that sets many passwords', () => {
  test('computes them without a connection, in turns with others', { timeout: 60_000 }, async ({
    service,
  }) => {
    const { ours, theirs, sql } = service;
    expect((await ours.call('updatePasswordPolicy', { body: { historyCount: 8 } })).status).toBe(200);
    const users: string[] = [];
    for (let n = 0; n < 24; n++) users.push(await aUser(ours, {}));
    const id = await aUser(ours, { password: 'quiet-lantern-orbit-17' });
    await sql(
      `update users set password_hash = known.password_hash,
              previous_password_hashes = array_fill(known.password_hash, array[7])
         from users known where known.id = $1 and users.id = any ($2)`,
      [id, users],
    );
    let answered = 0;
    const changes = users.map((userId) =>
      ours.call('updateUser', { path: { userId }, body: { password } }).finally(() => answered++),
    );
    await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(0);
    // One hash of another tenant, while most of these 216 have not begun. A whole sign-in may take as long as they do.
    const hashed = await theirs.call('createUser', { body: { email: anEmail(), password } });
    expect([hashed.status, answered < users.length]).toEqual([201, true]);
    expect(await neighbour(service)).toEqual([200, 201, 'Your account']);
    expect(new Set((await Promise.all(changes)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});
