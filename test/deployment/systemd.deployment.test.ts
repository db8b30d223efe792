import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { misspeltSettings, readConfig } from '../../src/config.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { freePort } from '../support/free-port.ts';
import { emptyDatabase, program } from '../support/process.ts';
import { lacks, programOf } from '../support/programs.ts';

const run = promisify(execFile);
const units = ['keyward.service', 'keyward-migrate.service'];
const folder = mkdtempSync(join(tmpdir(), 'keyward-systemd-'));
const read = (name: string): string => readFileSync(`deploy/systemd/${name}`, 'utf8');
const without = lacks(
  programOf('systemd-analyze'),
  'tests of the units need systemd-analyze (Debian: apt install systemd)',
);

/** The values of one directive of a unit, in order. */
const valuesOf = (unit: string, directive: string): string[] =>
  read(unit)
    .split('\n')
    .filter((line) => line.startsWith(`${directive}=`))
    .map((line) => line.slice(directive.length + 1));
const assignments = (lines: string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
/** Returns the variables that the unit itself sets, without the environment file. */
const environmentOf = (unit: string): Record<string, string> =>
  assignments(valuesOf(unit, 'Environment').flatMap((value) => value.split(' ')));
const environmentFile = assignments(
  read('keyward.env')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

describe.skipIf(without)('the systemd units', () => {
  beforeAll(() => {
    // The service is not installed on this machine, so the units lead to this checkout.
    for (const unit of units)
      writeFileSync(join(folder, unit), read(unit).replaceAll('/opt/keyward', process.cwd()));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('pass systemd-analyze verify', async () => {
    const { stdout, stderr } = await run('systemd-analyze', [
      'verify',
      ...units.map((unit) => join(folder, unit)),
    ]);
    expect(stdout + stderr).not.toMatch(/keyward/);
  });

  test('refuse an unknown directive', async () => {
    const wrong = join(folder, 'wrong.service');
    writeFileSync(
      wrong,
      read('keyward.service').replaceAll('/opt/keyward', process.cwd()).replace('UMask=', 'UnitMask='),
    );
    const { stderr } = await run('systemd-analyze', ['verify', wrong]);
    expect(stderr).toMatch(/UnitMask/);
  });

  test.each(units)('leave %s at most an exposure of 1.5 of 10', async (unit) => {
    const words = ['security', '--offline=true', '--threshold=15', '--no-pager', join(folder, unit)];
    const { stdout } = await run('systemd-analyze', words);
    expect(stdout).toMatch(/Overall exposure level for keyward.*: 1\.\d OK/);
    // JavaScript is compiled to machine code while it runs.
    expect(valuesOf(unit, 'MemoryDenyWriteExecute')).toEqual([]);
  });

  test('give the service settings that it knows, and secrets by files alone', () => {
    const env = { ...environmentFile, ...environmentOf('keyward.service') };
    expect(misspeltSettings(env)).toEqual([]);
    const plain = Object.fromEntries(Object.entries(env).filter(([name]) => !name.endsWith('_FILE')));
    expect(readConfig(plain)).toMatchObject({ migrations: 'off', metricsPort: 9464, drainSeconds: 10 });
    expect(readConfig({ MIGRATIONS: environmentOf('keyward-migrate.service')['MIGRATIONS'] })).toMatchObject({
      migrations: 'only',
    });
    for (const unit of units) {
      const files = Object.values(environmentOf(unit)).filter((value) => value.startsWith('%d/'));
      expect(files.map((value) => value.slice(3))).toEqual(
        valuesOf(unit, 'LoadCredential').map((value) => value.slice(0, value.indexOf(':'))),
      );
    }
  });

  test('start a node on secrets in files, which has no rights of the owner of the schema', async () => {
    const { env } = await emptyDatabase();
    const secrets: Record<string, string> = {
      'database-url': env.DATABASE_URL,
      'migration-database-url': env.MIGRATION_DATABASE_URL,
      'master-key': env.MASTER_KEY,
    };
    for (const [name, secret] of Object.entries(secrets)) writeFileSync(join(folder, name), `${secret}\n`);
    const environment = (unit: string): Record<string, string> =>
      Object.fromEntries(
        Object.entries(environmentOf(unit)).map(([name, value]) => [name, value.replace('%d', folder)]),
      );
    const migrating = program('src/main.ts', environment('keyward-migrate.service'));
    expect(await migrating.ended, migrating.printed()).toBe(0);
    // The addresses and ports are those of this machine. The keys come with a drop-in for the first start.
    const here = { HOST: '127.0.0.1', PORT: '0', METRICS_PORT: String(await freePort()), DRAIN_SECONDS: '0' };
    const keys = { BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'), BOOTSTRAP_TEST_KEY: newSecret('kd_test_') };
    const node = program('src/main.ts', {
      ...environmentFile,
      ...environment('keyward.service'),
      ...here,
      ...keys,
    });
    await node.prints(/^ready /m);
    const ready = async (): Promise<number> =>
      (await fetch(`http://127.0.0.1:${here.METRICS_PORT}/health/ready`)).status;
    await expect.poll(ready, { timeout: 20_000 }).toBe(200);
    node.signal('SIGTERM');
    expect(await node.ended).toBe(0);
  }, 60_000);

  test('wait for longer than a stop takes', () => {
    const { drainSeconds } = readConfig(environmentFile);
    // Requests get 10 s after the drain, and their statements two more.
    expect(Number(valuesOf('keyward.service', 'TimeoutStopSec')[0])).toBeGreaterThan(drainSeconds + 12);
    expect(valuesOf('keyward.service', 'KillSignal')).toEqual(['SIGTERM']);
  });

  test('harden both services in the same way', () => {
    const hardening = (unit: string): string =>
      /# A user that exists[^[]*?(?=\n\n\[Install\]|\n*$)/.exec(read(unit))?.[0] ?? unit;
    expect(hardening('keyward-migrate.service').trim()).toBe(hardening('keyward.service').trim());
  });
});
