import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuMicrosOf } from './cpu.ts';

/** The service in a process of its own, as its users start it. */
export interface Product {
  pid: number;
  port: number;
  /** CPU time since it began, in microseconds. */
  cpu(): number;
  /** Memory that the process has: all of it, and what belongs to no file, in MB. */
  memory(): { rss: number; own: number };
  stop(): Promise<void>;
}

/**
 * Starts the service of a work tree, and waits until it says that it is ready.
 * @throws {Error} with what it printed, if it ended before
 */
export async function startProduct(folder: string, env: Record<string, string>): Promise<Product> {
  const child = spawn(
    process.execPath,
    existsSync(join(folder, 'src/main.js')) ? ['--max-semi-space-size=8', 'src/main.js'] : ['src/main.ts'],
    {
      cwd: folder,
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let printed = '';
  const port = await new Promise<number>((ready, failed) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (more: string) => {
        printed += more;
        const url = /^ready (http\S+)$/m.exec(printed)?.[1];
        if (url !== undefined) ready(Number(new URL(url).port));
      });
    }
    child.once('exit', () => failed(new Error(`the start failed:\n${printed}`)));
  });
  const pid = child.pid ?? 0;
  return {
    pid,
    port,
    cpu: () => cpuMicrosOf(pid) ?? Number.NaN,
    memory() {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const megabytes = (field: string): number =>
        Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_000;
      return { rss: megabytes('VmRSS'), own: megabytes('RssAnon') };
    },
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    },
  };
}
