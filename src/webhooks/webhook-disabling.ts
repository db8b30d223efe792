import { recordAudit } from '../audit/audit.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit } from '../platform/events.ts';
import { disableWebhook } from './sql/webhooks.ts';
import { systemActor } from '../platform/grants.ts';
import type { Tx } from '../platform/tx.ts';
import { raiseAlerts } from '../risk/raising.ts';

/**
 * Disables a webhook that has failed without a success for 120 hours, and tells of it (decisions 6.5).
 * `settleDeliveries` turns its open deliveries into dead letters, in separate transactions, because there may be very
 * many.
 * @returns whether it did
 */
export async function disableFailingWebhook(tx: Tx, webhookId: string): Promise<boolean> {
  const { orgId, now } = tenancyOf(tx);
  const disabled = await disableWebhook(tx, orgId, webhookId);
  if (!disabled) return false;
  const { name, url, failingSince } = disabled;
  await emit(tx, [
    {
      type: 'webhook.disabled',
      data: {
        webhookId,
        webhookName: name,
        url,
        failingSince: failingSince.toISOString(),
        disabledAt: now.toISOString(),
      },
    },
  ]);
  await raiseAlerts(tx, [
    {
      trigger: 'webhook.disabled',
      always: true,
      subject: `webhook:${webhookId}`,
      severity: 'HIGH',
      title: 'A webhook was disabled',
      description: `No delivery to the webhook ${name} has succeeded since ${failingSince.toISOString()}. When the endpoint responds again, resume the webhook and replay its dead letters.`,
      source: { type: 'WEBHOOK', id: webhookId },
      identityId: null,
    },
  ]);
  await recordAudit(tx, [
    {
      action: 'webhook.disable',
      actor: systemActor,
      targetId: webhookId,
      targetName: name,
      result: 'SUCCESS',
      reason: 'failing for 120 hours',
    },
  ]);
  return true;
}
