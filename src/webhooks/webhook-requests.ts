import { signatureHeaders } from './webhook-signature.ts';
import { type Outgoing, OutgoingFailure, type OutgoingFailureCode } from '../platform/outgoing.ts';
import { activeSpan, within } from '../platform/tracing.ts';
import { type Vault, VaultError } from '../platform/vault.ts';

/** Returns the purpose that the secrets of a webhook are sealed for. */
export const webhookSecretPurpose = (webhookId: string): string => `webhook-secret:${webhookId}`;

export interface WebhookAttempt {
  orgId: string;
  webhookId: string;
  /** Sealed. */
  secret: Buffer;
  /** Sealed; the one before the last rotation, while its time of grace lasts. */
  previousSecret: Buffer | null;
  deliveryId: string;
  /** From 1. */
  attempt: number;
  /** When the attempt is sent. Every attempt has its own signature. */
  at: Date;
  event: { id: string; type: string; at: Date; data: unknown };
}

/**
 * Makes the signed request of one attempt: the envelope (service-api 2.4) and its headers (decisions 6.5). The signed
 * bytes are the buffer that is sent.
 * @param traceparent the span of the attempt, if it is recorded; the signature does not cover it
 * @throws {VaultError} the secrets cannot be opened
 */
export function webhookRequest(
  vault: Pick<Vault, 'open'>,
  { orgId, webhookId, secret, previousSecret, deliveryId, attempt, at, event }: WebhookAttempt,
  traceparent: string | undefined,
): { headers: Record<string, string>; body: Buffer } {
  const { id, type, data } = event;
  const body = Buffer.from(JSON.stringify({ id, type, timestamp: event.at.toISOString(), webhookId, data }));
  const opened = (sealed: Buffer): string => vault.open(sealed, orgId, webhookSecretPurpose(webhookId));
  return {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Keyward-Webhooks/1',
      'X-Service-Event-Id': id,
      'X-Service-Event-Type': type,
      'X-Service-Event-Version': '1',
      'X-Service-Delivery-Id': deliveryId,
      'X-Service-Attempt': String(attempt),
      ...signatureHeaders({
        secret: opened(secret),
        previousSecret: previousSecret === null ? undefined : opened(previousSecret),
        id,
        at,
        body,
      }),
      ...(traceparent === undefined ? {} : { traceparent }),
    },
    body,
  };
}

interface SendingParts {
  vault: Pick<Vault, 'open'>;
  outgoing: Pick<Outgoing, 'send'>;
}

interface SendingOptions {
  signal?: AbortSignal;
  keepBytes?: number;
}

/** The result of an attempt. */
export interface WebhookAnswer {
  /** Null when no answer came. */
  responseCode: number | null;
  responseBody: string | null;
  /** Null when it was accepted. */
  error: OutgoingFailureCode | 'HTTP_STATUS' | 'SECRET_UNREADABLE' | null;
  /** The message of a failure before there was a response. It holds nothing that must stay private. */
  message: string | null;
}

/**
 * Makes one attempt. A redirect is not followed, and no success.
 * @throws what is a fault of ours, and what the signal breaks off
 */
export function sendWebhook(
  parts: SendingParts,
  url: string,
  attempt: WebhookAttempt,
  options: SendingOptions,
): Promise<WebhookAnswer> {
  const span = activeSpan()?.child('POST webhook', 'client', { 'http.request.method': 'POST' });
  return within(
    span,
    () => send(parts, url, attempt, { ...options, traceparent: span?.traceparent }),
    ({ responseCode, error }) => ({
      ...(responseCode === null ? {} : { attributes: { 'http.response.status_code': responseCode } }),
      error: error ?? undefined,
    }),
  );
}

async function send(
  { vault, outgoing }: SendingParts,
  url: string,
  attempt: WebhookAttempt,
  { traceparent, ...options }: SendingOptions & { traceparent: string | undefined },
): Promise<WebhookAnswer> {
  const failed = (error: WebhookAnswer['error'], message: string): WebhookAnswer => ({
    responseCode: null,
    responseBody: null,
    error,
    message,
  });
  try {
    const request = webhookRequest(vault, attempt, traceparent);
    const { status, body } = await outgoing.send(url, { method: 'POST', ...request, ...options });
    const accepted = status >= 200 && status <= 299;
    return {
      responseCode: status,
      responseBody: body,
      error: accepted ? null : 'HTTP_STATUS',
      message: null,
    };
  } catch (error) {
    if (error instanceof OutgoingFailure) return failed(error.code, error.message);
    // The failure counts as an attempt, or the deliverer would try without end. The start of the service has logged the
    // details.
    if (error instanceof VaultError)
      return failed('SECRET_UNREADABLE', 'the signing secret cannot be decrypted');
    throw error;
  }
}
