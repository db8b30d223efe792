import { describe as group, expect, test } from 'vitest';
import { describe, describePassing, type Kind } from '../../../scripts/client-terraform.ts';
import type { Attribute } from '../../../scripts/terraform/attributes.ts';
import { leftOut, ownKinds, passingCredentials } from '../../../scripts/terraform/secrets.ts';
import { readContract } from '../../../scripts/contract.ts';
import { operationsOf } from '../../../src/lib/contract.ts';

const contract = readContract();
const kinds = describe(contract);
const rows = { ...(contract['x-resources'] as Record<string, Kind>), ...ownKinds };

/** Each attribute of a list, and of the objects in it, with its path. */
function* walk(list: readonly Attribute[], before = ''): Generator<[path: string, attribute: Attribute]> {
  for (const one of list) {
    yield [before + one.wire, one];
    yield* walk(one.of ?? [], `${before}${one.wire}${one.element === 'Object' ? '[].' : '.'}`);
  }
}
const attribute = (kind: string, path: string) =>
  [...walk(kinds.find(({ name }) => name === kind)?.attributes ?? [])].find(([at]) => at === path)?.[1];

group('the table of the OpenTofu provider', () => {
  test('has each kind of the contract, and its own', () => {
    expect(kinds.map(({ name }) => name.replaceAll('_', ''))).toEqual(
      Object.keys(rows).map((name) => name.toLowerCase()),
    );
  });

  test('has each secret that the caller gives as write-only, and no secret that the service makes', () => {
    for (const [name, { secrets = {} }] of Object.entries(rows)) {
      const kind = kinds.find((one) => one.name.replaceAll('_', '') === name.toLowerCase());
      const given = [...walk(kind?.attributes ?? [])]
        .filter(([, one]) => one.writeOnly)
        .map(([path]) => path);
      expect([name, given]).toEqual([name, secrets.given ?? []]);
      const made = secrets.made ?? [];
      const all = [...walk([...(kind?.attributes ?? []), ...(kind?.shown ?? [])])].map(([path]) => path);
      expect([name, all.filter((path) => made.includes(path))]).toEqual([name, []]);
      expect([name, kind?.secret]).toEqual([name, made[0]]);
    }
  });

  test('has each operation that makes a secret, or says why not', () => {
    const made = Object.values(rows)
      .filter(({ secrets }) => secrets?.made)
      .flatMap(({ operations }) => [operations.create ?? '']);
    const replaced = kinds.flatMap(({ calls }) => calls.rotate?.id ?? []);
    const passing = Object.values(passingCredentials).map(({ open }) => open);
    expect([...made, ...replaced, ...passing, ...Object.keys(leftOut)].toSorted()).toEqual(
      operationsOf(contract)
        .filter((one) => one['x-secret'] !== undefined)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  test('ends a credential of a run by its ID, and shows its secret', () => {
    for (const { id, open, close, given, shown } of describePassing(contract)) {
      expect(close.path).toMatch(/\{\w+\}/);
      expect(shown.map(({ wire }) => wire)).toEqual(expect.arrayContaining([id, open['x-secret']]));
      expect(given.some(({ default: usual }) => usual !== undefined)).toBe(false);
    }
  });

  test('names no attribute that OpenTofu keeps for itself, and none twice', () => {
    const reserved = [
      'connection',
      'count',
      'depends_on',
      'for_each',
      'id',
      'lifecycle',
      'provider',
      'provisioner',
    ];
    for (const { name, attributes } of kinds) {
      const names = attributes.flatMap((one) => [
        one.name,
        ...(one.writeOnly ? [`${one.name}_version`] : []),
      ]);
      expect([name, names.filter((one) => reserved.includes(one))]).toEqual([name, []]);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('takes defaults, rules and what cannot change from the schemas', () => {
    expect(attribute('policy', 'mode')).toMatchObject({ giver: 'OptionalComputed', default: 'REPORT_ONLY' });
    expect(attribute('policy', 'parameters.maxAgeDays')).toMatchObject({
      shape: 'Integer',
      rule: { least: 1, most: 3660 },
    });
    expect(attribute('identity', 'type')).toMatchObject({ giver: 'Required', creates: true });
    expect(attribute('identity', 'type')).not.toHaveProperty('changes');
    expect(attribute('oidc_client', 'scopes')).toMatchObject({
      giver: 'OptionalComputed',
      shape: 'Set',
      element: 'String',
    });
    expect(attribute('identity', 'expiresAt')).toMatchObject({ giver: 'Optional', moment: true });
    expect(attribute('social_provider', 'provider')).toMatchObject({ name: 'provider_kind' });
  });

  test('sends null for a field of a merge patch, and an empty list where a list cannot be null', () => {
    expect(attribute('policy', 'parameters.deniedScopes')?.absent).toBeNull();
    expect(attribute('policy', 'selector')?.absent).toEqual({ identityTypes: [], tags: [], identityIds: [] });
    expect(attribute('identity', 'allowedIps')?.absent).toBeNull();
  });
});
