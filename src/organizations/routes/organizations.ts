import { type Attempt, created, type Handlers, ok } from '../../operation.ts';
import type { FieldChange } from '../../lib/field-change.ts';
import { etagOf } from '../../lib/etag.ts';
import type { ReadBy } from '../../lib/read-by.ts';
import { askedPage } from '../../platform/paging.ts';
import type { MailAbility } from '../../users/invitations/invitations.ts';
import {
  createOrganizationFor,
  findOrganization,
  type OrganizationChange,
  updateOrganization,
  type WantedOrganization,
} from '../organizations.ts';
import { closeOrganization, resumeOrganization, suspendOrganization } from '../stopping.ts';
import { listOrganizations, type OrganizationRow } from '../sql/organizations.ts';
import { viewOrganization } from '../views/organizations.ts';

export const routes = ({ mail }: { mail: MailAbility }): Handlers<'organizations'> => ({
  async listOrganizations({ query, tx }) {
    const { window, pagination } = askedPage(['listOrganizations'], query);
    const found = await listOrganizations(tx, window);
    return ok({ data: found.rows.map(viewOrganization), pagination: pagination(found) });
  },

  async createOrganization({ body, tx, attempt }) {
    body satisfies ReadBy<WantedOrganization, typeof body>;
    const { organization, changes } = await createOrganizationFor(tx, body, mail);
    attempt.changes = changes;
    return created(viewOrganization(organization), versionOf(organization));
  },

  async getOrganization({ path, tx }) {
    const organization = await findOrganization(tx, path.id);
    return ok(viewOrganization(organization), versionOf(organization));
  },

  async updateOrganization({ path, body, tx, attempt, sent: { ifMatch } }) {
    body satisfies ReadBy<OrganizationChange, typeof body>;
    return changed(attempt, await updateOrganization(tx, path.id, body, ifMatch));
  },

  async suspendOrganization({ path, tx, attempt, sent: { ifMatch } }) {
    return changed(attempt, await suspendOrganization(tx, path.id, ifMatch));
  },

  async resumeOrganization({ path, tx, attempt, sent: { ifMatch } }) {
    return changed(attempt, await resumeOrganization(tx, path.id, ifMatch));
  },

  async closeOrganization({ path, body, tx, attempt, sent: { ifMatch } }) {
    return changed(attempt, await closeOrganization(tx, path.id, body, ifMatch));
  },
});

/** Answers a change, and notes what changed for both audits. */
function changed(
  attempt: Attempt,
  { organization, changes }: { organization: OrganizationRow; changes: FieldChange[] },
) {
  attempt.changes = changes;
  return ok(viewOrganization(organization), versionOf(organization));
}

const versionOf = ({ version }: OrganizationRow) => ({ ETag: etagOf(version) });
