import type { MikroORM } from '@mikro-orm/postgresql';
import { Failure } from '../failure.ts';
import { inTransaction, type Tenant } from '../platform/tenancy.ts';
import type { Endings } from '../users/endings.ts';
import { replayCredential } from './replays/credential.ts';
import { replayGroup } from './replays/group.ts';
import { replayIdentity } from './replays/identity.ts';
import {
  replayAccessDevice,
  replayConnection,
  replayOidcClient,
  replayScimToken,
  replayServiceProvider,
  replaySocialProvider,
  replayWebhook,
} from './replays/others.ts';
import type { LostEntry, Replay, Replayed } from './replays/replay.ts';
import { replayUser } from './replays/user.ts';
import { writeOutcome } from './sql/restores.ts';
import { record } from './subjects.ts';
import { suspendSome } from './suspending.ts';

const replays: Readonly<Record<string, Replay>> = {
  credential: replayCredential,
  identity: replayIdentity,
  user: replayUser,
  group: replayGroup,
  scim_token: replayScimToken,
  oidc_client: replayOidcClient,
  connection: replayConnection,
  service_provider: replayServiceProvider,
  social_provider: replaySocialProvider,
  webhook: replayWebhook,
  access_device: replayAccessDevice,
};

/**
 * Actions that took nothing away (a new policy or rule can), or whose effect the mark has already: it ended every session, grant, link and code. Everything that is
 * neither here nor in {@link replayed} is for the operator to compare.
 */
const harmless = new RegExp(
  '^(?:' +
    [
      'restore\\..*|audit\\.export|audit_key\\.replace|session\\..*|oidc_grant\\..*|oidc_device\\..*|mail\\.limit|registration\\.limit|setup_link\\..*',
      '(?!(?:key|policy|access_policy|named_location|alert_rule)\\.)[a-z_]+\\.create|alert\\.update|anomaly\\.update|access_backtest\\.start',
      'connection\\.(?:test|test_sign_in|create_test_sign_in|refresh_metadata)|service_provider\\.(?:sign_on|sign_off|refresh_metadata)',
      'credential\\.(?:exchange|unwrap|expire|reactivate)|group\\.add_members|identity\\.reactivate|oidc_consent\\.(?:grant|refuse)',
      'user\\.(?:add_passkey|create_access_pass|create_dashboard_link|end_session|end_sessions|invite|link|local_login|locked|login|login_failed|reactivate|rename_passkey|revoke_invitation|use_access_pass|use_dashboard_link)',
      'webhook\\.(?:delete_dead_letter|disable|recover|replay|resume|retry|test)|domain\\.verify',
    ].join('|') +
    ')$',
);

/** Actions that the replay of their target judges. */
const replayed = new Set(
  (
    'credential.revoke credential.delete credential.clean_up credential.suspend credential.leak credential.rotate credential.update ' +
    'identity.revoke identity.delete identity.suspend identity.update user.delete user.deprovision user.suspend user.update ' +
    'user.remove_passkey user.remove_totp user.reset_factors user.enroll_totp user.use_recovery_code user.renew_recovery_codes ' +
    'user.unlink group.delete group.update group.remove_member scim_token.revoke scim_token.leak oidc_client.delete ' +
    'oidc_client.rotate_secret oidc_client.update connection.delete connection.update service_provider.delete ' +
    'service_provider.update social_provider.delete social_provider.update webhook.delete webhook.pause webhook.rotate_secret ' +
    'webhook.update access_device.delete access_device.put'
  ).split(' '),
);

/** What a reconciliation did, for the operator. */
export interface Reconciliation {
  /** Rows of the export that the restored database does not have. */
  entries: number;
  /** How many targets each action was applied to. */
  applied: Record<string, number>;
  /** Changes that the restored state had already. */
  known: number;
  /** Targets that were created after the backup, so nothing is left of them. */
  gone: number;
  look: { action: string; targetId: string; auditId: string; note: string }[];
  /** Targets whose replay a rule refused. What was taken from them works again, so the tenant stays closed. */
  refused: number;
}

/** Collects the entries of each target, in their order. Keeps only what a replay or the operator needs. */
export class LostEntries {
  readonly #targets = new Map<string, LostEntry[]>();
  count = 0;

