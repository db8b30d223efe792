import { OptimisticLockError } from '@mikro-orm/core';
import { changedAtTheSameTime, Failure, type FailureCode, RateLimited, ThrownUnder } from '../failure.ts';
import { proofAlgorithms } from '../lib/dpop-proof.ts';
import { errorPath } from './reference/paths.ts';

/** The response of a refusal. */
export interface Refusal<Body> {
  status: number;
  body: Body;
  headers: Record<string, string>;
}

/** The error body of our own API (decisions 6.1). */
interface ApiErrorBody {
  error: string;
  code: string;
  details: Record<string, unknown>;
  requestId: string;
}

/** The codes of responses if another request changed a row of this kind first. */
const conflicts: Readonly<Record<string, FailureCode>> = {
  IDENTITY: 'IDENTITY_STATE_CONFLICT',
  USER: 'USER_STATE_CONFLICT',
  OIDCCLIENT: 'OIDC_CLIENT_STATE_CONFLICT',
  CONNECTION: 'CONNECTION_STATE_CONFLICT',
  SERVICEPROVIDER: 'SP_STATE_CONFLICT',
  WEBHOOK: 'WEBHOOK_STATE_CONFLICT',
};

const retryAfterOutage = 2;

/** RFC 9449 section 7.1. */
const algs = `algs="${proofAlgorithms.join(' ')}"`;
const dpopChallenge = `DPoP error="invalid_dpop_proof", ${algs}`;

/** The headers of a refusal of a caller whose access token does not work, or does not work any more. */
export const tokenChallenge = { 'WWW-Authenticate': `DPoP error="invalid_token", ${algs}` };

/** Their details name fields, and callers read every name in them as a field. */
const namingFields: ReadonlySet<FailureCode> = new Set(['VALIDATION_ERROR', 'PASSWORD_POLICY_VIOLATION']);

/**
 * Renders a refusal of the API (decisions 6.1, "Error body").
 *
 * @param baseUrl of this service. With it, `details.docs` leads to the page about the code
 */
export function refusalOf(failure: Failure, requestId: string, baseUrl?: string): Refusal<ApiErrorBody> {
  const { code, message, status } = failure;
  const docs = baseUrl === undefined || namingFields.has(code) ? {} : { docs: baseUrl + errorPath(code) };
  const details: Record<string, unknown> = { ...failure.details, ...docs };
  const headers: Record<string, string> = {};
  if (status === 401) headers['WWW-Authenticate'] = code === 'DPOP_PROOF_REFUSED' ? dpopChallenge : 'Bearer';
  if (status === 503 || status === 429) headers['Retry-After'] = String(retryAfterOutage);
  if (!(failure instanceof RateLimited))
    return { status, body: { error: message, code, details, requestId }, headers };
  // The contract has the numbers alone in these details.
  const { detail, ...numbers } = details;
  const error = typeof detail === 'string' ? `${message}: ${detail}` : message;
  return { status, body: { error, code, details: numbers, requestId }, headers };
}

/**
 * Makes a refusal of any thrown value. A refusal is returned unchanged. If another request changed the same row first,
 * it is a conflict. If the database is away, it is SERVICE_UNAVAILABLE. Other errors are INTERNAL_ERROR, which is a
 * fault of ours.
 */
export function failureOf(thrown: unknown): Failure {
  const [failure] = causesOf(thrown).filter((one) => one instanceof Failure);
  if (failure) return failure;
  if (thrown instanceof OptimisticLockError) {
    const entity: unknown = thrown.getEntity();
    const name = typeof entity === 'object' && entity !== null ? entity.constructor.name.toUpperCase() : '';
    return new Failure(conflicts[name] ?? 'CREDENTIAL_STATE_CONFLICT', changedAtTheSameTime, thrown);
  }
  return new Failure(isOutage(thrown) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR', {}, thrown);
}

/** The headers that a response has although it became a refusal. */
export const headersThrownUnder = (thrown: unknown): Readonly<Record<string, string>> =>
  Object.assign({}, ...causesOf(thrown).map((one) => (one instanceof ThrownUnder ? one.headers : {})));

/**
 * Connection trouble, a server that stops, starts or only reads (a former primary), that lacks connections, memory or disk,
 * deadlocks that Postgres broke, and commits whose outcome is unknown (src/database/unknown-commits.ts).
 */
const outageCodes =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08\w{3}|25006|57P0\d|53\d{3}|40P01|40001|40003|55P03)$/;
const outageMessages =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/i;

const isOutage = (thrown: unknown): boolean =>
  causesOf(thrown).some(
    (error) =>
      ('code' in error && outageCodes.test(String(error.code))) || outageMessages.test(error.message),
  );

/** Lists an error and what it wraps; the ORM wraps what a pool throws. */
function causesOf(thrown: unknown): Error[] {
  const causes: Error[] = [];
  for (let error = thrown; error instanceof Error && causes.length < 5; ) {
    causes.push(error);
    error = 'previous' in error ? error.previous : error.cause;
  }
  return causes;
}
