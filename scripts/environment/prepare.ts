// Installs what test files need on this machine: the packages of packages.txt, Helm and OpenTofu.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const script = 'scripts/environment/packages.sh';

/** Returns the packages of Debian that packages.txt lists for each test file. Other test files need only those of the gate. */
export function packagesByFile(): ReadonlyMap<string, readonly string[]> {
  const lines = readFileSync('scripts/environment/packages.txt', 'utf8').split('\n');
  return new Map(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [file = '', ...packages] = line.split(' ');
        return [file, packages] as const;
      }),
  );
}

/** Returns the test files for which this machine lacks packages, so that a draw can leave them out. */
export function unpreparedFiles(): ReadonlySet<string> {
  const missing = new Set(execFileSync(script, ['--missing', 'night'], { encoding: 'utf8' }).split('\n'));
  const lacking = [...packagesByFile()].filter(([, packages]) => packages.some((name) => missing.has(name)));
  return new Set(lacking.map(([file]) => file));
}

/** What test files need that is built from source, and the script that builds it. */
const builds: readonly [file: string, script: string][] = [
  ['test/deployment/helm.deployment.test.ts', 'deploy/helm/tools.sh'],
  ['test/clients/terraform.long.test.ts', 'scripts/environment/tofu.sh'],
];

/**
 * Installs the packages that these test files need, and begins to build what is built from source. That takes minutes, so it runs
 * at the lowest priority. Linux compares priorities within a session, so the build stays in ours. The test waits
 * for it. If the build fails, the test repeats it and says why.
 * @throws if a package cannot be installed
 */
export function prepare(files: readonly string[]): void {
  execFileSync(script, files, { stdio: 'inherit' });
  for (const [file, build] of builds)
    if (files.includes(file)) spawn('nice', ['-n', '19', build], { stdio: 'ignore' }).unref();
}