  add(entry: LostEntry): void {
    this.count += 1;
    const ends = [
      'credential.reactivate',
      'identity.reactivate',
      'user.reactivate',
      'group.add_members',
      'webhook.resume',
    ];
    if (harmless.test(entry.action) && !ends.includes(entry.action)) return;
    const key = `${entry.targetType} ${entry.targetId}`;
    const entries = this.#targets.get(key);
    if (entries) entries.push(entry);
    else this.#targets.set(key, [entry]);
  }

  targets(): LostEntry[][] {
    return [...this.#targets.values()];
  }
}

interface Parts {
  orm: MikroORM;
  endings: Endings;
}

/** What ends comes first: a deleted user no longer is a member, and a revoked identity has no credentials that work. */
const order = ['identity', 'credential', 'user', 'group'];

/**
 * Replays onto a restored tenant what ended after the backup. One transaction for each target writes its state, events and audit rows. After an
 * interruption, the same call goes on: what was applied is known then.
 */
export async function reconcile(
  { orm, endings }: Parts,
  { tenant, restoreId, exportedAt }: { tenant: Tenant; restoreId: string; exportedAt: string },
  lost: LostEntries,
): Promise<Reconciliation> {
  const report: Reconciliation = {
    entries: lost.count,
    applied: {},
    known: 0,
    gone: 0,
    look: [],
    refused: 0,
  };
  const rank = (entries: LostEntry[]): number => (order.indexOf(entries[0]?.targetType ?? '') + 100) % 100;
  for (const entries of lost.targets().toSorted((a, b) => rank(a) - rank(b))) {
    const [{ targetType, targetId } = { targetType: '', targetId: '' }] = entries;
    const replay = Object.hasOwn(replays, targetType) ? replays[targetType] : undefined;
    const found =
      replay &&
      (await replayOne(report, entries, () =>
        inTransaction(orm, tenant, (em) => replay(em, targetId, entries, { endings })),
      ));
    if (replay && !found) report.gone += 1;
    else {
      const others = entries.filter(
        ({ action }) => !harmless.test(action) && !(replay && replayed.has(action)),
      );
      count(report, [...(found ?? []), ...others.map(forOperator)]);
    }
  }
  await inTransaction(orm, tenant, async (em) => {
    const applied = Object.entries(report.applied).map(([action, times]) => `${action} ${times}`);
    await record(em, {
      action: 'restore.reconcile',
      targetId: restoreId,
      reason:
        `An export until ${exportedAt}: ${applied.join(', ') || 'nothing to apply'}; to compare: ${report.look.length}`.slice(
          0,
          500,
        ),
    });
    if (report.refused === 0)
      await writeOutcome(em, tenant.orgId, restoreId, { outcome: 'RECONCILED', exportedAt });
  });
  return report;
}

const forOperator = (entry: LostEntry): Replayed => ({
  action: entry.action,
  outcome: 'LOOK',
  entry,
  note: 'the restored state is the one of the backup',
});

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

function count(report: Reconciliation, all: readonly Replayed[]): void {
  for (const { action, outcome, entry, note } of all) {
    if (outcome === 'KNOWN') report.known += 1;
    else if (outcome === 'APPLIED') report.applied[action] = (report.applied[action] ?? 0) + 1;
    else report.look.push({ action, targetId: entry.targetId, auditId: entry.id, note: note ?? '' });
  }
}

/** Suspends everything of a restored tenant, for which there is no export, or none that is new enough. @returns how many it changed */
export async function suspendTenant(
  { orm, endings }: Parts,
  tenant: Tenant,
  restoreId: string,
): Promise<number> {
  let all = 0;
  for (let some = -1; some !== 0; ) {
    some = await inTransaction(orm, tenant, (em) => suspendSome(em, endings));
    all += some;
  }
  await inTransaction(orm, tenant, async (em) => {
    await record(em, { action: 'restore.suspend', targetId: restoreId, reason: `${all} were suspended` });
    await writeOutcome(em, tenant.orgId, restoreId, { outcome: 'SUSPENDED', exportedAt: null });
  });
  return all;
}
