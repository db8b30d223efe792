import { Failure } from '../failure.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { inTransaction, type Tenant } from '../platform/tenancy.ts';
import type { Orm, Tx } from '../platform/tx.ts';
import { fateOf } from './fates.ts';
import { replayAuthConfig } from './replays/auth-config.ts';
import { replayOidcAgent } from './replays/agent.ts';
import { replayOidcClient, replayOidcResource, replayOidcScope } from './replays/client.ts';
import { replayCredential } from './replays/credential.ts';
import { replayGroup } from './replays/group.ts';
import { replayIdentity } from './replays/identity.ts';
import { replayKey } from './replays/key.ts';
import { replayOrganization } from './replays/organization.ts';
import {
  replayConnection,
  replayDomain,
  replayScimToken,
  replayServiceProvider,
  replaySocialProvider,
} from './replays/partner.ts';
import { replayAccessDevice, replayAccessPolicy, replayPolicy } from './replays/policy.ts';
import { type LostEntry, type Replay, type Replayed, type ReplayParts, toCompare } from './replays/replay.ts';
import { replayUser } from './replays/user.ts';
import { replayInitialAccessToken } from './replays/registration.ts';
import { replayWebhook } from './replays/webhook.ts';
import { presentRows } from './sql/present-rows.ts';
import { writeOutcome } from './sql/restores.ts';
import { record } from './subjects.ts';
import { suspendSome } from './suspending.ts';

const replays: Readonly<Record<string, Replay>> = {
  credential: replayCredential,
  identity: replayIdentity,
  user: replayUser,
  group: replayGroup,
  scim_token: replayScimToken,
  initial_access_token: replayInitialAccessToken,
  oidc_agent: replayOidcAgent,
  oidc_client: replayOidcClient,
  oidc_scope: replayOidcScope,
  oidc_resource: replayOidcResource,
  connection: replayConnection,
  domain: replayDomain,
  service_provider: replayServiceProvider,
  social_provider: replaySocialProvider,
  webhook: replayWebhook,
  access_device: replayAccessDevice,
  access_policy: replayAccessPolicy,
  policy: replayPolicy,
  key: replayKey,
  organization: replayOrganization,
  password_policy: replayAuthConfig('passwordPolicy'),
  totp_config: replayAuthConfig('totp'),
  webauthn_config: replayAuthConfig('webauthn'),
  magic_link_config: replayAuthConfig('magicLink'),
  registration_config: replayAuthConfig('registration'),
  branding: replayAuthConfig('branding'),
};

/** The report of a reconciliation, for the operator. */
export interface Reconciliation {
  /** Rows of the export that the restored database does not have. */
  entries: number;
  /** How many targets each action was applied to. */
  applied: Record<string, number>;
  /** Changes that the restored state had already. */
  known: number;
  /** Targets that were created after the backup, so nothing is left of them. */
  gone: number;
  /** Changes that the operator must compare. The tenant stays closed until all of them are accepted. */
  look: Look[];
  /** Changes of the same kind that the operator has accepted. */
  accepted: Look[];
  /** Targets whose replay a rule refused. What was taken from them works again, so the tenant stays closed. */
  refused: number;
}

/** A change that no replay can judge. */
interface Look {
  action: string;
  targetId: string;
  auditId: string;
  note: string;
}

/** Collects the entries of each target, in their order. Keeps only what a replay or the operator needs. */
export class LostEntries {
  readonly #targets = new Map<string, LostEntry[]>();
  count = 0;

  add(entry: LostEntry): void {
    this.count += 1;
    // A deletion tells that a target which was made after the backup is not missed.
    if (fateOf(entry.action) === 'LOST' && !entry.action.endsWith('.delete')) return;
    const key = `${entry.targetType} ${entry.targetId}`;
    const entries = this.#targets.get(key);
    if (entries) entries.push(entry);
    else this.#targets.set(key, [entry]);
  }

