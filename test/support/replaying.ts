// Replays entries of an audit export onto a test service, as `make reconcile` does.
import { LostEntries, reconcile, suspendTenant } from '../../src/recovery/reconciling.ts';
import type { LostEntry } from '../../src/recovery/replays/replay.ts';
import { wiring } from '../../src/wiring.ts';
import { vault } from './second-factors.ts';
import type { TestService } from './service.ts';

type Change = { field: string; from: unknown; to: unknown };
const hour = 3_600_000;

/** Entries about one target, some hours from now, in their order. */
export function entriesOf(
  targetId: string,
  all: (Pick<LostEntry, 'action'> &
    Partial<Pick<LostEntry, 'erased' | 'reason' | 'targetName' | 'targetType'>> & {
      changes?: Change[];
      hours?: number;
    })[],
): LostEntry[] {
  return all.map(({ action, changes = [], hours = 1, ...rest }, at) => ({
    id: `aud_${targetId}_${at}`,
    sequence: at + 1,
    timestamp: new Date(Date.now() + hours * hour).toISOString(),
    action,
    targetType: action.split('.')[0] ?? '',
    targetId,
    targetName: null,
    reason: null,
    changes,
    erased: false,
    ...rest,
  }));
}

/** The change of one field. */
export const changed = (field: string, to: unknown = null, from: unknown = null): Change[] => [
  { field, from, to },
];

/** The commands run as the owner of the tables, on a marked database. The mark is open, so that the service of the test stays open. */
async function asOwner({ sql, organizations }: TestService): Promise<void> {
  await sql('grant all on all tables in schema public to keyward');
  await sql(`insert into restores (id, opens_at) values ('rst_test', now()) on conflict do nothing`);
  await sql(
    `insert into restored_tenants (org_id, restore_id) values ($1, 'rst_test') on conflict do nothing`,
    [organizations.ours.live.orgId],
  );
}

/** Runs replays on the live tenant of the first organization. */
export function replaying(service: TestService, { orm }: { orm: Parameters<typeof reconcile>[0]['orm'] }) {
  const tenant = { orgId: service.organizations.ours.live.orgId, environment: 'live' } as const;
  return {
    tenant,
    run: async (entries: LostEntry[], accepts = (_auditId: string) => false) => {
      await asOwner(service);
      const lost = new LostEntries();
      for (const entry of entries) lost.add(entry);
      const parts = { tenant, restoreId: 'rst_test', exportedAt: new Date().toISOString(), accepts };
      return reconcile({ orm, endings: wiring.endings, vault }, parts, lost);
    },
    suspend: async () => {
      await asOwner(service);
      return suspendTenant({ orm, endings: wiring.endings }, tenant, 'rst_test');
    },
  };
}
