import { describe, expect, test } from 'vitest';
import { aCredential } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { aNode } from '../../support/killed-node.ts';

type Node = Awaited<ReturnType<typeof aNode>>;

/** A node without background tasks, which would change the facts, and callers of it with keys of their own. */
async function world() {
  const node = await aNode({ ROLE: 'api' });
  const aCaller = async () => {
    const { id, secret } = await aCredential(node.ours, { scopes: ['credentials.verify'] });
    return { id, client: createClient(node.origin, secret) };
  };
  return { node, aCaller };
}

/** Returns the uses of a credential by its row and by its facts. */
async function usesOf({ sql }: Node, id: string) {
  const [row] = await sql<{ uses: number; api: number; verify: number; status: string }>(
    `select usage_count::int as uses, status, coalesce(f.api, 0)::int as api, coalesce(f.verify, 0)::int as verify
       from credentials c,
            lateral (select sum(uses) filter (where source = 'API') as api, sum(uses) filter (where source = 'VERIFY') as verify
                       from usage_facts where credential_id = c.id) f
      where id = $1`,
    [id],
  );
  return row ?? { uses: Number.NaN, api: 0, verify: 0, status: '' };
}

describe('after a kill -9', { timeout: 60_000 }, () => {
  test('before the commit, neither the caller nor its secret was used', async () => {
    const { node, aCaller } = await world();
    const { id: caller, client } = await aCaller();
    const { id, secret } = await aCredential(node.ours, { maxUsageCount: 100 });
    const ask = () => client.call('verifyCredential', { body: { credential: secret } });
    await node.cutOff('insert on usage_facts', `new.source = 'VERIFY'`, ask);
    expect([await usesOf(node, caller), await usesOf(node, id)]).toMatchObject([{ uses: 0 }, { uses: 0 }]);
    await node.start();
    expect((await ask()).body).toMatchObject({ valid: true, credential: { usageCount: 1 } });
    expect(await usesOf(node, caller)).toMatchObject({ uses: 1, api: 1 });
  });

  test('before the commit of its last use, a secret was not used, and works once', async () => {
    const { node, aCaller } = await world();
    const { id: caller, client } = await aCaller();
    const { id, secret } = await aCredential(node.ours, { maxUsageCount: 1 });
    const ask = () => client.call('verifyCredential', { body: { credential: secret } });
    await node.cutOff('insert on usage_facts', `new.source = 'VERIFY'`, ask);
    // The use that spends a credential is not plain, so another statement has let the caller in.
    expect([await usesOf(node, caller), await usesOf(node, id)]).toMatchObject([{ uses: 1 }, { uses: 0 }]);
    await node.start();
    expect((await ask()).body).toMatchObject({ valid: true });
    expect((await ask()).body).toMatchObject({ valid: false, code: 'USAGE_EXCEEDED' });
  });

  test('under load, every answered use is counted, a caller as often as its secret, and no cap is passed', async () => {
    const { node, aCaller } = await world();
    const [lanes, cap] = [12, 100];
    const aPair = async (fields: Record<string, unknown>) => {
      const [{ id: caller, client }, of] = [await aCaller(), await aCredential(node.ours, fields)];
      return {
        caller,
        id: of.id,
        ask: () => client.call('verifyCredential', { body: { credential: of.secret } }),
        counts: [] as number[],
      };
    };
    const plain = await aPair({});
    const capped = await aPair({ maxUsageCount: cap });
    let killed: Promise<void> | undefined;
    const verifying = [plain, capped].flatMap(({ ask, counts }) =>
      Array.from({ length: lanes }, async () => {
        for (;;) {
          counts.push((await ask()).body.credential.usageCount);
          if (capped.counts.length >= 30) killed ??= node.kill();
        }
      }),
    );
    await Promise.allSettled(verifying);
    await killed;
    for (const { caller, id, counts } of [plain, capped]) {
      const { uses, verify } = await usesOf(node, id);
      expect(new Set(counts).size).toBe(counts.length);
      expect(verify).toBe(uses);
      expect(await usesOf(node, caller)).toMatchObject({ uses, api: uses });
      expect(uses).toBeGreaterThanOrEqual(Math.max(...counts));
      expect(uses).toBeLessThanOrEqual(counts.length + lanes);
    }

    await node.start();
    const { uses: before } = await usesOf(node, capped.id);
    const after = await Promise.all(Array.from({ length: cap }, capped.ask));
    expect(after.filter(({ body }) => body.valid)).toHaveLength(cap - before);
    expect(await usesOf(node, capped.id)).toMatchObject({ uses: cap, verify: cap, status: 'EXPIRED' });
    const told = `select from events where type = 'credential.expired' and data ->> 'credentialId' = $1`;
    expect(await node.sql(told, [capped.id])).toHaveLength(1);
  });
});
