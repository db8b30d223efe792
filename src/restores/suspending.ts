import type { EntityManager } from '@mikro-orm/postgresql';
import { Credential } from '../credentials/entities/credential.ts';
import { Identity } from '../credentials/entities/identity.ts';
import { OidcClient } from '../oidc/entities/oidc-client.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit } from '../platform/events.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { ScimToken } from '../scim/entities/scim-token.ts';
import { User } from '../users/directory/entities/user.ts';
import { endAccess } from '../users/directory/user-states.ts';
import { nameOf } from '../users/directory/users.ts';
import type { Endings } from '../users/endings.ts';
import type { Locked } from '../platform/locked.ts';
import { record, restorer, subjectOf } from './subjects.ts';

/** How many a transaction changes. The caller repeats until nothing is left. */
const atOnce = 200;

/**
 * Suspends what could be used in a tenant, some at a time: credentials, identities that accept tokens of other issuers, and users. Disables
 * clients, and revokes tokens of directories, which cannot be suspended.
 * @returns how many it changed
 */
export async function suspendSome(em: EntityManager, endings: Endings): Promise<number> {
  const { orgId, now } = tenancyOf(em);
  await lockTenant(em, orgId);
  const reason = 'RESTORED';
  let changed = 0;
  const note = (action: string, targetId: string): Promise<void> => {
    changed += 1;
    return record(em, { action, targetId, reason: `${reason}: make reconcile SUSPEND` });
  };
  const lasting = { $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] };
  for (const credential of await em.find(Credential, { status: 'ACTIVE', ...lasting }, { limit: atOnce })) {
    credential.suspend(reason, now);
    await emit(em, [
      {
        type: 'credential.suspended',
        data: { ...(await subjectOf(em, credential)), reason, suspendedBy: restorer },
      },
    ]);
    await note('credential.suspend', credential.id);
  }
  const trusting = { status: 'ACTIVE', federatedSubjects: { $ne: [] }, ...lasting } as const;
  for (const identity of await em.find(Identity, trusting, { limit: atOnce })) {
    identity.suspend(now);
    const subject = { identityId: identity.id, identityName: identity.name };
    await emit(em, [
      { type: 'identity.suspended', data: { ...subject, reason, suspendedBy: restorer, credentialCount: 0 } },
    ]);
    await note('identity.suspend', identity.id);
  }
  const users = await em.find(
    User,
    { status: { $in: ['ACTIVE', 'INVITED'] }, ...lasting },
    { limit: atOnce },
  );
  for (const user of users) {
    user.suspend(now);
    // The tenant is locked, and no node runs.
    await endAccess(em, user as Locked<User>, 'SUSPENDED', restorer, endings);
    await emit(em, [{ type: 'user.suspended', data: { ...nameOf(user), reason, suspendedBy: restorer } }]);
    await note('user.suspend', user.id);
  }
  for (const token of await em.find(
    ScimToken,
    { revokedAt: null, expiresAt: { $gt: now } },
    { limit: atOnce },
  )) {
    token.revokedAt = now;
    await note('scim_token.revoke', token.id);
  }
  for (const client of await em.find(OidcClient, { status: 'ACTIVE' }, { limit: atOnce })) {
    client.status = 'DISABLED';
    await note('oidc_client.update', client.id);
  }
  return changed;
}
