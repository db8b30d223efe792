import { describe, expect } from 'vitest';
import { aCredential, anIdentity, aUser, verify } from '../../support/builders.ts';
import { anAlert } from '../../support/findings.ts';
import { partitionBefore } from '../../support/partitions.ts';
import { aPerson } from '../../support/person.ts';
import { type TestService, test } from '../../support/service.ts';
import { aUserCaller } from '../../support/user-caller.ts';
import { aFailedDelivery, createWebhook } from '../../support/webhooks.ts';

/** The sums of today and yesterday: soon after midnight, facts that a test made older are of yesterday. */
const lately = (days: readonly { allowed: number; denied: number }[]) => ({
  allowed: days.slice(-2).reduce((sum, { allowed }) => sum + allowed, 0),
  denied: days.slice(-2).reduce((sum, { denied }) => sum + denied, 0),
});

const latelySignedIn = (days: readonly { succeeded: number; failed: number }[]) => ({
  succeeded: days.slice(-2).reduce((sum, { succeeded }) => sum + succeeded, 0),
  failed: days.slice(-2).reduce((sum, { failed }) => sum + failed, 0),
});

const today = (): string => new Date().toISOString().slice(0, 10);
const overviewOf = async ({ ours }: TestService) => (await ours.call('getOverview')).body;

describe('getOverview', () => {
  test('counts credentials and users by their status now, and names the riskiest identities', async ({
    service,
  }) => {
    const { ours, theirs, sql } = service;
    const before = await overviewOf(service);
    const one = async (): Promise<string> => (await aCredential(ours)).id;
    const [suspended, revoked, expired, soon] = [await one(), await one(), await one(), await one()];
    const [unused, lately, deleted] = [await one(), await one(), await one()];
    await one();
    await ours.call('suspendCredential', { path: { id: suspended } });
    await ours.call('revokeCredential', { path: { id: revoked } });
    await ours.call('deleteCredential', { path: { id: deleted } });
    const expires = `update credentials set expires_at = now() + $2 * interval '1 day' where id = $1`;
    await sql(expires, [expired, -1]);
    await sql(expires, [soon, 29]);
    await sql(expires, [lately, 31]);
    await sql(`update credentials set created_at = now() - interval '91 days' where id = any ($1)`, [
      [unused, lately],
    ]);
    await sql('update credentials set last_used_at = now() where id = $1', [lately]);
    await aCredential(theirs);
    const after = await overviewOf(service);
    const grown = (name: string): number =>
      after.credentials.byStatus[name] - before.credentials.byStatus[name];
    expect(['ACTIVE', 'SUSPENDED', 'EXPIRED', 'REVOKED'].map(grown)).toEqual([4, 1, 1, 1]);
    expect(after.credentials.expiringSoon - before.credentials.expiringSoon).toBe(1);
    expect(after.credentials.unused - before.credentials.unused).toBe(1);
    expect(after.credentials.isCapped).toBe(false);

    const scores = [10, 90, 20, 30, 95, 40, 99];
    const risky: string[] = [];
    for (const score of scores) {
      const id = await anIdentity(ours, { name: `risk ${score}` });
      await sql('update identities set risk_score = $2 where id = $1', [id, score]);
      risky.push(id);
    }
    await sql(`update identities set expires_at = now() where id = $1`, [risky[6]]);
    await aUser(ours, { expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    await sql(`update users set expires_at = now() where expires_at is not null`);
    const { identities, users } = await overviewOf(service);
    expect(identities.byStatus.REVOKED - before.identities.byStatus.REVOKED).toBe(1);
    expect(identities.riskiest.map(({ riskScore }: { riskScore: number }) => riskScore)).toEqual([
      95, 90, 40, 30, 20,
    ]);
    expect(identities.riskiest[0]).toEqual({ id: risky[4], name: 'risk 95', riskScore: 95 });
    expect(users.byStatus.DEPROVISIONED).toBe(1);
  });

  test('counts what waits for an administrator', async ({ service }) => {
    const { ours, sql } = service;
    const before = await overviewOf(service);
    const { webhookId } = await aFailedDelivery(ours);
    await aFailedDelivery(ours, webhookId);
    await sql('update webhooks set failing_since = now() where id = $1', [webhookId]);
    const gone = await createWebhook(ours);
    await sql(`update webhooks set status = 'DISABLED', failing_since = now() where id = $1`, [gone.id]);
    await anAlert(ours);
    const acknowledged = await anAlert(ours);
    await ours.call('updateAlert', { path: { id: acknowledged }, body: { status: 'ACKNOWLEDGED' } });
    const { webhooks, alerts } = await overviewOf(service);
    expect(webhooks).toEqual({ failing: 1, disabled: 1, deadLetters: 2, isCapped: false });
    expect(alerts.openBySeverity.HIGH - before.alerts.openBySeverity.HIGH).toBe(1);
  });

  test('shows the verifications and the sign-ins of each of 30 days', async ({ service }) => {
    const { ours, oursTest, sql, runTask, origin } = service;
    const { id, secret } = await aCredential(ours);
    await verify(ours, secret);
    await verify(ours, secret, { ipAddress: '203.0.113.7' });
    await verify(ours, secret, { scopes: ['never.granted'] });
    await verify(ours, 'kd_live_unknown');
    await partitionBefore(service, 'usage_facts');
    await sql(`update usage_facts set at = at - interval '10 minutes' where credential_id = $1`, [id]);
    const lastDay = async () => lately((await overviewOf(service)).verifications);
    // Refusals are written once a second.
    await expect.poll(lastDay, { timeout: 20_000 }).toMatchObject({ denied: 2 });
    await runTask('roll-up-usage');
    const { email } = await aUserCaller(service, { roles: ['MEMBER'] });
    await aPerson(origin).signIn(ours.orgId ?? '', email, 'wrong');
    await runTask('seal-audit');
    const asked = today();
    const { verifications, signIns } = await overviewOf(service);
    expect([verifications.length, signIns.length]).toEqual([30, 30]);
    for (const days of [verifications, signIns]) expect([asked, today()]).toContain(days.at(-1)?.date);
    expect(lately(verifications)).toEqual({ allowed: 2, denied: 2 });
    expect(latelySignedIn(signIns)).toEqual({ succeeded: 1, failed: 1 });
    expect(verifications[0]).toMatchObject({ allowed: 0, denied: 0 });
    // The same facts and rows count once.
    await runTask('roll-up-usage');
    await runTask('seal-audit');
    expect(await lastDay()).toEqual({ allowed: 2, denied: 2 });
    const elsewhere = (await oursTest.call('getOverview')).body;
    expect(lately(elsewhere.verifications)).toEqual({ allowed: 0, denied: 0 });
    expect(latelySignedIn(elsewhere.signIns)).toEqual({ succeeded: 0, failed: 0 });
  });
});
