/** The base of every error of this client. `code` is stable; messages may change. */
export abstract class KeywardError extends Error {
  // Written out in each class: what makes code small renames classes.
  abstract override readonly name: string;
  /** The service's name for the refusal, or one of this client's own: see each class. */
  readonly code: string;
  /** The HTTP status; undefined when no answer came. */
  readonly status: number | undefined;
  /** More about it; for `VALIDATION_ERROR` it maps each wrong field to what is wrong with it. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Names the request in the service's logs. */
  readonly requestId: string | undefined;
  /** How long the answer asks to wait before another attempt, in seconds. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    { code, status, details = {}, requestId, retryAfterSeconds, cause }: ErrorFacts,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface ErrorFacts {
  code: string;
  status?: number;
  details?: Record<string, unknown>;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** The service refused the request; `code` is one of its error codes. */
export class KeywardApiError extends KeywardError {
  override readonly name = 'KeywardApiError';
}

/** No whole answer came: `CONNECTION_FAILED`, or `TIMEOUT` after `timeoutMs`. Whether the service acted is unknown. */
export class KeywardConnectionError extends KeywardError {
  override readonly name = 'KeywardConnectionError';
}

/** Something answered that is not this API: `UNEXPECTED_ANSWER` or `REDIRECT`. Mostly `baseUrl` is wrong. */
export class KeywardAnswerError extends KeywardError {
  override readonly name = 'KeywardAnswerError';
}

/**
 * The client was set up or called wrongly; nothing was sent: `INVALID_BASE_URL`, `INVALID_API_KEY`, `INVALID_SESSION`,
 * `INVALID_ARGUMENT`.
 */
export class KeywardUsageError extends KeywardError {
  override readonly name = 'KeywardUsageError';
}

/** Returns the error for an argument that cannot be what it should. */
export const misuse = (message: string): KeywardUsageError =>
  new KeywardUsageError(message, { code: 'INVALID_ARGUMENT' });

/**
 * The request is not a webhook of ours, so do not act on it: `MISSING_HEADER`, `TIMESTAMP_OUT_OF_TOLERANCE`,
 * `SIGNATURE_MISMATCH` or `INVALID_BODY`.
 */
export class KeywardWebhookError extends KeywardError {
  override readonly name = 'KeywardWebhookError';
}
