import { beforehand } from '../platform/beforehand.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { readInTurn } from '../platform/heavy-work.ts';
import type { Tx } from '../platform/tx.ts';
import { readCertificate } from '../saml-messages/certificate.ts';
import type { Received } from '../saml-messages/receive/received.ts';
import { accept, type Accepted, type MessageName } from '../saml-messages/verify/accepted.ts';
import { signatureOf } from '../saml-messages/verify/enveloped.ts';
import type { Trust } from '../saml-messages/verify/trust.ts';
import type { ServiceProvider } from './entities/service-provider.ts';
import { reading } from '../saml-messages/refusals.ts';
import { traced, type Traced } from './traces.ts';

/** A message that a browser brought. */
export interface Arrived {
  received: Received;
  /** For its trace. Verifying may change the document. */
  message: Traced;
}

/** In bytes. Usual requests are smaller. */
const largeFrom = 8 * 1024;

/** Reads a message. @throws {Failure} SAML_REQUEST_INVALID */
export function arrivedFrom(receive: () => Received): Arrived {
  const received = reading(receive);
  return { received, message: traced(received.message, Buffer.byteLength(received.xml)) };
}

/**
 * Accepts a message. To verify the signature of a large one takes milliseconds, so it waits for its turn, without a connection. Anybody
 * may send such messages, so they have turns beside those of the tenant.
 * @throws {Failure} SAML_SIGNATURE_INVALID, SAML_REQUEST_INVALID; as readInTurn()
 */
export async function acceptArrived(
  tx: Tx,
  received: Received,
  name: MessageName,
  trust: Trust,
): Promise<Accepted> {
  const verified = () => reading(() => accept(received, name, trust));
  const bytes = Buffer.byteLength(received.xml);
  if (bytes < largeFrom || !reading(() => signatureOf(received.message))) return verified();
  return beforehand(tx, `accepted ${keyOf(trust)}`, () =>
    readInTurn(`strangers of ${tenancyOf(tx).orgId}`, verified),
  );
}

/** Returns how the messages of a service provider are verified. */
export const trustIn = (
  { signingCertificates, allowSha1 }: Pick<ServiceProvider, 'signingCertificates' | 'allowSha1'>,
  requireSignature: boolean,
): Trust => ({ certificates: signingCertificates.map(readCertificate), requireSignature, allowSha1 });

const keyOf = ({ certificates, requireSignature, allowSha1 }: Trust): string =>
  JSON.stringify([certificates.map(({ fingerprint }) => fingerprint), requireSignature, allowSha1]);
