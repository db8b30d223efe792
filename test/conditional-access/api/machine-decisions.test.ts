import { describe, expect } from 'vitest';
import { accessTest as test, anAccessPolicy } from '../../support/access.ts';
import { aCredential, verify } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';

const patience = { timeout: 20_000 };
const elsewhere = '198.51.100.1';

/** The decisions about an identity, as soon as there are any. */
async function decisionsOf(ours: Client, identityId: string): Promise<Record<string, unknown>[]> {
  const read = async () => (await ours.call('listAccessDecisions', { query: { identityId } })).body.data;
  await expect.poll(read, patience).not.toEqual([]);
  return read();
}

/** The sum of the counts of a policy. */
const countsOf = async (ours: Client, policyId?: string) => {
  const { body } = await ours.call('getAccessStats', { query: policyId === undefined ? {} : { policyId } });
  const sum = { allowed: 0, blocked: 0, asked: 0, reported: 0 };
  for (const day of body.days as (typeof sum)[])
    for (const field of Object.keys(sum) as (keyof typeof sum)[]) sum[field] += day[field];
  return sum;
};

const about = (identityId: string) => ({ identities: { include: [identityId] } });

describe('listAccessDecisions of keys', () => {
  test('tells of blocked verifications of one minute in one row', async ({ service: { ours } }) => {
    const { id, identityId, secret } = await aCredential(ours);
    const policyId = await anAccessPolicy(ours, { conditions: about(identityId) });
    for (let times = 0; times < 3; times++)
      expect((await verify(ours, secret, { ipAddress: elsewhere })).code).toBe('POLICY_DENIED');
    const read = async () => {
      const rows = await decisionsOf(ours, identityId);
      return rows.reduce((sum, { attempts }) => sum + Number(attempts), 0);
    };
    await expect.poll(read, patience).toBe(3);
    const rows = await decisionsOf(ours, identityId);
    // The minute may have ended meanwhile.
    expect(rows.length).toBeLessThanOrEqual(2);
    expect(rows[0]).toMatchObject({
      subject: 'machine',
      credentialId: id,
      decision: 'BLOCK',
      policyId,
      inputs: { ipAddress: elsewhere, identityType: 'CI_CD', clientType: 'machine', riskLevel: 'LOW' },
      outcomes: [{ policyId, applies: true, reasons: [expect.stringContaining('identities')] }],
    });
  });

  test('tells what a policy that only reports would have blocked, and nothing that was simply allowed', async ({
    service: { ours },
  }) => {
    const [watched, free] = [await aCredential(ours), await aCredential(ours)];
    const status = 'REPORT_ONLY';
    const policyId = await anAccessPolicy(ours, { status, conditions: about(watched.identityId) });
    for (const { secret } of [free, watched]) expect((await verify(ours, secret)).code).toBe('VALID');
    const [row] = await decisionsOf(ours, watched.identityId);
    expect(row).toMatchObject({ decision: 'ALLOW', policyId: null, outcomes: [{ policyId, applies: true }] });
    const filtered = await ours.call('listAccessDecisions', { query: { policyId } });
    expect(filtered.body.pagination.total).toBe(1);
    const none = await ours.call('listAccessDecisions', { query: { identityId: free.identityId } });
    expect(none.body.data).toEqual([]);
  });

  test('leaves nothing of a caller who only looks', async ({ service: { ours } }) => {
    const { identityId, secret } = await aCredential(ours);
    await anAccessPolicy(ours, { conditions: about(identityId) });
    await verify(ours, secret, { consume: false });
    await verify(ours, secret);
    const rows = await decisionsOf(ours, identityId);
    expect(rows).toMatchObject([{ attempts: 1 }]);
  });

  test('is complete when the node stops', async ({ service: { sql, startNode, ours, organizations } }) => {
    const { identityId, secret } = await aCredential(ours);
    await anAccessPolicy(ours, { conditions: about(identityId) });
    const node = await startNode();
    const { origin } = node;
    const answer = await fetch(`${origin}/api/v1/credentials/verify`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${organizations.ours.live.key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ credential: secret }),
    });
    expect(await answer.json()).toMatchObject({ code: 'POLICY_DENIED' });
    await node.stop();
    const rows = await sql('select attempts from access_decisions where identity_id = $1', [identityId]);
    expect(rows).toEqual([{ attempts: 1 }]);
  });
});

describe('getAccessStats', () => {
  test('counts by policy and day what was decided, and what would have been', async ({
    service: { ours },
  }) => {
    const { identityId, secret } = await aCredential(ours);
    const conditions = about(identityId);
    const reporting = await anAccessPolicy(ours, { priority: 1, status: 'REPORT_ONLY', conditions });
    const blocking = await anAccessPolicy(ours, { priority: 2, conditions });
    for (let times = 0; times < 2; times++) await verify(ours, secret);
    const none = { allowed: 0, blocked: 0, asked: 0, reported: 0 };
    await expect.poll(() => countsOf(ours, blocking), patience).toEqual({ ...none, blocked: 2 });
    expect(await countsOf(ours, reporting)).toEqual({ ...none, reported: 2 });
    // Calls of the API that no policy is about are allowed, and counted in the sums alone.
    const all = await countsOf(ours);
    expect(all.allowed).toBeGreaterThan(0);
    expect(all).toMatchObject({ blocked: expect.any(Number) as number });
    expect((await ours.call('getAccessStats', { query: { policyId: 'cap_none' } })).body).toEqual({
      days: [],
    });
  });
});
