import { isId } from '../lib/id.ts';
import { provisioningRow } from '../scim/sql/provisioning-log.ts';
import type { ScimCaller } from '../operation.ts';
import type { LastWrite } from '../platform/last-writes.ts';
import type { ChangeRequest } from './change-request.ts';
import type { StoredAnswer } from './idempotency.ts';
import { scimDetailOf } from './scim-failures.ts';

const kinds: Readonly<Record<string, { type: 'User' | 'Group'; prefix: 'usr' | 'grp' }>> = {
  'scim-users': { type: 'User', prefix: 'usr' },
  'scim-groups': { type: 'Group', prefix: 'grp' },
};

/** Makes the row of a request of a directory in the log that its administrators read. The body is that of a success. */
export function rowOfProvisioning(
  caller: ScimCaller,
  { id, facts, requestId, pathId, attempt, dryRun, failure }: ChangeRequest,
  { status, body }: Pick<StoredAnswer, 'status' | 'body'>,
  now: Date,
): LastWrite {
  const kind = kinds[facts.tag];
  const made = typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : undefined;
  // A path may hold any text. A path without the id of a resource has no target, and neither has a dry run that made no
  // resource.
  const named = kind && pathId !== undefined && isId(kind.prefix, pathId) ? pathId : undefined;
  return provisioningRow(
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
