import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor, FieldChange } from '../platform/events.ts';
import { emit } from '../platform/events.ts';
import type { AccessPolicy } from './entities/access-policy.ts';
import type { NamedLocation } from './entities/named-location.ts';

/** A change that an event tells, and the actor of the change. */
export interface ToldChange {
  change: 'CREATED' | 'UPDATED' | 'DELETED';
  changes?: FieldChange[];
  changedBy: Actor;
}

/** Emits `access.policy_changed` for a policy, in the transaction of the change. */
export const tellPolicyChange = (
  em: EntityManager,
  { id: resourceId, name: resourceName, status }: Pick<AccessPolicy, 'id' | 'name' | 'status'>,
  { changes = [], ...rest }: ToldChange,
): Promise<void> => {
  const data = { resourceType: 'POLICY' as const, resourceId, resourceName, status, changes, ...rest };
  return emit(em, [{ type: 'access.policy_changed', data }]);
};

/** Emits `access.policy_changed` for a named location, in the transaction of the change. */
export const tellLocationChange = (
  em: EntityManager,
  { id: resourceId, name: resourceName }: Pick<NamedLocation, 'id' | 'name'>,
  { changes = [], ...rest }: ToldChange,
): Promise<void> => {
  const about = { resourceType: 'NAMED_LOCATION' as const, resourceId, resourceName, status: null };
  return emit(em, [{ type: 'access.policy_changed', data: { ...about, changes, ...rest } }]);
};
