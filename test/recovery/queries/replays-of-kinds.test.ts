import { describe, expect } from 'vitest';
import { anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import { changed, entriesOf, replaying } from '../../support/replaying.ts';
import { givenBack, kinds } from '../../support/replayed-kinds.ts';
import { test } from '../../support/scim-database.ts';

describe('a replay takes what was taken after the backup, and nothing else of its kind', () => {
  for (const { action, changes, make, works, gone = '', targetType, applied = action } of kinds)
    test(action, async ({ service, database }) => {
      const { orgId } = service.organizations.ours.live;
      const [lost, kept] = [await make(service), await make(service)];
      const working = async ({ targetId, id = targetId }: typeof lost): Promise<boolean> =>
        (await service.sql(works, [id, orgId])).length > 0;
      expect([await working(lost), await working(kept)]).toEqual([true, true]);
      const what = changes ?? (gone === '' ? [] : changed(gone, null, { id: lost.id }));
      const { run } = replaying(service, database);
      const entry = {
        action,
        changes: what,
        ...(targetType && { targetType }),
        reason: lost.reason ?? null,
        hours: 0,
      };
      const entries = entriesOf(lost.targetId, [entry]);
      const report = await run(entries);
      expect(report).toMatchObject({ applied: { [applied]: 1 }, refused: 0, look: [] });
      expect([await working(lost), await working(kept)]).toEqual([false, true]);
      const rows = await service.sql(
        `select from audit_logs where org_id = $1 and action = $2 and target_id = $3 and actor_type = 'SYSTEM'`,
        [orgId, applied, lost.targetId],
      );
      expect(rows).toHaveLength(1);
      // A second run applies nothing.
      expect((await run(entries)).applied).toEqual({});
    });
});

describe('a replay takes nothing that was given back after the backup', () => {
  for (const { taken, back, make, works } of givenBack)
    test(`${taken}, then ${back}`, async ({ service, database }) => {
      const { targetId, id } = await make(service);
      const member = id === undefined ? [] : [id];
      const report = await replaying(service, database).run(
        entriesOf(targetId, [
          { action: taken, changes: id === undefined ? [] : changed('members', [], member) },
          { action: back, changes: id === undefined ? [] : changed('members', member, []) },
        ]),
      );
      expect(report).toMatchObject({ applied: {}, refused: 0, look: [] });
      expect(await service.sql(works, [targetId, service.organizations.ours.live.orgId])).toHaveLength(1);
    });
});

describe('a policy of conditional access that was deleted after the backup', () => {
  for (const [decision, asked] of [
    ['ALLOW', ['access_policy.delete']],
    ['BLOCK', []],
  ] as const)
    test(`is ${asked.length > 0 ? 'for the operator to compare' : 'stricter than none'} if it says ${decision}`, async ({
      service,
      database,
    }) => {
      const id = await anAccessPolicy(service.ours, {
        decision,
        conditions: { clientTypes: ['browser'] },
      });
      const report = await replaying(service, database).run(
        entriesOf(id, [{ action: 'access_policy.delete' }]),
      );
      expect(report.look.map(({ action }) => action)).toEqual(asked);
      await withoutAccessPolicies(service.ours);
    });
});
