// The program `go` that our modules are built with.
import { execFileSync, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Returns a `go` of 1.26 or newer, and undefined without any Go. The Go of Debian may be older, and then fetches the one that is pinned. */
export function goProgram(): string | undefined {
  const { status, stdout } = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  if (Number(/^go1\.(\d+)/u.exec(stdout)?.[1]) >= 26) return 'go';
  return execFileSync('scripts/environment/go.sh', [resolve('.cache/go')], { encoding: 'utf8' }).trim();
}
