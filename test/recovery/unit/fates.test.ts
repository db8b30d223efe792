import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { auditActions } from '../../../src/platform/audit-actions.ts';
import { fateOf, fates } from '../../../src/recovery/fates.ts';
import { comparedChanges } from '../../support/compared-changes.ts';
import { replayedChanges } from '../../support/lost-changes.ts';
import { givenBack, kinds } from '../../support/replayed-kinds.ts';

const backup = readFileSync('docs/backup.md', 'utf8');
const actionsOf = (fate: string): string[] =>
  [...fates].filter(([, one]) => one === fate).map(([action]) => action);

describe('after a restore', () => {
  test('each action of the audit log has a fate, and no other has one', () => {
    expect([...fates.keys()].toSorted()).toEqual([...auditActions]);
  });

  test('an action of a newer release is compared', () => {
    expect(fateOf('thing.loosen')).toBe('COMPARED');
  });

  test('each action that is replayed has a case', () => {
    const cases = [
      ...replayedChanges.map(({ action }) => action),
      ...kinds.map(({ action }) => action),
      ...givenBack.map(({ back }) => back),
      // Have their own tests beside the kinds.
      'access_policy.delete',
      'organization.close',
      'organization.resume',
      'organization.suspend',
    ];
    expect(actionsOf('REPLAYED').filter((action) => !cases.includes(action))).toEqual([]);
  });

  test('each action that keeps a tenant closed is in the drill', () => {
    expect(comparedChanges.map(({ action }) => action).toSorted()).toEqual(actionsOf('COMPARED').toSorted());
  });

  test('docs/backup.md names each action whose loss is accepted', () => {
    const losses = backup.slice(backup.indexOf('## Losses'), backup.indexOf('## The drill'));
    expect(actionsOf('LOST').filter((action) => !losses.includes(`\`${action}\``))).toEqual([]);
  });
});
