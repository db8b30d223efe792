import { randomBytes } from 'node:crypto';
import { AccessDevice } from '../../access/entities/access-device.ts';
import { Connection } from '../../federation/entities/connection.ts';
import { deleteConnection } from '../../federation/connections.ts';
import { SocialProvider } from '../../federation/entities/social-provider.ts';
import { OidcClient } from '../../oidc/entities/oidc-client.ts';
import { deleteOidcClient } from '../../oidc/oidc-clients.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { lockOne } from '../../platform/locked.ts';
import { ServiceProvider } from '../../saml/entities/service-provider.ts';
import { deleteServiceProvider } from '../../saml/service-providers.ts';
import { ScimToken } from '../../scim/entities/scim-token.ts';
import { assignChanges } from '../../platform/fields.ts';
import { Webhook } from '../../webhooks/entities/webhook.ts';
import { operator, record } from '../subjects.ts';
import { told } from './told.ts';
import {
  applied,
  erasedOf,
  isErased,
  known,
  lastOf,
  lastValue,
  type LostEntry,
  narrowed,
  reasonOf,
  type Replay,
  type Replayed,
  unreplayed,
} from './replay.ts';

const always = { ifMatch: undefined };

/** Ends a token of a directory for good. */
export const replayScimToken: Replay = async (em, id, entries) => {
  const token = await lockOne(em, ScimToken, { id });
  if (!token) return undefined;
  const revoked = lastOf(entries, 'scim_token.revoke', 'scim_token.leak');
  if (!revoked) return [];
  if (token.revokedAt !== null) return [known(revoked)];
  token.revokedAt = tenancyOf(em).now;
  await told(em, revoked);
  return [applied(revoked)];
};

const clientLists = [
  'redirectUris',
  'postLogoutRedirectUris',
  'grantTypes',
  'scopes',
  'allowedOrigins',
  'resources',
  'servedResources',
] as const;
const clientFields = new Set([...clientLists, 'status', 'name', 'description', 'logoUri', 'clientUri']);

/** Replays the end of a client, of its secret, and of the addresses, grants and scopes that it may use. */
export const replayOidcClient: Replay = async (em, id, entries) => {
  const client = await lockOne(em, OidcClient, { id });
  if (!client) return undefined;
  const deleted = lastOf(entries, 'oidc_client.delete');
  if (deleted) {
    await deleteOidcClient(em, id, always, operator);
    await told(em, deleted);
    return [applied(deleted)];
  }
  const done: Replayed[] = [];
  const rotated = lastOf(entries, 'oidc_client.rotate_secret');
  if (
    rotated &&
    client.secretHash !== null &&
    (client.secretRotatedAt ?? new Date(0)) < new Date(rotated.timestamp)
  ) {
    // No text has this hash. The secret of the rotation is not known.
    client.secretHash = randomBytes(32);
    client.previousSecretHash = null;
    client.previousSecretExpiresAt = null;
    client.secretRotatedAt = tenancyOf(em).now;
    await told(em, rotated);
    done.push(applied(rotated));
  }
  const updates = entries.filter(({ action }) => action === 'oidc_client.update');
  const values: Record<string, unknown> = {};
  for (const field of clientLists) {
    const last = lastValue(updates, field);
    const kept = last && narrowed(client[field], last.to);
    if (kept && kept.length < client[field].length) values[field] = kept;
  }
  const ends = lastValue(updates, 'status')?.to === 'DISABLED' || isErased(updates, 'oidc_client.update');
  if (ends && client.status === 'ACTIVE') values['status'] = 'DISABLED';
  const changes = assignChanges<OidcClient>(client, values);
  const [last] = updates.slice(-1);
  if (changes.length > 0 && last) {
    await record(em, { action: last.action, targetId: id, reason: reasonOf(last), changes });
    done.push(applied(last));
  }
  return [...done, ...unreplayed(updates, 'oidc_client.update', clientFields)];
};

