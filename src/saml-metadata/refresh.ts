import { Failure, type FailureCode } from '../failure.ts';
import type { FieldChange } from '../platform/events.ts';
import { judgeMetadata, type PublishedParts } from './metadata-refresh.ts';
import type { PendingChange } from './pending-change.ts';

/** A row whose settings follow metadata. */
export interface Refreshable<Settings> {
  pendingChange: PendingChange<Settings> | null;
  rejectedChange: string | null;
  forgetChanges(): void;
}

/** The metadata that was read again. */
export interface Reread<Settings> {
  entityId: string;
  settings: Settings;
  isVerified: boolean;
}

/** The settings and functions of a partner that a refresh needs. */
export interface RefreshMeans<Settings> {
  parts: PublishedParts<Settings>;
  /** The entity id, which never changes. */
  entityId: string;
  known: Settings;
  /** @throws {Failure} VALIDATION_ERROR if these changes do not fit the settings */
  requireSound: (applied: Partial<Settings>) => void;
  assign: (applied: Partial<Settings>) => FieldChange[];
  now: Date;
}

/** The changes that a refresh has made, and the change that has begun to wait for an approval. */
export interface Applied<Settings> {
  changes: FieldChange[];
  asks: PendingChange<Settings> | null;
}

/**
 * Applies what refreshed metadata may change (see {@link judgeMetadata}).
 * @returns a sentence for an administrator if the metadata is not used
 */
export function applyRefresh<Settings>(
  row: Refreshable<Settings>,
  metadata: Reread<Settings>,
  { parts, entityId, known, requireSound, assign, now }: RefreshMeans<Settings>,
): string | Applied<Settings> {
  // The metadata may describe several entities, and the reader has chosen this one.
  if (metadata.entityId !== entityId) return 'The metadata has another entity ID';
  const { applied, pending } = judgeMetadata(parts, known, metadata);
  const refusal = refusalOf(() => requireSound(applied));
  if (refusal !== undefined) return refusal;
  const changes = assign(applied);
  if (pending === null) {
    row.forgetChanges();
    return { changes, asks: null };
  }
  const isKnown = pending.id === row.pendingChange?.id || pending.id === row.rejectedChange;
  if (isKnown) {
    // Metadata that asks for the rejected change no longer asks for the pending change.
    if (pending.id === row.rejectedChange) row.pendingChange = null;
    return { changes, asks: null };
  }
  row.pendingChange = { ...pending, detectedAt: now.toISOString() };
  return { changes, asks: row.pendingChange };
}

/** Says why settings do not fit together. A refresh has no caller whose request could be refused. */
function refusalOf(judge: () => void): string | undefined {
  try {
    judge();
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const [first] = Object.entries(error.details);
    return `The metadata does not fit the settings: ${first?.[0]} ${String(first?.[1])}`;
  }
}

/**
 * Finds the change that an administrator has seen.
 * @param refusal the code if the change of this name is not pending
 * @throws {Failure}
 */
export function pendingOf<Settings>(
  { pendingChange }: Pick<Refreshable<Settings>, 'pendingChange'>,
  changeId: string,
  refusal: FailureCode,
): PendingChange<Settings> {
  if (pendingChange?.id === changeId) return pendingChange;
  throw new Failure(refusal, {
    changeId: pendingChange === null ? 'no change is pending' : 'another change is pending; read it again',
  });
}
