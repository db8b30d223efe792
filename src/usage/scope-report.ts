import { Credential } from '../credentials/entities/credential.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Tx } from '../platform/tx.ts';
import { isManagementScope, narrowest, unusedOf } from '../lib/scope.ts';
import { readScopeUses, type ScopeRecord, type UsedScope } from './sql/usage.ts';
import { mostScopesOfCredential } from '../credentials/sql/uses.ts';

export type Observation =
  | 'OBSERVED'
  | 'TOO_YOUNG'
  | 'NOT_USED'
  | 'VERIFIED_WITHOUT_SCOPES'
  | 'TOO_MANY_SCOPES'
  | 'IN_GRACE';

/** The report on the scopes that a credential needs, by its use. */
export interface ScopeReport {
  credential: Credential;
  observation: Observation;
  observedSince: Date;
  used: UsedScope[];
  unused: string[];
  /** Null where the use says nothing yet. */
  suggestion: string[] | null;
}

const mostScopes = 100;

/** The credentials of an identity that are active now. */
export const activeOf = (identityId: string, now: Date) => ({
  identityId,
  status: 'ACTIVE' as const,
  $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }],
});

/** A page of the active credentials of an identity, by their ids. */
export async function reportScopesOf(
  tx: Tx,
  identityId: string,
  windowDays: number,
  window: { limit: number; offset: number },
): Promise<{ reports: ScopeReport[]; total: number }> {
  const [credentials, total] = await tx.findAndCount(Credential, activeOf(identityId, tenancyOf(tx).now), {
    ...window,
    orderBy: { id: 'asc' },
  });
  return { reports: await reportScopes(tx, credentials, windowDays), total };
}

/** @param credentials active ones */
export async function reportScopes(
  tx: Tx,
  credentials: readonly Credential[],
  windowDays: number,
): Promise<ScopeReport[]> {
  const { orgId, now } = tenancyOf(tx);
  const ids = credentials.map(({ id }) => id);
  const records = await readScopeUses(tx, orgId, ids, windowDays);
  return credentials.map((credential) => {
    const record = records.get(credential.id);
    if (!record) throw new Error(`${credential.id} was not read`);
    const observedSince = latest(credential.createdAt, credential.observedSince, record.recordedSince);
    const { scopes } = credential;
    const used = record.used.map(({ scope }) => scope);
    const suggestion = narrowest(scopes, used);
    const young = now.getTime() - observedSince.getTime() < windowDays * 86_400_000;
    const observation = observationOf(credential, record, suggestion, young, now);
    return {
      credential,
      observation,
      observedSince,
      used: record.used,
      unused: unusedOf(scopes, used),
      suggestion: observation === 'OBSERVED' ? suggestion : null,
    };
  });
}

const latest = (...times: (Date | null)[]): Date =>
  new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)));

/**
 * Tells how well the use was observed. A scope whose use was only never seen must not be taken for an unneeded scope
 * (docs/decisions/0017).
 */
function observationOf(
  credential: Credential,
  { used, kept, verified, called, settled }: ScopeRecord,
  suggestion: string[],
  young: boolean,
  now: Date,
): Observation {
  if (credential.graceUntil(now)) return 'IN_GRACE';
  if (young) return 'TOO_YOUNG';
  if ((!verified && !called) || !settled) return 'NOT_USED';
  if (kept >= mostScopesOfCredential || suggestion.length > mostScopes) return 'TOO_MANY_SCOPES';
  const mayNeedMore = credential.scopes.some((scope) => scope === '*' || !isManagementScope(scope));
  const asked = used.some(({ scope }) => !isManagementScope(scope));
  return verified && mayNeedMore && !asked ? 'VERIFIED_WITHOUT_SCOPES' : 'OBSERVED';
}
