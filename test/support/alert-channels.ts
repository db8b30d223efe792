// Rules with channels, and alerts that they raise.
import { expect } from 'vitest';
import { aUser, anIdentity } from './builders.ts';
import type { Client } from './client.ts';
import { anAlertRule } from './findings.ts';
import { anomalyOf } from './followed.ts';
import { databaseOf, type TestService } from './service.ts';

/** Another one than that of messages and documents. */
export const routingKey = 'R0uting0Key0canary0of0the0tests0';

/** A user who gets mails: active, with a verified address. */
export async function aReader(client: Client): Promise<{ id: string; email: string }> {
  const id = await aUser(client);
  const [user] = await databaseOf(client)<{ email: string }>(
    'update users set email_verified = true where id = $1 returning email',
    [id],
  );
  return { id, email: user?.email ?? '' };
}

/** A rule for anomalies with these channels, and the identity whose anomalies it raises alerts for. */
export async function aRuleWith(client: Client, channels: readonly object[], fields: object = {}) {
  const tag = `t${Math.random().toString(36).slice(2, 12)}`;
  const identityId = await anIdentity(client, { tags: [tag] });
  const ruleId = await anAlertRule(client, { conditions: { tags: [tag] }, channels, ...fields });
  const { body: rule } = await client.call('getAlertRule', { path: { id: ruleId } });
  return { rule, ruleId, identityId };
}

/** Raises an alert of a rule, and returns the open alert. A worker of the service may follow the event in place of this function. */
export async function raised(
  service: TestService,
  { ruleId, identityId }: { ruleId: string; identityId: string },
  severity = 'HIGH',
): Promise<{ id: string; status: string; severity: string }> {
  await anomalyOf(service, identityId, severity);
  const open = async () =>
    (await service.ours.call('listAlerts', { query: { ruleId, status: 'OPEN', limit: 1 } })).body.data;
  await expect.poll(open, { timeout: 20_000 }).toHaveLength(1);
  const [alert] = await open();
  return alert;
}
