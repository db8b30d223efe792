// The parts of a release that take long: the provider and the image. The chart is rendered by Helm from its archive.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { changedFiles } from '../../scripts/release/publishable.ts';
import { treeVersion } from '../../scripts/release/version-places.ts';
import { lacks, programOf } from '../support/programs.ts';

const run = promisify(execFile);
const version = treeVersion();
const work = mkdtempSync(join(tmpdir(), 'keyward-whole-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
const out = join(work, 'dist');
const systems = ['linux_amd64', 'windows_amd64'];
const minutes = (count: number) => count * 60_000;

const build = (to: string, parts: string) =>
  run(process.execPath, ['scripts/release.ts'], {
    env: {
      ...process.env,
      OUT: to,
      PARTS: parts,
      VERSION: version,
      DRAFT: '1',
      ENGINE: 'buildah',
      TMPDIR: '/tmp',
      GO_PLATFORMS: systems.join(' '),
    },
    maxBuffer: 1 << 26,
  });
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
