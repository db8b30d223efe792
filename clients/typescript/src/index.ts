export {
  type AuditExportFault,
  type AuditExportOptions,
  type AuditExportReport,
  verifyAuditExport,
} from './audit.ts';
export { Keyward, type KeywardOptions, type KeywardSession } from './keyward.ts';
export {
  KeywardAnswerError,
  KeywardApiError,
  KeywardConnectionError,
  KeywardError,
  KeywardUsageError,
  KeywardWebhookError,
} from './errors.ts';
export { isKeywardKey, type SecretKind, secretKind } from './key-format.ts';
export type { CallOptions } from './request.ts';
export {
  type VerificationCache,
  type VerificationCacheOptions,
  verificationCache,
} from './verification-cache.ts';
export {
  isWebhookEvent,
  type KnownWebhookEvent,
  verifyWebhook,
  type WebhookEvent,
  type WebhookOptions,
} from './webhook.ts';
export type * from './generated/types.ts';
