import { invalid } from '../../failure.ts';
import type { AccessPolicySource } from '../judge/types.ts';
import { checkedConditions, checkedSession, requireSense } from './condition-input.ts';
import type { NewAccessPolicy } from './policies.ts';

/** A policy that is not there, asked as if it were enabled. @throws {Failure} VALIDATION_ERROR */
export function draftOf({
  name,
  priority,
  conditions,
  decision,
  requirements,
  session,
}: NewAccessPolicy): AccessPolicySource {
  const draft = {
    id: null,
    name,
    priority,
    status: 'ENABLED' as const,
    conditions: checkedConditions(conditions),
    decision,
    requirements,
    session: checkedSession(session),
  };
  requireSense(draft);
  return draft;
}

/** @throws {Failure} VALIDATION_ERROR if another policy has the priority of the draft */
export function requireFreePriority(
  field: string,
  { priority }: AccessPolicySource,
  others: readonly AccessPolicySource[],
): void {
  const taken = others.find((one) => one.priority === priority);
  if (taken)
    throw invalid(field, `must not be that of another policy: "${taken.name}" has ${taken.priority}`);
}
