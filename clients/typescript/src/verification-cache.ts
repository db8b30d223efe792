import { type Changes, ChangeWatch } from './change-watch.ts';
import { misuse } from './errors.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { VerifyCredentialData, Verification } from './generated/types.ts';
import type { Keyward } from './keyward.ts';
import { RecentChanges } from './recent-changes.ts';
import type { CallOptions } from './request.ts';

type Question = VerifyCredentialData['body'];

export interface VerificationCacheOptions {
  /** How old a kept answer may be, in seconds: 1 to 60. */
  maxStaleSeconds: number;
  /** Answers that are kept at most; default 10,000. The one that was not used for the longest time goes first. */
  maxEntries?: number | undefined;
  /** Hears why the stream of changes was lost, for your log. The cache is off until the next stream. */
  onLost?: ((error: unknown) => unknown) | undefined;
}

/** A client that verifies, and keeps valid answers. It can be the `client` of `@keyward/middleware`. */
export interface VerificationCache {
  credentials: Pick<Keyward['credentials'], 'verify'>;
  /** Whether answers are kept now: whether the stream of changes is open. */
  isOn: () => boolean;
  /** Ends the stream, which would keep the process running, and forgets all answers. Later verifications go to the service. */
  close: () => void;
}

interface Kept {
  answer: Verification;
  /** The end of its time, by the monotonic clock. */
  until: number;
  credentialId: string;
  identityId: string;
}

/**
 * Returns a client that keeps valid answers for `maxStaleSeconds` at most, and drops them earlier when the service says that they may have
 * changed. It keeps only what the service calls cacheable, and it reads no kept answer while the stream of changes is lost.
 * A kept answer counts no use. Its secrets are kept as SHA-256.
 *
 * The first verification opens the stream. The key needs no other scope than `credentials.verify`.
 * @throws {KeywardUsageError} when an option cannot be what it should
 */
export function verificationCache(client: Keyward, options: VerificationCacheOptions): VerificationCache {
  const { maxStaleSeconds, maxEntries = 10_000, onLost } = options;
  if (!(maxStaleSeconds >= 1 && maxStaleSeconds <= 60)) throw misuse('maxStaleSeconds must be from 1 to 60');
  if (!(Number.isInteger(maxEntries) && maxEntries >= 1))
    throw misuse('maxEntries must be a whole number, 1 or more');
  const kept = new Map<string, Kept>();
  const recent = new RecentChanges();

  const forget = (): void => {
    kept.clear();
    recent.addAll();
  };
  const drop = ({ credentials, identities, all }: Changes): void => {
    if (all) return forget();
    const changed = new Set([...credentials, ...identities]);
    for (const [key, { credentialId, identityId }] of kept)
      if (changed.has(credentialId) || changed.has(identityId)) kept.delete(key);
    recent.add(changed);
  };
  const watch = new ChangeWatch({
    open: (after, signal) => client.openChanges(after, signal),
    onChanges: drop,
    onLost: forget,
    onError: (error) => void tell(onLost, error),
  });

  const read = (key: string): Verification | undefined => {
    const found = watch.isLive() ? kept.get(key) : undefined;
    if (!found) return undefined;
    kept.delete(key);
    if (performance.now() >= found.until) return undefined;
    // The newest is the last.
    kept.set(key, found);
    // The caller may change its answer.
    return structuredClone(found.answer);
  };
  const keep = (key: string, answer: Verification, askedAt: number, told: number): void => {
    const { valid, cacheableSeconds = 0, credential, identity } = answer;
    if (!valid || cacheableSeconds <= 0 || !credential || !identity) return;
    // An answer that was asked for before a change came may be older than the change.
    if (recent.hasAny(told, [credential.id, identity.id])) return;
    const until = askedAt + 1_000 * Math.min(maxStaleSeconds, cacheableSeconds);
    kept.delete(key);
    kept.set(key, {
      answer: structuredClone(answer),
      until,
      credentialId: credential.id,
      identityId: identity.id,
    });
    const [oldest] = kept.keys();
    if (kept.size > maxEntries && oldest !== undefined) kept.delete(oldest);
  };

  const verify = async (question: Question, callOptions?: CallOptions): Promise<Verification> => {
    callOptions?.signal?.throwIfAborted();
    watch.start();
    if (!watch.isLive()) return client.credentials.verify(question, callOptions);
    const name = nameOf(question);
    const key = typeof name === 'string' ? name : await name;
    const found = read(key);
    if (found) return found;
    // A stream that opens after this tells no change of before.
    const told = watch.isLive() ? recent.count : undefined;
    // From before the request, so that no answer looks younger than what it was read from.
    const askedAt = performance.now();
    const answer = await client.credentials.verify(question, callOptions);
    if (told !== undefined) keep(key, answer, askedAt, told);
    return answer;
  };

  return { credentials: { verify }, isOn: () => watch.isLive(), close: () => watch.close() };
}

/**
 * Names a question. A cacheable answer depends on the secret and the scopes alone: no policy judges it, so neither does the context, and no
 * address list, so neither does the address. Whether it counts as a use is in the name: if uses found the answers of those who only look,
 * none of them would be counted.
 */
const nameOf = ({ credential, scopes = [], consume = true }: Question): string | Promise<string> =>
  fingerprintOf(JSON.stringify([consume, credential, ...[...scopes].sort()]));

async function tell(onLost: VerificationCacheOptions['onLost'], error: unknown): Promise<void> {
  try {
    await onLost?.(error);
  } catch {
    // A log that fails must not end the stream.
  }
}
