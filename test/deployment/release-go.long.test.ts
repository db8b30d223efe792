// The module of Go in a release, as a proxy of modules serves it.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect } from 'vitest';
import { treeVersion } from '../../scripts/release/version-places.ts';
import { expectLife, goActs, goModule, settingsOf } from '../support/four-acts.ts';
import { lacks, programOf } from '../support/programs.ts';
import { test } from '../support/service.ts';

const run = promisify(execFile);
const version = treeVersion();
const work = mkdtempSync(join(tmpdir(), 'keyward-go-release-'));
// Go makes the modules that it has unpacked read-only, unless -modcacherw is set.
afterAll(() => rmSync(work, { recursive: true, force: true }));
const lacking = [
  lacks(programOf('go'), 'the module of Go needs Go (Debian: apt install golang-go)'),
  lacks(programOf('zip'), 'the module of Go needs zip (Debian: apt install zip)'),
].some(Boolean);

/** Builds the module, and returns the path of its archive. */
async function build(name: string): Promise<string> {
  const out = join(work, name);
  const env = { ...process.env, OUT: out, PARTS: 'go', VERSION: version, DRAFT: '1' };
  await run(process.execPath, ['scripts/release.ts'], { env });
  return join(out, `go/keyward-go-${version}.zip`);
}

/** Lays an archive out as a proxy of modules has it, and returns the address of the folder. */
function aProxy(archive: string, module: string): string {
  const folder = join(work, 'proxy', module, '@v');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'list'), `v${version}\n`);
  writeFileSync(join(folder, `v${version}.info`), JSON.stringify({ Version: `v${version}` }));
  copyFileSync('clients/go/go.mod', join(folder, `v${version}.mod`));
  copyFileSync(archive, join(folder, `v${version}.zip`));
  return `file://${join(work, 'proxy')}`;
}

describe.skipIf(lacking)('the module of Go in a release', () => {
  test('creates, verifies, rotates and revokes where it is installed, without another module', {
    timeout: 600_000,
  }, async ({ service }) => {
    const archive = await build('one');
    const module = goModule('clients/go');
    const home = join(work, 'home');
    mkdirSync(home);
    const env = {
      // No other proxy is asked, so a module that ours needs would be missed.
      GOPROXY: aProxy(archive, module),
      GOSUMDB: 'off',
      GOMODCACHE: join(work, 'modules'),
      GOFLAGS: '-mod=mod -modcacherw',
    };
    const words = ['get', `${module}@v${version}`];
    const outcome = await goActs(home, module, { words, env }, settingsOf(service, home));
    await expectLife(service, outcome, `keyward-go/${version}`);
  });

  test('is equal when it is built again', { timeout: 60_000 }, async () => {
    const [one, two] = await Promise.all([build('two'), build('three')]);
    expect(readFileSync(one)).toEqual(readFileSync(two));
  });
});
