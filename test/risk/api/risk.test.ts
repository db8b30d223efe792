import { describe, expect } from 'vitest';
import { aCredential, anIdentity, aUser } from '../../support/builders.ts';
import { anAnomaly } from '../../support/findings.ts';
import { follow, happened, violation, riskOf } from '../../support/followed.ts';
import { test, type TestService } from '../../support/service.ts';
import { statementsSent } from '../../support/statements.ts';

/** An identity for which every factor counts but that of a leaked secret. Its events wait to be followed. */
async function aRiskyIdentity(service: TestService): Promise<string> {
  const { ours, sql } = service;
  const { id: credentialId, identityId: id } = await aCredential(ours, { scopes: ['*'] });
  await sql(
    "update credentials set created_at = now() - interval '181 days', last_used_at = now() - interval '91 days' where id = $1",
    [credentialId],
  );
  for (const severity of ['LOW', 'MEDIUM', 'CRITICAL'])
    await anAnomaly(ours, { severity, identity_id: id, subject: severity });
  await happened(service, 'policy.violated', [violation(id)]);
  return id;
}

describe('getIdentityRisk', () => {
  test('is 0 for a new identity with an owner and no credentials', async ({ service }) => {
    const { ours } = service;
    const id = await anIdentity(ours, { ownerUserId: await aUser(ours) });
    await follow(service);
    const { body } = await ours.call('getIdentityRisk', { path: { id } });
    expect(body).toEqual({
      identityId: id,
      riskScore: 0,
      riskLevel: 'LOW',
      riskFactors: [],
      computedAt: expect.any(String),
    });
    expect(await riskOf(service, id)).toEqual({ score: 0, factors: [] });
  });

  test('lists every factor, and the identity follows without a new version', async ({ service }) => {
    const { ours } = service;
    const id = await aRiskyIdentity(service);
    const before = await ours.call('getIdentity', { path: { id } });
    await follow(service);
    const after = await ours.call('getIdentity', { path: { id } });
    const { body: risk } = await ours.call('getIdentityRisk', { path: { id } });
    expect(risk.riskFactors).toEqual([
      { factor: 'NO_OWNER', weight: 10, description: 'This identity has no owner' },
      { factor: 'NEVER_EXPIRES', weight: 10, description: '1 credential never expires' },
      {
        factor: 'OLD_CREDENTIAL',
        weight: 10,
        description: '1 credential has a secret that is older than 180 days',
      },
      {
        factor: 'UNUSED_CREDENTIAL',
        weight: 15,
        description: '1 credential was not used for more than 90 days',
      },
      {
        factor: 'WILDCARD_SCOPE',
        weight: 20,
        description: '1 credential carries the scope *, which may do everything',
      },
      { factor: 'ANOMALY_LOW', weight: 5, description: '1 anomaly of severity LOW is not closed' },
      { factor: 'ANOMALY_MEDIUM', weight: 15, description: '1 anomaly of severity MEDIUM is not closed' },
      {
        factor: 'ANOMALY_HIGH',
        weight: 30,
        description: '1 anomaly of severity HIGH or CRITICAL is not closed',
      },
      { factor: 'POLICY_VIOLATED', weight: 10, description: 'A policy was violated in the last 7 days' },
    ]);
    expect(risk).toMatchObject({ riskScore: 100, riskLevel: 'CRITICAL' });
    expect(after.body).toEqual({
      ...before.body,
      riskScore: 100,
      riskLevel: 'CRITICAL',
      riskFactors: risk.riskFactors,
    });
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  test('falls when an anomaly is closed, by the hour with time, and is 0 once revoked', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const id = await anIdentity(ours, { ownerUserId: await aUser(ours) });
    const anomaly = await anAnomaly(ours, { severity: 'HIGH', identity_id: id });
    await happened(service, 'policy.violated', [violation(id)]);
    await follow(service);
    expect((await riskOf(service, id)).score).toBe(40);
    await ours.call('updateAnomaly', { path: { id: anomaly }, body: { status: 'RESOLVED' } });
    expect(await riskOf(service, id)).toEqual({ score: 10, factors: ['POLICY_VIOLATED'] });
    await sql(
      "update identity_violations set violated_at = now() - interval '8 days' where identity_id = $1",
      [id],
    );
    await service.runTask('weigh-risk');
    expect((await riskOf(service, id)).score).toBe(0);
    await happened(service, 'policy.violated', [violation(id)]);
    await ours.call('revokeIdentity', { path: { id } });
    await follow(service);
    expect(await riskOf(service, id)).toEqual({ score: 0, factors: [] });
  });
});

describe('the task weigh-risk', () => {
  test('writes for any tenant what time has changed, and else takes one read for all tenants', async ({
    service,
  }) => {
    const { ours, theirs, sql, runTask } = service;
    const leaky = await aCredential(ours);
    await anAnomaly(ours, {
      type: 'LEAKED_SECRET',
      identity_id: leaky.identityId,
      credential_id: leaky.id,
    });
    const ids = [await aRiskyIdentity(service), leaky.identityId, await anIdentity(theirs)];
    await follow(service);
    const risks = () =>
      sql(
        'select id, risk_score, risk_factors from identities where id = any ($1) order by array_position($1, id)',
        [ids],
      );
    const atOnce = await risks();
    expect(atOnce.map((row) => row['risk_factors'])).toEqual([
      expect.arrayContaining([expect.objectContaining({ factor: 'POLICY_VIOLATED' })]),
      expect.arrayContaining([expect.objectContaining({ factor: 'LEAKED_SECRET' })]),
      [expect.objectContaining({ factor: 'NO_OWNER' })],
    ]);
    await sql("update identities set risk_score = 77, risk_factors = '[]' where id = any ($1)", [ids]);
    await runTask('weigh-risk');
    expect(await risks()).toEqual(atOnce);

    const { since } = statementsSent();
    await runTask('weigh-risk');
    const ofRisk = since().filter((text) => text.includes('risk_factors'));
    expect(ofRisk).toHaveLength(1);
  });
});

describe('the clean-up of findings', () => {
  test('removes what was closed 400 days ago, and nothing younger', async ({ service }) => {
    const { ours, sql, runTask } = service;
    const [old, young] = [await anAnomaly(ours), await anAnomaly(ours)];
    const close = (id: string, days: number) =>
      sql(
        "update anomalies set status = 'RESOLVED', closed_at = now() - $2::int * interval '1 day' where id = $1",
        [id, days],
      );
    await close(old, 401);
    await close(young, 399);
    await runTask('clean-up');
    expect((await ours.call('getAnomaly', { path: { id: old } })).body.code).toBe('ANOMALY_NOT_FOUND');
    expect((await ours.call('getAnomaly', { path: { id: young } })).status).toBe(200);
  });
});
