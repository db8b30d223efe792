import { describe, expect, test } from 'vitest';
import { groupType } from '../../../src/scim/protocol/schema.ts';
import { memberChanges, patch, refusalOf } from './support.ts';

describe('the members of a group', () => {
  test('are added and removed as objects, one object, or ids, joined as far as order allows', () => {
    expect(
      memberChanges([
        { op: 'add', path: 'members', value: 'usr_1' },
        { op: 'add', path: 'members', value: { value: 'usr_2' } },
        { op: 'add', value: { members: [{ value: 'usr_1' }, { value: 'usr_3' }] } },
        { op: 'remove', path: 'members[value eq "usr_2" or value eq "usr_3"]' },
        { op: 'add', path: 'members', value: ['usr_2'] },
        { op: 'replace', path: 'members', value: [] },
        { op: 'add', path: 'members', value: [] },
        { op: 'remove', path: 'members[value sw "usr"]' },
      ]),
    ).toMatchObject([
      { op: 'add', ids: ['usr_1', 'usr_2', 'usr_3'] },
      { op: 'remove', ids: ['usr_2', 'usr_3'] },
      { op: 'add', ids: ['usr_2'] },
      { op: 'clear' },
      { op: 'removeWhere', filter: { kind: 'compare', operator: 'sw', value: 'usr' } },
    ]);
  });

  test('stay if the list of members to remove is empty or, for Entra ID, missing', () => {
    expect(memberChanges([{ op: 'remove', path: 'members', value: [] }])).toEqual([]);
    const refusal = refusalOf(() => memberChanges([{ op: 'Remove', path: 'members' }], 'ENTRA'));
    expect(refusal).toBe(
      'SCIM_VALUE_INVALID: Operations[0]: members needs a value that lists the members to remove',
    );
    expect(memberChanges([{ op: 'Remove', path: 'members', value: [{ value: 'usr_1' }] }], 'ENTRA')).toEqual([
      { op: 'remove', ids: ['usr_1'] },
    ]);
  });

  test('are replaced by the last replacement', () => {
    const replace = (id: string) => ({ op: 'replace', path: 'members', value: [id] });
    expect(memberChanges([replace('usr_1'), replace('usr_2')]).at(-1)).toEqual({
      op: 'replace',
      ids: ['usr_2'],
    });
  });

  test('are limited per request', () => {
    const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => `usr_${from + at}`);
    const add = (value: string[]) => ({ op: 'add', path: 'members', value });
    expect(memberChanges([add(ids(0, 5000)), add(ids(5000, 5000))])).toMatchObject([{ op: 'add' }]);
    expect(refusalOf(() => memberChanges([add(ids(0, 5000)), add(ids(5000, 5001))]))).toContain(
      'at most 10000',
    );
  });

  test.for([
    [{ op: 'replace', path: 'members[value eq "a"].value', value: 'b' }, 'SCIM_MUTABILITY'],
    [{ op: 'replace', path: 'members[value eq "a"].display', value: 'b' }, 'SCIM_MUTABILITY'],
    [{ op: 'remove', path: 'members.value' }, 'SCIM_MUTABILITY'],
    [{ op: 'add', path: 'members[value eq "a"]', value: { value: 'b' } }, 'SCIM_NO_TARGET'],
    [{ op: 'add', path: 'members', value: [{ display: 'b' }] }, 'SCIM_VALUE_INVALID'],
    [{ op: 'replace', path: 'members', value: [{ display: 'b' }] }, 'SCIM_VALUE_INVALID'],
    [{ op: 'replace', path: 'members', value: '' }, 'SCIM_VALUE_INVALID'],
    [{ op: 'replace', path: 'members', value: {} }, 'SCIM_VALUE_INVALID'],
    [{ op: 'add', path: 'members', value: [5] }, 'SCIM_VALUE_INVALID'],
    [{ op: 'remove', path: 'members[display eq "b"]' }, 'SCIM_FILTER_INVALID'],
    [{ op: 'remove', path: 'displayName' }, 'SCIM_MUTABILITY'],
  ] as const)('reject %j: %s', ([operation, code]) =>
    expect(refusalOf(() => patch(groupType, { displayName: 'x' }, [operation]))).toContain(
      `${code}: Operations[0]`,
    ),
  );
});
