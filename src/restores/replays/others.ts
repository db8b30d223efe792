import type { EntityManager } from '@mikro-orm/postgresql';
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
import { Group } from '../../users/groups/entities/group.ts';
import { endGroup } from '../../users/groups/groups.ts';
import { emitMembership } from '../../users/groups/memberships.ts';
import { removeMember } from '../../users/groups/sql/members.ts';
import { assignChanges } from '../../platform/fields.ts';
import { Webhook } from '../../webhooks/entities/webhook.ts';
import { operator, record, restorer } from '../subjects.ts';
import {
  applied,
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
  if (lastValue(updates, 'status')?.to === 'DISABLED' && client.status === 'ACTIVE')
    values['status'] = 'DISABLED';
  const changes = assignChanges<OidcClient>(client, values);
  const [last] = updates.slice(-1);
  if (changes.length > 0 && last) {
    await record(em, { action: last.action, targetId: id, reason: reasonOf(last), changes });
    done.push(applied(last));
  }
  return [...done, ...unreplayed(updates, 'oidc_client.update', clientFields)];
};

const groupFields = new Set(['scopes', 'members', 'name', 'description', 'externalId', 'displayName']);

/** Replays the end of a group, of its scopes and of its memberships. */
export const replayGroup: Replay = async (em, id, entries) => {
  const group = await lockOne(em, Group, { id });
  if (!group) return undefined;
  const deleted = lastOf(entries, 'group.delete');
  if (deleted) {
    await endGroup(em, group, restorer);
    await told(em, deleted);
    return [applied(deleted)];
  }
  const done: Replayed[] = [];
  const scopes = lastValue(entries, 'scopes');
  const kept = scopes && narrowed(group.scopes, scopes.to);
  if (scopes && kept && kept.length < group.scopes.length) {
    const changes = assignChanges<Group>(group, { scopes: kept });
    await record(em, { action: 'group.update', targetId: id, reason: reasonOf(scopes.entry), changes });
    done.push(applied(scopes.entry, 'group.update'));
  }
  for (const [userId, entry] of leavers(entries)) {
    const removed = await removeMember(em, group, userId);
    if (!removed) {
      done.push(known(entry));
      continue;
    }
    group.memberCount -= 1;
    await emitMembership(em, group, { added: [], removed: [removed] }, restorer);
    const changes = [{ field: 'members', from: [userId], to: [] }];
    await record(em, { action: 'group.remove_member', targetId: id, reason: reasonOf(entry), changes });
    done.push(applied(entry, 'group.remove_member'));
  }
  return [...done, ...unreplayed(entries, 'group.update', groupFields)];
};

/** The users that left a group and did not come back. */
function leavers(entries: readonly LostEntry[]): Map<string, LostEntry> {
  const left = new Map<string, LostEntry>();
  for (const entry of entries)
    for (const { field, from, to } of entry.changes) {
      if (field !== 'members') continue;
      for (const user of usersIn(from)) left.set(user, entry);
      for (const user of usersIn(to)) left.delete(user);
    }
  return left;
}

const usersIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

const told = (em: EntityManager, entry: LostEntry): Promise<void> =>
  record(em, {
    action: entry.action,
    targetId: entry.targetId,
    targetType: entry.targetType,
    reason: reasonOf(entry),
  });

export const replayConnection: Replay = async (em, id, entries) => {
  const connection = await lockOne(em, Connection, { id });
  if (!connection) return undefined;
  const deleted = lastOf(entries, 'connection.delete');
  if (deleted) {
    await deleteConnection(em, id, always, operator);
    await told(em, deleted);
    return [applied(deleted)];
  }
  const disabled = lastValue(entries, 'status');
  const done: Replayed[] = [];
  if (disabled?.to === 'DISABLED' && connection.status === 'ACTIVE') {
    connection.status = 'DISABLED';
    await told(em, disabled.entry);
    done.push(applied(disabled.entry));
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
  const disabled = lastValue(entries, 'status');
  const done: Replayed[] = [];
  if (disabled?.to === 'DISABLED' && provider.status === 'ACTIVE') {
    provider.status = 'DISABLED';
    await told(em, disabled.entry);
    done.push(applied(disabled.entry));
  }
  return [...done, ...unreplayed(entries, 'service_provider.update', new Set(['name', 'status']))];
};

export const replaySocialProvider: Replay = async (em, id, entries) => {
  const provider = await lockOne(em, SocialProvider, { id });
  if (!provider) return undefined;
  const deleted = lastOf(entries, 'social_provider.delete');
  const disabled = lastValue(entries, 'enabled');
  if (deleted) em.remove(provider);
  else if (disabled?.to === false && provider.enabled) provider.enabled = false;
  else return unreplayed(entries, 'social_provider.update', new Set(['name']));
  const entry = deleted ?? disabled?.entry;
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
