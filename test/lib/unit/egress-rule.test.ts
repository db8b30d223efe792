import { expect, test } from 'vitest';
import { type EgressRule, egressMatcher, readEgressRule } from '../../../src/lib/egress-rule.ts';

const matcherOf = (...texts: string[]) =>
  egressMatcher(texts.map((text) => readEgressRule(text) as EgressRule));

test('a rule without a port lets its addresses be called at every port, and no others', () => {
  const mayReach = matcherOf('10.0.0.0/8', 'fd00::1');
  for (const port of [1, 443, 65_535]) {
    expect(mayReach('10.1.2.3', port)).toBe(true);
    expect(mayReach('::ffff:10.1.2.3', port)).toBe(true);
    expect(mayReach('fd00::1', port)).toBe(true);
    expect(mayReach('11.1.2.3', port)).toBe(false);
    expect(mayReach('fd00::2', port)).toBe(false);
    expect(mayReach('localhost', port)).toBe(false);
  }
});

test('a rule with a port lets its addresses be called at this one only', () => {
  const mayReach = matcherOf('10.0.0.0/8:8443', '10.9.0.0/16:443', '[fd00::/8]:8443', '192.168.0.1');
  expect(mayReach('10.1.2.3', 8443)).toBe(true);
  expect(mayReach('10.1.2.3', 443)).toBe(false);
  expect(mayReach('10.9.2.3', 443)).toBe(true);
  expect(mayReach('fd12::1', 8443)).toBe(true);
  expect(mayReach('fd12::1', 22)).toBe(false);
  expect(mayReach('192.168.0.1', 22)).toBe(true);
});

test('no rule lets nothing be called', () => {
  expect(egressMatcher([])('127.0.0.1', 443)).toBe(false);
});
