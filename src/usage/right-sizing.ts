import { LockMode } from '@mikro-orm/core';
import { Credential } from '../credentials/entities/credential.ts';
import { Identity } from '../credentials/entities/identity.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { FieldChange } from '../platform/events.ts';
import { Failure } from '../failure.ts';
import { ungrantable } from '../lib/scope.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { assignChanges } from '../platform/fields.ts';
import { type Grantor, requireAlso } from '../platform/grants.ts';
import type { Tx } from '../platform/tx.ts';
import { lastFullKey } from '../credentials/last-full-key.ts';
import { activeOf, type Observation, reportScopes, type ScopeReport } from './scope-report.ts';

export interface RightSizeInput {
  dryRun: boolean;
  windowDays: number;
  credentialIds?: string[];
}

export type LeftReason =
  | Exclude<Observation, 'OBSERVED'>
  | 'NOTHING_UNUSED'
  | 'SCOPE_NOT_GRANTABLE'
  | 'LOCKOUT_RISK'
  | 'NOT_FOUND';

export interface RightSized {
  narrowed: { credential: Credential; from: string[]; to: string[]; changes: FieldChange[] }[];
  left: { id: string; name: string | null; reason: LeftReason }[];
  hasMore: boolean;
}

const most = 1_000;

/**
 * Narrows the scopes of an identity's credentials to the scopes that they were seen to need. Never gives a scope.
 * Skips credentials that have not been observed for long enough.
 * @throws {Failure} IDENTITY_NOT_FOUND, INSUFFICIENT_SCOPE
 */
export async function rightSizeIdentity(
  tx: Tx,
  identityId: string,
  { dryRun, windowDays, credentialIds }: RightSizeInput,
  grantor: Grantor,
): Promise<RightSized> {
  const { orgId, now } = tenancyOf(tx);
  requireAlso(grantor, 'credentials.read');
  const locked = dryRun ? {} : ({ lockMode: LockMode.PESSIMISTIC_WRITE } as const);
  const tenant = dryRun ? 'DRY_RUN' : await lockTenant(tx, orgId);
  if (!(await tx.findOne(Identity, { id: identityId }, locked))) throw new Failure('IDENTITY_NOT_FOUND');
  const wanted = credentialIds ? { id: { $in: credentialIds } } : {};
  const found = await tx.find(
    Credential,
    { ...activeOf(identityId, now), ...wanted },
    { ...locked, orderBy: { id: 'asc' }, limit: most + 1 },
  );
  const credentials = found.slice(0, most);
  const reports = await reportScopes(tx, credentials, windowDays);

  const left: RightSized['left'] = (credentialIds ?? [])
    .filter((id) => !found.some((credential) => credential.id === id))
    .map((id) => ({ id, name: null, reason: 'NOT_FOUND' }));
  const leave = ({ id, name }: Credential, reason: LeftReason): void => void left.push({ id, name, reason });
  const chosen: { credential: Credential; to: string[] }[] = [];
  for (const report of reports) {
    const reason = whyLeft(report, grantor);
    if (reason) leave(report.credential, reason);
    else chosen.push({ credential: report.credential, to: report.suggestion ?? [] });
  }
  const full = chosen.filter(({ credential, to }) => credential.scopes.includes('*') && !to.includes('*'));
  const kept = await lastFullKey(
    tx,
    tenant,
    full.map(({ credential }) => credential.id),
  );
  const narrowed: RightSized['narrowed'] = [];
  for (const { credential, to } of chosen) {
    if (credential.id === kept) leave(credential, 'LOCKOUT_RISK');
    else {
      const from = credential.scopes;
      narrowed.push({
        credential,
        from,
        to,
        changes: dryRun ? [] : assignChanges(credential, { scopes: to }),
      });
    }
  }
  return { narrowed, left, hasMore: found.length > most };
}

function whyLeft({ credential, observation, unused, suggestion }: ScopeReport, grantor: Grantor) {
  if (observation !== 'OBSERVED' || !suggestion) return observation as Exclude<Observation, 'OBSERVED'>;
  const same = suggestion.every((scope) => credential.scopes.includes(scope));
  if (unused.length === 0 && same) return 'NOTHING_UNUSED';
  // As a PATCH does: to take a scope away is as much a power over it as to give it.
  const concerned = [...credential.scopes, ...suggestion];
  return ungrantable(grantor.scopes, concerned).length > 0 ? 'SCOPE_NOT_GRANTABLE' : undefined;
}
