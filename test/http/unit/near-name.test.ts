import { describe, expect, test } from 'vitest';
import { nearName } from '../../../src/http/contract/near-name.ts';

const known = ['name', 'maxUsageCount', 'expiresAt', 'scopes', 'ttl', 'id'];

describe('nearName', () => {
  test.each([
    ['maxUsage', 'maxUsageCount'],
    ['max_usage_count', 'maxUsageCount'],
    ['MAXUSAGECOUNT', 'maxUsageCount'],
    ['expireAt', 'expiresAt'],
    ['exipresAt', 'expiresAt'],
    ['scope', 'scopes'],
    ['nmae', 'name'],
    ['tll', 'ttl'],
    ['names', 'name'],
    ['status', undefined],
    ['tx', undefined],
    ['ix', undefined],
    ['', undefined],
    ['é', undefined],
    ['__proto__', undefined],
    ['x'.repeat(41), undefined],
  ])('maps %j to %j', (name, near) => expect(nearName(name, known)).toBe(near));

  test('prefers the nearest', () => {
    expect(nearName('maxUsage', ['maxUsageCount', 'maxUsages'])).toBe('maxUsages');
    expect(nearName('scopee', ['scopes', 'scope'])).toBe('scopes');
  });

  test('compares no long names, so that a name of any length costs nothing', () => {
    expect(nearName('x'.repeat(1_000_000), ['x'.repeat(1_000_001)])).toBeUndefined();
    expect(nearName('name', ['n'.repeat(1_000_000)])).toBeUndefined();
  });
});
