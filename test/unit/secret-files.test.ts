import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigError, misspeltSettings, readConfig, settings } from '../../src/config.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { secretSettings } from '../../src/settings/secret-files.ts';

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('a secret in a file', () => {
  const database = 'postgres://u:p@db/x';
  const written = (content: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'keyward-secret-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'value'), content);
    return join(folder, 'value');
  };
  const masterKey = Buffer.alloc(32, 1).toString('base64');
  const values: Record<string, string> = {
    DATABASE_URL: database,
    MIGRATION_DATABASE_URL: database,
    MASTER_KEY: masterKey,
    BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
    BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
    SMTP_URL: 'smtps://u:p@mail.example.org',
  };

  test.each(secretSettings)('%s is read from the file that the variable with _FILE names', (name) => {
    const sender = { MAIL_FROM: 'ada@example.org' };
    const value = values[name] ?? '';
    const given = readConfig({ ...sender, [name]: value });
    for (const end of ['', '\n', '\r\n'])
      expect(readConfig({ ...sender, [`${name}_FILE`]: written(`${value}${end}`) })).toEqual(given);
  });

  test('an empty variable beside it counts as unset', () => {
    const env = { DATABASE_URL: '', DATABASE_URL_FILE: written(database), MASTER_KEY_FILE: '' };
    expect(readConfig(env)).toEqual(readConfig({ DATABASE_URL: database }));
  });

  test('refuses what an operator must correct, and never repeats a value', () => {
    const missing = join(tmpdir(), 'keyward-no-such-file');
    expect(refusalOf({ DATABASE_URL: database, DATABASE_URL_FILE: written(database) })).toBe(
      'DATABASE_URL and DATABASE_URL_FILE are both set: set one of them.',
    );
    expect(refusalOf({ MASTER_KEY_FILE: missing })).toBe(
      'MASTER_KEY_FILE names a file that cannot be read (ENOENT): check its path, and whether the account of the service may read it.',
    );
    expect(refusalOf({ MASTER_KEY_FILE: written('\n') })).toBe(
      'MASTER_KEY_FILE names an empty file: write the value of MASTER_KEY into it.',
    );
    expect(refusalOf({ MASTER_KEY_FILE: written('not a key') })).toMatch(
      /^MASTER_KEY has a value that is not/,
    );
  });

  test('exists for every setting whose value is a secret, and for no other', () => {
    expect(readConfig({ PORT_FILE: join(tmpdir(), 'keyward-no-such-file') })).toEqual(readConfig({}));
    const kinds = ['postgres://', 'kd_live_', 'kd_test_', 'smtp://', 'base64'];
    const secret = settings.filter(({ kind }) => kinds.some((part) => kind.allowed.includes(part)));
    expect(secret.map(({ name }) => name).toSorted()).toEqual(secretSettings.toSorted());
  });

  test('has a name that is not taken for a misspelt one', () => {
    expect(misspeltSettings({ MASTER_KEY_FILE: 'x', DATABASE_URL_FIL: 'x' })).toEqual([
      'DATABASE_URL_FIL is not a setting and has no effect. Did you mean DATABASE_URL_FILE?',
    ]);
  });
});