/** The entry that disabled a connection or a provider, or that may have done so. */
function disablingOf(entries: readonly LostEntry[], action: string): LostEntry | undefined {
  const erased = erasedOf(entries, action);
  const status = lastValue(entries, 'status');
  return erased ?? (status?.to === 'DISABLED' ? status.entry : undefined);
}

export const replayConnection: Replay = async (em, id, entries) => {
  const connection = await lockOne(em, Connection, { id });
  if (!connection) return undefined;
  const deleted = lastOf(entries, 'connection.delete');
  if (deleted) {
    await deleteConnection(em, id, always, operator);
    await told(em, deleted);
    return [applied(deleted)];
  }
  const disabled = disablingOf(entries, 'connection.update');
  const done: Replayed[] = [];
  if (disabled && connection.status === 'ACTIVE') {
    connection.status = 'DISABLED';
    await told(em, disabled);
    done.push(applied(disabled));
  }
  return [...done, ...unreplayed(entries, 'connection.update', new Set(['name', 'status']))];
};

export const replayServiceProvider: Replay = async (em, id, entries) => {
  const provider = await lockOne(em, ServiceProvider, { id });
  if (!provider) return undefined;
  const deleted = lastOf(entries, 'service_provider.delete');
  if (deleted) {
    await deleteServiceProvider(em, id, always, operator);
    await told(em, deleted);
    return [applied(deleted)];
  }
  const disabled = disablingOf(entries, 'service_provider.update');
  const done: Replayed[] = [];
  if (disabled && provider.status === 'ACTIVE') {
    provider.status = 'DISABLED';
    await told(em, disabled);
    done.push(applied(disabled));
  }
  return [...done, ...unreplayed(entries, 'service_provider.update', new Set(['name', 'status']))];
};

export const replaySocialProvider: Replay = async (em, id, entries) => {
  const provider = await lockOne(em, SocialProvider, { id });
  if (!provider) return undefined;
  const deleted = lastOf(entries, 'social_provider.delete');
  const enabled = lastValue(entries, 'enabled');
  const disabled =
    erasedOf(entries, 'social_provider.update') ?? (enabled?.to === false ? enabled.entry : undefined);
  if (deleted) em.remove(provider);
  else if (disabled && provider.enabled) provider.enabled = false;
  else return unreplayed(entries, 'social_provider.update', new Set(['name', 'enabled']));
  const entry = deleted ?? disabled;
  if (!entry) return [];
  await told(em, entry);
  return [applied(entry)];
};

/** Deliveries that were sent after the backup are sent again, so a webhook that was deleted must not come back. */
export const replayWebhook: Replay = async (em, id, entries) => {
  const webhook = await lockOne(em, Webhook, { id });
  if (!webhook) return undefined;
  const deleted = lastOf(entries, 'webhook.delete');
  if (deleted) {
    em.remove(webhook);
    await told(em, deleted);
    return [applied(deleted)];
  }
  const done: Replayed[] = [];
  const paused = lastOf(entries, 'webhook.pause', 'webhook.resume');
  if (paused?.action === 'webhook.pause' && webhook.status === 'ACTIVE') {
    webhook.status = 'PAUSED';
    await told(em, paused);
    done.push(applied(paused));
  }
  const rotated = lastOf(entries, 'webhook.rotate_secret');
  const note = 'the webhook signs with its secret of the backup again: rotate the secret';
  if (rotated) done.push({ ...applied(rotated), outcome: 'LOOK', note });
  return [...done, ...unreplayed(entries, 'webhook.update', new Set(['name', 'status']))];
};

export const replayAccessDevice: Replay = async (em, id, entries) => {
  const device = await lockOne(em, AccessDevice, { id });
  if (!device) return undefined;
  const deleted = lastOf(entries, 'access_device.delete');
  if (!deleted) return unreplayed(entries, 'access_device.put', new Set());
  em.remove(device);
  await told(em, deleted);
  return [applied(deleted)];
};
