import { type Actor, emit, type FieldChange } from '../platform/events.ts';
import type { Tx } from '../platform/tx.ts';
import type { ServiceProvider } from './entities/service-provider.ts';

/** Returns the fields that every event of a service provider has. */
export const aboutProvider = ({ id, name, entityId }: ServiceProvider) => ({
  serviceProviderId: id,
  serviceProviderName: name,
  entityId,
});

/** Writes the event of a change. */
export async function tellOfUpdate(
  tx: Tx,
  provider: ServiceProvider,
  changes: FieldChange[],
  { actor }: { actor: Actor },
): Promise<void> {
  const data = { ...aboutProvider(provider), changes, updatedBy: actor };
  await emit(tx, [{ type: 'service_provider.updated', data }]);
}
