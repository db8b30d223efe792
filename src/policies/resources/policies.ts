import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { type Locked, lockForChange } from '../../platform/locked.ts';
import { requireMayGiveLasting } from '../../credentials/bounds.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import {
  Policy,
  type PolicyAction,
  type PolicyMode,
  type PolicySeverity,
  type PolicyType,
} from '../judge/entities/policy.ts';
import type { FieldChange } from '../../platform/events.ts';
import { Failure } from '../../failure.ts';
import { newId } from '../../lib/id.ts';
import { mergePatch } from '../../lib/merge-patch.ts';
import { holds } from '../../lib/scope.ts';
import { lockTenant, type TenantLock } from '../../platform/sql/tenants.ts';
import { renewPoliciesVersion } from './sql/policies.ts';
import { assignChanges } from '../../platform/fields.ts';
import type { Grantor } from '../../platform/grants.ts';
import { requireNoLockout } from './lockout.ts';
import { loosensPolicy } from './loosening.ts';
import { policyKinds } from '../judge/table.ts';
import { actOf } from '../judge/violations.ts';
import { type Quotas, requireRoom } from '../../platform/quotas.ts';
import { nameContains } from '../../platform/sql/spellings.ts';
import { type IfMatch } from '../../platform/versions.ts';
import type { Tx } from '../../platform/tx.ts';

export interface PolicySelector {
  identityTypes?: string[];
  tags?: string[];
  identityIds?: string[];
}

export interface NewPolicy {
  name: string;
  description: string | null;
  type: PolicyType;
  mode: PolicyMode;
  severity: PolicySeverity;
  selector: PolicySelector;
  parameters?: Record<string, unknown>;
  actions: PolicyAction[];
}

export type PolicyPatch = Partial<Omit<NewPolicy, 'type'>>;

/** The parts that changes of policies work with. */
export interface PolicyWays {
  /** Holds a value against a schema of the contract. @throws {Failure} VALIDATION_ERROR */
  fits: (schema: string, value: unknown, at: string) => void;
  /** Where the caller calls from. */
  address: string;
  acknowledgeLockout: boolean;
}

/** @throws {Failure} POLICY_NOT_FOUND */
export async function findPolicy(tx: Tx, id: string): Promise<Policy> {
  const policy = await tx.findOne(Policy, { id });
  if (!policy) throw new Failure('POLICY_NOT_FOUND');
  return policy;
}

/** The policies of the tenant, the newest first. */
export async function listPolicies(
  tx: Tx,
  { type, mode, search }: { type?: PolicyType; mode?: PolicyMode; search?: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ policies: Policy[]; total: number }> {
  const filter = {
    ...(type === undefined ? {} : { type }),
    ...(mode === undefined ? {} : { mode }),
    ...nameContains(search),
  };
  const orderBy = [{ createdAt: 'desc' }, { id: 'asc' }] as const;
  const [policies, total] = await tx.findAndCount(Policy, filter, { limit, offset, orderBy: [...orderBy] });
  return { policies, total };
}

/** The tenant and the policy stay locked until the transaction ends. @throws {Failure} POLICY_NOT_FOUND, PRECONDITION_FAILED */
async function lockPolicy(
  tx: Tx,
  id: string,
  condition: IfMatch,
): Promise<{ lock: TenantLock; policy: Locked<Policy> }> {
  const lock = await lockTenant(tx, tenancyOf(tx).orgId);
  return { lock, policy: await lockForChange(tx, Policy, id, condition, 'POLICY_NOT_FOUND') };
}

/** The parameters of a type in their stored form. @throws {Failure} VALIDATION_ERROR */
export function checkedParameters(
  type: PolicyType,
  parameters: object,
  fits: PolicyWays['fits'],
): Record<string, unknown> {
  const { schema, normalize } = policyKinds[type];
  fits(schema, parameters, 'parameters');
  return { ...(normalize?.(parameters) ?? parameters) };
}

/** Requires the right to end credentials of a caller who lets a policy end them (docs/decisions/0021-policies.md). */
function requireMayAct(grantor: Grantor, policy: Pick<Policy, 'mode' | 'actions'>): void {
  if (actOf(policy) && !holds(grantor.scopes, 'credentials.revoke'))
    throw new Failure('INSUFFICIENT_SCOPE', { required: ['credentials.revoke'] });
}

/** @throws {Failure} VALIDATION_ERROR, INSUFFICIENT_SCOPE, QUOTA_EXCEEDED, POLICY_EXISTS, LOCKOUT_RISK */
export async function createPolicy(
  tx: Tx,
  input: NewPolicy,
  grantor: Grantor,
  quotas: Quotas,
  ways: PolicyWays,
): Promise<Policy> {
  const { selector, parameters = {}, ...fields } = input;
  const checked = checkedParameters(input.type, parameters, ways.fits);
  requireMayAct(grantor, input);
  const lock = await lockTenant(tx, tenancyOf(tx).orgId);
  await requireRoom(lock, 'policies', () => tx.count(Policy), quotas.maxPolicies);
  const { identityTypes = [], tags = [], identityIds = [], ...unselected } = selector;
  unselected satisfies Record<string, never>;
  const policy = tx.create(Policy, {
    ...fields,
    identityTypes,
    tags,
    identityIds,
    parameters: checked,
    id: newId('pol'),
    createdBy: grantor.actor.id,
  });
  await takeEffect(tx, lock, policy, ways);
  return policy;
}

/**
 * @throws {Failure} POLICY_NOT_FOUND, PRECONDITION_FAILED and what {@link createPolicy} throws; if it loosens also
 * REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE
 */
export async function updatePolicy(
  tx: Tx,
  id: string,
  patch: PolicyPatch,
  grantor: Grantor,
  { ifMatch, ...ways }: PolicyWays & IfMatch,
): Promise<{ policy: Policy; changes: FieldChange[] }> {
  const { lock, policy } = await lockPolicy(tx, id, { ifMatch });
  const { name, description, mode, severity, actions, selector = {}, parameters: given, ...rest } = patch;
  rest satisfies Record<string, never>;
  const merged = given && (mergePatch(policy.parameters, given) as object);
  const parameters = merged && checkedParameters(policy.type, merged, ways.fits);
  const values = { name, description, mode, severity, actions, parameters, ...selector };
  // Each field alone, too: what the key may not change by itself it may not change in company.
  const before = { mode: policy.mode, actions: policy.actions };
  if (mode) requireMayAct(grantor, { ...before, mode });
  if (actions) requireMayAct(grantor, { ...before, actions });
  const changes = assignChanges<Policy>(policy, values);
  requireMayAct(grantor, policy);
  if (loosensPolicy(before, changes)) await requireMayGiveLasting(tx, grantor);
  if (changes.length > 0) await takeEffect(tx, lock, policy, ways);
  return { policy, changes };
}

/** @throws {Failure} POLICY_NOT_FOUND, PRECONDITION_FAILED */
export async function deletePolicy(tx: Tx, id: string, condition: IfMatch): Promise<Policy> {
  const { lock, policy } = await lockPolicy(tx, id, condition);
  tx.remove(policy);
  await tx.flush();
  await renewPoliciesVersion(tx, lock);
  return policy;
}

/** Every request that starts after this transaction is judged by it. */
async function takeEffect(tx: Tx, lock: TenantLock, policy: Policy, ways: PolicyWays): Promise<void> {
  try {
    await tx.flush();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException)
      throw new Failure('POLICY_EXISTS', { name: policy.name }, error);
    throw error;
  }
  await renewPoliciesVersion(tx, lock);
  await requireNoLockout(tx, policy, ways);
}
