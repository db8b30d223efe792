import { lockOne } from '../../platform/locked.ts';
import { Webhook } from '../../webhooks/entities/webhook.ts';
import { loosensWebhook } from '../../webhooks/loosening.ts';
import { erasedAmong, lastOf, lastValue, type LostEntry, type Replay, type Replayed } from './replay.ts';
import { settleFields } from './settling.ts';
import { told } from './told.ts';

/**
 * Deliveries that were sent after the backup are sent again, so a webhook that was deleted must not come back. One that had another address
 * or secret is paused: its events would go to the old address, or be signed with a secret that its receiver does not know.
 */
export const replayWebhook: Replay = async (tx, id, entries) => {
  const webhook = await lockOne(tx, Webhook, { id });
  if (!webhook) return undefined;
  const deleted = lastOf(entries, 'webhook.delete');
  if (deleted) {
    tx.remove(webhook);
    return [await told(tx, deleted)];
  }
  const done: Replayed[] = [];
  const stopped = stopOf(entries, webhook.url);
  if (stopped && webhook.status === 'ACTIVE') {
    webhook.status = 'PAUSED';
    done.push(await told(tx, stopped, { action: 'webhook.pause' }));
  }
  const updates = entries
    .filter(({ action }) => action === 'webhook.update')
    .map((entry) => ({ ...entry, changes: entry.changes.filter(({ field }) => field !== 'url') }));
  return [...done, ...(await settleFields(tx, webhook, updates, loosensWebhook)), ...erasedAmong(updates)];
};

/** The entry that stops a webhook from sending: another secret, another address, or a pause. */
function stopOf(entries: readonly LostEntry[], url: string): LostEntry | undefined {
  const moved = lastValue(entries, 'url');
  const paused = lastOf(entries, 'webhook.pause', 'webhook.resume');
  return (
    lastOf(entries, 'webhook.rotate_secret') ??
    (moved && moved.to !== url ? moved.entry : undefined) ??
    (paused?.action === 'webhook.pause' ? paused : undefined)
  );
}
