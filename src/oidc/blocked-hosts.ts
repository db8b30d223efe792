import { requireMayGiveLasting } from '../credentials/bounds.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit, type FieldChange } from '../platform/events.ts';
import { invalid } from '../failure.ts';
import { ifLoses } from '../lib/loosening.ts';
import type { Grantor } from '../platform/grants.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { type IfMatch, requireVersion } from '../platform/versions.ts';
import type { Tx } from '../platform/tx.ts';
import { isBlocked, refusalOfBlockedHost } from './agent-hosts.ts';
import { endAgents, listStrangers, lockAgents } from './sql/agents.ts';
import { type BlockedHosts, readBlockedHosts, writeBlockedHosts } from './sql/blocked-hosts.ts';
import { renewOidcVersion } from './sql/provider-version.ts';

/** Returns the hosts whose agents the tenant refuses. */
export const findBlockedHosts = (tx: Tx): Promise<BlockedHosts> => readBlockedHosts(tx, tenancyOf(tx).orgId);

/**
 * Blocks exactly these hosts from now on. The agents that become blocked lose all consents, and what was issued to them.
 * @throws {Failure} VALIDATION_ERROR, PRECONDITION_FAILED; if it takes a host off the list also REAUTHENTICATION_REQUIRED,
 * BOUND_NOT_GRANTABLE
 */
export async function blockHosts(
  tx: Tx,
  { hosts, ...rest }: { hosts: string[] },
  grantor: Grantor,
  { ifMatch }: IfMatch,
): Promise<{ after: BlockedHosts; changes: FieldChange[] }> {
  rest satisfies Record<string, never>;
  for (const [at, host] of hosts.entries()) {
    const refusal = refusalOfBlockedHost(host);
    if (refusal !== undefined) throw invalid(`hosts.${at}`, refusal);
  }
  const { orgId, now } = tenancyOf(tx);
  const lock = await lockTenant(tx, orgId);
  const before = await readBlockedHosts(tx, orgId);
  requireVersion(before, ifMatch);
  if (ifLoses(before.hosts, hosts)) await requireMayGiveLasting(tx, grantor);
  const after = { hosts, version: before.version + 1, updatedAt: now, updatedBy: grantor.actor.id };
  await writeBlockedHosts(tx, lock, after);
  await renewOidcVersion(tx, orgId);
  const added = hosts.filter((host) => !before.hosts.includes(host));
  if (added.length > 0) {
    const ended = await endAgentsOf(tx, added);
    await emit(tx, [
      { type: 'oidc_agent.hosts_blocked', data: { hosts: added, ...ended, blockedBy: grantor.actor } },
    ]);
  }
  const isSame = JSON.stringify(before.hosts) === JSON.stringify(hosts);
  return { after, changes: isSame ? [] : [{ field: 'hosts', from: before.hosts, to: hosts }] };
}

/**
 * Ends the consents to the agents of hosts that have become blocked, and what was issued to them.
 * @returns how many agents and consents there were
 */
export async function endAgentsOf(
  tx: Tx,
  hosts: readonly string[],
): Promise<{ agentCount: number; userCount: number }> {
  const { orgId } = tenancyOf(tx);
  const strangers = await listStrangers(tx, orgId);
  const clientIds = strangers.filter((one) => isBlocked(one, hosts)).map(({ clientId }) => clientId);
  if (clientIds.length === 0) return { agentCount: 0, userCount: 0 };
  const locked = await lockAgents(tx, orgId, clientIds);
  return { agentCount: locked.length, userCount: await endAgents(tx, orgId, locked) };
}
