import type { Connection } from './entities/connection.ts';
import { refreshForUnknownKey } from './saml-refreshing.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { FederatedCall } from './federated-call.ts';

/**
 * Reads the metadata again, because a new key may have signed a message. The requests to it are few, however many messages come.
 * Must not be called in a transaction.
 * @returns whether certificates have changed
 */
export const hasNewKeys = (
  { outgoing, baseUrl, inTenant }: Pick<FederatedCall, 'outgoing' | 'baseUrl' | 'inTenant'>,
  tenant: Tenant,
  connection: Connection,
): Promise<boolean> =>
  refreshForUnknownKey(connection, {
    way: outgoing,
    baseUrl,
    inTransaction: (work) => inTenant(tenant, (tx) => work(tx)),
  });
