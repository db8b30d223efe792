// The OpenTofu provider for each platform, with the names that the registries of OpenTofu and Terraform demand.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeZip } from './archive.ts';
import type { Release } from './release.ts';
import { has, run } from './run.ts';
import { sumLines } from './sums.ts';

/** The platforms that have the provider, as Go names them. */
export const platforms = [
  ['linux', 'amd64'],
  ['linux', 'arm64'],
  ['darwin', 'amd64'],
  ['darwin', 'arm64'],
  ['windows', 'amd64'],
  ['windows', 'arm64'],
] as const;

/** Returns the platforms that are built: all, or for a draft those in `GO_PLATFORMS`, such as `linux_amd64`. */
function wanted(isDraft: boolean): readonly (typeof platforms)[number][] {
  const named = (isDraft ? (process.env['GO_PLATFORMS'] ?? '') : '').split(' ').filter(Boolean);
  return named.length === 0 ? platforms : platforms.filter((pair) => named.includes(pair.join('_')));
}

/** Returns the settings of Go for a platform. Those of a user, in variables or in the file of `go env -w`, do not decide what is built. */
export const goSettings = (system: string, machine: string): Record<string, string> => ({
  GOENV: 'off',
  GOOS: system,
  GOARCH: machine,
  GOAMD64: 'v1',
  GOARM64: 'v8.0',
  GOEXPERIMENT: '',
  GOFIPS140: 'off',
  CGO_ENABLED: '0',
  GOFLAGS: '-mod=readonly',
  GOTOOLCHAIN: 'local',
  GOWORK: 'off',
});

export function buildProvider({ version, out, work, time, isDraft }: Release): string | undefined {
  if (!has('go')) return 'it needs Go (Debian: apt-get install golang-go)';
  if (!has('zip')) return 'it needs zip (Debian: apt-get install zip)';
  const go = run('scripts/environment/go.sh', [resolve('.cache/release-go')]).trim();
  const folder = join(out, 'terraform');
  const prefix = `terraform-provider-keyward_${version}`;
  mkdirSync(folder, { recursive: true });
  for (const [system, machine] of wanted(isDraft)) {
    const files = join(work, `provider-${system}-${machine}`);
    const program = `terraform-provider-keyward_v${version}${system === 'windows' ? '.exe' : ''}`;
    mkdirSync(files);
    const flags = ['-trimpath', '-buildvcs=false', `-ldflags=-s -w -buildid= -X main.version=${version}`];
    run(go, ['build', ...flags, '-o', join(files, program), '.'], {
      cwd: 'clients/terraform',
      env: goSettings(system, machine),
    });
    writeZip(join(folder, `${prefix}_${system}_${machine}.zip`), files, time);
  }
  // The protocol that main.go serves.
  const manifest = { version: 1, metadata: { protocol_versions: ['6.0'] } };
  writeFileSync(join(folder, `${prefix}_manifest.json`), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, `${prefix}_SHA256SUMS`), sumLines(folder));
  return undefined;
}
