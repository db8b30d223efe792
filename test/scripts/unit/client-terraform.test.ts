import { describe as group, expect, test } from 'vitest';
import { describe, type Kind } from '../../../scripts/client-terraform.ts';
import type { Attribute } from '../../../scripts/terraform/attributes.ts';
import { readContract } from '../../../scripts/contract.ts';

const contract = readContract();
const kinds = describe(contract);
const rows = (contract['x-resources'] ?? {}) as Record<string, Kind>;

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
  test('has each kind of the contract', () => {
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
