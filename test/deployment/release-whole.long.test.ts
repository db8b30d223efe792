// The parts of a release that take long: the provider and the image. The chart is rendered by Helm from its archive.
import { execFile, execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, onTestFinished } from 'vitest';
import { changedFiles } from '../../scripts/release/publishable.ts';
import { treeVersion } from '../../scripts/release/version-places.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { aCredential, verify } from '../support/builders.ts';
import { createClient } from '../support/client.ts';
import { buildDist, onlyFile } from '../support/dist.ts';
import { freePort } from '../support/free-port.ts';
import { loadImage, statusOf } from '../support/image.ts';
import { emptyDatabase } from '../support/process.ts';
import { lacks, programOf } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { resource, tofuProgram } from '../support/tofu.ts';

const run = promisify(execFile);
const version = treeVersion();
const work = mkdtempSync(join(tmpdir(), 'keyward-whole-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
const out = join(work, 'dist');
const systems = ['linux_amd64', 'windows_amd64'];
const minutes = (count: number) => count * 60_000;

const build = (to: string, part: string) =>
  buildDist(to, [part], { ENGINE: 'buildah', TMPDIR: '/tmp', GO_PLATFORMS: systems.join(' ') });
const listed = (folder: string) => readdirSync(join(out, folder)).toSorted();

const lacking = [
  lacks(programOf('go'), 'the release needs Go (Debian: apt install golang-go)'),
  lacks(
    process.getuid?.() === 0 ? programOf('buildah') && programOf('mmdebstrap') : undefined,
    'the release needs root, buildah and mmdebstrap (Debian: apt install buildah mmdebstrap)',
  ),
].some(Boolean);

describe.skipIf(lacking)('a whole release', () => {
  // Each test builds its part, because a run ends if no test ends for long. Go needs minutes for each platform, so there are two.
  test('has the provider, with the names that the registries demand', { timeout: minutes(11) }, async () => {
    await build(join(work, 'provider'), 'provider');
    const name = `terraform-provider-keyward_${version}`;
    const folder = join(work, 'provider/terraform');
    expect(readdirSync(folder).toSorted()).toEqual(
      [
        `${name}_SHA256SUMS`,
        ...systems.map((one) => `${name}_${one}.zip`),
        `${name}_manifest.json`,
      ].toSorted(),
    );
    expect(
      execFileSync('sha256sum', ['--check', '--quiet', `${name}_SHA256SUMS`], {
        cwd: folder,
        encoding: 'utf8',
      }),
    ).toBe('');
    for (const system of systems) {
      const inside = execFileSync('unzip', ['-Z1', join(folder, `${name}_${system}.zip`)], {
        encoding: 'utf8',
      });
      expect(inside).toBe(
        `terraform-provider-keyward_v${version}${system.startsWith('windows') ? '.exe' : ''}\n`,
      );
    }
  });

  test('has a provider that OpenTofu installs from its archive, and that ends what it made', {
    timeout: minutes(11),
  }, async ({ service }) => {
    const home = join(work, 'configuration');
    const mirror = join(work, 'mirror');
    const address = 'keyward.example/keyward/keyward';
    mkdirSync(join(mirror, address), { recursive: true });
    mkdirSync(home);
    const archive = onlyFile(join(work, 'provider/terraform'), 'linux_amd64.zip');
    copyFileSync(archive, join(mirror, address, basename(archive)));
    writeFileSync(
      join(home, 'tofu.rc'),
      `provider_installation {\n  filesystem_mirror {\n    path = "${mirror}"\n  }\n}\n`,
    );
    writeFileSync(
      join(home, 'main.tf'),
      `terraform {
  required_providers {
    keyward = {
      source  = "${address}"
      version = "${version}"
    }
  }
}
${resource('identity', 'it', { name: 'from dist', type: 'CI_CD' })}
ephemeral "keyward_credential" "of_the_run" {
  identity_id = keyward_identity.it.id
  duration    = "10m"
  scopes      = ["groups.read", "groups.write"]
}
provider "keyward" {
  alias   = "of_the_run"
  api_key = ephemeral.keyward_credential.of_the_run.credential
}
${resource('group', 'it', { provider: '=keyward.of_the_run', name: 'Made by a key of the run' })}`,
    );
    const program = await tofuProgram();
    const env = {
      PATH: process.env['PATH'],
      HOME: home,
      TF_CLI_CONFIG_FILE: join(home, 'tofu.rc'),
      CHECKPOINT_DISABLE: '1',
      KEYWARD_URL: service.origin,
      KEYWARD_API_KEY: service.ours.key,
    };
    const tofu = async (...words: string[]) => (await run(program, words, { cwd: home, env })).stdout;
    expect(await tofu('init', '-no-color')).toContain(`v${version}`);
    await tofu('apply', '-auto-approve', '-target=keyward_identity.it');
    await tofu('apply', '-auto-approve');
    const { body } = await service.ours.call('listAuditLogs', { query: { limit: 100 } });
    const rows = body.data as { action: string; userAgent: string }[];
    const byProvider = rows.filter(({ userAgent }) => userAgent.includes(`keyward-terraform/${version}`));
    expect(new Set(byProvider.map(({ action }) => action))).toEqual(
      new Set(['identity.create', 'credential.create', 'group.create', 'credential.revoke']),
    );
    await tofu('destroy', '-auto-approve', '-target=keyward_group.it');
    await tofu('destroy', '-auto-approve');
  });

  test('has the image as an OCI layout with its own version', { timeout: minutes(11) }, async () => {
    await build(out, 'image');
    const [file = ''] = listed('image');
    expect(file).toMatch(`keyward-${version}-`);
    const read = (entry: string) =>
      execFileSync('tar', ['-xOf', join(out, 'image', file), entry], {
        encoding: 'utf8',
        maxBuffer: 1 << 26,
      });
    const index = JSON.parse(read('index.json')) as {
      manifests: { digest: string; annotations: Record<string, string> }[];
    };
    const [manifest] = index.manifests;
    expect(manifest?.annotations['org.opencontainers.image.ref.name']).toBe(
      `ghcr.io/example/keyward:${version}`,
    );
    const { config } = JSON.parse(read(`blobs/sha256/${manifest?.digest.slice('sha256:'.length)}`)) as {
      config: { digest: string };
    };
    const { created, config: started } = JSON.parse(
      read(`blobs/sha256/${config.digest.slice('sha256:'.length)}`),
    ) as { created: string; config: { User: string } };
    const time = Number(execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }));
    expect(Date.parse(created)).toBe(time * 1_000);
    expect(started.User).toBe('10001:10001');
    expect(changedFiles(out)).toEqual([]);
  });

  test('has an image that issues, verifies, rotates and revokes, as its own user, on a root that it cannot write', {
    timeout: minutes(11),
  }, async () => {
    const image = await loadImage(onlyFile(join(out, 'image'), '.oci.tar'));
    onTestFinished(() => image.remove());
    const { env: database } = await emptyDatabase();
    const key = newSecret('kd_live_');
    const service = image.startReadOnly({
      ...database,
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: String(await freePort()),
      BOOTSTRAP_LIVE_KEY: key,
      BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
    });
    const [, port = ''] = await service.prints(/^ready http:\/\/localhost:(\d+)$/m);
    const origin = `http://127.0.0.1:${port}`;
    const keyed = createClient(origin, key);
    const { id, secret } = await aCredential(keyed);
    const { body } = await keyed.call('rotateCredential', { path: { id }, body: {} });
    const codes = [await verify(keyed, secret), await verify(keyed, body.credential)];
    await keyed.call('revokeCredential', { path: { id }, body: {} });
    codes.push(await verify(keyed, body.credential));
    expect(codes.map(({ code }) => code)).toEqual(['REVOKED', 'VALID', 'REVOKED']);
    expect(await (await fetch(`${origin}/health/ready`)).json()).toMatchObject({ version });
    expect(statusOf(service.pid, 'Uid').split('\t')).toEqual(['10001', '10001', '10001', '10001']);
    expect(() => writeFileSync(`/proc/${service.pid}/root/tmp/file`, '')).toThrow('EROFS');
    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
  });

  test('has a chart that Helm renders from its archive', { timeout: minutes(11) }, async () => {
    await run('deploy/helm/tools.sh', []);
    const folder = join(work, 'chart');
    await build(folder, 'chart');
    const words = ['template', 'it', join(folder, `helm/keyward-${version}.tgz`)];
    for (const set of readdirSync('deploy/helm/keyward/ci')) {
      const values = ['--values', resolve('deploy/helm/keyward/ci', set)];
      const [{ stdout: packed }, { stdout: source }] = await Promise.all([
        run('.cache/helm/helm', [...words, ...values]),
        run('.cache/helm/helm', ['template', 'it', 'deploy/helm/keyward', ...values]),
      ]);
      expect(packed).toBe(source);
      expect(packed).toContain('kind: Deployment');
    }
  });

  test.for(['provider', 'image'])(
    'is equal when it is built again: %s',
    { timeout: minutes(11) },
    async (parts) => {
      const again = join(work, 'again');
      await build(again, parts);
      const before = parts === 'provider' ? join(work, 'provider') : out;
      expect(readFileSync(join(again, 'SHA256SUMS'), 'utf8')).toBe(
        readFileSync(join(before, 'SHA256SUMS'), 'utf8'),
      );
    },
  );
});
