// A built server in a folder of its own, far from its sources.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { createClient } from '../support/client.ts';
import { faultsOfFamilies } from '../support/every-family.ts';
import { dataFolder, emptyDatabase, otherProgram, type Service, service } from '../support/process.ts';

const run = promisify(execFile);

describe('a built server', () => {
  let built: string;
  beforeAll(async () => {
    built = mkdtempSync(join(tmpdir(), 'keyward-built-'));
    await run(process.execPath, ['scripts/build.ts', built]);
  }, 300_000);
  afterAll(() => rmSync(built, { recursive: true, force: true }));

  /** Starts a program of a folder, in that folder. */
  const startIn = (folder: string, env: Record<string, string>, ...words: string[]) =>
    otherProgram('/usr/bin/env', ['-C', folder, process.execPath, '--max-semi-space-size=8', ...words], env);
  const nodeIn = (folder: string, env: Record<string, string>): Promise<Service> =>
    service(env, (_file, more) => startIn(folder, { ...more }, 'src/main.js'));

  async function settings() {
    const { env } = await emptyDatabase();
    const [key, orgId] = [newSecret('kd_live_'), newId('org')];
    const given = {
      ...env,
      DATA_DIR: dataFolder(),
      RATE_LIMIT_PER_MINUTE: '0',
      BOOTSTRAP_LIVE_KEY: key,
      BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
      BOOTSTRAP_ORG_ID: orgId,
      BOOTSTRAP_TEST_ORG_ID: newId('org'),
    };
    return { given, key, orgId };
  }

  test('has one file with code, and no source', () => {
    const files = readdirSync(built, { recursive: true, encoding: 'utf8' });
    const own = files.filter((file) => !file.startsWith('node_modules/'));
    expect(own.filter((file) => /\.(mjs|ts)$/.test(file) && !file.startsWith('scripts/'))).toEqual([
      'server/keyward.mjs',
    ]);
    expect(readFileSync(join(built, 'NOTICES.txt'), 'utf8')).toMatch(/^oidc-provider \d/m);
    const text = readFileSync(join(built, 'server/keyward.mjs'), 'utf8');
    expect(text).not.toContain(process.cwd());
  });

  test('takes the place of an earlier one only when it is made, and keeps other files of the folder', async () => {
    const place = mkdtempSync(join(tmpdir(), 'keyward-place-'));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    cpSync(built, place, { recursive: true });
    mkdirSync(join(place, '.data'));
    writeFileSync(join(place, '.data/master.key'), 'kept');
    writeFileSync(join(place, 'server/stale.txt'), 'of the release before');
    const builder = resolve('scripts/build.ts');
    // A folder without the files of the repository: the build fails.
    await expect(run(process.execPath, [builder, place], { cwd: tmpdir() })).rejects.toThrow('ENOENT');
    expect(readdirSync(join(place, 'server'))).toEqual(['keyward.mjs', 'stale.txt']);
    await run(process.execPath, [builder, place]);
    expect(readdirSync(join(place, 'server'))).toEqual(['keyward.mjs']);
    expect(readdirSync(place).toSorted()).toEqual([...readdirSync(built), '.data'].toSorted());
    expect(readFileSync(join(place, '.data/master.key'), 'utf8')).toBe('kept');
  }, 300_000);

  test('answers requests of every family, and runs the commands of operators', async () => {
    const { given, key, orgId } = await settings();
    const node = await nodeIn(built, given);
    expect(await faultsOfFamilies(node.origin, key, orgId)).toEqual([]);
    for (const path of ['/docs/minisearch.js', '/docs/style.css', '/ui/style.css', '/api/v1/openapi.json'])
      expect([path, (await fetch(node.origin + path)).status]).toEqual([path, 200]);
    const made = startIn(built, given, 'scripts/organization.ts', 'Second');
    expect(await made.ended).toBe(0);
    const [, second = ''] = /(kd_live_\w+)/.exec(made.printed()) ?? [];
    const { status } = await createClient(node.origin, second).call('listIdentities');
    expect(status).toBe(200);
  });

  test('is upgraded in its place while it answers', async () => {
    const { given, key, orgId } = await settings();
    const place = mkdtempSync(join(tmpdir(), 'keyward-place-'));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    cpSync(built, place, { recursive: true });
    const [first, second] = [await nodeIn(place, given), await nodeIn(place, given)];
    const { body } = await createClient(first.origin, key).call('createIdentity', {
      body: { name: 'worker', type: 'CI_CD' },
    });
    expect(body.id).toMatch(/^idn_/);

    /** Where the proxy sends requests. */
    let nodes: Service[] = [first, second];
    const answers = new Map<number, number>();
    let isOver = false;
    const caller = async (turn: number): Promise<void> => {
      for (let at = turn; !isOver; at += 1) {
        const { origin } = nodes[at % nodes.length] ?? first;
        const { status } = await createClient(origin, key).call('getIdentity', { path: { id: body.id } });
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    };
    const callers = Promise.all([caller(0), caller(1)]);
    callers.catch(() => undefined);

    // The files go before the new ones come. All code is in memory; pages and documents are files.
    for (const name of readdirSync(place)) rmSync(join(place, name), { recursive: true });
    const faults = await faultsOfFamilies(first.origin, key, orgId);
    expect(
      faults.filter((fault) => !/ (\/(admin|docs|docs\/search\.json)?|\/api\/v1\/openapi\.\w+):/.test(fault)),
    ).toEqual([]);
    cpSync(built, place, { recursive: true });
    for (const old of [first, second]) {
      nodes = nodes.filter((one) => one !== old);
      old.signal('SIGTERM');
      expect(await old.ended).toBe(0);
      nodes = [...nodes, await nodeIn(place, given)];
    }
    isOver = true;
    await callers;
    expect([...answers.keys()]).toEqual([200]);
  });
});
