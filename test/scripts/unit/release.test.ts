import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { pullBases } from '../../../scripts/release/bases.ts';
import { type Owner, readOwner } from '../../../scripts/release/owner.ts';
import { provenanceOf } from '../../../scripts/release/provenance.ts';
import { sectionOf, unpublishedGuides } from '../../../scripts/release/texts.ts';
import { goSettings, platforms } from '../../../scripts/release/terraform.ts';
import { uploads } from '../../../scripts/release/uploads.ts';
import {
  checkVersion,
  generated,
  otherVersions,
  treeVersion,
  written,
} from '../../../scripts/release/version-places.ts';

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n');

/** Manifests of programs that are not published, or that have the version of something else. */
const ofOthers = /^(bench|examples|test)\//;

describe('the version', () => {
  test('is the same in each file that holds it', () => {
    expect(otherVersions(treeVersion())).toEqual([]);
  });

  test('is named for each file, if all have another one', () => {
    const places = [...written, ...generated].map(({ file }) => file);
    expect(otherVersions('999.0.0')).toEqual(places.map((file) => `${file} has ${treeVersion()}`));
  });

  test('stands in no other manifest', () => {
    const known = new Set(written.map(({ file }) => file));
    const manifests = tracked.filter((file) =>
      /(?:^|\/)(?:package(?:-lock)?\.json|Chart\.yaml|pyproject\.toml)$/.test(file),
    );
    expect(manifests.length).toBeGreaterThan(10);
    const unknown = manifests
      .filter((file) => !known.has(file) && !ofOthers.test(file))
      // The own version of a manifest stands at the beginning of its first lines.
      .filter((file) => /^(?: {2}"version":|version\s*[:=])/m.test(readFileSync(file, 'utf8')));
    expect(unknown).toEqual([]);
  });

  test('is written into each file by one command, which leaves the rest as it is', () => {
    const folder = aFolder();
    for (const { file } of [...written, ...generated]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(file, join(folder, file));
    }
    for (const file of ['scripts/version.ts', 'scripts/release/version-places.ts']) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(file, join(folder, file));
    }
    const run = (...words: string[]) =>
      execFileSync(process.execPath, ['scripts/version.ts', ...words], { cwd: folder, encoding: 'utf8' });
    expect(run()).toBe(`The version is ${treeVersion()}.\n`);
    run('12.34.56');
    const now = written.map(({ file }) => readFileSync(join(folder, file), 'utf8'));
    for (const text of now) expect(text).toContain('12.34.56');
    // The generator writes the others.
    expect(() => run()).toThrow();
    run(treeVersion());
    expect(run()).toBe(`The version is ${treeVersion()}.\n`);
    for (const { file } of written)
      expect(readFileSync(join(folder, file), 'utf8')).toBe(readFileSync(file, 'utf8'));
  });

  test.for(['', '1.0', 'v1.0.0', '1.0.0-rc.1', '01.0.0', '1.0.0+1', '1.0.0\n'])(
    'has three numbers, so %j is refused',
    (version) => {
      expect(() => checkVersion(version)).toThrow('is not a version');
    },
  );
});

const owner: Owner = {
  repository: 'https://github.com/acme/keyward',
  npmScope: '@acme',
  pythonName: 'acme-keyward',
  image: 'ghcr.io/acme/keyward',
  charts: 'oci://ghcr.io/acme/charts',
  securityContact: 'mailto:security@acme.test',
  goModule: 'github.com/acme/keyward/clients/go',
};

describe('release.json', () => {
  /** Returns what is read in a folder with this file. */
  function read(facts?: object) {
    const folder = aFolder();
    cpSync('release.example.json', join(folder, 'release.example.json'));
    if (facts) writeFileSync(join(folder, 'release.json'), JSON.stringify(facts));
    return readOwner(folder);
  }

  test('fills each name of the owner', () => {
    const pages = { sourceUrl: 'https://github.com/acme/keyward/blob/main/{file}' };
    expect(read({ ...owner, ...pages })).toMatchObject({ owner, missing: [] });
  });

  test('is missing, or is the example: then each name is a placeholder', () => {
    const { owner: example, missing } = read();
    expect(missing).toEqual(Object.keys(owner));
    // The scope and the name on the Python index are a choice, so the owner may keep them.
    expect(read(example).missing).toEqual(['repository', 'image', 'charts', 'securityContact', 'goModule']);
  });

  test.for([
    [{ ...owner, npmscope: '@acme' }, 'unknown field: npmscope'],
    [{ ...owner, npmScope: 'acme' }, 'npmScope must match'],
    [{ ...owner, repository: 'http://github.com/acme/keyward' }, 'repository must match'],
    [{ ...owner, image: 'GHCR.io/Acme/Keyward' }, 'image must match'],
    [{ ...owner, image: 3 }, 'image must match'],
  ] as const)('has no other fields or forms: %j', ([facts, message]) => {
    expect(() => read(facts)).toThrow(message);
  });
});

