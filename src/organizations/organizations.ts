import { recordAudit } from '../audit/audit.ts';
import { Failure, invalid, RateLimited } from '../failure.ts';
import type { FieldChange } from '../lib/field-change.ts';
import { isId } from '../lib/id.ts';
import { refusalOfUserName } from '../lib/user-name.ts';
import { systemActor } from '../platform/grants.ts';
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
  type OwnQuotas,
} from './sql/organizations.ts';
import { type CountedAct, untilRoomForAct } from './sql/operator-audit.ts';

/** Organizations that all operators together create within an hour, at most. They suspend and close as many. */
const mostInAnHour = 60;

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
 * @returns the organization, and what the audit of operators says of it
 * @throws {Failure} SERVICE_UNAVAILABLE when no mail can be sent, VALIDATION_ERROR for an address that cannot be a user name
 * @throws {RateLimited} when operators have made too many organizations within an hour
 */
export async function createOrganizationFor(
  tx: Tx,
  { name, ownerEmail, quotas = {}, ...rest }: WantedOrganization,
  mail: MailAbility,
): Promise<{ organization: OrganizationRow; changes: FieldChange[] }> {
  rest satisfies Record<string, never>;
  if (!mail.enabled)
    throw new Failure('SERVICE_UNAVAILABLE', {
      mail: 'The first owner is invited by email, and the service can send none. Set SMTP_URL and MAIL_FROM on the server.',
    });
  const refusal = refusalOfUserName(ownerEmail);
  if (refusal !== undefined) throw invalid('ownerEmail', refusal);
  await requireRoomInLastHour(tx, ['organization.create'], 'created');
  const { live, test } = describeOrganization(name);
  await insertTenants(tx, { name, live, test, quotas });
  const owner = await inTenancy(tx, { orgId: live.orgId, environment: 'live' }, () =>
    inviteFirstOwner(tx, ownerEmail, mail),
  );
  const changes = [
    ...changesOf({ ...ofServer }, { ...quotas }),
    // The address is in the data of the organization. The id lasts longer than the user.
    { field: 'owner', from: null, to: owner.id },
  ];
  return { organization: await findOrganization(tx, live.orgId), changes };
}

/**
 * Makes acts of operators wait for each other until the transaction ends, and refuses those beyond the limit. Each new organization is a mail to an address that the
 * operator chooses, and each one that is stopped is an outage. A key that leaked must not do it without end. `make organization` has no limit.
 * @throws {RateLimited} when operators have done it too often within an hour
 */
export async function requireRoomInLastHour(
  tx: Tx,
  actions: readonly CountedAct[],
  did: string,
): Promise<void> {
  await lockOrganizations(tx);
  const full = await untilRoomForAct(tx, actions, mostInAnHour);
  if (!full) return;
  throw new RateLimited(
    { limit: mostInAnHour, remaining: 0, resetAt: full.resetAt },
    full.secondsLeft,
    `Operators have ${did} ${mostInAnHour} organizations within an hour, which is the limit. Try again after resetAt.`,
  );
}

/** @throws {Failure} ORGANIZATION_NOT_FOUND, also for the id of a test tenant */
export async function findOrganization(tx: Tx, id: string): Promise<OrganizationRow> {
  const found = isId('org', id) ? await findOrganizationRow(tx, id) : undefined;
  if (!found) throw new Failure('ORGANIZATION_NOT_FOUND');
  return found;
}

/**
 * Refuses every change once the data of an organization is being erased. A change writes to its audit log, so the erasure would not end.
 * @throws {Failure} ORGANIZATION_STATE_CONFLICT
 */
function requireNotErased({ isEraseDue }: OrganizationRow): void {
  if (isEraseDue)
    throw new Failure('ORGANIZATION_STATE_CONFLICT', {
      status: 'eraseAt has passed, and the data is being erased.',
    });
}

/** Changes of an organization that an operator may ask for. */
export interface OrganizationChange {
  name?: string;
  /** Quotas that are left out keep their values. */
  quotas?: Partial<OwnQuotas>;
}

/**
 * Locks an organization that is to change. It is read under the lock, so that two changes at once see each other.
 * @throws {Failure} ORGANIZATION_NOT_FOUND, PRECONDITION_FAILED, ORGANIZATION_STATE_CONFLICT once its data is being erased
 */
export async function lockedOrganization(
  tx: Tx,
  id: string,
  ifMatch: string | undefined,
): Promise<OrganizationRow> {
  if (isId('org', id)) await lockOrganization(tx, id);
  const organization = await findOrganization(tx, id);
  requireVersion(organization, ifMatch);
  requireNotErased(organization);
  return organization;
}

/**
 * Changes an organization.
 * @throws {Failure} ORGANIZATION_NOT_FOUND, PRECONDITION_FAILED, ORGANIZATION_STATE_CONFLICT once its data is being erased
 */
export async function updateOrganization(
  tx: Tx,
  id: string,
  { name, quotas, ...rest }: OrganizationChange,
  ifMatch: string | undefined,
): Promise<{ organization: OrganizationRow; changes: FieldChange[] }> {
  rest satisfies Record<string, never>;
  const before = await lockedOrganization(tx, id, ifMatch);
  const changes = changesOf({ name: before.name, ...before.quotas }, { name, ...quotas });
  if (changes.length === 0) return { organization: before, changes };
  await changeOrganization(tx, before.id, {
    name: name ?? before.name,
    quotas: { ...before.quotas, ...quotas },
  });
  await tellTenants(tx, before, 'organization.update', changes);
  return { organization: await findOrganization(tx, before.id), changes };
}

/** Writes to the audit log of each of its tenants that the operator changed the organization. */
export async function tellTenants(
  tx: Tx,
  { id, testOrgId, name }: OrganizationRow,
  action: string,
  changes: FieldChange[],
): Promise<void> {
  for (const tenant of [
    { orgId: id, environment: 'live' },
    { orgId: testOrgId, environment: 'test' },
  ] as const)
    await inTenancy(tx, tenant, () =>
      recordAudit(tx, [
        {
          action,
          actor: systemActor,
          targetId: id,
          targetName: name,
          result: 'SUCCESS',
          reason: 'by the operator of the service',
          changes,
        },
      ]),
    );
}

/** The fields that differ from those of before; a field that is left out does not. */
const changesOf = (before: Record<string, unknown>, wanted: Record<string, unknown>): FieldChange[] =>
  Object.entries(wanted).flatMap(([field, to]): FieldChange[] =>
    to === undefined || to === before[field] ? [] : [{ field: nameOf(field), from: before[field], to }],
  );

const nameOf = (field: string): string => (field === 'name' ? field : `quotas.${field}`);

/** The quotas of an organization to which the operator gave none. */
const ofServer: OwnQuotas = { maxUsers: null, maxIdentities: null, maxCredentials: null };
