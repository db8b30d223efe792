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
import type { DocumentSetting } from './document-setting.ts';
import { renewOidcVersion } from './sql/provider-version.ts';
import { readSetting, type StoredSetting, writeSetting } from './sql/stored-setting.ts';

/** The hosts are stored with the setting for metadata documents (`document-settings.ts`), and hold for registrations, too. */
const name = 'oidc_client_metadata';

/** The hosts that a tenant has blocked; version 0 if it never stored a setting for metadata documents. */
export interface BlockedHosts extends Omit<StoredSetting<DocumentSetting>, 'settings'> {
  hosts: readonly string[];
}

const hostsIn = ({ settings, ...rest }: StoredSetting<DocumentSetting>): BlockedHosts => ({
  ...rest,
  hosts: settings.blockedHosts ?? [],
});

/** Returns the hosts whose agents the tenant refuses. */
export const findBlockedHosts = async (tx: Tx): Promise<BlockedHosts> =>
  hostsIn(await readSetting(tx, tenancyOf(tx).orgId, name));

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
  const stored = await readSetting<DocumentSetting>(tx, orgId, name);
  requireVersion(stored, ifMatch);
  const before = hostsIn(stored);
  if (ifLoses(before.hosts, hosts)) await requireMayGiveLasting(tx, grantor);
  const settings = { ...stored.settings, blockedHosts: hosts };
  const row = { settings, version: stored.version + 1, updatedAt: now, updatedBy: grantor.actor.id };
  await writeSetting<DocumentSetting>(tx, lock, name, row);
  await renewOidcVersion(tx, orgId);
  const added = hosts.filter((host) => !before.hosts.includes(host));
  if (added.length > 0) {
    const ended = await endAgentsOf(tx, added);
    await emit(tx, [
      { type: 'oidc_agent.hosts_blocked', data: { hosts: added, ...ended, blockedBy: grantor.actor } },
    ]);
  }
  const isSame = JSON.stringify(before.hosts) === JSON.stringify(hosts);
  return { after: hostsIn(row), changes: isSame ? [] : [{ field: 'hosts', from: before.hosts, to: hosts }] };
}

/**
 * Ends the consents to the agents of hosts that have become blocked, and what was issued to them.
 * @returns how many agents and consents there were
 */
async function endAgentsOf(
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
