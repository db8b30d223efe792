import type { EntityManager } from '@mikro-orm/postgresql';
import type { ScimUser } from '../../generated/types/types.gen.ts';
import { findScimUsers, type ScimQuestion, startOf } from '../scim/scim-lists.ts';
import type { NamedScimUser } from '../scim/named-users.ts';
import {
  askedOfPatch,
  askedOfResource,
  mentionsPassword,
  replacing,
  searchIn,
} from '../scim/scim-requests.ts';
import { resourceOfUser } from '../scim/scim-user-resource.ts';
import { type ChangedUser, changeScimUser, createScimUser, deleteScimUser } from '../scim/scim-users.ts';
import { Failure } from '../failure.ts';
import { type Attempt, created, type Handlers, noContent, ok, type ScimCaller } from '../operation.ts';
import { weakEtagOf } from '../lib/etag.ts';
import { applyPatch } from '../scim/protocol/patch.ts';
import { parseProjection, type Projection, project, wants } from '../scim/protocol/project.ts';
import { readResource } from '../scim/protocol/resource.ts';
import { userType } from '../scim/protocol/schema.ts';
import { giveWay } from '../scim/sql/fair-shares.ts';
import { readScimUsers, type ScimUserRow } from '../scim/sql/scim-resources.ts';
import { scimBase, viewScimList, viewScimUser } from '../scim/views/scim.ts';

/** What showing a person takes. */
interface Shower {
  em: EntityManager;
  caller: ScimCaller;
  baseUrl: string;
}

export const scimUsers: Handlers<'scim-users'> = {
  async listScimUsers({ query, ...call }) {
    return ok(await listed(call, query, parseProjection(userType, query)));
  },

  async searchScimUsers({ body, ...call }) {
    const search = searchIn(body);
    return ok(await listed(call, search, parseProjection(userType, pathsOf(search))));
  },

  async createScimUser({ body, query, attempt, breached, ...call }) {
    attempt.asked = askedOfResource(body, 'add');
    const projection = parseProjection(userType, query);
    const { resource, ignored } = readResource(userType, body);
    Object.assign(attempt, { ignored, ...labelOf(resource) });
    // Okta makes up a password of eight characters for every user it creates, and shows it to no user.
    const dropsWeakPassword = call.caller.profile === 'OKTA';
    const changed = await createScimUser(
      call.em,
      resource,
      { dropsWeakPassword, breached, quotas: call.quotas },
      call.caller,
    );
    note(attempt, changed);
    const hasPassword = changed.changes.some(({ field }) => field === 'password');
    if (resource['password'] !== undefined && !hasPassword) attempt.ignored = [...ignored, 'password'];
    return created(...viewed(changed.row, projection, baseOf(call)));
  },

  async getScimUser({ path, query, ...call }) {
    return shown(call, path.id, parseProjection(userType, query));
  },

  async replaceScimUser({ path, body, query, ifMatch, mail, breached, attempt, dryRun, ...call }) {
    attempt.asked = askedOfResource(body, 'replace');
    const projection = parseProjection(userType, query);
    const { resource, ignored } = readResource(userType, body);
    Object.assign(attempt, { ignored, ...labelOf(resource) });
    const changed = await changeScimUser(
      call.em,
      path.id,
      (before) => replacing(userType, before, resource),
      { ifMatch, mayCarryPassword: resource['password'] !== undefined, resends: true, dryRun },
      call.caller,
      { mail, breached, wired: call.wired, baseUrl: call.baseUrl },
    );
    note(attempt, changed);
    return shown(call, path.id, projection);
  },

  async updateScimUser({ path, body, query, ifMatch, mail, breached, attempt, dryRun, ...call }) {
    attempt.asked = askedOfPatch(body);
    const projection = parseProjection(userType, query);
    const changed = await changeScimUser(
      call.em,
      path.id,
      async (before) => {
        const { resource, ignored } = await call.think(
          applyPatch(userType, before, body, { profile: call.caller.profile }),
          () => giveWay(call.em),
        );
        attempt.ignored = ignored;
        return resource;
      },
      { ifMatch, mayCarryPassword: mentionsPassword(body), resends: false, dryRun },
      call.caller,
      { mail, breached, wired: call.wired, baseUrl: call.baseUrl },
    );
    note(attempt, changed);
    return shown(call, path.id, projection);
  },

  async deleteScimUser({ path, ifMatch, attempt, dryRun, ...call }) {
    // The user that a dry run shows is gone after its deletion, also in a transaction that is rolled back.
    const before = dryRun ? await shown(call, path.id, parseProjection(userType, {})) : undefined;
    const { baseUrl, wired } = call;
    const means = { endings: wired.endings, baseUrl };
    note(attempt, await deleteScimUser(call.em, path.id, { ifMatch }, call.caller, means));
    return before ?? noContent();
  },
};

async function listed(
  { em, namedScimUser, ...call }: Shower & { namedScimUser: NamedScimUser },
  question: ScimQuestion,
  projection: Projection,
) {
  const page = await findScimUsers(em, namedScimUser, question, { groups: wants(projection, 'groups') });
  const base = baseOf(call);
  return viewScimList(
    page.rows.map((row) => projected(row, projection, base)),
    page,
    startOf(question),
  );
}

/** @throws {Failure} SCIM_RESOURCE_NOT_FOUND */
async function shown({ em, ...call }: Shower, id: string, projection: Projection) {
  const [row] = await readScimUsers(em, call.caller.orgId, [id], { groups: wants(projection, 'groups') });
  if (!row) throw new Failure('SCIM_RESOURCE_NOT_FOUND', { id });
  const [body, headers] = viewed(row, projection, baseOf(call));
  return { ...ok(body), headers };
}

const viewed = (row: ScimUserRow, projection: Projection, base: string) =>
  [
    projected(row, projection, base),
    { ETag: weakEtagOf(row.version), Location: `${base}/Users/${row.id}` },
  ] as const;

/** A person as a client asked to see them. */
export const projected = (row: ScimUserRow, projection: Projection, base: string): ScimUser =>
  project(userType, viewScimUser(resourceOfUser(row), row, base), projection) as ScimUser;

const baseOf = ({ baseUrl, caller }: Pick<Shower, 'baseUrl' | 'caller'>): string =>
  scimBase(baseUrl, caller.orgId);

function note(attempt: Attempt, { user, changes, note: told }: ChangedUser): void {
  Object.assign(attempt, {
    targetId: user.id,
    targetName: user.username,
    externalId: user.externalId,
    changes,
    ...(told === undefined ? {} : { note: told }),
  });
}

/** Returns the label that the provisioning log finds a refused request by. */
export const labelOf = ({ externalId }: Record<string, unknown>): Pick<Attempt, 'externalId'> =>
  typeof externalId === 'string' ? { externalId } : {};

/** The paths of a search's body (RFC 7644 section 3.4.3); null is absent. */
export const pathsOf = (body: {
  attributes?: Names | null;
  excludedAttributes?: Names | null;
}): { attributes?: Names; excludedAttributes?: Names } => ({
  ...(body.attributes ? { attributes: body.attributes } : {}),
  ...(body.excludedAttributes ? { excludedAttributes: body.excludedAttributes } : {}),
});

type Names = string | string[];
