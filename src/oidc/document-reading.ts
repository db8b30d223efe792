import { secondsKept } from '../lib/cache-time.ts';
import { type Outgoing, OutgoingFailure, type OutgoingFailureCode } from '../platform/outgoing.ts';
import { turns } from '../platform/turns.ts';
import { type DocumentClient, readDocument, type Refused } from './client-document.ts';
import type { DocumentProblem } from './document-problem.ts';

/** The draft recommends this limit (section 6.6). */
const mostBytes = 5_120;
const timeoutMs = 5_000;

/** For how many seconds a document is fresh. */
const kept = { least: 60, most: 86_400 };

/** A document that was read now, and for how many seconds it is fresh. */
export type Read = { client: DocumentClient; seconds: number };

/** A document to read, and the tenant that reads it. */
export interface Reading {
  orgId: string;
  /** A `client_id` that `isDocumentUrl` takes, of a host that the tenant allows. */
  url: string;
  loopbackRedirects: boolean;
}

/**
 * Reads a document, and throws nothing that the host is to blame for.
 * @throws {RateLimited} if too many calls of the tenant wait, and {Failure} SERVICE_UNAVAILABLE if all places are taken
 */
export type ReadDocument = (reading: Reading) => Promise<Read | Refused>;

/** The bytes that a host has given, or why it has given none. */
type Given = { bytes: Buffer; seconds: number } | Refused;

/**
 * Reads documents over the guarded way out: one GET without redirects, in a few seconds, of a few kilobytes. Calls to strangers have places of
 * their own, so that slow hosts delay nothing else: few for each host, and some for each tenant. Callers that want one document at the
 * same time share one call. The reader keeps no document.
 * @param told is told of each call, by its outcome
 */
export function documentReader(
  { send, mayReach }: Pick<Outgoing, 'send' | 'mayReach'>,
  told: (outcome: 'READ' | DocumentProblem) => void = () => undefined,
): ReadDocument {
  const ofHost = turns({ places: 1_000, ofOne: 2, mostWaiting: 20, waitMs: timeoutMs });
  const ofTenant = turns({ places: 32, ofOne: 8, mostWaiting: 20, waitMs: timeoutMs });
  const calls = new Map<string, Promise<Given>>();

  const call = async (url: string, orgId: string): Promise<Given> => {
    const leaveHost = await ofHost(new URL(url).host);
    try {
      const leave = await ofTenant(orgId);
      try {
        return await given(send, url);
      } finally {
        leave();
      }
    } finally {
      leaveHost();
    }
  };

  const shared = (url: string, orgId: string): Promise<Given> => {
    // By tenant too: a tenant without places must not fail the callers of another one.
    const key = `${orgId} ${url}`;
    const known = calls.get(key);
    if (known) return known;
    const made = call(url, orgId).finally(() => calls.delete(key));
    calls.set(key, made);
    return made;
  };

  return async ({ orgId, url, loopbackRedirects }) => {
    const answer = await shared(url, orgId);
    const read =
      'problem' in answer ? answer : readDocument(answer.bytes, url, { loopbackRedirects, mayReach });
    told('problem' in read ? read.problem : 'READ');
    return 'problem' in read || 'problem' in answer
      ? (read as Refused)
      : { ...read, seconds: answer.seconds };
  };
}

async function given(send: Outgoing['send'], url: string): Promise<Given> {
  try {
    const { status, type, bytes, caching } = await send(url, {
      method: 'GET',
      headers: { accept: 'application/json', 'user-agent': 'Keyward/1' },
      timeoutMs,
      maximumBytes: mostBytes,
      keepBytes: mostBytes,
    });
    if (status >= 300 && status < 400) return { problem: 'REDIRECTED' };
    if (status !== 200) return { problem: 'STATUS' };
    if (!jsonType.test(type ?? '')) return { problem: 'NOT_JSON' };
    return { bytes, seconds: caching ? secondsKept(caching, kept) : kept.least };
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error;
    return { problem: problems[error.code] };
  }
}

/** `application/json`, or a type with this syntax (the draft, section 4.1). */
const jsonType = /^application\/(?:json|[\w!#$&^.-]+\+json)\s*(?:;|$)/i;

const problems: Readonly<Record<OutgoingFailureCode, DocumentProblem>> = {
  TIMEOUT: 'TOO_SLOW',
  DNS_FAILURE: 'UNREACHABLE',
  CONNECTION_REFUSED: 'UNREACHABLE',
  TLS_ERROR: 'UNREACHABLE',
  BLOCKED_ADDRESS: 'PRIVATE_ADDRESS',
  CONNECTION_LOST: 'UNREACHABLE',
  RESPONSE_TOO_LARGE: 'TOO_LARGE',
};
