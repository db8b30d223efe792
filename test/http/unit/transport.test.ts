import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { transportReader } from '../../../src/http/transport.ts';

test('an unreadable X-Forwarded-For of a trusted proxy is told once', () => {
  const told: string[] = [];
  const read = transportReader({ trustedProxies: ['10.0.0.0/8'] }, (peer) => told.push(peer));
  const from = (peer: string, forwarded: string): string =>
    read({
      socket: { remoteAddress: peer },
      headers: { 'x-forwarded-for': forwarded },
    } as unknown as IncomingMessage).address;
  expect(from('10.0.0.7', '203.0.113.7')).toBe('203.0.113.7');
  // The header of a stranger is not read at all.
  expect(from('192.0.2.1', 'unknown')).toBe('192.0.2.1');
  expect(told).toEqual([]);
  expect(from('10.0.0.7', 'unknown')).toBe('100:6b64:a00:7::');
  expect(from('10.0.0.8', '')).toBe('100:6b64:a00:8::');
  expect(told).toEqual(['10.0.0.7']);
});
