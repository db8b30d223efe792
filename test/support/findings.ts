import { newId } from '../../src/lib/id.ts';
import { aCredential } from './builders.ts';
import type { Client } from './client.ts';
import { databaseOf } from './service.ts';

/** Puts an open anomaly of a new credential into the database, and tells its id. */
export async function anAnomaly(client: Client, fields: Record<string, unknown> = {}): Promise<string> {
  const credential = await aCredential(client);
  const row = {
    id: newId('ano'),
    type: 'USAGE_SPIKE',
    severity: 'MEDIUM',
    identity_id: credential.identityId,
    credential_id: credential.id,
    subject: '2026-01-15',
    ...fields,
  };
  await databaseOf(client)(
    `insert into anomalies (org_id, id, type, severity, score, identity_id, credential_id, subject, description, evidence,
                            last_seen_at, created_at, updated_at)
     select c.org_id, $2, $3, $4, 55, $5, $6, $7, 'Used 500 times', '{"uses": 500}', now(), now(), now()
       from credentials c where c.id = $1`,
    [credential.id, row.id, row.type, row.severity, row.identity_id, row.credential_id, row.subject],
  );
  return row.id;
}

/** Puts an open alert into the database, and tells its id. */
export async function anAlert(client: Client): Promise<string> {
  const id = newId('alt');
  await databaseOf(client)(
    `insert into alerts (org_id, id, subject, title, severity, source_type, description, last_triggered_at, created_at, updated_at)
     values ($1, $2, $2, 'A webhook was disabled', 'HIGH', 'WEBHOOK', 'It failed', now(), now(), now())`,
    [client.orgId, id],
  );
  return id;
}

export async function anAlertRule(client: Client, fields: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await client.call('createAlertRule', {
    body: { name: 'Everything unusual', events: ['anomaly.detected'], throttleSeconds: 0, ...fields },
  });
  if (status !== 201) throw new Error(`no alert rule: ${JSON.stringify(body)}`);
  return body.id;
}
