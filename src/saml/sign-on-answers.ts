import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Vault } from '../platform/vault.ts';
import { newMessageId, type Sender } from '../saml-messages/build/parts.ts';
import { type AssertionContent, buildErrorResponse, buildResponse } from '../saml-messages/build/response.ts';
import type { Status } from '../saml-messages/read/header.ts';
import type { ServiceProvider } from './entities/service-provider.ts';
import { openSamlKey, samlKeys, type SamlSigningKey } from './saml-keys.ts';

/** A response to a service provider: an assertion, or the reason why there is none. */
export interface SignOnAnswer {
  provider: ServiceProvider;
  key: SamlSigningKey;
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

/** Adds to a response who sends it, and the key that signs for its service provider. */
export async function addressed(
  em: EntityManager,
  unsigned: Unsigned,
  { issuer, vault }: { issuer: string; vault: Vault },
): Promise<SignOnAnswer> {
  const { orgId, now } = tenancyOf(em);
  const keys = await samlKeys(em, vault);
  const signing = keys.find(({ id }) => id === unsigned.provider.signingKeyId) ?? keys[0];
  if (!signing) throw new Error(`the tenant ${orgId} has no SAML key`);
  const key = await openSamlKey(em, vault, signing);
  const sender = { id: newMessageId(), issuer, issueInstant: now, destination: unsigned.acsUrl };
  return { ...unsigned, key, sender };
}

/** Writes and signs a response as the service provider is registered. */
export async function buildAnswer(answer: SignOnAnswer): Promise<string> {
  const { provider, sender, inResponseTo, assertion, status } = answer;
  const { privateKey, certificate } = answer.key;
  const key = { privateKey, certificate, algorithm: provider.signatureAlgorithm };
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
