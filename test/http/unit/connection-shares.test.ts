import { describe, expect, test } from 'vitest';
import { connectionShares } from '../../../src/http/admission/connection-shares.ts';

const noBalancer = (): boolean => false;

/** How many of these connections are taken. */
const taken = (take: ReturnType<typeof connectionShares>, addresses: readonly string[]): number =>
  addresses.filter((address) => take(address) !== undefined).length;

const many = (count: number, addressOf: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => addressOf(index));

describe('the connections of a listener', () => {
  test('are held by one address up to half, so that others get some', () => {
    const take = connectionShares(8, noBalancer);
    expect(
      taken(
        take,
        many(8, () => '203.0.113.1'),
      ),
    ).toBe(4);
    expect(
      taken(
        take,
        many(8, () => '203.0.113.2'),
      ),
    ).toBe(2);
    expect(
      taken(
        take,
        many(8, () => '203.0.113.3'),
      ),
    ).toBe(1);
  });

  test('are shared by all addresses of an IPv6 /64', () => {
    const take = connectionShares(8, noBalancer);
    expect(
      taken(
        take,
        many(8, (index) => `2001:db8::${index}`),
      ),
    ).toBe(4);
    expect(taken(take, ['2001:db8:0:1::1'])).toBe(1);
    expect(taken(take, ['2001:db8::99'])).toBe(0);
  });

  test('count an IPv4 address once, also if it is written as IPv6', () => {
    const take = connectionShares(8, noBalancer);
    expect(taken(take, [...many(3, () => '203.0.113.1'), ...many(3, () => '::ffff:203.0.113.1')])).toBe(4);
  });

  test('are all for a load balancer, because it stands for all its clients', () => {
    const take = connectionShares(8, (address) => address === '10.0.0.5');
    expect(taken(take, ['203.0.113.1', '203.0.113.1'])).toBe(2);
    expect(
      taken(
        take,
        many(20, () => '10.0.0.5'),
      ),
    ).toBe(8);
  });

  test('are free again when they are given back', () => {
    const take = connectionShares(2, noBalancer);
    const giveBack = take('203.0.113.1');
    expect(take('203.0.113.1')).toBeUndefined();
    giveBack?.();
    expect(take('203.0.113.1')).toBeDefined();
  });
});
