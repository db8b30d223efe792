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
  changeOrganization,
  findOrganizationRow,
  lockOrganization,
  type OrganizationRow,
  organizationsOfThisHour,
  type OwnQuotas,
} from './sql/organizations.ts';

/** An organization that an operator asks for. */
export interface WantedOrganization {
  name: string;
  /** Where the invitation of the first owner goes. */
  ownerEmail: string;
  quotas?: Partial<OwnQuotas>;
}

/**
 * Creates the two tenants of an organization, and invites its first owner. It makes no key, so that an operator gets no way into the
 * data. The link of the invitation is made when the mail is sent, and no other place has it.
 * @throws {Failure} SERVICE_UNAVAILABLE when no mail can be sent
 * @throws {RateLimited} when operators have made too many organizations in this hour
 */
export async function createOrganizationFor(
  tx: Tx,
  { name, ownerEmail, quotas = {}, ...rest }: WantedOrganization,
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
  await insertTenants(tx, { name, live, test, quotas: { ...ofServer, ...quotas } });
  await inTenancy(tx, { orgId: live.orgId, environment: 'live' }, () =>
    inviteFirstOwner(tx, ownerEmail, mail),
  );
  return findOrganization(tx, live.orgId);
}

/** Each organization is a mail to an address that the operator chooses, so a key that leaked must not send them without end. */
async function requireRoomInThisHour(tx: Tx, limit: number): Promise<void> {
  const { made, resetAt, secondsLeft } = await organizationsOfThisHour(tx);
  if (made < limit) return;
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

/** Changes of an organization that an operator may ask for. */
export interface OrganizationChange {
  name?: string;
  /** Quotas that are left out keep their values. */
  quotas?: Partial<OwnQuotas>;
}

/**
 * Changes an organization.
 * @throws {Failure} ORGANIZATION_NOT_FOUND, PRECONDITION_FAILED
 */
export async function updateOrganization(
  tx: Tx,
  id: string,
  { name, quotas, ...rest }: OrganizationChange,
  ifMatch: string | undefined,
): Promise<{ organization: OrganizationRow; changes: FieldChange[] }> {
  rest satisfies Record<string, never>;
  const { id: known } = await findOrganization(tx, id);
  await lockOrganization(tx, known);
  const before = await findOrganization(tx, known);
  requireVersion(before, ifMatch);
  const wanted = { name, ...quotas };
  const current: Record<string, unknown> = { name: before.name, ...before.quotas };
  const changes = Object.entries(wanted).flatMap(([field, to]): FieldChange[] =>
    to === undefined || to === current[field] ? [] : [{ field: nameOf(field), from: current[field], to }],
  );
  if (changes.length === 0) return { organization: before, changes };
  await changeOrganization(tx, known, {
    name: name ?? before.name,
    quotas: { ...before.quotas, ...quotas },
  });
  return { organization: await findOrganization(tx, known), changes };
}

const nameOf = (field: string): string => (field === 'name' ? field : `quotas.${field}`);

/** The quotas of an organization to which the operator gave none. */
const ofServer: OwnQuotas = { maxUsers: null, maxIdentities: null, maxCredentials: null };
