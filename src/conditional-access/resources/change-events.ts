import { type Actor, emit, type FieldChange } from '../../platform/events.ts';
import type { Tx } from '../../platform/tx.ts';
import type { AccessPolicy } from './entities/access-policy.ts';
import type { NamedLocation } from './entities/named-location.ts';

/** A change that an event tells, and the actor of the change. */
interface ToldChange {
  change: 'CREATED' | 'UPDATED' | 'DELETED';
  changes?: FieldChange[];
  changedBy: Actor;
}

/** Emits `access.policy_changed` for a policy or a named location, in the transaction of the change. */
export function tellChange(
  tx: Tx,
  resource: Pick<AccessPolicy, 'id' | 'name' | 'status'> | Pick<NamedLocation, 'id' | 'name'>,
  { changes = [], ...told }: ToldChange,
): Promise<void> {
  const { id: resourceId, name: resourceName } = resource;
  const about =
    'status' in resource
      ? { resourceType: 'POLICY' as const, status: resource.status }
      : { resourceType: 'NAMED_LOCATION' as const, status: null };
  return emit(tx, [
    { type: 'access.policy_changed', data: { ...about, resourceId, resourceName, changes, ...told } },
  ]);
}
