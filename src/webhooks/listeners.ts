import { randomBytes } from 'node:crypto';
import { Failure, invalid } from '../failure.ts';
import { newId } from '../lib/id.ts';
import { dateOf } from '../lib/rows.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Grantor } from '../platform/grants.ts';
import { requireRoom } from '../platform/quotas.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import type { Tx } from '../platform/tx.ts';
import type { Vault } from '../platform/vault.ts';
import { placeTexts } from './listener-places.ts';
import {
  countListeners,
  type EventPlace,
  insertListener,
  type ListenerRow,
  lockListener,
  nameStream,
  removeListener,
  type ShownListener,
} from './sql/listeners.ts';
import { webhookSecretPurpose } from './webhook-requests.ts';
import { requireMayReadAll, requireMaySend, requireMaySilence } from './webhook-rights.ts';
import { newSigningSecret } from './webhook-signature.ts';

/** Listeners of a tenant: each is a developer who tries something. */
const mostListeners = 20;
/** An older place would make a look read very many events. */
const mostAgeMs = 600_000;

export interface NewListener {
  events: string[];
}

/**
 * Makes a temporary webhook. It ends with its caller, which is judged again while deliveries are sent, so the bounds of the caller are
 * not compared.
 * @returns the listener with its signing secret, which is shown once and kept sealed
 * @throws {Failure} SCOPE_NOT_GRANTABLE, QUOTA_EXCEEDED
 */
export async function createListener(
  tx: Tx,
  { events, ...rest }: NewListener,
  grantor: Grantor,
  vault: Vault,
): Promise<{ listener: ShownListener; secret: string }> {
  rest satisfies Record<string, never>;
  const { orgId, now } = tenancyOf(tx);
  requireMaySend(grantor, events);
  const lock = await lockTenant(tx, orgId);
  await requireRoom(lock, 'webhook listeners', () => countListeners(tx, orgId), mostListeners);
  const id = newId('wh');
  const secret = newSigningSecret();
  const createdBy = grantor.actor.id;
  if (createdBy === null) throw new Error('Only a key or a user makes a listener');
  const { connectBefore } = await insertListener(tx, {
    orgId,
    id,
    events,
    secret: vault.seal(secret, orgId, webhookSecretPurpose(id)),
    placeKey: randomBytes(32),
    createdBy,
  });
  return { listener: { id, events, connectBefore, createdAt: now, createdBy }, secret };
}

/** @throws {Failure} WEBHOOK_LISTENER_NOT_FOUND, SCOPE_NOT_GRANTABLE */
export async function deleteListener(tx: Tx, id: string, grantor: Grantor): Promise<void> {
  const { orgId } = tenancyOf(tx);
  const listener = await lockListener(tx, orgId, id);
  if (!listener) throw new Failure('WEBHOOK_LISTENER_NOT_FOUND');
  requireMaySilence(grantor, listener.events);
  await removeListener(tx, orgId, id);
}

/** A listener whose stream begins. */
export interface OpenedListener extends ListenerRow {
  streamId: string;
  openedAt: Date;
  /** Where the stream begins. */
  place: EventPlace;
}

/**
 * Begins a stream of a listener, which ends another one.
 * @param after the id of the last line that the caller read
 * @throws {Failure} WEBHOOK_LISTENER_NOT_FOUND, INSUFFICIENT_SCOPE, VALIDATION_ERROR
 */
export async function openListener(
  tx: Tx,
  id: string,
  after: string | undefined,
  caller: Pick<Grantor, 'actor' | 'scopes'>,
): Promise<OpenedListener> {
  const { orgId, now } = tenancyOf(tx);
  const listener = await lockListener(tx, orgId, id);
  // It ends with the caller that made it, so no other caller keeps it alive.
  if (!listener || listener.createdBy !== caller.actor.id) throw new Failure('WEBHOOK_LISTENER_NOT_FOUND');
  requireMayReadAll(caller, listener.events);
  const { started, startedFloor, placeKey, createdAt } = listener;
  const from =
    after === undefined
      ? { place: { read: started, floor: startedFloor }, writtenAt: dateOf(createdAt).getTime() }
      : placeTexts(id, placeKey).placeOf(after);
  if (!from) throw invalid('after', 'must be the `id` of a line of this listener, unchanged');
  if (from.writtenAt < now.getTime() - mostAgeMs)
    throw invalid(
      'after',
      'must be the `id` of a line of the last ten minutes, such as a heartbeat. Create another listener',
    );
  const streamId = newId('req');
  await nameStream(tx, orgId, id, streamId);
  return { ...listener, streamId, place: from.place, openedAt: now };
}
