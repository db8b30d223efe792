// Programs that create, verify, rotate and revoke a credential with an installed client library.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { verify } from './builders.ts';
import { go } from './go.ts';
import type { TestService } from './service.ts';

const run = promisify(execFile);

/** Two secrets that a program saw, and three codes of verifications: at the beginning, after the rotation, and after the end. */
interface Outcome {
  id: string;
  first: string;
  second: string;
  verified: string[];
}
type Env = Record<string, string>;

/**
 * Returns an environment in which programs find the service, and nothing of this checkout.
 * @param origin where the service answers, if not at its own address
 */
export const settingsOf = ({ ours, origin }: TestService, home: string, url = origin): Env => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  KEYWARD_URL: url,
  KEYWARD_API_KEY: ours.key ?? '',
});

/** Checks what the service knows of the acts. @param agent the name of the program, as the audit log has it */
export async function expectLife(
  { ours }: TestService,
  { id, first, second, verified }: Outcome,
  agent: string,
): Promise<void> {
  expect(first).not.toBe(second);
  expect(verified).toEqual(['VALID', 'VALID', 'REVOKED']);
  for (const secret of [first, second]) expect(await verify(ours, secret)).toMatchObject({ valid: false });
  const { body } = await ours.call('listAuditLogs', { query: { targetId: id } });
  const rows = body.data as { action: string; userAgent: string }[];
  expect(rows.map(({ action }) => action)).toEqual([
    'credential.revoke',
    'credential.rotate',
    'credential.create',
  ]);
  expect(new Set(rows.map(({ userAgent }) => userAgent))).toEqual(new Set([agent]));
}

/** Installs the tarball of the TypeScript client into an empty folder, and runs the acts. The program calls itself shop/2.1. */
export async function typescriptActs(home: string, tarball: string, env: Env): Promise<Outcome> {
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: home });
  writeFileSync(
    join(home, 'program.js'),
    `import { Keyward } from '@keyward/client';
const keyward = new Keyward({ baseUrl: process.env.KEYWARD_URL, apiKey: process.env.KEYWARD_API_KEY, userAgent: 'shop/2.1' });
const codeOf = async (credential) => (await keyward.credentials.verify({ credential })).code;
const identity = await keyward.identities.create({ name: 'from dist', type: 'CI_CD' });
const made = await keyward.credentials.create({ identityId: identity.id, name: 'key' });
const verified = [await codeOf(made.credential)];
const rotated = await keyward.credentials.rotate(made.id, {});
verified.push(await codeOf(rotated.credential));
await keyward.credentials.revoke(made.id, {});
verified.push(await codeOf(rotated.credential));
console.log(JSON.stringify({ id: made.id, first: made.credential, second: rotated.credential, verified }));
`,
  );
  const { stdout } = await run(process.execPath, ['program.js'], { cwd: home, env });
  return JSON.parse(stdout) as Outcome;
}

/**
 * Installs the wheel of the Python client into an empty environment, and runs the acts.
 * @param tools what `pythonTools` found. The packages that the wheel asks for are those of the tools
 */
export async function pythonActs(
  home: string,
  wheel: string,
  { folder, python }: { folder: string; python: string },
  env: Env,
): Promise<Outcome> {
  await run(python, ['-m', 'venv', '--without-pip', join(home, 'env')]);
  const program = join(home, 'env/bin/python');
  const pip = ['--disable-pip-version-check', '--python', program, 'install', '--quiet'];
  await run(resolve(folder, 'bin/pip'), [...pip, '--no-index', '--no-deps', wheel]);
  writeFileSync(
    join(home, 'program.py'),
    `import json, os
from keyward_client import Keyward
with Keyward(base_url=os.environ["KEYWARD_URL"], api_key=os.environ["KEYWARD_API_KEY"]) as keyward:
    code = lambda secret: str(keyward.credentials.verify(credential=secret).code)
    identity = keyward.identities.create(name="from dist", type_="CI_CD")
    made = keyward.credentials.create(identity_id=identity.id, name="key")
    verified = [code(made.credential)]
    rotated = keyward.credentials.rotate(made.id)
    verified.append(code(rotated.credential))
    keyward.credentials.revoke(made.id)
    verified.append(code(rotated.credential))
    print(json.dumps({"id": made.id, "first": made.credential, "second": rotated.credential, "verified": verified}))
`,
  );
  const words = ['-c', 'import sysconfig; print(sysconfig.get_paths()["purelib"])'];
  const PYTHONPATH = (await run(resolve(folder, 'bin/python'), words)).stdout.trim();
  const { stdout } = await run(program, ['program.py'], { cwd: home, env: { ...env, PYTHONPATH } });
  return JSON.parse(stdout) as Outcome;
}

/** Returns the path of the module of Go in a folder. */
export const goModule = (folder: string): string =>
  /^module (\S+)$/m.exec(readFileSync(join(folder, 'go.mod'), 'utf8'))?.[1] ?? '';

/**
 * Writes a module that uses the Go client, and runs the acts.
 * @param install the words for `go` with which the module finds the client, and settings of Go
 */
export async function goActs(
  home: string,
  module: string,
  install: { words: string[]; env: Env },
  env: Env,
): Promise<Outcome> {
  writeFileSync(
    join(home, 'main.go'),
    `package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	keyward "${module}"
)

func must[Result any](result Result, err error) Result {
	if err != nil {
		log.Fatal(err)
	}
	return result
}

func main() {
	ctx := context.Background()
	client := must(keyward.New(keyward.Options{BaseURL: os.Getenv("KEYWARD_URL"), APIKey: os.Getenv("KEYWARD_API_KEY")}))
	code := func(secret string) string {
		return string(must(client.Credentials.Verify(ctx, keyward.VerificationRequest{Credential: secret})).Code)
	}
	identity := must(client.Identities.Create(ctx, keyward.IdentityInput{Name: "from dist", Type: "CI_CD"}))
	made := must(client.Credentials.Create(ctx, keyward.CredentialInput{IdentityID: identity.ID, Name: "key"}))
	verified := []string{code(made.Credential)}
	rotated := must(client.Credentials.Rotate(ctx, made.ID, &keyward.Rotation{}))
	verified = append(verified, code(rotated.Credential))
	must(client.Credentials.Revoke(ctx, made.ID, &keyward.Reason{}))
	verified = append(verified, code(rotated.Credential))
	outcome := map[string]any{"id": made.ID, "first": made.Credential, "second": rotated.Credential, "verified": verified}
	must(0, json.NewEncoder(os.Stdout).Encode(outcome))
}
`,
  );
  await go(home, {}, 'mod', 'init', 'example.com/shop');
  await go(home, install.env, ...install.words);
  // The package of the client needs nothing beside the standard library. Its middleware is not built.
  await go(home, install.env, 'build', '-o', 'program', '.');
  const { stdout } = await run(join(home, 'program'), [], { env });
  return JSON.parse(stdout) as Outcome;
}
