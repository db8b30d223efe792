import { randomBytes } from 'node:crypto';
import { Failure } from '../failure.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import { checkAuthnRequest } from '../saml-messages/checks.ts';
import { quoted } from '../saml-messages/error.ts';
import { bindings, statusCodes } from '../saml-messages/names.ts';
import { type AuthnRequest, readAuthnRequest } from '../saml-messages/read/authn-request.ts';
import type { Status } from '../saml-messages/read/header.ts';
import { claimedIssuer, type Received } from '../saml-messages/receive/received.ts';
import type { Accepted } from '../saml-messages/verify/accepted.ts';
import { defaultAcsUrl } from './acs-url.ts';
import { acceptArrived, type Arrived, trustIn } from './arrived.ts';
import type { AskedSignOn } from './asked-sign-on.ts';
import { knownClasses } from './authn-context.ts';
import { ServiceProvider } from './entities/service-provider.ts';
import { reading } from '../saml-messages/refusals.ts';
import { sealAsked } from './sealed-asked.ts';
import { keepSamlRequest } from './sql/saml-requests.ts';
import { type Read, tracing } from './trace-received.ts';

/** A message comes with the browser, at once. */
export const timeLimits = { skewSeconds: 60, maxAgeSeconds: 300 } as const;
/** A request without a key stores no more, in bytes (decision 0039). */
export const mostKept = 7 * 1024;

/**
 * Finds the service provider that an unverified message claims to be from. It may be disabled: its messages are traced, and
 * `requireActive()` refuses them.
 * @throws {Failure} SP_NOT_FOUND
 */
export async function claimedProvider(tx: Tx, received: Received): Promise<ServiceProvider> {
  const entityId = reading(() => claimedIssuer(received));
  const provider = await tx.findOne(ServiceProvider, { entityId });
  return provider ?? refuseIssuer(entityId);
}

/** @throws {Failure} SP_NOT_FOUND */
export function requireActive({ status, entityId }: ServiceProvider): void {
  if (status !== 'ACTIVE') refuseIssuer(entityId);
}

function refuseIssuer(entityId: string): never {
  throw new Failure('SP_NOT_FOUND', {
    reason:
      'No active service provider has this entity ID. Register it, or compare both sides letter by letter.',
    found: quoted(entityId),
  });
}

/**
 * Verifies an AuthnRequest and keeps it until the user has signed in.
 * @param site.ssoUrl the address that received it
 * @returns the name of what was kept, which is random; or why it was refused
 * @throws {Failure} SP_NOT_FOUND, SAML_REQUEST_INVALID: the message names no service provider, so it has no trace
 */
export async function receiveSignOn(
  tx: Tx,
  arrived: Arrived,
  { ssoUrl, requestId, vault }: { ssoUrl: string; requestId: string | undefined; vault: Vault },
): Promise<Read<string>> {
  const { received } = arrived;
  const provider = await claimedProvider(tx, received);
  return tracing(tx, { ...arrived, provider, requestId }, async (seen) => {
    requireActive(provider);
    const accepted = await acceptArrived(
      tx,
      received,
      'AuthnRequest',
      trustIn(provider, provider.requireSignedRequests),
    );
    seen.proof = accepted.proof;
    const request = reading(() => checked(accepted, provider, { now: tenancyOf(tx).now, ssoUrl }));
    const asked = askedBy(request, provider, received.relayState);
    seen.bytes = Buffer.byteLength(JSON.stringify(asked));
    return keep(tx, vault, provider, asked);
  });
}

/** @throws {Failure} SAML_REQUEST_INVALID if the request is too large, or if it was sent before */
async function keep(
  tx: Tx,
  vault: Vault,
  { id: serviceProviderId }: ServiceProvider,
  asked: AskedSignOn,
): Promise<string> {
  const { orgId } = tenancyOf(tx);
  if (Buffer.byteLength(JSON.stringify(asked)) > mostKept)
    throw new Failure('SAML_REQUEST_INVALID', {
      rule: 'too-large',
      reason: 'The request asks for too much.',
    });
  const id = randomBytes(32).toString('base64url');
  const kept = {
    id,
    serviceProviderId,
    messageId: asked.messageId,
    asked: sealAsked(vault, { orgId, id, asked }),
  };
  if (!(await keepSamlRequest(tx, orgId, kept))) throw replayed();
  return id;
}

/** The refusal of a request whose ID the service provider has used before. */
export const replayed = (): Failure =>
  new Failure('SAML_REQUEST_INVALID', {
    rule: 'replay',
    reason: 'The service provider has sent this request before. Each request needs an ID of its own.',
  });

function checked(
  accepted: Accepted,
  { entityId: issuer }: ServiceProvider,
  { now, ssoUrl }: { now: Date; ssoUrl: string },
): AuthnRequest {
  const request = readAuthnRequest(accepted);
  checkAuthnRequest(request, { now, issuer, receivedAt: [ssoUrl], ...timeLimits });
  return request;
}

function askedBy(request: AuthnRequest, provider: ServiceProvider, relayState?: string): AskedSignOn {
  const { subject, requestedAuthnContext: context } = request;
  return {
    messageId: request.id,
    acsUrl: acsOf(request, provider),
    relayState: relayState ?? null,
    forceAuthn: request.forceAuthn,
    isPassive: request.isPassive,
    nameIdFormat: request.nameIdPolicy?.format ?? null,
    classes: (context && knownClasses(context)) ?? [],
    subject: subject ? { value: subject.value, format: subject.format } : null,
    isVerified: request.isSigned,
    refusal: statusFor(request, provider),
  };
}

/** @throws {Failure} SAML_ACS_MISMATCH: the response goes to a registered address, or nowhere */
function acsOf(request: AuthnRequest, provider: ServiceProvider): string {
  const { assertionConsumerServiceUrl: wanted, assertionConsumerServiceIndex: index } = request;
  if (wanted === undefined && index === undefined) return defaultAcsUrl(provider);
  const found = provider.acsUrls.find((one) =>
    wanted === undefined ? one.index === index : one.url === wanted,
  );
  if (found) return found.url;
  throw new Failure('SAML_ACS_MISMATCH', {
    reason:
      'The request names an assertion consumer service that is not registered for the service provider.',
    found: wanted === undefined ? `index=${index}` : quoted(wanted),
  });
}

/** A wish that the service does not support gets the status of the standard (SAML core section 3.2.2.2). */
function statusFor(request: AuthnRequest, provider: ServiceProvider): Status | null {
  const { protocolBinding, requestedAuthnContext: context, nameIdPolicy, unsupported } = request;
  if (protocolBinding !== undefined && protocolBinding !== bindings.post)
    return { code: statusCodes.requester, subcode: statusCodes.unsupportedBinding };
  if (unsupported.length > 0) return { code: statusCodes.requester, subcode: statusCodes.requestUnsupported };
  if (context && !knownClasses(context))
    return { code: statusCodes.responder, subcode: statusCodes.noAuthnContext };
  const qualifier = nameIdPolicy?.spNameQualifier;
  if (qualifier !== undefined && qualifier !== provider.entityId)
    return { code: statusCodes.requester, subcode: statusCodes.invalidNameIdPolicy };
  return null;
}
