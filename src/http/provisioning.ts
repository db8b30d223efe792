import type { EntityManager } from '@mikro-orm/postgresql';
import type { Failure } from '../failure.ts';
import { isId } from '../lib/id.ts';
import { recordProvisioning } from '../scim/sql/write-provisioning-log.ts';
import type { ChangeRequest } from './change.ts';
import { scimDetailOf } from './scim-failures.ts';

const kinds: Readonly<Record<string, { type: 'User' | 'Group'; prefix: 'usr' | 'grp' }>> = {
  'scim-users': { type: 'User', prefix: 'usr' },
  'scim-groups': { type: 'Group', prefix: 'grp' },
};

/** What came of a request: the answer's status, and the refusal if it was one. */
export interface Outcome {
  status: number;
  failure?: Failure;
  /** The body of a success. */
  body?: unknown;
}

/** Notes what a directory asked over SCIM in the log its administrators read; does nothing for other callers. */
export async function noteProvisioning(
  em: EntityManager,
  { id, facts, caller, requestId, pathId, attempt, dryRun }: ChangeRequest,
  { status, failure, body }: Outcome,
  now: Date,
): Promise<void> {
  if (!('tokenId' in caller)) return;
  const kind = kinds[facts.tag];
  const made = typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : undefined;
  // A path may hold anything, and what it does not name is no target; nor is what a dry run never made.
  const named = kind && pathId !== undefined && isId(kind.prefix, pathId) ? pathId : undefined;
  await recordProvisioning(
    em,
    caller.orgId,
    {
      tokenId: caller.tokenId,
      operation: id,
      method: facts.method,
      targetType: kind?.type ?? null,
      targetId: named ?? (dryRun ? null : (attempt.targetId ?? made ?? null)),
      externalId: attempt.externalId ?? null,
      status,
      code: failure?.code ?? null,
      detail: failure ? scimDetailOf(failure) : (attempt.note ?? null),
      asked: attempt.asked ?? [],
      changes: attempt.changes ?? [],
      ignored: attempt.ignored ?? [],
      dryRun,
      requestId,
    },
    now,
  );
}
