import { signatureHeaders } from '../lib/webhook-signature.ts';
import type { Vault } from '../vault.ts';

/** What the secrets of a webhook are sealed for. */
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
  /** When it is sent: every attempt is signed anew. */
  at: Date;
  event: { id: string; type: string; at: Date; data: unknown };
}

/**
 * The signed request of one attempt: the envelope (service-api 2.4) and its headers (decisions 6.5). What is signed is
 * the buffer that is sent.
 * @throws {VaultError} the secrets cannot be opened
 */
export function webhookRequest(
  vault: Pick<Vault, 'open'>,
  { orgId, webhookId, secret, previousSecret, deliveryId, attempt, at, event }: WebhookAttempt,
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
    },
    body,
  };
}
