import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { test } from '../../support/service.ts';

test('a node does not start with a wrong line in ANONYMOUS_NETWORKS_FILE, and starts with a right file', async ({
  service,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'networks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'networks.txt');
  writeFileSync(file, '192.0.2.17\nnot an address\n');
  await expect(service.startNode({ ANONYMOUS_NETWORKS_FILE: file })).rejects.toThrow(
    'line 2 of the file of ANONYMOUS_NETWORKS_FILE is neither an address nor a CIDR range',
  );
  await expect(service.startNode({ ANONYMOUS_NETWORKS_FILE: join(folder, 'nothing.txt') })).rejects.toThrow(
    'ENOENT',
  );
  writeFileSync(file, '192.0.2.17\n');
  const node = await service.startNode({ ANONYMOUS_NETWORKS_FILE: file });
  onTestFinished(node.stop);
  expect((await fetch(`${node.origin}/health/live`)).status).toBe(200);
});
