import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openGeoIp } from '../../../src/conditional-access/judge/geoip.ts';
import { mmdb } from '../../support/mmdb.ts';

function fileOf(content: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'geoip-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'places.mmdb');
  writeFileSync(file, content);
  return file;
}

test('locates addresses of both families, and tells those it does not know', () => {
  const geoIp = openGeoIp(
    fileOf(
      mmdb({
        '192.0.2.0/24': { country: 'DE', latitude: 52.5, longitude: -13.25 },
        '2001:db8::/32': { country: 'JP' },
        '198.51.100.0/24': {},
      }),
    ),
  );
  expect(geoIp?.locate('192.0.2.77')).toEqual({
    country: 'DE',
    point: { latitude: 52.5, longitude: -13.25 },
  });
  expect(geoIp?.locate('2001:db8:9::1')).toEqual({ country: 'JP', point: null });
  expect(geoIp?.locate('198.51.100.1')).toEqual({ country: null, point: null });
  expect(geoIp?.locate('203.0.113.1')).toBeUndefined();
  expect(openGeoIp(undefined)).toBeUndefined();
});

test('does not take an unreadable country for one that is known', () => {
  for (const country of ['', 'de', 'DEU', 'Germany', '49']) {
    const geoIp = openGeoIp(fileOf(mmdb({ '192.0.2.0/24': { country } })));
    expect([country, geoIp?.locate('192.0.2.77')?.country]).toEqual([country, null]);
  }
});

test('says in a sentence what is wrong with the file', () => {
  expect(() => openGeoIp('/nowhere/places.mmdb')).toThrow('the file of GEOIP_FILE cannot be read (ENOENT)');
  const none = 'the file of GEOIP_FILE is not a MaxMind database (.mmdb)';
  expect(() => openGeoIp(fileOf(Buffer.from('no database')))).toThrow(none);
  expect(() => openGeoIp(fileOf(Buffer.alloc(0)))).toThrow(none);
  const whole = mmdb({ '192.0.2.0/24': { country: 'DE' } });
  expect(() => openGeoIp(fileOf(whole.subarray(0, whole.length - 20)))).toThrow(none);
  expect(() => openGeoIp(fileOf(whole.subarray(200)))).toThrow(none);
});
