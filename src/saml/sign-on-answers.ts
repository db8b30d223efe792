import { type AssertionContent, buildErrorResponse, buildResponse } from '../saml-messages/build/response.ts';
import type { Sender } from '../saml-messages/build/parts.ts';
import type { Status } from '../saml-messages/read/header.ts';
import type { ServiceProvider } from './entities/service-provider.ts';
import type { SamlSigningKey } from './saml-keys.ts';

/** The response to a request: an assertion, or the reason why there is none. */
export interface SignOnAnswer {
  provider: ServiceProvider;
  key: SamlSigningKey;
  acsUrl: string;
  relayState: string | null;
  sender: Sender;
  inResponseTo: string;
  assertion?: AssertionContent;
  /** Set if there is no assertion. */
  status?: Status;
}

/** Writes and signs a response as the service provider is registered. */
export async function buildAnswer(answer: SignOnAnswer): Promise<string> {
  const { provider, sender, inResponseTo, assertion, status } = answer;
  const { privateKey, certificate } = answer.key;
  const key = { privateKey, certificate, algorithm: provider.signatureAlgorithm };
  if (!assertion) {
    if (!status) throw new Error('a response has an assertion or a status');
    return buildErrorResponse({ ...sender, inResponseTo, status }, key);
  }
  const { signAssertions, signResponses, encryptAssertions, encryptionCertificate } = provider;
  const encryption =
    encryptAssertions && encryptionCertificate !== null
      ? { certificate: encryptionCertificate, algorithm: provider.encryptionAlgorithm }
      : undefined;
  return buildResponse(
    { ...sender, inResponseTo, assertion },
    { key, signAssertion: signAssertions, signResponse: signResponses, ...(encryption && { encryption }) },
  );
}
