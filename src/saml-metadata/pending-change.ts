export type PendingChangeReason = 'NEW_ENDPOINT_HOST' | 'CERTIFICATES_REPLACED';

/** A change that refreshed metadata asks for and that waits for an administrator. */
export interface PendingChange<Settings> {
  /** A hash of `settings`: it names this change and no other. */
  id: string;
  reasons: PendingChangeReason[];
  settings: Partial<Settings>;
  /** A time of Postgres, as text. */
  detectedAt: string;
}
