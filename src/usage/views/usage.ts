import type {
  CleanUp,
  CleanUpRequest,
  CredentialScopes,
  LeftReason,
  RightSizing,
  UnusedCredential,
} from '../../../generated/types/types.gen.ts';
import type { Credential } from '../../credentials/entities/credential.ts';
import type { UnusedRow } from '../../credentials/sql/credentials.ts';
import type { UsedScope } from '../sql/usage.ts';
import type { UnusedOne } from '../sql/unused-credentials.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

function reasonOf({ lastUsedAt, lastRotatedAt }: UnusedRow): UnusedCredential['reason'] {
  if (lastUsedAt) return 'NOT_USED_LATELY';
  return lastRotatedAt ? 'NOT_USED_SINCE_ROTATION' : 'NEVER_USED';
}

export const viewUnused = (row: UnusedRow): UnusedCredential => ({
  credentialId: row.id,
  name: row.name,
  type: row.type,
  status: row.status,
  identityId: row.identityId,
  identityName: row.identityName,
  ownerUserId: row.ownerUserId,
  ownerName: row.ownerName,
  scopes: row.scopes,
  reason: reasonOf(row),
  unusedSince: row.unusedSince.toISOString(),
  daysUnused: row.daysUnused,
  lastUsedAt: iso(row.lastUsedAt),
  createdAt: row.createdAt.toISOString(),
  expiresAt: iso(row.expiresAt),
});

interface ScopeReport {
  credential: Credential;
  observation: CredentialScopes['observation'];
  observedSince: Date;
  used: UsedScope[];
  unused: string[];
  suggestion: string[] | null;
}

/** Nodes that write at the same moment may keep a few more. */
const mostUsed = 500;

export const viewScopeReport = (report: ScopeReport): CredentialScopes => ({
  credentialId: report.credential.id,
  name: report.credential.name,
  observation: report.observation,
  observedSince: report.observedSince.toISOString(),
  scopes: report.credential.scopes,
  used: report.used.slice(0, mostUsed).map(({ scope, first, last, uses }) => ({
    scope,
    firstUsedAt: first.toISOString(),
    lastUsedAt: last.toISOString(),
    uses,
  })),
  unused: report.unused,
  suggestion: report.suggestion,
});

interface RightSized {
  narrowed: { credential: Credential; from: string[]; to: string[] }[];
  left: { id: string; name: string | null; reason: LeftReason }[];
  hasMore: boolean;
}

export const viewRightSizing = (
  identityId: string,
  { dryRun, windowDays }: Pick<RightSizing, 'dryRun' | 'windowDays'>,
  { narrowed, left, hasMore }: RightSized,
): RightSizing => ({
  identityId,
  dryRun,
  windowDays,
  narrowed: narrowed.map(({ credential: { id, name }, from, to }) => ({ credentialId: id, name, from, to })),
  left: left.map(({ id, name, reason }) => ({ credentialId: id, name, reason })),
  hasMore,
});

interface CleanedUp {
  done: UnusedOne[];
  left: { one: UnusedOne; reason: CleanUp['left'][number]['reason'] }[];
  next: string | null;
}

const viewCleaned = ({
  id,
  name,
  identityId,
  identityName,
  unusedSince,
}: UnusedOne): CleanUp['done'][number] => ({
  credentialId: id,
  name,
  identityId,
  identityName,
  unusedSince: unusedSince.toISOString(),
});

export const viewCleanUp = (
  { dryRun, action, unusedForDays }: Required<Pick<CleanUpRequest, 'dryRun' | 'action' | 'unusedForDays'>>,
  { done, left, next }: CleanedUp,
): CleanUp => ({
  dryRun,
  action,
  unusedForDays,
  done: done.map(viewCleaned),
  left: left.map(({ one, reason }) => ({ ...viewCleaned(one), reason })),
  next,
  hasMore: next !== null,
});
