import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from './entities/owned.ts';
import { boundedChanges, type FieldChange } from './lib/field-change.ts';
import { newId } from './lib/id.ts';

export type { FieldChange } from './lib/field-change.ts';

export interface Actor {
  type: 'API_KEY' | 'SCIM' | 'SYSTEM';
  id: string | null;
  name: string | null;
}

interface OfIdentity {
  identityId: string;
  identityName: string;
}

interface OfCredential extends OfIdentity {
  credentialId: string;
}

interface OfGroup {
  groupId: string;
  groupName: string;
}

interface OfUser {
  userId: string;
  userName: string;
}

/** Every event and its payload (decisions 6.14); `environment` is added to each. */
export interface EventData {
  'identity.created': OfIdentity & {
    type: string;
    status: string;
    tags: string[];
    ownerUserId: string | null;
    createdBy: Actor;
  };
  'identity.updated': OfIdentity & { changes: FieldChange[]; updatedBy: Actor };
  'identity.suspended': OfIdentity & { reason: string | null; suspendedBy: Actor; credentialCount: number };
  'identity.revoked': OfIdentity & {
    reason: string | null;
    revokedBy: Actor;
    deleted: boolean;
    credentialIds: string[];
  };
  'credential.created': OfCredential & {
    name: string;
    type: string;
    scopes: string[];
    isTemporary: boolean;
    maxUsageCount: number | null;
    expiresAt: string | null;
    createdBy: Actor;
  };
  'credential.expired': OfCredential & {
    expiresAt: string | null;
    reason: 'TIME' | 'USAGE_LIMIT';
    usageCount: number;
  };
  'credential.revoked': OfCredential & {
    reason: 'MANUAL' | 'ROTATED' | 'IDENTITY_REVOKED' | 'POLICY' | 'LEAKED';
    revokedBy: Actor;
    revokedAt: string;
  };
  'credential.rotated': OfCredential & {
    rotatedBy: string;
    reason: 'MANUAL' | 'SCHEDULED' | 'POLICY';
    previousCredentialExpiry: string;
  };
  'credential.suspended': OfCredential & { reason: string | null; suspendedBy: Actor };
  'credential.reactivated': OfCredential & { reactivatedBy: Actor };
  'group.created': OfGroup & { source: string; scopes: string[]; createdBy: Actor };
  'group.updated': OfGroup & { changes: FieldChange[]; updatedBy: Actor };
  'group.deleted': OfGroup & { memberCount: number; deletedBy: Actor };
  'group.member_added': OfGroup & OfUser & { addedBy: Actor };
  'group.member_removed': OfGroup & OfUser & { removedBy: Actor };
  'user.created': OfUser & {
    status: string;
    email: string | null;
    roles: string[];
    source: string;
    createdBy: Actor;
  };
  'user.updated': OfUser & { changes: FieldChange[]; updatedBy: Actor };
  'user.suspended': OfUser & { reason: string | null; suspendedBy: Actor };
  'user.reactivated': OfUser & { status: string; reactivatedBy: Actor };
  'user.deprovisioned': OfUser & { reason: string | null; deprovisionedBy: Actor };
  'user.deleted': OfUser & { deletedBy: Actor };
}

export type EventType = keyof EventData;

/** One event of any type, with its own payload. */
export type NewEvent = { [Type in EventType]: { type: Type; data: EventData[Type] } }[EventType];

/** An event is at most 20 KB (decisions 6.14). */
const mostOfAValue = 2_000;

const bounded = <Data extends NewEvent['data']>(data: Data): Data =>
  'changes' in data ? { ...data, changes: boundedChanges(data.changes, mostOfAValue) } : data;

/** Writes events in the caller's transaction: they exist if and only if the change does. */
export async function emit(em: EntityManager, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const { orgId, now, environment } = tenancyOf(em);
  await em.execute(
    `insert into events (org_id, id, type, data, created_at)
     select ?, e.id, e.type, e.data, ?::timestamptz
       from jsonb_to_recordset(?::jsonb) as e (id text, type text, data jsonb)`,
    [
      orgId,
      now.toISOString(),
      JSON.stringify(
        events.map(({ type, data }) => ({ id: newId('evt'), type, data: { ...bounded(data), environment } })),
      ),
    ],
  );
}
