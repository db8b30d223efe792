import { tenancyOf } from '../platform/entities/owned.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import type { Carriable } from '../saml-messages/build/carried.ts';
import {
  buildLogoutRequest,
  buildLogoutResponse,
  plainLogoutRequest,
  plainLogoutResponse,
} from '../saml-messages/build/logout.ts';
import type { Built } from '../saml-messages/build/element.ts';
import { newMessageId } from '../saml-messages/build/parts.ts';
import type { Status } from '../saml-messages/read/header.ts';
import type { ServiceProvider } from './entities/service-provider.ts';
import { qualified } from './qualified-name.ts';
import { signingKeyFor } from './saml-keys.ts';
import type { PartToTell } from './sql/saml-logout-parts.ts';

/** Service providers whose clocks run behind, and slow networks, have so long. */
const validMs = 300_000;

/** A message of a logout that is signed when the transaction has ended. */
export interface Unsigned extends Carriable {
  /** The message without its signature, for the trace. */
  plain: Built;
}

interface Sending {
  vault: Vault;
  /** Our entity id. */
  issuer: string;
}

/** Makes the request that ends one session. @param id its ID: that of the part, or another one for each call by SOAP */
export async function logoutRequestFor(
  tx: Tx,
  provider: ServiceProvider,
  { nameId, nameIdFormat, sessionIndex }: PartToTell,
  { vault, issuer, destination, id }: Sending & { destination: string; id: string },
): Promise<Unsigned> {
  const { now } = tenancyOf(tx);
  const content = {
    id,
    issuer,
    issueInstant: now,
    destination,
    nameId: qualified({ value: nameId, format: nameIdFormat }, { issuer, entityId: provider.entityId }),
    sessionIndexes: [sessionIndex],
    notOnOrAfter: new Date(now.getTime() + validMs),
    reason: 'urn:oasis:names:tc:SAML:2.0:logout:user',
  };
  return {
    binding: provider.sloBinding,
    destination,
    parameter: 'SAMLRequest',
    key: await signingKeyFor(tx, vault, provider),
    plain: plainLogoutRequest(content),
    write: (signing) => buildLogoutRequest(content, signing),
  };
}

/** Makes the response to the service provider that asked. @returns undefined if it has no address for it */
export async function logoutResponseFor(
  tx: Tx,
  provider: ServiceProvider,
  { inResponseTo, status, relayState }: { inResponseTo: string; status: Status; relayState: string | null },
  { vault, issuer }: Sending,
): Promise<Unsigned | undefined> {
  const destination = provider.sloResponseUrl ?? provider.sloUrl;
  if (destination === null) return undefined;
  const content = {
    id: newMessageId(),
    issuer,
    issueInstant: tenancyOf(tx).now,
    destination,
    inResponseTo,
    status,
  };
  return {
    binding: provider.sloBinding,
    destination,
    parameter: 'SAMLResponse',
    ...(relayState === null ? {} : { relayState }),
    key: await signingKeyFor(tx, vault, provider),
    plain: plainLogoutResponse(content),
    write: (signing) => buildLogoutResponse(content, signing),
  };
}
