import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { serve } from './served.ts';

/** One series of a response of Prometheus. */
export interface Sample {
  metric: Record<string, string>;
  value: [number, string];
}

export interface Prometheus {
  /** The series that a query returns now. */
  query: (expr: string) => Promise<Sample[]>;
}

/**
 * Starts Debian's Prometheus until the test ends, with its data in a temporary folder.
 * @param files the configuration `prometheus.yml` and the files that it names, as text
 */
export async function startPrometheus(
  files: Record<'prometheus.yml', string> & Record<string, string>,
): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-prometheus-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const port = await freePort();
  const words = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=warn',
  ];
  await serve('prometheus', words, {}, port);
  return {
    async query(expr) {
      const body = new URLSearchParams({ query: expr });
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/query`, { method: 'POST', body });
      const { data, error } = (await response.json()) as { data?: { result: Sample[] }; error?: string };
      if (!data) throw new Error(`${expr}: ${error}`);
      return data.result;
    },
  };
}
