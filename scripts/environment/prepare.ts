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

/**
 * Installs the packages that these test files need. Begins to build Helm if the test of the chart is among them. That takes
 * minutes, so it runs at the lowest priority. Linux compares priorities within a session, so the build stays in ours. The test waits
 * for it. If the build fails, the test repeats it and says why. OpenTofu takes longer than a test may, so this waits for its build. A
 * copy is kept for the next night.
 * @throws if a package cannot be installed
 */
export function prepare(files: readonly string[]): void {
  execFileSync(script, files, { stdio: 'inherit' });
  if (files.some((file) => file.endsWith('/terraform.long.test.ts')))
    execFileSync('scripts/environment/tofu.sh', { stdio: 'inherit', env: { ...process.env, JOBS: '2' } });
  if (files.some((file) => file.endsWith('/helm.deployment.test.ts')))
    spawn('nice', ['-n', '19', 'deploy/helm/tools.sh'], { stdio: 'ignore' }).unref();
}
