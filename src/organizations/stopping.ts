import { Failure, invalid } from '../failure.ts';
import type { FieldChange } from '../lib/field-change.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { inTenancy } from '../platform/tenancy.ts';
import type { Tx } from '../platform/tx.ts';
import { tellOwnersOfClosing } from '../users/closing-notices.ts';
import { enqueue } from '../platform/queue.ts';
import { findOrganization, lockedOrganization, requireRoomInLastHour, tellTenants } from './organizations.ts';
import { lastMailsOfClosing, mailsField } from './sql/operator-audit.ts';
import { closeTenants, type OrganizationRow, resumeTenants, suspendTenants } from './sql/organizations.ts';

/** Days from the closing of an organization until its data is erased. */
export const daysOfGrace = 30;

interface Stopped {
  organization: OrganizationRow;
  changes: FieldChange[];
}

/**
 * Suspends an organization. A suspended one stays as it is.
 * @throws {Failure} ORGANIZATION_NOT_FOUND, PRECONDITION_FAILED, ORGANIZATION_STATE_CONFLICT
 * @throws {RateLimited} when operators have stopped too many organizations within an hour
 */
export const suspendOrganization = (tx: Tx, id: string, ifMatch: string | undefined): Promise<Stopped> =>
  change(tx, id, { ifMatch, action: 'organization.suspend' }, async ({ id: orgId, status }) => {
    if (status === 'SUSPENDED') return false;
    if (status === 'CLOSED')
      throw conflict('The organization is closed, which suspends it too. Resume it first.');
    await requireRoomToStop(tx);
    await suspendTenants(tx, orgId);
    return true;
  });

/**
 * Opens an organization again. An active one stays as it is. One that was suspended before it was closed is suspended again, or a closing by
 * mistake would end a suspension. There is no limit, because this undoes what a leaked key has done.
 * @throws {Failure} ORGANIZATION_NOT_FOUND, PRECONDITION_FAILED, ORGANIZATION_STATE_CONFLICT once its data is being erased
 */
export const resumeOrganization = (tx: Tx, id: string, ifMatch: string | undefined): Promise<Stopped> =>
  change(tx, id, { ifMatch, action: 'organization.resume' }, async (before) => {
    if (before.status === 'ACTIVE') {
      // A repeated resumption is the remedy if the job that brings jobs back was given up.
      await bringJobsBack(tx, before);
      return false;
    }
    await resumeTenants(tx, before.id, daysOfGrace);
    return true;
  });

/**
 * Closes an organization: it is suspended, and erased after {@link daysOfGrace}. Its owners are told by mail. A closed one stays as it is.
 * @throws {Failure} ORGANIZATION_NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, ORGANIZATION_STATE_CONFLICT once its data is being erased
 * @throws {RateLimited} when operators have stopped too many organizations within an hour
 */
export const closeOrganization = (
  tx: Tx,
  id: string,
  { confirmName }: { confirmName: string },
  ifMatch: string | undefined,
): Promise<Stopped> =>
  change(tx, id, { ifMatch, action: 'organization.close' }, async ({ id: orgId, name, status }) => {
    if (confirmName !== name)
      throw invalid('confirmName', 'must be the name of the organization, exactly as it is');
    if (status === 'CLOSED') return false;
    await requireRoomToStop(tx);
    await closeTenants(tx, orgId, daysOfGrace);
    return true;
  });

/** Locks an organization and changes its status. @param work returns whether it has changed anything */
async function change(
  tx: Tx,
  id: string,
  { ifMatch, action }: { ifMatch: string | undefined; action: string },
  work: (before: OrganizationRow) => Promise<boolean>,
): Promise<Stopped> {
  const before = await lockedOrganization(tx, id, ifMatch);
  if (!(await work(before))) return { organization: before, changes: [] };
  const organization = await findOrganization(tx, before.id);
  const changes = changesOf(before, organization);
  await tellTenants(tx, before, action, changes);
  const { id: orgId, eraseAt, status } = organization;
  if (status === 'ACTIVE') await bringJobsBack(tx, organization);
  if (!eraseAt || eraseAt.getTime() === before.eraseAt?.getTime()) return { organization, changes };
  const at = await timeOfMails(tx, orgId);
  await inTenancy(tx, { orgId, environment: 'live' }, () => tellOwnersOfClosing(tx, { eraseAt, at }));
  return { organization, changes: [...changes, { field: mailsField, from: null, to: at.toISOString() }] };
}

async function bringJobsBack(tx: Tx, { id, testOrgId }: OrganizationRow): Promise<void> {
  for (const orgId of [id, testOrgId])
    await enqueue(tx, 'bring-back-jobs', { orgId }, { key: 'bring-back-jobs' });
}

/** Both kinds of acts have one limit: either stops an organization. */
const requireRoomToStop = (tx: Tx): Promise<void> =>
  requireRoomInLastHour(tx, ['organization.suspend', 'organization.close'], 'suspended or closed');

const dayMs = 86_400_000;

/**
 * Returns when the owners of a closed organization are told: at once, or a day after the mails before. They get no mail for each turn of a
 * key that closes and resumes in a loop, and hear of the last closing in any case.
 */
async function timeOfMails(tx: Tx, id: string): Promise<Date> {
  const { now } = tenancyOf(tx);
  const last = await lastMailsOfClosing(tx, id);
  if (!last || last.getTime() + dayMs <= now.getTime()) return now;
  return last > now ? last : new Date(last.getTime() + dayMs);
}

const changesOf = (before: OrganizationRow, after: OrganizationRow): FieldChange[] => {
  const eraseAt = { from: before.eraseAt?.toISOString() ?? null, to: after.eraseAt?.toISOString() ?? null };
  return [
    { field: 'status', from: before.status, to: after.status },
    ...(eraseAt.from === eraseAt.to ? [] : [{ field: 'eraseAt', ...eraseAt }]),
  ];
};

const conflict = (status: string): Failure => new Failure('ORGANIZATION_STATE_CONFLICT', { status });
