import { Credential } from '../credentials/entities/credential.ts';
import { Identity } from '../credentials/entities/identity.ts';
import { Connection } from '../federation/connections/entities/connection.ts';
import { SocialProvider } from '../federation/social/entities/social-provider.ts';
import { InitialAccessToken } from '../oidc/entities/initial-access-token.ts';
import { OidcClient } from '../oidc/entities/oidc-client.ts';
import { endAgents, removeAgents } from '../oidc/sql/agents.ts';
import { renewOidcVersion } from '../oidc/sql/provider-version.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit } from '../platform/events.ts';
import { lockTenant, type TenantLock } from '../platform/sql/tenants.ts';
import { AlertRule } from '../risk/entities/alert.ts';
import { AlertChannel } from '../risk/entities/alert-channel.ts';
import { ScimToken } from '../scim/entities/scim-token.ts';
import { User } from '../users/directory/entities/user.ts';
import { endAccess } from '../users/directory/user-states.ts';
import { nameOf } from '../users/directory/users.ts';
import type { Endings } from '../users/endings.ts';
import type { Locked } from '../platform/locked.ts';
import type { Tx } from '../platform/tx.ts';
import { Webhook } from '../webhooks/entities/webhook.ts';
import { closeClientRegistration, closeRegistration } from './sql/registration.ts';
import { emitIdentitySuspended, emitSuspended, record, restorer } from './subjects.ts';

/** How many a transaction changes. The caller repeats until nothing is left. */
const atOnce = 200;

/**
 * Suspends what could be used in a tenant, some at a time: credentials, identities that accept tokens of other issuers, and users. Disables
 * clients, and revokes tokens of directories, which cannot be suspended. Then closes what could make new users.
 * @returns how many it changed
 */
export async function suspendSome(tx: Tx, endings: Endings): Promise<number> {
  const { orgId, now } = tenancyOf(tx);
  const lock = await lockTenant(tx, orgId);
  const reason = 'RESTORED';
  let changed = 0;
  const note = (action: string, targetId: string): Promise<void> => {
    changed += 1;
    return record(tx, { action, targetId, reason: `${reason}: make reconcile SUSPEND` });
  };
  const lasting = { $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] };
  for (const credential of await tx.find(Credential, { status: 'ACTIVE', ...lasting }, { limit: atOnce })) {
    credential.suspend(reason, now);
    await emitSuspended(tx, credential);
    await note('credential.suspend', credential.id);
  }
  const trusting = { status: 'ACTIVE', federatedSubjects: { $ne: [] }, ...lasting } as const;
  for (const identity of await tx.find(Identity, trusting, { limit: atOnce })) {
    identity.suspend(now);
    await emitIdentitySuspended(tx, identity);
    await note('identity.suspend', identity.id);
  }
  const users = await tx.find(
    User,
    { status: { $in: ['ACTIVE', 'INVITED'] }, ...lasting },
    { limit: atOnce },
  );
  for (const user of users) {
    user.suspend(now);
    // The tenant is locked, and no node runs.
    await endAccess(tx, user as Locked<User>, 'SUSPENDED', restorer, endings);
    await emit(tx, [{ type: 'user.suspended', data: { ...nameOf(user), reason, suspendedBy: restorer } }]);
    await note('user.suspend', user.id);
  }
  for (const token of await tx.find(
    ScimToken,
    { revokedAt: null, expiresAt: { $gt: now } },
    { limit: atOnce },
  )) {
    token.revokedAt = now;
    await note('scim_token.revoke', token.id);
  }
  for (const token of await tx.find(
    InitialAccessToken,
    { revokedAt: null, expiresAt: { $gt: now } },
    { limit: atOnce },
  )) {
    token.revokedAt = now;
    await note('initial_access_token.revoke', token.id);
  }
  for (const client of await tx.find(OidcClient, { status: 'ACTIVE' }, { limit: atOnce })) {
    client.status = 'DISABLED';
    await note('oidc_client.update', client.id);
  }
  for (const { id } of await strangersOf(tx)) {
    await endAgents(tx, orgId, [id]);
    await removeAgents(tx, orgId, [id]);
    await note('oidc_client.delete', id);
  }
  return changed + (await closeDoors(tx, lock, changed > 0));
}

/** Clients that no administrator made are removed. They come back by themselves, and ask their users again. */
const strangersOf = (tx: Tx): Promise<OidcClient[]> =>
  tx.find(
    OidcClient,
    { origin: { $ne: 'ADMINISTRATOR' } },
    { limit: atOnce, filters: { administered: false } },
  );

/**
 * Disables connections and providers, which create users or sign them in, and the registration of people. Webhooks, and alert rules with
 * channels, stop last: they tell of the other changes, when they go on. Their addresses may be those of an attacker.
 * @returns how many it changed
 */
async function closeDoors(tx: Tx, lock: TenantLock, isGoingOn: boolean): Promise<number> {
  let changed = 0;
  const note = (action: string, targetId: string | null): Promise<void> => {
    changed += 1;
    return record(tx, { action, targetId, reason: 'RESTORED: make reconcile SUSPEND' });
  };
  for (const connection of await tx.find(Connection, { status: 'ACTIVE' }, { limit: atOnce })) {
    connection.status = 'DISABLED';
    await note('connection.update', connection.id);
  }
  for (const provider of await tx.find(SocialProvider, { enabled: true }, { limit: atOnce })) {
    provider.enabled = false;
    await note('social_provider.update', provider.id);
  }
  if (await closeRegistration(tx, lock)) await note('registration_config.update', null);
  if (await closeClientRegistration(tx, lock)) {
    await renewOidcVersion(tx, lock.orgId);
    await note('client_registration.update', null);
  }
  if (isGoingOn || changed > 0) return changed;
  for (const webhook of await tx.find(Webhook, { status: 'ACTIVE' }, { limit: atOnce })) {
    webhook.status = 'PAUSED';
    await note('webhook.pause', webhook.id);
  }
  const channels = await tx.find(AlertChannel, {});
  const ruleIds = channels.map(({ ruleId }) => ruleId);
  for (const rule of await tx.find(AlertRule, { enabled: true, id: { $in: ruleIds } })) {
    rule.enabled = false;
    await note('alert_rule.update', rule.id);
  }
  return changed;
}
