import { errors } from 'oidc-provider';
import type { Pool } from 'pg';
import {
  type Artifact,
  type ArtifactKey,
  deleteOidcArtifact,
  replaceOidcArtifact,
  saveOidcArtifacts,
  supersedeSuccessor,
} from '../sql/oidc-artifacts.ts';
import type { EngineParts } from './parts.ts';

/**
 * The end of one artifact. An artifact that was consumed may be consumed again for `windowSeconds`; `refuse` answers a request that
 * consumes it later. One that was answered stays until it expires, and may be answered again.
 */
type Ending = { key: ArtifactKey } & (
  | { kind: 'deleted' }
  | { kind: 'answered' }
  | { kind: 'consumed'; windowSeconds: number; refuse: () => Promise<never> }
);

/**
 * The writes of one request that wait for each other, so that one statement writes them before the answer is sent.
 *
 * A statement changes at most one row that was there before the request. The order in which it locks rows can therefore not
 * deadlock with a statement that ends a whole family. A write that would change a second one sends the statement first.
 */
export interface HeldWrites {
  /** From here on writes wait. The caller makes sure that `flush` follows. */
  hold: () => void;
  /** Has the writes of `work` wait until it ends. A refused request, too, keeps what it has used up. */
  during: (work: () => void | Promise<void>) => Promise<void>;
  isHeld: () => boolean;
  /** Notes an artifact that was there before. */
  found: (key: ArtifactKey) => void;
  /** Whether this request has written an artifact. It writes the artifact first if it waits. */
  isWritten: (key: ArtifactKey) => Promise<boolean>;
  save: (artifact: Artifact) => Promise<void>;
  end: (ending: Ending) => Promise<void>;
  /** @throws {errors.InvalidGrant} if a token waits whose consent was withdrawn */
  flush: () => Promise<void>;
}

/** The consent of the user for the client of a request: its row is locked while tokens are stored. */
const consentRow = 'consent';

const rowOf = ({ model, idHash }: ArtifactKey): string => `${model} ${idHash.toString('base64url')}`;

export function heldWrites({ pool, saveToken }: Pick<EngineParts, 'pool' | 'saveToken'>): HeldWrites {
  const there = new Set<string>();
  const written = new Set<string>();
  let isHeld = false;
  let ending: Ending | undefined;
  let saves = new Map<string, Artifact>();
  /** The row that was there before. */
  let changed: string | undefined;

  const flush = async (): Promise<void> => {
    const [end, artifacts] = [ending, [...saves.values()]];
    [ending, saves, changed] = [undefined, new Map(), undefined];
    if (!end && artifacts.length === 0) return;
    // The row of a consent is locked by a statement of its own. A refresh token names its successor, which must be there before.
    const isApart = artifacts.some(({ consented }) => consented);
    const savedApart = end && isApart ? await saveAll(artifacts) : 0;
    const saved = end ? await ended(pool, end, artifacts, isApart) : await saveAll(artifacts);
    if (saved + savedApart < artifacts.length) throw consentWithdrawn();
  };

  const saveAll = async (artifacts: readonly Artifact[]): Promise<number> => {
    const [only, another] = artifacts;
    // An access token alone shares the statement of others, unless it may wait for the withdrawal of its consent.
    const isShared = only?.model === 'AccessToken' && another === undefined && !only.consented;
    const saved = isShared ? [await saveToken(only)] : await saveOidcArtifacts(pool, artifacts);
    return saved.filter(Boolean).length;
  };

  const isWaiting = (row: string): boolean => saves.has(row) || (ending && rowOf(ending.key)) === row;

  /** @param row that was there before the request, if there is one */
  const makeRoom = async (own: string, row: string | undefined): Promise<void> => {
    const isSecond = row !== undefined && changed !== undefined && row !== changed;
    if (isSecond || isWaiting(own)) await flush();
    changed = row ?? changed;
    written.add(own);
  };

  return {
    hold: () => void (isHeld = true),
    async during(work) {
      isHeld = true;
      try {
        await work();
      } finally {
        isHeld = false;
        // If what it has used up was used before, the request is refused for that.
        await flush();
      }
    },
    isHeld: () => isHeld,
    found: (key) => void there.add(rowOf(key)),
    async isWritten(key) {
      const own = rowOf(key);
      if (isWaiting(own)) await flush();
      return written.has(own);
    },
    async save(artifact) {
      const own = rowOf(artifact);
      const isThere = there.has(own) || written.has(own);
      const waits = artifact.consented && ending?.key.model !== 'RefreshToken';
      await makeRoom(own, waits ? consentRow : isThere ? own : undefined);
      saves.set(own, artifact);
    },
    async end(next) {
      const own = rowOf(next.key);
      await makeRoom(own, own);
      ending = next;
    },
    flush,
  };
}

export const consentWithdrawn = (): errors.InvalidGrant =>
  new errors.InvalidGrant('the consent of the user was withdrawn; start a new sign-in');

/**
 * Ends an artifact, and stores others unless they are stored apart.
 * @returns how many were stored
 */
async function ended(
  pool: Pool,
  ending: Ending,
  artifacts: readonly Artifact[],
  isApart: boolean,
): Promise<number> {
  const { key } = ending;
  const stored = isApart ? [] : artifacts;
  if (ending.kind === 'deleted') {
    if (stored.length > 0) return (await replaceOidcArtifact(pool, { kind: 'deleted', key }, stored)).saved;
    await deleteOidcArtifact(pool, key);
    return 0;
  }
  if (ending.kind === 'answered') {
    const { isEnded, saved } = await replaceOidcArtifact(
      pool,
      { kind: 'consumed', key, successor: null },
      stored,
    );
    // Another request has answered it, too.
    if (isEnded || stored.length === 0) return saved;
    return (await saveOidcArtifacts(pool, stored)).filter(Boolean).length;
  }
  const { windowSeconds, refuse } = ending;
  const next = artifacts.find(({ model }) => model === 'RefreshToken' && key.model === 'RefreshToken');
  const successor = next?.idHash ?? null;
  const first = await replaceOidcArtifact(pool, { kind: 'consumed', key, successor }, stored);
  if (first.isEnded) return first.saved;
  // Each turn that does not end it is one in which another request was first.
  while (windowSeconds > 0) {
    const superseded = await supersedeSuccessor(pool, key, windowSeconds);
    if (!superseded) break;
    const repeated = {
      kind: 'repeated',
      key,
      windowSeconds,
      before: superseded.successor,
      successor,
    } as const;
    const again = await replaceOidcArtifact(pool, repeated, stored);
    if (again.isEnded) return again.saved;
  }
  return refuse();
}
