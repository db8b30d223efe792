import type { Fits } from '../../../platform/fits.ts';
import {
  checkedParameters,
  createPolicy,
  deletePolicy,
  findPolicy,
  listPolicies,
  type NewPolicy,
  type PolicyPatch,
  updatePolicy,
} from '../policies.ts';
import { evaluatePolicies } from '../evaluating.ts';
import { requireAlso } from '../../../platform/grants.ts';
import type { Policy } from '../../judge/entities/policy.ts';
import { created, type Handlers, ok } from '../../../operation.ts';
import { offsetOf, pageOf } from '../../../lib/page.ts';
import { countMatchingIdentities } from '../sql/policies.ts';
import { viewEvaluation, viewPolicy, viewPolicyItem } from '../views/policies.ts';
import { versioned } from '../../../platform/versioned.ts';
import type { ReadBy } from '../../../lib/read-by.ts';
import type { Quotas } from '../../../platform/quotas.ts';
import type { Tx } from '../../../platform/tx.ts';

export const routes = ({ fits, quotas }: { fits: Fits; quotas: Quotas }): Handlers<'policies'> => ({
  async listPolicies({ query, tx }) {
    const { page, limit, ...filter } = query;
    const { policies, total } = await listPolicies(tx, filter, { limit, offset: offsetOf(page, limit) });
    return ok({ data: policies.map(viewPolicyItem), pagination: pageOf(page, limit, total) });
  },

  async createPolicy({ body, tx, caller, origin }) {
    const { acknowledgeLockout, ...input } = body;
    input satisfies ReadBy<NewPolicy, typeof input>;
    const ways = { fits, address: origin.ipAddress, acknowledgeLockout };
    const policy = await createPolicy(tx, input, caller, quotas, ways);
    const { body: view, headers } = await shown(policy, tx);
    return created(view, headers);
  },

  async evaluatePolicies({ body, tx, caller }) {
    const { policy, ...attempt } = body;
    // A draft that asks for owner, age or scopes is answered with them.
    requireAlso(caller, 'identities.read');
    if (attempt.credentialId !== undefined) requireAlso(caller, 'credentials.read');
    const draft = policy && draftOf(policy as NewPolicy, fits);
    return ok(viewEvaluation(body.operation, await evaluatePolicies(tx, attempt, draft)));
  },

  async getPolicy({ path, tx }) {
    return shown(await findPolicy(tx, path.id), tx);
  },

  async updatePolicy({ path, body, tx, caller, attempt, origin, sent: { ifMatch } }) {
    const { acknowledgeLockout, ...patch } = body;
    patch satisfies ReadBy<PolicyPatch, typeof patch>;
    const ways = { fits, address: origin.ipAddress, acknowledgeLockout, ifMatch };
    const { policy, changes } = await updatePolicy(tx, path.id, patch, caller, ways);
    attempt.changes = changes;
    return shown(policy, tx);
  },

  async deletePolicy({ path, tx, attempt, sent: { ifMatch } }) {
    const { id, name } = await deletePolicy(tx, path.id, { ifMatch });
    attempt.targetName = name;
    return ok({ message: 'Policy deleted', id });
  },
});

/** A policy that is not there, with what its creation would fill in. */
function draftOf({ selector, parameters = {}, ...rest }: NewPolicy, fits: Fits) {
  const { identityTypes = [], tags = [], identityIds = [] } = selector;
  return {
    ...rest,
    id: null,
    identityTypes,
    tags,
    identityIds,
    parameters: checkedParameters(rest.type, parameters, (schema, value, at) =>
      fits(schema, value, `policy.${at}`),
    ),
  };
}

const shown = (policy: Policy, tx: Tx) =>
  versioned(policy, tx, async () =>
    viewPolicy(policy, await countMatchingIdentities(tx, policy.orgId, policy)),
  );
