import { recordAudit } from '../audit/audit.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit } from '../platform/events.ts';
import { claimInbox, type FollowedEvent } from './sql/inbox.ts';
import { disownIdentities } from '../credentials/sql/identities.ts';
import { lockTenant, type TenantLock } from '../platform/sql/tenants.ts';
import { takeTurn } from './sql/turns.ts';
import { noteViolations } from './sql/scores.ts';
import { openAnomalies } from './anomalies.ts';
import { leakedSecret } from './detectors/leaked-secret.ts';
import { systemActor } from '../platform/grants.ts';
import type { Tx } from '../platform/tx.ts';
import { occurrenceOf, ownerLeft } from './occurrences.ts';
import { type Occurrence, raiseAlerts } from './raising.ts';
import { weighIdentities } from './risk.ts';

const most = 500;

/** Something of these events could not be done. */
export class NotFollowed extends Error {
  readonly eventIds: readonly string[];

  constructor(events: readonly FollowedEvent[], cause: unknown) {
    super(`${events.length} events could not be processed; the first is ${events[0]?.id}`, { cause });
    this.eventIds = events.map(({ id }) => id);
  }
}

/**
 * Does what events lead to in one tenant: anomalies of leaked secrets, alerts, and the risk of the identities they are
 * about. Each event is taken in the transaction of what it leads to, so it leads to it once.
 * @returns how many events it followed: call again until it is 0
 * @throws {NotFollowed}
 */
export async function followEvents(tx: Tx): Promise<number> {
  const { orgId } = tenancyOf(tx);
  if (!(await takeTurn(tx, orgId, 'follow'))) return 0;
  const events = await claimInbox(tx, orgId, most);
  try {
    await follow(tx, events);
    await tx.flush();
  } catch (error) {
    throw new NotFollowed(events, error);
  }
  return events.length;
}

async function follow(tx: Tx, events: readonly FollowedEvent[]): Promise<void> {
  const { orgId } = tenancyOf(tx);
  const leavers = events.flatMap(({ type, data }) =>
    type === 'user.deprovisioned' && typeof data['userId'] === 'string' ? [data['userId']] : [],
  );
  const lock = leavers.length > 0 ? await lockTenant(tx, orgId) : undefined;
  await openAnomalies(tx, events.flatMap(leakedSecret));
  await noteViolations(tx, orgId, events.flatMap(violation));
  const disowned = lock ? await disown(tx, lock, leavers) : [];
  await raiseAlerts(tx, [...events.flatMap((event) => occurrenceOf(event) ?? []), ...disowned]);
  await weighIdentities(tx, [...new Set(events.flatMap(identityOf))], { wait: true });
}

const identityOf = ({ data: { identityId } }: FollowedEvent): string[] =>
  typeof identityId === 'string' ? [identityId] : [];

const violation = (event: FollowedEvent): { identityId: string; at: Date }[] =>
  event.type === 'policy.violated'
    ? identityOf(event).map((identityId) => ({ identityId, at: event.at }))
    : [];

/** Takes the identities from their owners who have left (decisions 6.3). */
async function disown(tx: Tx, lock: TenantLock, userIds: readonly string[]): Promise<Occurrence[]> {
  const occurrences: Occurrence[] = [];
  for (const userId of userIds) {
    const changes = [{ field: 'ownerUserId', from: userId, to: null }];
    const identities = await disownIdentities(tx, lock, userId);
    await emit(
      tx,
      identities.map(({ id, name }) => ({
        type: 'identity.updated',
        data: { identityId: id, identityName: name, changes, updatedBy: systemActor },
      })),
    );
    await recordAudit(
      tx,
      identities.map(({ id, name }) => ({
        action: 'identity.update',
        actor: systemActor,
        targetId: id,
        targetName: name,
        result: 'SUCCESS' as const,
        reason: 'OWNER_DEPROVISIONED',
        changes,
      })),
    );
    occurrences.push(...ownerLeft('user.deprovisioned', userId, identities));
  }
  return occurrences;
}
