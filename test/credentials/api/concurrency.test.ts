import { describe, expect } from 'vitest';
import { aCallerWith, aCredential, eventsAbout, verify } from '../../support/builders.ts';
import { type Client, createClient } from '../../support/client.ts';
import { type TestService, test } from '../../support/service.ts';

const times = <Result>(count: number, make: (at: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));

/** A second node of the same service, and a caller there; it ends with the test. */
async function aSecondNode(
  { ours, startNode }: TestService,
  onTestFinished: (end: () => Promise<void>) => void,
  key = ours.key,
): Promise<Client> {
  const node = await startNode();
  onTestFinished(() => node.stop());
  return createClient(node.origin, key);
}

/**
 * Changes the row of a credential as `change` says, and locks the row until `waiters` requests wait for it. So the outcome
 * of the race does not depend on which request is faster. Resolves when the row is locked.
 */
async function hold({ sql }: TestService, id: string, change: string, waiters: number) {
  const released = sql(`do $$ begin
    update credentials set ${change} where id = '${id}';
    loop
      perform pg_stat_clear_snapshot();
      exit when ${waiters} <= (select count(*) from pg_stat_activity
                                where datname = current_database() and wait_event_type = 'Lock');
      if clock_timestamp() > now() + interval '10 s' then raise exception 'nobody waits'; end if;
    end loop;
  end $$`);
  const free = 'select from credentials where id = $1 for update skip locked';
  while ((await sql(free, [id])).length > 0);
  return { released };
}