describe('the notes of a release', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- new\n\n## 1.10.0 – 2026-12-01\n\n- ten\n\n## [1.1.0]\n\n- one\n';
  test('are the section of the version', () => {
    expect(sectionOf(changelog, '1.10.0')).toBe('- ten');
    expect(sectionOf(changelog, '1.1.0')).toBe('- one');
    expect(sectionOf(changelog, 'Unreleased')).toBe('- new');
    expect(sectionOf(changelog, '1.0.0')).toBeUndefined();
  });
});

describe('the documentation of a release', () => {
  test('does not say that its packages are missing in the registries', () => {
    const folder = aFolder();
    const texts = {
      'docs/packages.md': 'The packages are not in a\nregistry yet: build them.\n',
      'docs/guides/go.md': 'It is not\nin a registry yet.\n',
      'docs/keys.md': 'A key that is not in a registry is unknown.\n',
      'docs/decisions/0001.md': 'It is not in a registry yet.\n',
    };
    for (const [file, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    expect(unpublishedGuides(folder)).toEqual(['docs/guides/go.md', 'docs/packages.md']);
    // The guide of releases must not refuse itself.
    expect(unpublishedGuides('.')).not.toContain('docs/releasing.md');
  });
});

describe('the names that are published', () => {
  const nameOf = (file: string) =>
    JSON.parse(readFileSync(file, 'utf8')) as { name: string; private?: boolean };
  test('are not that of the server, which is private', () => {
    const server = nameOf('package.json');
    expect(server.private).toBe(true);
    for (const folder of ['clients/cli', 'clients/typescript'])
      expect(nameOf(`${folder}/package.json`).name).not.toBe(server.name);
  });

  test('are not the name on the Python index that belongs to a stranger', () => {
    expect(read('release.example.json').pythonName).not.toBe('keyward');
    expect(readFileSync('clients/python/pyproject.toml', 'utf8')).toContain(
      `name = "${read('release.example.json').pythonName}"`,
    );
  });
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Owner;
});

describe('the image', () => {
  /** Puts a podman in front of the others that gives each image a digest. */
  function aPodman(digest: string): void {
    const folder = aFolder();
    const script = `#!/bin/sh\n[ "$1" != image ] || echo "${digest}"\n`;
    writeFileSync(join(folder, 'podman'), script, { mode: 0o755 });
    vi.stubEnv('PATH', folder + delimiter + process.env['PATH']);
    onTestFinished(() => void vi.unstubAllEnvs());
  }

  test('is built on the digests that were pulled, and the provenance names them', () => {
    const sha256 = '5'.repeat(64);
    aPodman(`sha256:${sha256}`);
    vi.stubEnv('IMAGE_BASE', 'mirror.test:5000/debian:bookworm');
    const { env, dependencies } = pullBases();
    expect(env).toEqual({
      IMAGE_BUILD: `docker.io/library/node@sha256:${sha256}`,
      IMAGE_BASE: `mirror.test:5000/debian@sha256:${sha256}`,
    });
    expect(dependencies).toEqual([
      { uri: 'docker://docker.io/library/node:24-bookworm-slim', digest: { sha256 } },
      { uri: 'docker://mirror.test:5000/debian:bookworm', digest: { sha256 } },
    ]);
    const one = {
      version: '1.0.0',
      time: 0,
      commit: 'c',
      isDraft: false,
      owner,
      missing: [],
      out: '',
      work: '',
    };
    const { predicate } = provenanceOf({ ...one, dependencies }, [], []);
    expect(predicate.buildDefinition.resolvedDependencies).toEqual([
      { uri: 'git+https://github.com/acme/keyward', digest: { gitCommit: 'c' } },
      ...dependencies,
    ]);
  });

  test('is not built if an image has no digest', () => {
    aPodman('<none>');
    expect(pullBases).toThrow('podman shows no digest of docker.io/library/node:24-bookworm-slim');
  });
});

describe('the provider', () => {
  test('is built for each platform that people work on', () => {
    expect(platforms.map((pair) => pair.join('_'))).toEqual([
      'linux_amd64',
      'linux_arm64',
      'darwin_amd64',
      'darwin_arm64',
      'windows_amd64',
      'windows_arm64',
    ]);
  });

  test('is built with no setting of a user', () => {
    // The variables of `go help environment` that decide on code for the platforms, and on the file of a user's settings.
    const deciding = ['GOENV', 'GOAMD64', 'GOARM64', 'GOEXPERIMENT', 'GOFIPS140', 'GOFLAGS', 'CGO_ENABLED'];
    for (const [system, machine] of platforms)
      expect(Object.keys(goSettings(system, machine))).toEqual(expect.arrayContaining(deciding));
  });

  test('serves the protocol that its manifest names', () => {
    expect(readFileSync('clients/terraform/main.go', 'utf8')).toContain('ProtocolVersion: 6}');
    expect(readFileSync('scripts/release/terraform.ts', 'utf8')).toContain("protocol_versions: ['6.0']");
  });
});

describe('an upload', () => {
  /** Returns a folder with one file of each kind. */
  function aRelease(): string {
    const out = aFolder();
    for (const file of [
      'npm/acme-client-1.0.0.tgz',
      'python/acme_keyward-1.0.0.tar.gz',
      'image/keyward-1.0.0-amd64.oci.tar',
      'helm/keyward-1.0.0.tgz',
      'docs/index.html',
      'release-notes.md',
      'SHA256SUMS',
    ]) {
      mkdirSync(dirname(join(out, file)), { recursive: true });
      writeFileSync(join(out, file), file);
    }
    return out;
  }
  const account = { name: 'robot', token: 'canary-token' };

  test('is one command for each file, with the names of the owner', () => {
    const out = aRelease();
    const commandsOf = (part: string) =>
      (uploads[part]?.({ out, version: '1.0.0', owner }) ?? []).map(({ program, words }) =>
        [program, ...words].join(' ').replaceAll(out, 'dist'),
      );
    expect(Object.keys(uploads).flatMap(commandsOf)).toEqual([
      'npm publish dist/npm/acme-client-1.0.0.tgz --access public',
      'python3 -m venv --clear dist.twine',
      'dist.twine/bin/pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: --requirement scripts/release/twine.txt',
      'dist.twine/bin/twine upload --non-interactive --skip-existing dist/python/acme_keyward-1.0.0.tar.gz',
      'skopeo copy --preserve-digests --digestfile dist.digest oci-archive:dist/image/keyward-1.0.0-amd64.oci.tar:ghcr.io/acme/keyward:1.0.0 docker://ghcr.io/acme/keyward:1.0.0',
      'helm push dist/helm/keyward-1.0.0.tgz oci://ghcr.io/acme/charts',
      'gh release create v1.0.0 --repo https://github.com/acme/keyward --verify-tag --title Keyward 1.0.0 --notes-file dist/release-notes.md dist/SHA256SUMS dist/helm/keyward-1.0.0.tgz dist/npm/acme-client-1.0.0.tgz dist/python/acme_keyward-1.0.0.tar.gz dist/release-notes.md',
    ]);
  });

  test('shows its token to no other program of the machine', () => {
    const out = aRelease();
    const commands = Object.values(uploads).flatMap((of) => of({ out, version: '1.0.0', owner, account }));
    expect(
      commands
        .filter(({ input }) => input === account.token)
        .map(({ program, words }) => [program, ...words]),
    ).toEqual([
      ['skopeo', 'login', 'ghcr.io', '--username', 'robot', '--password-stdin'],
      ['helm', 'registry', 'login', 'ghcr.io', '--username', 'robot', '--password-stdin'],
    ]);
    expect(JSON.stringify(commands.map(({ words }) => words))).not.toContain(account.token);
  });

  test.for(['docker.io', 'ghcr.io.evil.test', 'quay.io'])(
    'gives the token of GitHub to no other registry: %s',
    (host) => {
      const others = { ...owner, image: `${host}/acme/keyward`, charts: `oci://${host}/acme/charts` };
      const given = { out: aRelease(), version: '1.0.0', owner: others, account };
      expect(JSON.stringify(Object.values(uploads).map((of) => of(given)))).not.toContain(account.token);
    },
  );

  test('installs twine with packages that each have a digest', () => {
    const lines = readFileSync('scripts/release/twine.txt', 'utf8').split('\n');
    const names = lines.filter((line) => /^\w/.test(line));
    expect(names.map((line) => line.split(/[=; ]/)[0])).toContain('twine');
    // pip refuses a line without a digest, and a package that no line names.
    expect(names.filter((line) => !/^[\w.-]+==[\w.]+ (?:;.*)?\\$/.test(line))).toEqual([]);
  });
});
