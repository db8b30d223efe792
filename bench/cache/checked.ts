// The messages between the bench and its service.
/** How the service is started. */
export interface ApiOptions {
  /** Where it verifies. */
  baseUrl: string;
  /** Where it reads the stream of changes. */
  streamUrl: string;
  apiKey: string;
  maxStaleSeconds: number;
}

/** The results of many checks. */
export interface Checked {
  checks: number;
  /** Requests that the checks sent. The other answers were kept ones. */
  requests: number;
  failures: number;
  /** For each key, when the last check began that found it valid: milliseconds of {@link now}. */
  lastValid: Map<string, number>;
}

/** The first refusal of a key that was verified again and again. */
export interface Refusal {
  /** When that check began, by {@link now}. */
  at: number;
  /** Requests that the checks sent. If it is one, all checks before were answered from the cache. */
  requests: number;
}

/** Milliseconds of the monotonic clock, the same in all processes of a machine. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;
