import { draftOf } from '../drafts.ts';
import {
  createLocation,
  deleteLocation,
  findLocation,
  listLocations,
  type LocationPatch,
  updateLocation,
} from '../locations.ts';
import { orderAccessPolicies } from '../order.ts';
import {
  createAccessPolicy,
  deleteAccessPolicy,
  findAccessPolicy,
  listAccessPolicies,
  type NewAccessPolicy,
  updateAccessPolicy,
} from '../policies.ts';
import { simulateAccess } from '../simulating.ts';
import { viewAccessPolicy, viewNamedLocation, viewSimulation } from '../views/access.ts';
import { offsetOf, pageOf } from '../../../lib/page.ts';
import { created, type Handlers, ok } from '../../../operation.ts';
import { requireAlso } from '../../../platform/grants.ts';
import { versioned } from '../../../platform/versioned.ts';
import type { ReadBy } from '../../../lib/read-by.ts';
import type { AccessGuard } from '../../judge/machines.ts';
import type { Quotas } from '../../../platform/quotas.ts';

type Family =
  | 'listAccessPolicies'
  | 'createAccessPolicy'
  | 'getAccessPolicy'
  | 'updateAccessPolicy'
  | 'deleteAccessPolicy'
  | 'putAccessPolicyOrder'
  | 'simulateAccess'
  | 'listNamedLocations'
  | 'createNamedLocation'
  | 'getNamedLocation'
  | 'updateNamedLocation'
  | 'deleteNamedLocation';

export const routes = ({
  access: { geoIp },
  quotas,
}: {
  access: Pick<AccessGuard, 'geoIp'>;
  quotas: Quotas;
}): Pick<Handlers<'conditional-access'>, Family> => ({
  async listAccessPolicies({ query, tx }) {
    const { page, limit, ...filter } = query;
    const { policies, total } = await listAccessPolicies(tx, filter, {
      limit,
      offset: offsetOf(page, limit),
    });
    return ok({ data: policies.map(viewAccessPolicy), pagination: pageOf(page, limit, total) });
  },

  async createAccessPolicy({ body, tx, caller, origin }) {
    const { acknowledgeLockout, ...input } = body;
    input satisfies ReadBy<NewAccessPolicy, typeof input>;
    const ways = { address: origin.ipAddress, geoIp, acknowledgeLockout };
    const policy = await createAccessPolicy(tx, input, caller, quotas, ways);
    const { body: view, headers } = await versioned(policy, tx, () => viewAccessPolicy(policy));
    return created(view, headers);
  },

  async getAccessPolicy({ path, tx }) {
    const policy = await findAccessPolicy(tx, path.id);
    return versioned(policy, tx, () => viewAccessPolicy(policy));
  },

  async updateAccessPolicy({ path, body, tx, caller, attempt, origin, sent: { ifMatch } }) {
    const { acknowledgeLockout, ...patch } = body;
    patch satisfies ReadBy<NewAccessPolicy, typeof patch>;
    const ways = { address: origin.ipAddress, geoIp, acknowledgeLockout, ifMatch };
    const { policy, changes } = await updateAccessPolicy(tx, path.id, patch, caller, ways);
    attempt.changes = changes;
    return versioned(policy, tx, () => viewAccessPolicy(policy));
  },

  async deleteAccessPolicy({ path, query, tx, caller, attempt, origin, sent: { ifMatch } }) {
    const ways = {
      address: origin.ipAddress,
      geoIp,
      acknowledgeLockout: query.acknowledgeLockout === true,
      ifMatch,
    };
    const { id, name } = await deleteAccessPolicy(tx, path.id, caller, ways);
    attempt.targetName = name;
    return ok({ message: 'Policy deleted', id });
  },

  async putAccessPolicyOrder({ body: { policyIds, acknowledgeLockout }, tx, caller, attempt, origin }) {
    const ways = { address: origin.ipAddress, geoIp, acknowledgeLockout };
    const { policies, moved } = await orderAccessPolicies(tx, policyIds, caller, ways);
    attempt.each = moved.map(({ id, name, changes }) => ({
      action: 'access_policy.update',
      targetId: id,
      targetName: name,
      changes,
    }));
    return ok({ policies: policies.map(({ id, priority }) => ({ id, priority })) });
  },

  async simulateAccess({ body, tx, caller }) {
    const { includeDraft, ...attempt } = body;
    // The decision itself tells of the groups of the user, and of the risk of the identity.
    if (attempt.userId !== undefined) requireAlso(caller, 'directory.read');
    if (attempt.identityId !== undefined) requireAlso(caller, 'identities.read');
    const draft = includeDraft && draftOf(includeDraft as NewAccessPolicy);
    return ok(viewSimulation(await simulateAccess(tx, attempt, draft, geoIp), caller.scopes));
  },

  async listNamedLocations({ query, tx }) {
    const { page, limit, ...filter } = query;
    const { locations, total } = await listLocations(tx, filter, { limit, offset: offsetOf(page, limit) });
    return ok({ data: locations.map(viewNamedLocation), pagination: pageOf(page, limit, total) });
  },

  async createNamedLocation({ body, tx, caller }) {
    const location = await createLocation(tx, body, caller, quotas);
    const { body: view, headers } = await versioned(location, tx, () => viewNamedLocation(location));
    return created(view, headers);
  },

  async getNamedLocation({ path, tx }) {
    const location = await findLocation(tx, path.id);
    return versioned(location, tx, () => viewNamedLocation(location));
  },

  async updateNamedLocation({ path, body, tx, caller, attempt, origin, sent: { ifMatch } }) {
    const { acknowledgeLockout, ...patch } = body;
    patch satisfies ReadBy<LocationPatch, typeof patch>;
    const ways = { address: origin.ipAddress, geoIp, acknowledgeLockout, ifMatch };
    const { location, changes } = await updateLocation(tx, path.id, patch, caller, ways);
    attempt.changes = changes;
    return versioned(location, tx, () => viewNamedLocation(location));
  },

  async deleteNamedLocation({ path, tx, caller, attempt, sent: { ifMatch } }) {
    const { id, name } = await deleteLocation(tx, path.id, caller, { ifMatch });
    attempt.targetName = name;
    return ok({ message: 'Location deleted', id });
  },
});
