import { Failure } from '../../failure.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import type { Quotas } from '../../platform/quotas.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Tx } from '../../platform/tx.ts';
import type { SigningKey } from '../../saml-messages/build/sign.ts';
import { hosted, type HostedPage, type HostedParts } from '../../sign-in/hosted.ts';
import type { MailAbility } from '../../users/invitations/invitations.ts';
import type { WayIn } from '../../users/ways-in.ts';
import type { ClientKeys } from './connection-client.ts';

/** Opens the key that signs messages to SAML identity providers. `src/wiring.ts` names the function, because keys belong to a higher room. */
export type ConnectionSigningKey = (tx: Tx, vault: Vault) => Promise<SigningKey>;

/** The parts of the process that asking identity providers takes besides those of every hosted page. */
interface Asking {
  outgoing: Outgoing;
  quotas: Quotas;
  findTenantOfConnection: (id: string) => Promise<Tenant | undefined>;
  /** For the mails that tell users of an account that was connected or disconnected. */
  mail: MailAbility;
  wired: {
    clientKeys: ClientKeys;
    connectionSigningKey: ConnectionSigningKey;
    waysIn: readonly WayIn[];
  };
}

export type FederatedParts = HostedParts & Asking;

/** The call of a page of connections, without the parameters of its operation. */
export type FederatedPage = HostedPage &
  Asking & {
    request: { limits: { connection: (orgId: string, connectionId: string) => Promise<void> } };
  };

/** The call of a page of a connection. */
export type FederatedCall = FederatedPage & { path: { orgId: string; connectionId: string } };

/** Joins a request with the parts of the pages of connections, as {@link hosted} does. */
export const federated = (parts: FederatedParts) => {
  const { outgoing, quotas, findTenantOfConnection, mail, wired } = parts;
  return hosted(parts, { outgoing, quotas, findTenantOfConnection, mail, wired });
};

/** A call by an identity provider or a browser to the address of a connection, without the tenant. */
type Addressed = Pick<FederatedPage, 'findTenantOfConnection' | 'request'> & { path: { id: string } };

/** Finds the tenant of the connection that an address names, and counts the request. @throws {Failure} CONNECTION_NOT_FOUND */
export async function atConnection<Given extends Addressed>(
  given: Given,
): Promise<{
  tenant: Tenant;
  call: Omit<Given, 'path'> & { path: { orgId: string; connectionId: string } };
}> {
  const { id } = given.path;
  const tenant = await given.findTenantOfConnection(id);
  if (!tenant) throw new Failure('CONNECTION_NOT_FOUND');
  await given.request.limits.connection(tenant.orgId, id);
  return { tenant, call: { ...given, path: { orgId: tenant.orgId, connectionId: id } } };
}
