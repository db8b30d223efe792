import type { Origin } from '../audit/audit.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import { newMessageId, type Sender } from '../saml-messages/build/parts.ts';
import {
  type AssertionContent,
  buildErrorResponse,
  buildResponse,
  plainResponse,
} from '../saml-messages/build/response.ts';
import { statusCodes } from '../saml-messages/names.ts';
import type { SigningKey } from '../saml-messages/build/sign.ts';
import type { Status } from '../saml-messages/read/header.ts';
import type { ServiceProvider } from './entities/service-provider.ts';
import { signingKeyFor } from './saml-keys.ts';
import { recordTrace, traced } from './traces.ts';

/** A response to a service provider: an assertion, or the reason why there is none. */
export interface SignOnAnswer {
  provider: ServiceProvider;
  key: SigningKey;
  acsUrl: string;
  relayState: string | null;
  sender: Sender;
  /** The ID of the request; absent if the sign-on started at Keyward. */
  inResponseTo?: string;
  assertion?: AssertionContent;
  /** Set if there is no assertion. */
  status?: Status;
}

type Unsigned = Omit<SignOnAnswer, 'key' | 'sender'>;

/** The settings of a service provider that say how its responses are protected. */
type Protections = Pick<
  ServiceProvider,
  'signAssertions' | 'signResponses' | 'encryptAssertions' | 'encryptionCertificate' | 'encryptionAlgorithm'
>;

type Signable = Pick<SignOnAnswer, 'key' | 'sender' | 'inResponseTo' | 'assertion' | 'status'> & {
  provider: Protections;
};

/** The user of a response, and whether a key of the service provider verified the request. */
interface About {
  /** Absent if no user was looked at. */
  userId: string | undefined;
  isVerified: boolean;
}

/** Adds to a response who sends it, and the key that signs for its service provider; and traces the response. */
export async function addressed(
  tx: Tx,
  unsigned: Unsigned,
  { userId, isVerified }: About,
  { issuer, vault, origin }: { issuer: string; vault: Vault; origin: Origin },
): Promise<SignOnAnswer> {
  const { now } = tenancyOf(tx);
  const { provider, acsUrl, inResponseTo, assertion, status } = unsigned;
  const key = await signingKeyFor(tx, vault, provider);
  const sender = { id: newMessageId(), issuer, issueInstant: now, destination: acsUrl };
  const plain = plainResponse({
    ...sender,
    ...(inResponseTo === undefined ? {} : { inResponseTo }),
    ...(status && { status }),
    ...(assertion && { assertion }),
  });
  await recordTrace(tx, {
    serviceProviderId: provider.id,
    direction: 'SENT',
    binding: 'post',
    requestId: origin.requestId ?? null,
    message: traced(plain, null),
    verified: userId !== undefined || isVerified,
    status: status ?? { code: statusCodes.success },
    certificate: key.certificate,
    isEncrypted: assertion !== undefined && provider.encryptAssertions,
    ...(userId === undefined ? {} : { userId }),
  });
  return { ...unsigned, key, sender };
}

/** Writes and signs a response as the service provider is registered. */
export function buildAnswer(answer: Signable): string {
  const { provider, key, sender, inResponseTo, assertion, status } = answer;
  const header = { ...sender, ...(inResponseTo === undefined ? {} : { inResponseTo }) };
  if (!assertion) {
    if (!status) throw new Error('a response has an assertion or a status');
    return buildErrorResponse({ ...header, status }, key);
  }
  const { signAssertions, signResponses, encryptAssertions, encryptionCertificate } = provider;
  const encryption =
    encryptAssertions && encryptionCertificate !== null
      ? { certificate: encryptionCertificate, algorithm: provider.encryptionAlgorithm }
      : undefined;
  return buildResponse(
    { ...header, assertion },
    { key, signAssertion: signAssertions, signResponse: signResponses, ...(encryption && { encryption }) },
  );
}
