// The module of Go in a release, as a proxy of modules serves it.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect } from 'vitest';
import { treeVersion } from '../../scripts/release/version-places.ts';
import { go } from '../support/go.ts';
import { verify } from '../support/builders.ts';
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

const program = (module: string): string => `package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"${module}"
)

func main() {
	ctx := context.Background()
	client, err := keyward.New(keyward.Options{BaseURL: os.Getenv("KEYWARD_URL"), APIKey: os.Getenv("KEYWARD_API_KEY")})
	check(err)
	code := func(secret string) string {
		found, err := client.Credentials.Verify(ctx, keyward.VerificationRequest{Credential: secret})
		check(err)
		return string(found.Code)
	}
	identity, err := client.Identities.Create(ctx, keyward.IdentityInput{Name: "from dist", Type: keyward.IdentityTypeCICD})
	check(err)
	made, err := client.Credentials.Create(ctx, keyward.CredentialInput{IdentityID: identity.ID, Name: "key"})
	check(err)
	verified := []string{code(made.Credential)}
	rotated, err := client.Credentials.Rotate(ctx, made.ID, nil)
	check(err)
	verified = append(verified, code(rotated.Credential))
	_, err = client.Credentials.Revoke(ctx, made.ID, nil)
	check(err)
	verified = append(verified, code(rotated.Credential))
	outcome := map[string]any{"id": made.ID, "first": made.Credential, "second": rotated.Credential, "verified": verified}
	check(json.NewEncoder(os.Stdout).Encode(outcome))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
`;

describe.skipIf(lacking)('the module of Go in a release', () => {
  test('creates, verifies, rotates and revokes where it is installed, without another module', {
    timeout: 600_000,
  }, async ({ service }) => {
    const archive = await build('one');
    const [, module = ''] = /^module (\S+)$/m.exec(readFileSync('clients/go/go.mod', 'utf8')) ?? [];
    const home = join(work, 'home');
    mkdirSync(home);
    writeFileSync(join(home, 'main.go'), program(module));
    writeFileSync(join(home, 'go.mod'), 'module acme.example/program\n\ngo 1.26.0\n');
    const env = {
      // No other proxy is asked, so a module that ours needs would be missed.
      GOPROXY: aProxy(archive, module),
      GOSUMDB: 'off',
      GOMODCACHE: join(work, 'modules'),
      GOFLAGS: '-mod=mod -modcacherw',
    };
    await go(home, env, 'get', `${module}@v${version}`);
    await go(home, env, 'build', '-o', join(home, 'program'), '.');
    const { ours, origin } = service;
    const { stdout } = await run(join(home, 'program'), [], {
      cwd: home,
      env: { HOME: home, KEYWARD_URL: origin, KEYWARD_API_KEY: ours.key },
    });
    const { id, first, second, verified } = JSON.parse(stdout) as Record<string, unknown>;
    expect(verified).toEqual(['VALID', 'VALID', 'REVOKED']);
    for (const secret of [first, second])
      expect(await verify(ours, String(secret))).toMatchObject({ valid: false });
    const { body } = await ours.call('listAuditLogs', { query: { targetId: String(id) } });
    expect(body.data).toHaveLength(3);
    for (const row of body.data as object[])
      expect(row).toMatchObject({ userAgent: `keyward-go/${version}` });
  });

  test('is equal when it is built again', { timeout: 60_000 }, async () => {
    const [one, two] = await Promise.all([build('two'), build('three')]);
    expect(readFileSync(one)).toEqual(readFileSync(two));
  });
});
