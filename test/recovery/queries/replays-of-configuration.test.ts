import { describe, expect } from 'vitest';
import { applied, planned, type Sent } from '../../support/configuration.ts';
import { entriesOf, replaying } from '../../support/replaying.ts';
import { test } from '../../support/scim-database.ts';

const group = (key: string): Sent => ({
  kind: 'group',
  key: `kept-${key}`,
  spec: { name: `Kept ${key}`, description: 'Before the backup' },
});

describe('an object that an apply changed after the backup', () => {
  test('is replayed by the row of its own change, and the row of the apply asks for nothing', async ({
    service,
    database,
  }) => {
    const { ours } = service;
    const objects = [group('deleted'), group('left')];
    await applied(ours, objects);
    const { body } = await ours.call('listGroups', { query: { limit: 100 } });
    const idOf = (name: string): string =>
      (body.data as { id: string; name: string }[]).find((one) => one.name === name)?.id ?? '';
    const report = await replaying(service, database).run([
      ...entriesOf(idOf('Kept deleted'), [{ action: 'group.delete' }]),
      ...entriesOf('', [{ action: 'config.apply' }, { action: 'config.plan' }]),
    ]);
    expect(report).toMatchObject({ applied: { 'group.delete': 1 }, refused: 0, look: [] });
    // The files manage what is there, as if another caller had deleted the group.
    const { changes } = await planned(ours, objects);
    expect(changes.map(({ action, key }) => [action, key])).toEqual([['CREATE', 'kept-deleted']]);
    const { changes: pruned } = await planned(ours, [group('left')], { prune: true, kinds: ['group'] });
    expect(pruned).toEqual([]);
    await applied(ours, objects);
    expect((await planned(ours, objects)).changes).toEqual([]);
  });
});
