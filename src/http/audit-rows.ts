import type { AuditEntry, RequestOrigin } from '../audit/audit.ts';
import type { Failure } from '../failure.ts';
import { commandLineId } from '../lib/command-line-id.ts';
import { isAnyId } from '../lib/id.ts';
import type { Caller } from '../operation.ts';
import type { ChangeRequest } from './change-request.ts';

export const originOf = (
  requestId: string,
  ipAddress: string,
  userAgent: string | undefined,
  caller?: Caller,
): RequestOrigin => ({
  requestId,
  ipAddress,
  ...(caller && isByCommandLine(caller) ? { clientId: commandLineId } : {}),
  ...(userAgent === undefined ? {} : { userAgent: userAgent.slice(0, 500) }),
});

/** Only the command line calls with a token of a grant. */
const isByCommandLine = (caller: Caller): boolean => 'grantId' in caller && caller.grantId !== undefined;

/** Makes the row of the request, and one for each resource that the request changed beside it. */
export function rowsOfChange(request: ChangeRequest, action: string, body: unknown): AuditEntry[] {
  const whole = rowOf(request, action, { result: 'SUCCESS' }, body);
  const { changes: _changes, ...shared } = whole;
  return [whole, ...(request.attempt.each ?? []).map((one) => ({ ...shared, ...one }))];
}

export const rowOfRefusal = (request: ChangeRequest, action: string, { status, code }: Failure): AuditEntry =>
  rowOf(request, action, { result: status === 403 ? 'DENIED' : 'FAILURE', code }, undefined);

type Outcome = Pick<AuditEntry, 'result' | 'code'>;

function rowOf(request: ChangeRequest, action: string, outcome: Outcome, body: unknown): AuditEntry {
  const { caller, attempt, requestId, address, userAgent, pathId } = request;
  const namedId = pathId !== undefined && isAnyId(pathId) ? pathId : undefined;
  const made = typeof body === 'object' && body !== null ? body : {};
  return {
    ...outcome,
    action,
    actor: caller.actor,
    targetId: attempt.targetId ?? namedId ?? ('id' in made ? String(made.id) : null),
    targetName: attempt.targetName ?? ('name' in made && typeof made.name === 'string' ? made.name : null),
    reason: attempt.reason ?? null,
    ...originOf(requestId, address, userAgent, caller),
    ...(attempt.changes ? { changes: attempt.changes } : {}),
  };
}
