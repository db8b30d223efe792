export { Keyward, type KeywardOptions } from './keyward.ts';
export {
  KeywardAnswerError,
  KeywardApiError,
  KeywardConnectionError,
  KeywardError,
  KeywardUsageError,
  KeywardWebhookError,
} from './errors.ts';
export type { CallOptions } from './request.ts';
export {
  isWebhookEvent,
  type KnownWebhookEvent,
  verifyWebhook,
  type WebhookEvent,
  type WebhookOptions,
} from './webhook.ts';
export type * from './generated/types.ts';
