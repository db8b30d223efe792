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

type Changed = Pick<AccessPolicy, 'id' | 'name' | 'status'> | Pick<NamedLocation, 'id' | 'name'>;

/** Emits `access.policy_changed` for a policy or a named location, in the transaction of the change. */
export const tellChange = (tx: Tx, resource: Changed, told: ToldChange): Promise<void> =>
  tellChanges(tx, [{ resource, told }]);

/** As {@link tellChange}, for many by one statement. */
export const tellChanges = (tx: Tx, all: readonly { resource: Changed; told: ToldChange }[]): Promise<void> =>
  emit(
    tx,
    all.map(({ resource, told: { changes = [], ...told } }) => {
      const { id: resourceId, name: resourceName } = resource;
      const about =
        'status' in resource
          ? { resourceType: 'POLICY' as const, status: resource.status }
          : { resourceType: 'NAMED_LOCATION' as const, status: null };
      return {
        type: 'access.policy_changed',
        data: { ...about, resourceId, resourceName, changes, ...told },
      };
    }),
  );
