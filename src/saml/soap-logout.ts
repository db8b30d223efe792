import { Failure } from '../failure.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import { soapEnvelope } from '../saml-messages/build/bindings.ts';
import { newMessageId } from '../saml-messages/build/parts.ts';
import type { Certificate } from '../saml-messages/certificate.ts';
import { checkLogoutResponse } from '../saml-messages/checks.ts';
import { broken, SamlMessageError } from '../saml-messages/error.ts';
import { statusCodes } from '../saml-messages/names.ts';
import type { Status } from '../saml-messages/read/header.ts';
import { readLogoutResponse } from '../saml-messages/read/logout.ts';
import { receiveSoap } from '../saml-messages/receive/soap.ts';
import { accept } from '../saml-messages/verify/accepted.ts';
import { ServiceProvider } from './entities/service-provider.ts';
import { logoutRequestFor, type Unsigned } from './logout-messages.ts';
import { trustIn } from './arrived.ts';
import { timeLimits } from './receive-sign-on.ts';
import { refusalOf } from '../saml-messages/refusals.ts';
import { noteSoapAnswer, partsToTell } from './sql/saml-logout-parts.ts';
import { traceSentLogout } from './trace-logout.ts';
import { recordTrace, type Traced, traced } from './traces.ts';

const timeoutMs = 10_000;
const mostBytes = 65_536;

/** A call that tells a service provider of the end of a session. */
export interface SoapLogout {
  provider: ServiceProvider;
  request: Unsigned;
  now: Date;
  /** The ID of this call's request. A service provider that refuses to read an ID twice gets another one each time. */
  messageId: string;
}

/** Prepares a call. @returns undefined if the service provider has been told, or has no endpoint any more */
export async function prepareSoapLogout(
  tx: Tx,
  partId: string,
  { vault, issuer }: { vault: Vault; issuer: string },
): Promise<SoapLogout | undefined> {
  const [part] = await partsToTell(tx, tenancyOf(tx).orgId, [partId]);
  const provider =
    part && (await tx.findOne(ServiceProvider, { id: part.serviceProviderId, status: 'ACTIVE' }));
  if (!provider || provider.sloSoapUrl === null) return undefined;
  const messageId = newMessageId();
  const to = { vault, issuer, destination: provider.sloSoapUrl, id: messageId };
  const { now } = tenancyOf(tx);
  const request = await logoutRequestFor(tx, provider, part, to);
  await traceSentLogout(tx, provider, request, { verified: true, bySoap: true, userId: part.userId });
  return { provider, now, messageId, request };
}

/** The result of a call. */
export interface SoapAnswer {
  /** Absent if there is no response that can be parsed. */
  message?: Traced;
  status?: Status;
  certificate?: Certificate;
  /** Why the service provider has not signed the user out: an `OutgoingFailure`, `SamlMessageError` or `Error`. */
  error?: Error;
}

/**
 * Tells a service provider by SOAP (SAML profiles section 4.4.3.3). TLS proves who responds. A signature that is there must
 * verify, but counts as absent if its algorithm is not allowed.
 */
export async function sendSoapLogout(
  logout: SoapLogout,
  { send }: Pick<Outgoing, 'send'>,
  receivedAt: string,
): Promise<SoapAnswer> {
  const answer: SoapAnswer = {};
  try {
    await call(logout, send, { receivedAt, answer });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    answer.error = error;
  }
  return answer;
}

/** @param answer is filled as far as the response can be read */
async function call(
  { provider, now, messageId, request }: SoapLogout,
  send: Outgoing['send'],
  { receivedAt, answer }: { receivedAt: string; answer: SoapAnswer },
): Promise<void> {
  const { status, bytes } = await send(request.destination, {
    method: 'POST',
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: '"http://www.oasis-open.org/committees/security"',
    },
    body: Buffer.from(soapEnvelope(request.write(request.key))),
    timeoutMs,
    maximumBytes: mostBytes,
    keepBytes: mostBytes,
  });
  if (status !== 200) throw new Error(`The endpoint responded with the status ${status}`);
  const received = receiveSoap(bytes);
  answer.message = traced(received.message, Buffer.byteLength(received.xml));
  // An unsigned response is enough. So a signature with SHA-1, which many products make by default, takes nothing away.
  const trust = { ...trustIn(provider, false), ignoreOtherAlgorithms: true };
  const accepted = accept(received, 'LogoutResponse', trust);
  if (accepted.proof) answer.certificate = accepted.proof.certificate;
  const response = readLogoutResponse(accepted);
  answer.status = response.status;
  checkLogoutResponse(response, {
    now,
    issuer: provider.entityId,
    receivedAt: [receivedAt],
    inResponseTo: messageId,
    ...timeLimits,
  });
  if (response.status.code !== statusCodes.success) broken('status', response.status.subcode);
}

/** Notes and traces what came of a call. */
export async function noteSoapLogout(
  tx: Tx,
  partId: string,
  { provider }: Pick<SoapLogout, 'provider'>,
  { message, error, ...seen }: SoapAnswer,
): Promise<void> {
  await noteSoapAnswer(tx, tenancyOf(tx).orgId, partId, error === undefined);
  await recordTrace(tx, {
    serviceProviderId: provider.id,
    direction: 'RECEIVED',
    binding: 'soap',
    requestId: null,
    message: message ?? { messageType: 'OTHER', size: null, hash: null },
    // Keyward called the registered endpoint, so the response does not come from a stranger.
    verified: true,
    ...seen,
    ...(error !== undefined && { failure: failureOf(error) }),
  });
}

function failureOf(error: Error): Failure {
  if (error instanceof SamlMessageError) return refusalOf(error);
  return new Failure('FEDERATION_CONN_FAILED', { reason: error.message });
}
