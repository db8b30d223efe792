// Measures how long the command line takes to start, beside a bare Node: node bench/cli.ts. docs/decisions/0127 has the aim.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleCli } from '../scripts/bundle-cli.ts';
import { readOptions } from './frame/options.ts';

const { rounds } = readOptions({ rounds: 25 });
const folder = mkdtempSync(join(tmpdir(), 'keyward-cli-bench-'));
try {
  const file = await bundleCli(folder);
  const starts: Record<string, string[]> = {
    'node -e 0': ['-e', '0'],
    'keyward --help': [file, '--help'],
    'keyward credentials create --help': [file, 'credentials', 'create', '--help'],
    'completion of a family': [file, '__complete', '--', 'ident'],
  };
  const times = new Map<string, number[]>(Object.keys(starts).map((name) => [name, []]));
  // In turns, so that other work of the machine falls on all of them.
  for (let round = 0; round < rounds; round += 1)
    for (const [name, args] of Object.entries(starts)) {
      const begun = performance.now();
      spawnSync(process.execPath, args);
      times.get(name)?.push(performance.now() - begun);
    }
  const medianOf = (name: string): number =>
    (times.get(name) ?? []).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  const bare = medianOf('node -e 0');
  for (const name of Object.keys(starts))
    console.log(
      `${name.padEnd(36)}${medianOf(name).toFixed(0).padStart(5)} ms${(medianOf(name) / bare).toFixed(2).padStart(7)}`,
    );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