describe('verifyCredential', () => {
  test('gives exactly 10 valid answers to 200 parallel calls on a cap of 10', async ({ service }) => {
    const { id, secret } = await aCredential(service.ours, { maxUsageCount: 10 });
    const answers = await times(200, () => verify(service.ours, secret));
    const valid = answers.filter(({ code }) => code === 'VALID');
    expect(valid.map(({ credential }) => credential.usageCount).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    expect(answers.filter(({ code }) => code === 'USAGE_EXCEEDED')).toHaveLength(190);
    expect((await eventsAbout(service, id)).filter(({ type }) => type === 'credential.expired')).toHaveLength(
      1,
    );
    const [facts] = await service.sql(
      'select sum(uses)::int as uses from usage_facts where credential_id = $1',
      [id],
    );
    expect(facts).toEqual({ uses: 10 });
  });

  test('gives exactly 10 valid answers when two nodes share the calls', async ({
    service,
    onTestFinished,
  }) => {
    const there = await aSecondNode(service, onTestFinished);
    const { id, secret } = await aCredential(service.ours, { maxUsageCount: 10, scopes: ['a.b'] });
    const answers = await times(200, (at) =>
      verify(
        at % 2 === 0 ? service.ours : there,
        secret,
        at % 4 < 2 ? { scopes: ['a.b'] } : { ipAddress: `10.0.0.${at % 7}` },
      ),
    );
    expect(answers.filter(({ valid }) => valid)).toHaveLength(10);
    expect(
      new Set(answers.filter(({ valid }) => valid).map(({ credential }) => credential.usageCount)).size,
    ).toBe(10);
    expect((await eventsAbout(service, id)).filter(({ type }) => type === 'credential.expired')).toHaveLength(
      1,
    );
  });

  test('counts every one of many parallel uses without a cap', async ({ service: { ours } }) => {
    const { id, secret } = await aCredential(ours);
    const answers = await times(150, () => verify(ours, secret));
    expect(answers.every(({ valid }) => valid)).toBe(true);
    expect((await ours.call('getCredential', { path: { id } })).body.usageCount).toBe(150);
  });

  test('is never valid on any node once a revocation has answered', async ({ service, onTestFinished }) => {
    const { ours } = service;
    const there = await aSecondNode(service, onTestFinished);
    const busy = await aCredential(ours);
    let over = false;
    const load = times(8, async (at) => {
      while (!over) await verify(at % 2 === 0 ? ours : there, busy.secret);
    });
    const stale: string[] = [];
    const check = async (round: number): Promise<void> => {
      const { id, secret } = await aCredential(ours, { identityId: busy.identityId });
      const verifying = times(4, (at) => verify(at % 2 === 0 ? ours : there, secret));
      const [node, operation] = [
        round % 2 === 0 ? ours : there,
        round % 3 === 0 ? 'suspendCredential' : 'revokeCredential',
      ] as const;
      expect((await node.call(operation, { path: { id } })).status).toBe(200);
      for (const { valid, code } of await times(6, (at) => verify(at % 2 === 0 ? ours : there, secret))) {
        if (valid) stale.push(code);
      }
      await verifying;
    };
    for (let round = 0; round < 60; round += 3) await times(3, (at) => check(round + at));
    over = true;
    await load;
    expect(stale).toEqual([]);
  }, 180_000);

  test('never refuses either secret while the credential is rotated with grace', async ({ service }) => {
    const { ours } = service;
    const { id, secret } = await aCredential(ours, { scopes: ['a.b'] });
    const refused: unknown[] = [];
    let [old, current] = [secret, secret];
    let over = false;
    const load = times(8, async (at) => {
      while (!over) {
        const presented = at % 2 === 0 ? old : current;
        const answer = await verify(ours, presented, at % 4 < 2 ? { scopes: ['a.b'] } : {});
        // The one before the old one ends with the next rotation; its answer may come after that.
        if (!answer.valid && (presented === old || presented === current)) refused.push(answer.code);
      }
    });
    for (let round = 0; round < 15; round++) {
      // Its holders change over before the next rotation, as they do in life.
      old = current;
      const { status, body } = await ours.call('rotateCredential', {
        path: { id },
        body: { gracePeriod: 3600 },
      });
      expect(status).toBe(200);
      current = body.credential;
      await times(4, () => verify(ours, current));
    }
    over = true;
    await load;
    expect(refused).toEqual([]);
  });

  test('asks again when the credential changes while it is judged', async ({ service }) => {
    const { id, secret } = await aCredential(service.ours, { scopes: ['a.b'] });
    const { released } = await hold(service, id, "scopes = '{c.d}', version = version + 1", 1);
    const [answer] = await Promise.all([verify(service.ours, secret, { scopes: ['a.b'] }), released]);
    expect(answer.code).toBe('INSUFFICIENT_SCOPE');
  });
});

describe('rotateCredential', () => {
  test('lets one of parallel rotations win and refuses the others', async ({ service }) => {
    const { ours } = service;
    const { id, secret } = await aCredential(ours);
    const { released } = await hold(service, id, 'name = name', 5);
    const answers = await times(5, () => ours.call('rotateCredential', { path: { id } }));
    await released;
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    for (const { status, body } of answers.filter(({ status }) => status !== 200)) {
      expect([status, body.code]).toEqual([409, 'CREDENTIAL_STATE_CONFLICT']);
    }
    expect((await verify(ours, winners[0]?.body.credential)).valid).toBe(true);
    expect((await verify(ours, secret)).code).toBe('REVOKED');
    expect((await eventsAbout(service, id)).map(({ type }) => type)).toEqual([
      'credential.created',
      'credential.revoked',
      'credential.rotated',
    ]);
  });

  test('lets one of parallel rotations with the same ETag win', async ({ service: { ours } }) => {
    const { id } = await aCredential(ours);
    const answers = await times(8, () =>
      ours.call('rotateCredential', { path: { id }, headers: { 'if-match': '"1"' } }),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => [200, 409, 412].includes(status))).toBe(true);
  });

  test('starts at no uses although the old secret was used meanwhile', async ({ service }) => {
    const { ours } = service;
    const { id } = await aCredential(ours);
    const { released } = await hold(service, id, 'usage_count = usage_count + 1, last_used_at = now()', 1);
    const [{ status, body }] = await Promise.all([ours.call('rotateCredential', { path: { id } }), released]);
    expect([status, body.usageCount]).toEqual([200, 0]);
    expect((await ours.call('getCredential', { path: { id } })).body).toMatchObject({
      usageCount: 0,
      lastUsedAt: null,
    });
  });

  test('fails when the credential is revoked meanwhile', async ({ service }) => {
    const { ours } = service;
    const { id } = await aCredential(ours);
    const { released } = await hold(service, id, "status = 'REVOKED', version = version + 1", 1);
    const [{ status }] = await Promise.all([ours.call('rotateCredential', { path: { id } }), released]);
    expect(status).toBe(409);
  });
});

describe('createCredential', () => {
  test('never leaves a live credential with a revoked identity', async ({ service }) => {
    const { ours, sql } = service;
    const { identityId } = await aCredential(ours);
    await Promise.all([
      ...Array.from({ length: 6 }, () =>
        ours.call('createCredential', { body: { identityId, name: 'late' } }),
      ),
      ours.call('revokeIdentity', { path: { id: identityId } }),
    ]);
    expect(
      await sql("select id from credentials where identity_id = $1 and status <> 'REVOKED'", [identityId]),
    ).toEqual([]);
  });
});

describe('listCredentials', () => {
  test('lets a key in exactly as often as its cap says, under parallel calls to two nodes', async ({
    service,
    onTestFinished,
  }) => {
    const { caller, id } = await aCallerWith(service, ['credentials.read'], { maxUsageCount: 10 });
    const there = await aSecondNode(service, onTestFinished, caller.key);
    const answers = await times(60, (at) =>
      (at % 2 === 0 ? caller : there).call('listCredentials', { query: { limit: 1 } }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(50);
    expect((await eventsAbout(service, id)).filter(({ type }) => type === 'credential.expired')).toHaveLength(
      1,
    );
  });
});
