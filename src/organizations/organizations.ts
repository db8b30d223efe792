import { Failure, RateLimited } from '../failure.ts';
import type { FieldChange } from '../lib/field-change.ts';
import { isId } from '../lib/id.ts';
import { inTenancy } from '../platform/tenancy.ts';
import type { Tx } from '../platform/tx.ts';
import { requireVersion } from '../platform/versions.ts';
import { inviteFirstOwner } from '../users/directory/first-owner.ts';
import type { MailAbility } from '../users/invitations/invitations.ts';
import { describeOrganization, insertTenants, lockOrganizations } from './creation.ts';
import {
  findOrganizationRow,
  lockOrganization,
  type OrganizationRow,
  organizationsOfThisHour,
  renameOrganization,
} from './sql/organizations.ts';

/** An organization that an operator asks for. */
export interface WantedOrganization {
  name: string;
  /** Where the invitation of the first owner goes. */
  ownerEmail: string;
}

/**
 * Creates the two tenants of an organization, and invites its first owner. It makes no key, so that an operator gets no way into the
 * data. The link of the invitation is made when the mail is sent, and no other place has it.
 * @throws {Failure} SERVICE_UNAVAILABLE when no mail can be sent
 * @throws {RateLimited} when operators have made too many organizations in this hour
 */
export async function createOrganizationFor(
  tx: Tx,
  { name, ownerEmail, ...rest }: WantedOrganization,
  mail: MailAbility,
): Promise<OrganizationRow> {
  rest satisfies Record<string, never>;
  if (!mail.enabled)
    throw new Failure('SERVICE_UNAVAILABLE', {
      mail: 'The first owner is invited by e-mail, and the service can send none. Set SMTP_URL and MAIL_FROM on the server.',
    });
  await lockOrganizations(tx);
  await requireRoomInThisHour(tx, mail.maxInvitationsPerHour);
  const { live, test } = describeOrganization(name);
  await insertTenants(tx, { name, live, test });
  await inTenancy(tx, { orgId: live.orgId, environment: 'live' }, () => inviteFirstOwner(tx, ownerEmail, mail));
  return findOrganization(tx, live.orgId);
}

/** Each organization is a mail to an address that the operator chooses, so a key that leaked must not send them without end. */
async function requireRoomInThisHour(tx: Tx, limit: number): Promise<void> {
  const { made, secondsLeft } = await organizationsOfThisHour(tx);
  if (made < limit) return;
  const resetAt = Math.ceil(Date.now() / 1_000) + secondsLeft;
  throw new RateLimited(
    { limit, remaining: 0, resetAt },
    secondsLeft,
    `Operators have created ${limit} organizations in this hour, the limit of MAX_INVITATIONS_PER_HOUR. Try again after resetAt.`,
  );
}

/** @throws {Failure} ORGANIZATION_NOT_FOUND, also for the id of a test tenant */
export async function findOrganization(tx: Tx, id: string): Promise<OrganizationRow> {
  const found = isId('org', id) ? await findOrganizationRow(tx, id) : undefined;
  if (!found) throw new Failure('ORGANIZATION_NOT_FOUND');
  return found;
}

/** What an operator may change of an organization. */
export interface OrganizationChange {
  name?: string;
}

/**
 * Changes an organization.
 * @throws {Failure} ORGANIZATION_NOT_FOUND, PRECONDITION_FAILED
 */
export async function updateOrganization(
  tx: Tx,
  id: string,
  { name, ...rest }: OrganizationChange,
  ifMatch: string | undefined,
): Promise<{ organization: OrganizationRow; changes: FieldChange[] }> {
  rest satisfies Record<string, never>;
  const { id: known } = await findOrganization(tx, id);
  await lockOrganization(tx, known);
  const before = await findOrganization(tx, known);
  requireVersion(before, ifMatch);
  if (name === undefined || name === before.name) return { organization: before, changes: [] };
  await renameOrganization(tx, known, name);
  return {
    organization: await findOrganization(tx, known),
    changes: [{ field: 'name', from: before.name, to: name }],
  };
}
