// Makes events happen, and the alerts and risk that come of them.
import { newId } from '../../src/lib/id.ts';
import type { TestService } from './service.ts';

export const follow = (service: TestService): Promise<void> => service.runTask('follow-events');

/** Writes events of our live tenant in one statement, as the code that emits them does. */
export async function happened(
  { sql, organizations }: TestService,
  type: string,
  data: readonly Record<string, unknown>[],
): Promise<void> {
  await sql(
    `insert into events (org_id, id, type, data) select $1, new_id('evt'), $2, e from jsonb_array_elements($3::jsonb) as e`,
    [
      organizations.ours.live.orgId,
      type,
      JSON.stringify(data.map((one) => ({ ...one, environment: 'live' }))),
    ],
  );
}

export const violation = (identityId: string | null, fields: Record<string, unknown> = {}) => ({
  policyId: newId('pol'),
  policyName: 'Short lives',
  policyType: 'CREDENTIAL_LIFETIME',
  mode: 'ENFORCE',
  severity: 'MEDIUM',
  identityId,
  identityName: 'deploy-bot',
  credentialId: null,
  action: 'createCredential',
  outcome: 'DENIED',
  details: { reason: 'too long', actions: ['DENY', 'ALERT'] },
  requestId: null,
  ...fields,
});

/** Tells of an anomaly as the detectors do. */
export async function anomalyOf(service: TestService, identityId: string, severity = 'HIGH'): Promise<void> {
  await happened(service, 'anomaly.detected', [
    {
      anomalyId: newId('ano'),
      type: 'NEW_COUNTRY',
      severity,
      score: 70,
      identityId,
      identityName: 'deploy-bot',
      credentialId: null,
      userId: null,
      description: 'Used from JP',
      evidence: {},
      detectedAt: new Date().toISOString(),
    },
  ]);
  await follow(service);
}

export async function leaked({ sql }: TestService, credentialId: string): Promise<void> {
  await sql(
    `insert into governance_inbox (org_id, event_id, type, data, created_at)
     select org_id, new_id('evt'), 'credential.leaked', jsonb_build_object('credentialId', id, 'identityId', identity_id,
              'identityName', 'deploy-bot', 'source', 'GITHUB', 'url', 'https://example.com/x'), now()
       from credentials where id = $1`,
    [credentialId],
  );
}

export async function alertsOf(
  { ours }: TestService,
  query: Record<string, string>,
): Promise<Record<string, unknown>[]> {
  const { body } = await ours.call('listAlerts', { query: { ...query, limit: 100 } });
  return body.data;
}

export const alertsAbout = async (service: TestService, sourceId: string) =>
  (await alertsOf(service, {})).filter(({ source }) => (source as { id: string }).id === sourceId);

export const toldOf = async ({ sql }: TestService, alertId: unknown) =>
  sql<{ data: Record<string, unknown> }>(
    `select data from events where type = 'alert.triggered' and data ->> 'alertId' = $1 order by created_at`,
    [alertId],
  );

export async function riskOf({ ours }: TestService, id: string) {
  const { body } = await ours.call('getIdentity', { path: { id } });
  return { score: body.riskScore, factors: body.riskFactors.map(({ factor }: { factor: string }) => factor) };
}
