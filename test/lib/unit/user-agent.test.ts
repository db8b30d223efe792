import { expect, test } from 'vitest';
import { platformOf } from '../../../src/lib/device-platform.ts';
import { deviceOf } from '../../../src/lib/user-agent.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15',
    'Safari, macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/126.0 Safari/604.1',
    'Chrome, iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36', 'Chrome, Android'],
  ['curl/8.5.0', null],
  ['', null],
  [null, null],
])('calls %s %s', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device));

test('takes a User-Agent that names no known system for no system that a policy trusts', () => {
  for (const unreadable of ['curl/8.5.0', '?', 'windows', '\u0000'])
    expect([unreadable, platformOf(unreadable)]).toEqual([unreadable, 'other']);
  for (const absent of ['', undefined]) expect(platformOf(absent)).toBeUndefined();
});
