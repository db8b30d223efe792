import type { ScimUser } from '../../../generated/types/types.gen.ts';
import { findScimUsers, type ScimQuestion, startOf } from '../scim-lists.ts';
import type { NamedScimUser } from '../named-users.ts';
import { askedOfPatch, askedOfResource, mentionsPassword, replacing, searchIn } from '../scim-requests.ts';
import { resourceOfUser } from '../scim-user-resource.ts';
import { type ChangedUser, changeScimUser, createScimUser, deleteScimUser } from '../scim-users.ts';
import type { Quotas } from '../../platform/quotas.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Endings } from '../../users/endings.ts';
import type { Enforcement } from '../../users/enforcement.ts';
import type { WayIn } from '../../users/ways-in.ts';
import { Failure } from '../../failure.ts';
import { type Attempt, created, type Handlers, noContent, ok, type ScimCaller } from '../../operation.ts';
import { weakEtagOf } from '../../lib/etag.ts';
import { applyPatch } from '../protocol/patch.ts';
import { parseProjection, type Projection, project, wants } from '../protocol/project.ts';
import { readResource } from '../protocol/resource.ts';
import { userType } from '../protocol/schema.ts';
import { giveWay } from '../sql/fair-shares.ts';
import { readScimUsers, type ScimUserRow } from '../sql/scim-resources.ts';
import { scimBase, viewScimList, viewScimUser } from '../views/scim.ts';
import type { BreachedPasswords } from '../../users/passwords/breached-passwords.ts';
import type { MailAbility } from '../../users/invitations/invitations.ts';

/** The transaction, the caller and the address that the view of a user needs. */
interface Shower {
  tx: Tx;
  caller: ScimCaller;
  /** The address of SCIM for the tenant. */
  base: string;
}

interface Parts {
  baseUrl: () => string;
  breached: BreachedPasswords;
  mail: MailAbility;
  namedScimUser: NamedScimUser;
  quotas: Quotas;
  wired: { endings: Endings; waysIn: readonly WayIn[]; enforcement: Enforcement };
}

export const routes = ({
  baseUrl,
  breached,
  mail,
  namedScimUser,
  quotas,
  wired,
}: Parts): Handlers<'scim-users'> => {
  const shower = (tx: Tx, caller: ScimCaller): Shower => ({
    tx,
    caller,
    base: scimBase(baseUrl(), caller.orgId),
  });
  return {
    async listScimUsers({ query, tx, caller }) {
      return ok(await listed(shower(tx, caller), namedScimUser, query, parseProjection(userType, query)));
    },

    async searchScimUsers({ body, tx, caller }) {
      const search = searchIn(body);
      return ok(
        await listed(shower(tx, caller), namedScimUser, search, parseProjection(userType, pathsOf(search))),
      );
    },

    async createScimUser({ body, query, tx, caller, attempt }) {
      attempt.asked = askedOfResource(body, 'add');
      const projection = parseProjection(userType, query);
      const { resource, ignored } = readResource(userType, body);
      Object.assign(attempt, { ignored, ...labelOf(resource) });
      // Okta makes up a password of eight characters for every user it creates, and shows it to no user.
      const dropsWeakPassword = caller.profile === 'OKTA';
      const changed = await createScimUser(tx, resource, { dropsWeakPassword, breached, quotas }, caller);
      note(attempt, changed);
      const hasPassword = changed.changes.some(({ field }) => field === 'password');
      if (resource['password'] !== undefined && !hasPassword) attempt.ignored = [...ignored, 'password'];
      return created(...viewed(changed.row, projection, shower(tx, caller).base));
    },

    async getScimUser({ path, query, tx, caller }) {
      return shown(shower(tx, caller), path.id, parseProjection(userType, query));
    },

    async replaceScimUser({ path, body, query, tx, caller, sent: { ifMatch, dryRun }, attempt }) {
      attempt.asked = askedOfResource(body, 'replace');
      const projection = parseProjection(userType, query);
      const { resource, ignored } = readResource(userType, body);
      Object.assign(attempt, { ignored, ...labelOf(resource) });
      const changed = await changeScimUser(
        tx,
        path.id,
        (before) => replacing(userType, before, resource),
        { ifMatch, mayCarryPassword: resource['password'] !== undefined, resends: true, dryRun },
        caller,
        { mail, breached, wired, baseUrl: baseUrl() },
      );
      note(attempt, changed);
      return shown(shower(tx, caller), path.id, projection);
    },

    async updateScimUser({ path, body, query, tx, caller, sent: { ifMatch, dryRun }, attempt, bulk }) {
      attempt.asked = askedOfPatch(body);
      const projection = parseProjection(userType, query);
      const changed = await changeScimUser(
        tx,
        path.id,
        async (before) => {
          const { resource, ignored } = await bulk.think(
            applyPatch(userType, before, body, { profile: caller.profile }),
            () => giveWay(tx),
          );
          attempt.ignored = ignored;
          return resource;
        },
        { ifMatch, mayCarryPassword: mentionsPassword(body), resends: false, dryRun },
        caller,
        { mail, breached, wired, baseUrl: baseUrl() },
      );
      note(attempt, changed);
      return shown(shower(tx, caller), path.id, projection);
    },

    async deleteScimUser({ path, tx, caller, sent: { ifMatch, dryRun }, attempt }) {
      // The user that a dry run shows is gone after its deletion, also in a transaction that is rolled back.
      const before = dryRun
        ? await shown(shower(tx, caller), path.id, parseProjection(userType, {}))
        : undefined;
      const means = { endings: wired.endings, baseUrl: baseUrl() };
      note(attempt, await deleteScimUser(tx, path.id, { ifMatch }, caller, means));
      return before ?? noContent();
    },
  };
};

async function listed(
  { tx, base }: Shower,
  namedScimUser: NamedScimUser,
  question: ScimQuestion,
  projection: Projection,
) {
  const page = await findScimUsers(tx, namedScimUser, question, { groups: wants(projection, 'groups') });
  return viewScimList(
    page.rows.map((row) => projected(row, projection, base)),
    page,
    startOf(question),
  );
}

/** @throws {Failure} SCIM_RESOURCE_NOT_FOUND */
async function shown({ tx, caller, base }: Shower, id: string, projection: Projection) {
  const [row] = await readScimUsers(tx, caller.orgId, [id], { groups: wants(projection, 'groups') });
  if (!row) throw new Failure('SCIM_RESOURCE_NOT_FOUND', { id });
  const [body, headers] = viewed(row, projection, base);
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