  targets(): LostEntry[][] {
    return [...this.#targets.values()];
  }
}

interface Parts extends ReplayParts {
  orm: Orm;
}

/**
 * The order of the first replays. Targets whose end ends others come first. A deleted user no longer is a
 * member, and a revoked identity has no credentials that work.
 */
const order = ['identity', 'credential', 'user', 'group'];

/**
 * Replays onto a restored tenant what ended after the backup. One transaction for each target writes its state, events and audit rows. After an
 * interruption, the same call goes on: what was applied is known then. The tenant has its outcome when nothing was refused, and everything
 * that no replay can judge was accepted.
 * @param restored.accepts tells whether the operator accepts that a change is lost, by the id of its audit row
 */
export async function reconcile(
  { orm, endings, vault }: Parts,
  { tenant, restoreId, exportedAt, accepts }: Restored,
  lost: LostEntries,
): Promise<Reconciliation> {
  const report: Reconciliation = {
    entries: lost.count,
    applied: {},
    known: 0,
    gone: 0,
    look: [],
    accepted: [],
    refused: 0,
  };
  const looks: Replayed[] = [];
  const rank = (entries: LostEntry[]): number => (order.indexOf(entries[0]?.targetType ?? '') + 100) % 100;
  for (const entries of lost.targets().toSorted((a, b) => rank(a) - rank(b))) {
    const [{ targetType, targetId } = { targetType: '', targetId: '' }] = entries;
    const replay = Object.hasOwn(replays, targetType) ? replays[targetType] : undefined;
    const found =
      replay &&
      (await replayOne(report, entries, () =>
        inTransaction(orm, tenant, (tx) => replay(tx, targetId, entries, { endings, vault })),
      ));
    if (replay && !found) report.gone += 1;
    looks.push(...count(report, [...(found ?? []), ...unjudged(entries)]));
  }
  await inTransaction(orm, tenant, async (tx) => {
    await sortLooks(tx, report, looks, accepts);
    const applied = Object.entries(report.applied).map(([action, times]) => `${action} ${times}`);
    await record(tx, {
      action: 'restore.reconcile',
      targetId: restoreId,
      reason:
        `An export until ${exportedAt}: ${applied.join(', ') || 'nothing to apply'}; to compare: ${report.look.length}, accepted: ${report.accepted.length}`.slice(
          0,
          500,
        ),
    });
    const outcome = report.refused + report.look.length === 0 ? 'RECONCILED' : null;
    await writeOutcome(tx, tenant.orgId, restoreId, { outcome, exportedAt });
  });
  return report;
}

interface Restored {
  tenant: Tenant;
  restoreId: string;
  /** When the last row of the export was written. */
  exportedAt: string;
  accepts: (auditId: string) => boolean;
}

/** Entries of a target that no replay can do again. A target that was deleted in the end has its deletion left. */
function unjudged(entries: readonly LostEntry[]): Replayed[] {
  const deleted = entries.find(({ action }) => action.endsWith('.delete'));
  // Settings have no id. A deletion among their changes is a change of one of them.
  const isGone = deleted !== undefined && deleted.targetId !== '';
  const madeBy = isGone ? entries.find(({ action }) => action.endsWith('.create'))?.id : undefined;
  return (isGone ? [deleted] : entries)
    .filter(({ action }) => fateOf(action) === 'COMPARED')
    .map((entry) => {
      const name = entry.targetId === '' && entry.targetName !== null ? `${entry.targetName}: ` : '';
      const compared = toCompare(entry, `${name}the restored state is the one of the backup`);
      return madeBy === undefined ? compared : { ...compared, madeBy };
    });
}

/** A rule that refuses a replay leaves it to the operator. */
async function replayOne(
  report: Reconciliation,
  entries: readonly LostEntry[],
  work: () => Promise<Replayed[] | undefined>,
): Promise<Replayed[] | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    report.refused += 1;
    const note = `was refused (${error.code}): ${error.message}`;
    return entries.slice(-1).map((entry) => ({ action: entry.action, outcome: 'LOOK', entry, note }));
  }
}

/** Counts what was done. @returns what the operator compares */
function count(report: Reconciliation, all: readonly Replayed[]): Replayed[] {
  for (const { action, outcome } of all) {
    if (outcome === 'KNOWN') report.known += 1;
    else if (outcome === 'APPLIED') report.applied[action] = (report.applied[action] ?? 0) + 1;
  }
  return all.filter(({ outcome }) => outcome === 'LOOK');
}

/** Sorts what no replay can judge: the backup may have it, because a row gets its number some time after its change. */
async function sortLooks(
  tx: Tx,
  report: Reconciliation,
  looks: readonly Replayed[],
  accepts: (auditId: string) => boolean,
): Promise<void> {
  const inBackup = await presentRows(
    tx,
    tenancyOf(tx).orgId,
    looks.flatMap(({ entry, madeBy }) => (madeBy === undefined ? [entry.id] : [entry.id, madeBy])),
  );
  for (const { action, entry, note = '', madeBy } of looks) {
    // The backup has the change, or it never had the target.
    if (inBackup.has(entry.id) || (madeBy !== undefined && !inBackup.has(madeBy))) report.known += 1;
    else
      report[accepts(entry.id) ? 'accepted' : 'look'].push({
        action,
        targetId: entry.targetId,
        auditId: entry.id,
        note,
      });
  }
}

/** Suspends everything of a restored tenant, for which there is no export, or none that is new enough. @returns how many it changed */
export async function suspendTenant(
  { orm, endings }: Pick<Parts, 'orm' | 'endings'>,
  tenant: Tenant,
  restoreId: string,
): Promise<number> {
  let all = 0;
  for (let some = -1; some !== 0; ) {
    some = await inTransaction(orm, tenant, (tx) => suspendSome(tx, endings));
    all += some;
  }
  await inTransaction(orm, tenant, async (tx) => {
    await record(tx, { action: 'restore.suspend', targetId: restoreId, reason: `${all} were suspended` });
    await writeOutcome(tx, tenant.orgId, restoreId, { outcome: 'SUSPENDED', exportedAt: null });
  });
  return all;
}
